"""Words by which writers say that they are a woman or a man."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.catalog.attributes import AttributeName
from engine.methods.attributes.findings import Finding

_PERSON = (
    r"(woman|man|lady|gentleman|guy|girl|boy|lass|bloke|mother|father|mum|mom|dad|mummy|daddy|mama|papa|"
    r"grandmother|grandfather|grandma|grandpa|granny|nan|female|male|sister|brother|daughter|son|aunt|uncle|"
    r"widow|widower|wife|husband|queen|king)"
)
_SELF = re.compile(
    rf"\b(?:I['’]m|I am|I was|as|being|like|us|we|fellow|another|other|single|working|new|old|young|trans|of)"
    rf"(?: just| only)?(?: an?| the)?(?: [a-z-]+){{0,2}}? {_PERSON}(?:s|es)?\b",
    re.I,
)
_MATCH = re.compile(
    r"\b(?:married|marrying|dating|dated|met|seeing|love|loved) (?:an?|the|this|my) "
    r"(man|woman|guy|girl|boy|lad|lass|bloke)\b",
    re.I,
)
_NEITHER = re.compile(r"\b(?:he|she) (proposed|moved in|dumped me|left me|asked me out|broke up)\b", re.I)
_LOST = re.compile(
    r"\b(?:[Ss]ince|[Ww]hen|[Aa]fter|[Bb]efore) (?:my |our )?"
    r"(?:he|she|(?:late )?(?:husband|wife|partner|spouse|other half|better half)|(?P<name>[A-Z][a-z]+)) "
    r"(?P<gone>(?:passed|died|left me|walked out|moved out)(?: away| on)?)\b"
)
"""Who has gone is mostly a partner; a parent costs a word or two."""
_SEX: tuple[AttributeName, ...] = ("sex",)


def find_sexes(text: str) -> Iterator[Finding]:
    """Words for a woman or a man where writers speak of themselves, or of whom they married.

    Examples
    --------
    >>> [f.words["nothing"] for f in find_sexes("As a working mother I know.")]
    ['person']
    """
    for match in _SELF.finditer(text):
        yield Finding(match.start(1), match.end(), _SEX, {"nothing": "person"}, "noun", "self")
    for match in _MATCH.finditer(text):
        yield Finding(*match.span(1), ("sex", "relationship"), {"nothing": "person"}, "noun", "self")
    for match in _LOST.finditer(text):
        if match["name"] is None or match["gone"] != "passed" or match[0].startswith(("Since", "since")):
            yield Finding(
                *match.span("gone"), ("relationship",), {"nothing": "went"}, "plain", "partner gone"
            )
    for match in _NEITHER.finditer(text):
        about: tuple[AttributeName, ...] = ("relationship", "sex")
        yield Finding(*match.span(), about, {"nothing": "something happened"}, "plain", "self")

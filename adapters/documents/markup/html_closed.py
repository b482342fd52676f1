"""HTML from a closed world: which attributes are text, which link places, which lay out; style sheets.

Names that link places of a page (ids, classes, names of forms) become neutral ones, alike wherever they
stand, style sheets included. What lays out keeps numbers, colours and words of the vocabulary.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Literal

from adapters.documents.markup.html_vocabulary import STRUCTURE, URLS
from adapters.documents.markup.html_words import LAYOUT, LINKS, META_NAMES, TEXTS, WORDS
from adapters.documents.text.encoding import codec_for

Role = Literal["text", "address", "link", "layout", "style", "meta", "none"]
_NEUTRAL = re.compile(r"#?n\d{1,5}(?:\s+n\d{1,5})*")
_PATH = re.compile(
    r"(?!.*[A-Za-z]{4})(?:[MmLlHhVvCcSsQqTtAaZz]|[-+]?(?:\d{1,5}(?:\.\d{1,6})?|\.\d{1,6})(?:e-?\d{1,2})?|[\s,])*",
    re.DOTALL,
)
_DRAWN = frozenset({"d", "points", "viewbox", "coords", "path"})
_LANGUAGE = re.compile(
    r"[A-Za-z]{2}(?:[-_](?:Arab|Cyrl|Deva|Grek|Hans|Hant|Hebr|Jpan|Kore|Latn))?(?:[-_](?:[A-Za-z]{2}|419))?"
)
"""Longer codes could be names."""
_MEASURES = re.compile(
    r"(?:[a-z%-]{0,30}[\s,;:()/]*(?:[-+]?(?:\d{1,4}(?:\.\d{1,4})?|\.\d{1,4})(?:[a-z%*]{1,4})?(?=[\s,;:()/]|$))?)*",
    re.IGNORECASE,
)
"""Words and numbers, each number by itself: none is joined to the next by a hyphen or point."""
_NAMESPACE = re.compile(r"http://www\.w3\.org/(?:1999/(?:xhtml|xlink)|2000/svg|1998/Math/MathML)")
_CSS_TOKEN = re.compile(
    r"""(?P<comment>/\*.*?(?:\*/|\Z)|<!--|-->)|(?P<string>"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?)
    |(?P<url>url\(\s*(?P<image>["']?data:image/(?!svg)[^)]*)?[^)]*\)?)|(?P<hash>\#[\w\u0080-\uffff-]+)
    |(?P<number>\d+(?:\.\d+)?(?P<joined>(?:[-:]\d+)*))
    |(?P<word>-{0,2}[A-Za-z_\u0080-\uffff](?:[\w\u0080-\uffff-]|\\.)*)|(?P<escape>\\.?)|(?P<other>.)""",
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)
_COLOUR = re.compile(r"#[0-9A-Fa-f]{3,8}")
_SELECTOR = re.compile(r"[^{};]*\{")
_PREFIX = re.compile(r"^-(?:webkit|moz|ms|o|apple|epub|khtml)-")
_SIGN = re.compile(r"""["'](?:[^\w\\"']{0,3}|\\[0-9a-fA-F]{4})["']""")
_UNIT = re.compile(r"[a-z%]{1,4}")


class Names:
    """Neutral names for the names of one page, the same wherever they stand."""

    def __init__(self) -> None:
        self._given: dict[str, str] = {}

    def one(self, name: str) -> str:
        """The neutral name of one name."""
        return self._given.setdefault(name, f"n{len(self._given) + 1}")

    def all(self, value: str) -> str:
        """A value of names divided by spaces, or a link to one."""
        if value.strip().startswith("#"):
            return "#" + self.one(value.strip()[1:]) if value.strip() != "#" else "#"
        return " ".join(self.one(name) for name in value.split())


@lru_cache(4096)
def role_of(tag: str, name: str) -> Role:
    """What an attribute of an element is for; ``none``: it leaves."""
    if name == "style":
        return "style"
    if tag == "meta" and name in ("name", "property"):
        return "meta"
    if name in URLS:
        return "address"
    if name in LINKS:
        return "link"
    if name in TEXTS:
        return "text"
    return "layout" if name in LAYOUT else "none"


@lru_cache(16384)
def is_layout_value(name: str, value: str) -> bool:
    """Whether a value that lays out is made of numbers, colours and words of the vocabulary."""
    if STRUCTURE.fullmatch(value) or (name in _DRAWN and _PATH.fullmatch(value)):
        return True
    if name in ("lang", "xml:lang", "hreflang"):
        return _LANGUAGE.fullmatch(value) is not None
    if name.startswith("xmlns"):
        return _NAMESPACE.fullmatch(value) is not None
    if name == "charset":
        return codec_for(value) is not None
    is_alone = bool(_MEASURES.fullmatch(value)) or "#" in value
    return is_alone and "url(" not in value.lower() and closed_css(value, _same) == value


def is_markup(tag: str, name: str, value: str) -> bool:
    """Whether a value of a released page is no text: of the vocabulary, or a neutral name."""
    role = role_of(tag, name)
    if role == "link" or (role == "address" and value.startswith("#")):
        return _NEUTRAL.fullmatch(value) is not None or value == "#"
    if role == "meta":
        return value.lower() in META_NAMES
    if role == "style":
        return is_closed_css(value)
    return (role == "layout" and is_layout_value(name, value)) or (
        role != "none" and is_structure(role, value)
    )


def is_structure(role: str, value: str) -> bool:
    """Whether a value is a plain word of the vocabulary; a number is one only where no reader is shown it."""
    return STRUCTURE.fullmatch(value) is not None and (role != "text" or not any(map(str.isdigit, value)))


def _same(name: str) -> str:
    return name if re.fullmatch(r"n\d{1,5}", name) else "n0"


def is_closed_css(css: str) -> bool:
    """Whether a style sheet says nothing but what lays out."""
    return closed_css(css, _same) == css


def closed_css(css: str, named: Callable[[str], str], keep_images: bool = False) -> str:
    """A style sheet of known words; other names become neutral ones, texts and addresses go.

    Parameters
    ----------
    css : str
        A style sheet, or declarations.
    named : callable
        The neutral name of a name.
    keep_images : bool
        Whether pictures inside it stay.
    """

    def closed(token: re.Match[str]) -> str:
        write = _CLOSED.get(token.lastgroup)
        return token[0] if write is None or (keep_images and token["image"]) else write(token, named)

    return _CSS_TOKEN.sub(closed, css)


def _word(token: re.Match[str], named: Callable[[str], str]) -> str:
    """A word of the vocabulary; a name behind a dot is a class's."""
    text = token[0]
    if token.string.endswith(".", 0, token.start()):
        return named(text)
    if text.startswith("--"):
        return "--" + named(text[2:])
    plain = _PREFIX.sub("", text.lower()).lstrip("-")
    return text if plain in WORDS or _is_short(plain) else named(text)


def _hash(token: re.Match[str], named: Callable[[str], str]) -> str:
    is_colour = _COLOUR.fullmatch(token[0]) and not _SELECTOR.match(token.string, token.end())
    return token[0] if is_colour else "#" + named(token[0][1:])


def _number(token: re.Match[str], _: object) -> str:
    is_short = len(token[0].partition(".")[0]) < 6 and len(token[0]) < 12
    return token[0] if is_short and not token["joined"] else "0"


_CLOSED: dict[str | None, Callable[[re.Match[str], Callable[[str], str]], str]] = {
    "word": _word, "hash": _hash, "number": _number,
    "string": lambda token, _: token[0] if _SIGN.fullmatch(token[0]) else '""',
    "url": lambda *_: "url()", "comment": lambda *_: "", "escape": lambda *_: "",
}  # fmt: skip


def _is_short(plain: str) -> bool:
    """Units, and letters after a number as in ``2e3``."""
    return len(plain) <= 2 and _UNIT.fullmatch(plain) is not None

"""Words that a text itself shows to be names of people, firms or streets.

Behind a title, a greeting, a label, a closing; as the name below a letter; before "Ltd", "Street" and the
like. Such a word says who or where somebody is. If the corpus never saw it, that is known to nobody but the
people concerned, and tells of no concept to anybody else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from engine.catalog.lexicon import LANGUAGES, either, words
from engine.language.terms import fold, tokenize
from engine.language.word_lists.addresses import BESIDE_NAMES

_TITLE = rf"{either(words('title', *LANGUAGES[:5]) + words('title-of-office'), capital=True)}\b\.?"
_GREETING = r"(?:Dear|Hi|Hello|Hey|Thanks,?|Thank you,?)"
_LABEL = (
    r"(?:From|To|Cc|CC|cc|Full name|First name|Surname"
    r"|(?:Patient|Client|Customer|Member|Tenant|Employee|Applicant|Pupil|Student|Resident)(?: name)?"
    r"|Signed|Signed by|Author|Attendees|Attendance|Present|Apologies|Chair|Clerk|Secretary|Treasurer|Caller"
    r"|Witness|Teacher|Prepared by|Completed by|Contact|Attention|Attn)\s?:"
)
_CLOSING = r"(?:[Rr]egards|[Ss]incerely|[Ff]aithfully|[Ww]ishes|[Tt]hanks|[Cc]heers|[Tt]ruly),?\s*\n"
_CAPITAL = r"[^\W\d_a-zß-öø-ÿ][\w'’-]*"
_PARTICLE = r"(?:von|van|der|den|de|del|della|di|da|du|bin|ibn|al|el)"
_INITIAL = r"[^\W\d_a-z]\."
_MORE = rf"(?:[ ](?:{_INITIAL}|{_PARTICLE}|{_CAPITAL})){{0,3}}"
_PERSON = rf"(?:(?:{_TITLE}|{_INITIAL}|{_PARTICLE})[ ])*{_CAPITAL}{_MORE}"
_BODY_WORDS = """
Ltd Limited LLP plc PLC Inc LLC GmbH Company Council Hospital Surgery Practice School Academy College
University Church Parish Street Road Lane Row Avenue Close Court Terrace Drive Crescent Square Gardens Way
Yard Wharf Mews Hall Manor Farm Station Antiques Bakery Brewery Engineering Logistics Joinery Nurseries
"""
_BODY = "|".join(_BODY_WORDS.split())
_OF_BODY = re.compile(rf"\b({_CAPITAL}(?:[ ](?:(?:&|and|of)[ ])?{_CAPITAL}){{0,3}}?)[ ](?:{_BODY})\b")
_IS_LETTER = re.compile(rf"^[ \t]*{_GREETING}[ ]", re.MULTILINE)
_NAME_PART = rf"(?:{_INITIAL}|{_PARTICLE}|{_CAPITAL})"
_BELOW = r"[ \t]*(?:,[ \t]*[^\s,][^\n]*)?(?:\n[^\n]+){0,5}\s*\Z"
_SIGNATURE = re.compile(
    rf"\n[ \t]*\n[ \t]*({_CAPITAL}(?:[ ]{_NAME_PART}){{1,3}}){_BELOW}"
    rf"|\n[ \t]*[A-Z][\w'’]*(?:[ ][\w'’]+){{0,2}},[ \t]*\n\s*({_CAPITAL}(?:[ ]{_NAME_PART}){{0,3}}){_BELOW}"
)
_SHOWN = (
    rf"(?:\b{_TITLE}[ ]|\b{_GREETING}[ ]|\b{_CLOSING}[ \t]*)({_PERSON}(?:[ ](?:and|&)[ ]{_PERSON})?)"
    rf"|^[ \t]*{_LABEL}[ \t]*({_PERSON}(?:(?:,|;|[ ]and|[ ]&)[ ]{_PERSON})*)"
)


@cache
def _shown() -> re.Pattern[str]:
    """Compiled on first use: it takes a twentieth of a start, and concepts alone need it."""
    return re.compile(_SHOWN, re.MULTILINE)


def persons(text: str) -> frozenset[str]:
    """Keys of the words that stand as names of people, firms or streets somewhere in a text.

    Examples
    --------
    >>> sorted(persons("Dear Ngozi,\\nMrs Adaeze Oyelaran-Smith called."))
    ['adaeze', 'ngozi', 'oyelaran', 'smith']
    """
    shown = [found[1] or found[2] for found in _shown().finditer(text)]
    if _IS_LETTER.search(text):  # elsewhere "Grunch Road" would keep "Grunches"
        shown += [found[1] for found in _OF_BODY.finditer(text)]
        shown += [found[1] or found[2] for found in _SIGNATURE.finditer(text)]
    return frozenset(key for name in shown for key in _keys(name))


def _keys(people: str) -> Iterator[str]:
    for word in tokenize(people):
        if people[word.start].isupper() and word.key not in BESIDE_NAMES:
            yield fold(people[word.start : word.end])

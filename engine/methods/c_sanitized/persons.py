"""Words that a text itself shows to be names of people: behind a title, a greeting, a label, a closing.

Such a word says who somebody is. If the corpus never saw it, he or she is known to nobody but the people
concerned, and tells of no concept to anybody else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.language.terms import fold, tokenize
from engine.language.word_lists.addresses import BESIDE_NAMES

_TITLE = (
    r"(?:Mr|Mrs|Ms|Miss|Mx|Messrs|Dr|Prof|Professor|Doctor|Nurse|Midwife|Sister|Judge|Officer|Sgt|Rev|Revd"
    r"|Cllr|Councillor|Sir|Madame|Mme|Monsieur|Herr|Frau|Señor|Señora|Signor|Signora)\b\.?"
)
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
_SHOWN = re.compile(
    rf"(?:\b{_TITLE}[ ]|\b{_GREETING}[ ]|\b{_CLOSING}[ \t]*)({_PERSON}(?:[ ](?:and|&)[ ]{_PERSON})?)"
    rf"|^[ \t]*{_LABEL}[ \t]*({_PERSON}(?:(?:,|;|[ ]and|[ ]&)[ ]{_PERSON})*)",
    re.MULTILINE,
)


def persons(text: str) -> frozenset[str]:
    """Keys of the words that stand as names of people somewhere in a text.

    Examples
    --------
    >>> sorted(persons("Dear Ngozi,\\nMrs Adaeze Oyelaran-Smith called."))
    ['adaeze', 'ngozi', 'oyelaran', 'smith']
    """
    return frozenset(key for shown in _SHOWN.finditer(text) for key in _keys(shown[1] or shown[2]))


def _keys(people: str) -> Iterator[str]:
    for word in tokenize(people):
        if people[word.start].isupper() and word.key not in BESIDE_NAMES:
            yield fold(people[word.start : word.end])

"""What a header says: its words looked up, then put together as people do ("pt id", "fecha de alta")."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.catalog.lexicon import unaccented
from engine.methods.columns.kinds import KIND_OF_NUMBER, KIND_OF_WORD
from engine.methods.columns.vocabulary import CONSONANTS, LINKS, WHAT_OF, WHOSE_OF

LONGEST = 80
"""Characters of the longest text that is read as a header."""
_SURE, _PARTLY, _WEAK = 0.9, 0.75, 0.5
_MOST_WORDS = 9
_CAMEL = re.compile(
    r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[A-Za-z])(?=\d)|(?<=\d)(?=[A-Za-z])"
)
_WORD = re.compile(r"[a-z]+|\d+")
_LETTERS = str.maketrans({"ß": "ss", "ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ı": "i"})
_PATIENTS_WORDS = """
    patient patients pt pat ptnt subject participant client resident proband paciente pacientes
    patientin patienten malade paziente assistito doente utente hospital clinic clinica hospitalier
    krankenhaus klinik
"""
PATIENTS = frozenset(_PATIENTS_WORDS.split())
"""Words for whom a record is about, and for where it is kept."""
_LONGEST_PHRASE = max(map(len, [*WHAT_OF, *WHOSE_OF]))
_VOCABULARY = frozenset(word for phrase in (*WHAT_OF, *WHOSE_OF) for word in phrase) | LINKS
_CUT_FROM = 2
_SAME = {"cd": "code", "cde": "code", "nbr": "number", "nmbr": "number", "numb": "number"}
_HEADS = frozenset({"flag", "measure", "label", "text", "version"})
_VAGUE = frozenset(["value", "values", "valor", "wert", "valeur", "valore", "code", "text"])
_ONLY_NUMBERS_WORDS = """
    no nr num number numero nummer nbr numb code cd key clave codigo kode cle codice chave
"""
_ONLY_NUMBERS = frozenset(_ONLY_NUMBERS_WORDS.split())
_CODES = frozenset(["code", "cd", "codigo", "codice", "chave", "kode", "cle", "schlussel", "clave"])
_PERSONAL_NAMES = frozenset({"first_name", "last_name", "middle_name"})
_NAMED_AS = ("place", "address", "state", "country", "zip", "email", "phone", "url", "username")
"""What a name may be of: of a city, of a user."""
_CARRIERS = ("email", "ip", "url", "mac", "phone", "fax", "zip", "state", "country", "place")
"""What an address is of: an e-mail address is an e-mail."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a header says of its column.

    Parameters
    ----------
    kind : str
        A kind of `engine.methods.columns.kinds`; with `bare` what it is when its values are codes.
    score : float, in [0, 1]
        How plainly it says so.
    words : tuple of str
        Words of the vocabulary that it holds: never others, so they may be shown.
    bare : bool
        It names a person or thing without saying what about it: values decide.
    """

    kind: str
    score: float
    words: tuple[str, ...]
    bare: bool = False

    @property
    def is_whole(self) -> bool:
        """Whether the vocabulary has all of its words."""
        return self.score >= _SURE


class _Match(NamedTuple):
    words: tuple[str, ...]
    at: int
    what: str
    whose: tuple[str, ...]
    weak: bool


def words_of(header: str) -> tuple[str, ...]:
    """The words of a header in small letters without accents, whatever joins them.

    Examples
    --------
    >>> words_of("patientMRN_2")
    ('patient', 'mrn', '2')
    """
    spaced = re.sub(r"[#№]|[Nn][º°]", " no ", header[:LONGEST])
    spaced = re.sub(r"['’](?:s\b)?", " ", _CAMEL.sub(" ", spaced))
    letters = plain_letters(spaced)
    joined = re.sub(r"\b([a-z])[./]\s?(?=[a-z]\b)", r"\1", letters)
    return tuple(piece for word in _WORD.findall(joined) for piece in _pieces(word))


def plain_letters(text: str) -> str:
    """`text` in small letters without accents."""
    lower = text.lower()
    if lower.isascii():
        return lower
    return unaccented(lower.translate(_LETTERS))


def _pieces(word: str) -> tuple[str, ...]:
    """A word as the vocabulary has it: whole, singular, or cut into words written together."""
    word = _SAME.get(word, word)
    if word in _VOCABULARY or word.isdigit() or (word,) in CONSONANTS:
        return (word,)
    if word.endswith("s") and word[:-1] in _VOCABULARY:
        return (word[:-1],)
    return _cut(word) or (_last_of_compound(word),)


_COMPOUND_ENDS = ("anschrift", "adresse", "strasse", "datum", "telefon", "nummer")


def _last_of_compound(word: str) -> str:
    """What a German compound is about, by its last word ("wohnanschrift"); other words as they are."""
    return next((end for end in _COMPOUND_ENDS if word.endswith(end)), word)


def _cut(word: str) -> tuple[str, ...]:
    """The fewest words of the vocabulary that make up `word`; none when it has letters left over."""
    if not 4 <= len(word) <= 40:
        return ()
    best: list[tuple[str, ...] | None] = [()] + [None] * len(word)
    for end in range(_CUT_FROM, len(word) + 1):
        for start in range(max(0, end - 24), end - _CUT_FROM + 1):
            before = best[start]
            piece = word[start:end]
            if before is None or len(before) >= 4 or piece not in _VOCABULARY:
                continue
            found = best[end]
            if found is None or len(before) + 1 < len(found):
                best[end] = (*before, piece)
    pieces = best[-1] or ()
    return pieces if all(len(p) > 2 for p in pieces) or len(pieces) == 2 < max(map(len, pieces)) else ()


def meaning_of(header: str) -> Meaning | None:
    """What `header` says; None when it has no word of the vocabulary, or is no header."""
    words = words_of(header) if len(header) <= LONGEST else ()
    matches = _matches(words) if len(words) <= _MOST_WORDS else []
    if not matches:
        return None
    kind, bare = _resolved(words, matches)
    score = _WEAK if _is_weak(kind, matches) else _SURE if _are_known(words, matches) else _PARTLY
    kind = "unique-code" if kind == "vague" else kind
    return Meaning(kind, score, tuple(" ".join(match.words) for match in matches), bare)


def _is_weak(kind: str, matches: Sequence[_Match]) -> bool:
    """Whether the words say too little by themselves: "no.", "code"."""
    vague = kind == "vague" and all(word in _ONLY_NUMBERS for match in matches for word in match.words)
    return vague or all(match.weak for match in matches)


def _are_known(words: Sequence[str], matches: Sequence[_Match]) -> bool:
    known = sum(len(match.words) for match in matches)
    return known + sum(word in LINKS or word.isdigit() for word in words) >= len(words)


def _matches(words: Sequence[str]) -> list[_Match]:
    """The longest phrases of the vocabulary, from the left."""
    found: list[_Match] = []
    at = 0
    while at < len(words):
        for length in range(min(_LONGEST_PHRASE, len(words) - at), 0, -1):
            phrase = tuple(words[at : at + length])
            phrase = CONSONANTS.get(phrase, phrase)
            what, whose = WHAT_OF.get(phrase), WHOSE_OF.get(phrase)
            if what or whose:
                weak = bool((what or (("",), True))[1] and (whose or (("",), True))[1])
                tags = whose[0] if whose else ()
                found.append(_Match(phrase, at, what[0][0] if what else "", tags, weak))
                at += length
                break
        else:
            at += 1
    return found


@dataclass(frozen=True, slots=True)
class _Heading:
    """The words of a header that say what a column holds, and whose."""

    words: tuple[str, ...]
    telling: Sequence[_Match]
    head: _Match
    tags: frozenset[str]
    whose: frozenset[str]

    def others(self) -> list[str]:
        """What it says besides that it is a number; of a State's number only that."""
        places = {"state", "country"} if self.head.what == "number" else set()
        return sorted(self.tags - {"number"} - places)


def _resolved(words: tuple[str, ...], matches: Sequence[_Match]) -> tuple[str, bool]:
    """Kind of the column, and whether only its subject is named."""
    telling = _telling(matches)
    if not telling:
        return _of_subject(words, matches)
    tags = frozenset(match.what for match in telling)
    whose = frozenset(tag for match in matches for tag in match.whose)
    heading = _Heading(words, telling, _head(words, telling), tags, whose)
    return next(says(heading) for sees, says in _SAID if sees(heading)), False


def _telling(matches: Sequence[_Match]) -> list[_Match]:
    """The words that say what a column holds; vague ones only where there are no others."""
    what = [match for match in matches if match.what]
    return [match for match in what if match.words[-1] not in _VAGUE or len(what) == 1] or what


def _head(words: Sequence[str], what: Sequence[_Match]) -> _Match:
    """The word that says what the rest is about: the last one, or the first before "of", "de"."""
    first = what[0]
    after = first.at + len(first.words)
    if after < len(words) and words[after] in LINKS and words[after] not in ("and", "y", "et", "e", "und"):
        return first
    return what[-1]


def _are_counted(heading: _Heading) -> bool:
    """ "Number of" counts; a code of something, and the number of the one patient, do not."""
    of = heading.words[heading.head.at + 1 :]
    return heading.head.words[-1] in _ONLY_NUMBERS - _CODES and of[:1] == ("of",) and of[1:2] != ("the",)


def _is_measured(heading: _Heading) -> bool:
    is_date_of = heading.head.what == "date" and heading.head is not heading.telling[-1]  # "date of loss"
    is_name = "name" in heading.tags or "person" in heading.whose
    return "measure" in heading.tags and not is_name and not is_date_of


def _is_id_of_measure(heading: _Heading) -> bool:
    """ "Charge id" and the like: "number" and "code" may be a count and a grade."""
    is_id = heading.head.what == "number" and heading.head.words[-1] not in _ONLY_NUMBERS
    return is_id and "measure" in heading.tags


def _headed(heading: _Heading) -> str:
    of_people = "thing" not in heading.whose and heading.whose & {"record", "person", "plan"}
    return "text" if heading.head.words[-1] in _VAGUE and of_people else heading.head.what


def _named(heading: _Heading) -> str:
    tags = heading.tags
    if of := next((tag for tag in _NAMED_AS if tag in tags), ""):
        return KIND_OF_WORD.get(of, of)
    if "date" in tags:
        return "date"
    if tags & _PERSONAL_NAMES:
        return "person"
    return next((kind for whose, kind in _NAME_OF.items() if whose in heading.whose), _else_named(heading))


def _else_named(heading: _Heading) -> str:
    return "text" if heading.whose else "name"


_NAME_OF = {
    "person": "person", "account": "person", "organisation": "organisation",
    "thing": "label", "device": "label", "vehicle": "label",
}  # fmt: skip
"""The kind of a name, by whose it is."""
_AT_BIRTH = {
    "place": "location", "state": "state", "country": "country", "sex": "sex", "year": "birth-year"
}  # fmt: skip
"""The kind of what is told of a birth."""


def _of_birth(heading: _Heading) -> str:
    day = "date" if heading.head.what == "month" else "birth-date"
    return next((kind for tag, kind in _AT_BIRTH.items() if tag in heading.tags), day)


def _plain(heading: _Heading) -> str:
    head = heading.head.what if heading.head.what != "number" else heading.others()[0]
    if head == "address":
        head = next((tag for tag in _CARRIERS if tag in heading.tags), head)
    if head == "month" and "date" not in heading.tags and "thing" in heading.whose:
        return "label"
    return KIND_OF_WORD.get(head, "text")


def _numbered(heading: _Heading) -> str:
    """The kind of a number, by whose number it is."""
    is_of_thing = "thing" in heading.whose
    if is_of_thing and _CODES.intersection(heading.words):
        return "code"
    if kind := next((kind for tag, kind in KIND_OF_NUMBER.items() if tag in heading.whose), ""):
        return kind
    if is_of_thing or not heading.whose & {"person", "organisation"}:
        return "code" if is_of_thing else "vague"
    return "mrn" if PATIENTS.intersection(heading.words) else "unique-code"


_SAID: tuple[tuple[Callable[[_Heading], bool], Callable[[_Heading], str]], ...] = (
    (_are_counted, lambda heading: "measure"),
    (lambda heading: heading.head.what in _HEADS, _headed),
    (_is_id_of_measure, lambda heading: "unique-code"),
    (_is_measured, lambda heading: "measure"),
    (lambda heading: bool(heading.tags & {"name", *_PERSONAL_NAMES}), _named),
    (lambda heading: "birth" in heading.tags, _of_birth),
    (lambda heading: bool(heading.others()), _plain),
    (lambda heading: True, _numbered),
)
"""What a header is about, the first that holds, and the kind that it then names."""


def _of_subject(words: Sequence[str], matches: Sequence[_Match]) -> tuple[str, bool]:
    """Only a subject is named: what its values are is left to them."""
    last = matches[-1]
    if any(word in LINKS for word in words[1:-1]):
        last = matches[0]
    for tag, kind in KIND_OF_NUMBER.items():
        if tag in last.whose:
            return kind, True
    if "thing" in last.whose:
        return "label", True
    return ("person" if "person" in last.whose else "organisation"), True

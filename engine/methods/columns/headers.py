"""What a header says: its words looked up, then put together as people do ("pt id", "fecha de alta")."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

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
PATIENTS = frozenset(
    [
        "patient",
        "patients",
        "pt",
        "pat",
        "ptnt",
        "subject",
        "participant",
        "client",
        "resident",
        "proband",
        "paciente",
        "pacientes",
        "patientin",
        "patienten",
        "malade",
        "paziente",
        "assistito",
        "doente",
        "utente",
        "hospital",
        "clinic",
        "clinica",
        "hospitalier",
        "krankenhaus",
        "klinik",
    ]
)
"""Words for whom a record is about, and for where it is kept."""
_LONGEST_PHRASE = max(map(len, [*WHAT_OF, *WHOSE_OF]))
_VOCABULARY = frozenset(word for phrase in (*WHAT_OF, *WHOSE_OF) for word in phrase) | LINKS
_CUT_FROM = 2
_SAME = {"cd": "code", "cde": "code", "nbr": "number", "nmbr": "number", "numb": "number"}
_HEADS = frozenset({"flag", "measure", "label", "text", "version"})
_VAGUE = frozenset(["value", "values", "valor", "wert", "valeur", "valore", "code", "text"])
_ONLY_NUMBERS = frozenset(
    [
        "no",
        "nr",
        "num",
        "number",
        "numero",
        "nummer",
        "nbr",
        "numb",
        "code",
        "cd",
        "key",
        "clave",
        "codigo",
        "kode",
        "cle",
        "codice",
        "chave",
    ]
)
_CODES = frozenset(["code", "cd", "codigo", "codice", "chave", "kode", "cle", "schlussel", "clave"])
_PERSONAL_NAMES = frozenset({"first_name", "last_name", "middle_name"})
_PLAIN = {
    "phone": "phone", "fax": "fax", "email": "email", "url": "url", "ip": "ip", "ssn": "ssn",
    "national": "national-id", "passport": "passport", "tax": "taxpayer-id", "card": "credit-card",
    "iban": "iban", "plate": "plate", "username": "unique-code", "mac": "device", "address": "street-address",
    "zip": "zip", "place": "location", "coordinates": "coordinates", "photo": "unique-code",
    "birth": "birth-date", "date": "date", "month": "date", "age": "age", "birth_year": "birth-year",
    "year": "year", "state": "state", "country": "country", "sex": "sex",
}  # fmt: skip
_NUMBERED = {
    "licence": "license", "plan": "health-plan", "account": "account", "device": "device",
    "vehicle": "vehicle", "case_code": "unique-code", "record": "mrn",
}  # fmt: skip
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
    plain = unicodedata.normalize("NFKD", lower.translate(_LETTERS))
    return "".join(c for c in plain if not unicodedata.combining(c))


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
    if len(header) > LONGEST:
        return None
    words = words_of(header)
    if not words or len(words) > _MOST_WORDS:
        return None
    matches = _matches(words)
    if not matches:
        return None
    kind, bare = _resolved(words, matches)
    known = sum(len(match.words) for match in matches) + sum(w in LINKS or w.isdigit() for w in words)
    vague = kind == "vague" and all(word in _ONLY_NUMBERS for m in matches for word in m.words)
    weak = all(match.weak for match in matches) or vague
    score = _WEAK if weak else _SURE if known >= len(words) else _PARTLY
    kind = "unique-code" if kind == "vague" else kind
    return Meaning(kind, score, tuple(" ".join(match.words) for match in matches), bare)


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


def _resolved(words: tuple[str, ...], matches: Sequence[_Match]) -> tuple[str, bool]:
    """Kind of the column, and whether only its subject is named."""
    what = [match for match in matches if match.what]
    whose = {tag for match in matches for tag in match.whose}
    telling = [m for m in what if not (m.words[-1] in _VAGUE and len(what) > 1)] or what
    if not telling:
        return _of_subject(words, matches)
    head = _head(words, telling)
    tags = {match.what for match in telling}
    if head.what == "number" and words[head.at + 1 : head.at + 2] == ("of",):
        return "measure", False
    if head.what in _HEADS:
        return _headed(head, tags, whose)
    is_date_of = head.what == "date" and head is not telling[-1]  # "date of loss"
    if "measure" in tags and "name" not in tags and "person" not in whose and not is_date_of:
        return "measure", False
    if tags & _PERSONAL_NAMES or "name" in tags:
        return _named(tags, whose), False
    if "birth" in tags:
        return _of_birth(head.what, tags), False
    others = tags - {"number"} - ({"state", "country"} if head.what == "number" else set())
    if others:
        return _plain(head.what if head.what != "number" else sorted(others)[0], tags, whose), False
    return _numbered(words, whose), False


def _head(words: Sequence[str], what: Sequence[_Match]) -> _Match:
    """The word that says what the rest is about: the last one, or the first before "of", "de"."""
    first = what[0]
    after = first.at + len(first.words)
    if after < len(words) and words[after] in LINKS and words[after] not in ("and", "y", "et", "e", "und"):
        return first
    return what[-1]


def _headed(head: _Match, tags: set[str], whose: set[str]) -> tuple[str, bool]:
    if head.words[-1] in _VAGUE and "thing" not in whose and whose & {"record", "person", "plan"}:
        return "text", False
    return head.what, False


def _named(tags: set[str], whose: set[str]) -> str:
    for tag in ("place", "address", "state", "country", "zip", "email", "phone", "url", "username"):
        if tag in tags:
            return _PLAIN[tag]
    if tags & _PERSONAL_NAMES and not (tags & {"date"}):
        return "person"
    if "date" in tags:
        return "date"
    if "person" in whose or "account" in whose:
        return "person"
    if "organisation" in whose:
        return "organisation"
    if whose & {"thing", "device", "vehicle"}:
        return "label"
    return "text" if whose else "name"


def _of_birth(head: str, tags: set[str]) -> str:
    for tag, kind in (
        ("place", "location"),
        ("state", "state"),
        ("country", "country"),
        ("sex", "sex"),
        ("year", "birth-year"),
    ):
        if tag in tags:
            return kind
    return "date" if head == "month" else "birth-date"


def _plain(head: str, tags: set[str], whose: set[str]) -> str:
    if head == "address":
        head = next((tag for tag in _CARRIERS if tag in tags), head)
    if head == "month" and "date" not in tags and "thing" in whose:
        return "label"
    return _PLAIN.get(head, "text")


def _numbered(words: Sequence[str], whose: set[str]) -> str:
    """The kind of a number, by whose number it is."""
    if "thing" in whose and _CODES.intersection(words):
        return "code"
    for tag, kind in _NUMBERED.items():
        if tag in whose:
            return kind
    if "thing" in whose:
        return "code"
    if whose & {"person", "organisation"}:
        return "mrn" if PATIENTS.intersection(words) else "unique-code"
    return "vague"


def _of_subject(words: Sequence[str], matches: Sequence[_Match]) -> tuple[str, bool]:
    """Only a subject is named: what its values are is left to them."""
    last = matches[-1]
    if any(word in LINKS for word in words[1:-1]):
        last = matches[0]
    for tag, kind in _NUMBERED.items():
        if tag in last.whose:
            return kind, True
    if "thing" in last.whose:
        return "label", True
    return ("person" if "person" in last.whose else "organisation"), True

"""Institutions that the words at their end show: practices, pharmacies, schools, shops."""

from __future__ import annotations

from collections.abc import Iterator

from engine.language.word_lists.stop_words import STOP_WORDS
from engine.methods.names.medicine.vocabulary import MedicalVocabulary
from engine.methods.names.tagger.features import Tokens
from engine.rules import nothing, rule


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


_HEADS = _words(
    """
    academy associates bakery bank cafe café cardiology casualty center centre church clinic clinics college
    community dental dentistry dermatology diner elementary endoscopy foundation gastroenterology grill health
    healthcare hospice hospital hospitals imaging institute insurance laboratories laboratory labs library
    medicine mutual nephrology neurology oncology ophthalmology orthopaedics orthopedics partners pediatrics
    pharmacy pulmonology radiology realty rehab rehabilitation rheumatology school services
    surgery urology university
    """
)
"""What an institution is, at the end of its name."""
_WRITTEN = frozenset(map(str.title, _HEADS))
_KINDS = _HEADS | _words(
    """
    adult acute adolescent after ambulatory behavioral behavioural cancer cardiac care child
    childrens clinical
    county counseling critical day diagnostic dialysis eap emergency employee extended eye family foot general
    geriatric group hand heart high home housing human infusion inpatient intensive internal
    international local
    long lung maternal medical memorial mental middle music nuclear nursing occupational older our outpatient
    pain palliative pathology patient physical practice preventive primary psychiatric psychiatry public
    regional religious resource skilled sleep social specialty speech spine sports state student surgical
    the therapy transplant trauma urgent veterans visiting vision vital walk women womens wound your
    """
)
"""Words that say of what kind an institution is, and are no name of one."""
_JOINS = frozenset(("&", "-", "'", "’", "s", "."))
_LONGEST = 8


@rule("institution-forms", without=nothing)
def find_institutions(tokens: Tokens, vocabulary: MedicalVocabulary) -> list[tuple[int, int]]:
    """Tokens [first, end) of institutions: capitalised words, one of them a name, before one of `_HEADS`.

    Parameters
    ----------
    tokens : Tokens
    vocabulary : MedicalVocabulary
        Its words name nobody: "Nuclear Imaging" is a department, "Fenway Nuclear Imaging" is somebody's.

    Returns
    -------
    list of (first, end)
        In their order.
    """
    heads = tokens.where(map(_WRITTEN.__contains__, tokens.types))
    return list(_found(heads, tokens, vocabulary))


def _found(heads: list[int], tokens: Tokens, vocabulary: MedicalVocabulary) -> Iterator[tuple[int, int]]:
    for head in heads:
        if _goes_on(tokens, head):
            continue
        first = head
        while first > max(0, head - _LONGEST) and _belongs(tokens, first - 1, head):
            first -= 1
        while first < head and not _begins(tokens, first):
            first += 1
        if any(_is_name(tokens.words[i], vocabulary) for i in range(first, head)):
            yield first, head + 1


def _goes_on(tokens: Tokens, head: int) -> bool:
    """Whether another head follows: the last of them ends the name."""
    return head + 1 < len(tokens) and tokens.lowered[head + 1] in _HEADS and _in_line(tokens, head, head + 1)


def _in_line(tokens: Tokens, one: int, other: int) -> bool:
    return bool(tokens.passages[one] == tokens.passages[other])


def _belongs(tokens: Tokens, token: int, head: int) -> bool:
    """Whether a token may be of a name that ends at `head`: a word in title case, or a sign between."""
    word = tokens.words[token]
    joins = word in _JOINS and (word != "." or tokens.lowered[token - 1] in ("st", "mt", "ft"))
    return _in_line(tokens, token, head) and (joins or (word.istitle() and word.isalpha()))


def _begins(tokens: Tokens, token: int) -> bool:
    return tokens.words[token].istitle() and tokens.lowered[token] not in STOP_WORDS


def _is_name(word: str, vocabulary: MedicalVocabulary) -> bool:
    small = word.lower()
    return len(small) > 2 and word.isalpha() and small not in _KINDS and not vocabulary.holds(word)

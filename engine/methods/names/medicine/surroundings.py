"""What stands before and after words and says that they name somebody, or something of medicine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.methods.names.medicine.vocabulary import MedicalVocabulary
from engine.methods.names.medicine.word_lists import (
    ALL_TITLES,
    BEFORE_PEOPLE,
    CREDENTIALS,
    DISEASES,
    DOSES,
    HEADS,
    INSTITUTIONS,
    PLACE_WORDS,
    RELATIVES,
    RESULTS,
    ROLES,
    SAINTS,
)
from engine.methods.names.tagger.features import Tokens

_JOINS = frozenset(("'", "’", "s", "-", "–"))


class Around(NamedTuple):
    """What surrounds tokens [first, end) within their line."""

    titled: bool
    labelled: bool
    beside_people: bool
    place: bool
    institution: bool
    medical: bool
    disease: bool


def around(tokens: Tokens, first: int, end: int, vocabulary: MedicalVocabulary) -> Around:
    """What the words before and after tokens [first, end) say about them.

    Parameters
    ----------
    tokens : Tokens
    first, end : int
        End exclusive.
    vocabulary : MedicalVocabulary

    Returns
    -------
    Around
        ``titled``: a title before or a degree after; ``labelled``: a relative, a role or a label of a
        form before; ``beside_people``: a word before that people often follow ("by"); ``place`` and
        ``institution`` likewise; ``medical``: what follows makes it a disease, sign, test, device or drug
        ("palsy", "negative", "40 mg"); ``disease``: its next word is medicine in any text.
    """
    before, after = _before(tokens, first), _after(tokens, end)
    rest = [word for word in after if word not in _JOINS]
    near = [word for word in before[-2:] if word.isalpha()]
    last = near[-1:]
    titled = bool(ALL_TITLES.intersection(last)) or bool(CREDENTIALS.intersection(after[:2]))
    return Around(
        titled=titled,
        labelled=bool((RELATIVES | ROLES).intersection(near)),
        beside_people=bool(BEFORE_PEOPLE.intersection(near)),
        place=bool(PLACE_WORDS.intersection(last)),
        institution=bool(
            SAINTS.intersection(last) or any(map(names_institution, [*after[:3], *tokens.lowered[first:end]]))
        ),
        medical=_is_medical(rest, vocabulary),
        disease=bool(DISEASES.intersection(rest[:1])),
    )


def names_institution(word: str) -> bool:
    """Whether a word in small letters is of the name of a hospital, a practice, a school."""
    return word in INSTITUTIONS


def _is_medical(rest: Sequence[str], vocabulary: MedicalVocabulary) -> bool:
    """Whether what follows a word, marks of possession left out, is said of medicine."""
    if not rest or rest[0].isdigit():
        return bool(rest)
    telling = vocabulary.is_telling(rest[0]) or rest[0] in HEADS | RESULTS | DOSES
    return telling or (len(rest) > 1 and rest[0] in (":", ",", "/") and rest[1] in RESULTS)


def _before(tokens: Tokens, first: int) -> list[str]:
    """Up to four words and signs before a token in its line, stops and commas left out."""
    found: list[str] = []
    for i in range(first - 1, max(-1, first - 6), -1):
        if tokens.passages[i] != tokens.passages[first]:
            break
        if tokens.words[i] not in ".,(":
            found.insert(0, tokens.lowered[i])
    return found


def _after(tokens: Tokens, end: int) -> list[str]:
    """Up to five words and signs after a token in its line; a comma before a degree is left out."""
    rest = range(end, min(len(tokens), end + 6))
    found = [tokens.lowered[i] for i in rest if tokens.passages[i] == tokens.passages[end - 1]]
    return found[1:] if found[:1] == [","] and CREDENTIALS.intersection(found[1:2]) else found

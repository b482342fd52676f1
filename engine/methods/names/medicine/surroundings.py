"""What stands before and after words and says that they name somebody, or something of medicine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.methods.names.medicine.vocabulary import MedicalVocabulary
from engine.methods.names.medicine.word_lists import (
    ACTS,
    ALL_TITLES,
    ALSO_WORDS,
    BEFORE_PEOPLE,
    CREDENTIALS,
    DISEASES,
    DOSES,
    FIRMS,
    HEADS,
    INSTITUTIONS,
    MEETINGS,
    MODALS,
    PLACE_WORDS,
    RELATIVES,
    RESIDENCE,
    RESULTS,
    ROLES,
    SAINTS,
)
from engine.methods.names.tagger.features import Tokens

_STAGES = frozenset(("ii", "iia", "iib", "iii", "iiia", "iiib", "iv"))
"""Roman numbers of stages and classes, behind whom they are called after ("Hinchey II")."""
_JOINS = frozenset(("'", "’", "s", "-", "–"))
_SAID_OF_MEDICINE = HEADS | RESULTS | DOSES


class Around(NamedTuple):
    """What surrounds tokens [first, end) within their line."""

    whole: bool
    labelled: bool
    beside_people: bool
    place: bool
    institution: bool
    medical: bool
    disease: bool
    acts: bool
    related: bool


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
        ``whole``: a title before, a degree or the form of a firm after, or "moved to" before: all of it is
        a name; ``labelled``: a relative, a role or a label of a form before; ``beside_people``: a word before
        that people often follow ("by"), or after it what people do ("came"); ``place`` and ``institution``
        likewise; ``medical``: what follows makes it a disease, sign, test, device or drug
        ("palsy", "negative", "40 mg"); ``disease``: its next word is medicine in any text;
        ``acts``: what people do after it, or "spoke", "seen" or the like before it;
        ``related``: a relative right before it.
    """
    before, after = _before(tokens, first), _after(tokens, end)
    rest = [word for word in after if word not in _JOINS]
    near = [] if is_joined(tokens, first) else [word for word in before[-2:] if word.isalpha()]
    last = near[-1:]
    named = _is_titled(tokens, first, end, near) or _is_residence(before)
    return Around(
        whole=named or _has_degree(tokens, end, after) or bool(FIRMS.intersection(after[:1])),
        labelled=bool(
            ROLES.intersection(near) or (RELATIVES.intersection(near) and not _is_after_stop(tokens, first))
        ),
        beside_people=bool(BEFORE_PEOPLE.intersection(near)) or _acts(rest),
        place=bool(PLACE_WORDS.intersection(last)),
        institution=bool(
            SAINTS.intersection(last) or any(map(names_institution, [*after[:3], *tokens.lowered[first:end]]))
        ),
        medical=_is_medical(rest, vocabulary),
        disease=bool(DISEASES.intersection(rest[:1])),
        related=bool(RELATIVES.intersection(last)) and tokens.words[first - 1].isalpha(),
        acts=_acts(rest) or bool(MEETINGS.intersection(near)),
    )


def is_joined(tokens: Tokens, first: int) -> bool:
    """Whether a hyphen joins a token to the word before it ("Child-Pugh")."""
    if first < 2 or tokens.words[first - 1] not in "-–":
        return False
    return bool(
        tokens.ends[first - 2] == tokens.starts[first - 1] and tokens.ends[first - 1] == tokens.starts[first]
    )


def names_institution(word: str) -> bool:
    """Whether a word in small letters is of the name of a hospital, a practice, a school, a firm."""
    return word in INSTITUTIONS or word in FIRMS


def _has_degree(tokens: Tokens, end: int, after: Sequence[str]) -> bool:
    """Whether a degree follows; one that is also a word needs its capitals, or its comma ("left to pt")."""
    found = CREDENTIALS.intersection(after[:2])
    if not found or found - ALSO_WORDS or tokens.words[end : end + 1] == [","]:
        return bool(found)
    return any(word.isupper() for word in tokens.words[end : end + 2] if word.lower() in found)


def _is_after_stop(tokens: Tokens, first: int) -> bool:
    """Whether a sentence ended right before a token: it held no label ("with her son. Cat fed")."""
    return first > 0 and tokens.words[first - 1] == "."


def _is_titled(tokens: Tokens, first: int, end: int, near: Sequence[str]) -> bool:
    """Whether a title stands before a name, at its beginning, or before a capitalised word before it."""
    if ALL_TITLES.intersection(near[-1:]) or (end - first > 1 and tokens.lowered[first] in ALL_TITLES):
        return True
    return bool(ALL_TITLES.intersection(near[:1])) and tokens.words[first - 1][:1].isupper()


def _is_residence(before: Sequence[str]) -> bool:
    """Whether the words before a place say that somebody lives there, or moved there."""
    return before[-1:] in (["in"], ["to"], ["from"], ["near"]) and bool(RESIDENCE.intersection(before[-2:-1]))


def _acts(rest: Sequence[str]) -> bool:
    """Whether what follows a word is what people do: "came", "will call", ", who"."""
    words = [word for word in rest[:3] if word != ","]
    return bool(ACTS.intersection(words[:1])) or (
        bool(MODALS.intersection(words[:1])) and words[1:2] != ["be"]
    )


def _is_medical(rest: Sequence[str], vocabulary: MedicalVocabulary) -> bool:
    """Whether what follows a word, marks of possession left out, is said of medicine."""
    if not rest or rest[0].isdigit() or rest[0] in _STAGES:
        return bool(rest)
    if rest[0] in ("x", "×") and "".join(rest[1:2]).isdigit():
        return True
    if rest[0] == "in":
        return rest[1:2] in (["place"], ["position"], ["situ"])
    telling = vocabulary.is_telling(rest[0]) or rest[0] in _SAID_OF_MEDICINE
    return telling or (len(rest) > 1 and rest[0] in (":", ",", "/") and rest[1] in RESULTS)


def _before(tokens: Tokens, first: int) -> list[str]:
    """Up to four words and signs before a token in its line, stops and commas left out."""
    start = max(0, first - 5)
    *passages, own = tokens.passages[start : first + 1].tolist()
    in_line = range(start + len(passages) - passages.count(own), first)
    return [tokens.lowered[i] for i in in_line if tokens.words[i] not in ".,("]


def _after(tokens: Tokens, end: int) -> list[str]:
    """Up to five words and signs after a token in its line; a comma before a degree is left out."""
    own, *passages = tokens.passages[end - 1 : end + 6].tolist()
    found = tokens.lowered[end : end + passages.count(own)]
    return found[1:] if found[:1] == [","] and CREDENTIALS.intersection(found[1:2]) else found

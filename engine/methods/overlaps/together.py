"""Two releases of one text put together: where one shows words that the other hides."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from engine.methods.overlaps.reading import KeyedWords
from engine.methods.overlaps.register import Entry, Register
from engine.methods.overlaps.sketch import probe

_PIECE = re.compile(r"\[[A-Z][^\[\]]{0,60}\]|_{3,}|\u25a0+|[^\W_]+")

_KIND = re.compile(r"\[[A-Z]+|_|\u25a0")


class Told(NamedTuple):
    """What two releases of one text tell together, in numbers.

    Parameters
    ----------
    one, other : int
        The documents, by their places in the two bundles, from 0.
    shown_there : int
        Words that the other shows where this one has the mark of a removed value.
    shown_here : int
        The same, the other way round.
    differing : int
        Places at which both show words, and not the same.
    """

    one: int
    other: int
    shown_there: int
    shown_here: int
    differing: int


def told_together(words: KeyedWords, ones: Sequence[str], others: Sequence[str]) -> Iterator[Told]:
    """Every pair of documents of two bundles that are versions or parts of one text.

    Parameters
    ----------
    words : KeyedWords
        Under a key that nobody keeps.
    ones, others : sequence of str
        Texts of the released documents of each bundle.
    """
    sketches = [probe(words.read(text)) for text in others]
    places = {id(sketch): place for place, sketch in enumerate(sketches)}
    register = Register(words, [Entry("", "", "", "", sketches)])
    for one, text in enumerate(ones):
        for overlap in register.overlaps(probe(words.read(text))):
            other = places[id(overlap.sketch)]
            yield Told(one, other, *compared(text, others[other]))


def compared(one: str, other: str) -> tuple[int, int, int]:
    """Words that the other shows where the one hides, the reverse, and places where both differ.

    Examples
    --------
    >>> compared("Anna wrote on [DATE] from Rome.", "[PERSON] wrote on 3 May from Paris.")
    (2, 1, 1)
    """
    here, there = _PIECE.findall(one), _PIECE.findall(other)
    shown_there = shown_here = differing = 0
    matcher = SequenceMatcher(None, _folded(here), _folded(there), autojunk=False)
    for _, a, b, c, d in (code for code in matcher.get_opcodes() if code[0] != "equal"):
        mine, theirs = here[a:b], there[c:d]
        shown_there += _shown(theirs, mine)
        shown_here += _shown(mine, theirs)
        differing += bool(mine and theirs and not any(map(_is_mark, [*mine, *theirs])))
    return shown_there, shown_here, differing


def _folded(pieces: Sequence[str]) -> list[str]:
    """Words without case; a mark equals one of the same kind, whatever code it holds."""
    return [found[0] if (found := _KIND.match(piece)) else piece.casefold() for piece in pieces]


def _shown(words: Sequence[str], hiding: Sequence[str]) -> int:
    """Words of one side where the other has a mark and does not show them."""
    if not any(map(_is_mark, hiding)):
        return 0
    known = {word.casefold() for word in hiding}
    return sum(not _is_mark(word) and word.casefold() not in known for word in words)


def _is_mark(piece: str) -> bool:
    return _KIND.match(piece) is not None

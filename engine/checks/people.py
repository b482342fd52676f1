"""Which words of a text stand as names of people: the second reader's own reading, piece by piece.

Shares no code and no list with the method's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.checks.reading import words_in

_TITLES_AND_GREETINGS = """
mr mrs ms miss mx messrs dr prof professor doctor nurse midwife sister judge officer sgt rev revd cllr
councillor sir madame mme monsieur herr frau señor señora signor signora dear hi hello hey thanks you
"""
_LABELS_OF_ONE = """
from to cc signed author attendees attendance present apologies chair clerk secretary treasurer caller witness
teacher contact attention attn surname patient client customer member tenant employee applicant pupil
student resident
"""
_CLOSING_WORDS = "regards sincerely faithfully wishes thanks cheers truly"
_JOINING_WORDS = "and & von van der den de del della di da du bin ibn al el"
_BEFORE_A_NAME = frozenset(_TITLES_AND_GREETINGS.split())
_LABELS = frozenset(_LABELS_OF_ONE.split())
_LABELS_OF_TWO = frozenset(("full name", "first name", "signed by", "prepared by", "completed by"))
_CLOSINGS = frozenset(_CLOSING_WORDS.split())
_JOINING = frozenset(_JOINING_WORDS.split())
_ENDS = ",;:!?"
_MOST = 6


def people_in(text: str) -> frozenset[str]:
    """Words, in small letters, that stand as names of people somewhere in a text.

    Behind a title or greeting, behind a label at the beginning of a line, on the line below a closing.
    """
    found: set[str] = set()
    below = False
    for line in text.split("\n"):
        pieces = line.split()
        for first, is_list in _beginnings(pieces, below):
            for piece in _capitals(pieces[first:], is_list):
                found.update(filter(None, words_in(piece)))
        below = (bool(pieces) and pieces[-1].rstrip(_ENDS).lower() in _CLOSINGS) or (below and not pieces)
    return frozenset(found)


def _beginnings(pieces: Sequence[str], below_closing: bool) -> Iterator[tuple[int, bool]]:
    """Where names may begin, and whether several may stand there."""
    if below_closing and pieces:
        yield 0, False
    for number, piece in enumerate(pieces):
        if piece.strip(".,").lower().lstrip("(\"'“") in _BEFORE_A_NAME:
            yield number + 1, False
    head = " ".join(pieces[:3]).lower()
    label, colon, _ = head.partition(":")
    label = label.strip()
    if colon and (label in _LABELS or label.removesuffix(" name") in _LABELS or label in _LABELS_OF_TWO):
        yield next(number for number, piece in enumerate(pieces) if ":" in piece) + 1, True


def _capitals(pieces: Sequence[str], is_list: bool) -> Iterator[str]:
    """Capitalised pieces at the beginning, over "and", particles and, in a list, commas."""
    taken = 0
    for piece in pieces:
        plain = piece.lstrip("(\"'“")
        if plain.strip(".,") in _JOINING:
            continue
        if not plain[:1].isupper() or taken == (len(pieces) if is_list else _MOST):
            return
        taken += 1
        yield piece
        if not is_list and piece[-1] in _ENDS:
            return

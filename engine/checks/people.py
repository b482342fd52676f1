"""Which words of a text stand as names of people, firms, streets: the second reader's own reading.

Shares no code and no list with the method's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

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
_FIRMS_AND_PLACES = """
ltd limited llp plc inc llc gmbh company council hospital surgery practice school academy college
university church parish street road lane row avenue close court terrace drive crescent square gardens way
yard wharf mews hall manor farm station antiques bakery brewery engineering logistics joinery nurseries
"""
_OPENS_LETTER = frozenset(("dear", "hi", "hello", "hey", "thanks", "thank"))
_BEHIND_A_NAME = frozenset(_FIRMS_AND_PLACES.split())
_BEFORE_A_NAME = frozenset(_TITLES_AND_GREETINGS.split())
_LABELS = frozenset(_LABELS_OF_ONE.split())
_LABELS_OF_TWO = frozenset(("full name", "first name", "signed by", "prepared by", "completed by"))
_CLOSINGS = frozenset(_CLOSING_WORDS.split())
_JOINING = frozenset(_JOINING_WORDS.split())
_ENDS = ",;:!?"
_MOST = 6
_LONGEST_NAME = 4
_LONGEST_CLOSING = 3
_LAST_LINES = 12


def people_in(text: str) -> frozenset[str]:
    """Words, in small letters, that stand as names of people, firms or streets somewhere in a text.

    Behind a title or greeting, behind a label at the beginning of a line, on the line below a closing, as the
    name below a letter, before what firms and streets are called.
    """
    found: set[str] = set()
    below = False
    for line in text.split("\n"):
        pieces = line.split()
        for first, is_list in _beginnings(pieces, below):
            for piece in _capitals(pieces[first:], is_list):
                found.update(filter(None, words_in(piece)))
        below = (bool(pieces) and pieces[-1].rstrip(_ENDS).lower() in _CLOSINGS) or (below and not pieces)
    for piece in chain(_before_places(text.split()), _below_letter(text)):
        found.update(filter(None, words_in(piece)))
    return frozenset(found)


def _before_places(pieces: Sequence[str]) -> Iterator[str]:
    """The capitalised pieces before a firm's "Ltd" or a "Street"."""
    for number, piece in enumerate(pieces):
        word = (words_in(piece) or [""])[0]
        if word in _BEHIND_A_NAME and (piece[:1].isupper() or word == "plc"):
            for before in reversed(pieces[max(0, number - _MOST) : number]):
                if before not in _JOINING and not before.lstrip("(\"'“")[:1].isupper() and before != "of":
                    break
                yield before


def _below_letter(text: str) -> Iterator[str]:
    """Pieces of a line with two to four capitalised ones, among the last lines of a letter."""
    lines = text.split("\n")
    if not any(line.split()[:1] and line.split()[0].strip(",").lower() in _OPENS_LETTER for line in lines):
        return
    above = ""
    for line in text.rstrip().split("\n")[-_LAST_LINES:]:
        pieces = line.partition(",")[0].split()
        closed = above.endswith(",") and len(above.split()) <= _LONGEST_CLOSING
        if (1 - closed) < len(pieces) <= _LONGEST_NAME and pieces[0][:1].isupper():
            yield from pieces
        above = line.strip() or above


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

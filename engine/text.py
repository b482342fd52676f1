"""Documents, spans and decisions: the types that carry text, and hide it when printed."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

Stage = Literal["identifiers", "concepts", "attributes", "hide_class", "tables", "format", "earlier", "style"]
Action = Literal["replace", "generalize", "redact", "drop"]

PART_BREAK = "\n\n"
"""Separates the parts of a document in its text, so no context spans two parts."""
PLACEHOLDER = "[REDACTED]"
"""Stands in the place of a term that is removed; no term is ever looked for in it."""

BLOT = "\u25a0"
"""Stands for every character that an earlier stage removes, in the text that the next one reads."""

_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that turn the direction of writing: what is shown is not what stands there."""
_LINES = frozenset("\n\r\t")
_BECOMES_TWO = "\u0130"
"""Turkish capital I with a dot, the only character of Unicode that is two in small letters."""


def unseen_in(words: str, *, lines: bool = False) -> str:
    """What in a title or name would not be seen as it stands; empty for nothing.

    Parameters
    ----------
    words : str
    lines : bool
        Whether there may be several lines, and tabs.

    Examples
    --------
    >>> unseen_in("Letters of May"), unseen_in("Letters" + chr(0x202E) + "yaM")
    ('', 'U+202E at character 8')
    """
    for place, one in enumerate(words, 1):
        kind = unicodedata.category(one)
        if one in _TURNING or (kind in ("Cc", "Cs", "Zl", "Zp") and not (lines and one in _LINES)):
            return f"U+{ord(one):04X} at character {place}"
    shown = any(unicodedata.category(one)[0] in "LNPS" for one in words)
    return "" if shown or not words.strip() else "nothing that can be seen"


def lowered(text: str) -> str:
    """`text` in small letters, of the same length: the one letter that would become two stays as it is.

    Examples
    --------
    >>> lowered("MR KELLER, \u0130ZMIR")
    'mr keller, \u0130zmir'
    """
    return _BECOMES_TWO.join(map(str.lower, text.split(_BECOMES_TWO)))


def column_name(name: str) -> str:
    """The name of a column as it is compared: case, blanks, hyphens and underscores do not count."""
    return re.sub(r"[\s_-]+", " ", name).strip().casefold()


class SensitiveText:
    """Text of a document: printed, logged or raised, it shows only its length.

    Parameters
    ----------
    value : str
        The text itself; `reveal` gives it back.
    """

    __slots__ = ("_value",)

    def __init__(self, value: str) -> None:
        self._value = value

    def reveal(self) -> str:
        """The text itself. Call it only where text is processed, never to show it."""
        return self._value

    def __len__(self) -> int:
        return len(self._value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SensitiveText) and other._value == self._value

    def __hash__(self) -> int:
        return hash(self._value)

    def __repr__(self) -> str:
        return f"SensitiveText({len(self._value)} characters)"

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        return repr(self)


class RawText(str):
    """Text in a file that no reader is shown, such as markup that lays out or the tables of a font.

    Second readers tell of it so that it is searched for removed values; it says nothing that could be judged.
    """

    __slots__ = ()


Term = Literal["", "free", "public"]
"""Whether a value stands for a concept, and whether a public list shows it for the code beside it."""


class CellPlace(NamedTuple):
    """Where a cell stands: which table of the document, which row, which column, each from 0.

    Values of JSON under one path are a column named by it (`by_path`); their rows count the values.
    A merged cell reaches over `span` columns. Tables of documents (`of_text`) may only lay out a page.
    What stands for a concept is a `term`: ``"public"`` beside its code of a public list, else ``"free"``.
    """

    table: int
    row: int
    column: int
    by_path: bool = False
    span: int = 1
    of_text: bool = False
    term: Term = ""


@dataclass(frozen=True, slots=True)
class Part:
    """A contiguous piece of a document's text that one place of the file holds.

    Parameters
    ----------
    kind : str
        What it is: ``"body"``, ``"cell"``, ``"attribute"``, ``"comment"``, ``"header"``...
    start, end : int
        Offsets into the document's text, in code points, end exclusive.
    name : str
        Schema name where the format has one (a column, a header field); never content.
    cell : CellPlace or None
        Its place in a table; None outside tables. A cell of several paragraphs is several parts.
    """

    kind: str
    start: int
    end: int
    name: str = ""
    cell: CellPlace | None = None


class PictureFacts(NamedTuple):
    """What text recognition read in the pictures of a document.

    Parameters
    ----------
    read : int
        Pictures.
    words : int
        Words found in them.
    unsure : int
        Words that were not read with certainty: they are covered, and stand in the text as blots.
    emptied : int
        Pictures of which too little could be read: they are blank.
    codes, faces, signatures, stamps : int
        Codes, faces, signatures and stamps that were covered.
    covered_letters : int
        Letters on pages that somebody had covered before, and that are gone.
    """

    read: int = 0
    words: int = 0
    unsure: int = 0
    emptied: int = 0
    codes: int = 0
    faces: int = 0
    signatures: int = 0
    stamps: int = 0
    covered_letters: int = 0

    def plus(self, other: PictureFacts) -> PictureFacts:
        """The facts of both."""
        return PictureFacts(*(mine + yours for mine, yours in zip(self, other, strict=True)))


NO_PICTURES = PictureFacts()


@dataclass(frozen=True, slots=True)
class Document:
    """A document as the methods see it: an opaque id and its text.

    `parts` cover the text in order, `PART_BREAK` between them. `pictures` says what of it was read in
    pictures. `public_codes` stand in the file beside the public lists that they are of, and stay.
    """

    id: str
    text: SensitiveText
    parts: Sequence[Part] = ()
    pictures: PictureFacts = NO_PICTURES
    public_codes: frozenset[str] = field(default=frozenset(), repr=False)


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A finding: offsets in code points, category, and how sure the finder is.

    Parameters
    ----------
    start, end : int
        Offsets into the document's text, end exclusive.
    category : str
        The recogniser's category (``"ssn"``, ``"phone"``, ``"person"``...).
    score : float
        Confidence in [0, 1]; 1.0 for a value whose checksum holds.
    why : mapping
        Evidence in numbers and names (pattern id, context word found...), never the text.
    """

    start: int
    end: int
    category: str
    score: float = 1.0
    why: Mapping[str, object] = field(default_factory=dict, compare=False)


@dataclass(frozen=True, slots=True)
class Decision:
    """One change of a document.

    Parameters
    ----------
    start, end : int
        Offsets into the document's original text, in code points, end exclusive.
    stage, category, action
        Which stage decided, for which category or concept, and what it did.
    replacement : str
        What stands there afterwards. Safe to show only in ``inspect`` and ``private/``.
    clause : str
        Id of the policy's clause (``"identifiers[0]"``, ``"concepts[2]"``).
    why : mapping
        Reasons in numbers: bits, probabilities, counts, pattern ids; JSON values only.
    """

    start: int
    end: int
    stage: Stage
    category: str
    action: Action
    replacement: str
    clause: str
    why: Mapping[str, object] = field(default_factory=dict)


def is_inside(start: int, end: int, places: Sequence[tuple[int, int]]) -> bool:
    """Whether all between `start` and `end` stands inside one of `places`, which are sorted and disjoint."""
    at = bisect_right(places, start, key=lambda place: place[0]) - 1
    return at >= 0 and end <= places[at][1]


class Applied(NamedTuple):
    """A text with decisions carried out, and where each replacement begins and ends in it."""

    text: str
    places: Sequence[tuple[int, int]]


def applied(text: str, decisions: Iterable[Decision]) -> Applied:
    """`text` with disjoint decisions carried out.

    Examples
    --------
    >>> change = Decision(4, 10, "identifiers", "person", "replace", "[PERSON]", "names")
    >>> applied("Mrs Keller was seen.", [change])
    Applied(text='Mrs [PERSON] was seen.', places=[(4, 12)])
    """
    pieces: list[str] = []
    places: list[tuple[int, int]] = []
    at = length = 0
    for decision in sorted(decisions, key=lambda one: one.start):
        pieces += [text[at : decision.start], decision.replacement]
        begin = length + decision.start - at
        length = begin + len(decision.replacement)
        places.append((begin, length))
        at = decision.end
    return Applied("".join([*pieces, text[at:]]), places)


def carried_out(text: str, decisions: Iterable[Decision]) -> str:
    """The text of `applied` alone."""
    return applied(text, decisions).text


def without_style(decisions: Iterable[Decision]) -> list[Decision]:
    """Decisions that hide something: a plainer word for another hides nothing that must stay hidden."""
    return [decision for decision in decisions if decision.stage != "style"]

"""What is kept of a released document to know its text again: keyed numbers, no text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace

import numpy as np

from engine.methods.overlaps.reading import KeyedWords, Mask, Numbers, Reading, digest_of, no_numbers
from engine.methods.overlaps.rows import RowNumbers
from engine.methods.overlaps.spellings import spellings
from engine.text import PART_BREAK

FULL_SHINGLES = 512
"""Shingles up to which all are kept; of longer texts every second, fourth... sixteenth part."""
MAX_SCALE = 16
_SHORT = 3
"""A word below this length is hidden only where it stood beside the same neighbour."""


@dataclass(frozen=True, eq=False)
class Sketch:
    """A document as a release knows it again.

    Parameters
    ----------
    whole : array, shape (1,)
        Of all words in order: equal for equal texts. Of a table, of the released file.
    shingles : array
        A fraction of the numbers of all runs of four words (keyed MinHash).
    scale : array, shape (1,)
        One in how many of them is kept.
    paragraphs : array
        Of each paragraph of twelve words or more; of a table, of its lines.
    shown : array
        Words of the released text.
    hidden : array
        Words of the original that the released text does not show anywhere.
    contexts : array
        Hidden words with a neighbour, where the released text does not show the two so.
    stems, spelt : array
        Of all words of the released text, labels too; see `engine.methods.overlaps.spellings`.
    promise : array, shape (0,) or (3,)
        Where its class was hidden: among how many, the number of the class, and the number of the labelled
        document that it is (0: none).
    links : array
        Of a text, pairs of near words and codes of the original, by which it names people; of a table, what
        names the people of its rows.
    link_rows, values, cells, level : array
        Of a table; see `engine.methods.overlaps.rows.RowNumbers`.
    made : array
        Of a text, what the release changed; see `engine.methods.overlaps.carried_out.changes_made`.
    """

    whole: Numbers = field(default_factory=no_numbers)
    shingles: Numbers = field(default_factory=no_numbers)
    scale: Numbers = field(default_factory=no_numbers)
    paragraphs: Numbers = field(default_factory=no_numbers)
    shown: Numbers = field(default_factory=no_numbers)
    hidden: Numbers = field(default_factory=no_numbers)
    contexts: Numbers = field(default_factory=no_numbers)
    stems: Numbers = field(default_factory=no_numbers)
    spelt: Numbers = field(default_factory=no_numbers)
    promise: Numbers = field(default_factory=no_numbers)
    links: Numbers = field(default_factory=no_numbers)
    link_rows: Numbers = field(default_factory=no_numbers)
    values: Numbers = field(default_factory=no_numbers)
    cells: Numbers = field(default_factory=no_numbers)
    level: Numbers = field(default_factory=no_numbers)
    made: Numbers = field(default_factory=no_numbers)
    is_table: bool = False

    def __repr__(self) -> str:
        return f"Sketch({len(self.shingles)} shingles)"

    def rows(self) -> RowNumbers:
        """What is known of a table's rows."""
        return RowNumbers(self.links, self.link_rows, self.values, self.cells, self.level)

    def to_bytes(self) -> bytes:
        """The sketch as it waits for the end of its release."""
        arrays = [getattr(self, name) for name in ARRAYS]
        head = np.array([self.is_table, *map(len, arrays)], _NUMBER)
        return b"".join(array.astype(_NUMBER, copy=False).tobytes() for array in (head, *arrays))

    @classmethod
    def from_bytes(cls, content: bytes) -> Sketch:
        """Inverse of `to_bytes`."""
        numbers = np.frombuffer(content, _NUMBER).astype(np.uint64, copy=False)
        n = next((n for n in (len(ARRAYS), *_ARRAYS_BEFORE) if _is_whole(numbers, n)), len(ARRAYS))
        is_table, *lengths = numbers[: n + 1].tolist()
        arrays = np.split(numbers[n + 1 :], np.cumsum(lengths)[:-1])
        return cls(**dict(zip(ARRAYS[:n], arrays, strict=True)), is_table=bool(is_table))


ARRAYS = tuple(each.name for each in fields(Sketch) if each.name != "is_table")
"""The names of a sketch's arrays."""
_NUMBER = "<u8"
_ARRAYS_BEFORE = (15, 10)
"""Of sketches of before changes were known, and of before rows of tables were."""


def _is_whole(numbers: Numbers, n_arrays: int) -> bool:
    """Whether the bytes of a sketch hold so many arrays, and nothing else."""
    return len(numbers) == n_arrays + 1 + int(numbers[1 : n_arrays + 1].sum())


def sketch_of(
    words: KeyedWords,
    original: Reading,
    gone: Sequence[tuple[int, int]],
    released: Sequence[str],
    promise: Sequence[int] = (),
    probed: Sketch | None = None,
    links: Numbers | None = None,
) -> Sketch:
    """The sketch of a document.

    Parameters
    ----------
    words : KeyedWords
    original : Reading
    gone : sequence of (int, int)
        Offsets of what was removed or replaced in the original, sorted and disjoint.
    released : sequence of str
        The texts of the released file.
    promise : sequence of int
        See `Sketch`.
    probed : Sketch or None
        `probe` of the original, where it was asked before.
    links : array of uint64 or None
        `engine.methods.overlaps.rows.text_links` of the original.
    """
    text = PART_BREAK.join(released)
    read = words.read(text)
    covered = is_covered(original, gone)
    lengths = np.fromiter(map(len, original.keys), np.int64)
    long = covered & (lengths >= _SHORT)
    everything = np.ones(len(read.numbers), np.bool_)
    found = probed or probe(original)
    shingles, scale = _fraction(found.shingles)
    shown = read.words()
    stems, spelt = spellings(words, text)
    return replace(
        found,
        shingles=shingles,
        scale=_one(scale),
        shown=shown,
        hidden=_without(np.unique(original.numbers[long]), shown),
        contexts=_without(original.neighbours(covered), read.neighbours(everything)),
        stems=stems,
        spelt=spelt,
        promise=np.array(promise, np.uint64),
        links=no_numbers() if links is None else links,
    )


def probe(original: Reading) -> Sketch:
    """What an original text is looked up by: nothing left out, nothing known of its release."""
    paragraphs = np.unique(original.paragraphs())
    return Sketch(
        whole=_one(digest_of(original.numbers)),
        shingles=original.shingles(),
        scale=_one(1),
        paragraphs=paragraphs[paragraphs != 0],
    )


def sketch_of_table(
    words: KeyedWords, lines: Sequence[bytes], released: str, rows: RowNumbers | None = None
) -> Sketch:
    """The sketch of a table that is released as a whole.

    Parameters
    ----------
    words : KeyedWords
    lines : sequence of bytes
        Of the original file.
    released : str
        SHA-256 of the released file.
    rows : RowNumbers or None
        What it hides of each row.
    """
    known = vars(rows) if rows is not None else {}
    numbers = np.unique(np.fromiter(map(words.of_bytes, lines), np.uint64))
    kept, scale = _fraction(numbers)
    whole = _one(words.of_bytes(released.encode()))
    return Sketch(whole=whole, shingles=kept, scale=_one(scale), is_table=True, **known)


def is_covered(reading: Reading, spans: Sequence[tuple[int, int]]) -> Mask:
    """Which words of a text the spans (sorted, disjoint) touch."""
    found = np.zeros(len(reading.keys), np.bool_)
    first = np.searchsorted(reading.ends, [start for start, _ in spans], "right")
    after = np.searchsorted(reading.starts, [end for _, end in spans], "left")
    for a, b in zip(first.tolist(), after.tolist(), strict=True):
        found[a:b] = True
    return found


def _fraction(numbers: Numbers) -> tuple[Numbers, int]:
    """The smallest of the numbers (those below one `scale`-th of their range), and the scale."""
    scale = 1
    while len(numbers) > FULL_SHINGLES * scale and scale < MAX_SCALE:
        scale *= 2
    return numbers[numbers <= np.uint64((1 << 64) // scale - 1)], scale


def _without(distinct: Numbers, others: Numbers) -> Numbers:
    """Numbers that are not among the others; each set holds a number once."""
    return np.setdiff1d(distinct, others, assume_unique=True)


def _one(number: int) -> Numbers:
    return np.array([number], np.uint64)

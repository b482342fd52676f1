"""The documents of earlier releases, looked through for what overlaps a new one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.methods.overlaps.reading import KeyedWords, Numbers, no_numbers
from engine.methods.overlaps.rows import RowIndex, RowsTold
from engine.methods.overlaps.sketch import Sketch

LEAST_SHARE = 0.2
"""Share of the shorter text that two documents must have in common to be called overlapping."""
LEAST_SHINGLES = 5
MOST_ALIKE = 3
"""A run of words, or a paragraph, in more documents of one release than this is a common form and says
nothing about where a text comes from."""


@dataclass(frozen=True)
class Entry:
    """An earlier release.

    Parameters
    ----------
    release, run : str
        Its number, and which of its makings.
    created : str
    policy : str
    documents : sequence of Sketch
    matter : str
        By which releases of one matter, whose pseudonyms are the same, are known; empty for others.
    """

    release: str
    run: str
    created: str
    policy: str
    documents: Sequence[Sketch]
    matter: str = ""


@dataclass(frozen=True)
class Overlap:
    """An earlier document that shares text with a new one.

    Parameters
    ----------
    entry : Entry
    sketch : Sketch
    same : bool
        Their texts are equal.
    whole : bool
        They are versions or parts of one text; otherwise they share single paragraphs, which may be
        a common form.
    """

    entry: Entry
    sketch: Sketch
    same: bool
    whole: bool


class Register:
    """Earlier releases with an index of their shingles and paragraphs.

    Parameters
    ----------
    words : KeyedWords
        The key that all their sketches were made with.
    entries : sequence of Entry
    forgotten : int
        Releases of which nothing can be known any more.
    """

    def __init__(self, words: KeyedWords, entries: Sequence[Entry] = (), forgotten: int = 0) -> None:
        self.words, self.entries, self.forgotten = words, tuple(entries), forgotten
        self._documents = [(entry, sketch) for entry in self.entries for sketch in entry.documents]
        sketches = [sketch for _, sketch in self._documents]
        self._common = _common(self.entries)
        self._shingles = _Index([self._own(sketch.shingles) for sketch in sketches])
        self._paragraphs = _Index([self._own(sketch.paragraphs) for sketch in sketches])
        self._texts = _Index([sketch.whole for sketch in sketches])
        self._tables = [
            (entry, RowIndex(sketch.rows())) for entry, sketch in self._documents if len(sketch.values)
        ]

    def __repr__(self) -> str:
        return f"Register({len(self.entries)} releases, {len(self._documents)} documents)"

    def overlaps(self, sketch: Sketch) -> list[Overlap]:
        """Earlier documents that overlap a new one, texts with texts and tables with tables.

        Two tables are the same when their released files are.
        """
        if not self._documents or not len(sketch.shingles):
            return []
        own = self._own(sketch.shingles)
        shared, same = self._shingles.shared(own), self._texts.shared(sketch.whole)
        beside = self._paragraphs.shared(self._own(sketch.paragraphs))
        found = []
        for at in np.flatnonzero(shared + beside + same).tolist():
            entry, earlier = self._documents[at]
            if earlier.is_table != sketch.is_table:
                continue
            sizes = self._shingles.lengths[at] * int(earlier.scale[0]), len(own) * int(sketch.scale[0])
            scale = max(int(earlier.scale[0]), int(sketch.scale[0]))
            is_whole = bool(same[at]) or _is_large(int(shared[at]) * scale, min(sizes))
            if is_whole or beside[at]:
                found.append(Overlap(entry, earlier, bool(same[at]), is_whole))
        return found

    @property
    def has_rows(self) -> bool:
        """Whether the rows of any table are known."""
        return bool(self._tables)

    def rows_told(self, links: Numbers, shown: Numbers) -> list[tuple[Entry, RowsTold]]:
        """What a text tells of the rows of tables that were released; see `RowIndex.told`."""
        found = [(entry, index.told(links, shown)) for entry, index in self._tables]
        return [(entry, told) for entry, told in found if told.rows]

    def told_of(self, table: Sketch) -> list[tuple[Entry, RowsTold]]:
        """What texts that were released tell of the rows of a table."""
        index = RowIndex(table.rows())
        texts = [(entry, sketch) for entry, sketch in self._documents if not sketch.is_table]
        found = [(entry, index.told(sketch.links, sketch.shown)) for entry, sketch in texts]
        return [(entry, told) for entry, told in found if told.rows]

    def _own(self, numbers: Numbers) -> Numbers:
        """The numbers that belong to no common form."""
        return np.setdiff1d(numbers, self._common, assume_unique=True)


def _is_large(shared: int, shorter: int) -> bool:
    """Whether what is shared, in shingles, is much of the shorter document."""
    return shared > 0 and shared >= max(min(LEAST_SHINGLES, shorter), LEAST_SHARE * shorter)


def _common(entries: Sequence[Entry]) -> Numbers:
    """Shingles and paragraphs that stand in many documents of one release."""
    found = [no_numbers()]
    for entry in entries:
        texts = [sketch for sketch in entry.documents if not sketch.is_table]
        for kind in ("shingles", "paragraphs"):
            numbers = np.concatenate([no_numbers(), *(getattr(sketch, kind) for sketch in texts)])
            distinct, counts = np.unique(numbers, return_counts=True)
            found.append(distinct[counts > MOST_ALIKE])
    return np.unique(np.concatenate(found))


class _Index:
    """In which documents each number stands; `lengths` says how many each has."""

    def __init__(self, documents: Sequence[Numbers]) -> None:
        self.lengths = lengths = [len(numbers) for numbers in documents]
        numbers = np.concatenate([no_numbers(), *documents])
        order = np.argsort(numbers, kind="stable")
        self._numbers = numbers[order]
        self._documents = np.repeat(np.arange(len(documents)), lengths)[order]
        self._n_documents = len(documents)

    def shared(self, numbers: Numbers) -> NDArray[np.int64]:
        """How many of the distinct `numbers` each document has."""
        left, right = (np.searchsorted(self._numbers, numbers, side) for side in ("left", "right"))
        pieces = [self._documents[a:b] for a, b in zip(left, right, strict=True) if a < b]
        if not pieces:
            return np.zeros(self._n_documents, np.int64)
        return np.bincount(np.concatenate(pieces), minlength=self._n_documents)


def releases(overlaps: Sequence[Overlap]) -> Iterator[str]:
    """The releases of some overlaps, each once."""
    yield from dict.fromkeys(overlap.entry.release for overlap in overlaps)

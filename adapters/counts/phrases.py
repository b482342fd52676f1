"""The phrase table: which word sequences of a corpus are terms, and where they occur.

Counting any phrase on demand is slow in every engine, so the frequent ones and
the labels of the knowledge bases are found once, when the index is built.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any
from uuid import uuid4

import numpy as np
import numpy.typing as npt

from adapters.counts.shards import HERE, Spread

IntArray = npt.NDArray[np.integer]

_PART = 4_000_000  # positions sorted at once: about 0.2 GB of working memory
_MAX_LABEL_WORDS = 8


@dataclass(frozen=True)
class Corpus:
    """All words of a corpus, one after the other.

    Parameters
    ----------
    words : ndarray of int32, shape (n_words,)
        Number of the word at each position (memory-mapped).
    is_broken : ndarray of bool, shape (n_words,)
        Whether punctuation or the start of a context stands before it.
    context_of : ndarray of int32, shape (n_words,)
        Context of each position, ascending.
    n_distinct : int
        Number of distinct words.
    """

    words: IntArray
    is_broken: npt.NDArray[np.bool_]
    context_of: IntArray
    n_distinct: int


@dataclass(frozen=True)
class Grams:
    """Frequent sequences of `size` words.

    Parameters
    ----------
    size : int
        Words of each, n.
    at : ndarray of int32, shape (n_words,)
        1 + the row of the sequence that starts at a position; 0: none that is frequent.
    example : ndarray of int64, shape (n_rows,)
        A position where each row occurs.
    """

    size: int
    at: IntArray
    example: IntArray


def find_grams(
    corpus: Corpus,
    max_words: int,
    min_contexts: int,
    folder: Path,
    progress: Callable[[int, int], None] = lambda done, total: None,
    spread: Spread = HERE,
) -> list[Grams]:
    """All sequences of 2..`max_words` words found in at least `min_contexts` contexts.

    Parameters
    ----------
    corpus : Corpus
        The corpus.
    max_words : int
        Longest sequence, in words, >= 1 (1: none).
    min_contexts : int
        Contexts that must hold the sequence without punctuation inside, >= 1.
    folder : Path
        Where the working arrays are kept.
    progress : callable
        Told (steps done, steps in all).
    spread : Spread
        Counts the spans of the corpus; on other machines only where its arrays are files.

    Returns
    -------
    list of Grams
        For each size; an occurrence with punctuation inside counts as one too,
        once the sequence is frequent without.

    Notes
    -----
    A sequence is frequent only when both its ends, one word shorter, are
    (Agrawal and Srikant 1994, the Apriori property), so each size is searched
    among pairs of neighbours of the size before. Spans of whole contexts are
    counted by themselves. Since no context is in two of them, their counts add up.
    """
    n_words = len(corpus.words)
    bounds = spans_of(corpus, -(-n_words // spread.n_shards))
    previous = Grams(1, _frequent_words(corpus, min_contexts, folder), np.empty(corpus.n_distinct, np.int64))
    levels: list[Grams] = []
    for size in range(2, max_words + 1):
        at = _working_array(folder / f"grams-{size}", n_words)
        tasks = [
            (Span.of(corpus, previous.at, start, stop), size - 1, folder / f"counted-{number}")
            for number, (start, stop) in enumerate(bounds)
        ]
        counted = list(spread(count_pairs, tasks))
        progress(2 * (size - 2) + 1, 2 * (max_words - 1))
        frequent, example = added(counted, min_contexts)
        np.save(folder / "frequent.npy", frequent)
        for place in spread(place_pairs, [(*task, folder / "frequent.npy") for task in tasks]):
            found = np.load(place)
            at[found[0]] = found[1]
            place.unlink()
        for path in counted:
            path.unlink()
        progress(2 * (size - 2) + 2, 2 * (max_words - 1))
        previous = Grams(size, at, example)
        levels.append(previous)
    return levels


def spans_of(corpus: Corpus, n_words: int) -> list[tuple[int, int]]:
    """Spans of whole contexts, each of about `n_words` words and about `_PART` at the most."""
    step, total = max(1, min(n_words, _PART)), len(corpus.words)
    cuts = {0, total}
    for position in range(step, total, step):
        cuts.add(int(np.searchsorted(corpus.context_of, corpus.context_of[position])))
    ordered = sorted(cuts)
    return [(start, stop) for start, stop in pairwise(ordered) if start < stop]


@dataclass(frozen=True)
class Part:
    """A part of an array that lies in a file: it is opened where it is needed."""

    path: Path
    dtype: str
    start: int
    stop: int

    def opened(self) -> npt.NDArray[Any]:
        """Its numbers."""
        whole = np.memmap(self.path, self.dtype, "r")
        return whole[self.start : self.stop]


@dataclass(frozen=True)
class Span:
    """Whole contexts of a corpus, and the shorter sequences that begin at its positions.

    Parameters
    ----------
    start : int
        Position of its first word in the corpus.
    parts : tuple
        Words, breaks, contexts and sequences, each an array or a `Part`.
    """

    start: int
    parts: tuple[Any, ...]

    @classmethod
    def of(cls, corpus: Corpus, at: IntArray, start: int, stop: int) -> Span:
        """Files are named, other arrays taken along."""
        arrays = corpus.words, corpus.is_broken, corpus.context_of, at
        return cls(start, tuple(_part(array, start, stop) for array in arrays))

    def opened(self) -> tuple[npt.NDArray[Any], ...]:
        """The four arrays."""
        return tuple(part.opened() if isinstance(part, Part) else part for part in self.parts)


def _part(array: npt.NDArray[Any], start: int, stop: int) -> Part | npt.NDArray[Any]:
    whole: Any = array
    while whole is not None and not isinstance(whole, np.memmap):
        whole = whole.base
    if whole is None or whole.filename is None:
        return array[start:stop]
    array.flush() if isinstance(array, np.memmap) else whole.flush()
    return Part(Path(whole.filename), array.dtype.str, start, stop)


def _pairs(span: Span, size: int) -> tuple[IntArray, IntArray, IntArray, npt.NDArray[np.bool_]]:
    """Where a sequence of `size` words follows another in the span; pair, context, whether unbroken."""
    words, is_broken, context_of, at = span.opened()
    n = max(len(words) - size, 0)
    here, following = at[:n], at[1 : n + 1]
    chosen = (here > 0) & (following > 0) & (context_of[:n] == context_of[size : size + n])
    starts = np.flatnonzero(chosen)
    pairs = here[starts].astype(np.int64) << 32 | following[starts]
    whole = ~is_broken[starts + 1]
    for offset in range(2, size + 1):
        whole &= ~is_broken[starts + offset]
    return starts, pairs, context_of[starts], whole


def count_pairs(span: Span, size: int, path: Path) -> Path:
    """Count the contexts of each pair of neighbours; pairs ascending, counts and examples go to a file."""
    starts, pairs, contexts, whole = _pairs(span, size)
    order = np.argsort(pairs, kind="stable")
    pairs = pairs[order]
    is_first = np.diff(pairs, prepend=-1) != 0
    group = np.cumsum(is_first) - 1
    n_contexts = _distinct_contexts(group, contexts[order], whole[order])
    columns = [pairs[is_first], n_contexts, starts[order][is_first] + span.start]
    return _saved(path.with_name(f"{path.name}.npy"), columns)


def place_pairs(span: Span, size: int, path: Path, frequent: Path) -> Path:
    """Where the frequent pairs begin, and 1 + their rows; to a file."""
    starts, pairs, _, _ = _pairs(span, size)
    known = np.load(frequent)
    row = np.minimum(np.searchsorted(known, pairs), max(len(known) - 1, 0))
    is_known = known[row] == pairs if len(known) else np.zeros(len(pairs), bool)
    found = [starts[is_known] + span.start, row[is_known] + 1]
    return _saved(path.with_name(f"{path.name}-places.npy"), found)


def _saved(path: Path, columns: Sequence[IntArray]) -> Path:
    """Whole or not at all: a task is done twice when its machine was taken for lost."""
    partial = path.with_name(f"{path.name}.{uuid4().hex}")
    with partial.open("wb") as file:
        np.save(file, np.stack([column.astype(np.int64) for column in columns]))
    partial.rename(path)
    return path


def added(counted: Sequence[Path], min_contexts: int) -> tuple[IntArray, IntArray]:
    """Pairs that enough contexts of all spans hold, ascending, and a position of each.

    The counts of the spans are added range by range of the pairs, so that few of them are in memory at once.
    """
    tables = [np.load(path, mmap_mode="r") for path in counted]
    frequent: list[IntArray] = [np.empty(0, np.int64)]
    examples: list[IntArray] = [np.empty(0, np.int64)]
    for low, high in pairwise(_cuts(tables)):
        found = [table[:, slice(*np.searchsorted(table[0], (low, high)))] for table in tables]
        pairs, n_contexts, example = np.concatenate(found, axis=1)
        order = np.argsort(pairs, kind="stable")
        first = np.flatnonzero(np.diff(pairs[order], prepend=-1) != 0)
        if not len(first):
            continue
        is_kept = np.add.reduceat(n_contexts[order], first) >= min_contexts
        frequent.append(pairs[order][first][is_kept])
        examples.append(example[order][first][is_kept])
    return np.concatenate(frequent), np.concatenate(examples)


def _cuts(tables: Sequence[npt.NDArray[np.int64]]) -> list[int]:
    """Bounds between which about `_PART` / 2 pairs lie, each above all pairs before it."""
    total = sum(table.shape[1] for table in tables)
    n_ranges = -(-2 * total // _PART)
    sample = np.sort(np.concatenate([np.empty(0, np.int64), *(table[0, ::997] for table in tables)]))
    inner = {int(sample[len(sample) * k // n_ranges]) for k in range(1, n_ranges)} if len(sample) else set()
    return [0, *sorted(inner - {0}), 1 << 62]


def _working_array(path: Path, length: int) -> IntArray:
    return np.memmap(path, np.int32, "w+", shape=max(length, 1))[:length]


def _frequent_words(corpus: Corpus, min_contexts: int, folder: Path) -> IntArray:
    is_frequent = occurrences(corpus.words, corpus.n_distinct) >= min_contexts
    at = _working_array(folder / "grams-1", len(corpus.words))
    for part in _parts(len(at)):
        at[part] = np.where(is_frequent[corpus.words[part]], corpus.words[part] + 1, 0)
    return at


def occurrences(numbers: IntArray, n_distinct: int) -> npt.NDArray[np.int64]:
    """How often each of 0..`n_distinct` - 1 occurs, without a second copy of `numbers` in memory."""
    counted = np.zeros(n_distinct, np.int64)
    for part in _parts(len(numbers)):
        counted += np.bincount(numbers[part], minlength=n_distinct)
    return counted


def _parts(length: int) -> Iterator[slice]:
    return (slice(start, min(start + _PART, length)) for start in range(0, length, _PART))


def _distinct_contexts(group: IntArray, context: IntArray, counted: npt.NDArray[np.bool_]) -> IntArray:
    """For each group (ascending), how many contexts (ascending inside it) its counted members are in."""
    n_groups = int(group[-1]) + 1 if len(group) else 0
    group, context = group[counted], context[counted]
    is_new = (np.diff(group, prepend=-1) != 0) | (np.diff(context, prepend=-1) != 0)
    return np.bincount(group[is_new], minlength=n_groups)


@dataclass(frozen=True)
class LabelHits:
    """Where labels occur.

    Parameters
    ----------
    start : ndarray of int64
        Position of the first word, ascending.
    label : ndarray of int64
        Which label, a row of what was searched for.
    """

    start: IntArray
    label: IntArray


def find_labels(corpus: Corpus, labels: Sequence[tuple[int, ...]]) -> LabelHits:
    """All occurrences of `labels` (tuples of 2 to 8 word numbers), also one inside another.

    Notes
    -----
    A tree of the labels' words is walked from all positions at once: after k
    steps those remain whose first k words begin a label.
    """
    tree = _LabelTree(labels, corpus.n_distinct)
    starts: list[IntArray] = [np.empty(0, np.int64)]
    found: list[IntArray] = [np.empty(0, np.int64)]
    for block in _parts(len(corpus.words)):
        for start, label in tree.walk(corpus, block):
            starts.append(start)
            found.append(label)
    start, label = np.concatenate(starts), np.concatenate(found)
    order = np.lexsort((label, start))
    return LabelHits(start[order], label[order])


class _LabelTree:
    """Edges (node, word) -> node, level by level, as sorted arrays."""

    def __init__(self, labels: Sequence[tuple[int, ...]], n_distinct: int) -> None:
        self._is_word_here: list[npt.NDArray[np.bool_]] = []
        self._edges: list[IntArray] = []
        self._label_at: list[IntArray] = []
        node = np.zeros(len(labels), np.int64)
        for depth in range(max(map(len, labels), default=0)):
            word = np.array([label[depth] if depth < len(label) else -1 for label in labels], np.int64)
            edge = np.where((word >= 0) & (node >= 0), node << 32 | word, -1)
            edges = np.unique(edge[edge >= 0])
            node = np.where(edge >= 0, np.searchsorted(edges, edge), -1)
            label_at = np.full(len(edges), -1, np.int64)
            ends = np.array([len(label) == depth + 1 for label in labels], bool)
            label_at[node[ends]] = np.flatnonzero(ends)
            is_word_here = np.zeros(n_distinct, bool)
            is_word_here[word[word >= 0]] = True
            self._is_word_here.append(is_word_here)
            self._edges.append(edges)
            self._label_at.append(label_at)

    def walk(self, corpus: Corpus, block: slice) -> Iterator[tuple[IntArray, IntArray]]:
        start = np.arange(block.start, block.stop, dtype=np.int64)
        node = np.zeros(len(start), np.int64)
        levels = zip(self._is_word_here, self._edges, self._label_at, strict=True)
        for depth, (is_word_here, edges, label_at) in enumerate(levels):
            last = np.minimum(start + depth, len(corpus.words) - 1)
            possible = np.flatnonzero(is_word_here[corpus.words[last]])  # spares most of what follows
            start, node, last = start[possible], node[possible], last[possible]
            edge = node << 32 | corpus.words[last]
            place = np.minimum(np.searchsorted(edges, edge), len(edges) - 1)
            goes_on = (edges[place] == edge) & (start + depth == last)
            goes_on &= corpus.context_of[last] == corpus.context_of[start]
            start, node = start[goes_on], place[goes_on]
            is_label = label_at[node] >= 0
            yield start[is_label], label_at[node][is_label]


def label_tuples(labels: Iterable[str], word_ids: dict[str, int]) -> list[tuple[int, ...]]:
    """Keys of labels as tuples of word numbers, sorted, each once.

    Labels of one word, of more than eight, or with a word that the corpus does
    not have are left out: they are words already, or occur nowhere.
    """
    tuples = set()
    for label in labels:
        words = label.split(" ")
        if 2 <= len(words) <= _MAX_LABEL_WORDS and all(word in word_ids for word in words):
            tuples.add(tuple(word_ids[word] for word in words))
    return sorted(tuples)

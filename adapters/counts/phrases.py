"""The phrase table: which word sequences of a corpus are terms, and where they occur.

Counting any phrase on demand is slow in every engine, so the frequent ones and
the labels of the knowledge bases are found once, when the index is built.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

IntArray = npt.NDArray[np.integer]

_PART = 8_000_000  # positions sorted at once: about 0.4 GB of working memory
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

    Returns
    -------
    list of Grams
        For each size; an occurrence with punctuation inside counts as one too,
        once the sequence is frequent without.

    Notes
    -----
    A sequence is frequent only when both its ends, one word shorter, are
    (Agrawal and Srikant 1994, the Apriori property), so each size is searched
    among pairs of neighbours of the size before. The pairs are sorted in parts,
    by the first member, to bound memory.
    """
    n_words = len(corpus.words)
    n_parts = max(1, -(-n_words // _PART))
    previous = Grams(1, _frequent_words(corpus, min_contexts, folder), np.empty(corpus.n_distinct, np.int64))
    levels: list[Grams] = []
    for size in range(2, max_words + 1):
        at = _working_array(folder / f"grams-{size}", n_words)
        examples: list[IntArray] = [np.empty(0, np.int64)]
        for part in range(n_parts):
            starts = _candidates(corpus, previous, part, n_parts)
            examples.append(
                _keep_frequent(corpus, previous, starts, min_contexts, at, sum(map(len, examples)))
            )
            progress((size - 2) * n_parts + part + 1, (max_words - 1) * n_parts)
        previous = Grams(size, at, np.concatenate(examples))
        levels.append(previous)
    return levels


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


def _candidates(corpus: Corpus, previous: Grams, part: int, n_parts: int) -> IntArray:
    """Positions where a frequent sequence follows another in one context."""
    found: list[IntArray] = [np.empty(0, np.int64)]
    for block in _parts(len(corpus.words) - previous.size):
        after = slice(block.start + 1, block.stop + 1)
        last = slice(block.start + previous.size, block.stop + previous.size)
        here, following = previous.at[block], previous.at[after]
        chosen = (here % n_parts == part) & (here > 0) & (following > 0)
        chosen &= corpus.context_of[block] == corpus.context_of[last]
        found.append(np.flatnonzero(chosen) + block.start)
    return np.concatenate(found)


def _keep_frequent(
    corpus: Corpus, previous: Grams, starts: IntArray, min_contexts: int, at: IntArray, n_before: int
) -> IntArray:
    """Number the frequent pairs among `starts` in `at`; an example of each comes back."""
    pairs = previous.at[starts].astype(np.int64) * (len(previous.example) + 1) + previous.at[starts + 1]
    order = np.argsort(pairs, kind="stable")
    starts, pairs = starts[order], pairs[order]
    is_first = np.diff(pairs, prepend=-1) != 0
    group = np.cumsum(is_first) - 1
    n_contexts = _distinct_contexts(
        group, corpus.context_of[starts], _unbroken(corpus, starts, previous.size)
    )
    is_kept = n_contexts >= min_contexts
    rows = np.where(is_kept, np.cumsum(is_kept) + n_before, 0)
    at[starts] = rows[group] if len(group) else 0
    examples: IntArray = starts[is_first][is_kept]
    return examples


def _unbroken(corpus: Corpus, starts: IntArray, size: int) -> npt.NDArray[np.bool_]:
    whole = ~corpus.is_broken[starts + 1]
    for offset in range(2, size + 1):
        whole &= ~corpus.is_broken[starts + offset]
    return whole


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

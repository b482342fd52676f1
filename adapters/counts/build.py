"""Build a corpus index: read, cut into contexts, find phrases, write rows and postings."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from adapters.counts.contexts import Unit
from adapters.counts.faults import invalid
from adapters.counts.phrases import (
    Corpus,
    Grams,
    IntArray,
    find_grams,
    find_labels,
    label_tuples,
    occurrences,
)
from adapters.counts.shards import HERE, Shard, Spread, all_words, pieces, read_shard
from adapters.counts.sources import SourceFile, find_files
from adapters.counts.store import IndexWriter, building
from engine.language.terms import term_key
from engine.language.word_lists.stop_words import STOP_WORDS

_ROWS_AT_ONCE = 4_000_000
_PHRASES_AT_ONCE = 100_000
_TERM_BITS = 32  # two numbers, (context, term) or (term, context), as one
_TERM = (1 << _TERM_BITS) - 1


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a build is.

    Parameters
    ----------
    stage : str
        ``"read"`` (bytes), ``"phrases"`` (steps), ``"rows"`` (words), ``"postings"`` (rows).
    done, total : int
        In the stage's own measure.
    """

    stage: str
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class PhraseSettings:
    """Which sequences of words become terms of their own.

    Parameters
    ----------
    max_words : int
        Longest sequence, 1..6 (1: no phrases but the labels).
    min_contexts : int
        Contexts that must hold it, >= 2.

    Raises
    ------
    InvalidError
        ``CNT014`` for a value out of its range.
    """

    max_words: int = 4
    min_contexts: int = 3

    def __post_init__(self) -> None:
        if not (1 <= self.max_words <= 6 and self.min_contexts >= 2):
            raise invalid(
                "CNT014",
                "phrases",
                "must have max_words in 1..6 and min_contexts >= 2",
                f"{self.max_words} and {self.min_contexts}",
                "4 and 3 suit most corpora.",
            )


def build_index(
    sources: Sequence[Path | str],
    out_dir: Path | str,
    unit: str = "paragraph",
    *,
    name: str = "",
    min_words: int = 5,
    phrases: PhraseSettings = PhraseSettings(),
    labels: Iterable[str] = (),
    replace: bool = False,
    progress: Callable[[Progress], None] = lambda state: None,
    spread: Spread = HERE,
) -> str:
    """Build a corpus index.

    Parameters
    ----------
    sources : sequence of path
        Files or folders, see `adapters.counts.sources.find_files`.
    out_dir : path
        Folder of the index; made, and complete or absent at any moment.
    unit : str
        Unit of counting, see `adapters.counts.contexts.Unit`.
    name : str
        Name of the corpus; the name of `out_dir` when empty.
    min_words : int
        Contexts of fewer words are left out, >= 1. Headings and remainders of
        formulas are no evidence, but many: a quarter of the paragraphs of an
        encyclopedia.
    phrases : PhraseSettings
        Which sequences of words are counted as terms.
    labels : iterable of str
        Labels of knowledge bases, counted whatever their frequency.
    replace : bool
        Whether an index at `out_dir` may be replaced, at the end of the build.
    progress : callable
        Told how far it is; see `Progress`.
    spread : Spread
        Who reads and counts shards of the corpus. The index is the same, whoever does.

    Returns
    -------
    str
        Fingerprint: the same for the same texts and settings.

    Raises
    ------
    InvalidError
        ``CNT010``-``CNT014`` (settings, folder), ``CNT020`` (unreadable
        source), ``CNT021`` (no words in the sources).
    """
    out_dir, counted = Path(out_dir), Unit(unit)
    if min_words < 1:
        raise invalid("CNT014", "min_words", "must be >= 1", min_words, "1 keeps every context.")
    files = find_files([Path(source) for source in sources])
    with building(out_dir, replace) as folder:
        build = _Build(folder, phrases, progress)
        build.read(files, counted.name, min_words, spread)
        build.find_phrases(labels, spread)
        build.write_terms()
        build.write_rows()
        build.write_postings()
        settings = {"name": name or out_dir.name, "unit": unit, "min_words": min_words}
        return build.finish(settings, files)


class _Build:
    """The steps of one build and what they hand on."""

    def __init__(self, folder: Path, phrases: PhraseSettings, progress: Callable[[Progress], None]) -> None:
        self._folder = folder
        self._work = folder / "work"
        self._work.mkdir()
        self._writer = IndexWriter(folder)
        self._phrases, self._progress = phrases, progress

    def read(self, files: Sequence[SourceFile], unit: str, min_words: int, spread: Spread) -> None:
        """Words of all contexts, numbered in the order of their keys."""
        total, n = sum(file.path.stat().st_size for file in files), spread.n_shards
        tasks = [(files, unit, min_words, number, n, self._work / f"shard-{number}") for number in range(n)]
        if n == 1:
            shards = [read_shard(*tasks[0], read=lambda done: self._tell("read", done, total))]
        else:
            shards = []
            for shard in spread(read_shard, tasks):
                shards.append(shard)
                self._tell("read", total * len(shards) // n, total)
        self._tell("read", total, total)
        self._n_documents = sum(shard.n_documents for shard in shards)
        self._n_left_out = sum(shard.n_left_out for shard in shards)
        if not any(block.n_contexts for shard in shards for block in shard.blocks):
            raise invalid("CNT021", "sources", "must hold at least one context with enough words")
        self._number(shards)

    def _tell(self, stage: str, done: int, total: int) -> None:
        self._progress(Progress(stage, done, total))

    def _number(self, shards: Sequence[Shard]) -> None:
        """One sequence of all blocks, in the order of the files."""
        self._words, places = all_words(shards)
        n_words = sum(block.n_words for shard in shards for block in shard.blocks)
        n_contexts = sum(block.n_contexts for shard in shards for block in shard.blocks)
        sequence = self._writer.array("sequence", n_words)
        offsets = self._writer.array("sequence_offsets", n_contexts + 1)
        offsets[0], context, at = 0, 0, 0
        context_of = np.memmap(self._work / "contexts", np.int32, "w+", shape=n_words)
        is_broken = np.memmap(self._work / "breaks", np.bool_, "w+", shape=n_words)
        for piece in pieces(shards, places):
            end, last = at + len(piece.words), context + len(piece.lengths)
            sequence[at:end], is_broken[at:end] = piece.words, piece.is_broken
            offsets[context + 1 : last + 1] = at + np.cumsum(piece.lengths)
            context_of[at:end] = np.repeat(np.arange(context, last, dtype=np.int32), piece.lengths)
            at, context = end, last
        for shard in shards:
            for path in self._work.glob(f"{shard.prefix.name}-*"):
                path.unlink()
        self._offsets = offsets
        self._corpus = Corpus(sequence.view(np.int32), is_broken, context_of, len(self._words))

    def find_phrases(self, labels: Iterable[str], spread: Spread) -> None:
        """Frequent sequences without a function word at either end, and the labels."""
        settings = self._phrases
        self._grams = find_grams(
            self._corpus,
            settings.max_words,
            settings.min_contexts,
            self._work,
            lambda done, total: self._tell("phrases", done, total),
            spread,
        )
        word_ids = {word: number for number, word in enumerate(self._words)}
        self._labels = label_tuples(set(map(term_key, labels)), word_ids)
        self._label_hits = find_labels(self._corpus, self._labels)
        self._number_phrases()

    def _number_phrases(self) -> None:
        """Phrases of both kinds in the order of their keys, each once, after the words."""
        is_stop = np.array([word in STOP_WORDS for word in self._words], bool)
        width = max([self._phrases.max_words, *map(len, self._labels)])
        kept = [_without_stop_words_at_ends(is_stop, self._corpus, grams) for grams in self._grams]
        found = np.unique(self._label_hits.label)
        label_table = np.full((len(found), width), -1, np.int32)
        for row, label in enumerate(found):
            label_table[row, : len(self._labels[label])] = self._labels[label]
        ends = np.cumsum([*map(np.count_nonzero, kept), len(found)])
        table = self._working_rows("phrases", int(ends[-1]), width)
        for grams, mask, end in zip(self._grams, kept, ends, strict=False):
            _fill_with_words(table[end - np.count_nonzero(mask) : end], self._corpus, grams, mask)
        table[ends[-1] - len(found) :] = label_table
        distinct = self._working_rows("distinct", int(ends[-1]), width)
        self._n_phrases, place = _unique_rows(table, distinct)
        self._phrase_words = distinct[: self._n_phrases]
        places = np.split(place + len(self._words), ends[:-1])
        self._term_of_gram = [_spread(mask, part) for mask, part in zip(kept, places, strict=False)]
        self._term_of_label = np.full(len(self._labels), -1, np.int64)
        self._term_of_label[found] = places[-1]

    def _working_rows(self, name: str, n_rows: int, width: int) -> npt.NDArray[np.int32]:
        """A table in a file: phrases may be as many as words of a text."""
        return np.memmap(self._work / name, np.int32, "w+", shape=(max(n_rows, 1), width))[:n_rows]

    def write_terms(self) -> None:
        """Keys of words, then of phrases."""
        words = self._words
        path = self._folder / "terms"
        lengths = array("I")
        with path.open("wb") as file:
            for word in words:
                lengths.append(file.write(f"{word}\n".encode()))
            for row in _rows(self._phrase_words):
                key = " ".join([words[number] for number in row if number >= 0])
                lengths.append(file.write(f"{key}\n".encode()))
        self._n_words, self._n_terms = len(words), len(lengths)
        del words, self._words, self._phrase_words
        offsets = self._writer.array("terms_offsets", len(lengths) + 1)
        np.cumsum(lengths, out=offsets[1:])  # the file begins with zeros

    def write_rows(self) -> None:
        """The distinct terms of each context."""
        n_contexts = len(self._offsets) - 1
        row_lengths = np.zeros(n_contexts, np.int64)
        with (self._folder / "forward").open("wb") as file:
            for first, last in self._blocks(self._offsets):
                pairs = np.sort(self._pairs(first, last))
                pairs = pairs[np.diff(pairs, prepend=-1) != 0]
                file.write((pairs & _TERM).astype("<u4").tobytes())
                row_lengths[first:last] = np.bincount(pairs >> _TERM_BITS, minlength=last - first)
                self._tell("rows", int(self._offsets[last]), int(self._offsets[-1]))
        offsets = self._writer.array("forward_offsets", n_contexts + 1)
        offsets[0], offsets[1:] = 0, np.cumsum(row_lengths)
        self._row_offsets = offsets
        del self._grams, self._term_of_gram, self._label_hits

    @staticmethod
    def _blocks(offsets: IntArray) -> Iterator[tuple[int, int]]:
        """Runs of contexts of at most `_ROWS_AT_ONCE` entries, but at least one context."""
        first, n_contexts = 0, len(offsets) - 1
        while first < n_contexts:
            last = int(np.searchsorted(offsets, offsets[first] + _ROWS_AT_ONCE, "right")) - 1
            last = min(max(last, first + 1), n_contexts)
            yield first, last
            first = last

    def _pairs(self, first: int, last: int) -> IntArray:
        """(context - first, term) as one number, for every occurrence in contexts first..last - 1."""
        block = slice(int(self._offsets[first]), int(self._offsets[last]))
        context = (self._corpus.context_of[block].astype(np.int64) - first) << _TERM_BITS
        pairs = [context + self._corpus.words[block]]
        for grams, term in zip(self._grams, self._term_of_gram, strict=True):
            terms = term[grams.at[block]]
            pairs.append((context + terms)[terms >= 0])
        hits = slice(*np.searchsorted(self._label_hits.start, (block.start, block.stop)))
        starts = self._label_hits.start[hits] - block.start
        pairs.append(context[starts] + self._term_of_label[self._label_hits.label[hits]])
        return np.concatenate(pairs)

    def write_postings(self) -> None:
        """The contexts of each term: the rows, transposed block by block."""
        forward = np.memmap(self._folder / "forward", "<u4", "r")
        n_of_term = occurrences(forward, self._n_terms)
        offsets = self._writer.array("postings_offsets", self._n_terms + 1)
        np.cumsum(n_of_term, out=offsets[1:])
        del n_of_term
        postings = self._writer.array("postings", len(forward))
        free = np.array(offsets[:-1])
        for first, last in self._blocks(self._row_offsets):
            self._transpose(forward, first, last, postings, free)
            self._tell("postings", int(self._row_offsets[last]), len(forward))

    def _transpose(
        self, forward: IntArray, first: int, last: int, postings: IntArray, free: npt.NDArray[np.int64]
    ) -> None:
        rows = self._row_offsets[first : last + 1]
        contexts = np.repeat(np.arange(first, last, dtype=np.int64), np.diff(rows))
        pairs = np.sort(forward[rows[0] : rows[-1]].astype(np.int64) << _TERM_BITS | contexts)
        terms = pairs >> _TERM_BITS
        starts = np.flatnonzero(np.diff(terms, prepend=-1))
        distinct, n_of_term = terms[starts], np.diff(starts, append=len(terms))
        places = np.repeat(free[distinct] - starts, n_of_term) + np.arange(len(terms))
        postings[places] = pairs & _TERM
        free[distinct] += n_of_term

    def finish(self, given: dict[str, Any], files: Sequence[SourceFile]) -> str:
        """Metadata last: what has none is no index."""
        settings: dict[str, Any] = given | {
            "n_contexts": len(self._offsets) - 1,
            "n_left_out": self._n_left_out,
            "n_documents": self._n_documents,
            "n_tokens": int(self._offsets[-1]),
            "n_words": self._n_words,
            "n_phrases": self._n_phrases,
            "n_labels": int((self._term_of_label >= 0).sum()),
            "max_words": self._phrases.max_words,
            "min_contexts": self._phrases.min_contexts,
        }
        for path in self._work.iterdir():
            path.unlink()
        self._work.rmdir()
        sources = [
            {"number": n, "name": file.name, "bytes": file.path.stat().st_size, "sha256": file.sha256()}
            for n, file in enumerate(files)
        ]
        return self._writer.finish(settings, sources)


def _without_stop_words_at_ends(
    is_stop: npt.NDArray[np.bool_], corpus: Corpus, grams: Grams
) -> npt.NDArray[np.bool_]:
    """Whether neither the first nor the last word of each sequence is a stop word."""
    return ~(is_stop[corpus.words[grams.example]] | is_stop[corpus.words[grams.example + grams.size - 1]])


def _fill_with_words(
    rows: npt.NDArray[np.int32], corpus: Corpus, grams: Grams, mask: npt.NDArray[np.bool_]
) -> None:
    """Words of each sequence that `mask` names, -1 after its end."""
    example = grams.example[mask]
    for offset in range(grams.size):
        rows[:, offset] = corpus.words[example + offset]
    rows[:, grams.size :] = -1


def _unique_rows(
    table: npt.NDArray[np.int32], distinct: npt.NDArray[np.int32]
) -> tuple[int, npt.NDArray[np.int32]]:
    """Rows of `table`, each once, to `distinct` in lexicographic order; how many, and the place of each."""
    order = np.lexsort(table.T[::-1])
    place = np.empty(len(table), np.int32)
    n_distinct = 0
    for part in _parts(len(table)):
        rows = table[order[part]]
        is_new = np.ones(len(rows), bool)
        is_new[1:] = (rows[1:] != rows[:-1]).any(axis=1)
        if n_distinct:
            is_new[0] = (rows[0] != distinct[n_distinct - 1]).any()
        place[order[part]] = n_distinct - 1 + np.cumsum(is_new)
        new = rows[is_new]
        distinct[n_distinct : n_distinct + len(new)] = new
        n_distinct += len(new)
    return n_distinct, place


def _rows(table: npt.NDArray[np.int32]) -> Iterator[list[int]]:
    for part in _parts(len(table)):
        yield from table[part].tolist()


def _parts(length: int) -> Iterator[slice]:
    return (slice(start, start + _PHRASES_AT_ONCE) for start in range(0, length, _PHRASES_AT_ONCE))


def _spread(mask: npt.NDArray[np.bool_], terms: IntArray) -> npt.NDArray[np.int32]:
    """Term of each row of a gram table, by 1 + row; -1 for none."""
    spread = np.full(len(mask) + 1, -1, np.int32)
    spread[1:][mask] = terms
    return spread

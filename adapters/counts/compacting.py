"""Make a compact index out of a corpus index: what is kept of words and phrases."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from adapters.counts.local import LocalCounts
from engine.counts.compact import CompactIndex, context_levels, gap_modulus
from engine.counts.disclosure import Vocabulary
from engine.language.terms import term_key
from engine.language.word_lists.function_words import is_content_word

IntArray = npt.NDArray[np.int64]

_LONGEST_LABEL = 6
_MAX_PHRASE_WORDS = 3


@dataclass(frozen=True, slots=True)
class CompactSettings:
    """What a compact index keeps.

    Parameters
    ----------
    min_contexts : int
        Contexts of a word for it to be known at all (rarer ones count as unseen).
    min_word_contexts : int
        Contexts of a word for its postings to be kept; names of the knowledge bases keep theirs.
    min_phrase_contexts : int
        Contexts of a phrase of two or three words.
    min_lift : float
        How many times more often a phrase must stand than its words would by chance.
    max_contexts, max_name_contexts : int
        About how many contexts are kept of a word, and of a word that is a name in a knowledge base: a
        concept is counted by its names, so they are sampled less.
    """

    min_contexts: int = 2
    min_word_contexts: int = 3
    min_phrase_contexts: int = 8
    min_lift: float = 8.0
    max_contexts: int = 1000
    max_name_contexts: int = 2000


def compact_index(
    counts: LocalCounts, labels: Iterable[str], settings: CompactSettings = CompactSettings()
) -> CompactIndex:
    """A compact index of a corpus that was indexed on this machine.

    Parameters
    ----------
    counts : LocalCounts
        The whole index.
    labels : iterable of str
        Labels of knowledge bases: the names under which a policy may protect a concept.
    settings : CompactSettings

    Returns
    -------
    CompactIndex
        The same for the same arguments.
    """
    vocabulary = counts.vocabulary(settings.min_contexts)
    names = set(map(term_key, labels))
    phrase_keys, phrase_numbers = _phrases(counts, vocabulary, names, settings)
    word_numbers = counts.numbers(vocabulary.keys)
    is_name = np.fromiter((key in names for key in vocabulary.keys), bool, len(vocabulary.keys))
    kept_words = is_name | (vocabulary.n_t >= settings.min_word_contexts)
    most = np.where(is_name, settings.max_name_contexts, settings.max_contexts)
    word_levels = np.ceil(np.log2(np.maximum(vocabulary.n_t / most, 1.0))).astype(np.uint8)
    levels = np.concatenate((word_levels, np.zeros(len(phrase_keys), np.uint8)))
    kept = np.concatenate((kept_words, np.ones(len(phrase_keys), bool)))
    numbers = np.concatenate((word_numbers, phrase_numbers))
    n_kept, gaps = _postings(counts, numbers, np.where(kept, levels, np.uint8(255)))
    return CompactIndex(vocabulary, phrase_keys, levels, n_kept, gaps)


def _phrases(
    counts: LocalCounts, vocabulary: Vocabulary, names: set[str], settings: CompactSettings
) -> tuple[IntArray, IntArray]:
    """Words of the phrases that are kept, in order, and their numbers in the whole index."""
    keys, n_t = counts.phrases()
    rows: list[tuple[int, ...]] = []
    numbers: list[int] = []
    first = counts.info().n_words
    places = {key: place for place, key in enumerate(vocabulary.keys)}
    share = vocabulary.n_t / vocabulary.n_contexts
    for number, (key, n) in enumerate(zip(keys, n_t.tolist(), strict=True)):
        words = key.split(" ")
        found = [places.get(word, -1) for word in words]
        if min(found) < 0 or len(words) > _LONGEST_LABEL:
            continue
        if key not in names:
            if len(words) > _MAX_PHRASE_WORDS or n < settings.min_phrase_contexts:
                continue
            if not (is_content_word(words[0]) and is_content_word(words[-1])):
                continue
            if n < settings.min_lift * vocabulary.n_contexts * float(np.prod(share[found])):
                continue
        rows.append((*found, *[-1] * (_LONGEST_LABEL - len(words))))
        numbers.append(first + number)
    order = sorted(range(len(rows)), key=rows.__getitem__)
    table = np.array([rows[place] for place in order], np.int64).reshape(-1, _LONGEST_LABEL)
    return table, np.array(numbers, np.int64)[order]


def _postings(
    counts: LocalCounts, numbers: IntArray, levels: npt.NDArray[np.uint8]
) -> tuple[IntArray, npt.NDArray[np.int32]]:
    """Kept contexts per term, and the gaps between them, modulo the number of contexts."""
    of_context = context_levels(counts.n_contexts())
    n_kept = np.zeros(len(numbers), np.int64)
    blocks: list[npt.NDArray[np.int32]] = []
    for start in range(0, len(numbers), 20_000):
        block = slice(start, start + 20_000)
        contexts, lengths = counts.postings_of(numbers[block])
        term = np.repeat(np.arange(len(lengths)), lengths)
        kept = of_context[contexts] >= levels[block][term]
        n_kept[block] = np.bincount(term[kept], minlength=len(lengths))
        blocks.append(contexts[kept].astype(np.int32))
    contexts = np.concatenate(blocks)
    gaps = np.diff(contexts, prepend=np.int32(0)) & np.int32(gap_modulus(counts.n_contexts()) - 1)
    return n_kept, gaps

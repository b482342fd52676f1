"""A compact index: enough of a reference corpus to count any concept on a machine that has no corpus.

It holds numbers only: for every word and for the phrases that say more than their words, the contexts
that mention it. Words of very many contexts keep a sample of them.
"""

from __future__ import annotations

import zlib
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.counts.disclosure import DisclosureTable, Vocabulary
from engine.counts.packing import IntArray, damaged, other_vocabulary, sha256
from engine.counts.planes import planes, read, written
from engine.counts.senses import require_contexts, signs_of
from engine.errors import InvalidError, fault
from engine.language.terms import KEY_VERSION, term_key

_MAGIC = f"saferelease compact index 1, keys {KEY_VERSION}\n".encode()

Mask = npt.NDArray[np.bool_]


def context_levels(n_contexts: int) -> npt.NDArray[np.uint8]:
    """Level of each context: half of them have 0, a quarter 1, an eighth 2 and so on, as if drawn at random.

    Parameters
    ----------
    n_contexts : int
        Number of contexts.

    Returns
    -------
    ndarray of uint8, shape (n_contexts,)
        Contexts of level >= L are a sample of one in 2^L; every sample holds the smaller ones.

    Notes
    -----
    Trailing zeros of a mixed number (the finalizer of splitmix64): the same on every machine.
    """
    mixed = np.arange(1, n_contexts + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(factor)
    mixed = (mixed ^ (mixed >> np.uint64(31))) | np.uint64(1 << 40)
    lowest = mixed & (~mixed + np.uint64(1))
    levels: npt.NDArray[np.uint8] = np.log2(lowest.astype(np.float64)).astype(np.uint8)
    return levels


def gap_modulus(n_contexts: int) -> int:
    """The power of two that the gaps between contexts are taken modulo: the least above `n_contexts`."""
    return 1 << max(1, n_contexts.bit_length())


@dataclass(frozen=True, eq=False)
class CompactIndex:
    """Postings of the words and phrases of a corpus, those of frequent words sampled.

    Parameters
    ----------
    vocabulary : Vocabulary
        Words of the corpus with their full counts.
    phrases : ndarray of int64, shape (n_phrases, longest)
        Places of each phrase's words in the vocabulary, -1 after its end; rows in ascending order.
    levels : ndarray of uint8, shape (n_terms,)
        Words of the vocabulary, then phrases: a term of level k keeps its contexts of level >= k.
    n_kept : ndarray of int64, shape (n_terms,)
        Contexts kept of each term; 0 for a word too rare to prove anything.
    gaps : ndarray of int64, shape (sum of n_kept,)
        Distance from each kept context to the next, over the terms in order, modulo `gap_modulus`.
    """

    vocabulary: Vocabulary
    phrases: IntArray = field(repr=False)
    levels: npt.NDArray[np.uint8] = field(repr=False)
    n_kept: IntArray = field(repr=False)
    gaps: npt.NDArray[np.integer[Any]] = field(repr=False)

    def __post_init__(self) -> None:
        n_terms = len(self.vocabulary.keys) + len(self.phrases)
        if len(self.levels) != n_terms or len(self.n_kept) != n_terms:
            raise damaged("compact index", "columns of different lengths")
        if int(self.n_kept.sum()) != len(self.gaps):
            raise damaged("compact index", "postings of another number than counted")

    @property
    def n_contexts(self) -> int:
        """Contexts of the whole corpus."""
        return self.vocabulary.n_contexts

    @cached_property
    def context_levels(self) -> npt.NDArray[np.uint8]:
        """Level of each context."""
        return context_levels(self.n_contexts)

    @cached_property
    def offsets(self) -> IntArray:
        """Where the postings of each term begin; one more at the end."""
        return np.concatenate((np.zeros(1, np.int64), np.cumsum(self.n_kept)))

    @cached_property
    def postings(self) -> npt.NDArray[np.int32]:
        """Kept contexts of all terms, ascending within each."""
        ends = np.cumsum(self.gaps, dtype=np.uint32)  # wraps around: what is kept of it does not mind
        ends &= np.uint32(gap_modulus(self.n_contexts) - 1)
        return ends.view(np.int32)

    def number(self, key: str) -> int | None:
        """Number of a term of the index, or None; words come first."""
        words = key.split(" ")
        places = self.vocabulary.places(words)
        if (places < 0).any() or len(places) > self.phrases.shape[1]:
            return None
        if len(words) == 1:
            return int(places[0])
        row = (*places.tolist(), *[-1] * (self.phrases.shape[1] - len(places)))
        found = bisect_left(range(len(self.phrases)), row, key=lambda n: tuple(self.phrases[n].tolist()))
        is_there = found < len(self.phrases) and tuple(self.phrases[found].tolist()) == row
        return found + len(self.vocabulary.keys) if is_there else None

    def key(self, number: int) -> str:
        """Key of term `number`."""
        n_words = len(self.vocabulary.keys)
        if number < n_words:
            return self.vocabulary.keys[number]
        places = self.phrases[number - n_words]
        return " ".join(self.vocabulary.keys[place] for place in places[places >= 0].tolist())

    def contexts(self, number: int) -> npt.NDArray[np.int32]:
        """Kept contexts of a term."""
        return self.postings[self.offsets[number] : self.offsets[number + 1]]

    def contexts_of(self, key: str) -> npt.NDArray[np.int32]:
        """Kept contexts of a term by its key; none of a term that the index does not hold."""
        number = self.number(key)
        return self.postings[:0] if number is None else self.contexts(number)

    def counted(self, names: Sequence[str]) -> list[str]:
        """Those of `names` (keys) of which the index holds contexts."""
        numbers = ((name, self.number(name)) for name in names)
        return [name for name, number in numbers if number is not None and self.n_kept[number]]

    def mentions(self, names: Sequence[str]) -> tuple[Mask, int]:
        """Contexts that mention any of `names`, and the level from which on that is known.

        Returns
        -------
        mask : ndarray of bool, shape (n_contexts,)
        level : int
            0: all contexts are known. L: those of level >= L, a sample of one in 2^L, because a name is so
            frequent that the index keeps only a sample of it.
        """
        numbers = [n for n in map(self.number, names) if n is not None and self.n_kept[n]]
        mask = np.zeros(self.n_contexts, bool)
        for number in numbers:
            mask[self.contexts(number)] = True
        level = max((int(self.levels[number]) for number in numbers), default=0)
        if level:
            mask &= self.context_levels >= level
        return mask, level

    def joint(self, mask: Mask) -> IntArray:
        """For each term, how many of its kept contexts are in `mask`."""
        inside = np.flatnonzero(mask[self.postings])
        return np.diff(np.searchsorted(inside, self.offsets)).astype(np.int64)

    def table(
        self,
        concept: str,
        names: Sequence[str],
        *,
        shared: Sequence[str] = (),
        min_joint: int = 3,
        only_positive: bool = True,
    ) -> DisclosureTable:
        """The disclosure table of a concept, counted in the contexts that the index keeps.

        Parameters
        ----------
        concept : str
            Name of the concept.
        names : sequence of str
            All terms that mention it.
        shared : sequence of str
            Those of them that name other things too: a context that holds no other name counts only beside
            a sign of the concept (`engine.counts.senses`).
        min_joint, only_positive
            Phrases left out, see `adapters.counts.local.LocalCounts.disclosure_table`.

        Returns
        -------
        DisclosureTable
            Of a sampled term n(t) and n(c, t) are those of its sample, so evidence bounds stay honest. If the
            concept has a sampled name, all counts are those of the sample, N included.

        Raises
        ------
        InvalidError
            ``CNT015`` when the index holds no context of any of the names; ``CNT016`` when those that mean
            nothing else are too rare to tell the concept's sense.
        """
        keys, mask, level = self.meaning(concept, names, shared)
        return self.table_of(concept, keys, mask, level, min_joint=min_joint, only_positive=only_positive)

    def meaning(
        self, concept: str, names: Sequence[str], shared: Sequence[str] = ()
    ) -> tuple[list[str], Mask, int]:
        """Keys of the names of a concept, the contexts that mean it, and their level as of `mentions`."""
        keys = sorted({key for name in names if (key := term_key(name))})
        return keys, *(self._meant(concept, keys, shared) if shared else self.mentions(keys))

    def _meant(self, concept: str, names: Sequence[str], shared: Sequence[str]) -> tuple[Mask, int]:
        """Contexts that mean the concept by one of `names`, of which `shared` mean other things too."""
        single = [name for name in names if name not in set(shared)]
        alone, level = self.mentions(single)
        require_contexts(concept, int(np.count_nonzero(alone)))
        signs = signs_of(self.table_of(concept, single, alone, level), shared)
        either, least = self.mentions(shared)
        least = max(level, least)
        whole = [sign for sign in signs if self.levels[self.vocabulary.places([sign])[0]] <= least]
        mask = (alone | (either & self.mentions(whole)[0])) & (self.context_levels >= least)
        return mask, least

    def table_of(
        self,
        concept: str,
        names: Sequence[str],
        mask: Mask,
        level: int,
        *,
        min_joint: int = 3,
        only_positive: bool = True,
    ) -> DisclosureTable:
        """As `table`, for contexts that are known already."""
        n_concept = int(np.count_nonzero(mask))
        if not n_concept:
            raise _never_counted(concept, self.n_contexts)
        vocabulary, n_t = self._seen(level)
        n_ct = self.joint(mask)
        keep = n_ct > 0
        is_weak = n_ct < min_joint
        if only_positive:
            is_weak |= n_ct * vocabulary.n_contexts <= n_concept * n_t
        keep[len(self.vocabulary.keys) :] &= ~is_weak[len(self.vocabulary.keys) :]
        numbers = np.flatnonzero(keep).tolist()
        found = [self.key(number) for number in numbers]
        order = sorted(range(len(found)), key=found.__getitem__)
        rows = np.array(numbers, np.int64)[order]
        return DisclosureTable(
            concept=concept,
            lexicalizations=tuple(names),
            vocabulary=vocabulary,
            n_concept=n_concept,
            keys=tuple([found[place] for place in order]),
            n_t=n_t[rows],
            n_ct=n_ct[rows],
            min_joint=min_joint,
            only_positive=only_positive,
        )

    def _seen(self, level: int) -> tuple[Vocabulary, IntArray]:
        """Words and n(t) of all terms in the contexts of level >= `level`."""
        whole = self.vocabulary
        if not level:
            return whole, self.n_kept
        inside = self.context_levels >= level
        n_contexts = int(np.count_nonzero(inside))
        n_t = self.joint(inside)
        share = n_contexts / whole.n_contexts
        expected = np.maximum(1, np.rint(whole.n_t * share)).astype(np.int64)
        sampled = self.levels[: len(whole.keys)] > level  # its own sample is smaller still
        n_words = np.where(sampled, expected, n_t[: len(whole.keys)])
        kept = np.flatnonzero(n_words)
        vocabulary = Vocabulary(
            corpus=whole.corpus,
            corpus_fingerprint=whole.corpus_fingerprint,
            unit=whole.unit,
            n_contexts=n_contexts,
            min_contexts=1,
            keys=tuple([whole.keys[place] for place in kept.tolist()]),
            n_t=n_words[kept],
        )
        return vocabulary, n_t

    @cached_property
    def fingerprint(self) -> str:
        """sha256 of the content, the same on every machine."""
        return sha256(_MAGIC, b"".join(part for _, part in planes(self._columns())))

    def to_bytes(self) -> bytes:
        """Compact form without the vocabulary; `from_bytes` reads it."""
        header = {"vocabulary": _described(self.vocabulary), "longest": self.phrases.shape[1]}
        return _MAGIC + written(header, self._columns())

    def _columns(self) -> dict[str, npt.NDArray[np.integer[Any]]]:
        words = {f"word {n}": column + 1 for n, column in enumerate(self.phrases.T)}
        return words | {"n_kept": self.n_kept, "levels": self.levels.astype(np.int64), "gaps": self.gaps}

    @classmethod
    def from_bytes(cls, content: bytes, vocabulary: Vocabulary, where: str = "compact index") -> CompactIndex:
        """Read what `to_bytes` wrote.

        Parameters
        ----------
        content : bytes
            The serialized index.
        vocabulary : Vocabulary
            The vocabulary that it was made with.
        where : str
            What to call it in an error (a file name).

        Raises
        ------
        InvalidError
            ``CNT001`` when the bytes are not a whole index, ``CNT002`` when it belongs to another vocabulary.
        """
        if not content.startswith(_MAGIC):
            raise damaged(where, "another kind or version of file")
        try:
            header, columns = read(content[len(_MAGIC) :])
            if header["vocabulary"] != _described(vocabulary):
                raise other_vocabulary(where)
            words = [columns[f"word {n}"].astype(np.int64) - 1 for n in range(header["longest"])]
            return cls(
                vocabulary,
                np.stack(words, axis=1),
                columns["levels"].astype(np.uint8),
                columns["n_kept"].astype(np.int64),
                columns["gaps"],
            )
        except (zlib.error, ValueError, KeyError, TypeError, IndexError) as error:
            raise damaged(where, type(error).__name__) from None


def _described(vocabulary: Vocabulary) -> list[str | int]:
    """What tells vocabularies apart without reading them: corpus, unit, and which words are left out."""
    return [
        vocabulary.corpus_fingerprint,
        vocabulary.unit,
        vocabulary.n_contexts,
        vocabulary.min_contexts,
        len(vocabulary.keys),
    ]


def _never_counted(concept: str, n_contexts: int) -> InvalidError:
    return InvalidError(
        fault(
            "CNT015",
            concept,
            "must be mentioned in the corpus",
            f"no mention in {n_contexts} contexts",
            "Add the names it goes by under `also`, or choose a corpus that knows it.",
        )
    )

"""Counts from a corpus index on this machine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from adapters.counts.faults import invalid
from adapters.counts.keys import unique_keys
from adapters.counts.ranges import spread_ranges
from adapters.counts.store import IndexFiles, TermList
from engine.counts.disclosure import DisclosureTable, Vocabulary
from engine.counts.senses import require_contexts, signs_of

IntArray = npt.NDArray[np.integer]
Mask = npt.NDArray[np.bool_]

_CONTEXTS_AT_ONCE = 50_000  # about 4 million entries
_FEW_CONTEXTS = 2_000  # below, sorting their rows is faster than an array over all terms
_SCAN_SHARE = 100  # reading all words in order beats gathering those of 1 % of the contexts
_BLOCK = 4_000_000


@dataclass(frozen=True)
class CorpusInfo:
    """What an index holds.

    Parameters
    ----------
    name, fingerprint, unit : str
        Name of the corpus, sha256 of its content, unit of counting.
    n_documents, n_contexts, n_left_out : int
        Documents, contexts, and contexts left out for having fewer than `min_words`.
    n_tokens, n_words, n_phrases, n_labels : int
        Running words, distinct words, phrases (labels among them), labels found.
    n_bytes : int
        Size on disk.
    min_words, max_words, min_contexts : int
        Shortest context, longest phrase, contexts that a phrase must be in.
    sources : tuple of mapping
        ``name``, ``bytes`` and ``sha256`` of each source file.
    """

    name: str
    fingerprint: str
    unit: str
    n_documents: int
    n_contexts: int
    n_left_out: int
    n_tokens: int
    n_words: int
    n_phrases: int
    n_labels: int
    n_bytes: int
    min_words: int
    max_words: int
    min_contexts: int
    sources: tuple[dict[str, Any], ...]


class SeenTerms(NamedTuple):
    """Terms seen with a concept.

    Parameters
    ----------
    numbers : ndarray of int64
        Numbers of the terms, ascending unless reordered.
    n_t, n_ct : ndarray of int64
        Contexts that mention each, alone and with the concept, >= 1.
    """

    numbers: npt.NDArray[np.int64]
    n_t: npt.NDArray[np.int64]
    n_ct: npt.NDArray[np.int64]

    def chosen(self, which: npt.NDArray[Any]) -> SeenTerms:
        """The terms of a mask, or in an order."""
        return SeenTerms(self.numbers[which], self.n_t[which], self.n_ct[which])


class LocalCounts:
    """Counts contexts in an index that `adapters.counts.build.build_index` made.

    Any term can be counted: words and phrases of the index by their postings,
    any other sequence of words exactly, by searching the contexts that hold
    all of its words. A phrase is a sequence of neighbouring words of one
    context, whatever punctuation stands between them.

    Parameters
    ----------
    folder : path
        Folder of the index; its arrays are opened when first needed.

    Raises
    ------
    InvalidError
        ``CNT010`` when the folder does not hold a whole index.
    """

    def __init__(self, folder: Path | str) -> None:
        self._files = IndexFiles(Path(folder))
        self._terms = TermList(self._files)
        self.name = str(self._files.settings["name"])
        self.fingerprint = self._files.fingerprint
        self._concept: tuple[frozenset[str], Mask] | None = None
        self._vocabularies: dict[int, Vocabulary] = {}

    def __reduce__(self) -> tuple[object, ...]:
        return LocalCounts, (self._files.folder,)  # other processes map the files again

    @property
    def unit(self) -> str:
        """Unit of counting."""
        return str(self._files.settings["unit"])

    def n_contexts(self) -> int:
        """Number of contexts."""
        return int(self._files.settings["n_contexts"])

    def count(self, terms: Sequence[str]) -> int:
        """Contexts that mention any of `terms`."""
        found = [self._contexts(key) for key in unique_keys(terms)]
        return len(found[0]) if len(found) == 1 else int(np.count_nonzero(self._mask(found)))

    def count_joint(self, concept: Sequence[str], terms: Sequence[str]) -> int:
        """Contexts that mention any of `concept` and any of `terms`."""
        mask = self._concept_mask(concept)
        found = [self._contexts(key) for key in unique_keys(terms)]
        contexts = found[0] if len(found) == 1 else np.flatnonzero(self._mask(found))
        return int(np.count_nonzero(mask[contexts]))

    def vocabulary(self, min_contexts: int = 1) -> Vocabulary:
        """All words of the corpus in at least `min_contexts` contexts, kept for the next call."""
        if min_contexts not in self._vocabularies:
            n_t = np.diff(self._files.array("postings_offsets")[: self._terms.n_words + 1])
            chosen = np.flatnonzero(n_t >= min_contexts)
            words = self._words
            self._vocabularies[min_contexts] = Vocabulary(
                corpus=self.name,
                corpus_fingerprint=self.fingerprint,
                unit=self.unit,
                n_contexts=self.n_contexts(),
                min_contexts=min_contexts,
                keys=tuple([words[number] for number in chosen.tolist()]),
                n_t=n_t[chosen].astype(np.int64),
            )
        return self._vocabularies[min_contexts]

    def disclosure_table(
        self,
        concept: str,
        lexicalizations: Sequence[str],
        *,
        shared: Sequence[str] = (),
        min_contexts: int = 1,
        min_joint: int = 1,
        only_positive: bool = False,
    ) -> DisclosureTable:
        """How often every term of the corpus occurs together with a concept.

        Parameters
        ----------
        concept : str
            Name of the concept.
        lexicalizations : sequence of str
            All terms that mention it: its labels and those of its specializations.
        shared : sequence of str
            Those of them that name other things too: a context that holds no other name counts only beside
            a sign of the concept (`engine.counts.senses`).
        min_contexts : int
            Words in fewer contexts are left out of the vocabulary, >= 1.
        min_joint, only_positive
            Leave out phrases with fewer contexts in common, and phrases no more often with the concept than
            by chance. All words stay.

        Returns
        -------
        DisclosureTable
            Words and phrases seen with the concept.

        Raises
        ------
        InvalidError
            ``CNT015`` when the corpus never mentions the concept; ``CNT016`` when its names that mean
            nothing else are too rare to tell its sense.
        """
        names = unique_keys(lexicalizations)
        mask = self.meaning(concept, names, shared)
        return self._table(concept, names, mask, min_contexts, min_joint, only_positive)

    def meaning(self, concept: str, names: Sequence[str], shared: Sequence[str] = ()) -> Mask:
        """Contexts that mean a concept, by names as of `disclosure_table`."""
        keys = unique_keys(names)
        return self._meant(concept, keys, shared) if shared else self._concept_mask(keys)

    def contexts_of(self, key: str) -> IntArray:
        """Contexts that mention one term, ascending; none of a term that the index does not hold."""
        number = self._terms.find(key)
        return self._postings(number) if number is not None else np.empty(0, np.int64)

    def _meant(self, concept: str, names: Sequence[str], shared: Sequence[str]) -> Mask:
        """Contexts that mean the concept by one of `names`, of which `shared` mean other things too."""
        single = [name for name in names if name not in set(shared)]
        alone = self._concept_mask(single)
        require_contexts(concept, int(np.count_nonzero(alone)))
        signs = signs_of(self._table(concept, single, alone), shared)
        return alone | (self._concept_mask(shared) & self._concept_mask(signs))

    def _table(
        self,
        concept: str,
        names: Sequence[str],
        mask: Mask,
        min_contexts: int = 1,
        min_joint: int = 1,
        only_positive: bool = False,
    ) -> DisclosureTable:
        n_concept = int(np.count_nonzero(mask))
        if n_concept == 0:
            raise invalid(
                "CNT015",
                concept,
                "must be mentioned in the corpus",
                f"no mention in {self.n_contexts()} contexts",
                "Add the names it goes by under `also`, or choose a corpus that knows it.",
            )
        seen = self.seen_with(mask)
        is_weak = seen.n_ct < min_joint
        if only_positive:
            is_weak |= seen.n_ct * self.n_contexts() <= n_concept * seen.n_t
        seen = seen.chosen(~(is_weak & (seen.numbers >= self._terms.n_words)))
        order, keys = self._sorted_keys(seen.numbers)
        seen = seen.chosen(order)
        return DisclosureTable(
            concept=concept,
            lexicalizations=tuple(names),
            vocabulary=self.vocabulary(min_contexts),
            n_concept=n_concept,
            keys=keys,
            n_t=seen.n_t,
            n_ct=seen.n_ct,
            min_joint=min_joint,
            only_positive=only_positive,
        )

    def info(self) -> CorpusInfo:
        """What the index holds."""
        return CorpusInfo(
            fingerprint=self.fingerprint,
            n_bytes=self._files.n_bytes(),
            sources=tuple(self._files.sources),
            **self._files.settings,
        )

    def verify(self) -> None:
        """Read all of the index again and compare digests; ``CNT010`` when it changed."""
        self._files.verify()

    def numbers(self, keys: Sequence[str]) -> npt.NDArray[np.int64]:
        """Numbers of words of the index."""
        number_of = {word: number for number, word in enumerate(self._words)}
        return np.fromiter((number_of[key] for key in keys), np.int64, len(keys))

    def phrases(self) -> tuple[list[str], npt.NDArray[np.int64]]:
        """Keys of all phrases and the contexts of each; their numbers follow those of the words."""
        first, offsets = self._terms.n_words, self._files.array("postings_offsets")
        numbers = np.arange(first, len(self._terms))
        return self._terms.keys(numbers), np.diff(offsets[first:]).astype(np.int64)

    def postings_of(self, numbers: IntArray) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Contexts of several terms, one after the other, and how many each has."""
        offsets = self._files.array("postings_offsets")
        places = spread_ranges(offsets[numbers], offsets[numbers + 1])
        return self._files.array("postings")[places].astype(np.int64), offsets[numbers + 1] - offsets[numbers]

    @cached_property
    def _words(self) -> list[str]:
        return self._terms.words()

    def _sorted_keys(self, numbers: IntArray) -> tuple[IntArray, tuple[str, ...]]:
        """Keys of terms, sorted, and the order that sorts them (both halves are sorted already)."""
        n_words = int(np.searchsorted(numbers, self._terms.n_words))
        keys = [self._words[number] for number in numbers[:n_words].tolist()]
        keys += self._terms.keys(numbers[n_words:])
        order = sorted(range(len(keys)), key=keys.__getitem__)
        return np.array(order, np.int64), tuple([keys[place] for place in order])

    def seen_with(self, mask: Mask) -> SeenTerms:
        """All terms of the contexts in `mask`, and how many of these contexts mention each.

        Parameters
        ----------
        mask : ndarray of bool, shape (n_contexts,)
            Contexts that mention a concept.

        Notes
        -----
        The rows of these contexts are read, or those of all others when they
        are fewer, since n(c, t) = n(t) - n(not c, t). Few rows are sorted, more
        are counted into an array over all terms.
        """
        offsets = self._files.array("postings_offsets")
        contexts = np.flatnonzero(mask)
        if len(contexts) <= _FEW_CONTEXTS:
            numbers, n_ct = np.unique(self._rows(contexts), return_counts=True)
        else:
            n_all = self._counted(contexts, offsets)
            numbers = np.flatnonzero(n_all)
            n_ct = n_all[numbers]
        numbers = numbers.astype(np.int64)
        return SeenTerms(numbers, offsets[numbers + 1] - offsets[numbers], n_ct)

    def _counted(self, contexts: IntArray, offsets: IntArray) -> npt.NDArray[np.int64]:
        if 2 * len(contexts) <= self.n_contexts():
            return self._walk(contexts)
        others = np.ones(self.n_contexts(), bool)
        others[contexts] = False
        return np.diff(offsets) - self._walk(np.flatnonzero(others))

    def _walk(self, contexts: IntArray) -> npt.NDArray[np.int64]:
        n_ct = np.zeros(len(self._terms), np.int64)
        for start in range(0, len(contexts), _CONTEXTS_AT_ONCE):
            n_ct += np.bincount(self._rows(contexts[start : start + _CONTEXTS_AT_ONCE]), minlength=len(n_ct))
        return n_ct

    def _rows(self, contexts: IntArray) -> npt.NDArray[Any]:
        offsets = self._files.array("forward_offsets")
        return self._files.array("forward")[spread_ranges(offsets[contexts], offsets[contexts + 1])]

    def _concept_mask(self, terms: Sequence[str]) -> Mask:
        """Contexts of the concept; kept, for one concept is asked about with many terms."""
        keys = frozenset(unique_keys(terms))
        if self._concept is None or self._concept[0] != keys:
            self._concept = (keys, self._mask([self._contexts(key) for key in keys]))
        return self._concept[1]

    def _mask(self, found: Sequence[IntArray]) -> Mask:
        mask = np.zeros(self.n_contexts(), bool)
        for contexts in found:
            mask[contexts] = True
        return mask

    def _contexts(self, key: str) -> IntArray:
        """Contexts that mention one term, ascending."""
        number = self._terms.find(key)
        if number is not None:
            return self._postings(number)
        words = [self._terms.find(word) for word in key.split(" ")]
        if len(words) == 1 or None in words:
            return np.empty(0, np.uint32)
        return self._search([word for word in words if word is not None])

    def _postings(self, number: int) -> IntArray:
        offsets = self._files.array("postings_offsets")
        return self._files.array("postings")[offsets[number] : offsets[number + 1]]

    def _search(self, words: Sequence[int]) -> IntArray:
        """Contexts where `words` stand one after the other."""
        sequence, offsets = self._files.array("sequence"), self._files.array("sequence_offsets")
        starts = self._starts(words)
        for place, word in enumerate(words):
            starts = starts[sequence[starts + place] == word]
        contexts = np.searchsorted(offsets, starts, "right") - 1
        is_inside = starts + len(words) <= offsets[contexts + 1]
        return np.unique(contexts[is_inside])

    def _starts(self, words: Sequence[int]) -> npt.NDArray[np.int64]:
        """Positions where `words` may start: where the rarest of them stands."""
        sequence, offsets = self._files.array("sequence"), self._files.array("sequence_offsets")
        place = min(range(len(words)), key=lambda place: len(self._postings(words[place])))
        contexts = self._postings(words[place])
        if len(contexts) * _SCAN_SHARE < self.n_contexts():
            positions = spread_ranges(offsets[contexts], offsets[contexts + 1])
            found = positions[sequence[positions] == words[place]]
        else:
            blocks = range(0, len(sequence), _BLOCK)
            found = np.concatenate(
                [np.flatnonzero(sequence[b : b + _BLOCK] == words[place]) + b for b in blocks]
            )
        starts: npt.NDArray[np.int64] = found - place
        return starts[(starts >= 0) & (starts + len(words) <= len(sequence))]

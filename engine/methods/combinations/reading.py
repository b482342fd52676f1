"""The words of a text, and what they say about a concept: in each stretch, and in the whole."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
import numpy.typing as npt

from engine.counts.calibration import WINDOW
from engine.language.terms import token_columns
from engine.methods.combinations.evidence import Evidence, Floats, Mask
from engine.text import PLACEHOLDER


class Reading:
    """The words of a text, and what each word and phrase says about one concept.

    An element is one occurrence of a word or a phrase: its place among the words that count, the number
    of its term, its first token and its length in tokens.
    """

    def __init__(self, text: str, evidence: Evidence) -> None:
        plain = text.replace(PLACEHOLDER, "\0" * len(PLACEHOLDER))
        self.starts, self.ends, self.keys = token_columns(plain)
        self._numbers = numbers = evidence.terms
        numbers.make_room()
        self._ids = np.fromiter(map(numbers.__getitem__, self.keys), np.int64, len(self.keys))
        counts, begins = numbers.counts[self._ids], numbers.begins[self._ids]
        self.n_content = int(counts.sum())
        tokens = np.flatnonzero(counts)
        phrases = [
            (token, phrase)
            for token in np.flatnonzero(begins).tolist()
            for phrase in _phrases_at(self.keys, token, evidence)
        ]
        self._phrases = [phrase for _, phrase in phrases]
        self._tokens = np.concatenate((tokens, np.array([token for token, _ in phrases], np.int64)))
        self._sizes = np.array([1] * len(tokens) + [p.count(" ") + 1 for p in self._phrases], np.int64)
        of_phrases = np.array([numbers[phrase] for phrase in self._phrases], np.int64)
        self._terms = np.concatenate((self._ids[tokens], of_phrases))
        self.places: npt.NDArray[np.int64] = (np.cumsum(counts) - counts)[self._tokens]
        self.nats = numbers.nats[self._terms]
        self.earlier = self._earlier()

    @property
    def terms(self) -> list[str]:
        """Each word and phrase once, in the order in which they stand, words first."""
        return list(dict.fromkeys([*self.keys, *self._phrases]))

    def _earlier(self) -> npt.NDArray[np.int64]:
        """Place where each element's term stood last before; -1 for none."""
        order = np.lexsort((self.places, self._terms))
        is_same = np.diff(self._terms[order], prepend=-1) == 0
        found = np.full(len(order), -1, np.int64)
        found[order[is_same]] = self.places[order[np.flatnonzero(is_same) - 1]]
        return found

    def kept(self, gone: Collection[str]) -> Mask:
        """Elements none of whose words is in `gone`."""
        missing = np.isin(self._ids, [self._numbers[key] for key in gone])
        missing = np.append(missing, np.zeros(2, bool))
        kept = ~missing[self._tokens]
        for further in (1, 2):
            longer = self._sizes > further
            kept[longer] &= ~missing[self._tokens[longer] + further]
        return kept

    def words(self, element: int) -> list[str]:
        """Words of an element."""
        token = int(self._tokens[element])
        return self.keys[token : token + int(self._sizes[element])]

    def spans(self, term: str) -> tuple[tuple[int, int], ...]:
        """Where a word or phrase stands in the text, as offsets; occurrences do not overlap."""
        words, found, token = term.split(" "), [], 0
        while token + len(words) <= len(self.keys):
            if self.keys[token : token + len(words)] == words:
                found.append((int(self.starts[token]), int(self.ends[token + len(words) - 1])))
                token += len(words)
            else:
                token += 1
        return tuple(found)

    def sums(self, kept: Mask) -> Floats:
        """Evidence of each stretch of `WINDOW` words, every term once; `kept` elements are still there.

        Notes
        -----
        Equals, for each start, the sum over the distinct terms of the stretch. An element is the first of
        its term in the stretches that begin behind the one before it and not behind itself: running sums
        over where it enters and where it leaves.
        """
        low = np.maximum(self.earlier, self.places - WINDOW) + 1
        entered = np.bincount(low[kept], weights=self.nats[kept], minlength=self.n_content + 2)
        left = np.bincount(self.places[kept] + 1, weights=self.nats[kept], minlength=self.n_content + 2)
        sums: Floats = np.cumsum(entered - left)[: max(1, self.n_content - WINDOW + 1)]
        return sums

    def whole(self, kept: Mask) -> tuple[float, int]:
        """Evidence of the whole text, every term once, and its distinct words."""
        first = kept & (self.earlier < 0)
        return float(self.nats[first].sum()), int((first & (self._sizes == 1)).sum())


def _phrases_at(keys: Sequence[str], token: int, evidence: Evidence) -> list[str]:
    known = evidence.phrases[keys[token]]
    found = (" ".join(keys[token : token + size]) for size in (2, 3))
    return [phrase for phrase in dict.fromkeys(found) if phrase in known]

"""Which words of a clue tell something: those that stand in few texts."""

from __future__ import annotations

from collections.abc import Sequence

from engine.counts.disclosure import Vocabulary
from engine.language.terms import term_keys
from engine.language.word_lists.stop_words import STOP_WORDS

COMMON = 0.005
"""A word of more than one context in two hundred tells little by itself."""


class TellingWords:
    """Tells the telling words of a clue from the others.

    Parameters
    ----------
    vocabulary : Vocabulary or None
        Counts of a corpus; without one every word that is no function word is telling.
    """

    def __init__(self, vocabulary: Vocabulary | None) -> None:
        self._vocabulary = vocabulary

    def among(self, words: Sequence[str]) -> list[bool]:
        """For each word whether it is telling; where all are common, every one that is no function word.

        Examples
        --------
        >>> TellingWords(None).among(["I", "was", "on", "the", "ward"])
        [False, False, False, False, True]
        """
        shares = [self._share(word) for word in words]
        for most in (COMMON, 1.0):
            if any(share < most for share in shares):
                return [share < most for share in shares]
        return [True] * len(words)

    def _share(self, word: str) -> float:
        """The share of contexts that hold a word, or the rarest part of it; 1 for a function word."""
        keys = [key for key in term_keys(word) if key not in STOP_WORDS]
        if not keys or self._vocabulary is None:
            return 0.0 if keys else 1.0
        return min(map(self._vocabulary.count, keys)) / (self._vocabulary.n_contexts + 1)

"""Utility of a text: the information of its terms (eqs. 7 and 8)."""

from __future__ import annotations

from functools import lru_cache
from math import log2

from engine.counts.disclosure import Vocabulary
from engine.language.terms import term_keys
from engine.language.word_lists.function_words import is_content_word
from engine.text import PLACEHOLDER

_MAX_CACHED_PIECES = 400_000


def information_bits(text: str, vocabulary: Vocabulary) -> float:
    """Information of the content words of a text, in bits.

    Parameters
    ----------
    text : str
        The text; placeholders carry no information.
    vocabulary : Vocabulary
        Counts of the reference corpus.

    Returns
    -------
    float
        ``sum IC(t)`` over all occurrences; a word that the corpus never saw counts
        as if it had been seen once.

    References
    ----------
    [CS] eq. 7.
    """
    bits = _bits_of(vocabulary)
    return sum(map(bits.__getitem__, text.replace(PLACEHOLDER, " ").split(" ")))


@lru_cache(maxsize=8)
def _bits_of(vocabulary: Vocabulary) -> _Bits:
    return _Bits(vocabulary)


class _Bits(dict[str, float]):
    """Information of what stands between two blanks, each computed once; no word spans a blank."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        super().__init__()
        self._vocabulary = vocabulary

    def __missing__(self, piece: str) -> float:
        bits = sum(map(self._bits, term_keys(piece)))
        if len(self) >= _MAX_CACHED_PIECES:
            self.clear()
        self[piece] = bits
        return bits

    def _bits(self, key: str) -> float:
        if not is_content_word(key):
            return 0.0
        return log2(self._vocabulary.n_contexts / max(1, self._vocabulary.count(key)))

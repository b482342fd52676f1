"""Utility of a text: the information of its terms (eqs. 7 and 8)."""

from __future__ import annotations

from functools import lru_cache
from math import log2

from engine.disclosure import Vocabulary
from engine.methods.c_sanitized.function_words import is_content_word
from engine.methods.c_sanitized.rule import PLACEHOLDER
from engine.terms import term_keys


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
    return sum(map(bits, term_keys(text.replace(PLACEHOLDER, " "))))


@lru_cache(maxsize=8)
def _bits_of(vocabulary: Vocabulary) -> _Bits:
    return _Bits(vocabulary)


class _Bits:
    """Information content by key, each computed once."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._known: dict[str, float] = {}

    def __call__(self, key: str) -> float:
        bits = self._known.get(key)
        if bits is None:
            bits = 0.0
            if is_content_word(key):
                bits = log2(self._vocabulary.n_contexts / max(1, self._vocabulary.count(key)))
            if len(self._known) < 500_000:
                self._known[key] = bits
        return bits

"""Which stems a released text shows by other words than those that say nothing, told from keyed numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, combinations

import numpy as np

from engine.language.terms import term_keys
from engine.methods.overlaps.reading import KeyedWords, Numbers

_WRAP = (1 << 64) - 1


def spellings(words: KeyedWords, text: str) -> tuple[Numbers, Numbers]:
    """The distinct stems of a text, labels of removed values included, with what they are spelt by.

    Parameters
    ----------
    words : KeyedWords
    text : str

    Returns
    -------
    stems : array of uint64, shape (n,)
        Ascending.
    spelt : array of uint64, shape (n,)
        The sum of the numbers of each stem's distinct spellings.
    """
    keys = list(set(term_keys(text)))
    stems, places = np.unique(words.of_words(keys), return_inverse=True)
    spelt = np.zeros(len(stems), np.uint64)
    np.add.at(spelt, places, words.of_spellings(keys))
    return stems, spelt


def stems_said(
    words: KeyedWords,
    stems: Numbers,
    spelt: Numbers,
    asked: Sequence[str],
    silent: Mapping[str, Sequence[str]],
) -> frozenset[str]:
    """Those of the stems asked for that a text shows by a word that is not silent.

    Parameters
    ----------
    words : KeyedWords
    stems, spelt : array of uint64
        Of the text, as `spellings` gives them.
    asked : sequence of str
    silent : mapping of str to sequence of str
        Stem -> all its spellings that do not count ("interest": stop words of that stem).
    """
    names = np.array(list(asked), dtype=object)
    numbers = words.numbers(names.tolist())
    found = frozenset(names[np.isin(numbers, stems)].tolist())
    sums = dict(zip(stems.tolist(), spelt.tolist(), strict=True))
    quiet = {stem for stem in found & silent.keys() if sums[words.number(stem)] in _sums(words, silent[stem])}
    return found - quiet


def _sums(words: KeyedWords, spellings_: Iterable[str]) -> set[int]:
    """The sums of all choices of some spellings."""
    numbers = [words.number(one) for one in spellings_]
    choices = chain.from_iterable(combinations(numbers, n) for n in range(1, len(numbers) + 1))
    return {sum(choice) & _WRAP for choice in choices}

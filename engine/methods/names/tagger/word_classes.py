"""Classes of words that a large corpus taught, to look up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

_UNKNOWN = ("class=unknown",)


class WordClasses:
    """For each known word its class in every clustering.

    Parameters
    ----------
    words : sequence of str
        Case counts: ``"Turkey"`` and ``"turkey"`` are two words.
    columns : mapping of str to int array, shape (n_words,)
        Clusterings by name: number of each word's class.
    """

    def __init__(
        self, words: Sequence[str] = (), columns: Mapping[str, npt.NDArray[np.integer]] | None = None
    ) -> None:
        self.words = list(words)
        self.columns = dict(columns or {})
        self._row = {word: i for i, word in enumerate(self.words)}
        self._classes = [_labelled(name, column) for name, column in self.columns.items()]

    def __len__(self) -> int:
        return len(self.words)

    def __contains__(self, word: str) -> bool:
        """Whether a word is known as it stands."""
        return word in self._row

    def __repr__(self) -> str:
        return f"WordClasses({len(self)} words, {', '.join(self.columns)})"

    def attributes_of(self, word: str) -> tuple[str, ...]:
        """Features ``<clustering>=<class>`` of a word.

        A word not known as it stands has those of its other forms ("COURT" of "Court", "court"); one
        that is not known at all has a feature that says so. Nothing without classes, or of what is no word.
        """
        if not self._row or not word.isalpha():
            return ()
        row = self._row_of(word)
        if row is None:
            return _UNKNOWN
        return tuple(labels[classes[row]] for labels, classes in self._classes)

    def class_of(self, word: str, clustering: str) -> int | None:
        """Class of a word in one clustering; None when the word or the clustering is not known."""
        row = self._row_of(word)
        return None if row is None or clustering not in self.columns else int(self.columns[clustering][row])

    def _row_of(self, word: str) -> int | None:
        for form in (word, word.capitalize(), word.lower()):
            row = self._row.get(form)
            if row is not None:
                return row
        return None


def _labelled(name: str, column: npt.NDArray[np.integer]) -> tuple[list[str], list[int]]:
    """The feature of each class of a clustering, and the class of each word."""
    n_classes = int(column.max()) + 1 if len(column) else 0
    return [f"{name}={c}" for c in range(n_classes)], column.tolist()

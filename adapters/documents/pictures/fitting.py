"""Boxes of words made to reach to the ends of the words: readers place letters by a few pixels wrong."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from adapters.documents.pictures.words import Word

_GAP = 0.22
"""Blank columns that end a word, in sizes of its letters: more than between letters, less than a space."""
_REACH = 0.9
"""Farthest that a word may go on beyond its box."""
_CONTRAST = 0.35
"""Least difference from the ground, as a share of the greatest in the band of the word."""
_INKED = 0.07
"""Least share of a column that differs: more than specks of a scan, less than a full stop."""


def fitted(words: Sequence[Word], picture: Image.Image) -> list[Word]:
    """The words with boxes grown sideways to where nothing is drawn; no box becomes smaller."""
    pixels = np.asarray(picture.convert("L"), dtype=np.int16)
    return [_fitted(word, pixels) for word in words]


def _fitted(word: Word, pixels: NDArray[np.int16]) -> Word:
    reach, gap = round(_REACH * word.size), max(2, round(_GAP * word.size))
    start = max(int(word.left) - reach, 0)
    band = pixels[max(int(word.top), 0) : int(word.bottom) + 1, start : int(word.right) + reach + 1]
    if not band.size:
        return word
    inked = _inked(band)
    left, right = int(word.left) - start, int(word.right) - start
    before = _blank_from(inked[: left + gap][::-1], gap)
    after = _blank_from(inked[max(right - gap, 0) :], gap)
    return word._replace(
        left=min(word.left, start + left + gap - before), right=max(word.right, start + right - gap + after)
    )


def _inked(band: NDArray[np.int16]) -> NDArray[np.bool_]:
    """Columns of a band in which something is drawn."""
    differs = np.abs(band - np.median(band))
    return np.asarray((differs > max(_CONTRAST * differs.max(), 24)).mean(axis=0) > _INKED)


def _blank_from(inked: NDArray[np.bool_], gap: int) -> int:
    """Where the first `gap` blank columns start; the end if there are none."""
    n_blank = 0
    for at, is_inked in enumerate(inked):
        n_blank = 0 if is_inked else n_blank + 1
        if n_blank == gap:
            return at - gap + 1
    return len(inked)

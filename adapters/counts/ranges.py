"""Ranges of an array, gathered."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt


def spread_ranges(
    starts: npt.NDArray[np.integer[Any]], ends: npt.NDArray[np.integer[Any]]
) -> npt.NDArray[np.int64]:
    """All numbers of the ranges [start, end), one range after the other."""
    lengths = ends - starts
    before = np.cumsum(lengths) - lengths
    return np.repeat(starts - before, lengths) + np.arange(int(lengths.sum()))

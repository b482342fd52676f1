"""All feature sets of a narrow table at once: supports, feasible sets, maximal sets.

With m features there are 2**m sets; up to 20 features they fit in a megabyte, and
a few passes of numpy over them are faster than any itemset miner.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csc_array

from engine.methods.k_containment.tables.table import Bools, Ints, rows_of

MAX_FEATURES = 20


def codes(matrix: csc_array) -> NDArray[np.int32]:
    """Each row as a number: bit j is set when the row has feature j."""
    found = np.zeros(matrix.shape[0], np.int32)
    for feature in range(matrix.shape[1]):
        found[rows_of(matrix, feature)] |= np.int32(1 << feature)
    return found


def capped_supports(matrix: csc_array, k: int) -> NDArray[np.integer]:
    """min(k, number of rows that contain S), for every feature set S (index: its bits)."""
    n_sets = 1 << matrix.shape[1]
    counts = np.bincount(codes(matrix), minlength=n_sets)
    counts[counts > k] = k
    kind = next(kind for kind in _KINDS if 2 * k <= np.iinfo(kind).max)
    found = _padded(counts.astype(kind))
    cap = np.full_like(found, k)  # an array: numpy's minimum with a scalar is ten times slower
    for bit in range(matrix.shape[1]):
        found.view(np.uint64)[:] += _with_bit(found, bit)  # lanes cannot carry: both are <= k <= max / 2
        np.minimum(found, cap, out=found)
    return found[:n_sets]


def frequent(support: NDArray[np.integer], k: int) -> Bools:
    """Feature sets that at least k rows contain."""
    return np.asarray(support >= k)


def feasible(support: NDArray[np.integer], k: int) -> Bools:
    """Feature sets S with AC_S(D) >= k.

    Notes
    -----
    S is infeasible exactly when it contains a set Q that at least one but
    fewer than k rows contain: a row e with ``CS_S(e)`` contained by fewer than k rows gives
    Q = CS_S(e); and if S contains such a Q, a row that contains Q has a
    projection that contains Q, hence fewer than k containers.
    """
    infeasible = _padded(((support > 0) & (support < k)).view(np.uint8))
    for bit in range(_n_features(support)):
        infeasible.view(np.uint64)[:] |= _without_bit(infeasible, bit)
    return np.asarray(infeasible[: len(support)] == 0)


def maximal(family: Bools) -> Ints:
    """Members of a family closed under subsets that no single feature extends within it."""
    whole = _padded(family.view(np.uint8))
    extended = np.zeros_like(whole)
    for bit in range(_n_features(family)):
        extended.view(np.uint64)[:] |= _with_bit(whole, bit)
    return np.flatnonzero(whole > extended).astype(np.int64)


def members(code: int) -> list[int]:
    """Feature numbers of a set given by its bits."""
    return [bit for bit in range(int(code).bit_length()) if code >> bit & 1]


_KINDS = (np.uint8, np.uint16, np.uint32)
_WORD_BYTES = 8


def _n_features(values: NDArray[Any]) -> int:
    return len(values).bit_length() - 1


def _padded(values: NDArray[Any]) -> NDArray[Any]:
    """A copy of at least one 64-bit word; further sets are zero."""
    found = np.zeros(max(len(values), _WORD_BYTES), values.dtype)
    found[: len(values)] = values
    return found


def _with_bit(values: NDArray[Any], bit: int) -> NDArray[np.uint64]:
    """At each set without feature `bit`, the value of the set with it; 0 elsewhere. As 64-bit words.

    Values are processed a word at a time: the lowest features live inside a word
    (its lanes), the others are whole words apart.
    """
    words, shift, mask, step = _layout(values, bit)
    if step == 0:
        return np.asarray((words >> shift) & mask)
    found = np.zeros_like(words)
    found.reshape(-1, 2, step)[:, 0] = words.reshape(-1, 2, step)[:, 1]
    return found


def _without_bit(values: NDArray[Any], bit: int) -> NDArray[np.uint64]:
    """At each set with feature `bit`, the value of the set without it; 0 elsewhere. As 64-bit words."""
    words, shift, mask, step = _layout(values, bit)
    if step == 0:
        return np.asarray((words & mask) << shift)
    found = np.zeros_like(words)
    found.reshape(-1, 2, step)[:, 1] = words.reshape(-1, 2, step)[:, 0]
    return found


def _layout(values: NDArray[Any], bit: int) -> tuple[NDArray[np.uint64], np.uint64, np.uint64, int]:
    """Words; inside a word: shift between lanes, and the lanes without the feature; else the step."""
    lanes = _WORD_BYTES // values.itemsize
    words = values.view(np.uint64)
    if 1 << bit >= lanes:
        return words, np.uint64(0), np.uint64(0), (1 << bit) // lanes
    without = [lane for lane in range(lanes) if not lane >> bit & 1]
    width = 8 * values.itemsize
    mask = sum(((1 << width) - 1) << (lane * width) for lane in without)
    return words, np.uint64(width << bit), np.uint64(mask), 0

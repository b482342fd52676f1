"""All feature sets of a narrow table at once: supports, feasible sets, maximal sets.

With m features there are 2**m sets; up to 20 features they fit in a megabyte, and
a few passes of numpy over them are faster than any itemset miner.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csc_array

from engine.methods.k_containment.table import Bools, Ints, rows_of

MAX_FEATURES = 20


def codes(matrix: csc_array) -> NDArray[np.int32]:
    """Each row as a number: bit j is set when the row has feature j."""
    found = np.zeros(matrix.shape[0], np.int32)
    for feature in range(matrix.shape[1]):
        found[rows_of(matrix, feature)] |= np.int32(1 << feature)
    return found


def capped_supports(matrix: csc_array, k: int) -> NDArray[np.integer]:
    """min(k, number of rows that contain S), for every feature set S (index: its bits)."""
    counts = np.bincount(codes(matrix), minlength=1 << matrix.shape[1])
    kind = np.uint8 if k < 128 else np.uint32
    found: NDArray[np.integer] = np.minimum(counts, k).astype(kind)
    for bit in range(matrix.shape[1]):
        without, with_bit = _halves(found, bit)
        for a, b in zip(without, with_bit, strict=True):
            np.add(a, b, out=a)
            np.minimum(a, kind(k), out=a)
    return found


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
    infeasible = (support > 0) & (support < k)
    for bit in range(len(support).bit_length() - 1):
        for a, b in zip(*_halves(infeasible, bit), strict=True):
            np.logical_or(b, a, out=b)
    return ~infeasible


def maximal(family: Bools) -> Ints:
    """Members of a family closed under subsets that no single feature extends within it."""
    top = family.copy()
    for bit in range(len(family).bit_length() - 1):
        for kept, bigger in zip(_halves(top, bit)[0], _halves(family, bit)[1], strict=True):
            np.logical_and(kept, ~bigger, out=kept)
    return np.flatnonzero(top).astype(np.int64)


def members(code: int) -> list[int]:
    """Feature numbers of a set given by its bits."""
    return [bit for bit in range(int(code).bit_length()) if code >> bit & 1]


def _halves(values: NDArray, bit: int) -> tuple[list[NDArray], list[NDArray]]:  # type: ignore[type-arg]
    """Views of the sets without and with `bit`: few long slices, because short inner loops are slow."""
    if bit < 6:
        step = 2 << bit
        starts = range(1 << bit)
        return [values[i::step] for i in starts], [values[i + (1 << bit) :: step] for i in starts]
    pairs = values.reshape(-1, 2, 1 << bit)
    return [pairs[:, 0]], [pairs[:, 1]]

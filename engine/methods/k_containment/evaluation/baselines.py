"""What the paper compares with: random flipping and differentially private selection.

References
----------
Zhang, Mohammed, Hasan (2017), section 5.2; RF after Byun, Kamra, Bertino, Li
(DASFAA 2007); Laplace-DP after Jafer, Matwin, Sokolova (2015); the exponential
mechanism after McSherry and Talwar (FOCS 2007).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csc_array, csr_array, vstack

from engine.methods.k_containment.selection.utility import ham_dist
from engine.methods.k_containment.tables.table import Bools, Floats, Ints, as_binary, distinct_rows


def random_flipping(matrix: csc_array, k: int, seed: int = 0) -> csc_array:
    """Flip cells until the table is k-anonymous on all its features (RF).

    Parameters
    ----------
    matrix : csc_array, shape (n_rows, n_features)
    k : int
        At most the number of rows.
    seed : int
        Chooses the row each cluster starts from.

    Returns
    -------
    csc_array

    Notes
    -----
    Patterns shared by k rows or more stay as they are. The rows of rarer
    patterns are clustered: a random row and the rare rows nearest to it in Hamming
    distance form a cluster of at least k, which takes its majority pattern; or
    they join a frequent pattern when that flips fewer cells. Leftovers join
    the nearest cluster.
    """
    rows, group, counts = distinct_rows(matrix)
    centres = _Clusters(rows, counts, k, np.random.default_rng(seed)).representatives()
    return as_binary(csr_array(centres)[group])


class _Clusters:
    def __init__(self, rows: csr_array, counts: Ints, k: int, rng: np.random.Generator) -> None:
        self.rows, self.counts, self.k, self.rng = rows.astype(np.int32), counts, k, rng
        self.ones = np.diff(rows.indptr)

    def representatives(self) -> csr_array:
        """The pattern that each distinct row is flipped to."""
        frequent = np.flatnonzero(self.counts >= self.k)
        patterns = [self.rows[[i]] for i in frequent]
        target = np.full(len(self.counts), -1, np.int64)
        target[frequent] = np.arange(len(frequent))
        left = self.rng.permutation(np.flatnonzero(self.counts < self.k))
        while len(left) and self.counts[left].sum() >= self.k:
            near = left[np.argsort(self._distance(left[0], left), kind="stable")]
            members = near[: int(np.searchsorted(np.cumsum(self.counts[near]), self.k)) + 1]
            centre, cost = self._majority(members)
            home, away = self._nearest_frequent(int(left[0]), frequent)
            if home >= 0 and away * self.counts[left[0]] * len(members) <= cost:
                members = left[:1]
                target[members] = home
            else:
                target[members] = len(patterns)
                patterns.append(centre)
            left = left[~np.isin(left, members)]
        self._place_leftovers(left, patterns, target)
        return csr_array(vstack(patterns, format="csr")[target])

    def _distance(self, row: int, others: NDArray[np.intp]) -> Ints:
        shared = np.asarray((self.rows[others] @ self.rows[[row]].T).todense()).ravel()
        return np.asarray(self.ones[others] + self.ones[row] - 2 * shared, np.int64)

    def _nearest_frequent(self, row: int, frequent: NDArray[np.intp]) -> tuple[int, int]:
        if not len(frequent):
            return -1, 0
        distance = self._distance(row, frequent)
        return int(distance.argmin()), int(distance.min())

    def _majority(self, members: NDArray[np.intp]) -> tuple[csr_array, int]:
        weights = self.counts[members]
        share = np.asarray(weights @ self.rows[members]).ravel()
        centre = csr_array((2 * share > weights.sum()).astype(np.int32)[None, :])
        return centre, int(np.minimum(share, weights.sum() - share).sum())

    def _place_leftovers(
        self, left: NDArray[np.intp], patterns: list[csr_array], target: NDArray[np.int64]
    ) -> None:
        ones = np.array([p.nnz for p in patterns])
        for row in left:
            shared = np.array([int((p @ self.rows[[row]].T).sum()) for p in patterns])
            target[row] = int((ones - 2 * shared).argmin())


def laplace_selection(
    matrix: csc_array, labels: Bools, n_features: int, epsilon: float, seed: int = 0
) -> list[int]:
    """The features with the largest HamDist after Laplace noise.

    Parameters
    ----------
    matrix, labels
        The table and its classes.
    n_features : int
        How many features to select.
    epsilon : float
        Privacy budget of the selection, split equally over the features.
    seed : int

    Notes
    -----
    One row changes a class share by at most ``1/min(n_+, n_-)``, hence HamDist of one
    feature by at most that (its sensitivity).
    """
    rng = np.random.default_rng(seed)
    scale = sensitivity(labels) * n_features / epsilon
    noisy = ham_dist(matrix, labels) + rng.laplace(0, scale, matrix.shape[1])
    return [int(f) for f in np.argsort(-noisy, kind="stable")[:n_features]]


def exponential_selection(
    matrix: csc_array, labels: Bools, n_features: int, epsilon: float, seed: int = 0
) -> list[int]:
    """Features drawn without replacement with probability proportional to ``exp(eps u / 2 Delta)``."""
    rng = np.random.default_rng(seed)
    weight = ham_dist(matrix, labels) * epsilon / n_features / (2 * sensitivity(labels))
    gumbel = weight + rng.gumbel(size=matrix.shape[1])  # the order of noisy weights draws without replacement
    return [int(f) for f in np.argsort(-gumbel, kind="stable")[:n_features]]


def sensitivity(labels: Bools) -> float:
    """Largest change of one feature's HamDist by one row."""
    return 1.0 / max(1, int(min(labels.sum(), (~labels).sum())))


def noisy_release(
    matrix: Any, labels: Bools, features: Sequence[int], epsilon: float, seed: int = 0
) -> tuple[csc_array, Bools]:
    """Rows drawn to match the noisy counts of every pattern and class (a private contingency table).

    Parameters
    ----------
    matrix : csc_array
    labels : ndarray of bool
    features : sequence of int
        At most 16: the table has ``2**len(features)`` cells per class.
    epsilon : float
        Budget of this step; a row changes two cells, so the noise is Laplace(2/epsilon).
    seed : int

    Returns
    -------
    matrix, labels
        The synthetic rows.
    """
    rng = np.random.default_rng(seed)
    code = np.zeros(matrix.shape[0], np.int64)
    for bit, feature in enumerate(features):
        code[matrix.indices[matrix.indptr[feature] : matrix.indptr[feature + 1]]] |= 1 << bit
    counts = np.bincount(2 * code + labels, minlength=2 << len(features)).astype(np.float64)
    noisy: Floats = counts + rng.laplace(0, 2 / epsilon, len(counts))
    cells = np.repeat(np.arange(len(counts)), np.maximum(0, np.rint(noisy)).astype(np.int64))
    bits = (cells[:, None] // 2 >> np.arange(len(features))) & 1
    return csc_array(bits.astype(np.uint8)), cells % 2 == 1

"""Greedy feature selection under a privacy constraint.

References
----------
Zhang, Mohammed, Hasan (2017), Algorithms 2 and 3, section 4.2.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, cast

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csc_array, csr_array

from engine.methods.k_containment.selection.label_limits import LabelLimits
from engine.methods.k_containment.selection.partition import Partition, Privacy
from engine.methods.k_containment.selection.utility import Utility, group_labels, ham_dist, split_gain
from engine.methods.k_containment.tables.table import Bools, Floats, rows_of, supports

OnInfeasible = Literal["skip", "stop"]
Reason = Literal[
    "never_present", "rare", "conflict", "label", "no_gain", "not_reached", "not_chosen", "discloses"
]

REASONS: Mapping[str, str] = {
    "never_present": "no row has it",
    "rare": "fewer than k rows have it",
    "conflict": "with the features kept, a row would be contained in fewer than k rows",
    "label": "with the features kept, rows that look alike would tell their label",
    "no_gain": "it tells no further rows of the two classes apart",
    "not_reached": "the search stopped at an infeasible feature before it",
    "not_chosen": "another feasible feature set had the higher utility",
    "discloses": "its name holds what the policy removes",
    "class": "its name shows whose document the table is",
}


@dataclass(frozen=True, slots=True)
class Selection:
    """Features kept, in the order chosen, and why each other one was not.

    Parameters
    ----------
    features : sequence of int
    dropped : mapping of int to Reason
    """

    features: Sequence[int]
    dropped: Mapping[int, Reason]


def greedy(
    matrix: csc_array,
    labels: Bools | None,
    k: int,
    utility: Utility = "dist_cnt",
    on_infeasible: OnInfeasible = "skip",
    privacy: Privacy = "containment",
    limits: LabelLimits | None = None,
) -> Selection:
    """Add the best feature again and again while the projection stays private.

    Parameters
    ----------
    matrix : csc_array, shape (n_rows, n_features)
        Ones of the table (`as_binary`).
    labels : ndarray of bool, optional
        Needed by every utility but ``"ones"``.
    k : int
        Anonymity parameter, >= 1.
    utility : {"dist_cnt", "ham_dist", "classification_metric", "information", "ones"}
        What a feature set is worth; ``"ones"`` counts the ones kept (tables without a label).
    on_infeasible : {"skip", "stop"}
        What to do when the best feature left would break the constraint.
    privacy : {"containment", "anonymity"}
        The constraint: k-AC, or plain k-anonymity (the paper's baseline).
    limits : LabelLimits, optional
        A constraint on the labels beside it.

    Returns
    -------
    Selection

    Notes
    -----
    Feasibility is closed under subsets (Lemma 2), so a feature that does not
    fit once never fits again and is dropped for good. HamDist and ones are
    modular: one sort. DistCnt is submodular: gains only shrink, so a gain is
    recomputed only when its feature comes to the top (lazy evaluation). CM and
    information are not submodular: every gain is recomputed each round.

    References
    ----------
    Algorithm 2 (``ham_dist``, ``stop``), Algorithm 3 (``dist_cnt``).
    """
    search = _Search(matrix, labels, k, on_infeasible, privacy)
    search.limits = limits
    if utility in ("ham_dist", "ones"):
        scores = (
            supports(matrix).astype(np.float64) if utility == "ones" else ham_dist(matrix, _needed(labels))
        )
        search.in_order(scores)
    elif utility == "dist_cnt":
        search.lazily()
    else:
        search.exhaustively(utility)
    return search.result()


def _needed(labels: Bools | None) -> Bools:
    return cast(Bools, labels)


class _Search:
    """The state of one greedy run: the partition, what was chosen, what was dropped."""

    def __init__(
        self, matrix: csc_array, labels: Bools | None, k: int, on_infeasible: OnInfeasible, privacy: Privacy
    ) -> None:
        self.matrix, self.labels, self.k = matrix, labels, k
        self.on_infeasible, self.privacy = on_infeasible, privacy
        self.limits: LabelLimits | None = None
        self.partition = Partition(matrix.shape[0])
        self.chosen: list[int] = []
        support = supports(matrix)
        self.dropped: dict[int, Reason] = {int(f): "never_present" for f in np.flatnonzero(support == 0)}
        self.dropped |= {int(f): "rare" for f in np.flatnonzero((support > 0) & (support < k))}
        self.candidates = np.flatnonzero(support >= k)
        self.clashes = np.zeros(matrix.shape[1], np.bool_)
        self.by_row: csr_array | None = csr_array(matrix) if on_infeasible == "skip" else None
        self._recount()

    def try_add(self, feature: int) -> bool:
        """Add `feature` if it fits; False when the search has to stop."""
        rows = rows_of(self.matrix, feature)
        fits = not self.clashes[feature] and self.partition.allows(rows, self.k, self.privacy)
        told = fits and self._tells_labels(rows)
        if fits and not told:
            self.partition.add(rows)
            self.chosen.append(feature)
            self._mark_clashes(rows)
            self._recount()
            return True
        self.dropped[feature] = "label" if told else "conflict"
        return self.on_infeasible == "skip"

    def _tells_labels(self, rows: NDArray[np.int32]) -> bool:
        if self.limits is None or self.labels is None:
            return False
        return not self.limits.allow(self.partition, rows, self.labels, self.privacy)

    def _mark_clashes(self, rows: NDArray[np.int32]) -> None:
        """Rule out features that occur with the one just added in some, but fewer than k, rows."""
        if self.by_row is None:
            return
        together = self.by_row[rows].indices
        counts = np.bincount(together, minlength=self.matrix.shape[1])
        self.clashes |= (counts > 0) & (counts < self.k)

    def in_order(self, scores: Floats) -> None:
        """Try features by falling score (ties: lower index first)."""
        for feature in self.candidates[np.argsort(-scores[self.candidates], kind="stable")]:
            if scores[feature] <= 0:
                self.dropped[int(feature)] = "no_gain"
            elif not self.try_add(int(feature)):
                return

    def lazily(self) -> None:
        """Largest DistCnt gain first, re-evaluated only at the top of the heap."""
        labels = _needed(self.labels)
        pairs = float(labels.sum()) * float((~labels).sum())
        first = np.rint(ham_dist(self.matrix, labels) * pairs)
        heap = [(-first[f], int(f), 0) for f in self.candidates]
        heapq.heapify(heap)
        while heap:
            negative, feature, at = heapq.heappop(heap)
            if self.clashes[feature]:
                self.dropped[feature] = "conflict"
                continue
            if at < len(self.chosen):
                negative = -self.gain("dist_cnt", feature)
                if heap and (negative, feature) > heap[0][:2]:
                    heapq.heappush(heap, (negative, feature, len(self.chosen)))
                    continue
            if negative >= 0:
                self.dropped[feature] = "no_gain"
            elif not self.try_add(feature):
                return

    def exhaustively(self, utility: Utility) -> None:
        """Evaluate every candidate each round and take the best that fits.

        CM often stays level for a few features before it falls, so ties count
        as progress there, the larger HamDist first.
        """
        scores = ham_dist(self.matrix, _needed(self.labels))
        least = 1e-9 if utility == "information" else 0.0
        left = [int(f) for f in self.candidates]
        while left:
            self.dropped |= {f: "conflict" for f in left if self.clashes[f]}
            left = [f for f in left if not self.clashes[f]]
            gains = {f: self.gain(utility, f) for f in left}
            for feature in sorted(left, key=lambda f: (-gains[f], -scores[f])):
                if gains[feature] < least:
                    self.dropped |= dict.fromkeys(left, "no_gain")
                    return
                n_chosen = len(self.chosen)
                left.remove(feature)
                if not self.try_add(feature):
                    return
                if len(self.chosen) > n_chosen:
                    break

    def gain(self, utility: Utility, feature: int) -> float:
        """Gain of `feature` given the features chosen so far."""
        key = self._key[rows_of(self.matrix, feature)]
        counts = np.bincount(key, minlength=2 * self.partition.n_patterns).reshape(-1, 2)
        with_feature = counts[:, 1], counts[:, 0]
        if utility == "dist_cnt":
            return split_gain(utility, self._totals, with_feature)
        touched = np.flatnonzero(counts.any(axis=1))
        positives, negatives = self._totals
        return split_gain(
            utility,
            (positives[touched], negatives[touched]),
            (with_feature[0][touched], with_feature[1][touched]),
        )

    def _recount(self) -> None:
        """Rows of each pattern by label, and each row's key: twice its pattern, plus its label."""
        if self.labels is not None:
            group = self.partition.group
            self._totals = group_labels(group, self.labels, self.partition.n_patterns)
            self._key = 2 * group + self.labels

    def result(self) -> Selection:
        """What was chosen; features never tried are marked as such."""
        chosen = set(self.chosen)
        for feature in range(self.matrix.shape[1]):
            if feature not in chosen:
                self.dropped.setdefault(feature, "not_reached")
        return Selection(self.chosen, dict(sorted(self.dropped.items())))

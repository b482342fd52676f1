"""Project a table as a policy says: the stage behind ``tables:``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Set
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.errors import RefusedError, fault
from engine.methods.k_containment.containment import (
    Certificate,
    anonymity_level,
    certified_level,
    check_certificate,
)
from engine.methods.k_containment.evaluation.auc import svm_auc
from engine.methods.k_containment.release import order_by_content
from engine.methods.k_containment.selection.greedy import REASONS, Selection, greedy
from engine.methods.k_containment.selection.label_limits import LabelLimits
from engine.methods.k_containment.selection.maximal import maximal
from engine.methods.k_containment.selection.partition import Privacy
from engine.methods.k_containment.selection.suppression import suppress_cells
from engine.methods.k_containment.selection.utility import Utility, ham_dist
from engine.methods.k_containment.tables.schema import TablePolicy
from engine.methods.k_containment.tables.table import BinaryTable, check_k, supports

_GREEDY: Mapping[str, Utility] = {
    "greedy-hamdist": "ham_dist",
    "greedy-distcnt": "dist_cnt",
    "greedy-information": "information",
    "greedy-ones": "ones",
}


AUC_ROWS = 100_000
"""Rows on which the SVM is measured at most: a random sample of a longer table."""


@dataclass(frozen=True, eq=False)
class Projection:
    """A released table with its proof and what it cost.

    Parameters
    ----------
    table : BinaryTable
        What is released, its rows in the order of what they show.
    source : BinaryTable
        What it was made from (never leaves the run).
    k : int
        Level the policy asks for.
    achieved : int
        Level of the released table.
    certificate : Certificate
        k containing rows for each row; checked before the projection is returned.
    dropped : mapping of int to str
        Feature of `source` -> reason (`greedy.REASONS`).
    n_cleared : int
        Ones withheld inside features that were kept.
    n_all_zero, n_all_zero_before : int
        Rows without a one; they reach k only that way.
    auc_before, auc_after : float or None
        5-fold linear SVM; None without a label.
    order : array of int, shape (n_rows,)
        Which row of `source` each row of `table` is.
    protect_zeros : bool
        Whether `achieved` counts equal rows, and not all that contain a row.
    """

    table: BinaryTable
    source: BinaryTable
    k: int
    achieved: int
    certificate: Certificate
    dropped: Mapping[int, str]
    n_cleared: int
    n_all_zero: int
    n_all_zero_before: int
    auc_before: float | None
    auc_after: float | None
    order: NDArray[np.intp]
    protect_zeros: bool = False

    def summary(self) -> dict[str, Any]:
        """Numbers for the report, JSON values only; names of features only where the schema gave them."""
        source, released = self.source, self.table
        shown = source.public if source.public is not None else np.zeros(len(source.names), np.bool_)
        return {
            "k": self.k,
            "achieved_k": self.achieved,
            "rows": source.shape[0],
            "features_before": source.shape[1],
            "features_after": released.shape[1],
            "ones_before": int(source.matrix.nnz),
            "ones_after": int(released.matrix.nnz),
            "ones_cleared_in_kept_features": self.n_cleared,
            "rows_all_zero_before": self.n_all_zero_before,
            "rows_all_zero_after": self.n_all_zero,
            "dropped": dict(Counter(self.dropped.values())),
            "dropped_features": {source.names[i]: reason for i, reason in self.dropped.items() if shown[i]},
            "reasons": {reason: REASONS[reason] for reason in sorted(set(self.dropped.values()))},
            "auc_before": self.auc_before,
            "auc_after": self.auc_after,
        }


def project(
    table: BinaryTable, policy: TablePolicy, *, measure_auc: bool = True, prove: bool = True
) -> Projection:
    """Make a table k-anonymous by containment as `policy` says, prove it, and measure what it cost.

    Parameters
    ----------
    table : BinaryTable
        As made by `schema.Binariser` or `adapters.tables.files.read_table`.
    policy : TablePolicy
    measure_auc : bool
        Whether to fit the SVM before and after (needs a label), on at most `AUC_ROWS` rows.
    prove : bool
        Whether to check the certificate here; a caller that checks what it has written need not.

    Returns
    -------
    Projection

    Raises
    ------
    TableError
        ``KCT004`` when k exceeds the number of rows.
    RefusedError
        ``KCT010`` when the released table does not pass the independent check.
    """
    check_k(policy.k, table.shape[0])
    made, dropped, n_cleared = _release(table, policy)
    order = order_by_content(made)
    released = made.in_order(order)
    achieved, certificate = _level(released, policy.k, policy.protect_zeros)
    if (
        certificate is None
        or achieved < policy.k
        or (prove and not check_certificate(released.matrix, certificate))
    ):
        advice = "Nothing was released; report this as a fault of the program."
        raise RefusedError(fault("KCT010", "table", f"must have containment level {policy.k}", "", advice))
    return Projection(
        released,
        table,
        policy.k,
        achieved,
        certificate,
        dropped,
        n_cleared,
        _all_zero(released),
        _all_zero(table),
        *(_auc(table, measure_auc), _auc(released, measure_auc)),
        order,
        policy.protect_zeros,
    )


def _level(table: BinaryTable, k: int, protect_zeros: bool) -> tuple[int, Certificate | None]:
    """Level and witnesses; where zeros are protected, both by equal rows.

    With k equal rows for each row, `certified_level` names these.
    """
    achieved, certificate = certified_level(table.matrix, k)
    return (anonymity_level(table.matrix) if protect_zeros else achieved), certificate


def withdraw(projection: Projection, names: Set[str], reason: str, *, measure_auc: bool = True) -> Projection:
    """The projection without some of its features: containment holds for what is left of every row.

    Parameters
    ----------
    projection : Projection
    names : set of str
        Features of the released table.
    reason : str
        Key of `greedy.REASONS`.
    measure_auc : bool
        Whether to fit the SVM again.
    """
    source, table = projection.source, projection.table
    left = [i for i, name in enumerate(table.names) if name not in names]
    made = table.select(left)
    order = order_by_content(made)
    released = made.in_order(order)
    achieved, certificate = _level(released, projection.k, projection.protect_zeros)
    assert certificate is not None
    place = {name: i for i, name in enumerate(source.names)}
    before, after = supports(source.matrix), supports(released.matrix)
    kept = [place[name] for name in released.names]
    return replace(
        projection,
        table=released,
        achieved=achieved,
        certificate=certificate,
        dropped={**projection.dropped, **dict.fromkeys((place[name] for name in sorted(names)), reason)},
        n_cleared=int((before[kept] - after).sum()),
        n_all_zero=_all_zero(released),
        auc_after=_auc(released, measure_auc),
        order=projection.order[order],
    )


def _release(table: BinaryTable, policy: TablePolicy) -> tuple[BinaryTable, Mapping[int, str], int]:
    if policy.choose == "suppress-cells":
        return _suppressed(table, policy)
    selection = _selection(table, policy)
    return table.select(sorted(selection.features)), selection.dropped, 0


def _selection(table: BinaryTable, policy: TablePolicy) -> Selection:
    if policy.choose == "maximal":
        utility: Utility = "ones" if table.labels is None else "ham_dist"
        return maximal(table.matrix, table.labels, policy.k, utility, policy.family, policy.candidates)
    privacy: Privacy = "anonymity" if policy.protect_zeros else "containment"
    return greedy(
        table.matrix,
        table.labels,
        policy.k,
        _GREEDY[policy.choose],
        policy.on_infeasible,
        privacy,
        LabelLimits(policy.l_diversity, policy.t_closeness),
    )


def _suppressed(table: BinaryTable, policy: TablePolicy) -> tuple[BinaryTable, Mapping[int, str], int]:
    scores = supports(table.matrix).astype(np.float64)
    if table.labels is not None:
        scores = ham_dist(table.matrix, table.labels)
    found = suppress_cells(table.matrix, policy.k, scores)
    left = supports(found.matrix)
    before = supports(table.matrix)
    dropped: dict[int, str] = {}
    for feature in np.flatnonzero(left == 0):
        reason = (
            "never_present" if before[feature] == 0 else "rare" if before[feature] < policy.k else "conflict"
        )
        dropped[int(feature)] = reason
    whole = BinaryTable(found.matrix, table.names, table.labels, table.public)
    return whole.select(np.flatnonzero(left > 0).tolist()), dropped, int(found.cleared[left > 0].sum())


def _all_zero(table: BinaryTable) -> int:
    return int((np.bincount(table.matrix.indices, minlength=table.shape[0]) == 0).sum())


def _auc(table: BinaryTable, measure: bool) -> float | None:
    if not measure:
        return None
    if table.shape[0] > AUC_ROWS:
        table = table.in_order(np.random.default_rng(0).choice(table.shape[0], AUC_ROWS, replace=False))
    return None if table.labels is None else svm_auc(table.matrix, table.labels)

"""Classification utilities of a feature set: HamDist, DistCnt, CM and information.

References
----------
Zhang, Mohammed, Hasan (2017), Definitions 2, 7-9 and section 4.2 (modular and
submodular functions).
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csc_array

from engine.methods.k_containment.tables.table import Bools, Floats, Ints, distinct_rows, supports

Utility = Literal["ham_dist", "dist_cnt", "classification_metric", "information", "ones"]


def ham_dist(matrix: csc_array, labels: Bools) -> Floats:
    """HamDist of every single feature; a feature set's is the sum of its features'.

    Notes
    -----
    With a and b the shares of ones among positive and negative rows:
    ``a (1 - b) + (1 - a) b``.

    References
    ----------
    Definition 8 (modular).
    """
    positives = (matrix.T @ labels.astype(np.int64)).astype(np.float64)
    negatives = supports(matrix) - positives
    a = positives / max(int(labels.sum()), 1)
    b = negatives / max(int((~labels).sum()), 1)
    return np.asarray(a * (1 - b) + (1 - a) * b)


def group_labels(group: NDArray[Any], labels: Bools, n_groups: int) -> tuple[Ints, Ints]:
    """Positive and negative rows of each group."""
    positives = np.bincount(group[labels], minlength=n_groups).astype(np.int64)
    return positives, np.bincount(group, minlength=n_groups).astype(np.int64) - positives


def dist_cnt(matrix: Any, labels: Bools) -> int:
    """Number of positive/negative pairs that differ in at least one feature.

    Notes
    -----
    All pairs minus those inside one group of equal rows; never a loop over pairs.

    References
    ----------
    Definition 9 (monotone submodular).
    """
    _, group, counts = distinct_rows(matrix)
    positives, negatives = group_labels(group, labels, len(counts))
    return int(positives.sum() * negatives.sum() - (positives * negatives).sum())


def classification_metric(matrix: Any, labels: Bools) -> int:
    """CM: rows in the minority of their group of equal rows (lower is better).

    References
    ----------
    Definition 2, after Iyengar (KDD 2002); no row is suppressed here.
    """
    _, group, counts = distinct_rows(matrix)
    return int(np.minimum(*group_labels(group, labels, len(counts))).sum())


def label_entropy(positives: NDArray[Any], negatives: NDArray[Any]) -> Floats:
    """Rows times entropy of the label in each group, in bits: ``-p log2(p/n) - q log2(q/n)``."""
    total = positives + negatives
    with np.errstate(divide="ignore", invalid="ignore"):
        p = np.where(positives > 0, -positives * np.log2(positives / total), 0.0)
        q = np.where(negatives > 0, -negatives * np.log2(negatives / total), 0.0)
    return np.asarray(p + q)


def information(matrix: Any, labels: Bools) -> float:
    """Mutual information of the pattern of a row and its label, in bits per row."""
    _, group, counts = distinct_rows(matrix)
    positives, negatives = group_labels(group, labels, len(counts))
    whole = label_entropy(np.array([positives.sum()]), np.array([negatives.sum()]))[0]
    return float((whole - label_entropy(positives, negatives).sum()) / max(len(labels), 1))


def split_gain(utility: Utility, totals: tuple[Ints, Ints], with_feature: tuple[Ints, Ints]) -> float:
    """Gain of splitting groups by a feature.

    Parameters
    ----------
    utility : {"dist_cnt", "classification_metric", "information"}
    totals : (positives, negatives) of each touched group
    with_feature : (positives, negatives) that have the feature, per touched group

    Returns
    -------
    float
        Pairs newly told apart, minority members fewer, or bits gained.
    """
    positives, negatives = totals
    p, n = with_feature
    if utility == "dist_cnt":
        return float(p @ (negatives - n) + n @ (positives - p))
    measure = np.minimum if utility == "classification_metric" else label_entropy
    before = measure(positives, negatives)
    return float((before - measure(p, n) - measure(positives - p, negatives - n)).sum())

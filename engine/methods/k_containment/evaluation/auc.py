"""How well a table still serves classification: AUC of a linear SVM.

References
----------
Zhang, Mohammed, Hasan (2017), section 5.2 (5-fold cross-validation, L2 loss,
the penalty tuned on a small validation set).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import StratifiedKFold, train_test_split
from sklearn.svm import LinearSVC

from engine.methods.k_containment.tables.table import Bools, distinct_rows

PENALTIES = (0.01, 0.1, 1.0, 10.0)


def svm_auc(
    matrix: Any, labels: Bools, folds: int = 5, seed: int = 0, penalties: Sequence[float] = PENALTIES
) -> float | None:
    """Mean area under the ROC curve over `folds` folds.

    Parameters
    ----------
    matrix : sparse matrix, shape (n_rows, n_features)
        The released table: training and test rows both come from it.
    labels : ndarray of bool, shape (n_rows,)
    folds : int
    seed : int
        Of the folds and of the validation split.
    penalties : sequence of float
        Values of C tried on a fifth of each training part.

    Returns
    -------
    float or None
        None when a class has fewer rows than folds; 0.5 when no feature is left.

    Notes
    -----
    Equal rows are collapsed into one weighted row, which leaves the SVM's
    problem unchanged and makes narrow tables fast.
    """
    if min(labels.sum(), (~labels).sum()) < folds:
        return None
    if matrix.shape[1] == 0:
        return 0.5
    patterns = Patterns(matrix)
    splits = StratifiedKFold(folds, shuffle=True, random_state=seed).split(np.zeros(len(labels)), labels)
    return float(
        np.mean([fold_auc(patterns, labels, train, test, seed, penalties) for train, test in splits])
    )


class Patterns:
    """The distinct rows of a table, and which one each row is."""

    def __init__(self, matrix: Any) -> None:
        rows, self.group, _ = distinct_rows(matrix)
        data, indices, pointers = rows.data, rows.indices.astype(np.int32), rows.indptr.astype(np.int32)
        self.rows = csr_array((data.astype(np.float64), indices, pointers), shape=rows.shape)


def fold_auc(
    patterns: Patterns,
    labels: Bools,
    train: NDArray[np.intp],
    test: NDArray[np.intp],
    seed: int = 0,
    penalties: Sequence[float] = PENALTIES,
) -> float:
    """AUC on the rows `test` of an SVM fitted and tuned on the rows `train`."""
    model = _tuned(patterns, labels, train, seed, penalties)
    return float(roc_auc_score(labels[test], model.decision_function(patterns.rows)[patterns.group[test]]))


def _tuned(
    patterns: Patterns,
    labels: Bools,
    train: NDArray[np.intp],
    seed: int,
    penalties: Sequence[float],
) -> LinearSVC:
    best = penalties[0]
    if len(penalties) > 1:
        inner, held = train_test_split(train, test_size=0.2, random_state=seed, stratify=labels[train])
        scores = {}
        for c in penalties:
            model = _fit(patterns, inner, labels, c)
            scores[c] = roc_auc_score(
                labels[held], model.decision_function(patterns.rows)[patterns.group[held]]
            )
        best = max(scores, key=lambda c: scores[c])
    return _fit(patterns, train, labels, best)


def _fit(patterns: Patterns, train: NDArray[np.intp], labels: Bools, penalty: float) -> LinearSVC:
    counts = np.bincount(2 * patterns.group[train] + labels[train], minlength=2 * patterns.rows.shape[0])
    present = np.flatnonzero(counts)
    model = LinearSVC(C=penalty, dual=False, tol=1e-3, max_iter=5000)
    weights = counts[present].astype(np.float64)
    return model.fit(patterns.rows[present // 2], present % 2 == 1, sample_weight=weights)

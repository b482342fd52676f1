"""The methods as scikit-learn transformers: fit, transform, get_feature_names_out, usable in a Pipeline."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

import numpy as np
from scipy.sparse import csc_array, csr_array, issparse
from sklearn.base import BaseEstimator, OneToOneFeatureMixin, TransformerMixin
from sklearn.feature_selection import SelectorMixin
from sklearn.utils.validation import check_is_fitted, column_or_1d, validate_data

from engine.errors import fault
from engine.methods.k_containment.containment import anonymity_level, containment_level
from engine.methods.k_containment.selection.greedy import OnInfeasible, Selection, greedy
from engine.methods.k_containment.selection.maximal import Family, maximal
from engine.methods.k_containment.selection.partition import Privacy
from engine.methods.k_containment.selection.suppression import CellRule, suppress_cells
from engine.methods.k_containment.selection.utility import Utility, ham_dist
from engine.methods.k_containment.tables.table import (
    Bools,
    TableError,
    as_binary,
    as_labels,
    check_k,
    distinct_rows,
    supports,
)


class _Private(BaseEstimator):  # type: ignore[misc]
    """What every estimator shares: checked input, and tags."""

    k: int

    def _checked(self, X: Any, y: Any, needs_labels: bool) -> tuple[csc_array, Bools | None]:
        given = validate_data(self, X, accept_sparse=("csc", "csr"), ensure_min_samples=2)
        if y is None and needs_labels:
            must = "must be given: this utility requires y to be passed, but the target y is None"
            raise TableError(fault("KCT007", "y", must, "", "Pass a two-class label, or choose ones."))
        matrix = as_binary(given, "X")
        check_k(self.k, matrix.shape[0])
        return matrix, None if y is None else as_labels(column_or_1d(y, warn=True), matrix.shape[0], "y")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.positive_only = True
        tags.target_tags.required = getattr(self, "utility", getattr(self, "order", "ones")) != "ones"
        return tags


class _Selector(SelectorMixin, _Private):  # type: ignore[misc]
    """A transformer that keeps whole columns."""

    @abstractmethod
    def _select(self, matrix: csc_array, labels: Bools | None) -> Selection:
        """The features to keep."""

    def _get_support_mask(self) -> Bools:
        check_is_fitted(self)
        mask = np.zeros(self.n_features_in_, np.bool_)
        mask[list(self.selection_.features)] = True
        return mask

    def _fit(self, X: Any, y: Any, needs_labels: bool) -> Any:
        matrix, labels = self._checked(X, y, needs_labels)
        self.selection_ = self._select(matrix, labels)
        released = matrix[:, sorted(self.selection_.features)]
        self.containment_level_ = containment_level(released)
        self.anonymity_level_ = anonymity_level(released)
        self.n_all_zero_ = int((np.bincount(released.indices, minlength=matrix.shape[0]) == 0).sum())
        return self


class GreedySelector(_Selector):
    """Greedy feature selection under k-AC (Algorithms 2 and 3), or under plain k-anonymity.

    Parameters
    ----------
    k : int, default=5
        Every row of the fitted table, projected, is contained in at least k rows.
    utility : {"dist_cnt", "ham_dist", "classification_metric", "information", "ones"}
    on_infeasible : {"skip", "stop"}
    privacy : {"containment", "anonymity"}

    Attributes
    ----------
    selection_ : Selection
        Features in the order chosen, and the reason each other one was dropped.
    containment_level_, anonymity_level_ : int
        Levels of the fitted table, projected.
    n_all_zero_ : int
        Rows of the projection without a one (they reach k only that way).
    """

    def __init__(
        self,
        k: int = 5,
        utility: Utility = "dist_cnt",
        on_infeasible: OnInfeasible = "skip",
        privacy: Privacy = "containment",
    ) -> None:
        self.k = k
        self.utility = utility
        self.on_infeasible = on_infeasible
        self.privacy = privacy

    def fit(self, X: Any, y: Any = None) -> GreedySelector:
        """Choose the features for a binary table `X` with a two-class `y`."""
        return self._fit(X, y, self.utility != "ones")  # type: ignore[no-any-return]

    def _select(self, matrix: csc_array, labels: Bools | None) -> Selection:
        return greedy(matrix, labels, int(self.k), self.utility, self.on_infeasible, self.privacy)


class MaximalSelector(_Selector):
    """The best of the largest maximal feature sets (Algorithm 1).

    Parameters
    ----------
    k : int, default=5
    utility : {"ham_dist", "dist_cnt", "classification_metric", "information", "ones"}
    family : {"feasible", "frequent"}
    n_candidates : int or None, default=100

    Attributes
    ----------
    selection_, containment_level_, anonymity_level_, n_all_zero_
        As for `GreedySelector`.
    """

    def __init__(
        self,
        k: int = 5,
        utility: Utility = "ham_dist",
        family: Family = "feasible",
        n_candidates: int | None = 100,
    ) -> None:
        self.k = k
        self.utility = utility
        self.family = family
        self.n_candidates = n_candidates

    def fit(self, X: Any, y: Any = None) -> MaximalSelector:
        """Choose the features for a binary table `X` with a two-class `y`."""
        return self._fit(X, y, self.utility != "ones")  # type: ignore[no-any-return]

    def _select(self, matrix: csc_array, labels: Bools | None) -> Selection:
        return maximal(matrix, labels, int(self.k), self.utility, self.family, self.n_candidates)


class CellSuppressor(OneToOneFeatureMixin, TransformerMixin, _Private):  # type: ignore[misc]
    """Keep every column; clear the ones of the rows that cannot afford them (`suppress_cells`).

    Parameters
    ----------
    k : int, default=5
    order : {"ham_dist", "ones"}
        Which features keep their ones first.

    Attributes
    ----------
    cleared_ : ndarray of int, shape (n_features,)
        Ones of the fitted table withheld per feature.
    containment_level_, n_all_zero_ : int

    Notes
    -----
    `transform` gives the fitted rows what `fit_transform` gave them, and gives a
    new row the features, in the same order, as long as at least k rows of
    the fitted release contain them.
    """

    def __init__(self, k: int = 5, order: str = "ham_dist") -> None:
        self.k = k
        self.order = order

    def fit(self, X: Any, y: Any = None) -> CellSuppressor:
        """Decide which ones of a binary table `X` may be released."""
        if self.order not in ("ham_dist", "ones"):
            raise TableError(fault("KCT011", "order", "must be ham_dist or ones", self.order))
        matrix, labels = self._checked(X, y, self.order == "ham_dist")
        scores = (
            supports(matrix).astype(float)
            if labels is None or self.order == "ones"
            else ham_dist(matrix, labels)
        )
        found = suppress_cells(matrix, int(self.k), scores)
        self.cleared_ = found.cleared
        self.rule_ = CellRule(found.matrix, scores, int(self.k))
        self.containment_level_ = containment_level(found.matrix)
        self.n_all_zero_ = int((np.bincount(found.matrix.indices, minlength=matrix.shape[0]) == 0).sum())
        return self

    def transform(self, X: Any) -> Any:
        """Clear the ones that the fitted release cannot hide; same type (dense or sparse) as `X`."""
        check_is_fitted(self)
        given = validate_data(self, X, accept_sparse=("csc", "csr"), reset=False)
        distinct, group, _ = distinct_rows(as_binary(given, "X"))
        released = csr_array(self.rule_.apply(distinct)[group])
        if issparse(given):
            return released.astype(given.dtype)
        return released.toarray().astype(given.dtype)

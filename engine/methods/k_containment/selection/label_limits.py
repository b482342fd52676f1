"""What the labels of rows that look alike may tell: l-diversity and t-closeness in the greedy search."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.methods.k_containment.selection.partition import Partition, Privacy
from engine.methods.k_containment.tables.table import Bools, Floats, Ints


@dataclass(frozen=True, slots=True)
class LabelLimits:
    """Limits on the labels of the rows that a reader cannot tell apart.

    Parameters
    ----------
    l_diversity : {1, 2}
        2: both labels occur among them.
    t_closeness : float or None
        The share of the positive label among them is at most so far from its share in the table. With two
        labels that is the earth mover's distance of the two distributions.

    Notes
    -----
    Both are closed under subsets of features, so a feature that does not fit once never fits again.
    Fewer features make more rows look alike: containers of a row only gain rows, and equal rows become
    unions of classes, whose share lies between those of the classes. Containers are no such unions,
    so `t_closeness` is for equal rows alone.

    References
    ----------
    Machanavajjhala et al.: l-Diversity (2007), distinct l-diversity; Li et al.: t-Closeness (2007).
    """

    l_diversity: int = 1
    t_closeness: float | None = None

    def allow(self, partition: Partition, rows: NDArray[np.int32], labels: Bools, privacy: Privacy) -> bool:
        """Whether they hold when the feature that `rows` have is added to a partition for which they hold."""
        if self.l_diversity > 1 and privacy == "containment":
            split = (rows[labels[rows]], rows[~labels[rows]])
            return all(partition.covers(rows, of_label) for of_label in split)
        asked = self.l_diversity > 1 or self.t_closeness is not None
        return not asked or self._equal_rows(partition, rows, labels)

    def _equal_rows(self, partition: Partition, rows: NDArray[np.int32], labels: Bools) -> bool:
        n = partition.n_patterns
        sizes, positive = partition.size, np.bincount(partition.group, labels, n)
        with_feature = np.bincount(partition.group[rows], minlength=n)
        positive_with = np.bincount(partition.group[rows], labels[rows], n)
        share = float(labels.mean())
        return self._hold(positive_with, with_feature, share) and self._hold(
            positive - positive_with, sizes - with_feature, share
        )

    def _hold(self, positive: Ints | Floats, sizes: Ints, share: float) -> bool:
        positive, sizes = positive[sizes > 0], sizes[sizes > 0]
        mixed = self.l_diversity <= 1 or bool(((positive > 0) & (positive < sizes)).all())
        t = self.t_closeness
        return mixed and (t is None or bool((np.abs(positive / sizes - share) <= t + _ROUNDING).all()))


_ROUNDING = 1e-12
"""What a quotient of two whole numbers may be off."""

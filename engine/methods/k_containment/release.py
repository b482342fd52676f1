"""A table as it leaves: rows in an order that tells nothing, with a certificate that anybody can check.

`engine.checks.containment` checks it on the rows as they are read back from the file.
"""

from __future__ import annotations

from itertools import groupby
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.methods.k_containment.containment import Certificate
from engine.methods.k_containment.tables.table import BinaryTable, distinct_rows


def order_by_content(table: BinaryTable) -> NDArray[np.intp]:
    """The rows sorted by what they show, then by label: such an order says nothing else."""
    rows, group, _ = distinct_rows(table.matrix)
    patterns = [tuple(rows.indices[a:b]) for a, b in zip(rows.indptr, rows.indptr[1:], strict=False)]
    rank = np.empty(len(patterns), np.int64)
    rank[sorted(range(len(patterns)), key=patterns.__getitem__)] = np.arange(len(patterns))
    labels = np.zeros(len(group)) if table.labels is None else table.labels
    return np.lexsort((labels, rank[group]))


def certificate_entries(certificate: Certificate) -> list[dict[str, Any]]:
    """A certificate for a file: one entry for each run of equal rows; rows count from 0.

    Returns
    -------
    list of dict
        ``{"first", "rows", "contained_in"}``: rows first..first+rows-1 show only what each of the
        k rows `contained_in` shows.
    """
    entries = []
    first = 0
    for witnesses, run in groupby(certificate.witnesses):
        n_rows = sum(1 for _ in run)
        entries.append({"first": first, "rows": n_rows, "contained_in": list(witnesses)})
        first += n_rows
    return entries

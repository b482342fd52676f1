"""A table made in one step: what a release would show of given columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.errors import RefusedError, fault
from engine.methods.k_containment.projection import project
from engine.methods.k_containment.tables.schema import Binariser, Censor, cell_text, code
from engine.policy.clauses.tables import TablePolicy

_ADVICE = "The table was refused; nothing of it was released."


@dataclass(frozen=True, slots=True)
class MadeTable:
    """What a release would show.

    Parameters
    ----------
    names : sequence of str
        Features kept.
    rows : sequence of frozenset of str
        What each released row shows.
    places : sequence of tuple of int
        The same as places in `names`, rising.
    known : frozenset of str
        All features that the columns have, those that must not be named among them.
    """

    names: Sequence[str]
    rows: Sequence[frozenset[str]]
    places: Sequence[tuple[int, ...]]
    known: frozenset[str]


def make_table(
    where: str, columns: Mapping[str, Sequence[object]], settings: TablePolicy, censor: Censor
) -> MadeTable:
    """Make the released table of a few columns.

    Raises
    ------
    TableError, RefusedError
        As for a release: ``KCT002``, ``KCT008``, ``KCT009``, ``KCT012``, ``TAB005``, ``TAB006``.
    """
    binariser = Binariser(settings, censor)
    binariser.add({name: code([cell_text(cell) for cell in cells]) for name, cells in columns.items()})
    require_rows(where, binariser.n_rows, settings.k)
    table = binariser.table()
    released = project(table, settings, measure_auc=False).table
    require_features(where, released.shape[1], settings.k)
    by_row = released.matrix.tocsr()
    places = [
        tuple(by_row.indices[a:b].tolist()) for a, b in zip(by_row.indptr, by_row.indptr[1:], strict=False)
    ]
    rows = [frozenset(released.names[place] for place in row) for row in places]
    known = frozenset(table.names) | set(binariser.barred) | binariser.removed_words
    return MadeTable(released.names, rows, places, known)


def require_rows(where: str, n_rows: int, k: int) -> None:
    """Refuse a table of fewer than k rows (``TAB005``)."""
    if n_rows < k:
        raise RefusedError(fault("TAB005", where, f"must have at least k = {k} rows", n_rows, _ADVICE))


def require_features(where: str, n_features: int, k: int) -> None:
    """Refuse a table of which no feature is left (``TAB006``)."""
    if not n_features:
        must = f"must have a feature that can be shown at k = {k}"
        raise RefusedError(fault("TAB006", where, must, "none", _ADVICE))

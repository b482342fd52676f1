"""Clauses about tables in plain words."""

from __future__ import annotations

from collections.abc import Iterator

from engine.policy.clauses.tables import TableClause, TableColumn

TABLE_LEAVES = {
    False: "The table with only those features of which k rows show every combination that one row shows. "
    "Every other feature is dropped for all rows.",
    True: "The table, with features cleared in rows that fewer than k rows could match. "
    "A released one is true, but a zero may be a withheld one.",
}
"""By whether single cells are cleared."""


def table_limits(clause: TableClause) -> Iterator[str]:
    """What a clause about tables does not protect."""
    if not clause.protect_zeros:
        yield "What a row has is protected. What it lacks is not."
    yield "Rows that show nothing reach k for that reason alone. The report counts them."
    if clause.l_diversity == 1:
        yield "k rows that look alike may share one label."
    yield "Columns that the clause does not declare are dropped unread, free text included."


def table_words(clause: TableClause) -> str:
    """What a clause about tables is about, and what it promises."""
    columns = "; ".join(_column(name, column) for name, column in clause.columns.items())
    promise = f"Whatever a released row shows, at least {clause.k} rows show too"
    if clause.protect_zeros:
        promise = f"Each released row is equal to at least {clause.k - 1} others, in what it lacks too"
    if clause.l_diversity > 1:
        promise += ", and both labels occur among them"
    if clause.t_closeness is not None:
        promise += (
            f". Their share of the positive label is within {clause.t_closeness:g} of the whole table's"
        )
    return f"Tables named {', '.join(clause.files)}. {promise}. Columns used: {columns}."


def _column(name: str, column: TableColumn) -> str:
    if column.kind == "interval":
        return f"{name} in {len(column.edges or ()) + 1} intervals"
    if column.kind == "category":
        groups = f"{len(column.groups)} groups of values" if column.groups else "one feature per value"
        return f"{name} in {groups}"
    spoken = {
        "binary": f"{column.name or name} (yes or no)",
        "text": f"the words of {name}",
        "label": f"{name} as the label",
        "entity": f"{name} to check that no two rows are about the same entity; not released",
    }
    return spoken[column.kind]

"""The risk that people of a table are re-identified by their quasi-identifiers, before and as released."""

from __future__ import annotations

from engine.record.counted import Record, TableRisk


class PeopleRisk(Record):
    """What was measured of one table; its `TableRisk` count people where a column says who a row is about.

    Parameters
    ----------
    columns : tuple of str
        Quasi-identifiers that the table has, as the policy writes them.
    before, after : TableRisk
        Of the table as it came, and as it is released.
    small_before, small_after : int
        People in classes of fewer than k.
    withheld : int
        People of whom all quasi-identifiers were withheld.
    sampled : float or None
        Highest expected risk in the population that the table is a sample of; None where none is declared.
    """

    columns: tuple[str, ...]
    before: TableRisk
    after: TableRisk
    small_before: int
    small_after: int
    withheld: int
    sampled: float | None = None

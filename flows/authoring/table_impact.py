"""Tables at hand under two policies: what each would release of them, in counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from adapters.documents.opening.sandbox import run_limited
from adapters.documents.opening.sources import Source
from engine.errors import SafereleaseError
from engine.methods.overlaps.register import Register
from engine.methods.overlaps.rows import RowNumbers
from flows.compiling.compilation import Compiled
from flows.document.document import DocumentPipeline
from flows.tables.released import TABLE_LIMITS

_COUNTS = ("k", "achieved_k", "rows", "features_after", "ones_after")


@dataclass(frozen=True, slots=True)
class TableImpact:
    """What two policies make of one table.

    Parameters
    ----------
    table : str
        Its number among the files at hand.
    old, new : mapping
        For each policy ``{"as": "table", "clause", "k", "achieved_k", "rows", "features_after",
        "ones_after"}``, ``{"as": "refused", "codes"}``, or ``{"as": "document"}`` where no clause of it names
        the file.
    features_more, features_less : int
        Features that only the new policy releases, and only the old one; 0 unless both release a table.
    """

    table: str
    old: dict[str, object]
    new: dict[str, object]
    features_more: int = 0
    features_less: int = 0


@dataclass(frozen=True, slots=True)
class JudgedTable:
    """A table under two policies, and what either would hide of its rows.

    Parameters
    ----------
    impact : TableImpact
    rows : (RowNumbers or None, RowNumbers or None)
        None where the policy releases no table of the file.
    """

    impact: TableImpact
    rows: tuple[RowNumbers | None, RowNumbers | None]


class TableImpacts:
    """Judges tables at hand under two policies; the tables are read, nothing is written.

    Parameters
    ----------
    compiled : pair of Compiled
        The policy as it was, and as it is to be.
    key : bytes
        For pseudonyms, which no count depends on.
    year : int
        From which ages are reckoned.
    register : Register
        By whose words rows are known again.
    """

    def __init__(self, compiled: Sequence[Compiled], key: bytes, year: int, register: Register) -> None:
        about_tables = compiled if any(each.plan.tables for each in compiled) else ()
        self._pipelines = [DocumentPipeline(each, key, year, register) for each in about_tables]

    def is_table(self, source: Source) -> bool:
        """Whether a clause about tables of either policy names the file."""
        return any(pipeline.tables.step_for(source.relative) for pipeline in self._pipelines)

    def of(self, source: Source) -> JudgedTable:
        """What becomes of a file that a clause about tables names."""
        (old, before, old_rows), (new, after, new_rows) = (self._side(place, source) for place in range(2))
        rows = old_rows, new_rows
        if old["as"] != "table" or new["as"] != "table":
            return JudgedTable(TableImpact(source.id, old, new), rows)
        more, less = len(after - before), len(before - after)
        return JudgedTable(TableImpact(source.id, old, new, more, less), rows)

    def _side(
        self, place: int, source: Source
    ) -> tuple[dict[str, object], frozenset[str], RowNumbers | None]:
        stage = self._pipelines[place].tables
        step = stage.step_for(source.relative)
        if step is None:
            return {"as": "document"}, frozenset(), None
        counted = step.model_copy(update={"measure": False})
        try:
            found, rows = run_limited(source.id, stage.previewed, source, counted, limits=TABLE_LIMITS)
        except SafereleaseError as error:
            return {"as": "refused", "codes": sorted({one.code for one in error.faults})}, frozenset(), None
        counts = {name: found[name] for name in _COUNTS}
        kept = cast(Sequence[str], found["kept"])
        return {"as": "table", "clause": step.id, **counts}, frozenset(kept), rows

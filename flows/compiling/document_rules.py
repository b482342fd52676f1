"""A plan's word on documents: settings of the formats, limits of a worker, rules about columns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from adapters.documents.opening.sandbox import Limits
from adapters.documents.settings import MEBIBYTE, Settings
from engine.plan.plan import Plan
from engine.plan.steps import PlannedColumns
from engine.text import CellPlace, Decision, Document, Part, Span, column_name

_CELLS = frozenset({"cell", "number", "value", "boolean"})
_ASIDE = frozenset(
    {
        "columns",
        "unknown_columns",
        "encoded",
        "more_languages",
        "other_languages",
        "file_mb",
        "expanded_mb",
        "seconds",
        "memory_mb",
    }
)


def settings_of(plan: Plan) -> Settings:
    """Settings of the document formats under a plan."""
    chosen = plan.documents
    return Settings(
        **chosen.model_dump(exclude=set(_ASIDE)),
        names="keep" if plan.names == "keep" else "number",
        columns=frozenset(map(column_name, _columns_named(plan))),
        max_bytes=chosen.file_mb * MEBIBYTE,
        max_expanded_bytes=chosen.expanded_mb * MEBIBYTE,
    )


def _columns_named(plan: Plan) -> Iterator[str]:
    """Columns that the policy names: a table with one of them in its first row has a header."""
    for rule in plan.documents.columns:
        yield from rule.named
    if people := plan.reidentification:
        yield from people.quasi_identifiers
        yield from (name for name in (people.subject, people.study_days_from) if name)


def limits_of(plan: Plan) -> Limits:
    """What a worker may use for one small document under a plan; a large one may take more time."""
    chosen = plan.documents
    return Limits(
        memory_bytes=chosen.memory_mb * MEBIBYTE,
        cpu_seconds=chosen.seconds,
        idle_seconds=float(chosen.seconds),
    )


class ColumnRules:
    """Rules about columns, applied to what the methods decided.

    Parameters
    ----------
    rules : sequence of PlannedColumns
        From the plan.
    """

    def __init__(self, rules: Sequence[PlannedColumns]) -> None:
        self._rules = tuple(rules)
        self._places = {column_name(name): i for i, rule in enumerate(rules) for name in rule.named}

    def apply(
        self, document: Document, decisions: Sequence[Decision], decide: Callable[[Span, str], Decision]
    ) -> list[Decision]:
        """The decisions with those inside ruled columns replaced by what the rules say.

        Parameters
        ----------
        document : Document
            Its parts are named by column or key.
        decisions : sequence of Decision
            Sorted, disjoint, inside the parts.
        decide : callable
            ``decide(span, text)``, the decision about a value of a category.
        """
        ruled = list(self._ruled(document))
        if not ruled:
            return list(decisions)
        text = document.text.reveal()
        starts = {part.start: part.end for part, _ in ruled}
        inside = _inside(starts, decisions)
        made = [decision for index, decision in enumerate(decisions) if index not in inside]
        for part, place in ruled:
            made += self._decided(part, place, text, decide)
        return sorted(made, key=lambda decision: decision.start)

    def _decided(
        self, part: Part, place: int, text: str, decide: Callable[[Span, str], Decision]
    ) -> Iterator[Decision]:
        rule = self._rules[place]
        if rule.then == "keep" or not text[part.start : part.end].strip():
            return
        clause = f"documents.columns[{place}]"
        if rule.then == "replace":
            why = {"pattern": clause}
            yield decide(Span(part.start, part.end, rule.category or "", 1.0, why), text)
        else:
            yield Decision(part.start, part.end, "format", "column", "redact", "", clause)

    def kept(self, document: Document) -> frozenset[str]:
        """Texts of cells that the policy leaves as they are, where no other cell holds the same."""
        kept: set[str] = set()
        others: set[str] = set()
        text = document.text.reveal()
        rules = {part.start: place for part, place in self._ruled(document)}
        if not any(self._rules[place].then == "keep" for place in rules.values()):
            return frozenset()
        for part in document.parts:
            place = rules.get(part.start)
            is_kept = place is not None and self._rules[place].then == "keep"
            (kept if is_kept else others).add(text[part.start : part.end])
        return frozenset(kept - others)

    def kept_places(self, document: Document) -> list[tuple[int, int]]:
        """Where the cells of `kept` stand in the document's text."""
        kept, text = self.kept(document), document.text.reveal()
        parts = ((part.start, part.end) for part in document.parts) if kept else ()
        return [(start, end) for start, end in parts if text[start:end] in kept]

    def _ruled(self, document: Document) -> Iterator[tuple[Part, int]]:
        headed = self._headed(document) if self._rules else {}
        for part in document.parts if self._rules else ():
            place = self._place(part)
            if place is None and part.cell is not None:
                place = headed.get(part.start)
            if place is not None:
                yield part, place

    def _headed(self, document: Document) -> dict[int, int]:
        """Cells of tables of documents below a name in the first row: where they start, and their rule."""
        cells = [(part, part.cell) for part in document.parts if part.cell and part.cell.of_text]
        text = document.text.reveal()
        first = _first_rows(cells, text)
        named = {
            (cell.table, column): place
            for part, cell in cells
            if cell.row == first.get(cell.table)
            and (place := self._places.get(column_name(text[part.start : part.end].strip()))) is not None
            for column in range(cell.column, cell.column + cell.span)
        }
        below = ((part, cell) for part, cell in cells if cell.row != first.get(cell.table))
        return {
            part.start: named[cell.table, cell.column]
            for part, cell in below
            if (cell.table, cell.column) in named
        }

    def _place(self, part: Part) -> int | None:
        """Index of the rule about the part's column: of its whole path, else of the innermost key named."""
        if part.kind not in _CELLS or not part.name:
            return None
        keys = [column_name(key) for key in part.name.split(".") if key != "[]"]
        for name in (".".join(keys), *reversed(keys)):
            if name in self._places:
                return self._places[name]
        return None


def _inside(ends: dict[int, int], decisions: Sequence[Decision]) -> set[int]:
    """Indexes of decisions inside parts given as start to end; a decision never crosses a part."""
    starts = sorted(ends)
    found: set[int] = set()
    at = 0
    for index, decision in enumerate(decisions):
        while at < len(starts) and ends[starts[at]] <= decision.start:
            at += 1
        if at < len(starts) and starts[at] <= decision.start < ends[starts[at]]:
            found.add(index)
    return found


def _first_rows(cells: Iterable[tuple[Part, CellPlace]], text: str) -> dict[int, int]:
    """The first row of each table that is not empty."""
    first: dict[int, int] = {}
    for part, cell in cells:
        if text[part.start : part.end].strip():
            first[cell.table] = min(cell.row, first.get(cell.table, cell.row))
    return first

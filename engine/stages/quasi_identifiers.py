"""Tables of people: quasi-identifiers are generalized, withheld where too few look alike, and measured."""

from __future__ import annotations

import datetime as dt
import re
from bisect import bisect_left
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from engine.errors import Fault, fault
from engine.methods.equivalence import Look, classes, expected_risk, withheld
from engine.policy.clauses.reidentification import QuasiIdentifier, ReidentificationClause
from engine.record.counted import PeopleRisk, TableRisk
from engine.text import CellPlace, Decision, Document, Part, carried_out, column_name, is_inside

CLAUSE = "reidentification"
OTHER = "other"
_ISO_DAY = re.compile(r"\d{4}-\d{2}-\d{2}(?=T|\Z)")
_ADVICE = "Generalize its columns more, or declare fewer of them; the document was refused."
Row = Mapping[str, Sequence[Part]]
"""The cells of a row below the header, by the folded name of their column; a cell may be several parts."""


class QuasiIdentifiers:
    """The part of a policy about people in tables, applied to documents.

    Parameters
    ----------
    rule : ReidentificationClause

    Notes
    -----
    What is withheld leaves an empty cell, as a value that was never known does: so both look alike.
    """

    def __init__(self, rule: ReidentificationClause) -> None:
        self._rule = rule
        self._shown = {column_name(name): name for name in rule.quasi_identifiers}
        self._how = {column_name(name): how for name, how in rule.quasi_identifiers.items()}
        self._subject = column_name(rule.subject or "")
        self._first_day = column_name(rule.study_days_from or "")

    def apply(self, document: Document, decisions: Sequence[Decision]) -> list[Decision]:
        """`decisions` with those about quasi-identifiers and days of the study in their places, sorted."""
        text, new = document.text.reveal(), dict[Part, str]()
        for rows in _tables(document).values():
            new |= self._days(rows, text)
            new |= self._generalized(rows, text)
        changed = {part: said for part, said in new.items() if said != text[part.start : part.end]}
        places = sorted((part.start, part.end) for part in changed)
        kept = [one for one in decisions if not is_inside(one.start, one.end, places)]
        made = [
            Decision(part.start, part.end, "format", "column", "replace", said, CLAUSE)
            for part, said in changed.items()
        ]
        return sorted([*kept, *made], key=lambda one: one.start)

    def risks(self, document: Document, decisions: Sequence[Decision]) -> tuple[PeopleRisk, ...]:
        """What the people of each table show before `decisions` and after."""
        text, found = document.text.reveal(), []
        after = _cells_after(document, decisions)
        for rows in _tables(document).values():
            if not (columns := self._columns(rows)):
                continue
            looks = self._looks(rows, columns, text, {}), self._looks(rows, columns, text, after)
            gone = frozenset({("",) * len(columns)})
            never, away = (sum(look == gone for look in shown.values()) for shown in looks)
            shown = tuple(self._shown[name] for name in columns)
            found.append(people_risk(shown, *looks, self._rule.k, away - never, self._rule.population))
        return tuple(found)

    def faults(self, document: Document, decisions: Sequence[Decision]) -> list[Fault]:
        """Why a document must not be released.

        Returns
        -------
        list of Fault
            ``RSK001`` people are left in a class of fewer than k; ``RSK003`` its values have no rows.
        """
        where, k, text = f"document {document.id}", self._rule.k, document.text.reveal()
        named = (part for part in document.parts if part.cell and part.cell.by_path)
        if any(column_name(part.name.rpartition(".")[2]) in self._how for part in named):
            must = "must hold its quasi-identifiers in rows of a table"
            return [fault("RSK003", where, must, "values of JSON", "Release it as CSV or as a spreadsheet.")]
        small = sum(one.small_after for one in self.risks(document, decisions))
        if not small or not text:
            return []
        must, got = f"must show at least k = {k} people who look alike", f"{small} people in smaller classes"
        return [fault("RSK001", where, must, got, _ADVICE)]

    def _columns(self, rows: Mapping[int, Row]) -> tuple[str, ...]:
        """Its quasi-identifiers, in the policy's order."""
        return tuple(name for name in self._how if any(name in row for row in rows.values()))

    def _looks(
        self, rows: Mapping[int, Row], columns: Sequence[str], text: str, new: Mapping[Part, str]
    ) -> dict[Hashable, Look]:
        """What each person shows in `columns`, with the cells in `new` as they are written there."""
        shown: dict[Hashable, set[tuple[str, ...]]] = {}
        for number, row in rows.items():
            who = _said(row.get(self._subject, ()), text, new) or number
            shown.setdefault(who, set()).add(tuple(_said(row.get(name, ()), text, new) for name in columns))
        return {who: frozenset(looks) for who, looks in shown.items()}

    def _generalized(self, rows: Mapping[int, Row], text: str) -> dict[Part, str]:
        columns, new = self._columns(rows), dict[Part, str]()
        for row in rows.values():
            for name in columns:
                new |= _written(row.get(name, ()), _general(_said(row.get(name, ()), text), self._how[name]))
        gone = withheld(self._looks(rows, columns, text, new), self._rule.k) if columns else ()
        for number, row in rows.items():
            if (_said(row.get(self._subject, ()), text) or number) in gone:
                new |= {part: "" for name in columns for part in row.get(name, ())}
        return new

    def _days(self, rows: Mapping[int, Row], text: str) -> dict[Part, str]:
        """Dates of the rows that have a first day, as days of the study."""
        new: dict[Part, str] = {}
        for row in rows.values():
            if (first := _day(_said(row.get(self._first_day, ()), text))) is None:
                continue
            for name, parts in row.items():
                day = None if name == self._subject else _day(_said(parts, text))
                new |= _written(parts, study_day(first, day)) if day else {}
        return new


def people_risk(
    columns: tuple[str, ...],
    before: Mapping[Hashable, Look],
    after: Mapping[Hashable, Look],
    k: int,
    withheld: int,
    population: int | None,
) -> PeopleRisk:
    """The risk of a table of at least one person, from what each person shows before and after.

    Examples
    --------
    >>> before = {n: frozenset({(str(40 + n),)}) for n in range(4)}
    >>> after = dict.fromkeys(before, frozenset({("40-49",)}))
    >>> found = people_risk(("AGE",), before, after, 3, 0, 400)
    >>> found.before.highest, found.after.highest, found.small_before, round(found.sampled or 0, 4)
    (1.0, 0.25, 4, 0.0033)
    """
    sizes = [[len(people) for people in classes(looks).values()] for looks in (before, after)]
    share = len(after) / population if population else None
    return PeopleRisk(
        columns=columns,
        before=TableRisk.of(sizes[0]),
        after=TableRisk.of(sizes[1]),
        small_before=sum(size for size in sizes[0] if size < k),
        small_after=sum(size for size in sizes[1] if size < k),
        withheld=withheld,
        sampled=None if share is None else expected_risk(min(sizes[1]), share),
    )


def study_day(first: dt.date, day: dt.date) -> str:
    """The day of a study: its first is Day 1, and there is no day 0.

    Examples
    --------
    >>> first = dt.date(2024, 3, 1)
    >>> [study_day(first, dt.date(2024, m, d)) for m, d in ((3, 1), (3, 8), (2, 29))]
    ['Day 1', 'Day 8', 'Day -1']
    """
    number = (day - first).days
    return f"Day {number + 1 if number >= 0 else number}"


def _day(said: str) -> dt.date | None:
    found = _ISO_DAY.match(said)
    try:
        return dt.date.fromisoformat(found[0]) if found else None
    except ValueError:
        return None


def _general(said: str, how: QuasiIdentifier) -> str:
    """A value as the policy generalizes it; what is no number falls out of intervals."""
    if how.groups is not None and said:
        return next((name for name, cells in how.groups.items() if said in cells), OTHER)
    return _interval(said, how.edges) if how.edges is not None and said else said


def _interval(said: str, edges: tuple[float, ...]) -> str:
    try:
        place = bisect_left(edges, float(said))
    except ValueError:
        return OTHER
    low, high = (
        f"over {edges[place - 1]:g}" if place else "",
        f"to {edges[place]:g}" if place < len(edges) else "",
    )
    return f"{low} {high}".strip() if low else f"up {high}"


def _said(parts: Iterable[Part], text: str, new: Mapping[Part, str] = {}) -> str:
    return " ".join(new.get(part, text[part.start : part.end]).strip() for part in parts).strip()


def _written(parts: Sequence[Part], said: str) -> dict[Part, str]:
    """A cell's new text: in its first part, and nothing in the others."""
    return {part: said if place == 0 else "" for place, part in enumerate(parts)}


def _tables(document: Document) -> dict[int, dict[int, dict[str, list[Part]]]]:
    """Rows below the header, by table."""
    cells = [(part, part.cell) for part in document.parts if part.cell and not part.cell.by_path]
    headers = dict(_headers(cells, document.text.reveal()))
    found: dict[int, dict[int, dict[str, list[Part]]]] = {}
    for part, cell in cells:
        row, names = headers.get(cell.table, (-1, {}))
        name = names.get(cell.column) or ("" if part.kind == "header" else column_name(part.name))
        if name and part.kind != "header" and cell.row != row:
            rows = found.setdefault(cell.table, {})
            rows.setdefault(cell.row, {}).setdefault(name, []).append(part)
    return found


def _headers(
    cells: Iterable[tuple[Part, CellPlace]], text: str
) -> Iterator[tuple[int, tuple[int, dict[int, str]]]]:
    """Of tables of documents, whose cells have no names: the first row that says something."""
    first: dict[int, tuple[int, dict[int, str]]] = {}
    for part, cell in cells:
        said = column_name(text[part.start : part.end].strip())
        if cell.of_text and said:
            row, names = first.setdefault(cell.table, (cell.row, {}))
            if row == cell.row:
                names[cell.column] = f"{names.get(cell.column, '')} {said}".strip()
    yield from first.items()


def _cells_after(document: Document, decisions: Sequence[Decision]) -> dict[Part, str]:
    """The text of each cell in which something changed."""
    text, new = document.text.reveal(), dict[Part, str]()
    starts = [one.start for one in decisions]
    for part in document.parts:
        first, end = bisect_left(starts, part.start), bisect_left(starts, part.end)
        if part.cell and first < end:
            inside = [
                replace(one, start=one.start - part.start, end=one.end - part.start)
                for one in decisions[first:end]
            ]
            new[part] = carried_out(text[part.start : part.end], inside)
    return new

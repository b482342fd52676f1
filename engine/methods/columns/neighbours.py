"""What the columns beside a column tell of it, where its header says little."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from engine.catalog.public_codes import is_called
from engine.methods.columns.evidence import FEATURES, NOT_SAID, Evidence, Row, Rows, decided
from engine.methods.columns.kinds import CATEGORY_OF, CODES, HARMLESS, UNKNOWN_CODE, Kind
from engine.methods.columns.known_values import USUAL_PROCEDURES
from engine.methods.columns.reading.paths import Column
from engine.methods.columns.shown_kinds import UNLISTED
from engine.methods.columns.values import HALF, Values, is_nothing
from engine.text import Part

_YEARS_APART = 3
_RECURRING = 3
"""Codes that come again, from which the States beside them tell."""
_ZONES = 4
"""Different first digits of ZIP codes: each is a zone of the country."""
_OLD, _OLDEST, _GROWN = 90, 112, 60
_SPREAD = 400
"""Between the smallest and the largest beginning of a ZIP code."""


@dataclass(frozen=True, slots=True)
class TypedColumn:
    """A column with its type and the evidence for it.

    Parameters
    ----------
    column : Column
    kind : Kind
    values : Values
    """

    column: Column
    kind: Kind
    values: Values

    @property
    def is_typed(self) -> bool:
        """Whether it is known what the column holds."""
        return self.kind.name in CATEGORY_OF or self.kind.name in HARMLESS

    def evidence(self) -> dict[str, object]:
        """What told the type, in numbers and words of the vocabulary."""
        meaning = self.column.meaning
        return {
            "type": self.kind.name,
            "score": round(self.kind.score, 2),
            "by": self.kind.by,
            "row": self.kind.row,
            "header": list(meaning.words) if meaning else [],
            "cells": len(self.column.cells),
            "different": self.values.n_distinct,
        }


def by_row(column: Column, text: str) -> dict[int, str]:
    """What stands in the first cells of a column, by row."""
    return _by_row(column.cells[:200], text)


def _by_row(cells: Sequence[Part], text: str) -> dict[int, str]:
    found = ((part.cell.row, text[part.start : part.end].strip()) for part in cells if part.cell)
    return {row: value for row, value in found if not is_nothing(value) and value}


def by_neighbours(place: int, table: Sequence[TypedColumn], text: str) -> Kind | None:
    """The kind of a column of a table that the others tell, or none.

    Parameters
    ----------
    place : int
        Of the column in `table`.
    table : sequence of TypedColumn
        Columns of one table, each typed by itself.
    text : str
        The document's.
    """
    each = table[place]
    seen = Evidence(
        each.column.meaning or NOT_SAID,
        each.values,
        {},
        each.kind,
        {table[at].kind.name for at in (place - 1, place + 1) if 0 <= at < len(table)},
        {other.kind.name for other in table},
        _facts(each, [other for other in table if other is not each], text),
    )
    return decided(BESIDE, seen)


def _facts(each: TypedColumn, others: Sequence[TypedColumn], text: str) -> Mapping[str, Callable[[], bool]]:
    """What only the cells of several columns tell."""
    return {
        "beside many States": lambda: _stands_beside_many_states(each, others, text),
        "many zones": lambda: _spread_over_zones(each, text),
        "add up with births": lambda: _add_up(each, others, text),
        "named by another": lambda: _are_of_named_list(each, others, text),
        "one to each place": lambda: any(
            _give_back(each, o, text) for o in others if o.kind.name == "location"
        ),
        "a row for each State": lambda: any(_are_all_states(o) for o in others),
        "no header at all": lambda: not each.column.header,
    }


def _like_ages(seen: Evidence) -> bool:
    """Whether whole numbers could be ages, very old ones among them: nothing tells, so the old ones go."""
    least, most = seen.values.smallest, seen.values.largest
    in_range = least is not None and most is not None and least <= _GROWN and _OLD <= most <= _OLDEST
    return in_range and seen.holds("several, every integer, half differ")


def _like_areas(seen: Evidence) -> bool:
    """Whether numbers of three digits could be beginnings of ZIP codes."""
    least, most = seen.values.smallest or 0, seen.values.largest or 0
    return seen.holds("several, every three digits") and most - least >= _SPREAD


FEATURES |= {"like ages": _like_ages, "like areas": _like_areas}
_ABOUT_PEOPLE = ("person", "birth-date", "street-address", "location", "phone", "email", "ssn", "mrn", "date")
_ABOUT = " or ".join(_ABOUT_PEOPLE)
_GIVEN_OUT = " or ".join((UNKNOWN_CODE, "unique-code", "health-plan", "account"))
_PEOPLE = f"around {_ABOUT} or {_GIVEN_OUT}"
"""Kinds beside which whole numbers may be ages: also codes that somebody gave out to each."""
_NOT_EVENTS = " or ".join(kind for kind in _ABOUT_PEOPLE if kind not in ("date", "location"))
"""Without what happens: beside that, numbers under a word of no list are counts."""
_ZIP = "every zip, not beside many States"
_NAMES = "shows text, mostly one capital word or names first last"
_UNEXPLAINED: Rows = (
    Row("ZIP codes by places", f"{_ZIP}, beside state or location or street-address", "zip", "neighbours"),
    Row("places beside addresses", f"{_NAMES}, beside street-address", "location", "neighbours"),
    Row(
        "places near addresses", f"{_NAMES}, beside state or zip, around street-address", "location",
        "neighbours",
    ),
    Row("people beside people", f"{_NAMES}, beside person, half differ", "person", "neighbours"),
    Row(UNLISTED.name, f"told by {UNLISTED.name}, {_PEOPLE}", UNKNOWN_CODE, "neighbours"),
    Row(
        "ZIP codes of people", f"{_ZIP}, shows measure or text, enough, half differ, around {_ABOUT}", "zip",
        "neighbours",
    ),
    Row(
        "ZIP codes of many zones", f"{_ZIP}, shows measure or text, not header, {_PEOPLE}, many zones", "zip",
        "neighbours", why="Codes of procedures have five digits too; the usual ones are few and known.",
    ),
    Row("areas of ZIP codes", "shows measure, around state, not around zip, like areas", "zip", "neighbours"),
    Row("ages by births", "shows measure, add up with births", "age", "neighbours"),
    Row("ages of people", f"shows measure, like ages, around {_NOT_EVENTS} or {_GIVEN_OUT}", "age"),
    Row("ages without a header", f"shows measure, like ages, no header at all, {_PEOPLE}", "age"),
)  # fmt: skip
_HALF_OF_STATES = 25
_STAYS = "code or measure or label or text or version or row number"
BESIDE: Rows = (
    Row(
        "numbers of places",
        f"shows {_STAYS}, recur, not few different, one to each place",
        "location",
        "neighbours",
        why="A number of its own for each county gives back the county that was removed beside it.",
    ),
    Row(
        "numbers of States",
        f"shows unique-code, not plain, small numbers, a row for each State, not around {_ABOUT}",
        "code",
        "neighbours",
        why="Rows that are States are no people; their codes are two digits of a public list.",
    ),
    Row(
        "named lists",
        f"shows {' or '.join(sorted(CODES))} or {UNKNOWN_CODE}, named by another",
        "code",
        "neighbours",
    ),
    Row("unexplained", "not plain", _UNEXPLAINED),
)
"""What the other columns of a table tell; a header that says plainly what a column holds is believed."""


def _are_all_states(states: TypedColumn) -> bool:
    """Whether each row is of another State, of half of them: the rows of a table of people are not."""
    different = states.values.n_distinct
    return states.kind.name == "state" and different == states.values.n >= _HALF_OF_STATES


def _give_back(each: TypedColumn, places: TypedColumn, text: str) -> bool:
    """Whether each value stands beside one and the same place, and each place beside one value."""
    place_in = _by_row(places.column.cells, text)
    pairs = {(value, place_in.get(row, "")) for row, value in _by_row(each.column.cells, text).items()}
    values, beside = zip(*pairs, strict=True) if pairs else ((), ())
    return len(set(values)) == len(pairs) == len(set(beside)) and all(beside)


def _are_of_named_list(each: TypedColumn, others: Sequence[TypedColumn], text: str) -> bool:
    """Whether another column says of each code which public list it is of."""
    codes = by_row(each.column, text)
    named = (by_row(other.column, text) for other in others if codes)
    return any(all(is_called(names.get(row, ""), code) for row, code in codes.items()) for names in named)


def _stands_beside_many_states(each: TypedColumn, others: Sequence[TypedColumn], text: str) -> bool:
    """Whether most codes that recur stand beside several States: those of procedures do, no ZIP code does."""
    states = next((other.column for other in others if other.kind.name == "state"), None)
    state_of = by_row(states, text) if states else {}
    beside: dict[str, list[str]] = {}
    for row, code in by_row(each.column, text).items():
        if row in state_of:
            beside.setdefault(code, []).append(state_of[row])
    recurring = [found for found in beside.values() if len(found) > 1]
    return len(recurring) >= _RECURRING and 2 * sum(len(set(f)) > 1 for f in recurring) > len(recurring)


def _spread_over_zones(each: TypedColumn, text: str) -> bool:
    """Whether five-digit codes of no header are ZIP codes: of many zones, and hardly one of a procedure."""
    codes = set(by_row(each.column, text).values())
    return len({code[:1] for code in codes}) >= _ZONES and len(codes & USUAL_PROCEDURES) < HALF * len(codes)


def _add_up(each: TypedColumn, others: Sequence[TypedColumn], text: str) -> bool:
    """Whether whole numbers and the years of a column of dates add up to one and the same year: ages do."""
    written = by_row(each.column, text).items()
    ages = {row: int(value) for row, value in written if value.isdecimal() and len(value) <= 3}
    if len(set(ages.values())) < _RECURRING:
        return False
    dated = [other for other in others if other.kind.name in ("birth-date", "date", "birth-year")]
    return any(_are_one_year(ages, _years(other, text)) for other in dated)


def _are_one_year(ages: Mapping[int, int], years: Mapping[int, int]) -> bool:
    sums = [age + years[row] for row, age in ages.items() if row in years]
    return len(sums) >= _RECURRING and max(sums) - min(sums) <= _YEARS_APART


def _years(dated: TypedColumn, text: str) -> dict[int, int]:
    cells = ((part.cell.row, text[part.start : part.end]) for part in dated.column.cells if part.cell)
    return {row: year for row, value in cells if (year := _year(value))}


def _year(value: str) -> int | None:
    for at in range(len(value) - 3):
        piece = value[at : at + 4]
        if piece.isdecimal() and piece[:2] in ("18", "19", "20"):
            return int(piece)
    return None

"""Tables of many fields, held apart: what counts as hidden and as kept."""

from __future__ import annotations

import json

from benchmarks.tables.bench_columns import HELD, changed, totals
from engine.methods.columns.kinds import CATEGORY_OF, HARMLESS, TEXT, UNKNOWN_CODE


def test_each_column_of_a_held_table_has_a_kind_and_each_row_its_cells() -> None:
    tables = [json.loads(line) for line in HELD.read_text("utf-8").splitlines()]
    assert len({table["id"] for table in tables}) == 60
    for table in tables:
        assert set(table["kinds"]) <= {*CATEGORY_OF, *HARMLESS, TEXT, UNKNOWN_CODE, "-"}
        rows = [table["header"] or table["kinds"], *table["rows"]]
        assert {len(row) for row in rows} == {len(table["kinds"])}


def test_values_that_changed_are_counted_and_empty_cells_are_none() -> None:
    before, after = [["Ann", "5"], ["", "7"]], [["[PERSON]", "5"], ["", "8"]]
    assert list(changed(before, after)) == [(1, 1), (2, 1)]


def test_a_column_is_right_when_nothing_of_it_was_left_or_changed() -> None:
    found = {"a": ("personal", "hidden"), "b": ("personal", "1 of 4 left"), "c": ("harmless", "kept")}
    assert totals(found) == {
        "personal columns hidden": "1 of 2",
        "harmless columns kept": "1 of 1",
        "tables refused": "0",
    }

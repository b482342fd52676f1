"""Tables of evidence about columns: what their rows name exists, and a column says which row decided."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from adapters.documents.text.delimited import Delimited
from engine.methods.columns.deciding import COLUMN
from engine.methods.columns.evidence import (
    ATTRIBUTES,
    FEATURES,
    NOT_SAID,
    Evidence,
    Row,
    Rows,
    condition_of,
    decided,
)
from engine.methods.columns.forms import form_named
from engine.methods.columns.kinds import CATEGORY_OF, HARMLESS, KINDS, TEXT, UNKNOWN_CODE
from engine.methods.columns.neighbours import BESIDE
from engine.methods.columns.shown_kinds import SHOWN
from engine.methods.columns.typing import typed_tables
from engine.methods.columns.values import summed_up

_FACTS = {
    "beside many States",
    "many zones",
    "add up with births",
    "named by another",
    "no header at all",
    "one to each place",
    "a row for each State",
}
_CHECKED = {
    "loinc check", "cas check", "product check", "snomed", "drug maker", "luhn", "imei", "iban", "known",
    "country", "listed person", "listed place", "listed thing", "recognised", "person",
}  # fmt: skip
"""What counts as a form and is no expression: check digits and lists."""
_MOST_CONDITIONS = 6


def _all(rows: Rows) -> Iterator[Row]:
    for row in rows:
        yield row
        if not isinstance(row.says, str) and not callable(row.says):
            yield from _all(row.says)


_ROWS = list(dict.fromkeys((*_all(SHOWN), *_all(COLUMN), *_all(BESIDE))))


@pytest.mark.parametrize("row", _ROWS, ids=lambda row: row.name)
def test_a_row_names_features_forms_and_kinds_that_exist(row: Row) -> None:
    conditions = [part.removeprefix("not ") for part in row.sees.split(", ") if part]
    assert len(conditions) <= _MOST_CONDITIONS
    for condition in conditions:
        if condition in FEATURES or condition in _FACTS or condition.startswith(tuple(ATTRIBUTES)):
            continue
        condition_of(condition)
        for form in condition.partition(" ")[2].split(" or "):
            assert form in _CHECKED or form_named(form)
    if isinstance(row.says, str):
        assert row.says in {*CATEGORY_OF, *HARMLESS, UNKNOWN_CODE, TEXT}


def test_a_condition_of_no_feature_is_an_error() -> None:
    with pytest.raises(KeyError):
        Evidence(NOT_SAID, summed_up(["1"]), {}).holds("mostly digits, seldom zip")


def test_no_table_goes_on_below_a_row_that_always_decides() -> None:
    for rows in (SHOWN, COLUMN, BESIDE, *(row.says for row in _ROWS if isinstance(row.says, tuple))):
        assert all(row.sees or isinstance(row.says, tuple) for row in rows[:-1])


def test_a_column_says_which_row_decided() -> None:
    table = "email,SSN,F3\nyes,219-09-9999,12\nno,078-05-1120,14\nyes,457-55-5462,9\n"
    columns = typed_tables(Delimited().open("d", table.encode()).document, []).columns
    assert [column.evidence()["row"] for column in columns] == ["yes and no", "identifier", "measures"]


def test_of_two_rows_that_hold_the_first_decides_and_an_empty_table_goes_on() -> None:
    seen = Evidence(NOT_SAID, summed_up(["yes", "no", "yes"]), {})
    rows = (Row("none", "", (Row("numbers", "every digits", "measure"),)), Row("one", "flags", "flag"))
    found = decided((*rows, Row("two", "", "text")), seen)
    assert found is not None and (found.row, found.name) == ("one", "flag")


def test_a_new_kind_is_one_line() -> None:
    assert {kind.name for kind in KINDS} == {*CATEGORY_OF, *HARMLESS}
    assert all(kind.categories or not kind.is_code for kind in KINDS)
    assert {(row.name, row.says) for row in SHOWN} >= {(f, kind.name) for kind in KINDS for f in kind.forms}

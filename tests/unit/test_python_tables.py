"""Tables of pandas, polars, pyarrow and DuckDB in and out."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pytest

from saferelease import InvalidError, Policy

COLUMNS = {
    "name": ["John Roe", None, "Anna Keller"],
    "visits": [4, 7, 3],
    "note": ["Seen 3 May 2020", "no change", "called, 217-555-0148"],
}
SAFE = {
    "name": ["[PERSON]", None, "[PERSON]"],
    "visits": [4, 7, 3],
    "note": ["Seen 2020", "no change", "called, [PHONE]"],
}


@pytest.fixture(scope="module")
def policy() -> Policy:
    return Policy.load("hipaa-safe-harbor")


def test_findings_name_row_and_column(policy: Policy) -> None:
    found = policy.inspect(pa.table(COLUMNS))
    assert [(one.row, one.column, one.start, one.end, one.kind) for one in found.findings] == [
        (0, "name", 0, 8, "person"),
        (0, "note", 5, 15, "date"),
        (2, "name", 0, 11, "person"),
        (2, "note", 8, 20, "phone"),
    ]


def test_what_is_untouched_keeps_its_type_and_what_is_missing_stays_missing(policy: Policy) -> None:
    safe = policy.redact(pa.table(COLUMNS)).table
    assert safe.to_pydict() == SAFE
    assert safe.schema.field("visits").type == pa.int64()


@pytest.mark.parametrize("kind", ["pandas", "polars", "duckdb"])
def test_tables_of_other_libraries_come_back_as_theirs(kind: str, policy: Policy) -> None:
    library: Any = pytest.importorskip(kind, reason=f"{kind} is not installed here")
    table = pa.table(COLUMNS)
    if kind == "duckdb":
        given = library.connect().from_arrow(table)
        assert policy.redact(given).table.to_pydict() == SAFE
        return
    given = table.to_pandas() if kind == "pandas" else library.DataFrame(table)
    safe = policy.redact(given).table
    assert type(safe) is type(given)
    assert pa.table(safe).to_pydict() == SAFE


@pytest.mark.parametrize(
    "table", [pa.table({"a": [[1, 2]]}), pa.table({}), pa.Table.from_arrays([pa.array([1])] * 2, ["a", "a"])]
)
def test_tables_without_plain_columns_are_refused(table: pa.Table, policy: Policy) -> None:
    with pytest.raises(InvalidError, match="PYT004"):
        policy.inspect(table)


def test_a_column_named_for_a_person_loses_its_name(policy: Policy) -> None:
    safe = policy.redact(pa.table({"id": [1, 2], "Notes of anna@example.org": ["a", "b"]}))
    assert safe.table.column_names == ["id", "Notes of [EMAIL]"]
    assert (safe.findings[0].row, safe.findings[0].start) == (None, 9)

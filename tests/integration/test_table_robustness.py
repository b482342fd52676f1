"""Tables as they come: each is read right, or refused with an error that says what is wrong."""

from __future__ import annotations

import datetime as dt
import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest

from adapters.documents.opening.sources import Source
from adapters.tables.files import read_table
from engine.errors import SafereleaseError
from engine.methods.k_containment import Binariser, TablePolicy, project
from engine.methods.k_containment.tables.schema import code
from tests.integration.test_tables_stage import VISITS, Desk


def policy(k: int = 2, **columns: Any) -> TablePolicy:
    return TablePolicy.model_validate({"k": k, "choose": "greedy-ones", "columns": columns})


def codes(caught: pytest.ExceptionInfo[SafereleaseError]) -> list[str]:
    return [one.code for one in caught.value.faults]


CATEGORY = {"kind": "category"}
HEADER = "age,smoker,ward,note,again\n"


@pytest.mark.parametrize(
    ("content", "code", "said"),
    [
        (b"", "TAB002", "got an empty file"),
        (b"\n\n", "TAB002", "readable csv file"),
        (b"canary\xff,b\n1,2\n", "TAB002", "in UTF-8"),
        (HEADER.encode(), "TAB005", "must have at least k = 5 rows; got 0"),
        (f"{HEADER}44,yes,north,cough,y\n".encode(), "TAB005", "got 1"),
        (HEADER.encode() + b"44,yes,north,cough,y\n" * 4, "TAB005", "got 4"),
        (HEADER.encode() + b"44,yes,north,cough,y\n" * 5, "KCT002", "exactly two classes"),
        (HEADER.encode() + b",,,,y\n,,,,n\n" * 5, "TAB006", "must have a feature"),
        (HEADER.encode() + b"canary,yes,north,cough,y\n44,,,,n\n" * 5, "KCT009", "column age row 1"),
        (HEADER.encode() + b"2024-01-05,yes,north,cough,y\n44,,,,n\n" * 5, "KCT009", "must be a number"),
        (HEADER.encode() + b"44,yes,north\n" * 6, "TAB013", "row 2 must have 5 cells in every row; got 3"),
        (HEADER.encode() + b"44,yes,north,a,b,canary\n" * 6, "TAB013", "got 6"),
        (
            b"age,age,smoker,ward,note,again\n" + b"4,5,yes,north,a b,y\n" * 6,
            "TAB011",
            "column age must stand in",
        ),
        (b"age;smoker;ward;note;again\n" + b"4;yes;north;a b;y\n" * 6, "KCT008", "delimiter"),
    ],
)
def test_csv_files_that_cannot_be_released(tmp_path: Path, content: bytes, code: str, said: str) -> None:
    desk = Desk(tmp_path, VISITS.format(k=5, choose="suppress-cells"))
    (tmp_path / "visits.csv").write_bytes(content)
    with pytest.raises(SafereleaseError) as caught:
        desk.release(Source("000001", str(tmp_path / "visits.csv"), "visits.csv"))
    assert codes(caught)[0] == code, str(caught.value)
    assert said in str(caught.value), str(caught.value)
    assert "canary" not in str(caught.value)
    assert not list(desk.documents.glob("*"))


def test_jsonl_files_that_cannot_be_released(tmp_path: Path) -> None:
    desk = Desk(tmp_path, VISITS.format(k=5, choose="suppress-cells"))
    row = '{"age": 44, "smoker": "yes", "ward": "north", "note": "cough", "again": "y"}\n'
    for content, expected in (
        ("\n\n", "TAB005"),
        (row * 4, "TAB005"),
        ('{"age": 1, "age": 2}\n' * 5, "TAB002"),
        ("[1, 2]\n" * 5, "TAB002"),
        (row.replace('"cough"', '{"canary": 1}') * 5, "TAB012"),
        ('{"name": 1}\n' * 5, "KCT008"),
    ):
        (tmp_path / "visits.jsonl").write_text(content)
        with pytest.raises(SafereleaseError) as caught:
            desk.release(Source("000001", str(tmp_path / "visits.jsonl"), "visits.jsonl"))
        assert codes(caught)[0] == expected, str(caught.value)
        assert "canary" not in str(caught.value)


def parquet(folder: Path, **columns: Any) -> Path:
    path = folder / "t.parquet"
    pa.parquet.write_table(pa.table(columns), path)
    return path


@pytest.mark.parametrize(
    ("column", "names"),
    [
        (pa.array([Decimal("1.50"), Decimal("2.00"), None]), ["x=1.50", "x=2.00"]),
        (pa.array([dt.date(2024, 1, 5), None, dt.date(2023, 1, 5)]), ["x=2023-01-05", "x=2024-01-05"]),
        (pa.array([True, False, None]), ["x=false", "x=true"]),
        (pa.array([1.0, float("nan"), 2.5]), ["x=1", "x=2.5"]),
        (pa.array(["b", None, " b "]), ["x=b"]),
        (pa.array(["", None, "  "]), []),
        (pa.nulls(3), []),
        (pa.array(["é", "日本", "é"]), ["x=é", "x=日本"]),
        (pa.array([["b", "a"], None, []]), ["x=b\na"]),
        (pa.array(["a", None, "b"]).dictionary_encode(), ["x=a", "x=b"]),
        (pa.array([7, 8, 7], pa.int64()).dictionary_encode(), ["x=7", "x=8"]),
        (
            pa.DictionaryArray.from_arrays(pa.array([0, None, 1], pa.uint8()), pa.array(["a", "b"])),
            ["x=a", "x=b"],
        ),
    ],
)
def test_columns_of_parquet_are_read_by_their_values(
    tmp_path: Path, column: pa.Array, names: list[str]
) -> None:
    table = read_table(parquet(tmp_path, x=column), policy(x=CATEGORY))
    assert list(table.names) == names
    assert table.shape[0] == 3


def test_lists_of_words_are_text(tmp_path: Path) -> None:
    path = parquet(tmp_path, x=pa.array([["red", "green"], ["green"], None]))
    table = read_table(path, policy(x={"kind": "text"}))
    assert list(table.names) == ["x:green", "x:red"]
    assert table.matrix.toarray().tolist() == [[1, 1], [1, 0], [0, 0]]


@pytest.mark.parametrize(
    "column",
    [
        pa.array([{"canary": 1}, None]),
        pa.array([[{"canary": 1}], None]),
        pa.array([[("canary", 1)], None], pa.map_(pa.string(), pa.int64())),
    ],
)
def test_structures_in_parquet_are_named(tmp_path: Path, column: pa.Array) -> None:
    with pytest.raises(SafereleaseError) as caught:
        read_table(parquet(tmp_path, x=column), policy(x=CATEGORY))
    assert codes(caught) == ["TAB012"]
    assert "column x must hold text, numbers" in str(caught.value)
    assert "canary" not in str(caught.value)


def test_duplicate_columns_of_parquet_are_refused_only_where_they_matter(tmp_path: Path) -> None:
    path = tmp_path / "t.parquet"
    twice = pa.table([pa.array([1, 2]), pa.array([3, 4]), pa.array([5, 6])], names=["x", "x", "y"])
    pa.parquet.write_table(twice, path)
    assert list(read_table(path, policy(y=CATEGORY)).names) == ["y=5", "y=6"]
    with pytest.raises(SafereleaseError) as caught:
        read_table(path, policy(x=CATEGORY))
    assert codes(caught) == ["TAB011"]


def test_headers_with_marks_and_other_scripts(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text('\ufeffÄlter,"note, free"\n50,"a, b\nc"\n30,\n', encoding="utf-8")
    found = read_table(path, policy(**{"Älter": {"kind": "interval", "edges": [40]}, "note, free": CATEGORY}))
    assert list(found.names) == ["Älter<=40", "Älter>40", "note, free=a, b\nc"]
    assert found.matrix.toarray().tolist() == [[0, 1, 1], [1, 0, 0]]


class Judge:
    """Counts the names that it is asked about."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def clean(self, cell: str) -> tuple[str, list[str]]:
        return cell, []

    def discloses(self, name: str, declared: bool) -> bool:
        self.names.append(name)
        return name == "ruth"


def test_of_huge_numbers_of_values_only_frequent_ones_are_judged() -> None:
    cells = [f"v{number}" for number in range(30_000)] + ["b"] * 5 + ["ruth"] * 5
    judge = Judge()
    binariser = Binariser(policy(5, x=CATEGORY), judge)
    binariser.add({"x": code(cells)})
    table = binariser.table()
    assert sorted(judge.names) == ["b", "ruth"]
    assert project(table, policy(5, x=CATEGORY), measure_auc=False).table.names == ["x=b"]


def test_wide_batches_are_read_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bits = np.random.default_rng(0).random((100, 30)) < 0.2
    path = parquet(tmp_path, **{f"f{i}": pa.array(bits[:, i].astype(np.uint8)) for i in range(30)})
    columns = policy(**{f"f{i}": {"kind": "binary"} for i in range(30)})
    whole = read_table(path, columns)
    monkeypatch.setattr("adapters.tables.files._BATCH_CELLS", 300)
    assert (read_table(path, columns).matrix != whole.matrix).nnz == 0
    assert (whole.matrix.toarray() == bits).all()


def test_an_entity_is_counted_once_over_batches() -> None:
    binariser = Binariser(policy(who={"kind": "entity"}, x=CATEGORY))
    for _ in range(2):
        binariser.add({"who": code(["a"]), "x": code(["v"])})
    with pytest.raises(SafereleaseError, match="KCT012"):
        binariser.table()


def test_released_jsonl_of_words_with_quotes_and_line_ends(tmp_path: Path) -> None:
    desk = Desk(tmp_path, VISITS.format(k=2, choose="greedy-ones"))
    rows = [{"age": 30 + 30 * (i % 2), "ward": 'a "b"\nc', "again": "yn"[i % 2]} for i in range(8)]
    rows = [{"smoker": "yes", "note": "", **row} for row in rows]
    (tmp_path / "visits.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    record = desk.release(Source("000001", str(tmp_path / "visits.jsonl"), "visits.jsonl"))
    first = json.loads(desk.released(record).splitlines()[0])
    assert 'ward=a "b"\nc' in first["features"]

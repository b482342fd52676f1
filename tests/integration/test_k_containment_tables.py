"""Table files of every kind give the same table; Adult and Ling-Spam reach what the paper reached."""

import gzip
import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet
import pytest

from adapters.tables.files import read_columns, read_table, write_table
from engine.errors import UnreadableError
from engine.methods.k_containment import TablePolicy, containment_level, project
from research.tables.k_containment import adult_policy, evaluate, load, selection_inside_folds

ROWS = [
    {"age": 30, "job": "clerk", "again": "y"},
    {"age": 61, "job": "farmer, retired", "again": "n"},
    {"age": None, "job": None, "again": "y"},
    {"age": 45, "job": "clerk", "again": "n"},
]
POLICY = TablePolicy.model_validate(
    {
        "k": 2,
        "columns": {
            "age": {"kind": "interval", "edges": [40]},
            "job": {"kind": "category"},
            "again": {"kind": "label", "positive": ["y"]},
        },
    }
)


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    csv = 'age,job,again\n30, clerk ,y\n61,"farmer, retired",n\n,,y\n45,clerk,n\n'
    (tmp_path / "t.csv").write_text(csv)
    (tmp_path / "t.csv.gz").write_bytes(gzip.compress(csv.encode()))
    (tmp_path / "t.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    pa.parquet.write_table(pa.Table.from_pylist(ROWS), tmp_path / "t.parquet")
    return sorted(tmp_path.iterdir())


def test_every_format_gives_the_same_table(files: list[Path]) -> None:
    assert len(files) == 4
    for path in files:
        table = read_table(path, POLICY)
        assert list(table.names) == ["age<=40", "age>40", "job=clerk", "job=farmer, retired"]
        assert table.matrix.toarray().tolist() == [[1, 0, 1, 0], [0, 1, 0, 1], [0, 0, 0, 0], [0, 1, 1, 0]]


def test_header_of_a_file_without_one(tmp_path: Path) -> None:
    (tmp_path / "t.data").write_text("30, clerk\n61, boss\n")
    assert read_columns(tmp_path / "t.data", ["job"], ["age", "job"]) == {"job": ["clerk", "boss"]}


def test_unreadable_files_show_no_content(tmp_path: Path) -> None:
    for name, content in (
        ("t.xlsx", "canary"),
        ("t.jsonl", '{"canary": '),
        ("t.parquet", "canary"),
        ("t.csv.gz", "canary"),
        ("t.csv", "a,b\n1\ncanary,2,3\n"),
    ):
        (tmp_path / name).write_text(content)
        with pytest.raises(UnreadableError) as caught:
            read_table(tmp_path / name, POLICY)
        assert caught.value.faults[0].code in ("TAB001", "TAB002", "TAB013")
        assert "canary" not in str(caught.value)


def test_written_tables_can_be_read_again(tmp_path: Path, files: list[Path]) -> None:
    released = read_table(files[0], POLICY).select([1, 2])
    for suffix in (".csv", ".parquet", ".jsonl"):
        write_table(tmp_path / f"out{suffix}", released, "again")
    assert (tmp_path / "out.csv").read_text().splitlines()[0] == '"age>40","job=clerk","again"'
    assert pa.parquet.read_table(tmp_path / "out.parquet").to_pylist()[3] == {
        "age>40": 1,
        "job=clerk": 1,
        "again": 0,
    }
    lines = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert lines[3] == {"features": ["age>40", "job=clerk"], "again": 0}
    assert lines[2]["features"] == []
    with pytest.raises(UnreadableError, match="TAB001"):
        write_table(tmp_path / "out.xlsx", released)


@pytest.mark.data
def test_adult_has_the_papers_shape_and_goals(data: Path) -> None:
    table = load("adult", data)
    assert table.shape == (32561, 19)
    assert table.labels is not None
    assert int(table.labels.sum()) == 24720
    assert table.matrix.nnz / (32561 * 19) == pytest.approx(0.279, abs=0.0005)
    policy = adult_policy()
    assert (policy.k, policy.choose) == (11, "suppress-cells")
    projection = project(table, policy)
    assert projection.achieved >= 11
    assert projection.auc_after is not None
    assert projection.auc_after >= 0.78
    assert projection.n_cleared < 0.02 * table.matrix.nnz


@pytest.mark.data
def test_evaluation_on_a_sample(data: Path) -> None:
    found = evaluate(
        data,
        ks=(5,),
        datasets=["adult"],
        methods=["greedy HamDist (paper)", "greedy DistCnt (paper)", "cell suppression"],
        repeats=1,
        max_rows=300,
    )
    json.dumps(found)
    for dataset in found.values():
        assert dataset["rows"] == 300
        rows = [r for r in dataset["results"] if "certificate_holds" in r]
        assert len(rows) == 3
        assert all(r["certificate_holds"] and r["containment_level"] >= 5 for r in rows)
        assert {r["method"] for r in dataset["results"]} >= {
            "random flipping",
            "Laplace-DP",
            "Exponential-DP",
        }
    table = load("adult", data, 300)
    assert 0.5 < selection_inside_folds(table, "cell suppression", 5) < 1


@pytest.mark.slow
@pytest.mark.data
def test_ling_spam_is_sparse_and_private(data: Path) -> None:
    table = load("ling-spam", data, 400)
    choose = {"k": 5, "choose": "greedy-ones", "columns": {"text": {"kind": "text"}}}
    projection = project(table, TablePolicy.model_validate(choose), measure_auc=False)
    assert containment_level(projection.table.matrix) >= 5
    assert projection.summary()["dropped_features"] == {}

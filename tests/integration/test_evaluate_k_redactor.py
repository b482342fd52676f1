"""`saferelease evaluate k-redactor` on a small corpus: progress, tables, curves, attackers."""

from __future__ import annotations

import csv
import json
import lzma
from pathlib import Path

import pytest
from typer.testing import CliRunner

from service.commands.start.line import app
from tests.unit.test_k_redactor import labelled


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The six clients of the unit tests, in the form of the newsgroups."""
    folder = tmp_path_factory.mktemp("data")
    (folder / "newsgroups").mkdir()
    with lzma.open(folder / "newsgroups" / "20news-bydate-train.jsonl.xz", "wt") as stream:
        for row in labelled():
            group = f"{row.utility}.{row.sensitive}"
            stream.write(json.dumps({"id": "1", "group": group, "text": row.text.reveal()}) + "\n")
    return folder


def run(*arguments: object) -> tuple[int, str, str]:
    done = CliRunner().invoke(app, ["evaluate", "k-redactor", *map(str, arguments)])
    return done.exit_code, done.stdout, done.stderr


def test_json_holds_every_method_k_and_attacker(small: Path) -> None:
    code, said, progress = run("--data", small, "--k", 2, "--k", 3, "--json")
    assert code == 0
    found = json.loads(said)
    assert found["corpus"]["documents"] == 72
    assert len(found["results"]) == 9
    default = found["results"][0]
    assert [row["k"] for row in default["by_k"]] == [2, 3]
    for row in default["by_k"]:
        assert row["not_among_first_k_minus_1"] == 1.0
        assert row["sensitive_error_curve"][0] == 1.0
        assert row["sensitive_error_curve"][5] == 0.0  # six classes
    unredacted, *redacted = found["attacks"]
    assert unredacted["svm"]["accuracy"] > 0.9
    assert all(row["svm"] is None or row["svm"]["accuracy"] < 0.4 for row in redacted)
    assert redacted[0]["refused"] == 0
    assert found["texts"] == {"k": 3, "released": 72, "refused": 0, "confusable": 72}
    gaps = [row["relative_gap"] for result in found["results"] for row in result["by_k"]]
    assert all(gap is None or 0 <= gap < 1 for gap in gaps)
    assert any(gap is None for gap in gaps)
    assert unredacted["svm-knows"] == unredacted["svm"]
    assert 0 <= redacted[0]["svm-knows"]["accuracy"] <= 1
    assert "SimpleRedactor, k = 3: k-eval" in progress


def test_people_get_tables_and_figures(small: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    code, said, _ = run("--data", small, "--k", 2, "--figures", tmp_path / "figures")
    assert code == 0
    assert "| K-Redactor, OVALogOdds | " in said
    assert "[0.834]" in said
    assert "[0.861]" in said
    assert "met by 72 of 72; 0 refused" in said
    assert "| unredacted | 0.000 | 0 |" in said
    drawn = {path.name: path.read_text() for path in (tmp_path / "figures").iterdir()}
    assert set(drawn) == {"k-redactor-newsgroups-naive-bayes.svg", "k-redactor-newsgroups-attackers.svg"}
    assert all(text.startswith("<?xml") for text in drawn.values())


def test_an_unknown_corpus_is_said(small: Path) -> None:
    code, _, said = run("--data", small, "--corpus", "companies")
    assert (code, "EVR002" in said) == (2, True)
    code, _, said = run("--corpus", "newsgroups")
    assert (code, "EVR002" in said) == (2, True)


def test_documents_of_ones_own_in_folders_or_a_file_give_the_same(tmp_path: Path) -> None:
    rows = [*labelled()]
    file = tmp_path / "own.csv"
    with file.open("w", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(["body", "client", "industry"])
        writer.writerows([row.text.reveal(), row.sensitive, row.utility] for row in rows)
    for number, row in enumerate(rows):
        path = tmp_path / "own" / str(row.utility) / row.sensitive / f"{number}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(row.text.reveal())
    columns = ("--text", "body", "--class", "client", "--keep", "industry")
    quick = ("--k", 2, "--no-attack", "--json")
    found = [json.loads(run("--corpus", tmp_path / "own", *quick)[1])]
    found.append(json.loads(run("--corpus", file, *columns, *quick)[1]))
    assert [each["corpus"] for each in found] == [found[0]["corpus"]] * 2
    k_evals = [[row["k_eval"] for row in each["results"]] for each in found]
    assert k_evals[0] == pytest.approx(k_evals[1])


def test_exact_programs_lose_nothing_to_rounding_but_wholeness(small: Path) -> None:
    quick = ("--data", small, "--k", 3, "--max-documents", 12, "--no-attack", "--json")
    rounded, exact = (json.loads(run(*quick, *more)[1])["results"] for more in ((), ("--exact",)))
    solved = [(a["by_k"][0], b["by_k"][0]) for a, b in zip(rounded, exact, strict=True)]
    assert all(b["relative_gap"] <= a["relative_gap"] + 1e-9 for a, b in solved if a["relative_gap"])
    assert all(b["proven_optimal"] == 1.0 for _, b in solved[:1])


@pytest.mark.parametrize(
    ("rows", "arguments", "code"),
    [
        ([("a b c", "x", "u"), ("c d a", "y", "u")] * 3, ("--k", 2), "KCF002"),  # one class to keep
        ([("a b c", "x", "")] * 6, ("--k", 2), "LAB004"),
        ([("a b c", "x", "u")] * 6, ("--k", 2, "--no-attack"), "KCF001"),  # one class
        ([("tea cake", "x", "u"), ("cake jam", "y", "v")] * 2, ("--k", 2), "EVR004"),
        ([("tea cake", "x", "u"), ("cake jam", "y", "v")] * 6, ("--k", 3), "KCF003"),
        ([("tea cake", "x", "u"), ("cake jam", "y", "v")] * 6, ("--k", 1), "KCF003"),
    ],
)
def test_a_corpus_that_cannot_be_measured_is_said(
    tmp_path: Path, rows: list[tuple[str, str, str]], arguments: tuple[object, ...], code: str
) -> None:
    file = tmp_path / "own.jsonl"
    keys = ("text", "class", "keep")
    file.write_text("".join(json.dumps(dict(zip(keys, row, strict=True))) + "\n" for row in rows))
    exit_code, _, said = run("--corpus", file, *arguments)
    assert (exit_code, code in said) == (2, True), said


def test_a_corpus_without_classes_to_keep_is_said(tmp_path: Path) -> None:
    for client in ("Solwind", "Halvorsen"):
        for number in range(5):
            path = tmp_path / client / f"{number}.txt"
            path.parent.mkdir(exist_ok=True)
            path.write_text(f"{client} sails and sells")
    code, _, said = run("--corpus", tmp_path, "--k", 2)
    assert (code, "EVR003" in said) == (2, True)

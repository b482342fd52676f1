"""`saferelease evaluate k-redactor` on a small corpus: progress, tables, curves, attackers."""

from __future__ import annotations

import json
import lzma
from pathlib import Path

import pytest
from typer.testing import CliRunner

from service.cli import app
from tests.unit.test_k_confusable import labelled


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
    assert unredacted["svm-knows"] == unredacted["svm"]
    assert 0 <= redacted[0]["svm-knows"]["accuracy"] <= 1
    assert "SimpleRedactor, k = 3: k-eval" in progress


def test_people_get_tables_and_figures(small: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    code, said, _ = run("--data", small, "--k", 2, "--figures", tmp_path / "figures")
    assert code == 0
    assert "| K-Redactor, OVALogOdds | " in said
    assert "[0.834]" in said
    assert "| unredacted | 0.000 | 0 |" in said
    drawn = {path.name: path.read_text() for path in (tmp_path / "figures").iterdir()}
    assert set(drawn) == {"k-redactor-newsgroups-naive-bayes.svg", "k-redactor-newsgroups-attackers.svg"}
    assert all(text.startswith("<?xml") for text in drawn.values())


def test_an_unknown_corpus_is_said(small: Path) -> None:
    code, _, said = run("--data", small, "--corpus", "companies")
    assert (code, "EVR002" in said) == (2, True)

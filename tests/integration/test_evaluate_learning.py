"""saferelease evaluate recognizer and greedy-sanitize, as a user calls them, on a small made corpus."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from research.greedy_sanitize import development_corpora, sampled
from service.commands.start.line import app
from tests.annotated_files import write_jsonl
from tests.unit.test_learned import made


def run(*arguments: object) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["evaluate", *map(str, arguments)])
    return result.exit_code, result.stdout


@pytest.fixture(scope="module")
def letters(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_jsonl(made(16), tmp_path_factory.mktemp("letters") / "letters.jsonl")


def test_a_recogniser_is_measured_on_annotated_documents(letters: Path) -> None:
    code, said = run("recognizer", letters, "--json")
    assert code == 0
    found = json.loads(said)["corpora"]["letters"]
    assert found["documents"] == 16
    assert found["protection"]["recall"]["quasi/person"]["recall"] > 0.8
    assert 0 < found["words"]["person"]["precision"] <= 1
    few = json.loads(run("recognizer", letters, "--sample", 1, "--json")[1])["corpora"]["letters"]
    assert few["documents"] == 16  # a sample has at least 24
    code, said = run("recognizer", letters)
    assert code == 0
    assert "all mentions removed" in said
    assert "Becker" not in said


def test_a_higher_loss_ratio_finds_more(letters: Path) -> None:
    masked = [
        json.loads(run("recognizer", letters, "--loss-ratio", r, "--json")[1])["corpora"]["letters"]
        for r in (1, 100)
    ]
    assert masked[0]["protection"]["masked_words"] < masked[1]["protection"]["masked_words"]


def test_greedy_sanitize_is_evaluated_with_baselines_and_a_page(letters: Path, tmp_path: Path) -> None:
    page = tmp_path / "evaluation.html"
    options = ["--folds", 2, "--loss-ratio", 1, "--loss-ratio", 10, "--report", page]
    publishers = ["--publisher", "svm", "--publisher", "svm/cross-fitted"]
    code, said = run("greedy-sanitize", letters, *options, *publishers, "--json")
    assert code == 0
    result = json.loads(said)
    rows = result["corpora"]["letters"]["results"]
    assert {(r["publisher"], r["loss_ratio"]) for r in rows} == {
        *((p, r) for p in ("svm", "svm/cross-fitted") for r in (1.0, 10.0)),
        *((f"{p}: cost-sensitive", r) for p in ("crf", "svm") for r in (1.0, 10.0)),
        ("svm: one-shot", None),
    }
    by_name = {(r["publisher"], r["loss_ratio"]): r for r in rows}
    for learner in ("crf", "svm"):
        low, high = (by_name[f"{learner}: cost-sensitive", r]["publish_ratio"] for r in (1.0, 10.0))
        assert high <= low
    for row in rows:
        assert row["found"][-1] == pytest.approx(row["sensitive_left"], abs=0.01)
        assert row["unforeseen_found"][-1] == pytest.approx(row["sensitive_left"], abs=0.01)
    html = page.read_text()
    assert html.count("<svg") == 3
    assert "svm/cross-fitted" in html
    assert "http://" not in html.replace("http://www.w3.org", "").replace("http://purl.org", "").replace(
        "http://creativecommons.org", ""
    )


def test_people_see_a_table_and_what_its_columns_mean(letters: Path) -> None:
    code, said = run("greedy-sanitize", letters, "--folds", 2, "--loss-ratio", 10, "--publisher", "svm")
    assert code == 0
    assert "16 documents" in said
    assert "one word in a" in said


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("greedy-sanitize",), "EVG004"),
        (("recognizer",), "EVG004"),
        (("policy", "hipaa-safe-harbor"), "EVG004"),
        (("policy", "nobody", "letters.jsonl"), "POL031"),
        (("recognizer", "shifted.jsonl"), "EVA003"),
        (("greedy-sanitize", "letters.jsonl", "--publisher", "forest"), "EVG001"),
        (("greedy-sanitize", "letters.jsonl", "--category", "age"), "EVG002"),
        (("greedy-sanitize", "--data", ".", "--corpus", "novels"), "EVG003"),
        (("recognizer", "letters.jsonl", "--recognizer", "nobody"), "POL032"),
        (("recognizer", "nowhere.jsonl"), "TRN002"),
    ],
)
def test_faults_are_named(
    letters: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], code: str
) -> None:
    monkeypatch.chdir(letters.parent)
    marked = {"id": "1", "text": "\x1b[1mMr Becker", "spans": [{"start": 4, "end": 10, "label": "person"}]}
    Path("shifted.jsonl").write_text(json.dumps(marked) + "\n")
    exit_code, said = run(*arguments, "--json")
    assert exit_code == 2
    assert json.loads(said)["faults"][0]["code"] == code


def test_a_sample_is_drawn_evenly_and_is_always_the_same() -> None:
    documents = made(60)
    some = sampled(documents, 100)
    assert len(some) == 24
    assert some == sampled(documents, 100)
    assert {d.document.id for d in some} <= {d.document.id for d in documents}
    assert sampled(documents, 0) == documents


@pytest.mark.data
def test_the_development_corpora_are_read_by_name(data: Path) -> None:
    found = development_corpora(data, ("enron",), 500)
    assert [*found] == ["enron"]
    assert len(found["enron"]) >= 24

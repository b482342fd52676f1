"""`run`, `inspect` and `evaluate` treat the same documents alike: one path, one set of figures."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.measures.annotated import AnnotatedDocument, Annotation, annotated_as
from engine.measures.protection import Protection, TokenCounts, count_tokens, protection
from engine.text import Document, SensitiveText
from flows.orchestration.job import ReleaseJob, prepared
from flows.release.records.private_record import open_private_record
from service.commands.start.line import app
from tests.annotated_files import write_jsonl
from tests.unit.test_learned import made

POLICY = """\
policy: gold-letters
version: 1.0.0
title: Letters
laws: [{cite: House rule 1, title: People are not named}]
identifiers:
  - {id: numbers, law: House rule 1, find: [mrn, ssn, email]}
  - id: learned
    law: House rule 1
    find: [person, location, date, age, code]
    learn: {loss_ratio: 10}
"""
MORE = (
    " She was born on 12/03/1987, and the file is 48213/06.",
    " MRN: 884410. The note of 4.5.2019 follows.",
    " It was 884410 once.",
    " She is 61 years old; her number is 219-09-9999.",
)
"""What has no two letters; and a number whose kind only another document tells."""
_MARKED = (
    ("date", r"\d+/\d+/\d{4}|\d\.\d\.\d{4}"),
    ("code", r"\d{5}/06|884410|219-09-9999"),
    ("age", r"61 years old"),
)

Spans = Iterable[tuple[int, int, str]]
Figures = tuple[float, float, float, float]


def gold() -> list[AnnotatedDocument]:
    return [_with_more(document, MORE[number % len(MORE)]) for number, document in enumerate(made(12))]


def _with_more(annotated: AnnotatedDocument, more: str) -> AnnotatedDocument:
    text = annotated.document.text.reveal()
    marked = [
        Annotation(len(text) + found.start(), len(text) + found.end(), category)
        for category, pattern in _MARKED
        for found in re.finditer(pattern, more)
    ]
    document = Document(annotated.document.id, SensitiveText(text + more))
    return replace(annotated, document=document, annotations=sorted([*annotated.annotations, *marked]))


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    desk = tmp_path_factory.mktemp("gold")
    (desk / "gold.yaml").write_text(POLICY)
    (desk / "in").mkdir()
    for number, annotated in enumerate(gold(), 1):
        (desk / "in" / f"{number:02}.txt").write_text(annotated.document.text.reveal(), encoding="utf-8")
    write_jsonl(gold(), desk / "gold.jsonl")
    return desk


def figures(found: Mapping[int, Spans]) -> Figures:
    """Recall of entities, precision of masked words; precision and recall of words."""
    total, counts = Protection(), TokenCounts()
    for number, annotated in enumerate(gold(), 1):
        marked = {"person", "location", "date", "age", "code"}
        annotated = replace(annotated, annotated=frozenset(marked))
        spans = [(s, e, annotated_as(c)) for s, e, c in found[number] if annotated_as(c) in marked]
        total.add(protection(annotated, [(s, e) for s, e, _ in spans]))
        counts.add(count_tokens(annotated, spans))
    words = counts.scores("")
    return total.recall("quasi"), total.precision, words["precision"], words["recall"]


def run_figures(desk: Path) -> Figures:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SAFERELEASE_HOME", str(desk / "home"))
        job = ReleaseJob(str(desk / "gold.yaml"), (desk / "in",), desk / "out", workers=1)
        with prepared(job, lambda done, total: None) as running:
            for index in range(len(running.chunks)):
                running.do_chunk(index)
            running.finish()
        record = open_private_record(desk / "out")
        return figures(
            {n: [(c.start, c.end, c.category) for c in record.all(f"{n:06}")] for n in range(1, 13)}
        )


def inspect_figures(desk: Path) -> Figures:
    done = CliRunner().invoke(app, ["inspect", str(desk / "gold.yaml"), str(desk / "in"), "--json"])
    found = [json.loads(line) for line in done.stdout.splitlines()]
    return figures(
        {
            number: [(d["start"], d["end"], d["category"]) for d in one["decisions"]]
            for number, one in enumerate(found, 1)
        }
    )


def evaluate_figures(desk: Path) -> tuple[Figures, dict[str, object]]:
    arguments = ["evaluate", "policy", str(desk / "gold.yaml"), str(desk / "gold.jsonl"), "--json"]
    done = CliRunner().invoke(app, arguments)
    corpus = json.loads(done.stdout)["corpora"]["gold"]
    shares, words = corpus["protection"], corpus["words"]["any"]
    return (
        shares["recall"]["quasi"]["recall"],
        shares["precision"],
        words["precision"],
        words["recall"],
    ), corpus


def test_run_inspect_and_evaluate_agree_to_the_third_digit(desk: Path) -> None:
    run, inspect, (evaluated, corpus) = run_figures(desk), inspect_figures(desk), evaluate_figures(desk)
    assert run == inspect
    assert run == pytest.approx(evaluated, abs=6e-4)
    assert corpus["documents"] == 12
    assert corpus["refused"] == 0
    assert 0.8 < run[0] <= 1
    assert 0.5 < run[1] <= 1


def gone(desk: Path, *sources: str) -> dict[str, set[str]]:
    """What inspect would remove, by document."""
    paths = [str(desk / "in" / source) for source in sources]
    done = CliRunner().invoke(app, ["inspect", str(desk / "gold.yaml"), *paths, "--json"])
    found = map(json.loads, done.stdout.splitlines())
    texts = ((one, (desk / "in" / one["document"]).read_text(encoding="utf-8")) for one in found)
    return {one["document"]: {text[d["start"] : d["end"]] for d in one["decisions"]} for one, text in texts}


def test_learned_dates_and_codes_without_letters_are_removed(desk: Path) -> None:
    assert {"12/03/1987", "48213/06"} <= gone(desk, "01.txt")["01.txt"]


def test_inspect_looks_at_its_documents_as_one_release(desk: Path) -> None:
    assert not any("884410" in value for value in gone(desk, "03.txt")["03.txt"])
    assert any("884410" in value for value in gone(desk, "02.txt", "03.txt")["03.txt"])

"""`hide_class` and `tables` in one policy: the names of a table's features do not tell whose table it is."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from pathlib import Path

import pytest

from adapters.documents.opening.sources import Source, find_sources
from engine.checks.hidden_class import ResidualCheck
from engine.errors import RefusedError
from engine.methods.k_redactor.words import features
from engine.record.report import DocumentRecord
from flows.compiling.compilation import Compiled, compile_policy
from flows.document.document import DocumentPipeline
from flows.document.results import Released
from flows.release.preview.inspection import inspect_sources
from flows.release.table_files import release_table
from tests.conftest import ROOT

CLIENTS = ROOT / "examples" / "clients"
TABLES = """
tables:
  - id: visits
    law: House rule CII-6
    files: ["visits*"]
    k: 3
    choose: suppress-cells
    columns:
      month: {{kind: category}}
      note: {{kind: text}}
      {label}: {{kind: label, positive: ["y"]}}
"""
NOTES = (
    "hypermarkets in Lyon widened the aisles",
    "shoppers want shorter queues at the checkout",
    "VertVie olive oil sells in the hypermarkets, prices rose",
    "HalvorsenShop stock counts and promotions",
)


def folder_of(path: Path, label: str = "again", client: str = "Halvorsen Market") -> tuple[Compiled, Source]:
    text = (CLIENTS / "client-projects.yaml").read_text() + TABLES.format(label=label)
    (path / "past-projects.jsonl").write_bytes((CLIENTS / "past-projects.jsonl").read_bytes())
    (path / "both.yaml").write_text(text)
    file = path / "inbox" / client / "visits.csv"
    file.parent.mkdir(parents=True)
    with file.open("w", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(["month", "note", label])
        writer.writerows((("May", "June")[i % 2], NOTES[i % 4], "ny"[i % 3 == 0]) for i in range(48))
    return compile_policy(str(path / "both.yaml")), find_sources([path / "inbox"])[0]


def release(path: Path, compiled: Compiled, source: Source) -> tuple[Released, str]:
    pipeline = DocumentPipeline(compiled, b"k" * 32, 2024)
    step = pipeline.tables.step_for(source.relative)
    assert step is not None
    released = release_table(pipeline, source, step, "h", path / "documents", path / "private")
    return released, (path / "documents" / released.record.output).read_text()


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("both")


@pytest.fixture(scope="module")
def made(home: Path) -> tuple[Compiled, Released, str]:
    compiled, source = folder_of(home)
    return compiled, *release(home, compiled, source)


def test_definition_1_holds_for_the_names_in_the_file(made: tuple[Compiled, Released, str]) -> None:
    compiled, _, table = made
    assert compiled.hide_class is not None
    corpus = compiled.hide_class.hider.corpus
    check, own = ResidualCheck(corpus, 0.1), list(corpus.sensitive_classes).index("Halvorsen Market")
    shown = features(table.splitlines()[0].replace(":", " ").replace("=", " "))
    assert check.rank(shown, own) >= 3
    before = features(" ".join(NOTES))
    assert check.rank(before, own) == 1
    assert len(shown & before & set(corpus.words)) >= 3  # not everything went
    assert "alvorsen" not in table


def test_rows_are_still_k_alike(made: tuple[Compiled, Released, str]) -> None:
    _, released, table = made
    rows = [frozenset(i for i, cell in enumerate(row[:-1]) if cell == "1") for row in csv.reader(
        table.splitlines()[1:])]  # fmt: skip
    assert all(sum(row <= other for other in rows) >= 3 for row in rows)
    assert released.record.table is not None
    assert released.record.table.achieved_k >= 3


def test_report_and_private_record_say_it(made: tuple[Compiled, Released, str]) -> None:
    record: DocumentRecord = made[1].record
    assert record.table is not None
    assert record.hide_class is not None
    assert record.table.dropped["class"] == record.hide_class.mentions > 0
    assert "whose document" in record.table.reasons["class"]
    assert 0 < record.hide_class.suppressed < record.hide_class.words
    assert record.table.features_after == len(made[2].splitlines()[0].split(",")) - 1
    secret = made[1].private["hide_class"]
    assert isinstance(secret, Mapping)
    assert secret["class"] == "Halvorsen Market"
    assert "alvorsen" not in record.model_dump_json()
    gone = {made[1].text[d.start : d.end] for d in made[1].decisions if d.category == "class"}
    assert "note:lyon" in gone


def test_inspect_shows_what_would_go(home: Path, made: tuple[Compiled, Released, str]) -> None:
    (told,) = inspect_sources(str(home / "both.yaml"), [home / "inbox"])
    table = told["table"]
    assert isinstance(table, dict)
    assert set(table["kept"]) == set(next(csv.reader(made[2].splitlines()))[:-1])
    assert "whose document" in table["dropped"]["note:lyon"]


def test_a_table_in_no_folder_of_a_class_is_refused(tmp_path: Path) -> None:
    compiled, source = folder_of(tmp_path, client="Nobody")
    with pytest.raises(RefusedError) as found:
        release(tmp_path, compiled, source)
    assert [fault.code for fault in found.value.faults] == ["KCF012"]
    assert not list((tmp_path / "documents").rglob("*.*"))


def test_a_label_that_names_the_class_is_refused(tmp_path: Path) -> None:
    compiled, source = folder_of(tmp_path, label="halvorsen")
    with pytest.raises(RefusedError) as found:
        release(tmp_path, compiled, source)
    assert "KCF013" in [fault.code for fault in found.value.faults]
    assert not list((tmp_path / "documents").rglob("*.*"))

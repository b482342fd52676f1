"""Several corpora named by a policy as one: from the command to the decisions and the record."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from flows.compiling.compilation import compile_policy
from flows.compiling.reference_corpora import open_corpus
from service.commands.start.line import app
from tests.c_sanitized_corpus import ABOUT_HIV, CONTEXTS, FILLER

POLICY = """\
policy: hiv
version: 1.0.0
title: HIV
laws: [{cite: HR 1, title: House rule}]
counts: both
concepts:
  - {protect: HIV, law: HR 1, alpha: 1.5, counting: string, replace_with: redact}
"""
NOTES = [*ABOUT_HIV, *["hiv clinic, he takes zidolam daily"] * 12, *FILLER]


def call(*arguments: object, code: int = 0) -> str:
    done = CliRunner().invoke(app, [*map(str, arguments)])
    assert done.exit_code == code, done.output
    return done.output


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two corpora: the encyclopedia calls the ward harmless, the notes know what zidolam is."""
    monkeypatch.setenv("SAFERELEASE_KB_CACHE", str(tmp_path / "kb"))
    general = [*CONTEXTS * 3, *["zidolam is the name of a river in a tale"] * 60]
    (tmp_path / "general.txt").write_text("\n\n".join(general))
    (tmp_path / "notes.txt").write_text("\n\n".join(NOTES))
    (tmp_path / "hiv.yaml").write_text(POLICY)
    for name in ("general", "notes"):
        call("corpus", "build", tmp_path / f"{name}.txt", "--name", name)
    return tmp_path


def discloses(folder: Path) -> bool:
    (concept,) = compile_policy(str(folder / "hiv.yaml")).concepts
    return concept.judge("zidolam") == "discloses"


def test_what_one_source_knows_is_removed_by_the_weights_that_are_given(folder: Path) -> None:
    call("corpus", "pool", "general", "notes", "--name", "both")
    assert not discloses(folder)
    call("corpus", "pool", "general=0.05", "--name", "both", "--concept", "HIV")
    assert discloses(folder)
    (folder / "letter.txt").write_text("The council met. She takes zidolam every day.\n")
    call("run", folder / "hiv.yaml", folder / "letter.txt", "--out", folder / "out")
    (released,) = (folder / "out" / "documents").iterdir()
    assert "zidolam" not in released.read_text()
    manifest = json.loads((folder / "out" / "manifest.json").read_text())
    assert "general (weight 1): index built on this machine" in json.dumps(manifest)
    assert "other weights for hiv: general 0.05" in json.dumps(manifest)


def test_a_source_that_never_met_the_concept_adds_its_contexts(folder: Path) -> None:
    (folder / "weather.txt").write_text("\n\n".join(FILLER * 2))
    call("corpus", "build", folder / "weather.txt", "--name", "weather")
    call("corpus", "pool", "notes", "weather", "--name", "both")
    (concept,) = compile_policy(str(folder / "hiv.yaml")).concepts
    assert concept.n_contexts == len(NOTES) + 2 * len(FILLER)
    assert concept.n_concept == len(NOTES) - len(FILLER)


def test_the_command_shows_where_sources_differ(folder: Path) -> None:
    call("corpus", "pool", "general", "notes=0.5", "--name", "both")
    (folder / "tiny.csv").write_text("term,broader\nHIV,disease\n")
    call("kb", "import", folder / "tiny.csv", "--name", "tiny")
    asked = ("corpus", "compare", "HIV", "--name", "both", "--knowledge", "tiny")
    found = json.loads(call(*asked, "--json"))
    (term,) = (each for each in found["terms"] if each["term"] == "zidolam")
    assert [each["verdict"] for each in term["sources"]] == ["safe", "discloses"]
    assert [each["contexts"] for each in term["sources"]] == [60, 12]
    assert [each["weight"] for each in found["sources"]] == [1.0, 0.5]
    assert found["disagreements"] >= len(found["terms"]) >= 1
    assert len(json.loads(call(*asked, "--most", 1, "--json"))["terms"]) == 1
    assert "zidolam: general safe (0 of 60); notes discloses (12 of 12)" in call(*asked)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("general", "--name", "both"), "CRP010"),
        (("general", "notes=0", "--name", "both"), "CRP010"),
        (("general", "notes=1.5", "--name", "both"), "CRP010"),
        (("general", "notes=much", "--name", "both"), "CRP010"),
        (("general", "nobody", "--name", "both"), "CRP002"),
        (("general", "notes", "--name", "general"), "CRP011"),
        (("general=0.5", "--name", "both", "--concept", "HIV"), "CRP009"),
    ],
)
def test_what_makes_no_pool_is_refused(folder: Path, arguments: tuple[str, ...], code: str) -> None:
    assert code in call("corpus", "pool", *arguments, code=2)
    assert not (folder / "kb" / "corpora" / "both" / "pool.json").exists()


def test_a_pool_holds_no_pool_and_weights_of_its_own_corpora_only(folder: Path) -> None:
    call("corpus", "pool", "general", "notes", "--name", "both")
    assert "CRP010" in call("corpus", "pool", "both", "notes", "--name", "more", code=2)
    assert "CRP010" in call("corpus", "pool", "wikipedia", "--name", "both", "--concept", "HIV", code=2)
    assert "CRP012" in call("corpus", "compare", "HIV", "--name", "general", code=2)


def test_a_damaged_description_is_told(folder: Path) -> None:
    call("corpus", "pool", "general", "notes", "--name", "both")
    (folder / "kb" / "corpora" / "both" / "pool.json").write_text('{"weights": {"general": 1}}')
    assert "CRP009" in call("policy", "check", folder / "hiv.yaml", code=2)


def test_words_are_counted_together(folder: Path) -> None:
    call("corpus", "pool", "general", "notes", "--name", "both")
    assert open_corpus("both").words().count("zidolam") == 72

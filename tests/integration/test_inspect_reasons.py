"""What refuses a document is told to who may read it: words, kind, clause, place, and who else lost them."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest
from typer.testing import CliRunner

from engine.stages.identifiers.stage import Identified, IdentifierStage
from engine.text import Document
from flows.release.preview.inspection import inspect_sources
from service.commands.start.line import app

_SENTENCES = "It was a long day.\nThe number SSN 219-09-1072 stands here.\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two documents, of which the second is looked at as if the first had not told it what it lost."""
    monkeypatch.setattr("flows.release.preview.together.ROUNDS", 0)
    (tmp_path / "a.txt").write_text("Seen today. MRN: 884410. It rained.", encoding="utf-8")
    (tmp_path / "b.txt").write_text("Nothing new.\nSee 884410 for the earlier film.", encoding="utf-8")
    return tmp_path


def _listed(told: dict[str, object], key: str) -> list[dict[str, Any]]:
    return cast(list[dict[str, Any]], told[key])


def test_a_value_of_another_document_is_named_with_clause_and_document(folder: Path) -> None:
    first, second = inspect_sources("hipaa-safe-harbor", (folder,))
    assert "refused" not in first and "VER004" in str(second["refused"])
    [reason] = _listed(second, "reasons")
    [decision] = _listed(first, "decisions")
    assert (reason["code"], reason["words"], reason["line"]) == ("VER004", "884410", 2)
    assert (reason["kind"], reason["clause"], reason["lost_by"]) == ("mrn", decision["clause"], "a.txt")
    assert "884410" not in str(second["refused"])


def test_the_terminal_shows_the_words_and_what_to_do(folder: Path) -> None:
    shown = CliRunner().invoke(app, ["inspect", "hipaa-safe-harbor", str(folder)])
    assert shown.exit_code == 1
    told = shown.output.split("left: ")[1]
    assert all(word in told for word in ("884410", "VER004", "mrn", "line 2", "a.txt"))


def test_a_value_that_a_check_finds_has_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A recogniser that misses one of two, and nobody who looks again before the check does."""
    whole = IdentifierStage.identified

    def missing_one(stage: IdentifierStage, document: Document) -> Identified:
        found = whole(stage, document)
        return found._replace(decisions=found.decisions[:-1])

    monkeypatch.setattr(IdentifierStage, "identified", missing_one)
    monkeypatch.setattr("flows.document.writing.LeftStanding.under", lambda *_: [])
    (tmp_path / "a.txt").write_text(f"{_SENTENCES}Again 219-09-1072.\n", encoding="utf-8")
    [told] = inspect_sources("hipaa-safe-harbor", (tmp_path,))
    [reason] = _listed(told, "reasons")
    assert reason["code"] in ("VER001", "VER002") and str(told["refused"]).count("[VER00") > 0
    assert (reason["words"], reason["kind"]) == ("219-09-1072", "ssn")
    assert reason["line"] in (2, 3) and reason["words"] in reason["around"] and reason["clause"]
    assert "219" not in str(told["refused"])

"""`saferelease corpus ship`: tables for machines without the corpus, with what they were counted in."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from adapters.counts.local import LocalCounts
from flows.compiling.reference_corpora import open_corpus
from service.commands.start.line import app
from tests.c_sanitized_corpus import CONTEXTS

POLICY = """\
policy: hiv
version: 1.0.0
title: HIV
laws: [{cite: HR 1, title: House rule}]
counts: mine
concepts:
  - {protect: HIV, law: HR 1, alpha: 1.5, replace_with: redact}
"""


def call(*arguments: object) -> str:
    done = CliRunner().invoke(app, [*map(str, arguments)])
    assert done.exit_code == 0, done.output
    return done.stdout


def test_tables_are_shipped_with_their_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAFERELEASE_KB_CACHE", str(tmp_path / "kb"))
    for module in ("service.commands.corpus", "flows.compiling.reference_corpora"):
        monkeypatch.setattr(f"{module}.shipped_tables", lambda: tmp_path / "shipped")
    (tmp_path / "corpus.txt").write_text("\n\n".join(CONTEXTS))
    (tmp_path / "hiv.yaml").write_text(POLICY)
    call("corpus", "build", tmp_path / "corpus.txt", "--name", "mine")
    arguments = ("corpus", "ship", tmp_path / "hiv.yaml", "--name", "mine", "--licence", "Free for all")
    told = json.loads(call(*arguments, "--title", "Tiny notes", "--json"))
    assert told["tables"] == 1
    assert told["folder"] == str(tmp_path / "shipped" / "mine")
    (tmp_path / "kb" / "corpora" / "mine").rename(tmp_path / "kb" / "gone")
    assert "Tiny notes" in open_corpus("mine").source
    assert "Free for all" in open_corpus("mine").source
    assert "1 tables" not in call("policy", "check", tmp_path / "hiv.yaml")


def test_a_corpus_in_a_folder_has_the_name_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "corpus.txt").write_text("\n\n".join(CONTEXTS))
    folder = tmp_path / "our-notes"
    assert call("corpus", "build", tmp_path / "corpus.txt", "--out", folder).startswith("Corpus our-notes: ")
    assert LocalCounts(folder).name == "our-notes"

"""The index of redactions: exemption, law and amount per document, and no text."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.errors import InvalidError
from flows.audit.redaction_index import redaction_index
from service.commands.start.line import app

POLICY = """policy: records
version: 1.0.0
title: Records
identifiers:
  - id: numbers
    title: Numbers of persons
    law: 5 USC 552(b)(6)
    unverified: true
    find: [ssn]
    replace_with: {operator: exemption, code: (b)(6)}
  - id: phones
    title: Numbers of sources
    law: 5 USC 552(b)(7)(D)
    unverified: true
    find: [phone]
    replace_with: {operator: exemption, code: (b)(7)(D)}
  - id: mail
    law: 5 USC 552(b)(6)
    unverified: true
    find: [email]
"""
LETTER = "SSN 219 09 9999 and SSN 304-33-4965, call 212-555-0147, write to h.vance@example.org.\n"


def test_the_index_counts_places_and_words_under_each_exemption(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("records.yaml").write_text(POLICY)
    Path("in").mkdir()
    Path("in/a.txt").write_text(LETTER)
    Path("in/b.txt").write_text("Nothing to hide.\n")
    done = CliRunner().invoke(app, ["run", "records.yaml", "in", "--out", "out", "--workers", "1"])
    assert done.exit_code == 0, done.output
    assert "SSN [(b)(6): 3 words] and SSN [(b)(6): 1 word], call [(b)(7)(D): 1 word]" in "".join(
        path.read_text() for path in Path("out/documents").iterdir()
    )

    done = CliRunner().invoke(app, ["audit", "index", "out", "--out", "index.csv"])

    assert done.exit_code == 0, done.output
    rows = [*csv.reader(Path("index.csv").read_text().splitlines())]
    assert [row[1:] for row in rows[1:]] == [
        ["", "mail", "5 USC 552(b)(6)", "email", "1", "1"],
        ["(b)(6)", "numbers", "5 USC 552(b)(6)", "Numbers of persons", "2", "4"],
        ["(b)(7)(D)", "phones", "5 USC 552(b)(7)(D)", "Numbers of sources", "1", "1"],
    ]
    assert "219" not in Path("index.csv").read_text()
    again = CliRunner().invoke(app, ["audit", "index", "out", "--out", "index.csv"])
    assert again.exit_code != 0
    Path("out.private/report.json").write_text("{}")
    with pytest.raises(InvalidError, match="REV004"):
        redaction_index(Path("out"))

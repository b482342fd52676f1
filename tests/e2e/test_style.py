"""A plain style in releases: what is written, checked, shown and remembered."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from flows.audit.verification.bundle import verify_release
from service.commands.start.line import app
from tests.e2e.test_earlier_releases import NUMBERS, Release, shown
from tests.e2e.test_earlier_releases import release as _release

release = _release
LETTER = "You don't know that it isn't here, and his SSN is 219-09-9999. Btw, they can't have it for you.\n"
PLAIN = (
    "You do not know that it is not here, and his SSN is [SSN]. By the way, they cannot have it for you.\n"
)
STYLE = ("punctuation", "contractions", "spelling")


def test_a_release_is_written_plainly_and_verified(release: Release, tmp_path: Path) -> None:
    files = {"a.txt": LETTER, "b.md": f"# Note\n\n{LETTER}", "c.csv": f'id,said\n1,"{LETTER.strip()}"\n'}
    report = release("plain", files, identifiers=NUMBERS, style=STYLE)
    text = shown(tmp_path, "plain")
    assert PLAIN in text
    assert text.count("By the way, they cannot have it for you.") == 2
    assert "You don't know" in text, "cells keep their words"
    assert report.documents[0].decisions["style"] == {"replace": 4}
    assert verify_release(tmp_path / "plain").faults == []


def test_the_checks_see_what_the_style_wrote(release: Release) -> None:
    listed = [*NUMBERS, {"law": "House rule 1", "find": ["listed-term"], "deny": ["by the way"]}]
    report = release("plain", {"a.txt": LETTER}, identifiers=listed, style=STYLE)
    assert report.documents[0].reason.startswith("[VER002]")
    report = release("other", {"a.txt": LETTER}, identifiers=listed)
    assert report.documents[0].outcome == "released"


def test_a_later_release_takes_a_plain_word_for_nothing_hidden(release: Release, tmp_path: Path) -> None:
    release("plain", {"a.txt": LETTER}, identifiers=NUMBERS, style=STYLE)
    report = release("later", {"a.txt": LETTER}, identifiers=NUMBERS)
    assert report.documents[0].earlier is not None
    assert report.documents[0].earlier.hidden == 0
    assert "You don't know that it isn't here" in shown(tmp_path, "later")


def test_inspect_shows_each_change_with_its_habit(
    release: Release, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    release("plain", {"a.txt": LETTER}, identifiers=NUMBERS, style=STYLE)
    policy = next(path for path in tmp_path.rglob("plain.yaml"))
    letter = next(path for path in tmp_path.rglob("a.txt") if "documents" not in path.parts)
    result = CliRunner().invoke(app, ["inspect", str(policy), str(letter), "--json"])
    assert result.exit_code == 0, result.output
    found = [one for one in json.loads(result.stdout)["decisions"] if one["stage"] == "style"]
    assert [(one["category"], one["replacement"]) for one in found] == [
        ("contractions", "do not"),
        ("contractions", "is not"),
        ("spelling", "By the way"),
        ("contractions", "cannot"),
    ]

"""Keys of a policy that hold a release back: the day from which it applies, all or nothing."""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path

import pytest

from tests.e2e.conftest import Run

POLICY = """policy: letters
version: 1.0.0
title: Letters
{extra}
identifiers:
  - {{find: [ssn], law: "45 CFR 164.514(b)(2)(i)(G)"}}
"""
SSN = "219-09-9999"


@pytest.fixture
def letters(tmp_path: Path) -> Path:
    folder = tmp_path / "letters"
    folder.mkdir()
    (folder / "a.txt").write_text(f"SSN {SSN}. She came on time.")
    return folder


def policy(folder: Path, extra: str) -> Path:
    path = folder / "letters.yaml"
    path.write_text(POLICY.format(extra=extra))
    return path


def test_no_release_before_the_day_of_the_policy(saferelease: Run, tmp_path: Path, letters: Path) -> None:
    tomorrow = (dt.datetime.now(dt.UTC).date() + dt.timedelta(days=2)).isoformat()
    path = policy(tmp_path, f"effective: {tomorrow}")
    done = saferelease("run", path, letters, "--out", tmp_path / "out")
    assert done.returncode == 1
    assert f"[POL064] policy letters must be in force; it applies from {tomorrow}" in done.stderr
    assert not (tmp_path / "out").exists()
    assert f"It applies from {tomorrow}" in saferelease("policy", "check", path).stdout
    assert f"Applies from {tomorrow}" in saferelease("policy", "explain", path).stdout


def test_a_release_on_the_day_of_the_policy(saferelease: Run, tmp_path: Path, letters: Path) -> None:
    today = dt.datetime.now(dt.UTC).date()
    done = saferelease("run", policy(tmp_path, f"effective: {today}"), letters, "--out", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    assert f"in force since {today.day} {today:%B %Y}" in (tmp_path / "out" / "report.html").read_text()


@pytest.mark.parametrize("quarantine", ["allow", "refuse"])
def test_one_unreadable_document_keeps_all_back_when_the_policy_says_so(
    saferelease: Run, tmp_path: Path, letters: Path, quarantine: str
) -> None:
    (letters / "b.docx").write_bytes(b"PK\x03\x04 no archive")
    path = policy(tmp_path, f"release: {{from: in/, to: out/, quarantine: {quarantine}}}")
    done = saferelease("run", path, letters, "--out", tmp_path / "out", "--json")
    totals = json.loads(done.stdout)["totals"]
    left = [*(tmp_path / "out" / "documents").iterdir()]
    if quarantine == "allow":
        assert (totals["released"], totals["quarantined"], len(left)) == (1, 1, 1)
        return
    assert done.returncode == 1
    assert (totals["released"], totals["refused"], totals["quarantined"], left) == (0, 1, 1, [])
    assert json.loads(done.stdout)["verdict"] == "refused"
    assert "REL009" in (tmp_path / "out.private" / "report.json").read_text()
    decisions = tmp_path / "out.private" / "decisions"
    assert not decisions.exists() or not [*decisions.iterdir()]
    assert "documents/" not in (tmp_path / "out" / "manifest.json").read_text()

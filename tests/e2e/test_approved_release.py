"""Who approved, when and what: in the report, in the manifest, and shown by verify."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.e2e.conftest import Run

POLICY = """\
policy: filings
version: 1.0.0
title: Our filings
extends: us-court-filings
release: {from: in, to: out, require_approved: true}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "filings.yaml").write_text(POLICY)
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_text("Tim Keller, SSN 219-09-9999.")
    return tmp_path


def test_an_approved_release_says_who_approved_it(folder: Path, saferelease: Run) -> None:
    unapproved = saferelease("run", "filings.yaml", "in", "--out", "out", cwd=folder)
    assert (unapproved.returncode, "APR001" in unapproved.stderr) == (1, True)
    assert not (folder / "out").exists()
    approve = ("policy", "approve", "filings.yaml", "--by", "J. Officer", "--note", "Minutes 7", "--json")
    given = json.loads(saferelease(*approve, cwd=folder).stdout)
    done = saferelease("run", "filings.yaml", "in", "--out", "out", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert "Clause a3 had no facts of the matter and is reported as not covered" in done.stdout

    manifest = json.loads((folder / "out/manifest.json").read_text())
    report = json.loads((folder / "out/report.json").read_text())
    given.pop("file")
    assert manifest["approval"] == report["approval"] == given
    page = (folder / "out/report.html").read_text()
    assert "by J. Officer" in page
    assert "Minutes 7" in page
    assert given["public_key"] in page
    a3 = next(clause for clause in report["plan"]["clauses"] if clause["id"] == "a3")
    assert a3["status"] == "not covered"
    assert "No facts of the matter were given" in page

    verified = saferelease("verify", "out", cwd=folder)
    assert verified.returncode == 0
    assert f"approved by J. Officer at {given['approved_at']} (Minutes 7)" in verified.stdout
    assert given["plan_id"] in verified.stdout
    assert given["public_key"] in verified.stdout


def test_a_policy_changed_since_is_not_released(folder: Path, saferelease: Run) -> None:
    assert saferelease("policy", "approve", "filings.yaml", "--by", "J.", cwd=folder).returncode == 0
    with (folder / "filings.yaml").open("a") as stream:
        stream.write("documents: {formats: [txt]}\n")
    done = saferelease("run", "filings.yaml", "in", "--out", "out", cwd=folder)
    assert (done.returncode, "APR005" in done.stderr) == (1, True)


def test_a_release_that_nobody_approved_says_so(folder: Path, saferelease: Run) -> None:
    (folder / "m.yaml").write_text("subjects: [{name: Tim Keller, minor: true}]")
    run = ("run", "us-court-filings", "in", "--out", "out", "--matter", "m.yaml")
    done = saferelease(*run, cwd=folder)
    assert done.returncode == 0, done.stderr
    assert "no facts" not in done.stdout
    text = next((folder / "out/documents").iterdir()).read_text()
    assert text == "T. K., SSN [SSN XXX-XX-9999]."
    assert "not approved as it is" in saferelease("verify", "out", cwd=folder).stdout
    assert json.loads(saferelease("verify", "out", "--json", cwd=folder).stdout)["approval"] is None


def test_the_version_is_told(saferelease: Run) -> None:
    done = saferelease("--version")
    assert done.returncode == 0
    assert done.stdout.startswith("saferelease 0.")

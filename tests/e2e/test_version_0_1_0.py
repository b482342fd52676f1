"""What version 0.1.0 made, read by the present version: bundle, ledger, private record, auditor's files."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from adapters.bundle.checking import read_manifest
from engine.errors import InvalidError, SafereleaseError
from flows.orchestration.job import ReleaseJob, prepared
from tests.forgeries.kit import call, good
from tests.forgeries.verifying import STANDALONE

FIXTURE = Path(__file__).parents[1] / "fixtures" / "version-0.1.0"
RELEASE = "06e7148da370"
SSN = ("[SSN-MXLQPQ]", "--document", "000001", "--reason", "court order")


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A copy with the permissions that version 0.1.0 gave: they do not survive a checkout."""
    shutil.copytree(FIXTURE, tmp_path / "old")
    for path in (tmp_path / "old" / "home").iterdir():
        path.chmod(0o600)
    return tmp_path / "old"


def test_the_bundle_verifies_and_is_searched_for_removed_values(old: Path) -> None:
    assert read_manifest(old / "march")[1].format == 1
    done = call(old / "home", "verify", old / "march")
    assert (done.exit_code, done.stdout.split()[0]) == (0, "VERIFIED"), done.output
    assert "none found; searched for 5 fingerprints of 5 removed values" in done.stdout
    assert "entry 5 records this bundle" in done.stdout


def test_a_value_put_back_is_found_as_in_a_bundle_of_today(old: Path) -> None:
    document = old / "march" / "documents" / "document-000001.txt"
    document.write_text("SSN 219-09-9999\n")
    done = call(old / "home", "verify", old / "march")
    assert (done.exit_code, "BND006" in done.stderr) == (1, True)


def test_elsewhere_it_verifies_by_key_and_release(old: Path, tmp_path: Path) -> None:
    key = json.loads((old / "march" / "manifest.sig").read_bytes())["public_key"]
    asked = ("verify", old / "march", "--public-key", key)
    assert call(tmp_path / "nobody", *asked).exit_code == 5, "its name is not in its manifest"
    assert call(tmp_path / "nobody", *asked, "--release", RELEASE).exit_code == 0
    assert STANDALONE.verify(old / "march", key, None, RELEASE).answer() == "VERIFIED"
    assert STANDALONE.verify(old / "march", key, None, "").answer() == "UNVERIFIED"
    assert STANDALONE.verify(old / "march", "", None, RELEASE).answer() == "UNVERIFIED"


def test_the_report_is_shown(old: Path) -> None:
    done = call(old / "home", "report", old / "march")
    assert (done.exit_code, "2 of 2 documents released" in done.stdout) == (0, True), done.output
    assert json.loads(good(old / "home", "report", old / "march", "--json"))["release_id"] == RELEASE


def test_the_ledger_is_whole_and_goes_on(old: Path) -> None:
    said = good(old / "home", "audit", "check")
    assert "10 entries, all as written" in said
    assert good(old / "home", "reveal", old / "march", *SSN) == "219-09-9999\n"
    events = [one["event"] for one in json.loads(good(old / "home", "audit", "list", "--json"))]
    assert events[-1] == "revealed"
    assert good(old / "home", "audit", "check")
    assert "retention" not in good(old / "home", "audit", "show", RELEASE)
    assert good(old / "home", "audit", "check", "--ledger", old / "ledger.jsonl")


def test_words_of_the_ledger_open(old: Path) -> None:
    shown = good(old / "home", "audit", "show", RELEASE)
    assert "court order 12" in shown, "the reason of a disclosure"


def test_the_record_opens_also_after_an_exchange_of_the_keys(old: Path) -> None:
    assert good(old / "home", "reveal", old / "march", *SSN) == "219-09-9999\n"
    good(old / "home", "keys", "rotate", "--signing", "--reason", "a new version")
    good(old / "home", "keys", "rotate", "--reason", "and again")
    assert good(old / "home", "reveal", old / "march", *SSN) == "219-09-9999\n"
    assert call(old / "home", "verify", old / "march").exit_code == 0
    assert good(old / "home", "audit", "check")
    assert "court order 12" in good(old / "home", "audit", "show", RELEASE)


def test_an_auditors_files_still_count(old: Path, tmp_path: Path) -> None:
    key = json.loads((old / "march" / "manifest.sig").read_bytes())["public_key"]
    by = ("--public-key", key, "--release", RELEASE, "--audit-file", old / "auditor.json")
    done = call(tmp_path / "nobody", "verify", old / "march", *by)
    assert (done.exit_code, "none found" in done.stdout) == (0, True), done.output
    (tmp_path / "value").write_text("h.vance@example.org")
    asked = ("audit", "confirm", old / "opening.json", "--ledger", old / "ledger.jsonl", "--public-key", key)
    assert call(tmp_path / "nobody", *asked, "--value-file", tmp_path / "value").exit_code == 0
    (tmp_path / "value").write_text("h.vance@example.com")
    assert call(tmp_path / "nobody", *asked, "--value-file", tmp_path / "value").exit_code == 1


def test_what_cannot_be_done_is_said(old: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No key of its own to destroy; an approval of another plan; an unfinished release of another plan."""
    done = call(old / "home", "keys", "destroy", RELEASE, "--reason", "retention")
    assert (done.exit_code, "KEY005" in done.stderr) == (2, True)
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_text("SSN 219-09-9999\n")
    monkeypatch.setenv("SAFERELEASE_HOME", str(old / "home"))
    asked = ReleaseJob(str(old / "letters.yaml"), (tmp_path / "in",), old / "new", 1, require_approved=True)
    with pytest.raises(SafereleaseError, match="APR"), prepared(asked, lambda done, total: None):
        pass
    (old / "march").rename(old / "march.partial")
    unfinished = ReleaseJob(str(old / "letters.yaml"), (tmp_path / "in",), old / "march", workers=1)
    with pytest.raises(InvalidError, match="REL002"), prepared(unfinished, lambda done, total: None):
        pass

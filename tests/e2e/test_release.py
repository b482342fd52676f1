"""The main job as an operator runs it: documents in, a signed bundle with a report out."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.e2e.conftest import Run

GONE = ("219-09-9999", "(212) 555-0147", "h.vance@example.org", "00482913", "antiretroviral", "Kaposi", "CD4")
STAYS = ("retired", "cough", "Blood pressure 132/78", "lisinopril 10 mg", "knee")


@pytest.fixture(scope="module")
def released(saferelease: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("releases") / "first"
    done = saferelease("run", "us-state-hiv-std", ROOT / "examples/records", "--out", out, "--json")
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert said["verdict"] == "released"
    assert said["totals"]["released"] == 5
    assert Path(said["report"]).is_file()
    return out


def released_text(out: Path) -> str:
    return "\n".join(path.read_text() for path in sorted((out / "documents").iterdir()))


def test_what_must_go_is_gone_and_what_may_stay_stays(released: Path) -> None:
    text = released_text(released)
    assert [value for value in GONE if value.lower() in text.lower()] == []
    assert [value for value in STAYS if value not in text] == []


READ_ALOUD = {
    ".csv": (
        "cough, review of drugs",
        "annual check of blood pressure",
        "knee pain, left",
        "result of the test",
    ),
    ".md": (
        "Fever and a symptom in a 34-year-old teacher. Blood cultures were negative. The test done at the "
        "clinic was confirmed, and he was told about [REDACTED] before he left.",
        "He was given fluids and improved within two days. A rash on the trunk faded without treatment.",
        "Infectious diseases clinic on a day in 2024. Work note given for one week.",
    ),
    ".jsonl": (
        "Could you send my results to [EMAIL]? My number is [PHONE].",
        "Your cholesterol is normal. Please book your flu vaccination at [URL].",
        "Thank you, Dr. [PERSON]. Is it safe to take ibuprofen with my drugs?",
    ),
    ".html": (
        "knee pain after a fall. He was treated for <em>two diseases</em> last year, both cured.",
        "X-ray of the knee shows early osteoarthritis. He would like to avoid surgery.",
    ),
    ".txt": (
        "retired bookbinder who came in with a dry cough and weight loss over six weeks.",
        "He has been on therapy since [REDACTED]; his last laboratory value was [REDACTED] and another "
        "laboratory value is [REDACTED].",
        "He had a disease of the left leg in 2011, treated, and pneumonia twice before that.",
        "He lives with his daughter, [PERSON], and walks with a stick.",
    ),
}


def test_what_is_released_reads_well_aloud(released: Path) -> None:
    for path in (released / "documents").iterdir():
        text = " ".join(path.read_text().replace("\\", "").split())
        assert [sentence for sentence in READ_ALOUD[path.suffix] if sentence not in text] == []


def test_formats_stay_what_they_were(released: Path) -> None:
    documents = {path.suffix: path.read_text() for path in (released / "documents").iterdir()}
    assert documents[".csv"].splitlines()[0] == "date,mrn,phone,reason"
    assert all("text" in json.loads(line) for line in documents[".jsonl"].splitlines())
    assert documents[".html"].startswith("<!DOCTYPE html>")
    assert "scanned from chart" not in documents[".html"]
    assert documents[".md"].startswith("# Discharge summary")


def test_no_removed_term_is_in_the_report_or_the_manifest(released: Path) -> None:
    for name in ("report.html", "report.json", "manifest.json"):
        content = (released / name).read_text()
        assert [v for v in GONE if v in content] == [], name
        assert "visit-2024-03" not in content, name


def test_the_private_record_is_apart_and_closed(released: Path) -> None:
    private = released.with_name("first.private")
    sealed = b"".join(path.read_bytes() for path in private.rglob("*") if path.is_file())
    assert sealed
    assert [v for v in GONE if v.encode() in sealed] == []
    assert not released.with_name("first.partial").exists()


def test_the_bundle_verifies_until_it_is_touched(released: Path, saferelease: Run, tmp_path: Path) -> None:
    assert saferelease("verify", released).returncode == 0
    copy = tmp_path / "copy"
    shutil.copytree(released, copy)
    (copy / "documents" / "document-000001.csv").write_text("x")
    done = saferelease("verify", copy)
    assert done.returncode == 1
    assert "BND006" in done.stderr


def test_a_finished_release_is_not_overwritten(released: Path, saferelease: Run) -> None:
    done = saferelease("run", "us-state-hiv-std", ROOT / "examples/records", "--out", released)
    assert done.returncode == 2
    assert "REL001" in done.stderr


def documented_keys() -> set[str]:
    """What the page says that ``run --json`` prints."""
    guide = (ROOT / "docs" / "operators-guide.md").read_text(encoding="utf-8")
    listed = guide.partition("**For programs.**")[2].partition("With `--service`")[0]
    lines = re.findall(r"^- (`.*?): ", listed, re.MULTILINE)
    return {key for line in lines for key in re.findall(r"`(\w+)`", line)}


def test_an_unreadable_document_is_quarantined_and_the_rest_is_released(
    saferelease: Run, tmp_path: Path
) -> None:
    source = tmp_path / "in"
    source.mkdir()
    (source / "good.txt").write_text("The SSN is 219-09-9999.")
    (source / "broken.txt").write_bytes(b"caf\xe9 \x00\xff")
    (source / "unknown.xyz").write_text("what is this")
    out = tmp_path / "out"
    done = saferelease("run", "hipaa-safe-harbor", source, "--out", out, "--json")
    assert done.returncode == 4, done.stderr
    said = json.loads(done.stdout)
    assert said.keys() == documented_keys(), "docs/operators-guide.md lists what programs read"
    assert said["manifest_sha256"] == hashlib.sha256((out / "manifest.json").read_bytes()).hexdigest()
    again = saferelease("run", "hipaa-safe-harbor", source, "--out", tmp_path / "again", "--json")
    other = json.loads(again.stdout)
    assert (other["release"], other["plan_id"]) == (said["release"], said["plan_id"])
    digest = hashlib.sha256((tmp_path / "again" / "manifest.json").read_bytes()).hexdigest()
    assert other["manifest_sha256"] == digest != said["manifest_sha256"], "the same release, another bundle"
    checked = json.loads(saferelease("verify", out, "--json").stdout)
    shared = ("release", "verdict", "totals", "bundle", "manifest_sha256", "plan_id")
    assert {key: checked[key] for key in shared} == {key: said[key] for key in shared}
    assert said["totals"] == {
        "documents": 3,
        "released": 1,
        "refused": 0,
        "quarantined": 2,
        "hidden": 0,
        "bytes": said["totals"]["bytes"],
    }
    assert said["verdict"] == "released in part"
    assert len(list((out / "documents").iterdir())) == 1


def test_nothing_to_read_is_no_success(saferelease: Run, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    done = saferelease("run", "hipaa-safe-harbor", empty, "--out", tmp_path / "out")
    assert done.returncode == 2
    assert "SRC002" in done.stderr
    assert not (tmp_path / "out").exists()


def test_a_dry_run_writes_nothing(saferelease: Run, tmp_path: Path) -> None:
    done = saferelease(
        "run",
        "hipaa-safe-harbor",
        ROOT / "examples/records",
        "--out",
        tmp_path / "out",
        "--dry-run",
        "--json",
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["documents"] == 5
    assert list(tmp_path.iterdir()) == []


def test_inspect_prints_one_object_per_document_and_writes_nothing(saferelease: Run, tmp_path: Path) -> None:
    text = "Café note 🙂: SSN 219-09-9999."
    (tmp_path / "note.txt").write_text(text)
    done = saferelease("inspect", "hipaa-safe-harbor", tmp_path, "--json")
    assert done.returncode == 0, done.stderr
    [found] = map(json.loads, done.stdout.splitlines())
    assert found["document"] == "note.txt"
    [decision] = found["decisions"]
    assert text[decision["start"] : decision["end"]] == "219-09-9999"
    assert decision["stage"] == "identifiers"
    assert decision["category"] == "ssn"
    assert {"action", "replacement", "why"} <= decision.keys()
    assert [path.name for path in tmp_path.iterdir()] == ["note.txt"]


def test_every_entry_of_the_folder_has_an_outcome(saferelease: Run, tmp_path: Path) -> None:
    source = tmp_path / "in"
    (source / ".cache").mkdir(parents=True)
    Path(os.fsdecode(os.fsencode(source) + b"/caf\xe9.txt")).write_text("The SSN is 219-09-9999.")
    (source / "secret.txt").symlink_to("/etc/hostname")
    os.mkfifo(source / "pipe.txt")
    out = tmp_path / "out"
    done = saferelease("run", "hipaa-safe-harbor", source, "--out", out, "--json")
    assert done.returncode == 4, done.stderr
    totals = json.loads(done.stdout)["totals"]
    assert (totals["released"], totals["quarantined"], totals["hidden"]) == (1, 2, 1)
    report = json.loads((tmp_path / "out.private" / "report.json").read_text())
    assert [d["reason"][:8] for d in report["documents"] if d["outcome"] != "released"] == ["[SRC004]"] * 3
    [released] = (out / "documents").iterdir()
    assert "219-09-9999" not in released.read_text()

"""The audit as its users see it: run, verify, reveal, confirm, check; and every tampering named."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable, Collection
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from click.testing import Result
from typer.testing import CliRunner

from adapters.bundle.files import seal
from adapters.keys.installation import load_keys
from engine.errors import InvalidError
from engine.record.fingerprints import Value
from engine.record.manifest import Manifest
from engine.record.report import DocumentRecord, ReleaseReport
from flows.audit.verification.bundle import verify_release
from flows.orchestration.job import ReleaseJob, prepared
from flows.release.running import Running
from service.commands.start.line import app
from tests.forgeries.kit import POLICY

TABLES = """policy: visits
version: 1.0.0
title: Visits
laws:
  - {cite: HR 1, title: A row looks like three rows, effective: 2024-01-01, source: https://example.org/hr1}
tables:
  - id: visits
    law: HR 1
    files: ["visits*"]
    k: 3
    choose: greedy-ones
    columns:
      smoker: {kind: binary, ones: ["yes"]}
      ward: {kind: category}
"""
LETTER = "SSN 219-09-9999, call 212-555-0147 or write to h.vance@example.org.\nAgain: SSN 219-09-9999.\n"
PAGE = "<html><body><p>Write to j.ortega@example.com, call (646) 555-0133.</p></body></html>"
VALUES = ("219-09-9999", "212-555-0147", "h.vance@example.org", "j.ortega@example.com", "646-555-0133")


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a policy, two documents, their release, and the installation that made it."""
    desk = tmp_path_factory.mktemp("desk")
    (desk / "in").mkdir()
    (desk / "letters.yaml").write_text(POLICY)
    (desk / "in" / "a.txt").write_text(LETTER)
    (desk / "in" / "b.html").write_text(PAGE)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SAFERELEASE_HOME", str(desk / "home"))
        with started(desk, desk / "out") as running:
            running.do_chunk(0)
            running.finish()
    return desk


@pytest.fixture
def bundle(desk: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the release and of its installation, to do with as a test likes."""
    shutil.copytree(desk / "out", tmp_path / "out")
    shutil.copytree(desk / "out.private", tmp_path / "out.private")
    shutil.copytree(desk / "home", tmp_path / "home")
    monkeypatch.setenv("SAFERELEASE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", "300")
    return tmp_path / "out"


def call(*arguments: object, typed: str = "") -> Result:
    return CliRunner().invoke(app, [*map(str, arguments)], input=typed)


def started(desk: Path, out: Path, source: Path | None = None) -> AbstractContextManager[Running]:
    """A release as the command prepares it, for the test to drive without the orchestrator."""
    job = ReleaseJob(str(desk / "letters.yaml"), (source or desk / "in",), out, workers=1)
    return prepared(job, lambda done, total: None)


def released(bundle: Path, number: str) -> str:
    [path] = (bundle / "documents").glob(f"document-{number}.*")
    return path.read_text()


def ledger_of(bundle: Path) -> Path:
    return bundle.with_name("home") / "ledger.sqlite"


def faults(bundle: Path) -> set[str]:
    return {found.code for found in verify_release(bundle).faults}


def named(bundle: Path) -> set[str]:
    """Codes of a verification, whether it ends early or not."""
    try:
        return faults(bundle)
    except InvalidError as error:
        return {found.code for found in error.faults}


def events(bundle: Path, event: str) -> list[dict[str, object]]:
    done = call("audit", "list", "--event", event, "--json")
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def test_the_installation_searches_again_for_what_was_removed(bundle: Path) -> None:
    done = call("verify", bundle, "--json")
    said = json.loads(done.stdout)
    assert (done.exit_code, said["valid"], said["signer_checked"]) == (0, True, True)
    assert said["removed_values_searched"]["values"] == 5
    assert said["removed_values_searched"]["short"] == said["removed_values_searched"]["standing"] == 0
    assert said["not_searched_because"] == ""
    assert said["ledger_entry"]
    assert events(bundle, "verified")[-1]["body"]["searched"] is True


def test_without_keys_verify_says_that_it_did_not_search(
    bundle: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = load_keys(bundle.with_name("home")).public_hex()
    monkeypatch.setenv("SAFERELEASE_HOME", str(tmp_path / "elsewhere"))
    done = call("verify", bundle, "--public-key", key)
    assert done.exit_code == 0
    assert "Removed values: NOT searched for: this machine has no keys." in done.stdout
    assert not (tmp_path / "elsewhere").exists(), "a look makes no keys"
    load_keys(tmp_path / "elsewhere")
    assert "not those of the installation that made it" in call("verify", bundle).stdout


def test_an_auditor_searches_with_a_file_that_was_handed_over(
    bundle: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    handed = tmp_path / "auditor.json"
    assert call("audit", "hand-over", bundle, "--to", handed).exit_code == 2
    assert not handed.exists()
    assert call("audit", "hand-over", bundle, "--to", handed, "--reason", "yearly audit").exit_code == 0
    assert len(events(bundle, "handed-over")) == 1
    assert handed.stat().st_mode & 0o077 == 0
    again = call("audit", "hand-over", bundle, "--to", handed, "--reason", "yearly audit")
    assert (again.exit_code, "LED010" in again.stderr) == (2, True)
    assert len(events(bundle, "handed-over")) == 1
    monkeypatch.setenv("SAFERELEASE_HOME", str(tmp_path / "elsewhere"))
    shutil.rmtree(bundle.with_name("out.private"))
    key = ("--public-key", load_keys(bundle.with_name("home")).public_hex())
    said = json.loads(call("verify", bundle, "--audit-file", handed, *key, "--json").stdout)
    assert said["valid"]
    assert said["removed_values_searched"]["values"] == 5
    other = handed.read_text().replace('"manifest_sha256": "', '"manifest_sha256": "0')
    handed.write_text(other)
    done = call("verify", bundle, "--audit-file", handed)
    assert (done.exit_code, "BND012" in done.stderr) == (2, True)


@pytest.mark.parametrize("value", VALUES)
def test_a_removed_value_put_back_is_found_even_under_a_good_signature(bundle: Path, value: str) -> None:
    """Whoever holds the signing key can sign anything: the search sees it all the same."""
    number = "000001" if value in LETTER else "000002"
    [path] = (bundle / "documents").glob(f"document-{number}.*")
    path.write_text(path.read_text().replace("Write", f"{value} Write").replace("SSN", f"SSN {value}", 1))
    removed = Manifest.model_validate_json((bundle / "manifest.json").read_bytes()).removed
    report = ReleaseReport.model_validate_json((bundle / "report.json").read_bytes())
    seal(bundle, report, load_keys(bundle.with_name("home")), removed)
    assert faults(bundle) == {"BND009", "BND018", "BND020"}


def test_every_flipped_byte_of_a_bundle_is_seen(bundle: Path) -> None:
    for path in sorted(p for p in bundle.rglob("*") if p.is_file()):
        content = path.read_bytes()
        for at in (0, len(content) // 2, len(content) - 1):
            path.write_bytes(content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :])
            assert named(bundle), (path.name, at)
        path.write_bytes(content)
    assert faults(bundle) == set()


def test_missing_and_extra_files_are_named(bundle: Path) -> None:
    [path] = (bundle / "documents").glob("document-000001.*")
    path.unlink()
    (bundle / "documents" / "more.txt").write_text("x")
    done = call("verify", bundle)
    assert done.exit_code == 1
    assert f"documents/{path.name}" in done.stderr
    assert "documents/more.txt" in done.stderr


@pytest.mark.parametrize("name", ["proof.jsonl", "decisions/000001.enc"])
def test_a_private_record_that_was_changed_is_named(bundle: Path, name: str) -> None:
    path = bundle.with_name("out.private") / name
    content = path.read_bytes()
    path.write_bytes(content[:-2] + bytes([content[-2] ^ 1]) + content[-1:])
    assert "BND011" in faults(bundle)
    assert ("BND008" in faults(bundle)) == (name == "proof.jsonl")


def test_a_receipt_that_was_cut_is_named(bundle: Path) -> None:
    path = bundle.with_name("out.private") / "receipt.json"
    path.write_bytes(path.read_bytes()[:-20])
    assert "BND011" in faults(bundle)


def test_a_private_record_of_another_release_is_named_and_opens_nothing(bundle: Path, desk: Path) -> None:
    other = bundle.with_name("second")
    (bundle.parent / "more").mkdir()
    (bundle.parent / "more" / "c.txt").write_text("SSN 987-65-4320 and 219-09-1111.\n")
    with started(desk, other, bundle.parent / "more") as running:
        running.do_chunk(0)
        running.finish()
    private = bundle.with_name("out.private")
    shutil.rmtree(private)
    shutil.copytree(other.with_name("second.private"), private)
    assert faults(bundle) >= {"BND008", "BND011"}
    done = call("reveal", bundle, "[EMAIL]", "--reason", "court order")
    assert (done.exit_code, "KEY002" in done.stderr) == (2, True)


def test_reveal_restores_one_value_and_writes_it_down_first(bundle: Path) -> None:
    code = released(bundle, "000001").split()[1].rstrip(",")
    assert code != "219-09-9999"
    assert call("reveal", bundle, code).exit_code == 2, "no reason"
    assert events(bundle, "revealed") == []
    done = call("reveal", bundle, code, "--reason", "court order 12/345")
    assert (done.exit_code, done.stdout) == (0, "219-09-9999\n"), done.stderr
    [entry] = events(bundle, "revealed")
    assert entry["body"]["places"] == 2
    assert "court" not in json.dumps(entry)
    shown = call("audit", "show", entry["seq"]).stdout
    assert "court order 12/345" in shown
    assert "219-09" not in shown


def test_reveal_asks_which_of_several_and_writes_the_attempt_down(bundle: Path) -> None:
    done = call("reveal", bundle, "[EMAIL]", "--reason", "court order")
    assert (done.exit_code, "REV003" in done.stderr) == (1, True)
    done = call("reveal", bundle, "[EMAIL]", "--document", "000002", "--reason", "court order")
    assert done.stdout == "j.ortega@example.com\n"
    start = released(bundle, "000001").index("[EMAIL]")
    span = f"{start}-{start + 7}"
    done = call("reveal", bundle, "--document", "000001", "--span", span, "--reason", "court order")
    assert done.stdout == "h.vance@example.org\n"
    done = call("reveal", bundle, "[NOBODY]", "--reason", "court order")
    assert (done.exit_code, "REV002" in done.stderr) == (1, True)
    assert [e["body"]["outcome"] for e in events(bundle, "revealed")] == [
        "several",
        "revealed",
        "revealed",
        "none",
    ]


def test_nothing_is_revealed_when_the_ledger_cannot_be_written(bundle: Path) -> None:
    ledger_of(bundle).unlink()
    done = call("reveal", bundle, "[EMAIL]", "--document", "000002", "--reason", "court order")
    assert (done.exit_code, "LED002" in done.stderr) == (2, True)
    assert "ortega" not in done.output


def test_one_redaction_is_confirmed_and_another_value_is_not(
    bundle: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opening, export = tmp_path / "opening.json", tmp_path / "ledger.jsonl"
    asked = ("audit", "open", bundle, "--document", "000001", "--to", opening, "--reason", "audit")
    assert call(*asked, typed="212-555-0148\n").exit_code == 1
    assert not opening.exists()
    done = call(*asked, typed="212-555-0147\n")
    assert done.exit_code == 0, done.output
    assert opening.stat().st_mode & 0o077 == 0
    again = call(*asked, typed="212-555-0147\n")
    assert (again.exit_code, "LED010" in again.stderr) == (2, True)
    assert call("audit", "export", export).exit_code == 0
    assert [e["body"]["outcome"] for e in events(bundle, "opened")] == ["none", "opened"]
    assert not [v for v in VALUES if v in opening.read_text() + export.read_text()]

    monkeypatch.setenv("SAFERELEASE_HOME", str(tmp_path / "auditor"))
    confirm = ("audit", "confirm", opening, "--ledger", export)
    done = call(*confirm, typed="212-555-0147\n")
    assert (done.exit_code, "Confirmed" in done.stdout) == (0, True), done.output
    done = call(*confirm, typed="212-555-0148\n")
    assert (done.exit_code, "AUD003" in done.stderr) == (1, True)
    moved = json.loads(opening.read_text())
    opening.write_text(json.dumps(moved | {"document": "000002"}))
    assert call(*confirm, typed="212-555-0147\n").exit_code == 1


def tamper(path: Path, statement: str) -> None:
    connection = sqlite3.connect(path)
    with connection:
        for table in ("entries", "checkpoints"):
            for what in ("UPDATE", "DELETE"):
                connection.execute(f"DROP TRIGGER IF EXISTS {table}_no_{what}")
        connection.execute(statement)
    connection.close()


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ("UPDATE entries SET who = 'nobody' WHERE seq = 3", "LED003"),
        ("DELETE FROM entries WHERE seq = 3", "LED004"),
        ("DELETE FROM entries WHERE seq = (SELECT max(seq) FROM entries)", "LED005"),
    ],
)
def test_a_ledger_that_was_tampered_with_is_named(bundle: Path, statement: str, code: str) -> None:
    assert call("audit", "check").exit_code == 0
    tamper(ledger_of(bundle), statement)
    done = call("audit", "check")
    assert (done.exit_code, code in done.stderr) == (1, True)


def test_a_bundle_whose_entries_were_cut_off_is_named(bundle: Path) -> None:
    """Ledger and checkpoint set back together: the bundle has no entry, its receipt tells too."""
    shutil.copy(bundle.with_name("out.private") / "receipt.json", bundle.with_name("receipt.json"))
    tamper(ledger_of(bundle), "DELETE FROM entries WHERE seq > 2")
    tamper(ledger_of(bundle), "DELETE FROM checkpoints WHERE seq > 2")
    ledger_of(bundle).with_suffix(".checkpoint").unlink()
    assert "LED011" in call("audit", "check").stderr, "the installation's receipts know better"
    shutil.rmtree(bundle.with_name("home") / "receipts")
    assert call("audit", "check").exit_code == 0
    done = call("audit", "check", "--checkpoint", bundle.with_name("receipt.json"))
    assert (done.exit_code, "LED005" in done.stderr) == (1, True)
    assert "LED008" in faults(bundle)


def test_a_release_of_nothing_is_searched_too(bundle: Path, desk: Path) -> None:
    (bundle.parent / "broken").mkdir()
    (bundle.parent / "broken" / "a.txt").write_bytes(b"caf\xe9 \x00\xff")
    with started(desk, bundle.with_name("none"), bundle.parent / "broken") as running:
        running.do_chunk(0)
        running.finish()
    found = verify_release(bundle.with_name("none"))
    assert (found.faults, found.not_searched) == ([], "")
    assert found.searched is not None
    assert found.searched.values == 0


def test_a_table_goes_out_with_its_entry_and_verifies(bundle: Path) -> None:
    desk = bundle.with_name("tables")
    (desk / "in").mkdir(parents=True)
    (desk / "letters.yaml").write_text(TABLES)
    rows = [f"{'yes' if n % 2 else 'no'},{'zqxrare' if n == 3 else 'north'}" for n in range(12)]
    (desk / "in" / "visits.csv").write_text("\n".join(["smoker,ward", *rows]) + "\n")
    with started(desk, desk / "out") as running:
        running.do_chunk(0)
        running.finish()
    found = verify_release(desk / "out")
    assert (found.faults, found.not_searched) == ([], "")
    assert found.searched is not None
    assert found.searched.fingerprints == 0
    [entry] = [e for e in events(bundle, "document") if e["release"] == found.manifest.release_id]
    assert entry["body"]["outcome"] == "released", entry
    assert entry["body"]["n_commitments"] >= 1
    assert "zqxrare" not in json.dumps(entry)


def test_no_release_without_its_entry(desk: Path, bundle: Path) -> None:
    """A ledger that is gone stops the release before a document is read."""
    ledger_of(bundle).unlink()
    out = bundle.with_name("more")
    done = call("run", desk / "letters.yaml", desk / "in", "--out", out)
    assert (done.exit_code, "LED002" in done.stderr) == (2, True), done.output
    assert not out.exists()
    assert list((bundle.with_name("more.partial") / "documents").iterdir()) == []


def test_a_release_whose_end_cannot_be_written_down_does_not_appear(desk: Path, bundle: Path) -> None:
    out = bundle.with_name("more")
    with pytest.raises(InvalidError, match="LED002"), started(desk, out) as running:
        for index in range(len(running.chunks)):
            running.do_chunk(index)
        ledger_of(bundle).unlink()
        running.finish()
    assert not out.exists()


def test_two_releases_at_once_share_one_ledger(desk: Path, bundle: Path) -> None:
    names = [bundle.with_name(name) for name in ("one", "two")]
    with started(desk, names[0]) as one, started(desk, names[1]) as two:
        for running in (two, one):
            running.do_chunk(0)
        for running in (one, two):
            running.finish()
    assert call("audit", "check").exit_code == 0
    begun = [(entry["run"], entry["event"]) for entry in events(bundle, "started")][-2:]
    ended = [(entry["run"], entry["event"]) for entry in events(bundle, "finished")][-2:]
    assert [run for run, _ in begun] == [run for run, _ in ended]
    assert len({run for run, _ in begun}) == 2
    assert [faults(name) for name in names] == [set(), set()]


def test_the_ledger_holds_no_text(bundle: Path) -> None:
    """Of the whole release, its database, journal and export, byte by byte."""
    assert call("reveal", bundle, "[EMAIL]", "--document", "000002", "--reason", "zqxreason").exit_code == 0
    for path in bundle.with_name("home").glob("ledger*"):
        content = path.read_bytes().lower()
        assert not [v for v in (*VALUES, "ortega", "a.txt", "zqxreason") if v.encode() in content], path.name


def test_one_damaged_chunk_leaves_the_others_open(bundle: Path, desk: Path) -> None:
    source, out = bundle.with_name("many"), bundle.with_name("long")
    source.mkdir()
    for n in range(8):
        (source / f"{n}.txt").write_text(f"SSN 219-09-911{n}, write to p{n}@example.org.\n")
    with started(desk, out, source) as running:
        for index in range(len(running.chunks)):
            running.do_chunk(index)
        running.finish()
    first, second = sorted((bundle.with_name("long.private") / "decisions").glob("*.enc"))
    for content, code in ((first.read_bytes()[:-9], "KEY002"), (b"", "REV007")):
        first.write_bytes(content)
        done = call("reveal", out, "[EMAIL]", "--document", second.stem, "--reason", "audit")
        assert (done.exit_code, "@example.org" in done.stdout) == (0, True), done.output
        done = call("reveal", out, "[EMAIL]", "--document", first.stem, "--reason", "audit")
        assert (done.exit_code, code in done.stderr) == (2, True)
        assert "BND011" in faults(out)


@pytest.mark.parametrize("name", ["decisions/000001.enc", "proofs/000001.jsonl"])
@pytest.mark.parametrize("damage", [lambda content: b"", lambda content: content[:-7], None])
def test_what_was_damaged_before_the_end_is_done_again(
    desk: Path, bundle: Path, name: str, damage: Callable[[bytes], bytes] | None
) -> None:
    out = bundle.with_name("again")
    path = bundle.with_name("again.private") / name
    with started(desk, out) as running:
        running.do_chunk(0)
        if damage is None:
            path.unlink()
        else:
            path.write_bytes(damage(path.read_bytes()))
        running.finish()
    assert verify_release(out).answer == "VERIFIED"
    assert call("reveal", out, "[EMAIL]", "--document", "000001", "--reason", "audit").exit_code == 0


def test_a_document_that_no_record_names_does_not_leave(desk: Path, bundle: Path) -> None:
    """As one that was refused, written once more by a machine that was taken for lost."""
    out = bundle.with_name("again")
    with started(desk, out) as running:
        running.do_chunk(0)
        for name in ("document-000099.txt", "document-000001.txt.part"):
            (out.with_name("again.partial") / "documents" / name).write_text("Ann")
        running.finish()
    assert verify_release(out).answer == "VERIFIED"
    assert not [p for p in out.rglob("*") if "000099" in p.name or p.suffix == ".part"]


def test_a_document_that_changed_after_the_checks_is_never_signed(desk: Path, bundle: Path) -> None:
    """As by a machine of a cluster that was taken for lost and writes on."""
    out = bundle.with_name("again")
    with pytest.raises(InvalidError, match="REL010"), started(desk, out) as running:
        running.do_chunk(0)
        complete = running.complete

        def late(records: list[DocumentRecord], values: Collection[Value]) -> ReleaseReport:
            path = out.with_name("again.partial") / "documents" / records[0].output
            path.write_bytes(path.read_bytes() + b"Ann")
            return complete(records, values)

        running.complete = late
        running.finish()
    assert not out.exists()
    assert not list(out.with_name("again.partial").glob("manifest*"))
    with started(desk, out) as running:
        running.do_chunk(0)
        running.finish()
    assert verify_release(out).answer == "VERIFIED"


def test_a_damaged_private_record_is_never_signed(desk: Path, bundle: Path) -> None:
    """Damaged behind the back of the check: named, nothing is finished, and the next run mends it."""
    out = bundle.with_name("again")
    path = bundle.with_name("again.private") / "decisions" / "000001.enc"
    with pytest.raises(InvalidError, match="REL010"), started(desk, out) as running:
        running.do_chunk(0)
        complete = running.complete

        def late(records: list[DocumentRecord], values: Collection[Value]) -> ReleaseReport:
            path.write_bytes(path.read_bytes()[:-1])
            return complete(records, values)

        running.complete = late
        running.finish()
    assert not out.exists()
    assert len(events(bundle, "finished")) == 1
    with started(desk, out) as running:
        running.do_chunk(0)
        running.finish()
    assert verify_release(out).answer == "VERIFIED"

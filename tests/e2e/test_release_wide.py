"""What one document loses leaves all others too, and `verify` looks for it in all."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from adapters.keys.installation import encrypt, load_keys
from adapters.keys.releases import ReleaseKeys
from adapters.recognizers.learned import default_model, shipped_model
from engine.errors import RefusedError, fault
from engine.record.everywhere import Everywhere, direct_value
from engine.record.fingerprints import Value
from engine.record.packed import Packed
from engine.record.report import DocumentRecord, ReleaseReport
from flows.audit.verification.bundle import verify_release
from flows.document.stages import Stages
from flows.orchestration import job as job_module
from flows.orchestration.job import ReleaseJob, prepared
from flows.release import running as running_module
from flows.release.other_documents import elsewhere
from flows.release.other_documents.elsewhere import Elsewhere
from flows.release.other_documents.everywhere import Standing, look_everywhere, release_wide
from flows.release.records.decided import Sealed
from flows.release.released_files import ReleasedFiles
from flows.release.state import load_chunk, read_identity
from flows.release.workers import worker
from flows.release.workers.worker import WorkerSettings
from tests.e2e.conftest import Run

FILES = {
    "a.txt": "Patient Oluwaseun Bakare-Finch, MRN: 884410, account no. 77120934. Seen in 1999, "
    "license plate KLM-4821.",
    "b.txt": "Nothing new. See 884410 for the earlier film, and 77120934. Finch was here in 1999, "
    "and came in klm 4821.",
    "c.csv": "count,result\n884410,84\n",
}


@pytest.fixture
def released(saferelease: Run, tmp_path: Path) -> Path:
    (tmp_path / "in").mkdir()
    for name, text in FILES.items():
        (tmp_path / "in" / name).write_text(text)
    done = saferelease("run", "hipaa-safe-harbor", tmp_path / "in", "--out", tmp_path / "out")
    assert done.returncode == 0, done.stdout + done.stderr
    return tmp_path / "out"


def test_a_number_removed_from_one_document_leaves_the_others(saferelease: Run, released: Path) -> None:
    texts = [path.read_text() for path in sorted((released / "documents").iterdir())]
    for value in ("884410", "77120934", "klm", "KLM"):
        assert [text for text in texts if value in text] == [], value
    assert "1999" in texts[1]
    assert "84" in texts[2]
    assert saferelease("verify", released).returncode == 0
    proof = (released.with_name("out.private") / "proof.jsonl").read_text()
    assert [json.loads(line)["document"] for line in proof.splitlines()][-1] == "*"
    assert "884410" not in proof


@pytest.mark.slow
def test_other_forms_of_a_value_leave_the_other_documents(saferelease: Run, tmp_path: Path) -> None:
    """One form is taken for a code by itself, the other is not: both go, since another document lost them."""
    folder, out = tmp_path / "in", tmp_path / "out"
    folder.mkdir()
    told = "Student ID code: ZC7R41Q\nInsulin pump serial no.: T2X-664190-B\nEmployee number: EMPZ-40-KFT\n"
    rows = "08:20,sync,ok,t2x664190b", "09:00,sync,ok,T2X\u2011664190\u2011B", "12:10,room,21.5,T2X family"
    (folder / "a.txt").write_text(f"Health file\n\nStudent name: Oluwaseun Bakare-Finch\n{told}")
    (folder / "b.csv").write_text("time,what,value,comment\n" + "\n".join(rows) + "\n")
    (folder / "c.txt").write_text(
        "See /var/spool/scan_ZC7_R41Q.tif, as of the week before.\nFor EMPZ 40 KFT as well.\n"
    )
    seen = json.loads(saferelease("inspect", "hipaa-safe-harbor", folder, "--json").stdout.splitlines()[1])
    codes = [one for one in seen["decisions"] if one["category"] in ("code", "device", "unique-code")]
    assert len(codes) == 2, "inspect says what a release does"
    assert saferelease("run", "hipaa-safe-harbor", folder, "--out", out).returncode == 0
    texts = "".join(path.read_text() for path in sorted((out / "documents").iterdir()))
    assert [one for one in ("664190", "R41Q", "40 KFT") if one in texts] == []
    assert "/var/spool/[" in texts and "T2X family" in texts
    assert saferelease("verify", out).returncode == 0


@pytest.fixture
def job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ReleaseJob:
    monkeypatch.setenv("SAFERELEASE_HOME", str(tmp_path / "home"))
    (tmp_path / "in").mkdir()
    for name, text in FILES.items():
        (tmp_path / "in" / name).write_text(text)
    return ReleaseJob("hipaa-safe-harbor", (tmp_path / "in",), tmp_path / "out", workers=1)


def finished(job: ReleaseJob) -> ReleaseReport:
    with prepared(job, lambda done, total: None) as running:
        for index in range(len(running.chunks)):
            running.do_chunk(index)
        running.finish()
        assert running.report is not None
        return running.report


def test_a_folder_named_by_what_another_document_lost_does_not_leave(job: ReleaseJob, tmp_path: Path) -> None:
    folder = tmp_path / "in" / "of klm 4821"
    folder.mkdir()
    (folder / "d.txt").write_text("Nothing new.")
    body = "extends: hipaa-safe-harbor\ndocuments: {names: keep, because: They were looked at.}\n"
    (tmp_path / "p.yaml").write_text(f"policy: p\nversion: 1.0.0\ntitle: T\n{body}")
    job = replace(job, policy=str(tmp_path / "p.yaml"))
    with prepared(job, lambda done, total: None) as running:
        running.do_chunk(0)
        assert (running.folders.partial / "documents" / "of klm 4821" / "d.txt").exists(), "not yet known"
        running.finish()
        assert running.report is not None
        names = [one.output for one in running.report.documents]
    assert "document-000004.txt" in names
    assert "a.txt" in names
    assert not (job.out / "documents" / "of klm 4821").exists()
    assert verify_release(job.out).faults == []


def test_workers_have_ended_when_the_report_takes_memory(job: ReleaseJob) -> None:
    left: list[list[int]] = []
    with prepared(job, lambda done, total: None) as running:
        for index in range(len(running.chunks)):
            running.do_chunk(index)
        complete, before = running.complete, running.pool.pids()

        def completed(records: Sequence[DocumentRecord], values: Collection[Value]) -> ReleaseReport:
            left.append([pid for pid in before if Path(f"/proc/{pid}").exists()])
            return complete(records, values)

        running.complete = completed
        running.finish()
    assert before and left == [[]]


def test_models_are_let_go_when_the_report_takes_memory(
    job: ReleaseJob, monkeypatch: pytest.MonkeyPatch, inheriting_workers: None
) -> None:
    monkeypatch.setattr(worker, "MANY_DOCUMENTS", len(FILES))
    with prepared(job, lambda done, total: None) as running:
        running.do_chunk(0)
        complete, held = running.complete, [default_model.cache_info().currsize]

        def completed(records: Sequence[DocumentRecord], values: Collection[Value]) -> ReleaseReport:
            held.append(default_model.cache_info().currsize + shipped_model.cache_info().currsize)
            return complete(records, values)

        running.complete = completed
        running.finish()
    assert held == [1, 0]


def test_few_documents_leave_models_for_the_next_release(job: ReleaseJob) -> None:
    default_model()
    finished(job)
    assert default_model.cache_info().currsize == 1


def test_workers_on_many_documents_are_made_with_the_model_for_small_letters(
    job: ReleaseJob, monkeypatch: pytest.MonkeyPatch, inheriting_workers: None
) -> None:
    default_model.cache_clear()  # another test of this process may have loaded it
    shipped_model.cache_clear()
    monkeypatch.setattr(worker, "SHARED_FROM", len(FILES))
    with prepared(job, lambda done, total: None):
        assert "twin" in vars(default_model())


def test_verify_finds_what_was_sealed_without_looking(
    job: ReleaseJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Everywhere, "standing", lambda self, texts: set())
    finished(job)
    found = [(fault.code, fault.where) for fault in verify_release(job.out).faults]
    assert found == [("BND020", "documents/document-000002.txt"), ("BND020", "documents/document-000003.csv")]


def test_what_stands_after_the_second_pass_is_refused(
    job: ReleaseJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job_module, "hand_to_workers", lambda settings, standing: None)
    report = finished(job)
    outcomes = {record.id: record.reason[:8] for record in report.documents if record.outcome == "refused"}
    assert outcomes == {"000002": "[VER004]", "000003": "[VER004]"}
    told = next(record.reason for record in report.documents if record.id == "000002")
    assert "of category" in told and "which document 000001 lost" in told and "inspect" in told
    assert [path.name for path in (job.out / "documents").iterdir()] == ["document-000001.txt"]
    assert verify_release(job.out).faults == []


def test_documents_are_done_again_for_what_a_later_look_finds(
    job: ReleaseJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[Standing] = []

    def look_for_one(
        settings: WorkerSettings, records: list[DocumentRecord], before: Standing | None
    ) -> Standing:
        """The first look sees only the record number."""
        found = look_everywhere(settings, records)
        looks.append(found)
        only = {v for v in found.values() if len(looks) > 1 or v.text.endswith("884410")}
        return replace(found, found={one: seen & only for one, seen in found.found.items()})

    monkeypatch.setattr(job_module, "look_everywhere", look_for_one)
    assert {record.outcome for record in finished(job).documents} == {"released"}
    assert [len(look.documents) for look in looks] == [2, 1, 0]


def test_only_documents_that_hold_such_a_value_are_done_again(job: ReleaseJob) -> None:
    with prepared(job, lambda done, total: None) as running:
        running.do_chunk(0)
        for path in (running.folders.partial / "documents").iterdir():
            (job.sources[0].parent / path.name).hardlink_to(path)
        running.finish()
    documents = (job.out / "documents").iterdir()
    again = {path.name for path in documents if not path.samefile(job.sources[0].parent / path.name)}
    assert again == {"document-000002.txt", "document-000003.csv"}
    assert verify_release(job.out).faults == []
    keys = load_keys()
    secrets = ReleaseKeys.of(keys, running.release_id, read_identity(running.folders).key)  # type: ignore[union-attr]
    sealed = Sealed(running.folders.private, secrets.derive("private"), running.release_id)
    documents = ["000001", "000002", "000003"]
    assert [entry["document"] for entry in sealed.entries(documents)] == documents


def test_a_later_look_opens_only_what_changed(job: ReleaseJob, monkeypatch: pytest.MonkeyPatch) -> None:
    read, opened = ReleasedFiles.read, list[str]()
    monkeypatch.setattr(
        ReleasedFiles, "read", lambda self, record: opened.append(record.id) or read(self, record)
    )
    finished(job)
    assert opened == ["000001", "000002", "000003", "000002", "000003"]


def test_a_later_look_searches_everything_for_what_is_new(job: ReleaseJob) -> None:
    with prepared(job, lambda done, total: None) as running:
        running.do_chunk(0)
        records = load_chunk(running.folders, 0) or []
        whole = running.look(records, None)
        before = Standing(Packed(), {}, records[1:])
        later = running.look(records, before)
    assert later.found == whole.found
    assert set(whole.found) == {"000002", "000003"}
    assert set(whole.documents) == {"000002", "000003"}


@pytest.mark.usefixtures("inheriting_workers")
def test_what_was_decided_is_not_decided_again_for_values_of_others(
    job: ReleaseJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    decided, asked = Stages.decided, job.out.with_name("asked")

    def counted(self: Stages, document: Any, *others: Any) -> Any:
        with asked.open("a") as lines:  # the worker is another process
            lines.write(f"{document.id}\n")
        return decided(self, document, *others)

    monkeypatch.setattr(Stages, "decided", counted)
    report = finished(job)
    assert asked.read_text().split() == ["000001", "000002", "000003"]
    assert report.documents[2].columns is not None, "what the record tells of the tables is kept"
    texts = [path.read_text() for path in sorted((job.out / "documents").iterdir())]
    assert [text for text in texts if "884410" in text] == []


def test_a_file_that_changed_since_does_not_leave(job: ReleaseJob) -> None:
    with prepared(job, lambda done, total: None) as running:
        for index in range(len(running.chunks)):
            running.do_chunk(index)
        path = job.sources[0] / "b.txt"
        path.write_text(f"Jane Roe-Winter, 217-55-0148. {path.read_text()}")
        running.finish()
        assert running.report is not None
        [changed] = [record for record in running.report.documents if record.outcome != "released"]
    assert (changed.outcome, changed.reason[:8]) == ("quarantined", "[SRC005]")
    left = "".join(path.read_text() for path in (job.out / "documents").iterdir())
    assert [value for value in ("Winter", "217-55", "884410") if value in left] == []
    assert verify_release(job.out).faults == []


@pytest.mark.usefixtures("inheriting_workers")
def test_a_document_that_fails_the_second_time_leaves_no_file(
    job: ReleaseJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    released = worker._released

    def failing(pipeline: Any, source: Any, content: bytes, elsewhere: Any, *others: Any) -> Any:
        if elsewhere:
            raise RefusedError(fault("VER001", "here", "must hold nothing"))
        return released(pipeline, source, content, elsewhere, *others)

    monkeypatch.setattr(worker, "_released", failing)
    report = finished(job)
    assert [record.outcome for record in report.documents] == ["released", "refused", "refused"]
    assert [path.name for path in (job.out / "documents").iterdir()] == ["document-000001.txt"]
    assert verify_release(job.out).faults == []


def test_a_run_that_is_killed_in_the_second_pass_ends_as_one_that_is_not(
    job: ReleaseJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1790000000")
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(running_module, "save_chunk", stopping_at_second(running_module.save_chunk))
        finished(job)
    finished(job)
    resumed = contents(job.out / "documents")
    monkeypatch.setenv("SAFERELEASE_HOME", str(job.out.with_name("another-home")))  # remembers no release
    other = replace(job, out=job.out.with_name("other"))
    finished(other)
    assert resumed == contents(other.out / "documents")
    assert verify_release(other.out).faults == []


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def stopping_at_second(save: Callable[..., None]) -> Callable[..., None]:
    saved: list[int] = []

    def stopping(folders: Any, index: int, records: Any) -> None:
        saved.append(index)
        if len(saved) > 1:
            raise KeyboardInterrupt
        save(folders, index, records)

    return stopping


@pytest.mark.parametrize(
    ("category", "text", "is_looked_for"),
    [
        ("mrn", "00884410", True),
        ("mrn", "MRN 884-410", True),
        ("mrn", "4410", False),
        ("account", "77120", False),
        ("unique-code", "Georgia", False),
        ("plate", "KLM-4821", True),
        ("email", "o.bakare@example.org", True),
        ("email", "o.bakare (at) example (dot) org", True),
        ("email", "technician", False),
        ("person", "Oluwaseun Bakare", True),
        ("person", "Bakare", False),
        ("person", "O. Bakare", False),
        ("person", "BAKARE, OLUWASEUN", True),
        ("person", "oluwaseun bakare", True),
        ("person", "María de la Cruz Gómez", True),
        ("person", "王 小明 (王小明)", True),
        ("person", "Major cities", False),
        ("person", "New Zealand", False),
        ("person", "the North\nCarolina", False),
        ("person", "Carolina North", True),
        ("plate", "in 1975", False),
        ("mrn", "150-400", False),
        ("mrn", "150-4001", True),
        ("plate", "IN-1975", True),
        ("person", "Repeat in 3 months", False),
        ("person", "hemolyzed, redraw", False),
        ("person", "Discussed diet; will cut salt", False),
        ("code", "135-145", False),
        ("code", "8808.03", False),
        ("code", "$1,299.50", False),
        ("unique-code", "978-3-16-148410-0", False),
        ("unique-code", "978-3-16-148410-1", True),
        ("unique-code", "195967001", False),
        ("unique-code", "195967002", True),
        ("mrn", "195967001", True),
        ("code", "18 U.S.C. § 1343", False),
        ("code", "PL 155.30", False),
        ("code", "48213/06", True),
        ("code", "57-13-6", False),
        ("code", "14682-9", False),
        ("code", "14682-8", True),
        ("code", "135-1456", True),
        ("organisation", "Northside Clinic", False),
        ("location", "Albany, New York", False),
        ("date", "3 May 1999", False),
        ("zip", "10025-1234", False),
    ],
)
def test_which_values_are_looked_for_everywhere(category: str, text: str, is_looked_for: bool) -> None:
    assert (direct_value(category, text) is not None) is is_looked_for


def test_a_value_that_stands_where_it_was_lost_goes_if_another_document_lost_it_too() -> None:
    value, other = Value("joined", "t2x664190b"), Value("joined", "zc7r41q")
    spelt = {value: ("device", "T2X-664190-B"), other: ("code", "ZC7R41Q")}
    lost = Packed([("1", {value: spelt[value]}), ("2", {value: ("code", "t2x664190b"), other: spelt[other]})])
    standing = Standing(lost, {"2": {value, other}}, ())
    assert (standing.documents, standing.own) == ({"2": {value}}, {other})
    assert list(release_wide(standing)) == []
    assert standing.spelt({value}) == {value: spelt[value]}
    alone = standing.without(["1"])
    assert (alone.documents, alone.own) == ({}, {value, other})


def test_a_release_that_an_earlier_version_began_is_resumed_with_all_values_for_each(tmp_path: Path) -> None:
    content = {"documents": ["000002", "000003"], "values": [["mrn", "884410"], ["person", "Jane Roe"]]}
    key = b"k" * 32
    (tmp_path / elsewhere.FILE).write_bytes(encrypt(key, json.dumps(content).encode(), elsewhere._label("r")))
    handed = Elsewhere({"000003": frozenset({("plate", "KLM 4821")})})
    elsewhere.write_elsewhere(tmp_path, key, "r", handed)
    read = elsewhere.read_elsewhere(tmp_path, key, "r")
    before = {("mrn", "884410"), ("person", "Jane Roe")}
    assert (set(read.of("000002")), set(read.of("000003"))) == (before, before | {("plate", "KLM 4821")})
    assert (read.of("000001"), read.values) == ((), before | {("plate", "KLM 4821")})


def test_a_value_inside_a_kept_cell_goes_and_one_that_is_the_cell_stays(
    saferelease: Run, tmp_path: Path
) -> None:
    """The policy keeps the number of a row on purpose, not what another document lost in a remark."""
    folder, policy = tmp_path / "in", tmp_path / "p.yaml"
    folder.mkdir()
    columns = "columns: [{named: [key, remark], then: keep}]"
    body = f"extends: hipaa-safe-harbor\ndocuments: {{{columns}, because: Rows must be told apart.}}\n"
    policy.write_text(f"policy: p\nversion: 1.0.0\ntitle: T\n{body}")
    (folder / "a.txt").write_text(FILES["a.txt"])
    (folder / "b.csv").write_text("key,remark,result\n884410,as 884410 said before,84\n77120934,none,80\n")
    assert saferelease("inspect", policy, folder, "--json").returncode == 0
    assert saferelease("run", policy, folder, "--out", tmp_path / "out").returncode == 0
    rows = (tmp_path / "out" / "documents" / "document-000002.csv").read_text().splitlines()
    assert rows[1].startswith("884410,as [") and rows[1].endswith("] said before,84")
    assert rows[2] == "77120934,none,80"
    assert saferelease("verify", tmp_path / "out").returncode == 0

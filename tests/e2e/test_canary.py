"""No text of a document reaches a log, a database, a temporary file, an error message or a report."""

from __future__ import annotations

import base64
import json
import os
import signal
import subprocess
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

from service.commands.start.line import app
from tests.canary_documents import write_canaries
from tests.conftest import ROOT
from tests.e2e.conftest import COMMAND, Run, environment
from tests.e2e.test_resume import wait_for_chunks
from tests.patience import PATIENCE

CANARY = "zqxcanary"


def encodings(marker: str) -> list[bytes]:
    """The marker as stores may hold it: UTF-8, UTF-16, base64 at its three phases."""
    raw = marker.encode()
    phased = [base64.b64encode(b"\0" * shift + raw)[4:-4] for shift in range(3)]
    return [raw, raw.upper(), marker.encode("utf-16-le"), *phased]


def leaks(*roots: Path) -> list[str]:
    wanted = encodings(CANARY)
    found = []
    for root in roots:
        for path in root.rglob("*"):
            if CANARY in path.name:
                found.append(f"name of {path}")
            if path.is_file() and any(marker in path.read_bytes() for marker in wanted):
                found.append(str(path))
    return found


@pytest.fixture
def marked(tmp_path: Path) -> Path:
    folder = tmp_path / "in"
    folder.mkdir()
    mark = CANARY
    (folder / f"{mark}-name.txt").write_text(
        f"{mark}one took antiretroviral drugs, write to {mark}two@example.org.\n"
        f"SSN 219-09-9999, HIV {mark}three.\n"
    )
    (folder / "page.html").write_text(
        f"<p title='{mark}four'>See https://{mark}five.example.org</p><!-- {mark}six -->"
    )
    (folder / "table.csv").write_text(f"id,{mark}seven\n1,{mark}eight@example.org\n")
    (folder / "broken.jsonl").write_text(f'{{"{mark}nine": "{mark}ten"\n')
    (folder / "binary.txt").write_bytes(f"{mark}eleven".encode() + b"\x00\xff\xfe")
    (folder / f"other.{mark}").write_text(f"{mark}twelve")
    return folder


def private_space(tmp_path: Path) -> tuple[Path, dict[str, str]]:
    space = tmp_path / "space"
    for name in ("home", "tmp"):
        (space / name).mkdir(parents=True)
    return space, environment(space / "home", TMPDIR=str(space / "tmp"), HOME=str(space / "home"))


def test_a_whole_release_leaves_no_text_behind(marked: Path, tmp_path: Path) -> None:
    write_canaries(marked, CANARY)
    space, env = private_space(tmp_path)
    out = space / "out"
    done = subprocess.run(
        [*COMMAND, "run", "us-state-hiv-std", str(marked), "--out", str(out)],
        capture_output=True,
        env=env,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode in (0, 1), done.stderr.decode()
    assert (out / "report.json").is_file()
    assert not any(marker in done.stdout + done.stderr for marker in encodings(CANARY))
    stores = [space / "home", space / "tmp", space / "out.private"]
    stores += [
        out / name for name in ("report.html", "report.json", "manifest.json") if not (out / name).is_dir()
    ]
    assert leaks(*[store for store in stores if store.is_dir()]) == []
    outcomes = Counter(d["outcome"] for d in json.loads((out / "report.json").read_text())["documents"])
    assert outcomes["released"] >= 8 and outcomes["quarantined"] >= 8, outcomes
    for name in ("report.html", "report.json", "manifest.json", "manifest.dsse.json"):
        assert CANARY not in (out / name).read_text().lower()
    assert not any(CANARY in path.name for path in out.rglob("*"))


@pytest.mark.slow
def test_a_killed_release_leaves_no_text_behind(marked: Path, tmp_path: Path) -> None:
    for i in range(60):
        (marked / f"more-{i}.txt").write_text(f"{CANARY}more{i}@example.org " + "word " * 20_000)
    space, env = private_space(tmp_path)
    process = subprocess.Popen(
        [*COMMAND, "run", "hipaa-safe-harbor", str(marked), "--out", str(space / "out")],
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    wait_for_chunks(space / "out", process, 1)
    os.killpg(process.pid, signal.SIGKILL)
    said, _ = process.communicate()
    assert CANARY.encode() not in said
    assert leaks(space / "home", space / "tmp", space / "out.private") == []


def test_an_internal_fault_does_not_print_its_message(tmp_path: Path) -> None:
    code = (
        "import flows.orchestration.job as job, service.cli as cli\n"
        f"def fail(*a, **k): raise RuntimeError('{CANARY} in a message')\n"
        "job.run_job = fail\n"
        "cli.main(['run', 'hipaa-safe-harbor', '.', '--out', 'never'])\n"
    )
    done = subprocess.run(
        [*COMMAND[:1], "-c", code],
        capture_output=True,
        text=True,
        env=environment(tmp_path),
        check=False,
        cwd=ROOT,
    )
    assert done.returncode == 3
    assert "INT001" in done.stderr
    assert "RuntimeError" in done.stderr
    assert CANARY not in done.stdout + done.stderr


def test_a_fault_inside_a_worker_keeps_its_text(saferelease: Run, tmp_path: Path) -> None:
    """The worker's edge: an exception with text in it becomes a record without."""
    from adapters.documents.opening.sources import Source
    from flows.compiling.compilation import compile_policy
    from flows.release.workers import worker

    class Failing:
        tables = SimpleNamespace(step_for=lambda relative: None)

        def release(self, source: Source, content: bytes, *more: object) -> None:
            raise ValueError(f"{CANARY}: {content!r}")

    path = tmp_path / "a.txt"
    path.write_text(f"{CANARY} text")
    settings = worker.WorkerSettings.__new__(worker.WorkerSettings)
    object.__setattr__(settings, "release_key", b"k" * 32)
    object.__setattr__(settings, "compiled", compile_policy("hipaa-safe-harbor"))
    source = Source("000001", str(path), "a.txt")
    record, released, proof = worker._release_one(settings, Failing(), source, ())  # type: ignore[arg-type]
    assert record.outcome == "quarantined"
    assert "ValueError" in record.reason
    assert CANARY not in record.model_dump_json()
    assert released is None
    assert proof is None


def test_a_scheduled_release_that_fails_tells_prefect_its_kind_only(monkeypatch: pytest.MonkeyPatch) -> None:
    from flows.orchestration.release_flow import ReleaseFailedError
    from flows.orchestration.schedules import scheduled

    def fail(served: object) -> str:
        raise PermissionError(13, "Permission denied", f"/inbox/{CANARY}.pdf")

    monkeypatch.setattr(scheduled, "served_policy", lambda name: name)
    monkeypatch.setattr(scheduled, "_release", fail)
    with pytest.raises(ReleaseFailedError) as raised:
        scheduled.scheduled_release.fn("letters")
    assert str(raised.value) == "PermissionError"
    assert raised.value.__context__ is None


def test_an_error_of_the_machine_is_told_without_its_path(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("x")
    done = subprocess.run(
        [*COMMAND, "run", "--json", "us-court-filings", str(tmp_path), "--out", f"/proc/{CANARY}/out"],
        capture_output=True,
        text=True,
        env=environment(tmp_path / "home"),
        check=False,
    )
    assert done.returncode == 2
    assert "[SYS001]" in done.stderr
    assert json.loads(done.stdout)["faults"][0]["code"] == "SYS001"
    assert CANARY not in done.stdout + done.stderr


BROKEN_ANNOTATIONS = {
    "a.jsonl": '{"@": ',
    "b.jsonl": '{"text": "@ went home", "spans": [{"start": "@", "end": 3, "label": "@"}]}\n{"@": "@"}\n',
    "c.conll": "@ @ @ @\n@\n",
    "d.tab": "@\t@\n@",
    "e.json": '[{"full_text": "@", "spans": [{"entity_type": "@", "start_position": "@"}]}]',
    "f.ann": "T1\t@ 0 @\t@\n",
    "g.other": "@",
}
"""What `train` and `evaluate` are given; ``@`` is a marker."""


@pytest.mark.parametrize("name", BROKEN_ANNOTATIONS)
def test_broken_annotations_are_not_quoted(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(BROKEN_ANNOTATIONS[name].replace("@", CANARY))
    if name.endswith(".ann"):
        path.with_suffix(".txt").write_text(f"{CANARY} went home")
        path = tmp_path
    trained = CliRunner().invoke(app, ["train", str(path), "--out", str(tmp_path / "own.model")])
    measured = CliRunner().invoke(app, ["evaluate", "recognizer", str(path)])
    assert trained.exit_code == 2
    assert measured.exit_code in (0, 2)
    assert CANARY not in (trained.output + measured.output).replace(str(tmp_path), "")

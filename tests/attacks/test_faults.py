"""Faults during a run: workers and parents killed, no room on the disk. No hang, no orphan, nothing lost."""

from __future__ import annotations

import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from adapters.machine.processes.command_channel import POINTER
from tests.attacks.conftest import COMMAND
from tests.attacks.processes import family, require_gone
from tests.conftest import ROOT
from tests.e2e.conftest import environment
from tests.e2e.test_resume import content, wait_for_chunks, write_documents
from tests.patience import PATIENCE

pytestmark = pytest.mark.slow
_EPOCH = "1767225600"
N_DOCUMENTS = 25
SEEDS = range(int(os.environ.get("SAFERELEASE_FAULTS", "1")))
"""More with SAFERELEASE_FAULTS=50: that takes half an hour."""


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Documents, a home, and the bundle of an undisturbed run."""
    folder = tmp_path_factory.mktemp("faults")
    write_documents(folder / "in", N_DOCUMENTS - 1)
    (folder / "in" / "note.html").write_text("<p>Mr. Smith, SSN 219-09-9999, was seen on Tuesday.</p>")
    done = started(folder, "whole").wait(200)
    assert done == 0
    return folder


def bundle(base: Path, run: str) -> Path:
    """Bundles of one name: a manifest is bound to it."""
    folder = base / run
    folder.mkdir(exist_ok=True)
    return folder / "bundle"


def started(base: Path, out: str, **options: int) -> subprocess.Popen[bytes]:
    def limit() -> None:
        if "file_bytes" in options:
            resource.setrlimit(resource.RLIMIT_FSIZE, (options["file_bytes"], options["file_bytes"]))
        if "files" in options:
            resource.setrlimit(resource.RLIMIT_NOFILE, (options["files"], options["files"]))

    arguments = [
        "run",
        "hipaa-safe-harbor",
        str(base / "in"),
        "--workers",
        "2",
        "--out",
        str(bundle(base, out)),
    ]
    more = {"PREFECT_HOME": str(base / "home" / "prefect")} if "alone" in options else {}
    with said(base, out).open("wb") as errors:
        return subprocess.Popen(
            [*COMMAND, *arguments],
            env=environment(base / "home", SOURCE_DATE_EPOCH=_EPOCH, **more),
            stdout=subprocess.DEVNULL,
            stderr=errors,
            preexec_fn=limit,
        )


def said(base: Path, out: str) -> Path:
    """What the last run of that name said on its standard error."""
    return base / f"{out}.said"


@pytest.mark.parametrize("seed", SEEDS)
def test_killed_workers_lose_no_document(base: Path, seed: int) -> None:
    chance = random.Random(seed)
    out = bundle(base, f"workers{seed}")
    process = started(base, f"workers{seed}")
    kills = 0
    seen: set[int] = set()
    while process.poll() is None:
        workers = family(process.pid)[1:]
        seen |= set(workers)
        if workers and kills < 6 and out.with_name("bundle.partial").exists():
            os.kill(chance.choice(workers), signal.SIGKILL)
            kills += 1
        time.sleep(chance.uniform(0.05, 0.4))
    assert process.returncode == 0
    assert kills
    require_gone(*seen)
    report = json.loads((out.with_name("bundle.private") / "report.json").read_text())
    assert len(report["documents"]) == N_DOCUMENTS
    assert {d["outcome"] for d in report["documents"]} == {"released"}


@pytest.mark.parametrize("seed", SEEDS)
def test_a_killed_parent_leaves_nobody_and_resumes(base: Path, seed: int) -> None:
    out = f"parent{seed}"
    process = started(base, out)
    wait_for_chunks(bundle(base, out), process, 1 + seed % 3)
    everybody = family(process.pid)
    process.kill()
    process.wait()
    require_gone(*everybody)
    assert started(base, out).wait(200) == 0
    assert content(bundle(base, out)) == content(bundle(base, "whole"))


def test_a_run_that_is_asked_to_end_ends_though_its_workers_hang(base: Path) -> None:
    process = started(base, "asked")
    wait_for_chunks(bundle(base, "asked"), process, 1)
    everybody = family(process.pid)
    for worker in everybody[1:]:
        os.kill(worker, signal.SIGSTOP)
    process.terminate()
    assert process.wait(PATIENCE) == 130
    assert "The same command goes on from here." in said(base, "asked").read_text()
    assert "Traceback" not in said(base, "asked").read_text()
    require_gone(*everybody)
    assert started(base, "asked").wait(200) == 0
    assert content(bundle(base, "asked")) == content(bundle(base, "whole"))


@pytest.mark.parametrize("room", [1_000, 30_000])
def test_a_run_without_room_ends_and_goes_on_later(base: Path, room: int) -> None:
    """No file may grow beyond `room`: what a full disk does to every writer. No document is blamed for it."""
    out = f"room{room}"
    process = started(base, out, file_bytes=room)
    assert process.wait(200) in (2, 3)
    assert not bundle(base, out).exists()
    assert started(base, out).wait(200) == 0
    assert content(bundle(base, out)) == content(bundle(base, "whole"))


@pytest.mark.parametrize(("files", "code"), [(12, "SYS00"), (16, "SYS002"), (40, "SYS002")])
def test_a_run_with_too_few_open_files_says_so_at_once(base: Path, files: int, code: str) -> None:
    out = f"files{files}"
    process = started(base, out, files=files)
    everybody = family(process.pid)
    assert process.wait(PATIENCE) == 2
    assert f"[{code}" in said(base, out).read_text()
    assert "Traceback" not in said(base, out).read_text()
    require_gone(*everybody)
    assert not bundle(base, out).exists()
    assert started(base, out).wait(200) == 0
    assert content(bundle(base, out)) == content(bundle(base, "whole"))


def under_way(
    base: Path, out: str, service: subprocess.Popen[bytes], **options: int
) -> tuple[subprocess.Popen[bytes], str]:
    """A run that has begun and is not at its end, and its name; the service stands still."""
    for attempt in range(5):
        name = f"{out}{attempt}"
        run = started(base, name, **options)
        if attempt:  # it may be over soon after its first chunk
            partial = bundle(base, name).with_name("bundle.partial")
            while run.poll() is None and not partial.exists():
                time.sleep(0.01)
        else:
            wait_for_chunks(bundle(base, name), run, 1)
        for pid in family(service.pid):
            os.kill(pid, signal.SIGSTOP)
        by_service = "alone" in options or len(family(run.pid)) == 1  # a busy service is not waited for
        if by_service and run.poll() is None and not bundle(base, name).exists():
            return run, name
        for pid in reversed(family(service.pid)):
            os.kill(pid, signal.SIGCONT)
        assert run.wait(200) == 0
    raise AssertionError("every run was over before the service could be stopped")


@pytest.mark.parametrize("alone", [True, False], ids=["by itself", "by the warm process"])
def test_a_server_that_dies_takes_no_release_with_it(base: Path, alone: bool) -> None:
    """A run beside a service ends well; one that the service carries out goes on the next time."""
    out = "beside" if alone else "warm"
    folder = base / f"served-{out}"
    folder.mkdir()
    (folder / "inbox").mkdir()
    (folder / "yearly.yaml").write_text(
        "policy: yearly\nversion: 1.0.0\ntitle: T\nidentifiers:\n  - {find: [ssn], law: R}\n"
        "laws: [{cite: R, title: Rule}]\nrelease: {from: inbox, to: releases, every: '0 0 1 1 *'}\n"
    )
    warm = base / "home" / POINTER
    warm.unlink(missing_ok=True)  # of a service that was killed before
    with (folder / "said").open("wb") as told:
        service = subprocess.Popen(
            [*COMMAND, "serve", "yearly.yaml"],
            cwd=folder,
            env=environment(base / "home"),
            stdout=told,
            stderr=told,
        )
    try:
        deadline = time.monotonic() + PATIENCE
        while "Serving" not in (folder / "said").read_text() or not (alone or warm.exists()):
            assert time.monotonic() < deadline and service.poll() is None, (folder / "said").read_text()
            time.sleep(0.2)
        run, out = under_way(base, out, service, **({"alone": 1} if alone else {}))
        everybody = family(service.pid)
        for pid in everybody:
            os.kill(pid, signal.SIGKILL)
        if not alone:
            assert run.wait(200) == 2 and "RUN008" in said(base, out).read_text()
            run = started(base, out)
        assert run.wait(200) == 0
        require_gone(*everybody)
    finally:
        service.kill()
        service.wait()
    assert content(bundle(base, out)) == content(bundle(base, "whole"))
    journals = list((base / "home" / "prefect" / "journal").glob("*.jsonl"))
    kept = "".join(path.read_text() for path in journals)
    assert '"COMPLETED"' in kept


SHORT = {"": 3, "cut_file": 2, "full_disk": 2, "read_only": 2, "cut_finished": 6}
"""How many of each kind, or of several one upon the other; the long form takes a thousand."""


@pytest.mark.parametrize("kind", SHORT)
def test_after_seeded_faults_the_release_is_the_undisturbed_one(kind: str) -> None:
    """In a process of its own, for it forks."""
    n = str(SHORT[kind])
    arguments = ["--faults", n, "--each", n, "--seed", "5", "--only", kind, "--seconds", "200"]
    done = subprocess.run(
        [sys.executable, "-m", "tests.attacks.faults", *arguments],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        cwd=ROOT,
    )
    if "needs the right to mount" in done.stderr:
        pytest.skip("only an administrator can mount a disk")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "; 0 wrong" in done.stdout
    assert "\n0 faults" not in done.stdout

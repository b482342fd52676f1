"""A killed run resumes: nothing is lost, nothing is done twice, the bundle is the same."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.e2e.conftest import COMMAND, Run, environment
from tests.patience import PATIENCE

N_KILLS = int(os.environ.get("SAFERELEASE_KILLS", "2"))
"""Kills of one run; twenty of them take several minutes."""
_EPOCH = "1767225600"


def write_documents(folder: Path, n: int = 240) -> None:
    folder.mkdir()
    filler = "The weather was fine and the meeting ended early. " * 200
    for i in range(n):
        (folder / f"note-{i}.txt").write_text(
            f"Patient {i}, SSN 219-09-{9000 + i}, call 212-555-{i:04d}.\n{filler}"
        )


def content(out: Path) -> dict[str, bytes]:
    return {p.relative_to(out).as_posix(): p.read_bytes() for p in sorted(out.rglob("*")) if p.is_file()}


@pytest.mark.slow
def test_killed_runs_resume_to_the_same_bundle(saferelease: Run, home: Path, tmp_path: Path) -> None:
    source = tmp_path / "in"
    write_documents(source)
    arguments = ["run", "hipaa-safe-harbor", str(source), "--workers", "2", "--json", "--out"]
    whole = saferelease(*arguments, tmp_path / "whole" / "bundle", SOURCE_DATE_EPOCH=_EPOCH)
    assert whole.returncode == 0, whole.stderr

    chooser = random.Random(7)
    killed = tmp_path / "killed" / "bundle"  # of one name: a manifest is bound to it
    kept: set[str] = set()
    for attempt in range(N_KILLS):
        process = subprocess.Popen(
            [*COMMAND, *arguments, str(killed)],
            env=environment(home, SOURCE_DATE_EPOCH=_EPOCH),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        wait_for_chunks(killed, process, 1 + attempt if attempt else chooser.randint(0, 1))
        time.sleep(chooser.random())
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        if killed.exists():
            break
        done = {path.name for path in chunks(killed)}
        assert kept <= done, "a finished chunk was lost"
        kept = done

    if not killed.exists():
        before = sealed(killed)
        last = saferelease(*arguments, killed, SOURCE_DATE_EPOCH=_EPOCH)
        assert last.returncode == 0, last.stderr
        assert json.loads(last.stdout)["totals"]["released"] == 240
        private = killed.with_name("bundle.private")
        redone = [name for name, found in before.items() if (private / name).read_bytes() != found]
        assert not redone, "documents of finished chunks were done again"
    assert content(killed) == content(tmp_path / "whole" / "bundle")


def chunks(out: Path) -> list[Path]:
    return sorted((out.with_name(out.name + ".private") / "chunks").glob("*.json"))


def wait_for_chunks(out: Path, process: subprocess.Popen[bytes], wanted: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and process.poll() is None and len(chunks(out)) < wanted:
        time.sleep(0.02)


def sealed(out: Path) -> dict[str, bytes]:
    """The encrypted decisions of finished chunks: done again, they would have other nonces."""
    names = [name for path in chunks(out) for name in json.loads(path.read_bytes())["private"]]
    private = out.with_name(out.name + ".private")
    return {name: (private / name).read_bytes() for name in names if name.startswith("decisions/")}

"""Folders of a process: gone when it ends, removed by the next when it was killed, never those of others."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from adapters.machine.processes.passing_folders import PassingFolder
from tests.conftest import ROOT
from tests.patience import PATIENCE

MAKE = """
import sys, time
from adapters.machine.processes.passing_folders import PassingFolder
made = PassingFolder("sr-test-", sys.argv[1])
(made.path / "policy.yaml").write_text("a policy")
print(made.path, flush=True)
time.sleep(60)
"""
KEEP = """
import time
from service.policies.files import kept_file
from tests.patience import PATIENCE
print(kept_file("1", "letters", "a policy"), flush=True)
time.sleep(float({seconds}))
"""


def started(code: str, *arguments: str) -> tuple[subprocess.Popen[str], Path]:
    """A process that made a folder, and what it printed."""
    process = subprocess.Popen(
        [sys.executable, "-c", code, *arguments], stdout=subprocess.PIPE, text=True, cwd=ROOT
    )
    assert process.stdout is not None
    with process.stdout as said:
        return process, Path(said.readline().strip())


def killed(process: subprocess.Popen[str]) -> None:
    process.send_signal(signal.SIGKILL)
    process.wait()


def test_what_a_killed_process_left_is_removed_by_the_next(tmp_path: Path) -> None:
    dead, left = started(MAKE, str(tmp_path))
    alive, held = started(MAKE, str(tmp_path))
    try:
        killed(dead)
        assert (left / "policy.yaml").exists()
        with PassingFolder("sr-test-", tmp_path) as mine:
            assert not left.exists()
            assert held.exists(), "its process lives"
            assert mine.stat().st_mode & 0o777 == 0o700
        assert not mine.exists()
    finally:
        killed(alive)


def test_nothing_of_others_is_touched(tmp_path: Path) -> None:
    """No link, no file, no folder of another use, and none that somebody is just making."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "kept").write_text("")
    (tmp_path / "sr-test-link").symlink_to(elsewhere)
    (tmp_path / "sr-test-file").write_text("")
    (tmp_path / "sr-other-1").mkdir()
    (tmp_path / "sr-test-new").mkdir()
    before = sorted(tmp_path.iterdir())
    PassingFolder("sr-test-", tmp_path).close()
    assert sorted(tmp_path.iterdir()) == before
    assert (elsewhere / "kept").exists()


def test_an_old_folder_without_a_lock_is_removed(tmp_path: Path) -> None:
    """As earlier versions left them."""
    old = tmp_path / "sr-test-old"
    old.mkdir()
    os.utime(old, (time.time() - 2 * 3600,) * 2)
    PassingFolder("sr-test-", tmp_path).close()
    assert not old.exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
def test_a_folder_of_another_user_stays(tmp_path: Path) -> None:
    theirs = tmp_path / "sr-test-theirs"
    theirs.mkdir()
    os.utime(theirs, (0, 0))
    os.chown(theirs, 65534, 65534)
    PassingFolder("sr-test-", tmp_path).close()
    assert theirs.exists()


def test_a_forked_child_leaves_the_folder_to_its_parent(tmp_path: Path) -> None:
    made = PassingFolder("sr-test-", tmp_path)
    child = os.fork()
    if child == 0:
        made.close()
        os._exit(0)
    os.waitpid(child, 0)
    assert made.path.exists()
    made.close()
    assert not made.path.exists()


def test_policies_that_a_killed_service_held_in_memory_are_removed() -> None:
    process, file = started(KEEP.format(seconds=60))
    killed(process)
    assert file.exists()
    process, other = started(KEEP.format(seconds=0))
    assert process.wait(PATIENCE) == 0
    assert not file.exists()
    assert not file.parents[1].exists()
    assert not other.parents[1].exists(), "it ended well"

"""The machine stops at any moment: the ledger never says "finished" about files that are not whole."""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

import pytest

from adapters.machine.syncing import can_sync_at_once
from tests.conftest import ROOT
from tests.crash_replay import Disk, strace_works, traced
from tests.programs import need

FINISHED = "finished"
PROGRAM = """
import sys
from pathlib import Path
from adapters.machine import syncing
from tests.forgeries.kit import Kit, POLICY, release
syncing.MANY = int(sys.argv[2])
kit = Kit(Path(sys.argv[1]))
(kit.folder / "letters.yaml").write_text(POLICY)
(kit.folder / "in-march").mkdir()
for n in range(1, 4):
    (kit.folder / "in-march" / f"{n}.txt").write_text(f"SSN 219-09-999{n}, mail a@b{n}.example.\\n")
release(kit, kit.bundle, "", "")
"""


FEW, AT_ONCE = 1000, 1
"""From how many files on they are synced by one call: so many are not there, or always."""


@pytest.fixture(scope="module", params=[FEW, AT_ONCE])
def disk(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Disk:
    need("strace")
    if not strace_works():
        pytest.skip("programs may not be traced here")
    root = tmp_path_factory.mktemp("disk")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SAFERELEASE_HOME", str(root / "home"))
        patch.setenv("PYTHONPATH", str(ROOT))
        command = [sys.executable, "-c", PROGRAM, str(root), str(request.param)]
        lines = traced(command, root, tmp_path_factory.mktemp("trace") / "calls.txt")
    played = Disk(root)
    played.play(lines, {FINISHED})
    can = request.param == AT_ONCE and can_sync_at_once(root, [])
    assert bool(played.wholes) == can, "the other way of syncing was taken"
    return played


def needed(root: Path) -> set[str]:
    """Every file of the bundle and of the private record, and the keys that open it."""
    private = root / "march.private"
    record = [*(private / "decisions").iterdir(), private / "proof.jsonl", private / "release.json"]
    record += [private / "report.json", private / "report.html"]
    keys = [*(root / "home" / "release-keys").iterdir(), root / "home" / "secret.key"]
    files = [path for path in (root / "march").rglob("*") if path.is_file()]
    return {path.relative_to(root).as_posix() for path in (*files, *record, *keys)}


def missing(disk: Disk, kept: set[int]) -> set[str]:
    """What is not there, or not whole, when only these changes reached the disk."""
    whole = {name for name, is_whole in disk.after(kept) if is_whole}
    partial = {f"march/{name.removeprefix('march.partial/')}" for name in whole if "march.partial/" in name}
    named = {name for name in whole if name.startswith("march/")}
    files = needed(disk.root)
    bundle = {name for name in files if name.startswith("march/")}
    return (files - bundle - whole) | min(bundle - partial, bundle - named, key=len)


def test_the_model_ends_as_the_disk_did(disk: Disk) -> None:
    """All changes on the disk give the files that are really there: no call was overlooked."""
    everything = set(range(len(disk.changes)))
    found = {name for name, _ in disk.after(everything)}
    real = {path.relative_to(disk.root).as_posix() for path in disk.root.rglob("*") if path.is_file()}
    assert found == real
    assert missing(disk, everything) == set()
    manifest = json.loads((disk.root / "march" / "manifest.json").read_bytes())
    assert len(manifest["files"]) == 5, "three documents and two reports"


def test_nothing_unwhole_is_ever_said_to_be_finished(disk: Disk) -> None:
    """From the first call that may bring "finished" to the disk on, whatever the disk kept besides."""
    first, chance, states = disk.marks[FINISHED], random.Random(13), 0
    for at in range(first, disk.calls):
        sure = disk.kept(at, None, 0)
        pending = disk.pending(at)
        states_at = [sure, sure | set(pending)]
        states_at += [sure | {one} for one in pending]
        states_at += [sure | set(pending) - {one} for one in pending]
        states_at += [disk.kept(at, chance, share) for share in (0.1, 0.5, 0.9) for _ in range(10)]
        for kept in states_at:
            assert missing(disk, kept) == set(), f"after call {at} of {disk.calls}"
        states += len(states_at)
    assert disk.calls - first > 10
    assert states > 1000


def test_before_that_it_may_be_unwhole(disk: Disk) -> None:
    """The check sees it: without the last syncs, or somewhat earlier, files are missing."""
    first = disk.marks[FINISHED]
    assert missing(disk, disk.kept(first // 2, None, 0))
    forgetful = Disk(disk.root)
    forgetful.__dict__.update(disk.__dict__ | {"sure_at": {}})
    assert missing(forgetful, forgetful.kept(first, None, 0))
    for number in disk.kept(first, None, 0):
        change = disk.changes[number]
        if any(name == "manifest.json" for _, name, node in change.names if node):
            assert missing(disk, disk.kept(first, None, 0) - {number})
            break
    else:
        raise AssertionError("no change made the manifest")

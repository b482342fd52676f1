"""The key of one release destroyed, others stay; and what is on the disk before a release is finished."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.forgery_kit import LETTER, POLICY, Kit, build, call, good, release


def test_a_destroyed_key_closes_one_release_and_no_other(tmp_path: Path) -> None:
    kit = build(tmp_path)
    number = kit.manifest()["release_id"]
    [other] = {p.stem for p in (kit.home / "release-keys").iterdir()} - {number}
    reveal = ("reveal", kit.bundle, "[EMAIL]", "--document", "000001", "--reason", "court order")
    assert call(kit.home, *reveal).stdout == "h.vance@example.org\n"
    assert call(kit.home, "keys", "destroy", number).exit_code == 2, "no reason"
    assert "KEY005" in call(kit.home, "keys", "destroy", "0" * 12, "--reason", "x").stderr
    assert "KEY005" in call(kit.home, "keys", "destroy", "../secret", "--reason", "x").stderr
    good(kit.home, "keys", "destroy", number, "--reason", "retention is over")
    done = call(kit.home, *reveal)
    assert (done.exit_code, "KEY004" in done.stderr) == (1, True)
    assert "example.org" not in done.output
    verified = call(kit.home, "verify", kit.bundle)
    assert (verified.exit_code, "the key of this release was destroyed" in verified.stdout) == (0, True)
    start = next((kit.other / "documents").iterdir()).read_text().split()[1]
    done = call(kit.home, "reveal", kit.other, start, "--document", "000001", "--reason", "court order")
    assert (done.exit_code, done.stdout) == (0, "219-09-1111\n"), done.output
    assert (kit.home / "release-keys" / f"{other}.key").exists()
    [entry] = json.loads(good(kit.home, "audit", "list", "--event", "destroyed", "--json"))
    assert (entry["release"], "retention" in json.dumps(entry)) == (number, False)
    assert "KEY005" in call(kit.home, "keys", "destroy", number, "--reason", "again").stderr


def test_everything_is_on_the_disk_before_the_ledger_says_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every file and folder of the release is brought to the disk, then the ledger speaks, then the name."""
    done: list[str] = []
    real_sync, real_rename = os.fsync, Path.rename

    def sync(handle: int) -> None:
        done.append(str(Path(f"/proc/self/fd/{handle}").readlink()))
        real_sync(handle)

    def rename(path: Path, to: Path) -> Path:
        done.append(f"rename {path.name}")
        return real_rename(path, to)

    def finished(*arguments: object) -> None:
        done.append("finished")
        record_finish(*arguments)  # type: ignore[arg-type]

    from flows.orchestration import job

    record_finish = job.record_finish
    monkeypatch.setattr(os, "fsync", sync)
    monkeypatch.setattr(Path, "rename", rename)
    monkeypatch.setattr(job, "record_finish", finished)
    kit = Kit(tmp_path)
    (tmp_path / "letters.yaml").write_text(POLICY)
    release(kit, kit.bundle, LETTER, "a.txt")
    before = done[: done.index("finished")]
    partial = f"{kit.bundle}.partial"
    for path in (kit.bundle, *kit.bundle.rglob("*")):
        assert partial + str(path)[len(str(kit.bundle)) :] in before, path
    private = kit.folder / "march.private"
    assert {str(path) for path in private.rglob("*.enc")} | {str(private / "proof.jsonl")} <= set(before)
    after = done[done.index("rename march.partial") + 1 :]
    assert str(kit.folder) in after, "the folder that holds the name"
    assert done.index("rename march.partial") > done.index("finished")

"""The key of one release destroyed, others stay; and what is on the disk before a release is finished."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from adapters.ledger import ledger_path, read_ledger
from flows.audit.verification.bundle import verify_release
from flows.release.state import Identity, ReleaseFolders, begin
from tests.forgeries.kit import LETTER, POLICY, Kit, build, call, good, release


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


def zeros(path: Path) -> None:
    path.write_bytes(bytes(path.stat().st_size))


def planted(path: Path) -> None:
    path.rename(path.with_suffix(".destroyed"))


def emptied(path: Path) -> None:
    path.write_bytes(b"")


@pytest.mark.parametrize("change", [Path.unlink, planted, zeros, emptied], ids=lambda one: one.__name__)
def test_a_key_that_is_gone_without_an_entry_is_told(tmp_path: Path, change: Callable[[Path], None]) -> None:
    """Whoever takes the key away, or only says that it was destroyed, does not get VERIFIED."""
    kit = build(tmp_path)
    change(kit.home / "release-keys" / f"{kit.manifest()['release_id']}.key")
    verified = call(kit.home, "verify", kit.bundle)
    assert (verified.exit_code, verified.stdout.split(":")[0]) == (5, "UNVERIFIED")
    assert "KEY00" in verified.stderr
    done = call(kit.home, "reveal", kit.bundle, "[EMAIL]", "--document", "000001", "--reason", "x")
    assert done.exit_code != 0
    assert "KEY00" in done.stderr
    assert call(kit.home, "verify", kit.other).exit_code == 0


def test_a_key_of_another_release_or_name_is_told(tmp_path: Path) -> None:
    kit = build(tmp_path)
    march, april = (f"{one}.key" for one in (kit.manifest()["release_id"], kit.of_other()["release_id"]))
    key = kit.home / "release-keys" / march
    kept = key.read_bytes()
    key.write_bytes((kit.home / "release-keys" / april).read_bytes())
    verified = call(kit.home, "verify", kit.bundle)
    assert (verified.exit_code, "KEY002" in verified.stderr) == (5, True)
    key.write_bytes(kept)
    assert call(kit.home, "verify", kit.bundle).exit_code == 0
    identity = kit.folder / "march.private" / "release.json"
    for name, code in (("", "BND023"), ("0" * 16, "KEY004")):
        identity.write_text(json.dumps(json.loads(identity.read_bytes()) | {"key": name}))
        verified = call(kit.home, "verify", kit.bundle)
        assert (verified.exit_code, code in verified.stderr) == (5, True), verified.output


def test_a_destroyed_release_that_is_made_again_has_another_key(tmp_path: Path) -> None:
    kit = build(tmp_path)
    first = kit.document.read_text()
    good(kit.home, "keys", "destroy", kit.manifest()["release_id"], "--reason", "retention is over")
    again = Kit(tmp_path)
    (tmp_path / "in-march").rename(tmp_path / "in-may")
    release(again, tmp_path / "may", "", "a.txt")
    assert next((tmp_path / "may" / "documents").iterdir()).read_text() != first, "other pseudonyms"
    reveal = ("[EMAIL]", "--document", "000001", "--reason", "court order")
    assert call(kit.home, "reveal", tmp_path / "may", *reveal).stdout == "h.vance@example.org\n"
    done = call(kit.home, "reveal", kit.bundle, *reveal)
    assert (done.exit_code, "KEY004" in done.stderr) == (1, True)


def test_a_release_that_began_without_a_key_goes_on_without_one(tmp_path: Path) -> None:
    """It was begun by an earlier version: what is done already hangs on the installation's secret."""
    folders, made = ReleaseFolders(tmp_path / "march"), []
    folders.private.mkdir()
    old = Identity(release_id="0" * 12, plan_id="p", inputs="i", created="2026-01-01T00:00:00Z", tool="t")
    begin(folders, old)

    def make(release_id: str) -> str:
        made.append(release_id)
        return "name"

    assert begin(folders, old, make_key=make).key == ""
    assert made == []
    assert begin(folders, old.model_copy(update={"plan_id": "q"}), True, make).key == "name"
    assert made == ["0" * 12]


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


def test_a_run_that_the_ledger_knows_ends_as_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed before the bundle had its name: what other releases do meanwhile changes nothing."""
    from flows.orchestration import job

    kit = Kit(tmp_path)
    (tmp_path / "letters.yaml").write_text(POLICY)
    with monkeypatch.context() as patch, pytest.raises(KilledError):
        patch.setattr(job, "finish", dies)
        release(kit, kit.bundle, LETTER, "a.txt")
    release(kit, kit.other, f"{LETTER} Another one.", "b.txt")
    release(kit, kit.bundle, LETTER, "a.txt")
    said = Counter((one.run, one.event) for one in read_ledger(ledger_path(kit.home)).entries if one.run)
    assert {n for (_, event), n in said.items() if event in ("document", "finished")} == {1}
    assert verify_release(kit.bundle).faults == []


class KilledError(BaseException):
    """Stands for the process that is gone."""


def dies(*_: object) -> None:
    raise KilledError

"""Whole folders are brought to the disk, by the way that the file system allows."""

from __future__ import annotations

import errno
from pathlib import Path
from types import SimpleNamespace

import pytest

from adapters.machine import syncing


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "bundle"
    (made / "documents").mkdir(parents=True)
    for i in range(3):
        (made / "documents" / f"{i}.txt").write_text("x")
    return made


@pytest.fixture
def synced(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of what was synced; ``*`` for the file system as a whole."""
    names: list[str] = []
    monkeypatch.setattr(syncing, "sync_path", lambda path: names.append(path.name))
    monkeypatch.setattr(syncing, "_sync_file_system", lambda folder: names.append("*"))
    return names


def test_few_files_are_synced_one_by_one(folder: Path, synced: list[str]) -> None:
    syncing.sync_below(folder)
    assert synced == ["2.txt", "1.txt", "0.txt", "documents", "bundle", folder.parent.name]


@pytest.mark.parametrize(
    ("kind", "release", "at_once"),
    [
        ("ext4", "5.8.0", True),
        ("xfs", "6.1.0-13-amd64", True),
        ("ext4", "5.4.0-generic", False),
        ("nfs4", "6.1.0", False),
        ("fuse.sshfs", "6.1.0", False),
        ("", "6.1.0", False),
    ],
)
def test_many_are_synced_at_once_only_where_that_is_known_to_hold(
    folder: Path, synced: list[str], monkeypatch: pytest.MonkeyPatch, kind: str, release: str, at_once: bool
) -> None:
    monkeypatch.setattr(syncing, "MANY", 2)
    monkeypatch.setattr(syncing, "_file_system", lambda device: kind)
    monkeypatch.setattr(syncing, "sys", SimpleNamespace(platform="linux"))
    monkeypatch.setattr(syncing.os, "uname", lambda: SimpleNamespace(release=release))
    syncing.sync_below(folder)
    assert ("*" in synced) == at_once
    assert ("0.txt" in synced) != at_once


def test_the_kind_is_that_of_the_device(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mounts = tmp_path / "mountinfo"
    mounts.write_text(
        "21 1 0:20 / / rw shared:1 - tmpfs tmpfs rw\n22 1 8:2 / /data rw - ext4 /dev/sda2 rw\n"
        "23 1 8:3 / /more rw master:1 propagate_from:2 - xfs /dev/sda3 rw\n"
    )
    monkeypatch.setattr(syncing, "_MOUNTS", mounts)
    found = [syncing._file_system(syncing.os.makedev(*one)) for one in ((8, 2), (8, 3), (0, 20), (9, 9))]
    assert found == ["ext4", "xfs", "tmpfs", ""]


def test_what_could_not_be_written_is_an_error(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Library:
        def syncfs(self, handle: int) -> int:
            syncing.ctypes.set_errno(errno.EIO)
            return -1

    monkeypatch.setattr(syncing.ctypes, "CDLL", lambda *_, **__: Library())
    with pytest.raises(OSError) as caught:
        syncing._sync_file_system(folder)
    assert caught.value.errno == errno.EIO

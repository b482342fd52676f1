"""The demonstration finds a folder of its own."""

from __future__ import annotations

from pathlib import Path

from examples.demo import free_folder


def test_an_interrupted_demonstration_does_not_stop_the_next_one(tmp_path: Path) -> None:
    assert free_folder(tmp_path) == tmp_path / "release-1"
    (tmp_path / "release-1.partial").mkdir()
    (tmp_path / "release-2").mkdir()
    assert free_folder(tmp_path) == tmp_path / "release-3"
    (tmp_path / "release-30").mkdir()
    assert free_folder(tmp_path) == tmp_path / "release-3"

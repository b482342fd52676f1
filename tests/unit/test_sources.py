"""Documents of a release: found in a stable order, numbered, never silently none."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import InvalidError
from flows.sources import find_sources, inputs_digest


def test_files_are_numbered_in_order_and_hidden_ones_left_out(tmp_path: Path) -> None:
    for name in ("b.txt", "a/c.txt", ".hidden", ".git/x.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name)
    found = find_sources([tmp_path])
    assert [source.relative for source in found] == ["a/c.txt", "b.txt"]
    assert [source.id for source in found] == ["000001", "000002"]
    assert found[0].read() == b"a/c.txt"


def test_a_file_named_twice_is_one_document(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("x")
    assert len(find_sources([tmp_path / "a.txt", tmp_path / "a.txt"])) == 1


def test_nothing_to_release_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InvalidError, match="SRC002"):
        find_sources([tmp_path])
    with pytest.raises(InvalidError, match="SRC001"):
        find_sources([tmp_path / "missing"])


def test_the_digest_changes_with_names_and_contents(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("x")
    first = inputs_digest(find_sources([tmp_path]))
    assert inputs_digest(find_sources([tmp_path])) == first
    (tmp_path / "a.txt").write_text("y")
    second = inputs_digest(find_sources([tmp_path]))
    (tmp_path / "a.txt").rename(tmp_path / "b.txt")
    assert len({first, second, inputs_digest(find_sources([tmp_path]))}) == 3

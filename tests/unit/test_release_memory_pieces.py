"""The register keeps a release in pieces; none can be left out, exchanged or added."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

from adapters import release_memory
from adapters.keys.installation import encrypt, load_keys
from adapters.keys.releases import ReleaseKeys, make_release_key
from adapters.release_memory import MemoryHeader, memory_folder, open_memory, remember
from engine.errors import InvalidError
from engine.methods.overlaps.sketch import Sketch

NOW = datetime(2026, 1, 1, tzinfo=UTC)
LENGTH = 8


@pytest.fixture(autouse=True)
def small_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAFERELEASE_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(release_memory, "_PIECE", 2)


def header(form: int) -> MemoryHeader:
    key = make_release_key(load_keys(), "r")
    until = "2027-01-01T00:00:00+00:00"
    return MemoryHeader(
        release="r", run="u", key=key, created=NOW.isoformat(), policy="p", keep_until=until, format=form
    )


def documents(n: int) -> Iterator[Sketch]:
    return (Sketch(shingles=np.arange(i, dtype=np.uint64)) for i in range(n))


def remembered(n_documents: int) -> Path:
    remember(load_keys(), header(release_memory.FORMAT), documents(n_documents))
    [path] = memory_folder().glob("*.sketches")
    return path


def sizes() -> list[int]:
    [entry] = open_memory(load_keys(), NOW).entries
    return [len(sketch.shingles) for sketch in entry.documents]


def pieces(path: Path) -> tuple[bytes, list[bytes]]:
    """The first line, and the pieces with their lengths."""
    line, rest = path.read_bytes().split(b"\n", 1)
    found = []
    while rest:
        n = LENGTH + int.from_bytes(rest[:LENGTH], "little")
        found.append(rest[:n])
        rest = rest[n:]
    return line, found


@pytest.mark.parametrize("n_documents", [0, 1, 2, 5])
def test_what_was_remembered_is_known(n_documents: int) -> None:
    _, found = pieces(remembered(n_documents))
    assert sizes() == list(range(n_documents))
    assert len(found) == max(1, (n_documents + 1) // 2)


@pytest.mark.parametrize("order", [[0, 1], [0, 2], [1, 2], [1, 0, 2], [0, 1, 2, 2], [2], []])
def test_a_piece_that_is_missing_or_moved_stops_the_release(order: list[int]) -> None:
    path = remembered(5)
    line, found = pieces(path)
    path.write_bytes(line + b"\n" + b"".join(found[i] for i in order))
    with pytest.raises(InvalidError, match="MEM003"):
        open_memory(load_keys(), NOW)


def test_a_cut_piece_stops_the_release() -> None:
    path = remembered(5)
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(InvalidError, match="MEM003"):
        open_memory(load_keys(), NOW)


def test_a_release_that_the_version_before_remembered_is_known() -> None:
    """Its sketches are sealed in one piece, under the first line alone."""
    keys, old = load_keys(), header(2)
    line = old.model_dump_json().encode()
    key = ReleaseKeys.of(keys, old.release, old.key).derive("release memory")
    sealed = encrypt(key, release_memory.packed(list(documents(3))), f"release memory {line.decode()}")
    memory_folder().mkdir(parents=True)
    (memory_folder() / "r.u.sketches").write_bytes(line + b"\n" + sealed)
    assert sizes() == [0, 1, 2]

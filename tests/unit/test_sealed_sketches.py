"""The sketches of a release wait for its end, encrypted, one file for each chunk."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from adapters.keys.installation import encrypt
from engine.errors import SafereleaseError
from engine.methods.overlaps.sketch import Sketch
from flows.release.records.sketches import SealedSketches

KEY = b"k" * 32


def sketch(number: int) -> Sketch:
    return Sketch(shingles=np.arange(number, dtype=np.uint64), is_table=number % 2 == 1)


def sizes(sealed: SealedSketches, *documents: str) -> list[int | None]:
    found = [sealed.of(document) for document in documents]
    return [len(one.shingles) if one else None for one in found]


def sealed(private: Path, release: str = "r") -> SealedSketches:
    return SealedSketches(private, KEY, release)


def test_each_document_has_its_own(tmp_path: Path) -> None:
    sealed(tmp_path).add("01", {"01": sketch(3), "02": sketch(0)})
    sealed(tmp_path).add("04", {"04": sketch(5), "06": sketch(6)})
    assert sizes(sealed(tmp_path), "00", "01", "02", "03", "04", "05", "06", "02") == [
        None, 3, 0, None, 5, None, 6, 0
    ]  # fmt: skip
    assert [path.name for path in sorted((tmp_path / "sketches").iterdir())] == ["01.enc", "04.enc"]


def test_a_document_that_is_done_again_has_a_new_one_or_none(tmp_path: Path) -> None:
    sealed(tmp_path).add("01", {"01": sketch(3), "02": sketch(4), "03": sketch(5)})
    sealed(tmp_path).replace("01", {"01", "02"}, {"02": sketch(9), "07": sketch(1)})
    assert sizes(sealed(tmp_path), "01", "02", "03", "07") == [None, 9, 5, None]


def test_those_of_a_release_that_the_version_before_began_are_read(tmp_path: Path) -> None:
    for name, number in (("01", 3), ("02", 4)):
        path = tmp_path / "sketches" / f"{name}.enc"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(encrypt(KEY, sketch(number).to_bytes(), f"sketches r {name}"))
    assert sizes(sealed(tmp_path), "01", "02") == [3, 4]


def test_no_other_release_and_no_other_chunk_opens_them(tmp_path: Path) -> None:
    sealed(tmp_path).add("01", {"01": sketch(3)})
    with pytest.raises(SafereleaseError):
        sealed(tmp_path, "another").of("01")
    (tmp_path / "sketches" / "01.enc").rename(tmp_path / "sketches" / "02.enc")
    with pytest.raises(SafereleaseError):
        sealed(tmp_path).of("02")

"""What was read back from released files waits for the looks over the whole release."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from engine.errors import SafereleaseError
from flows.release.records.read_back import ReadBack, SealedTexts

KEY = b"k" * 32
CONTENT = b"a released file"
TEXTS = ReadBack(sha256(CONTENT).hexdigest(), ("one part\n", "", "half \ud83d of a pair, \u00e9"))


def test_the_texts_come_back_as_they_were(tmp_path: Path) -> None:
    SealedTexts(tmp_path, KEY, "r").add("01", {"01": TEXTS, "02": ReadBack("", ())})
    sealed = SealedTexts(tmp_path, KEY, "r")
    assert [sealed.of(document) for document in ("01", "02", "03")] == [TEXTS, ReadBack("", ()), None]


def test_they_are_those_of_the_same_bytes_alone() -> None:
    assert TEXTS.is_of(CONTENT)
    assert not TEXTS.is_of(CONTENT + b" ")


def test_neither_the_file_nor_what_is_printed_shows_them(tmp_path: Path) -> None:
    SealedTexts(tmp_path, KEY, "r").add("01", {"01": TEXTS})
    assert b"one part" not in (tmp_path / "texts" / "01.enc").read_bytes()
    assert "one part" not in repr(TEXTS)


def test_no_other_chunk_opens_them(tmp_path: Path) -> None:
    SealedTexts(tmp_path, KEY, "r").add("01", {"01": TEXTS})
    (tmp_path / "texts" / "01.enc").rename(tmp_path / "texts" / "02.enc")
    with pytest.raises(SafereleaseError):
        SealedTexts(tmp_path, KEY, "r").of("02")

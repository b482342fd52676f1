"""What the oldest patch releases of Python 3.11 (Debian's 3.11.2) get wrong is not used."""

from __future__ import annotations

import io
import re
import tarfile
from pathlib import Path

from adapters.knowledge.wordnet.sources import _unpack
from engine.language.terms import tokenize
from tests.conftest import ROOT

_POSSESSIVE_GROUP = re.compile(r"[^(]\)(?:[*+?]|\{\d*,?\d*\})\+|\(\?>")


def test_no_pattern_repeats_a_group_possessively() -> None:
    """Before 3.11.5 such a pattern puts other groups in wrong places, without a word."""
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for room in ("engine", "adapters", "flows", "service", "research", "saferelease", "verifier")
        for path in (ROOT / room).rglob("*.py")
        for line in path.read_text().splitlines()
        if _POSSESSIVE_GROUP.search(line)
    ]
    assert found == []


def test_words_stand_where_they_are_cut() -> None:
    text = "Kaposi's HIV-1 of U.S. origin, 1,200 copies."
    assert [text[start:end] for start, end, _ in tokenize(text)] == [
        "Kaposi's", "HIV-1", "of", "U.S", "origin", "1,200", "copies",
    ]  # fmt: skip


def test_an_archive_gives_plain_files_of_its_folders_alone(tmp_path: Path) -> None:
    archive = tmp_path / "a.tar.gz"
    with tarfile.open(archive, "w:gz") as release:
        for name in ("in/data.noun", "other/data.noun", "in/../../escaped"):
            release.addfile(_member(name, size=3), io.BytesIO(b"one"))
        link = _member("in/link")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        release.addfile(link)
    out = tmp_path / "out"
    _unpack(archive, (Path("in"),), out)
    assert [path.relative_to(out).as_posix() for path in out.rglob("*") if not path.is_dir()] == [
        "in/data.noun"
    ]
    assert not (tmp_path / "escaped").exists()


def _member(name: str, size: int = 0) -> tarfile.TarInfo:
    member = tarfile.TarInfo(name)
    member.size = size
    return member

"""7z archives against the conformance suite: they become ZIP archives; hostile ones are refused."""

from __future__ import annotations

import io
import random
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import py7zr
import pytest

from adapters.documents.containers.archive import read_archive, write_archive
from adapters.documents.containers.packed_names import packed_names
from adapters.documents.containers.seven_zip import SevenZip
from adapters.documents.containers.zip_folder import ZipFolder
from adapters.documents.registry import format_for, released_suffix
from adapters.documents.settings import DEFAULT, Settings
from engine.errors import InvalidError, UnreadableError
from engine.ports import OpenDocument
from tests.conformance.documents_suite import CANARY, DocumentFormatSuite, mutated, replacements_of
from tests.conformance.seven_zip_files import PLAIN, seven_zip
from tests.conformance.test_documents_docx import sample as docx_sample

FILES = {
    f"letters/of {CANARY}/a.txt": f"Dear {CANARY}".encode(),
    f"letters/{CANARY}.docx": docx_sample(),
    "table.csv": f"id,name\n1,{CANARY}\n".encode(),
    "more.7z": seven_zip({f"{CANARY}.txt": f"inner {CANARY}".encode()}),
    "others.zip": write_archive({f"{CANARY}.txt": f"inner {CANARY}".encode()}),
    "empty.txt": b"",
}


class _AsReleased(SevenZip):
    """Opens 7z archives, and the ZIP archives that they become."""

    def open(self, document_id: str, content: bytes) -> OpenDocument:
        fmt = ZipFolder() if content.startswith(b"PK") else super()
        return fmt.open(document_id, content)


class TestSevenZip(DocumentFormatSuite):
    fmt = _AsReleased()
    sample = seven_zip(FILES)
    byte_exact = False
    n_canaries = 30
    n_mutations = 40
    kept_characters = "23456789"
    malformed = (b"7z\xbc\xaf\x27\x1c" + CANARY.encode(), sample[:700], sample[:-9])

    def mutate(self, rng: random.Random) -> bytes:
        name = rng.choice([name for name, data in FILES.items() if data])
        broken_inside = seven_zip(FILES | {name: mutated(FILES[name], rng)}, filters=PLAIN)
        return rng.choice((mutated(self.sample, rng), broken_inside))


def refused(content: bytes, code: str, settings: Settings = DEFAULT) -> None:
    with pytest.raises(UnreadableError, match=code) as error:
        SevenZip(settings).open("d7", content)
    assert CANARY not in str(error.value)


def test_encrypted_archives_are_refused_with_what_to_do() -> None:
    for hides_names in (False, True):
        content = seven_zip({f"{CANARY}.txt": b"x"}, password="secret", header_encryption=hides_names)
        refused(content, r"DOC008.*Remove the password")


@pytest.mark.parametrize(
    "names", [("../a.txt",), ("/etc/a.txt",), ("c:a.txt",), ("a.txt", "A.TXT"), ("a.txt", "./a.txt")]
)
def test_paths_that_climb_or_come_twice_are_refused(names: tuple[str, ...]) -> None:
    neutral = [f"{n}{'_' * (len(name) - 1)}" for n, name in enumerate(names)]
    content = seven_zip(dict.fromkeys(neutral, b"x"), plain_header=True)
    for old, new in zip(neutral, names, strict=True):
        content = _renamed(content, old, new)
    refused(content, "DOC012")


def _renamed(content: bytes, old: str, new: str) -> bytes:
    """The archive with a name of its header exchanged, its checksums made to fit."""
    before, after = old.encode("utf-16-le"), new.encode("utf-16-le")
    at, size = struct.unpack("<QQ", content[12:28])
    head = content[32 + at : 32 + at + size].replace(before, after)
    assert after in head
    where = struct.pack("<QQL", at, size, zlib.crc32(head))
    return content[:8] + struct.pack("<L", zlib.crc32(where)) + where + content[32 : 32 + at] + head


def test_links_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.txt").symlink_to("/etc/passwd")
    written = io.BytesIO()
    with py7zr.SevenZipFile(written, "w") as archive:
        archive.write(tmp_path / "a.txt", "a.txt")
    refused(written.getvalue(), "DOC012")


def test_bombs_end_at_the_limit() -> None:
    small = Settings(max_expanded_bytes=1_000_000)
    refused(seven_zip({"a.txt": bytes(3_000_000)}), "DOC003", small)
    refused(seven_zip({f"{n}.txt": bytes(400_000) for n in range(4)}), "DOC003", small)
    refused(TestSevenZip.sample, "DOC003", Settings(max_bytes=100))
    content = b"inner"
    for _ in range(12):
        content = seven_zip({"a.7z": content})
    with pytest.raises(UnreadableError, match="DOC006"):
        SevenZip(Settings(unopened="refuse")).open("d", content)


def test_an_archive_becomes_a_zip_also_inside_others() -> None:
    assert released_suffix(".7z") == ".zip"
    outer = ZipFolder().open("d", write_archive({"papers.7z": seven_zip({"a.txt": CANARY.encode()})}))
    made = read_archive("", outer.rewrite(replacements_of(outer, CANARY, "X")), DEFAULT)
    assert list(made) == ["papers.zip"]
    assert read_archive("", made["papers.zip"], DEFAULT) == {"a.txt": b"X"}
    assert f"{CANARY}.txt" in set(packed_names("a.7z", TestSevenZip.sample, DEFAULT))


@pytest.mark.needs("7z")
def test_archives_of_another_program_are_opened(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(f"Dear {CANARY}")
    for method in ("LZMA2", "LZMA", "PPMd", "BZip2", "Deflate", "Copy"):
        made = tmp_path / f"{method}.7z"
        subprocess.run(["7z", "a", f"-m0={method}", str(made), "a.txt"], cwd=tmp_path, check=True, stdout=-3)
        assert CANARY in SevenZip().open("d", made.read_bytes()).document.text.reveal(), method


def test_without_the_extra_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "adapters.documents.containers.seven_zip")
    monkeypatch.setitem(sys.modules, "py7zr", None)
    with pytest.raises(InvalidError, match=r"DOC010.*saferelease\[archives\]"):
        format_for(".7z", TestSevenZip.sample)
    assert list(packed_names("a.7z", TestSevenZip.sample, DEFAULT)) == []


def test_a_mail_store_of_outlook_is_quarantined_with_what_to_do() -> None:
    for suffix in (".pst", ".OST"):
        with pytest.raises(UnreadableError, match=r"DOC001.*mbox or eml.*readpst"):
            format_for(suffix, b"!BDN" + CANARY.encode())


def test_databases_are_quarantined_with_what_to_do() -> None:
    for suffix, start in (
        (".sqlite", b"SQLite format 3\0"),
        (".DB", b"SQLite format 3\0"),
        (".parquet", b"PAR1"),
    ):
        with pytest.raises(UnreadableError, match=r"DOC001.*CSV or JSON lines"):
            format_for(suffix, start + CANARY.encode())

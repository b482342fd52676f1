"""TAR archives and gzip files against the conformance suite, with hostile ones."""

from __future__ import annotations

import gzip
import io
import json
import random
import tarfile
from collections.abc import Callable

import pytest

from adapters.documents.containers.archive import write_archive
from adapters.documents.containers.gzipped import Gzipped
from adapters.documents.containers.packed_names import packed_names
from adapters.documents.containers.tar_archive import read_gzip, read_tar, write_gzip, write_tar
from adapters.documents.containers.zip_folder import TarFolder, ZipFolder
from adapters.documents.settings import DEFAULT, Settings
from engine.errors import UnreadableError
from tests.conformance.documents_suite import CANARY, DocumentFormatSuite, mutated, replacements_of
from tests.conformance.test_documents_docx import sample as docx_sample

FILES = {
    f"letters/of {CANARY}/a.txt": f"Dear {CANARY}".encode(),
    f"letters/{CANARY}.docx": docx_sample(),
    "table.csv": f"id,name\n1,{CANARY}\n".encode(),
    "more.tar": write_tar({f"{CANARY}.txt": f"inner {CANARY}".encode()}),
    "packed.gz": write_gzip(f"{CANARY}.md", f"# {CANARY}".encode()),
}


class TestTar(DocumentFormatSuite):
    fmt = TarFolder()
    sample = write_tar(FILES)
    byte_exact = False
    n_canaries = 30
    n_mutations = 40
    kept_characters = "23456789"
    malformed = (CANARY.encode() * 200, sample[:700])

    def mutate(self, rng: random.Random) -> bytes:
        name = rng.choice(list(FILES))
        return rng.choice((mutated(self.sample, rng), write_tar(FILES | {name: mutated(FILES[name], rng)})))


class TestGzipped(DocumentFormatSuite):
    fmt = Gzipped()
    sample = gzip.compress(TestTar.sample)
    byte_exact = False
    n_canaries = 30
    n_mutations = 40
    kept_characters = "23456789"
    malformed = (b"\x1f\x8b\x08" + CANARY.encode(), sample[:300], sample + CANARY.encode())

    def mutate(self, rng: random.Random) -> bytes:
        return rng.choice((mutated(self.sample, rng), gzip.compress(TestTar().mutate(rng))))


def entry(**said: object) -> tarfile.TarInfo:
    made = tarfile.TarInfo("a.txt")
    for name, value in said.items():
        setattr(made, name, value)
    return made


def tar_of(*entries: tarfile.TarInfo, **more: str) -> bytes:
    written = io.BytesIO()
    with tarfile.open(fileobj=written, mode="w", pax_headers=more) as archive:
        for one in entries:
            archive.addfile(one, io.BytesIO(b"x" * one.size))
    return written.getvalue()


@pytest.mark.parametrize(
    "content",
    [
        tar_of(entry(name="../a.txt")),
        tar_of(entry(name="/etc/a.txt")),
        tar_of(entry(type=tarfile.SYMTYPE, linkname="/etc/passwd")),
        tar_of(entry(type=tarfile.LNKTYPE, linkname="a.txt")),
        tar_of(entry(type=tarfile.CHRTYPE)),
        tar_of(entry(type=tarfile.FIFOTYPE)),
        tar_of(entry(), entry(name="A.TXT")),
    ],
    ids=["climbs", "absolute", "link", "hard link", "device", "pipe", "twice"],
)
def test_hostile_archives_are_unreadable(content: bytes) -> None:
    with pytest.raises(UnreadableError, match="DOC012"):
        TarFolder().open("d", content)


@pytest.mark.parametrize(
    ("fmt", "content", "code"),
    [
        (Gzipped, gzip.compress(bytes(3_000_000)), "DOC003"),
        (Gzipped, gzip.compress(gzip.compress(bytes(3_000_000))), "DOC012"),
        (TarFolder, tar_of(entry(size=900_000), entry(name="b.txt", size=900_000)), "DOC003|DOC002"),
    ],
    ids=["zeros", "twice", "archive"],
)
def test_bombs_end_at_the_limit(
    fmt: Callable[[Settings], Gzipped | TarFolder], content: bytes, code: str
) -> None:
    with pytest.raises(UnreadableError, match=code):
        fmt(Settings(max_expanded_bytes=1_000_000)).open("d", content)


def test_endless_nesting_is_unreadable() -> None:
    content = f"inner {CANARY}".encode()
    for _ in range(12):
        content = write_gzip("a.gz", content)
    with pytest.raises(UnreadableError, match="DOC006"):
        Gzipped().open("d", content)


def test_owners_times_and_names_of_headers_leave() -> None:
    said = entry(uname=CANARY, gname=CANARY, mtime=1_700_000_000, uid=1234, size=2)
    written = TarFolder().open("d", tar_of(said, comment=CANARY)).rewrite([])
    with tarfile.open(fileobj=io.BytesIO(written)) as archive:
        found = archive.getmembers()[0]
    assert (found.uname, found.gname, found.mtime, found.uid, found.size) == ("", "", 0, 0, 2)
    assert CANARY.encode() not in written
    packed = Gzipped().open("d", write_gzip(f"{CANARY}.csv", b"a,b\n1,2\n")).rewrite([])
    assert read_gzip("", packed, DEFAULT) == ("document.csv", b"a,b\n1,2\n")


@pytest.mark.parametrize(
    ("name", "content", "kind"),
    [
        ("", b"Dear Sir", "body"),
        ("", b"<html><p>x</p></html>", "block"),
        ("notes.md", b"# x", "heading"),
        ("letter", write_archive({"a.txt": b"x"}), "filename"),
    ],
)
def test_what_is_packed_is_opened_by_its_suffix_or_its_content(name: str, content: bytes, kind: str) -> None:
    opened = Gzipped().open("d", write_gzip(name, content))
    assert opened.document.parts
    assert opened.document.parts[0].kind in (kind, "body", "text", "paragraph")
    again = Gzipped().open("d", opened.rewrite([]))
    assert again.document.parts == opened.document.parts


def test_files_that_cannot_be_opened_are_removed() -> None:
    written = TarFolder().open("d", write_tar({"a.txt": b"x", "sound.mp3": CANARY.encode()})).rewrite([])
    assert list(read_tar("", written, DEFAULT)) == ["a.txt", "sound.removed.txt"]
    with pytest.raises(UnreadableError, match="DOC002"):
        Gzipped().open("d", write_gzip("a.txt", b"ID3\x03\x00" + CANARY.encode()))


def test_names_of_packed_files_are_known_through_all_archives() -> None:
    names = list(packed_names("a.tgz", TestGzipped.sample, DEFAULT))
    assert {"document.tar", "table.csv", "more.tar", f"{CANARY}.txt", "document.md"} <= set(names)


def test_resources_of_two_files_in_an_archive_have_ids_of_their_own() -> None:
    patient = json.dumps({"resourceType": "Patient", "id": "1"}).encode()
    for fmt, content in (
        (TarFolder(), write_tar({"a.json": patient, "b.json": patient})),
        (ZipFolder(), write_archive({"a.json": patient, "b.json": patient})),
    ):
        written = fmt.open("d", content).rewrite([])
        assert len({text.reveal() for text in fmt.read_back(written) if text.reveal().endswith("-1")}) == 2


def test_a_canary_in_every_name_and_file_goes() -> None:
    opened = Gzipped().open("d", TestGzipped.sample)
    _, tar = read_gzip("", opened.rewrite(replacements_of(opened, CANARY, "X")), DEFAULT)
    assert CANARY.encode() not in tar

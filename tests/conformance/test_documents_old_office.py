"""Old Office files: LibreOffice converts them where it is installed, and all other ways are refused."""

from __future__ import annotations

import io
import os
import zipfile
from collections.abc import Callable
from pathlib import Path

import docx
import pytest

from adapters.documents.office import old_office
from adapters.documents.office.old_office import Doc, Ppt, Xls, is_installed
from adapters.documents.opening.sandbox import run_limited
from adapters.documents.opening.sources import Source
from adapters.documents.registry import format_for, released_suffix
from adapters.documents.settings import Settings
from adapters.machine.processes.children import run_tool
from engine.errors import UnreadableError
from flows.compiling.compilation import compile_policy
from flows.document.document import DocumentPipeline
from tests.conformance.compound_files import compound_file, message
from tests.conformance.documents_suite import CANARY, replacements_of
from tests.programs import program

ALONE = pytest.mark.skipif(
    bool(program("lowriter")) and not is_installed(), reason="needs namespaces of users"
)


def converts(test: Callable[..., None]) -> Callable[..., None]:
    """LibreOffice is needed, on a system that lets it run without a network."""
    return pytest.mark.needs("lowriter")(ALONE(test))


def old_document(folder: Path) -> bytes:
    """A document of Word 97 with a marker in its text, its comment, its header and its properties."""
    made = docx.Document()
    paragraph = made.add_paragraph(f"Dear {CANARY}, ")
    paragraph.add_run(CANARY[:4]).bold = True
    paragraph.add_run(f"{CANARY[4:]} of 219-09-9999.")
    made.sections[0].header.paragraphs[0].text = f"Header {CANARY}"
    made.core_properties.author = made.core_properties.title = CANARY
    made.save(str(folder / "new.docx"))
    profile = f"-env:UserInstallation={(folder / 'own').as_uri()}"
    run_tool(["soffice", "--headless", profile, "--convert-to", "doc", "new.docx"], folder, 120.0)
    return (folder / "new.doc").read_bytes()


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return old_document(tmp_path_factory.mktemp("old"))


@converts
@pytest.mark.slow
def test_a_document_is_converted_searched_and_written_new(sample: bytes) -> None:
    opened = Doc().open("d", sample)
    text = opened.document.text.reveal()
    assert text.count(CANARY) == 3
    out = opened.rewrite(replacements_of(opened, CANARY, "X"))
    with zipfile.ZipFile(io.BytesIO(out)) as package:
        assert not [name for name in package.namelist() if CANARY.encode() in package.read(name)]
    assert not [found for found in Doc().read_back(out) if CANARY in found.reveal()]
    assert [p.text for p in docx.Document(io.BytesIO(out)).paragraphs] == ["Dear X, X of 219-09-9999."]
    assert not list(Path("/dev/shm").glob("saferelease-office-*"))


@converts
@pytest.mark.slow
def test_a_released_document_is_a_docx(sample: bytes) -> None:
    pipeline = DocumentPipeline(compile_policy("hipaa-safe-harbor"), b"k" * 32, 2024)
    source = Source("000001", "", "a.doc")
    out = run_limited("000001", pipeline.release, source, sample, limits=pipeline.limits).content
    assert out.startswith(b"PK\x03\x04") and b"219-09" not in out
    assert [released_suffix(s) for s in (".doc", ".xls", ".ppt", ".DOT")] == [
        ".docx",
        ".xlsx",
        ".pptx",
        ".docx",
    ]


NETWORKS = """#!/bin/sh
while [ "$1" != --outdir ]; do shift; done
cut -d: -f1 /proc/net/dev | tail -n +3 > "$2/document.docx"
"""
"""A program in the place of LibreOffice: it writes the names of the networks that it sees."""


@converts
def test_the_converter_has_no_network(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A program in the place of LibreOffice sees the networks of the machine only without `--net`."""
    (tmp_path / "soffice").write_text(NETWORKS)
    (tmp_path / "soffice").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    assert set(old_office.converted("d", b"x", "doc", "docx").decode().split()) <= {"lo"}
    here = {line.split(":")[0].strip() for line in Path("/proc/net/dev").read_text().splitlines()[2:]}
    without = tuple(word for word in old_office._ALONE if word != "--net")
    assert len(without) == len(old_office._ALONE) - 1
    monkeypatch.setattr(old_office, "_ALONE", without)
    assert set(old_office.converted("d", b"x", "doc", "docx").decode().split()) == here


@converts
@pytest.mark.slow
def test_a_broken_document_is_refused_without_its_text() -> None:
    broken = compound_file({"WordDocument": CANARY.encode() * 20})
    with pytest.raises(UnreadableError, match="DOC007") as error:
        Doc().open("d7", broken)
    assert CANARY not in str(error.value)


def test_other_and_encrypted_files_are_refused_before_any_program_sees_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(old_office, "converted", None)
    for content, code in (
        (compound_file(message(lambda: CANARY)), "DOC007"),
        (compound_file({"EncryptedPackage": b"x" * 99, "WordDocument": b"x" * 99}), "DOC008"),
        (b"\xd0\xcf\x11\xe0" + CANARY.encode(), "DOC007"),
    ):
        for fmt in (Doc(), Xls(), Ppt()):
            with pytest.raises(UnreadableError, match=code):
                fmt.open("d", content)
    with pytest.raises(UnreadableError, match="DOC003"):
        Doc(Settings(max_bytes=10)).open("d", compound_file({"WordDocument": b"x" * 99}))
    with pytest.raises(UnreadableError, match="DOC002"):
        format_for(".doc", b"{\\rtf1 no}")


def test_without_libreoffice_the_file_is_refused_with_a_reason(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    is_installed.cache_clear()
    try:
        with pytest.raises(UnreadableError, match="DOC027"):
            Doc().open("d", compound_file({"WordDocument": b"x" * 99}))
        (tmp_path / "soffice").symlink_to("/bin/true")
        (tmp_path / "unshare").symlink_to("/bin/false")
        is_installed.cache_clear()
        assert not is_installed(), "a system without namespaces"
    finally:
        is_installed.cache_clear()


def read(path: Path) -> str:
    """What a file of a process says, nothing once it has ended."""
    try:
        return path.read_text(errors="replace")
    except OSError:
        return ""


def test_a_program_that_does_not_end_is_ended(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "soffice").write_text("#!/bin/sh\nsleep 60\n")
    (tmp_path / "soffice").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setattr(old_office, "_SECONDS", 0.5)
    monkeypatch.setattr(old_office, "_ALONE", ())
    is_installed.cache_clear()
    try:
        with pytest.raises(UnreadableError, match="DOC007"):
            Doc().open("d", compound_file({"WordDocument": b"x" * 99}))
    finally:
        is_installed.cache_clear()
    assert not [path for path in Path("/proc").glob("[0-9]*/cmdline") if f"{tmp_path}/soffice" in read(path)]

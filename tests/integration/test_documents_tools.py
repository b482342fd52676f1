"""Tools that auditors use find nothing of what was removed: strings, unzip, pdftotext, qpdf."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from engine.ports import DocumentFormat
from tests.conformance import (
    test_documents_dicom,
    test_documents_docx,
    test_documents_mail,
    test_documents_odf,
    test_documents_pdf,
    test_documents_pptx,
    test_documents_seven_zip,
    test_documents_tar,
    test_documents_xlsx,
    test_documents_zip,
)
from tests.conformance.documents_suite import CANARY, replacements_of
from tests.patience import PATIENCE
from tests.programs import need

GONE = test_documents_docx.GONE
_SAMPLES = {
    ".docx": test_documents_docx.TestDocx,
    ".xlsx": test_documents_xlsx.TestXlsx,
    ".pptx": test_documents_pptx.TestPptx,
    ".odt": test_documents_odf.TestOdt,
    ".ods": test_documents_odf.TestOds,
    ".odp": test_documents_odf.TestOdp,
    ".dcm": test_documents_dicom.TestDicom,
    ".eml": test_documents_mail.TestMail,
    ".pdf": test_documents_pdf.TestPdf,
    ".zip": test_documents_zip.TestZip,
    ".tar": test_documents_tar.TestTar,
    ".tgz": test_documents_tar.TestGzipped,
    ".7z": test_documents_seven_zip.TestSevenZip,
}
_TOOLS = {
    "strings": ["strings", "-n", "4", "FILE"],
    "strings-utf16": ["strings", "-n", "4", "-e", "l", "FILE"],
    "unzip": ["unzip", "-p", "FILE"],
    "pdftotext": ["pdftotext", "-layout", "FILE", "-"],
    "qpdf": ["qpdf", "--qdf", "--object-streams=disable", "FILE", "-"],
}
_CASES = [
    *((suffix, tool) for suffix in _SAMPLES for tool in ("strings", "strings-utf16")),
    *((suffix, "unzip") for suffix in (".docx", ".xlsx", ".pptx", ".odt", ".ods", ".odp", ".zip")),
    (".pdf", "pdftotext"),
    (".pdf", "qpdf"),
]


def output_of(tool: str, path: Path) -> str:
    command = [str(path) if word == "FILE" else word for word in _TOOLS[tool]]
    need(command[0])
    done = subprocess.run(command, capture_output=True, check=True, timeout=PATIENCE)
    return done.stdout.decode("utf-8", "replace")


@pytest.mark.parametrize(("suffix", "tool"), _CASES)
def test_nothing_removed_is_found(suffix: str, tool: str, tmp_path: Path) -> None:
    fmt: DocumentFormat = _SAMPLES[suffix].fmt
    opened = fmt.open("d", _SAMPLES[suffix].sample)
    path = tmp_path / f"released{suffix}"
    path.write_bytes(opened.rewrite(replacements_of(opened, CANARY, "REMOVED")))
    found = output_of(tool, path)
    for gone in (CANARY, GONE, test_documents_pdf.wide(CANARY)):
        assert gone not in found
    if tool in ("unzip", "pdftotext"):
        assert "REMOVED" in found, "the tool must read what stands there instead"


def test_the_tools_would_find_it(tmp_path: Path) -> None:
    """The same tools on the originals find the marker: they look in the right place."""
    for suffix, tool in ((".docx", "unzip"), (".pdf", "pdftotext")):
        path = tmp_path / f"original{suffix}"
        path.write_bytes(_SAMPLES[suffix].sample)
        assert CANARY in output_of(tool, path)

"""Released files open in LibreOffice, on as many pages as before; skipped where it is not installed."""

from __future__ import annotations

import io
import subprocess
from pathlib import Path

import pypdf
import pytest

from tests.conformance import test_documents_docx, test_documents_pptx, test_documents_xlsx
from tests.conformance.documents_suite import CANARY, replacements_of
from tests.patience import PATIENCE
from tests.programs import need

pytestmark = pytest.mark.slow

SAMPLES = {
    "docx": test_documents_docx.TestDocx,
    "xlsx": test_documents_xlsx.TestXlsx,
    "pptx": test_documents_pptx.TestPptx,
}


def test_released_files_open_and_keep_their_pages(tmp_path: Path) -> None:
    need("lowriter", "localc", "loimpress")
    for suffix, suite in SAMPLES.items():
        opened = suite.fmt.open("d", suite.sample)
        (tmp_path / f"before-{suffix}.{suffix}").write_bytes(suite.sample)
        written = opened.rewrite(replacements_of(opened, CANARY, "REMOVED"))
        (tmp_path / f"after-{suffix}.{suffix}").write_bytes(written)
    files = sorted(map(str, tmp_path.glob("*.*x")))
    profile = f"-env:UserInstallation=file://{tmp_path / 'profile'}"
    command = ["soffice", profile, "--headless", "--convert-to", "pdf", "--outdir", str(tmp_path), *files]
    subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE)
    for suffix in SAMPLES:
        pages = {word: text_of(tmp_path / f"{word}-{suffix}.pdf") for word in ("before", "after")}
        assert len(pages["before"]) == len(pages["after"])
        assert CANARY in "".join(pages["before"]), "the conversion shows what stands in the file"
        assert CANARY not in "".join(pages["after"]) and "REMOVED" in "".join(pages["after"])


def text_of(path: Path) -> list[str]:
    return [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(path.read_bytes())).pages]

"""Harmless letters, printed to PDF by the programs that offices use, leave under each policy for texts."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import pytest
import typst

from adapters.documents.opening.sources import Source
from flows.compiling.compilation import compile_policy
from flows.document.document import DocumentPipeline

LETTERS: Mapping[str, tuple[str, ...]] = {
    "printer": ("The printer on level two is broken.", "Please call the porter before noon."),
    "garden": ("The garden behind the library is open again.", "Bring a chair, and water the plants."),
    "agenda": ("The meeting begins at nine.", "First the budget, then the new building, then lunch."),
    "parking": ("Parking is free after six.", "The gate closes at midnight, and nobody opens it."),
}
POLICIES = (
    "attributes-strict",
    "court-decisions",
    "eu-directive-95-46",
    "gdpr-special-categories",
    "hipaa-limited-data-set",
    "hipaa-safe-harbor",
    "part2-substance-use",
    "us-court-filings",
    "us-court-filings-criminal",
    "us-state-hiv-std",
)
"""All that are shipped, but for the one about tables and the one that learns from one's own documents."""
_TIMEOUT = 120


def _page(lines: tuple[str, ...]) -> str:
    body = "".join(f"<p>{line}</p>" for line in lines)
    return (
        f"<!DOCTYPE html><html><head><meta charset='utf-8'><title>x</title></head><body>{body}</body></html>"
    )


def _run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True, timeout=_TIMEOUT)


def _by_libreoffice(lines: tuple[str, ...], folder: Path) -> Path:
    (folder / "a.txt").write_text("\n\n".join(lines))
    profile = f"-env:UserInstallation=file://{folder}/profile"
    _run(
        "soffice",
        profile,
        "--headless",
        "--convert-to",
        "pdf",
        "--outdir",
        str(folder),
        str(folder / "a.txt"),
    )
    return folder / "a.pdf"


def _by_chromium(lines: tuple[str, ...], folder: Path) -> Path:
    (folder / "a.html").write_text(_page(lines))
    quiet = ("--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/profile")
    _run("chromium", *quiet, f"--print-to-pdf={folder}/a.pdf", f"file://{folder}/a.html")
    return folder / "a.pdf"


def _by_typst(lines: tuple[str, ...], folder: Path) -> Path:
    (folder / "a.typ").write_text("\n\n".join(lines))
    typst.compile(str(folder / "a.typ"), output=str(folder / "a.pdf"))
    return folder / "a.pdf"


def _by_cairo(lines: tuple[str, ...], folder: Path) -> Path:
    printed = _by_typst(lines, folder)
    _run("pdftocairo", "-pdf", str(printed), str(folder / "b.pdf"))
    return folder / "b.pdf"


def _by_ghostscript(lines: tuple[str, ...], folder: Path) -> Path:
    printed = _by_typst(lines, folder)
    _run(
        "gs", "-q", "-dBATCH", "-dNOPAUSE", "-sDEVICE=pdfwrite", f"-sOutputFile={folder}/b.pdf", str(printed)
    )
    return folder / "b.pdf"


PRODUCERS: Mapping[str, tuple[str, Callable[[tuple[str, ...], Path], Path]]] = {
    "typst": ("", _by_typst),
    "cairo": ("pdftocairo", _by_cairo),
    "LibreOffice": ("soffice", _by_libreoffice),
    "Chromium": ("chromium", _by_chromium),
    "Ghostscript": ("gs", _by_ghostscript),
}


@cache
def _pipeline(policy: str) -> DocumentPipeline:
    return DocumentPipeline(compile_policy(policy), b"k" * 32, 2026)


def _require_words(policy: str, content: bytes, lines: tuple[str, ...]) -> None:
    """The letter leaves; what it says is nobody's, so most of its words are there."""
    released = _pipeline(policy).release(Source("000001", "", "a.pdf"), content)
    read = set(" ".join(text.reveal() for text in released.read_back).split())
    words = " ".join(lines).split()
    assert sum(word in read for word in words) >= 0.8 * len(words)


def test_a_letter_by_typst_leaves_under_a_concept_policy(tmp_path: Path) -> None:
    lines = LETTERS["printer"]
    _require_words("us-state-hiv-std", _by_typst(lines, tmp_path).read_bytes(), lines)


@pytest.mark.slow
@pytest.mark.parametrize("producer", PRODUCERS)
def test_letters_of_each_program_leave_under_each_policy(producer: str, tmp_path: Path) -> None:
    program, printed = PRODUCERS[producer]
    if program and shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    for name, lines in LETTERS.items():
        folder = tmp_path / name
        folder.mkdir()
        content = printed(lines, folder).read_bytes()
        for policy in POLICIES:
            _require_words(policy, content, lines)

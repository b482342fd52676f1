"""Mutated files through the whole pipeline, each in a worker with limits, as a release runs them.

A few files per format by default; ``SAFERELEASE_FUZZ=2000`` takes that many, ``SAFERELEASE_FUZZ_SEED`` other
ones, and ``-s`` prints what came of them. Files that are read quickly share a worker, as a process costs more
than they do. If one of them ends it, each of them is tried again in a worker of its own.
"""

from __future__ import annotations

import os
import random
import re
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from adapters.documents.opening.sandbox import Limits, run_limited
from adapters.documents.opening.sources import Source
from adapters.documents.pictures.rapid import RapidReader
from adapters.documents.pictures.tesseract import TesseractReader
from adapters.documents.pictures.words import Word
from adapters.documents.registry import FORMATS
from adapters.policies.files import load_policy
from engine.catalog.names import SHIPPED
from engine.errors import InvalidError, RefusedError
from flows.compiling.compilation import compile_loaded
from flows.document.document import DocumentPipeline
from tests.conformance import (
    test_documents,
    test_documents_cards,
    test_documents_dicom,
    test_documents_docx,
    test_documents_epub,
    test_documents_fhir,
    test_documents_hl7,
    test_documents_mail,
    test_documents_msg,
    test_documents_odf,
    test_documents_pdf,
    test_documents_pictures,
    test_documents_pptx,
    test_documents_rtf,
    test_documents_settings,
    test_documents_seven_zip,
    test_documents_subtitles,
    test_documents_tar,
    test_documents_tnef,
    test_documents_xlsx,
    test_documents_xml,
    test_documents_zip,
)
from tests.conformance.documents_suite import CANARY, DocumentFormatSuite
from tests.conformance.picture_files import HIDDEN

WHOLE = re.compile(rf"(?<![^\W_]){CANARY}(?![^\W_])")
"""The marker as a word of its own: inside a longer word that a mutation made it is another word."""
N_FILES = int(os.environ.get("SAFERELEASE_FUZZ", "12"))
SEED = os.environ.get("SAFERELEASE_FUZZ_SEED", "mutated")
LIMITS = Limits(memory_bytes=1 << 30, cpu_seconds=20, idle_seconds=60.0)
SUITES: dict[str, type[DocumentFormatSuite]] = {
    ".txt": test_documents.TestPlainText,
    ".md": test_documents.TestMarkdown,
    ".html": test_documents.TestHtml,
    ".csv": test_documents.TestCsv,
    ".json": test_documents.TestJson,
    ".jsonl": test_documents.TestJsonLines,
    ".fhir.json": test_documents_fhir.TestFhir,
    ".fhir.ndjson": test_documents_fhir.TestFhirLines,
    ".yaml": test_documents_settings.TestYaml,
    ".ini": test_documents_settings.TestSettings,
    ".log": test_documents_settings.TestLog,
    ".fodt": test_documents_odf.TestFlatOdt,
    ".fods": test_documents_odf.TestFlatOds,
    ".fodp": test_documents_odf.TestFlatOdp,
    ".xml": test_documents_xml.TestXml,
    ".fhir.xml": test_documents_xml.TestFhirXml,
    ".cda.xml": test_documents_xml.TestClinicalDocument,
    ".docx": test_documents_docx.TestDocx,
    ".xlsx": test_documents_xlsx.TestXlsx,
    ".pptx": test_documents_pptx.TestPptx,
    ".odt": test_documents_odf.TestOdt,
    ".ods": test_documents_odf.TestOds,
    ".odp": test_documents_odf.TestOdp,
    ".epub": test_documents_epub.TestEpub,
    ".rtf": test_documents_rtf.TestRtf,
    ".pdf": test_documents_pdf.TestPdf,
    ".eml": test_documents_mail.TestMail,
    ".winmail.eml": test_documents_tnef.TestWinmail,
    ".msg": test_documents_msg.TestMsg,
    ".mbox": test_documents_mail.TestMailbox,
    ".zip": test_documents_zip.TestZip,
    ".tar": test_documents_tar.TestTar,
    ".tgz": test_documents_tar.TestGzipped,
    ".7z": test_documents_seven_zip.TestSevenZip,
    ".dcm": test_documents_dicom.TestDicom,
    ".hl7": test_documents_hl7.TestHl7,
    ".ics": test_documents_cards.TestCalendar,
    ".vcf": test_documents_cards.TestCards,
    ".srt": test_documents_subtitles.TestSubtitles,
    ".png": test_documents_pictures.FewWords,
    ".jpg": test_documents_pictures.FewWordsJpeg,
    ".tiff": test_documents_pictures.FewWordsTiff,
    ".bmp": test_documents_pictures.FewWordsBmp,
    ".gif": test_documents_pictures.FewWordsGif,
    ".webp": test_documents_pictures.FewWordsWebP,
    ".vtt": test_documents_subtitles.TestWebVtt,
}
POLICY = f"""policy: fuzz
version: 1.0.0
title: T
identifiers:
  - {{id: names, find: [listed-term], law: 45 CFR 164.514(b)(2)(i)(A), deny: [{CANARY}]}}
documents: {{scanned_pages: redact}}
"""


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory: pytest.TempPathFactory) -> DocumentPipeline:
    path = tmp_path_factory.mktemp("fuzz") / "fuzz.yaml"
    path.write_text(POLICY)
    return DocumentPipeline(compile_loaded(load_policy(path, SHIPPED)), b"k" * 32, 2024)


@pytest.fixture
def readers_read_once(pipeline: DocumentPipeline, monkeypatch: pytest.MonkeyPatch) -> None:
    """Equal pixels are read once: most mutations leave them, and workers inherit what is known."""
    for reader in (RapidReader, TesseractReader):
        monkeypatch.setattr(reader, "read", _read_once(reader.read))
    for suffix in _PICTURES:
        assert tried(pipeline, suffix, SUITES[suffix].sample) == "released"


def _read_once(read: Callable[[Any, Image.Image], list[Word]]) -> Callable[[Any, Image.Image], list[Word]]:
    known: dict[object, list[Word]] = {}

    def reads(reader: Any, picture: Image.Image) -> list[Word]:
        pixels = reader._scale, picture.mode, picture.size, picture.tobytes()
        if pixels not in known:
            known[pixels] = read(reader, picture)
        return list(known[pixels])

    return reads


_PICTURES = (".png", ".jpg", ".tiff", ".bmp", ".gif", ".webp")


def tried(pipeline: DocumentPipeline, suffix: str, content: bytes) -> str:
    """What becomes of a file: released, refused, or the code of its fault; never anything else."""
    try:
        released = pipeline.release(Source("000001", "", f"a{suffix}"), content)
    except RefusedError as error:
        return f"refused {error.faults[0].code}"
    except InvalidError as error:
        return "ITS REASON SHOWS TEXT" if CANARY in str(error) else error.faults[0].code
    texts = [text.reveal() for text in SUITES[suffix].fmt.read_back(released.content)]
    if suffix in _PICTURES and HIDDEN.encode() in released.content:
        return "RELEASED WITH ITS METADATA"
    return "RELEASED WITH ITS MARKER" if any(WHOLE.search(text) for text in texts) else "released"


def tried_together(pipeline: DocumentPipeline, suffix: str, files: Sequence[bytes]) -> list[str]:
    return [tried(pipeline, suffix, content) for content in files]


def outcomes(pipeline: DocumentPipeline, suffix: str, files: Sequence[bytes]) -> list[str]:
    """What becomes of files that share a worker; of each by itself, if the worker does not end well."""
    try:
        return run_limited("000001", tried_together, pipeline, suffix, files, limits=LIMITS)
    except InvalidError as error:
        if len(files) == 1:
            return [error.faults[0].code]
    return [found for content in files for found in outcomes(pipeline, suffix, [content])]


@pytest.mark.parametrize(
    "suffix", [pytest.param(s, marks=pytest.mark.slow if s in _PICTURES[1:] else []) for s in SUITES]
)
def test_mutated_files_are_released_clean_or_have_a_reason(
    pipeline: DocumentPipeline, suffix: str, request: pytest.FixtureRequest
) -> None:
    if suffix in _PICTURES:
        request.getfixturevalue("readers_read_once")
    rng = random.Random(f"{SEED}{suffix}")
    suite = SUITES[suffix]()
    n_of = Counter(suite.mutate(rng) for _ in range(N_FILES))
    files = list(n_of)  # equal files have one outcome
    together = TOGETHER.get(suffix, 100)
    found: Counter[str] = Counter()
    for first in range(0, len(files), together):
        some = files[first : first + together]
        for content, outcome in zip(some, outcomes(pipeline, suffix, some), strict=True):
            found[outcome] += n_of[content]
    print(
        f"\n| {suffix[1:]} | {N_FILES} | {found.pop('released', 0)} | "
        + ", ".join(f"{n} {code}" for code, n in sorted(found.items()))
        + " |"
    )
    assert set(found) <= CODES, found


TOGETHER = {".md": 40, ".cda.xml": 40, **dict.fromkeys(_PICTURES, 20)}
"""Files that share a worker, where not a hundred."""
CODES = {
    *(f"DOC{n:03d}" for n in (2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 14, 17, 18, 23, 26, 28)),
    "refused VER001",
    "refused VER002",
}
"""Reasons that a broken file may have."""


def test_the_fuzzed_files_are_read_in_a_worker(pipeline: DocumentPipeline, tmp_path: Path) -> None:
    """The function that is fuzzed is the one that workers run: an unreadable file is a code, not a crash."""
    assert outcomes(pipeline, ".docx", [b"PK\x03\x04"]) == ["DOC007"]
    assert outcomes(pipeline, ".pdf", [test_documents_pdf.TestPdf.sample]) == ["released"]


NOT_MUTATED = {
    "doc": "converted by LibreOffice, then as docx",
    "xls": "converted by LibreOffice, then as xlsx",
    "ppt": "converted by LibreOffice, then as pptx",
}
"""Formats without mutations of their own: a class of tests of their own says what is refused."""


def test_every_format_has_a_conformance_class_and_mutations() -> None:
    """A format that the product opens, and none of these classes tries, would be said to be tried."""
    rows = {suffix: row.name for row in FORMATS for suffix in row.suffixes}
    tried_ones = {rows[f".{suffix.rpartition('.')[2]}"] for suffix in SUITES}
    assert {row.name for row in FORMATS} - tried_ones == set(NOT_MUTATED)
    for suffix, suite in SUITES.items():
        assert issubclass(suite, DocumentFormatSuite) and suite.sample, suffix
        own = {base.fmt.name for base in suite.__mro__ if "fmt" in vars(base)}
        own |= {suite.fmt.other.name} if hasattr(suite.fmt, "other") else set()
        assert rows[f".{suffix.rpartition('.')[2]}"] in own, suffix


def test_the_page_counts_every_class() -> None:
    page = (Path(__file__).parents[2] / "docs" / "documents.md").read_text()
    assert f"2,000 mutated files of each of {len(SUITES)} kinds" in page

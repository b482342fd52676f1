"""Words of a PDF that somebody covered: they leave, they are counted, and the check knows them by itself."""

from __future__ import annotations

import io
from types import SimpleNamespace
from typing import Any

import pikepdf
import pypdfium2.raw as raw
import pytest

from adapters.documents.opening.sources import Source
from adapters.documents.pdf import pdfium
from adapters.documents.pdf.cleaning import clean
from adapters.documents.pdf.pdf import PdfFormat
from adapters.documents.pdf.pdfium import n_covered
from adapters.documents.settings import Settings
from engine.errors import UnreadableError
from flows.compiling.compilation import compile_policy
from flows.document.document import DocumentPipeline
from tests.conformance.covered_pages import COVERED, LINE, SHOWN, WORD, made

_KNOWN_TO_THE_CHECK = [
    "a black rectangle",
    "a white rectangle",
    "a picture",
    "a form with a rectangle",
    "words of a form under a rectangle of the page",
    "a thick stroke",
    "a turned page",
]
"""A mark for redaction is no part of a released page, and the check wants whole letters covered."""


@pytest.mark.parametrize("name", COVERED)
def test_covered_words_leave_and_are_counted(name: str) -> None:
    opened = PdfFormat().open("d", made(COVERED[name]))
    text = opened.document.text.reveal()
    assert WORD not in text and opened.document.pictures.covered_letters == len(WORD)
    assert "The ledger names" in text and "as the keeper of the keys." in text
    written = opened.rewrite([])
    with pikepdf.Pdf.open(io.BytesIO(written)) as pdf:
        unpacked = io.BytesIO()
        pdf.save(unpacked, qdf=True, stream_decode_level=pikepdf.StreamDecodeLevel.all)
    assert b"Quill" not in unpacked.getvalue()
    assert n_covered(written) == 0


@pytest.mark.parametrize("name", SHOWN)
def test_words_that_a_page_shows_stay(name: str) -> None:
    opened = PdfFormat().open("d", made(SHOWN[name]))
    assert opened.document.text.reveal().split() == LINE.split()
    assert opened.document.pictures.covered_letters == 0
    assert n_covered(opened.rewrite([])) == 0


@pytest.mark.parametrize("name", COVERED)
def test_a_policy_may_refuse_them(name: str) -> None:
    with pytest.raises(UnreadableError) as refused:
        PdfFormat(Settings(covered_text="refuse")).open("d", made(COVERED[name]))
    assert [fault.code for fault in refused.value.faults] == ["DOC030"]


@pytest.mark.parametrize("name", SHOWN)
def test_a_policy_that_refuses_them_lets_others_leave(name: str) -> None:
    PdfFormat(Settings(covered_text="refuse")).open("d", made(SHOWN[name]))


@pytest.mark.parametrize("name", _KNOWN_TO_THE_CHECK)
def test_the_check_refuses_a_file_whose_writer_left_them(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(clean, "remove_covered", lambda pdf: 0)
    written = PdfFormat().open("d", made(COVERED[name])).rewrite([])
    with pytest.raises(UnreadableError) as refused:
        PdfFormat().read_back(written)
    assert [fault.code for fault in refused.value.faults] == ["DOC030"]


def test_the_record_of_a_release_counts_them() -> None:
    pipeline = DocumentPipeline(compile_policy("hipaa-safe-harbor"), b"k" * 32, 2026)
    released = pipeline.release(Source("000001", "", "a.pdf"), made(COVERED["a black rectangle"]))
    assert released.record.pictures is not None
    assert released.record.pictures.covered_letters == len(WORD)


@pytest.mark.parametrize(
    ("text", "looked_at"),
    [((10, 10, 90, 20), False), ((10, 10, 10, 20), True), ((10, 110, 90, 120), True)],
    ids=["beside the cover", "a place that is not known", "below the cover"],
)
def test_letters_are_looked_at_unless_all_stand_free(text: pdfium.Box, looked_at: bool) -> None:
    objects: list[Any] = [SimpleNamespace(type=raw.FPDF_PAGEOBJ_TEXT, get_bounds=lambda: text)]
    assert pdfium._may_be_covered(objects, [(1, (0.0, 100.0, 100.0, 200.0))]) is looked_at
    assert pdfium._may_be_covered([*objects, SimpleNamespace(type=raw.FPDF_PAGEOBJ_FORM)], [(1, text)])

"""Pictures inside office files: read and painted over where the policy says so; those without words stay."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from pathlib import Path

import docx
import numpy as np
import openpyxl
import pptx
import pytest
from openpyxl.drawing.image import Image as SheetImage
from PIL import Image, ImageFilter

from adapters.documents.opening.sources import Source
from adapters.documents.pictures.embedded import BLANK_PNG, clean_image
from adapters.documents.settings import Settings
from tests.conformance.documents_suite import CANARY, words
from tests.conformance.picture_files import HIDDEN, drawn, face, saved, with_metadata
from tests.conformance.test_documents_pictures import LINES, pipeline

LOGO = Image.linear_gradient("L").resize((90, 60))
PICTURES = (
    with_metadata(drawn([f"Patient {CANARY} was seen here"]), "PNG"),
    with_metadata(LOGO, "PNG"),
)


def _docx() -> bytes:
    document, file = docx.Document(), io.BytesIO()
    document.add_paragraph(f"Letter about {CANARY}.")
    for picture in PICTURES:
        document.add_picture(io.BytesIO(picture))
    document.save(file)
    return file.getvalue()


def _pptx() -> bytes:
    presentation, file = pptx.Presentation(), io.BytesIO()
    slide = presentation.slides.add_slide(presentation.slide_layouts[5])
    slide.shapes.title.text = f"Letter about {CANARY}."
    for picture in PICTURES:
        slide.shapes.add_picture(io.BytesIO(picture), 0, 0)
    presentation.save(file)
    return file.getvalue()


def _xlsx() -> bytes:
    book, file = openpyxl.Workbook(), io.BytesIO()
    book.active["A1"] = f"Letter about {CANARY}."
    for number, picture in enumerate(PICTURES):
        book.active.add_image(SheetImage(io.BytesIO(picture)), f"B{2 + 20 * number}")
    book.save(file)
    return file.getvalue()


def media_of(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist() if name.startswith("media/")}


@pytest.mark.parametrize(("suffix", "make"), [(".docx", _docx), (".pptx", _pptx), (".xlsx", _xlsx)])
def test_pictures_with_words_are_painted_over_and_others_stay(
    suffix: str, make: Callable[[], bytes], tmp_path: Path
) -> None:
    source, content = Source("000001", "", f"a{suffix}"), make()
    done = pipeline(tmp_path, "{images: read}").release(source, content)
    assert done.text.count(CANARY) == 2
    assert done.record.pictures is not None and done.record.pictures.read == 2
    read = words([text.reveal() for text in done.read_back])
    assert CANARY not in read and words(["was seen here"]) in read
    shown = [Image.open(io.BytesIO(one)) for one in media_of(done.content).values()]
    sizes = [picture.size for picture in shown]
    assert sorted(sizes) == sorted(Image.open(io.BytesIO(one)).size for one in PICTURES)
    logo = shown[sizes.index(LOGO.size)]
    assert (np.asarray(logo.convert("L")) == np.asarray(LOGO)).all()
    assert HIDDEN.encode() not in b"".join(media_of(done.content).values())


def test_a_picture_that_is_hardly_read_is_emptied_and_its_document_released(tmp_path: Path) -> None:
    document, file = docx.Document(), io.BytesIO()
    blurred = drawn(LINES[:2]).filter(ImageFilter.GaussianBlur(4))
    for picture in (blurred, face(75)):
        document.add_picture(io.BytesIO(saved(picture, "PNG")))
    document.save(file)
    done = pipeline(tmp_path, "{images: read}").release(Source("000001", "", "a.docx"), file.getvalue())
    assert done.record.pictures is not None
    assert (done.record.pictures.emptied, done.record.pictures.faces) == (1, 1)
    first, _ = (Image.open(io.BytesIO(one)).convert("L") for one in media_of(done.content).values())
    assert first.getextrema() == (255, 255)


def test_a_format_that_does_not_read_pictures_blanks_them() -> None:
    assert clean_image(PICTURES[0], Settings(images="read")) == BLANK_PNG

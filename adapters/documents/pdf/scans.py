"""Pages of a PDF that are pictures: read by text recognition, and written as pictures again."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium
from pikepdf import Array, Dictionary, Name
from PIL import Image

from adapters.documents.faults import scanned, too_little_read
from adapters.documents.pdf.cleaning.clean import cleaned
from adapters.documents.pictures.page import EMPTIED, Page, read_page
from adapters.documents.pictures.picture import text_of
from adapters.documents.pictures.readers import first_reader, second_reader
from adapters.documents.settings import Settings
from engine.text import NO_PICTURES

_DPI = 200
_LONGEST = 5000
_QUALITY = 85
_POINTS = 72


class Scans:
    """The pages of a file that are pictures.

    Parameters
    ----------
    document_id : str
        Names the document in errors.
    content : bytes
        The file as it came.
    settings : Settings
        ``scanned_pages``, ``unreadable_pictures``, and the limits.
    """

    def __init__(self, document_id: str, content: bytes, settings: Settings) -> None:
        self._id = document_id
        self._content = content
        self._settings = settings
        self._with_pictures = b""
        self.facts = NO_PICTURES
        """What the report says of the pages that were read."""

    def read(self, number: int) -> Page | None:
        """Page `number`, from 1, as it was read; None where it is emptied. DOC017, DOC023, DOC024."""
        if self._settings.scanned_pages == "refuse":
            raise scanned(self._id, number)
        if self._settings.scanned_pages != "read":
            return None
        reader = first_reader(self._id)
        if not self._with_pictures:
            self._with_pictures = cleaned(
                self._id, self._content, replace(self._settings, images="keep")
            ).content
        with pypdfium2.PdfDocument(self._with_pictures) as document:
            page = read_page(self._id, _picture(document[number - 1]), reader, self._settings)
        if not page.is_readable and self._settings.unreadable_pictures == "refuse":
            raise too_little_read(self._id, number, page.n_sure, len(page.words))
        self.facts = self.facts.plus(page.facts if page.is_readable else EMPTIED)
        return page if page.is_readable else None


def _picture(page: Any) -> Image.Image:
    """A page as it is shown."""
    scale = min(_DPI / _POINTS, _LONGEST / max(page.get_size()))
    picture: Image.Image = page.render(scale=scale).to_pil()
    grey = picture.convert("L")
    return (
        grey if picture.convert("RGB").tobytes() == grey.convert("RGB").tobytes() else picture.convert("RGB")
    )


def show(pdf: Any, page: Any, picture: Image.Image) -> None:
    """Make a page show a picture and nothing else."""
    written = io.BytesIO()
    picture.save(written, "JPEG", quality=_QUALITY)
    image = pdf.make_stream(written.getvalue())
    image["/Type"], image["/Subtype"], image["/Filter"] = Name.XObject, Name.Image, Name.DCTDecode
    image["/Width"], image["/Height"], image["/BitsPerComponent"] = *picture.size, 8
    image["/ColorSpace"] = Name.DeviceGray if picture.mode == "L" else Name.DeviceRGB
    width, height = (round(side * _POINTS / _DPI, 2) for side in picture.size)
    for key in set(page.keys()) - {"/Type", "/Parent"}:
        del page[key]
    page["/MediaBox"] = Array([0, 0, width, height])
    page["/Resources"] = Dictionary(XObject=Dictionary(Im1=image))
    page["/Contents"] = pdf.make_stream(f"q {width} 0 0 {height} 0 0 cm /Im1 Do Q".encode())


def texts_of_scans(content: bytes) -> Iterator[str]:
    """The texts of pages that show pictures and no text, by another reader than opened them."""
    with pypdfium2.PdfDocument(content) as document:
        for page in document:
            has_picture = any(page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_IMAGE]))
            if has_picture and not page.get_textpage().get_text_bounded().strip():
                yield from text_of(_picture(page), second_reader())

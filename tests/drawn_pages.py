"""PDF files with words at known places, and what a picture shows there."""

from __future__ import annotations

import io
from collections.abc import Sequence

import pikepdf
from PIL import Image, ImageChops

Words = tuple[float, float, str]
"""Points from the left and from the bottom, and what stands there."""


def pdf_of(*pages: Sequence[Words], rotate: int = 0, crop: Sequence[float] = (0, 0, 612, 792)) -> bytes:
    """A PDF of these words."""
    made = pikepdf.new()
    names = {"Type": "Font", "Subtype": "Type1", "BaseFont": "Helvetica", "Encoding": "WinAnsiEncoding"}
    font = pikepdf.Dictionary({f"/{key}": pikepdf.Name(f"/{value}") for key, value in names.items()})
    for words in pages:
        page = made.add_blank_page(page_size=(612, 792))
        page.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F1=font))
        page.Rotate, page.CropBox = rotate, pikepdf.Array([*crop])
        shown = "".join(f"BT /F1 12 Tf {x} {y} Td ({text}) Tj ET\n" for x, y, text in words)
        page.Contents = made.make_stream(shown.encode("latin-1"))
    written = io.BytesIO()
    made.save(written)
    return written.getvalue()


def changed_part(one: bytes, other: bytes) -> tuple[float, float, float, float]:
    """Where two pictures differ: edges as shares of width and height, from the top left."""
    pictures = [Image.open(io.BytesIO(content)).convert("L") for content in (one, other)]
    found = ImageChops.difference(*pictures).getbbox()
    assert found is not None, "the pictures are the same"
    width, height = pictures[0].size
    left, top, right, bottom = found
    return left / width, top / height, right / width, bottom / height

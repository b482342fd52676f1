"""A line of a picture that is turned, as of a stamp: it is covered whole, not the letters that were read."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

pytest.importorskip("rapidocr")

from adapters.documents.pictures.page import Page, read_page
from adapters.documents.pictures.rapid import RapidReader
from adapters.documents.settings import Settings

_LINES = ("The office opens at nine every day.", "Bring a letter from the practice.", "Parking is free here.")
_AT = (560, 240)


def _page(text: str, angle: int) -> tuple[Image.Image, Image.Image]:
    """A page with a turned line, and that line's ink alone."""
    font = ImageFont.load_default(26)
    page = Image.new("L", (900, 560), 255)
    for number, line in enumerate(_LINES):
        ImageDraw.Draw(page).text((40, 40 + 60 * number), line, fill=0, font=font)
    stamp = Image.new("L", (int(font.getlength(text)) + 20, 46), 255)
    ImageDraw.Draw(stamp).text((10, 5), text, fill=0, font=font)
    alone = Image.new("L", page.size, 255)
    alone.paste(stamp.rotate(angle, expand=True, fillcolor=255), _AT)
    return Image.fromarray(np.minimum(np.asarray(page), np.asarray(alone))), alone


def _left(page: Page, alone: Image.Image) -> float:
    """Share of the turned line's ink that is outside all fields."""
    painted = np.asarray(alone).copy()
    for field in page.fields(()):
        painted[max(field.top, 0) : field.bottom, max(field.left, 0) : field.right] = 255
    return float((painted < 128).sum() / (np.asarray(alone) < 128).sum())


@pytest.mark.parametrize("angle", [90, 180, 270])
@pytest.mark.parametrize("text", ["SSN 219-09-9871", "Acct 5501-8834-20", "Adelheid Mornington"])
def test_a_turned_line_is_covered_whole(text: str, angle: int) -> None:
    picture, alone = _page(text, angle)
    page = read_page("d", picture, RapidReader(), Settings())
    assert page.turn is None and _left(page, alone) < 0.02
    read = [word.text for number, word in enumerate(page.words) if number not in page.unsure]
    assert {"office", "practice.", "Parking"} <= set(read)


def test_a_line_that_lies_flat_is_read() -> None:
    picture, alone = _page("SSN 219-09-9871", 0)
    page = read_page("d", picture, RapidReader(), Settings())
    assert _left(page, alone) > 0.9 and "219-09-9871" in {word.text for word in page.words}

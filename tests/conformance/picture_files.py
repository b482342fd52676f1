"""Pictures with text, drawn with the font that comes with Pillow."""

from __future__ import annotations

import io
import itertools
from collections.abc import Sequence
from typing import Any

from PIL import Image, ImageDraw, ImageFilter, ImageFont

HIDDEN = "Qorvexil"
"""A marker of places that are no pixels: it must never leave."""


def drawn(lines: Sequence[str], size: int = 24, mode: str = "L", width: int = 560) -> Image.Image:
    """A picture of lines of text, black on white."""
    height = round(len(lines) * 1.6 * size + 40)
    picture = Image.new(mode, (width, height), "white" if mode == "RGB" else 1 if mode == "1" else 255)
    font = ImageFont.load_default(size)
    for number, line in enumerate(lines):
        ImageDraw.Draw(picture).text((20, 20 + number * 1.6 * size), line, font=font, fill=0)
    return picture


def saved(picture: Image.Image, kind: str, **options: Any) -> bytes:
    """The bytes of a file."""
    file = io.BytesIO()
    picture.save(file, kind, **options)
    return file.getvalue()


def with_metadata(picture: Image.Image, kind: str, more: Sequence[Image.Image] = ()) -> bytes:
    """A file that holds the marker wherever pictures hold text that is no picture; `more` are pages."""
    exif = Image.Exif()
    exif[0x010E] = exif[0x013B] = HIDDEN  # description, artist
    exif.get_ifd(0x8825)[0x001D] = HIDDEN  # GPS: date
    xmp = f"<x:xmpmeta xmlns:x='adobe:ns:meta/'>{HIDDEN}</x:xmpmeta>".encode()
    options: dict[str, Any] = {"exif": exif, "icc_profile": HIDDEN.encode(), "dpi": (200, 200)}
    if kind == "PNG":
        from PIL.PngImagePlugin import PngInfo

        told = PngInfo()
        told.add_text("Comment", HIDDEN)
        told.add_itxt("XML:com.adobe.xmp", xmp.decode())
        options["pnginfo"] = told
    if kind == "GIF":
        options = {"comment": HIDDEN.encode()}
    if kind == "WEBP":
        options |= {"xmp": xmp, "lossless": True}
    if kind == "JPEG":
        options |= {"comment": HIDDEN.encode(), "xmp": xmp}
    if more:
        options |= {"save_all": True, "append_images": more}
    return saved(picture, kind, **options) + HIDDEN.encode()


def face(size: int) -> Image.Image:
    """A drawing of a face from the front, shaded as those are that detectors learned from."""
    picture = Image.new("L", (size * 2, size * 2), 150)
    drawing = ImageDraw.Draw(picture)

    def oval(left: float, top: float, right: float, bottom: float, grey: int) -> None:
        drawing.ellipse([size * (1 + side) for side in (left, top, right, bottom)], fill=grey)

    oval(-0.62, -0.85, 0.62, 0.85, 205)
    drawing.pieslice([size * (1 + side) for side in (-0.66, -0.95, 0.66, 0.2)], 180, 360, fill=50)
    oval(-0.52, -0.6, 0.52, 0.75, 210)
    for across in (-0.24, 0.24):
        oval(across - 0.16, -0.22, across + 0.16, -0.02, 120)
        oval(across - 0.11, -0.17, across + 0.11, -0.06, 235)
        oval(across - 0.05, -0.17, across + 0.05, -0.07, 20)
        oval(across - 0.16, -0.32, across + 0.16, -0.26, 60)
    oval(-0.07, -0.1, 0.07, 0.22, 225)
    oval(-0.1, 0.17, 0.1, 0.23, 130)
    oval(-0.22, 0.36, 0.22, 0.48, 90)
    return picture.filter(ImageFilter.GaussianBlur(size / 50))


def signed(picture: Image.Image, at: tuple[int, int]) -> None:
    """A signature, drawn by a pen that turns and crosses its own line."""
    left, base = at
    shape = (
        (0, 0),
        (14, -52),
        (30, -60),
        (26, -8),
        (8, -20),
        (44, -30),
        (52, 0),
        (62, -22),
        (70, 2),
        (82, -24),
    )
    waves = ((88, 0), (104, -34), (98, 2), (118, -18), (126, 0), (138, -16), (168, -8), (150, 6), (60, 12))
    points = [(left + 1.4 * x, base + y) for x, y in (*shape, *waves)]
    for one, two in itertools.pairwise(points):
        ImageDraw.Draw(picture).line([one, two], fill=(20, 40, 130), width=3)


def stamped(picture: Image.Image, at: tuple[int, int], side: int = 150) -> None:
    """A red ring with words in it, turned."""
    mark = Image.new("L", (side + 10, side + 10), 0)
    ImageDraw.Draw(mark).ellipse((5, 5, side + 5, side + 5), outline=255, width=5)
    font = ImageFont.load_default(22)
    ImageDraw.Draw(mark).text((side / 2 + 5, side / 2), "PAID 17", font=font, fill=255, anchor="mm")
    picture.paste((190, 30, 40), at, mark.rotate(12))

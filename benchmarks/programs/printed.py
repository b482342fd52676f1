"""Pictures of pages by poppler, ImageMagick and ExifTool, each number in another form of its format.

A page that LibreOffice printed is drawn, bent into a form (palette, grey, two colours, inks of printers,
lossy, several pages...), and gets markers as metadata in every field that ExifTool writes there.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

from benchmarks.programs.marked import Marked

RESOLUTIONS = (100, 120, 150, 200)
HALF = ("-gravity", "North", "-crop", "100%x50%+0+0", "+repage")
FORMS: dict[str, tuple[tuple[str, ...], ...]] = {
    "png": (
        (),
        ("-type", "Palette", "-colors", "64"),
        ("-colorspace", "Gray", "-depth", "8"),
        ("-monochrome", "-depth", "1"),
        ("-depth", "16"),
        ("-interlace", "PNG"),
        ("-alpha", "on"),
        ("-colorspace", "Gray", "-depth", "2"),
    ),
    "jpg": (
        ("-quality", "92"),
        ("-quality", "70", "-interlace", "JPEG"),
        ("-colorspace", "Gray", "-quality", "85"),
        ("-colorspace", "CMYK", "-quality", "90"),
        ("-sampling-factor", "4:2:0", "-quality", "60"),
        ("-rotate", "90", "-orient", "LeftBottom"),
        ("-rotate", "180", "-orient", "BottomRight"),
    ),
    "tiff": (
        ("-compress", "LZW"),
        ("-monochrome", "-compress", "Group4"),
        ("-compress", "Zip", "-depth", "16"),
        ("-compress", "JPEG", "-quality", "85"),
        ("-colorspace", "CMYK", "-compress", "LZW"),
        ("-compress", "None", "-endian", "MSB"),
        ("-type", "Palette", "-compress", "RLE"),
        ("-monochrome", "-compress", "Fax"),
    ),
    "bmp": (
        (),
        ("-type", "Palette", "-colors", "200"),
        ("-monochrome",),
        ("-type", "Palette", "-colors", "16"),
        ("-define", "bmp:format=bmp2"),
        ("-define", "bmp:format=bmp4", "-alpha", "on"),
        ("-compress", "RLE", "-type", "Palette", "-colors", "200"),
    ),
    "gif": (
        (),
        ("-colors", "16"),
        ("-interlace", "GIF"),
        ("-monochrome",),
        ("-transparent", "white"),
    ),
    "webp": (
        ("-define", "webp:lossless=true"),
        ("-quality", "80"),
        ("-quality", "45"),
        ("-alpha", "on", "-define", "webp:lossless=true"),
        ("-define", "webp:near-lossless=40"),
    ),
}
"""What ImageMagick makes of a page, in turn."""
WHOLE_DOCUMENTS = ("tiff", "gif", "webp")
"""Formats that hold all pages where the number is even."""
FIELDS = {
    "png": ("PNG:Author", "PNG:Comment", "XMP:Creator", "EXIF:Artist"),
    "jpg": ("EXIF:Artist", "EXIF:UserComment", "IPTC:By-line", "XMP:Description", "Comment"),
    "tiff": ("EXIF:Artist", "EXIF:ImageDescription", "IPTC:Caption-Abstract", "XMP:Creator"),
    "gif": ("Comment", "XMP:Creator"),
    "webp": ("EXIF:Artist", "XMP:Description"),
}
"""Where ExifTool writes markers; it writes no BMP."""


def write(out: Path, kind: str, pdf: Path, number: int, case: Marked, halves: bool = False) -> Path:
    """One picture of `kind` from the pages of `pdf`, or their upper halves; its metadata are markers too."""
    resolution = RESOLUTIONS[number % (2 if halves else len(RESOLUTIONS))]
    drawn = out / "sources" / f"{pdf.stem}-{resolution}"
    run("pdftoppm", "-r", str(resolution), "-png", str(pdf), str(drawn))
    pages = sorted(drawn.parent.glob(f"{drawn.name}-*.png"))
    if kind not in WHOLE_DOCUMENTS or number % 2:
        pages = pages[:1]
    written = out / kind / f"printed-{pdf.stem}.{kind}"
    written.parent.mkdir(exist_ok=True)
    form = FORMS[kind][number % len(FORMS[kind])]
    name = f"bmp3:{written}" if kind == "bmp" and "-define" not in form else str(written)
    density = ("-density", str(resolution), "-units", "PixelsPerInch")
    cut = HALF if halves else ()
    run("/usr/bin/convert", *map(str, pages), *cut, *density, *form, name)
    told = [f"-{field}={case.named(f'metadata {field}')}" for field in FIELDS.get(kind, ())]
    if told:
        run("exiftool", "-q", "-overwrite_original", "-m", *told, str(written))
    return written


def run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True, timeout=300)

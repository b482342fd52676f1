"""Tesseract, where the system has it: a program that reads a picture and prints its words."""

from __future__ import annotations

import csv
import io
import shutil
from collections.abc import Iterator
from pathlib import Path

from PIL import Image

from adapters.documents.pictures.words import Word
from adapters.machine.processes.children import run_tool

PROGRAM = "tesseract"
_LINE, _WORD = "4", "5"
_LONGEST = 5000
_MOST_SECONDS = 3600.0
"""For one picture; the policy's own limit for the document ends it sooner."""
_LETTERS = 0.9
"""Height of the letters of a line, as a share of the box around it."""


def is_installed() -> bool:
    """Whether the program is found."""
    return shutil.which(PROGRAM) is not None


class TesseractReader:
    """Text recognition by Tesseract.

    Parameters
    ----------
    scale : float
        By how much pictures are made smaller or larger before they are read.
    """

    def __init__(self, scale: float = 1.0) -> None:
        self._scale = scale

    def read(self, picture: Image.Image) -> list[Word]:
        """The words of a picture, line by line."""
        scale = min(self._scale, _LONGEST / max(picture.size))
        size = [max(1, round(side * scale)) for side in picture.size]
        written = io.BytesIO()
        picture.convert("L").resize((size[0], size[1])).save(written, "PPM")
        command = [PROGRAM, "stdin", "stdout", "--dpi", "200", "--psm", "3", "-l", "eng", "tsv"]
        one_thread = {"OMP_THREAD_LIMIT": "1"}
        printed = run_tool(command, Path("/"), _MOST_SECONDS, written.getvalue(), one_thread)
        return list(_words(printed.decode("utf-8"), 1 / scale))


def _words(printed: str, scale: float) -> Iterator[Word]:
    line, size = 0, 1.0
    for row in csv.DictReader(io.StringIO(printed), delimiter="\t", quoting=csv.QUOTE_NONE):
        left, top, width, height = (int(row[key]) * scale for key in ("left", "top", "width", "height"))
        if row["level"] == _LINE:
            line, size = line + 1, max(_LETTERS * height, 1.0)
        text = "".join((row["text"] or "").split())
        if row["level"] == _WORD and text:
            sure = float(row["conf"]) / 100
            yield Word(text, left, top, left + max(width, 1.0), top + height, sure, line, size)

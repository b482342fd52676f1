"""Which text recognition reads pictures, and which other one reads them again."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Protocol

from PIL import Image

from adapters.documents.faults import without_recognition
from adapters.documents.pictures import tesseract
from adapters.documents.pictures.words import Word

_OTHER_SCALE = 0.8


class Reader(Protocol):
    """Text recognition."""

    def read(self, picture: Image.Image) -> list[Word]:
        """The words of a picture, line by line."""
        ...


def has_rapid() -> bool:
    """Whether the extra `ocr` is installed."""
    return all(find_spec(name) is not None for name in ("rapidocr", "onnxruntime", "cv2"))


def first_reader(document_id: str) -> Reader:
    """The one that pictures are opened with; DOC024 if there is none."""
    return _rapid(1.0) if has_rapid() else _tesseract(document_id, 1.0)


def second_reader() -> Reader:
    """The one that reads a released picture: another program, else the same at another scale."""
    if has_rapid() and not tesseract.is_installed():
        return _rapid(_OTHER_SCALE)
    return _tesseract("", 1.0 if has_rapid() else _OTHER_SCALE)


def _rapid(scale: float) -> Reader:
    from adapters.documents.pictures.rapid import RapidReader  # an extra

    return RapidReader(scale)


def _tesseract(document_id: str, scale: float) -> Reader:
    if not tesseract.is_installed():
        raise without_recognition(document_id)
    return tesseract.TesseractReader(scale)

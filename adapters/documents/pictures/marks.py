"""Codes, faces, signatures and stamps in pictures: found, and covered or refused as the policy says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from PIL import Image

from adapters.documents.faults import with_marks, without_search
from adapters.documents.pictures.ink import Box, pen_and_stamps
from adapters.documents.pictures.words import Word
from adapters.documents.settings import Settings

_LONGEST = 1600
"""Faces are looked for in a picture of this size at the most."""
_CASCADES = ("haarcascade_frontalface_alt2.xml", "haarcascade_profileface.xml")
_LEAST_FACE = 32
_STEP, _NEIGHBOURS = 1.1, 5
_AROUND_FACE, _AROUND_CODE = 0.2, 0.06
"""How far a field reaches beyond a face or a code, as a share of its size."""


class Marks(NamedTuple):
    """Boxes of what is covered in a picture: left, top, right, bottom."""

    codes: tuple[Box, ...] = ()
    faces: tuple[Box, ...] = ()
    signatures: tuple[Box, ...] = ()
    stamps: tuple[Box, ...] = ()


NO_MARKS = Marks()


def find_marks(document_id: str, picture: Image.Image, words: Sequence[Word], settings: Settings) -> Marks:
    """What must be covered in a picture with these words; what the policy keeps is not looked for.

    Raises
    ------
    UnreadableError
        DOC024 the extra is missing, DOC025 the policy refuses what was found.
    """
    choices = (settings.codes, settings.faces, settings.signatures, settings.stamps)
    needed = zip(("zxingcpp", "cv2", "cv2", "cv2"), choices, strict=True)
    if any(choice != "keep" and find_spec(name) is None for name, choice in needed):
        raise without_search(document_id)
    codes = () if settings.codes == "keep" else tuple(_codes(picture))
    faces = () if settings.faces == "keep" else tuple(_faces(picture))
    pen, stamps = _ink(picture, words, settings)
    found = Marks(codes, faces, pen, stamps)
    if any(boxes and choice == "refuse" for boxes, choice in zip(found, choices, strict=True)):
        raise with_marks(document_id, *map(len, found))
    return found


def _ink(
    picture: Image.Image, words: Sequence[Word], settings: Settings
) -> tuple[tuple[Box, ...], tuple[Box, ...]]:
    if settings.signatures == settings.stamps == "keep":
        return (), ()
    found = pen_and_stamps(picture, words)
    return (
        () if settings.signatures == "keep" else found.signatures,
        () if settings.stamps == "keep" else found.stamps,
    )


def code_texts(picture: Image.Image) -> list[str]:
    """What the codes of a picture say; none where the extra is missing."""
    return [found.text for found in _read_codes(picture) if found.text] if find_spec("zxingcpp") else []


def _read_codes(picture: Image.Image) -> list[Any]:
    import zxingcpp  # an extra

    return list(zxingcpp.read_barcodes(np.asarray(picture.convert("L")), return_errors=True))


def _codes(picture: Image.Image) -> Iterator[Box]:
    for found in _read_codes(picture):
        place = found.position
        corners = (place.top_left, place.top_right, place.bottom_left, place.bottom_right)
        across, down = [one.x for one in corners], [one.y for one in corners]
        around = _AROUND_CODE * max(max(across) - min(across), max(down) - min(down)) + 4
        yield min(across) - around, min(down) - around, max(across) + around, max(down) + around


def _faces(picture: Image.Image) -> Iterator[Box]:
    import cv2  # an extra

    scale = min(1.0, _LONGEST / max(picture.size))
    size = (max(1, round(picture.width * scale)), max(1, round(picture.height * scale)))
    pixels = np.asarray(picture.convert("L").resize(size))
    cv2.setNumThreads(1)
    found: list[Box] = []
    for name in _CASCADES:
        cascade = cv2.CascadeClassifier(str(Path(cv2.__file__).parent / "data" / name))
        sides = (_LEAST_FACE, _LEAST_FACE)
        for left, top, width, height in cascade.detectMultiScale(pixels, _STEP, _NEIGHBOURS, minSize=sides):
            if not any(_holds(box, left + width / 2, top + height / 2) for box in found):
                found.append((left, top, left + width, top + height))
    for box in found:
        around = _AROUND_FACE * max(box[2] - box[0], box[3] - box[1])
        yield (
            (box[0] - around) / scale,
            (box[1] - around) / scale,
            (box[2] + around) / scale,
            (box[3] + around) / scale,
        )


def _holds(box: Box, across: float, down: float) -> bool:
    return box[0] < across < box[2] and box[1] < down < box[3]

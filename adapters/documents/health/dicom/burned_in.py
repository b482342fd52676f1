"""Words that are burned into pixels: read by text recognition, and painted over in the values themselves."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageOps

from adapters.documents.faults import too_little_read, with_pixels
from adapters.documents.health.dicom.pixels import Pixels
from adapters.documents.layout import Layout
from adapters.documents.pictures.page import (
    EMPTIED,
    LEAST_WORDS,
    SURE,
    Page,
    Place,
    Replaced,
    read_page,
    read_upright,
    words_replaced,
)
from adapters.documents.pictures.picture import text_on
from adapters.documents.pictures.readers import first_reader, second_reader
from adapters.documents.pictures.words import Word
from adapters.documents.settings import Settings
from engine.ports import Replacement
from engine.text import NO_PICTURES, SensitiveText

MOST_FRAMES = 24
"""Frames that are read: each takes seconds, and the other reader's time comes to it."""
_SHORTER_SIDE, _MOST_TIMES = 900, 4
"""Frames are read enlarged, as their letters are small."""
_LONG = 1.5
"""So many times as long as high is a line of letters."""
_OUTLIERS = (0.5, 99.5)
"""Percentiles between which a second view of a frame lies: it shows letters that bright spots outshine."""
_COARSE = 1.5
"""How much wider a range must be than another one, for a further view to show more."""


def views(
    frame: NDArray[Any], colours: str, windows: Sequence[tuple[float, float]] = ()
) -> list[Image.Image]:
    """A frame as pictures of eight bits that show all that is drawn in it.

    Parameters
    ----------
    frame : array
        Values by row, column and sample.
    colours : str
        How they are meant.
    windows : sequence of (float, float)
        Ranges of grey values that the object asks viewers to show.
    """
    if colours == "RGB":
        return [_picture(frame, edges, "RGB") for edges in _ranges(frame, ())]
    grey, *shades = np.moveaxis(frame, 2, 0)
    shown = [_picture(grey, edges, "L") for edges in _ranges(grey, windows)]
    coloured = [shade for shade in shades if shade.min() < shade.max()]
    shown += [_picture(shade, edges, "L") for shade in coloured for edges in _ranges(shade, ())]
    return [ImageOps.invert(one) for one in shown] if colours == "MONOCHROME1" else shown


def _ranges(values: NDArray[Any], windows: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Ranges of values to look at: all, without few that outshine the rest, and narrower windows."""
    ranges = [(float(values.min()), float(values.max()))]
    for low, high in (_without_outliers(values), *windows):
        narrowest = min(top - bottom for bottom, top in ranges)
        if narrowest > _COARSE * (high - low) > 0:
            ranges.append((low, high))
    return ranges


def _without_outliers(values: NDArray[Any]) -> tuple[float, float]:
    low, high = (float(edge) for edge in np.percentile(values, _OUTLIERS))
    others = values[values != low]
    if low == high and others.size:  # little is drawn on one colour
        drawn = [float(edge) for edge in np.percentile(others, _OUTLIERS)]
        return min(low, drawn[0]), max(high, drawn[1])
    return low, high


def _picture(values: NDArray[Any], edges: tuple[float, float], mode: str) -> Image.Image:
    return _enlarged(Image.fromarray(_scaled(values, *edges), mode))


def _scaled(values: NDArray[Any], low: float, high: float) -> NDArray[np.uint8]:
    span = max(high - low, 1.0)
    shares = np.clip((values.astype(np.float32) - low) / span, 0, 1)
    return np.asarray(shares * 255, dtype=np.uint8)


def _times(size: tuple[int, int]) -> int:
    return max(1, min(_MOST_TIMES, _SHORTER_SIDE // max(1, min(size))))


def _enlarged(picture: Image.Image) -> Image.Image:
    times = _times(picture.size)
    return picture.resize((picture.width * times, picture.height * times), Image.Resampling.BICUBIC)


class BurnedIn:
    """What stands in the pixels of an object, as an open document of one page for each frame.

    Parameters
    ----------
    document_id : str
    pixels : Pixels
    settings : Settings
        ``unreadable_pictures``, ``codes``, ``faces``, ``signatures`` and ``stamps``.

    Raises
    ------
    UnreadableError
        DOC026 too many frames; DOC023 text that can hardly be read; DOC024, DOC025 as of pictures.
    """

    def __init__(self, document_id: str, pixels: Pixels, settings: Settings) -> None:
        if len(pixels.values) > MOST_FRAMES:
            raise with_pixels(document_id, f"more than {MOST_FRAMES} frames that may show text")
        self._pixels, self._facts = pixels, NO_PICTURES
        self._pages: list[Page | None] = []
        self._layout: Layout[Place] = Layout()
        tables = count()
        for number, frame in enumerate(pixels.values):
            page = _read(document_id, views(frame, pixels.colours, pixels.windows), settings)
            self._facts = self._facts.plus(EMPTIED if page.is_hardly_read else page.facts)
            if page.is_hardly_read and settings.unreadable_pictures == "refuse":
                raise too_little_read(document_id, number + 1, page.n_sure, len(page.words))
            self._pages.append(None if page.is_hardly_read else page)
            if not page.is_hardly_read:
                page.lay_out(self._layout, number, tables)
        self.document = self._layout.document(document_id, self._facts)

    def painted(self, replacements: Sequence[Replacement]) -> Pixels:
        """The pixels, those of the words of `replacements` as dark as the frame has them."""
        replaced = words_replaced(self._layout, replacements)
        values = self._pixels.values.copy()
        for number, (frame, page) in enumerate(zip(values, self._pages, strict=True)):
            covered = (
                _covered(page, replaced.get(number, ()), frame) if page else np.ones(frame.shape[:2], bool)
            )
            frame[covered] = _dark(frame, self._pixels.colours)
        return self._pixels._replace(values=values)

    def rewrite(self, replacements: Sequence[Replacement]) -> bytes:
        """The values alone, as bytes."""
        return self.painted(replacements).values.tobytes()


def _read(document_id: str, seen: Sequence[Image.Image], settings: Settings) -> Page:
    """One page of all views: words that only a later one shows are added to those of the first."""
    reader = first_reader(document_id)
    page = read_page(document_id, seen[0], reader, settings)
    words = list(page.words)
    for view in seen[1:]:
        turned = view.transpose(page.turn) if page.turn is not None else view
        first = max((word.line for word in words), default=-1) + 1
        more = [
            word
            for word in reader.read(turned)
            if not any(_holds(known, (word.left + word.right) / 2, word.middle) for known in words)
        ]
        words += [word._replace(line=first + word.line) for word in more]
    words = [] if len(words) < LEAST_WORDS and all(map(_is_shape, words)) else words
    return Page(page.picture, words, marks=page.marks, turn=page.turn)


def _is_shape(word: Word) -> bool:
    """Whether what was taken for one letter, and no sure one, is the form of a slice: lines are longer."""
    sides = sorted((word.right - word.left, word.bottom - word.top))
    return len(word.text) == 1 and 0 < word.confidence < SURE and sides[1] < _LONG * sides[0]


def _holds(word: Word, across: float, down: float) -> bool:
    return bool(word.left <= across <= word.right and word.top <= down <= word.bottom)


def _covered(page: Page, replaced: Replaced, frame: NDArray[Any]) -> NDArray[np.bool_]:
    """The pixels of a frame that lie under a field, however little."""
    mask = Image.new("L", page.picture.size)
    for field in page.fields(replaced):
        ImageDraw.Draw(mask).rectangle((field.left, field.top, field.right, field.bottom), fill=1)
    upright = page.turned_back(mask)
    rows, columns = frame.shape[:2]
    times = upright.width // columns
    return np.asarray(np.asarray(upright).reshape(rows, times, columns, times).max(axis=(1, 3)) > 0)


def _dark(frame: NDArray[Any], colours: str) -> Any:
    """Black as the frame has it."""
    if colours == "MONOCHROME1":
        return frame.max()
    if colours == "YBR_FULL":
        return np.array([0, 128, 128], frame.dtype)
    return frame.min()


def texts_in(pixels: Pixels) -> list[SensitiveText]:
    """What another reader than opened them finds in the pixels of a released object."""
    reader = second_reader()
    seen = (view for frame in pixels.values for view in views(frame, pixels.colours, pixels.windows))
    pages = [read_upright(view, reader) for view in seen]
    whole = [Page(page.picture, page.words, sure=0.0) for page in pages]
    return [SensitiveText(text) for page in whole for text in text_on(page)]

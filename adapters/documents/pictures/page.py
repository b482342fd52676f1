"""A picture of a page: its words as text, and the same picture with some of them painted over."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import Any, NamedTuple

from PIL import Image

from adapters.documents.layout import Layout, Run
from adapters.documents.pdf.lines import reading
from adapters.documents.pdf.tables import regions
from adapters.documents.pictures.fitting import fitted
from adapters.documents.pictures.marks import NO_MARKS, Box, Marks, find_marks
from adapters.documents.pictures.painting import Field, fields, paint
from adapters.documents.pictures.readers import Reader
from adapters.documents.pictures.words import Word, lines_of
from adapters.documents.settings import Settings
from engine.text import BLOT, PictureFacts

SURE = 0.8
"""Below it a word is covered, whatever it says."""
EMPTIED = PictureFacts(read=1, emptied=1)
"""What the report says of a picture of which too little could be read."""
_LEAST_WORDS = 3
_LEAST_SHARE = 0.5
_TURNS = (Image.Transpose.ROTATE_90, Image.Transpose.ROTATE_180, Image.Transpose.ROTATE_270)


class Place(NamedTuple):
    """Where a character stands: which page, and which word of it."""

    page: int
    word: int


class Page:
    """A picture that was read.

    Parameters
    ----------
    picture : Image.Image
        Turned so that its text is upright.
    words : sequence of Word
    sure : float
        Least confidence of a word that is read with certainty.
    marks : Marks
        Codes and faces, which are covered.
    """

    def __init__(
        self, picture: Image.Image, words: Sequence[Word], sure: float = SURE, marks: Marks = NO_MARKS
    ) -> None:
        self.picture = picture
        self.marks = marks
        self.words = fitted(words, picture)
        self.unsure = [number for number, word in enumerate(words) if word.confidence < sure]

    @property
    def n_sure(self) -> int:
        """Words that were read with certainty."""
        return len(self.words) - len(self.unsure)

    @property
    def is_readable(self) -> bool:
        """Whether there is text, and most of it could be read."""
        return self.n_sure >= _LEAST_WORDS and self.is_mostly_sure

    @property
    def is_mostly_sure(self) -> bool:
        """Whether most of its words could be read; true of a picture without any."""
        return self.n_sure >= _LEAST_SHARE * len(self.words)

    @property
    def is_hardly_read(self) -> bool:
        """Whether most of its text could not be read; a word or two may be a pattern of a photo."""
        return len(self.words) >= _LEAST_WORDS and not self.is_mostly_sure

    @property
    def facts(self) -> PictureFacts:
        """What the report says of it."""
        found = len(self.marks.codes), len(self.marks.faces)
        return PictureFacts(1, len(self.words), len(self.unsure), 0, *found)

    def lay_out(self, layout: Layout[Any], number: int, tables: count[int]) -> None:
        """Add the words to a layout; a word that was not read with certainty is blots, and has no place."""
        unsure = set(self.unsure)
        shown = [BLOT * len(w.text) if at in unsure else w.text for at, w in enumerate(self.words)]
        for region in regions(lines_of(self.words, shown), tables):
            runs = [
                Run(text, Place(number, glyphs[0].operator) if glyphs else None)
                for text, glyphs in reading(region.lines)
            ]
            layout.add("cell" if region.cell else "page", runs, cell=region.cell)

    def covered(self, replaced: Sequence[tuple[Sequence[int], str]]) -> Image.Image:
        """The picture with words painted over: those of each replacement, unsure ones, codes and faces."""
        painted = self.picture.copy()
        paint(painted, [_over(box) for boxes in self.marks for box in boxes])
        for number in self.unsure:
            paint(painted, fields(self.words, [number], ""))
        for numbers, text in replaced:
            paint(painted, fields(self.words, numbers, text))
        return painted

    def blanked(self) -> Image.Image:
        """An empty picture of the same size."""
        return Image.new(self.picture.mode, self.picture.size, "white")


def _over(box: Box) -> Field:
    return Field(int(box[0]), int(box[1]), int(box[2]) + 1, int(box[3]) + 1)


def read_page(document_id: str, picture: Image.Image, reader: Reader, settings: Settings) -> Page:
    """Read a picture, turned if it lies on its side or on its head, and look for what the policy covers."""
    page = _read_upright(picture, reader)
    return Page(page.picture, page.words, marks=find_marks(document_id, page.picture, settings))


def _read_upright(picture: Image.Image, reader: Reader) -> Page:
    best = Page(picture, reader.read(picture))
    if _is_upright(best):
        return best
    for turn in _TURNS:
        turned = picture.transpose(turn)
        page = Page(turned, reader.read(turned))
        best = max(best, page, key=_letters) if page.is_readable else best
    return best


def _is_upright(page: Page) -> bool:
    """Whether words lie flat and most of them are sure; a picture without words has nothing to turn."""
    long = [word for word in page.words if len(word.text) > 2]
    flat = sum(word.right - word.left > word.bottom - word.top for word in long)
    return not page.words or (page.is_mostly_sure and flat >= 0.5 * len(long))


def _letters(page: Page) -> float:
    """Letters of words that are sure and lie flat."""
    return sum(
        len(word.text)
        for word in page.words
        if word.confidence >= SURE and (word.right - word.left > word.bottom - word.top or len(word.text) < 3)
    )

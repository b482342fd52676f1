"""A picture of a page: its words as text, and the same picture with some of them painted over."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import Any, NamedTuple

from PIL import Image

from adapters.documents.layout import Layout, Run, apply_edits
from adapters.documents.pdf.lines import reading
from adapters.documents.pdf.tables import regions
from adapters.documents.pictures.fitting import fitted
from adapters.documents.pictures.ink import Box
from adapters.documents.pictures.marks import NO_MARKS, Marks, find_marks
from adapters.documents.pictures.painting import Field, fields, paint
from adapters.documents.pictures.readers import Reader
from adapters.documents.pictures.words import Word, lines_of
from adapters.documents.settings import Settings
from engine.ports import Replacement
from engine.text import BLOT, PictureFacts

SURE = 0.8
"""Below it a word is covered, whatever it says."""
EMPTIED = PictureFacts(read=1, emptied=1)
"""What the report says of a picture of which too little could be read."""
LEAST_WORDS = 3
"""Fewer that are not sure may be a pattern of a photo."""
_LEAST_SHARE = 0.5
_EDGE = 0.35
"""As in tables of a PDF; places of words that were read are some pixels off."""
_TURNED_BACK = {
    Image.Transpose.ROTATE_90: Image.Transpose.ROTATE_270,
    Image.Transpose.ROTATE_180: Image.Transpose.ROTATE_180,
    Image.Transpose.ROTATE_270: Image.Transpose.ROTATE_90,
}
Replaced = Sequence[tuple[Sequence[int], str]]
"""Numbers of words that go, and the text that takes their place."""


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
        Codes, faces, signatures and stamps, which are covered.
    turn : Image.Transpose, optional
        How the picture was turned.
    """

    def __init__(
        self,
        picture: Image.Image,
        words: Sequence[Word],
        sure: float = SURE,
        marks: Marks = NO_MARKS,
        turn: Image.Transpose | None = None,
    ) -> None:
        self.picture = picture
        self.marks = marks
        self.turn = turn
        self.words = fitted(words, picture)
        self.unsure = [number for number, word in enumerate(words) if word.confidence < sure]

    @property
    def n_sure(self) -> int:
        """Words that were read with certainty."""
        return len(self.words) - len(self.unsure)

    @property
    def is_readable(self) -> bool:
        """Whether there is text, and most of it could be read."""
        return self.n_sure >= LEAST_WORDS and self.is_mostly_sure

    @property
    def is_mostly_sure(self) -> bool:
        """Whether most of its words could be read; true of a picture without any."""
        return self.n_sure >= _LEAST_SHARE * len(self.words)

    @property
    def is_hardly_read(self) -> bool:
        """Whether most of its text could not be read; a word or two may be a pattern of a photo."""
        return len(self.words) >= LEAST_WORDS and not self.is_mostly_sure

    @property
    def facts(self) -> PictureFacts:
        """What the report says of it."""
        return PictureFacts(1, len(self.words), len(self.unsure), 0, *map(len, self.marks))

    def lay_out(self, layout: Layout[Any], number: int, tables: count[int]) -> None:
        """Add the words to a layout; a word that was not read with certainty is blots, and has no place."""
        unsure = set(self.unsure)
        shown = [BLOT * len(w.text) if at in unsure else w.text for at, w in enumerate(self.words)]
        for region in regions(lines_of(self.words, shown), tables, edge=_EDGE):
            runs = [
                Run(text, Place(number, glyphs[0].operator) if glyphs else None)
                for text, glyphs in reading(region.lines)
            ]
            layout.add("cell" if region.cell else "page", runs, cell=region.cell)

    def fields(self, replaced: Replaced) -> list[Field]:
        """Where it is painted over: words of each replacement, unsure ones, and what is no word."""
        found = [_over(box) for boxes in self.marks for box in boxes]
        for numbers, text in (*(([number], "") for number in self.unsure), *replaced):
            found += fields(self.words, numbers, text)
        return found

    def covered(self, replaced: Replaced) -> Image.Image:
        """The picture with these fields painted over."""
        painted = self.picture.copy()
        paint(painted, self.fields(replaced))
        return painted

    def turned_back(self, picture: Image.Image) -> Image.Image:
        """A picture of this size, turned to how the page lay at first."""
        return picture.transpose(_TURNED_BACK[self.turn]) if self.turn is not None else picture

    def blanked(self) -> Image.Image:
        """An empty picture of the same size."""
        return Image.new(self.picture.mode, self.picture.size, "white")


def words_replaced(layout: Layout[Place], replacements: Sequence[Replacement]) -> dict[int, Replaced]:
    """For each page the numbers of the words that `replacements` touch, with what takes their place."""
    layout.require_valid(replacements)
    replaced: dict[int, list[tuple[list[int], str]]] = {}
    for item in replacements:
        changed = [(run, edits) for run, edits in layout.edits([item]) if run.place is not None]
        words = [run.place.word for run, _ in changed if run.place is not None]
        text = "".join(apply_edits(run.text, edits) for run, edits in changed)
        for number in {run.place.page for run, _ in changed if run.place is not None}:
            replaced.setdefault(number, []).append((words, text))
    return dict(replaced)


def _over(box: Box) -> Field:
    return Field(int(box[0]), int(box[1]), int(box[2]) + 1, int(box[3]) + 1)


def read_page(document_id: str, picture: Image.Image, reader: Reader, settings: Settings) -> Page:
    """Read a picture, turned if it lies on its side or on its head, and look for what the policy covers."""
    page = read_upright(picture, reader)
    marks = find_marks(document_id, page.picture, page.words, settings)
    return Page(page.picture, page.words, marks=marks, turn=page.turn)


def read_upright(picture: Image.Image, reader: Reader) -> Page:
    """Read a picture, turned if it lies on its side or on its head."""
    best = Page(picture, reader.read(picture))
    if _is_upright(best):
        return best
    for turn in _TURNED_BACK:
        turned = picture.transpose(turn)
        page = Page(turned, reader.read(turned), turn=turn)
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

"""Words painted over: the pixels under a field are gone, whatever program opens the picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

from adapters.documents.pictures.words import Word

_ABOVE = 0.12
_BESIDE_LEAST, _BESIDE_MOST = 0.05, 0.2
"""How far a field reaches beyond a word, in sizes of its letters."""
_GREY = 217
_SMALLEST = 0.5
_LETTERS = 0.6
"""Size of a replacement's letters, as a share of the field's height."""


class Field(NamedTuple):
    """A field over words, and the text that takes their place; empty for none."""

    left: int
    top: int
    right: int
    bottom: int
    text: str = ""


def fields(words: Sequence[Word], covered: Sequence[int], text: str) -> list[Field]:
    """Fields over words, one per line of them.

    Parameters
    ----------
    words : sequence of Word
        All words of the picture.
    covered : sequence of int
        Numbers of those that go.
    text : str
        Stands in the widest field.
    """
    found = [_field(words, run) for run in _runs(words, sorted(set(covered)))]
    if not found:
        return []
    widest = max(range(len(found)), key=lambda at: found[at].right - found[at].left)
    return [field._replace(text=text) if at == widest else field for at, field in enumerate(found)]


def _runs(words: Sequence[Word], numbers: Sequence[int]) -> list[list[int]]:
    """Numbers of words that stand side by side on one line."""
    runs: list[list[int]] = []
    for number in numbers:
        last = runs[-1][-1] if runs else -2
        if last != number - 1 or words[last].line != words[number].line:
            runs.append([])
        runs[-1].append(number)
    return runs


def _field(words: Sequence[Word], run: Sequence[int]) -> Field:
    gone = [words[number] for number in run]
    size = max(word.size for word in gone)
    left = min(word.left for word in gone) - _beside(words, run[0], -1)
    right = max(word.right for word in gone) + _beside(words, run[-1], 1)
    top = min(word.top for word in gone) - _ABOVE * size
    bottom = max(word.bottom for word in gone) + _ABOVE * size
    return Field(int(left), int(top), int(right) + 1, int(bottom) + 1)


def _beside(words: Sequence[Word], number: int, step: int) -> float:
    """How far a field may reach beside a word: half way to the next one, within limits."""
    word, other = words[number], number + step
    most, least = _BESIDE_MOST * word.size, _BESIDE_LEAST * word.size
    if not 0 <= other < len(words) or words[other].line != word.line:
        return most
    gap = words[other].left - word.right if step > 0 else word.left - words[other].right
    return min(max(gap / 2, least), most)


def paint(picture: Image.Image, found: Sequence[Field]) -> None:
    """Paint fields over a picture: grey with their text where it fits, black otherwise."""
    drawing = ImageDraw.Draw(picture)
    for field in found:
        font = _font(field)
        box = (field.left, field.top, field.right, field.bottom)
        if font is None:
            drawing.rectangle(box, fill=_colour(picture, 0))
            continue
        drawing.rectangle(box, fill=_colour(picture, _GREY if picture.mode != "1" else 255))
        middle = ((field.left + field.right) / 2, (field.top + field.bottom) / 2)
        drawing.text(middle, field.text, fill=_colour(picture, 0), font=font, anchor="mm")


def _colour(picture: Image.Image, grey: int) -> int | tuple[int, int, int]:
    return (grey, grey, grey) if picture.mode == "RGB" else grey


def _font(field: Field) -> ImageFont.FreeTypeFont | ImageFont.ImageFont | None:
    """The font in which a field's text fits into it; None where it would be too small to read."""
    height, width = field.bottom - field.top, field.right - field.left
    if not field.text.strip() or not field.text.isascii() or "\n" in field.text:
        return None
    size = _LETTERS * height
    needed = ImageFont.load_default(size).getlength(field.text)
    fit = min(1.0, 0.9 * width / needed) if needed else 0.0
    return ImageFont.load_default(fit * size) if fit >= _SMALLEST else None

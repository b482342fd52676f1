"""Words of a picture, and the lines that people read them in."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from adapters.documents.pdf.lines import Line, lines
from adapters.documents.pdf.text import Glyph

_BLANK = 0.2
"""Width of the space after a word, in sizes of its font: less than any gap that divides a line."""
_UPRIGHT_LINES = 12
"""Lines that tell the slant of a page; the longest do."""


class Word(NamedTuple):
    """A word that a reader found.

    Parameters
    ----------
    text : str
        Without blanks.
    left, top, right, bottom : float
        Its box, in pixels from the upper left corner.
    confidence : float
        From 0 to 1, as the reader says.
    line : int
        Number of the reader's line; words of one line follow each other.
    size : float
        Height of the line's letters, in pixels.
    """

    text: str
    left: float
    top: float
    right: float
    bottom: float
    confidence: float
    line: int
    size: float

    @property
    def middle(self) -> float:
        """Half its height."""
        return (self.top + self.bottom) / 2


def lines_of(words: Sequence[Word], shown: Sequence[str]) -> list[Line]:
    """Words as lines in the order of reading, by the rules that put glyphs of a PDF into lines.

    Parameters
    ----------
    words : sequence of Word
    shown : sequence of str
        What stands for each word in the text, as long as it.

    Returns
    -------
    list of Line
        Of one glyph per character; `Glyph.operator` is the number of its word.
    """
    slant = _slant(words)
    found = lines(list(_glyphs(words, shown, slant)))
    for line in found:
        while len(line.glyphs) > 1 and line.glyphs[-1][0].text == " ":
            for side in (line.glyphs, line.starts, line.ends):
                side.pop()
    return found


def _glyphs(words: Sequence[Word], shown: Sequence[str], slant: float) -> Iterator[Glyph]:
    cosine, sine = math.cos(slant), math.sin(slant)
    levels = _levels(words, cosine, sine)
    for number, (word, text) in enumerate(zip(words, shown, strict=True)):
        along = word.left * cosine + word.middle * sine
        step = (_end(word, words[number + 1 : number + 2]) - word.left) / len(text)
        for at, character in enumerate(f"{text} "):
            width = step / word.size if at < len(text) else _BLANK
            place = (word.size, 0.0, 0.0, word.size, along + at * step, levels[word.line])
            yield Glyph(number, 0, at, at + 1, character, place, width, 0.0, 0.0, True, False)


def _end(word: Word, following: Sequence[Word]) -> float:
    """Where a word ends: readers place letters with errors, so that words of one line seem to overlap."""
    begins = [other.left for other in following if other.line == word.line and other.left > word.left]
    return min([word.right, *begins])


def _levels(words: Sequence[Word], cosine: float, sine: float) -> dict[int, float]:
    """The level of each line of the reader, upwards, the page turned straight."""
    found = {}
    for line, group in groupby(words, key=lambda word: word.line):
        heights = [word.middle * cosine - word.left * sine for word in group]
        found[line] = -sum(heights) / len(heights)
    return found


def _slant(words: Sequence[Word]) -> float:
    """The angle by which lines rise or fall, in radians: the middle one of the longest lines."""
    spans = []
    for _, group in groupby(words, key=lambda word: word.line):
        line = list(group)
        across, down = line[-1].left - line[0].left, line[-1].middle - line[0].middle
        if across > 4 * line[0].size:
            spans.append((across, math.atan2(down, across)))
    longest = sorted(angle for _, angle in sorted(spans, reverse=True)[:_UPRIGHT_LINES])
    return longest[len(longest) // 2] if longest else 0.0

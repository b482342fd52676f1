"""Lines of a PDF page: the glyphs put together as people read them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from adapters.documents.pdf.fonts import UNREADABLE
from adapters.documents.pdf.text import Glyph


@dataclass(slots=True)
class Line:
    """Glyphs that stand side by side, and where each starts and ends along the line."""

    level: float
    size: float
    direction: tuple[float, float]
    glyphs: list[list[Glyph]] = field(default_factory=list)
    starts: list[float] = field(default_factory=list)
    ends: list[float] = field(default_factory=list)

    def spaces(self) -> set[int]:
        """Before which characters a space shows.

        A gap of 0.15 of the font size is one: more than the kerning of slanted
        capitals (0.139), less than the tightest justified lines.
        Where nearly every gap is that wide, letters are spaced out, and a space
        is what is wider than that.
        """
        gaps = [(start - end) / self.size for start, end in zip(self.starts[1:], self.ends, strict=False)]
        wide = sum(gap > _SPACE for gap in gaps)
        least = _SPACE
        if len(gaps) > 3 and wide > 0.8 * len(gaps):
            least = 1.6 * sorted(gaps)[len(gaps) // 2]
        return {index for index, gap in enumerate(gaps, 1) if gap > least}

    def beside(self, other: Line) -> bool:
        """Whether the other line is on the same level."""
        same = abs(self.level - other.level) < 0.3 * max(self.size, other.size)
        return same and self.direction == other.direction


_HYPHENS = ("-", "\u2010")
_SPACE = 0.15
_LINE_ENDS = 1.5
_WORD_GAP = 0.8  # less than the gutter between two columns, 1.2 in many journals
_LINES_TRIED = 60


def lines(glyphs: Sequence[Glyph]) -> list[Line]:
    """The glyphs as lines, each in the order in which it is read.

    A glyph joins the line that ends where it begins, also when others were
    shown in between; a gap of more than one and a half times the font size
    ends the line. What was shown later and stands in a gap of a line is read
    there. A glyph shown twice in one place (bold by overprinting) is one
    character.
    """
    found: list[Line] = []
    for glyph in glyphs:
        along, level, size, direction = _position(glyph)
        width = glyph.advance * size
        line = _line_for(found, along, level, size, direction)
        if line is None:
            line = Line(level, size, direction)
            found.append(line)
        elif line.glyphs[-1][-1].text == glyph.text and abs(along - line.starts[-1]) < 0.15 * size:
            line.glyphs[-1].append(glyph)
            continue
        line.glyphs.append([glyph])
        line.starts.append(along)
        line.ends.append(along + width + glyph.spacing * size)
    return _assembled(found)


def _line_for(
    found: Sequence[Line], along: float, level: float, size: float, direction: tuple[float, float]
) -> Line | None:
    for line in reversed(found[-_LINES_TRIED:]):
        if direction != line.direction or not -1.1 * size < along - line.ends[-1] < _LINE_ENDS * size:
            continue
        if abs(level - line.level) < 0.3 * max(size, line.size):
            return line
    return None


def _assembled(found: Sequence[Line]) -> list[Line]:
    """The lines, with pieces shown apart put where they are read: behind another one, or into its gap."""
    order = {id(line): number for number, line in enumerate(found)}
    joined = _merged(sorted(found, key=lambda line: line.starts[0]), _put_behind, order)
    spliced = _merged(sorted(joined, key=lambda line: order[id(line)]), _put_into_gap, order)
    return sorted(spliced, key=lambda line: order[id(line)])


def _merged(found: Sequence[Line], put: Callable[[Line, Line], bool], order: dict[int, int]) -> list[Line]:
    kept: list[Line] = []
    by_level: dict[int, list[Line]] = {}
    for line in found:
        level = round(line.level)
        near = [other for key in (level - 1, level, level + 1) for other in by_level.get(key, ())]
        home = next((other for other in near if other.beside(line) and put(other, line)), None)
        if home is None:
            kept.append(line)
            by_level.setdefault(level, []).append(line)
        else:
            order[id(home)] = min(order[id(home)], order[id(line)])
    return kept


def _put_behind(line: Line, piece: Line) -> bool:
    gap = (piece.starts[0] - line.ends[-1]) / line.size
    if not -0.1 < gap < _WORD_GAP:
        return False
    line.glyphs += piece.glyphs
    line.starts += piece.starts
    line.ends += piece.ends
    return True


def _put_into_gap(line: Line, piece: Line) -> bool:
    at = bisect_left(line.starts, piece.starts[0])
    slack = 0.1 * line.size
    if not 0 < at < len(line.starts):
        return False
    if line.ends[at - 1] > piece.starts[0] + slack or line.starts[at] < piece.ends[-1] - slack:
        return False
    line.glyphs[at:at] = piece.glyphs
    line.starts[at:at] = piece.starts
    line.ends[at:at] = piece.ends
    return True


def _position(glyph: Glyph) -> tuple[float, float, float, tuple[float, float]]:
    """Where it starts along its line, the line's level, its size, and the line's direction."""
    a, b, c, d, e, f = glyph.matrix
    u, v = (c, d) if glyph.vertical else (a, b)
    size = (u * u + v * v) ** 0.5 or 1e-6
    du, dv = round(u / size, 2), round(v / size, 2)
    return e * du + f * dv, f * du - e * dv, size, (du, dv)


def reading(found: Sequence[Line]) -> Iterator[tuple[str, list[Glyph] | None]]:
    """The text of lines: each character with its glyphs, or None for a space or line end that only shows.

    A word divided at the end of a line is one word; its hyphen is shown by
    glyphs, but is no text. Only between small letters: the hyphen of
    ``HIV-positive`` stays.
    """
    for number, line in enumerate(found):
        pieces = list(_line_reading(line))
        following = found[number + 1] if number + 1 < len(found) else None
        hyphen = _dividing_hyphen(pieces, following)
        yield from pieces[:hyphen]
        yield from (("", glyphs) for _, glyphs in pieces[hyphen:])
        if following is not None and hyphen == len(pieces):
            yield "\n", None


def _dividing_hyphen(pieces: Sequence[tuple[str, list[Glyph] | None]], following: Line | None) -> int:
    """Index of a hyphen at the line's end between two small letters; the line's length if there is none."""
    end = len(pieces)
    while end and pieces[end - 1][0].isspace():
        end -= 1
    if following is None or end < 2 or pieces[end - 1][0] not in _HYPHENS:
        return len(pieces)
    divides = pieces[end - 2][0].islower() and following.glyphs[0][0].text.islower()
    return end - 1 if divides else len(pieces)


def _line_reading(line: Line) -> Iterator[tuple[str, list[Glyph] | None]]:
    spaces = line.spaces()
    shown = ""
    for index, glyphs in enumerate(line.glyphs):
        text = glyphs[0].text
        is_gap = text == UNREADABLE or (index in spaces and not text.isspace())
        if is_gap and index and not shown.isspace():
            yield " ", None
            shown = " "
        if text != UNREADABLE:
            yield text, glyphs
            shown = text

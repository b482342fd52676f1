"""Lines of a PDF page: the glyphs put together as people read them."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from operator import attrgetter, lt
from typing import NamedTuple

from adapters.documents.pdf.columns import in_order
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
        Where letters stand at equal steps, it is a step left out.
        Where nearly every gap is that wide, letters are spaced out, and a space
        is what is wider than that.
        """
        shown = [index for index, glyphs in enumerate(self.glyphs) if not glyphs[0].text.isspace()]
        steps = {b: self.starts[b] - self.starts[a] for a, b in pairwise(shown) if b == a + 1}
        if (step := pitch(list(steps.values()))) is not None:
            return {index for index, one in steps.items() if one > 1.5 * step}
        gaps = [(start - end) / self.size for start, end in zip(self.starts[1:], self.ends, strict=False)]
        wide = sum([gap > _SPACE for gap in gaps])
        least = _SPACE
        if len(gaps) > 3 and wide > 0.8 * len(gaps):
            least = 1.6 * sorted(gaps)[len(gaps) // 2]
        return {index for index, gap in enumerate(gaps, 1) if gap > least}


def pitch(steps: Sequence[float]) -> float | None:
    """The step at which nearly all letters of a line stand; None where each takes the room it needs."""
    if len(steps) < _LEAST_STACKED:
        return None
    middle = sorted(steps)[len(steps) // 2]
    equal = sum([abs(step - middle) < 0.05 * middle for step in steps])
    return middle if equal > 0.7 * len(steps) else None


_HYPHENS = ("-", "\u2010")
_SPACE = 0.15
_TWICE = 0.15
"""A glyph shown again within this share of its size is one character made bold."""
_LEVELS = 0.3
_LINE_ENDS = 1.5


def lines(glyphs: Sequence[Glyph]) -> list[Line]:
    """The glyphs as lines in the order in which people read them, however they were drawn.

    Glyphs of one level form rows; a gap of more than one and a half times the
    font size divides a row, and so does a narrower one that goes on in the rows
    above or below it, as the gutter between two columns does. Lines are then
    put into the order of reading (see `pdf.columns`). A glyph shown twice in
    one place (bold by overprinting) is one character. Letters stacked one
    above the other are one line.
    """
    by_direction: dict[tuple[float, float], list[_Placed]] = {}
    for glyph in glyphs:
        placed = _position(glyph)
        by_direction.setdefault(placed.direction, []).append(placed)
    found: list[Line] = []
    for direction in sorted(by_direction, key=lambda d: (d != (1.0, 0.0), d)):
        rows = [_Row(row) for row in _rows(by_direction[direction])]
        pieces = [[_line(piece) for piece in _pieces(rows, number)] for number in range(len(rows))]
        found += in_order(pieces)
    return _stacked(found)


class _Row:
    """Glyphs of one level from left to right, the place of each gap wide enough for a gutter."""

    def __init__(self, placed: Sequence[_Placed]) -> None:
        self.placed = sorted(placed, key=attrgetter("along"))  # as drawn where widths are 0
        self.level = self.placed[0].level
        self.gaps: list[tuple[float, float]] = []
        end = self.placed[0].end
        for glyph in self.placed[1:]:
            if glyph.along - end > _GUTTER * glyph.size:
                self.gaps.append((end, glyph.along))
            end = max(end, glyph.end)
        self.start, self.end = self.placed[0].along, end


_GUTTER = 0.7
_NEIGHBOURS = 3
_BULLET = 3
"""Characters of a mark or number before a list's item; what follows it belongs to it."""


def _rows(placed: Sequence[_Placed]) -> list[list[_Placed]]:
    """Glyphs by level, from the top; the level that most of them share takes those of nearly the same."""
    by_level: dict[float, list[_Placed]] = {}
    for glyph in placed:
        by_level.setdefault(round(glyph.level, 1), []).append(glyph)
    levels = sorted(by_level)
    taken: set[float] = set()
    rows: list[list[_Placed]] = []
    for level in sorted(levels, key=lambda key: (-len(by_level[key]), -key)):
        if level in taken:
            continue
        size = max([glyph.size for glyph in by_level[level]])
        reach = _LEVELS * 3 * size
        near = levels[bisect_left(levels, level - reach) : bisect_right(levels, level + reach)]
        row = list(by_level[level])
        taken.add(level)
        for other in sorted(near, key=lambda key: abs(key - level)):
            if (
                other not in taken
                and _is_level(level, size, other, by_level[other])
                and _fits(row, by_level[other])
            ):
                taken.add(other)
                row += by_level[other]
        rows += _strands(row) if _is_overdrawn(row) else [row]
    return sorted(rows, key=lambda row: -max([glyph.level for glyph in row]))


def _is_overdrawn(row: Sequence[_Placed]) -> bool:
    """Whether other characters stand on those of a row."""
    placed = sorted(row, key=attrgetter("along"))
    over = [(a.glyph.text, b.glyph.text) for a, b in pairwise(placed) if b.along < (a.along + a.end) / 2]
    return sum([a != b and not b.isspace() for a, b in over]) >= _OVERDRAWN


def _strands(row: Sequence[_Placed]) -> list[list[_Placed]]:
    """A row on which other characters were drawn, as the pieces that were drawn one after the other."""
    drawn = sorted(row, key=lambda glyph: glyph.glyph[:3])
    runs: list[list[_Placed]] = []
    for glyph in drawn:
        last = runs[-1][-1] if runs else None
        if last is None or not -0.5 * glyph.size < glyph.along - last.end < _LINE_ENDS * glyph.size:
            runs.append([])
        runs[-1].append(glyph)
    strands: list[list[_Placed]] = []
    for run in runs:
        home = next((strand for strand in strands if _fits(strand, run) and _fits(run, strand)), None)
        if home is None:
            strands.append(run)
        else:
            home += run
    return strands


def _fits(row: Sequence[_Placed], others: Sequence[_Placed]) -> bool:
    """Whether glyphs of nearly a row's level stand beside its own, not over them."""
    standing = sorted((glyph.along, glyph.end) for glyph in row)
    covered = 0
    for glyph in others:
        middle = (glyph.along + glyph.end) / 2
        at = bisect_right(standing, (middle, float("inf"))) - 1
        covered += at >= 0 and standing[at][0] < middle < standing[at][1]
    return covered <= 0.3 * len(others)


def _is_level(level: float, size: float, other: float, glyphs: Sequence[_Placed]) -> bool:
    """Whether glyphs at `other` stand on the line at `level`; a headline takes no small print."""
    least, most = sorted((size, max(glyph.size for glyph in glyphs)))
    return abs(level - other) < _LEVELS * (most if most < 2.5 * least else least)


def _pieces(rows: Sequence[_Row], number: int) -> list[list[_Placed]]:
    """A row's glyphs, divided where a line ends."""
    row = rows[number]
    pieces = [[row.placed[0]]]
    end = row.placed[0].end
    for glyph in row.placed[1:]:
        gap = glyph.along - end
        if gap > _LINE_ENDS * glyph.size or (
            gap > _GUTTER * glyph.size
            and len(pieces[-1]) > _BULLET
            and _is_gutter(rows, number, end, glyph.along)
        ):
            pieces.append([])
        pieces[-1].append(glyph)
        end = max(end, glyph.end)
    return pieces


def _is_gutter(rows: Sequence[_Row], number: int, start: float, end: float) -> bool:
    """Whether a gap goes on in a row nearby that has text on both sides of it."""
    near = [*rows[max(number - _NEIGHBOURS, 0) : number], *rows[number + 1 : number + 1 + _NEIGHBOURS]]
    beside = [row for row in near if row.start < start and row.end > end]
    open_ = [
        row for row in beside if any(min(end, b) - max(start, a) > 0.7 * (end - start) for a, b in row.gaps)
    ]
    return len(open_) > 0.5 * len(beside) and bool(open_)


def _line(placed: Sequence[_Placed]) -> Line:
    """A line of glyphs from left to right; one shown twice is one character."""
    size = max([glyph.size for glyph in placed])
    line = Line(placed[0].level, size, placed[0].direction)
    for one in placed:
        last = line.glyphs[-1][-1] if line.glyphs else None
        if (
            last is not None
            and last.text == one.glyph.text
            and one.along - line.starts[-1] < _TWICE * one.size
        ):
            line.glyphs[-1].append(one.glyph)
            continue
        line.glyphs.append([one.glyph])
        line.starts.append(one.along)
        line.ends.append(one.end)
    return line


_OVERDRAWN = 2
_STACKED = re.compile(r"[^\W\d_]{3}|\d{3}-\d\d-\d{4}")
_LEAST_STACKED = 4


def _stacked(found: Sequence[Line]) -> list[Line]:
    """Single letters that stand one below the other put into one line."""
    kept: list[Line] = []
    stack: list[Line] = []
    for line in [*found, None]:
        if line is not None and len(line.glyphs) == 1 and (not stack or _is_below(stack[-1], line)):
            stack.append(line)
            continue
        kept += _unstacked(stack)
        stack = [line] if line is not None and len(line.glyphs) == 1 else []
        kept += [line] if line is not None and not stack else []
    return kept


def _is_below(above: Line, line: Line) -> bool:
    size = max(above.size, line.size)
    beside = abs(sum(above.starts + above.ends) - sum(line.starts + line.ends)) / 2 < 0.6 * size
    return beside and above.direction == line.direction and 0 < above.level - line.level < 2.2 * size


def _unstacked(stack: Sequence[Line]) -> list[Line]:
    text = "".join(line.glyphs[0][0].text for line in stack)
    if len(stack) < _LEAST_STACKED or not _STACKED.search(text):
        return list(stack)
    joined = Line(stack[0].level, stack[0].size, stack[0].direction)
    steps = sorted(a.level - b.level for a, b in pairwise(stack))
    usual = steps[len(steps) // 2]
    at = 0.0
    for number, line in enumerate(stack):
        if number and stack[number - 1].level - line.level > 1.5 * usual:
            at += line.size  # room for a word's end
        joined.glyphs += line.glyphs
        joined.starts.append(at)
        at += 0.5 * line.size
        joined.ends.append(at)
    return [joined]


class _Placed(NamedTuple):
    """A glyph, where it starts and ends along its line, the line's level and direction, its size."""

    glyph: Glyph
    along: float
    end: float
    level: float
    size: float
    direction: tuple[float, float]


def _position(glyph: Glyph) -> _Placed:
    a, b, c, d, e, f = glyph.matrix
    u, v = (-c, -d) if glyph.vertical else (a, b)  # vertical writing goes down, its columns to the left
    size, direction = _size_and_direction(u, v)
    du, dv = direction
    along = e * du + f * dv
    advance = -glyph.advance if glyph.vertical else glyph.advance
    end = along + advance * size
    return tuple.__new__(_Placed, (glyph, along, end, f * du - e * dv, size, direction))


@lru_cache(1024)  # the glyphs of a page share few sizes
def _size_and_direction(u: float, v: float) -> tuple[float, tuple[float, float]]:
    size = (u * u + v * v) ** 0.5 or 1e-6
    return size, (round(u / size, 2), round(v / size, 2))


def drawn_otherwise(found: Sequence[Line]) -> list[list[Glyph]]:
    """Glyphs that one operator shows as one text, but that do not stand together on the page.

    Who copies the text, or searches the file, may get them in the order in which they are drawn.
    """
    doubtful = _drawn_apart(found)
    if not doubtful:
        return []
    places: dict[tuple[int, int, int], tuple[int, float]] = {}
    by_operator: dict[int, list[Glyph]] = {}
    at = 0
    for line in found:
        for glyphs, start in zip(line.glyphs, line.starts, strict=True):
            at += not glyphs[0].text.isspace()
            for glyph in glyphs:
                if glyph.text == UNREADABLE or glyph.operator not in doubtful:
                    continue
                by_operator.setdefault(glyph.operator, []).append(glyph)
                if not glyph.text.isspace():
                    places[glyph[:3]] = (at, start)
    shown = (sorted(glyphs, key=lambda glyph: glyph[:3]) for glyphs in by_operator.values())
    return [glyphs for glyphs in shown if len(glyphs) >= _LEAST_STACKED and _is_torn(glyphs, places)]


def _drawn_apart(found: Sequence[Line]) -> set[int]:
    """Operators but those whose glyphs stand in one line, one after the other as they are drawn."""
    apart, seen = set[int](), set[int]()
    for line in found:
        places = [glyph[:3] for glyphs in line.glyphs for glyph in glyphs]
        operators = {place[0] for place in places}
        is_read = UNREADABLE not in [glyphs[0].text for glyphs in line.glyphs]
        in_order = is_read and all(map(lt, places, places[1:]))
        apart |= operators & seen if in_order else operators
        seen |= operators
    return apart


def _is_torn(glyphs: Sequence[Glyph], places: dict[tuple[int, int, int], tuple[int, float]]) -> bool:
    """Whether glyphs drawn one after the other are read backwards, or with others between them."""
    standing = [(place, glyph) for glyph in glyphs if (place := places.get(glyph[:3])) is not None]
    for ((first, start), _), ((second, end), after) in pairwise(standing):
        if first <= second <= first + 1 and end >= start:
            continue
        size = _position(after).size
        if (
            second < first
            or end < start - 0.5 * size
            or (second > first + 1 and end - start < _LINE_ENDS * size)
        ):
            return True
    return False


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

"""Writing a PDF's content streams with glyphs taken out, and replacements where they stood."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import pikepdf
from pdfminer.fontmetrics import FONT_METRICS
from pikepdf import Array, Dictionary, Name, Operator, String

from adapters.documents.pdf.streams import inner_dictionary
from adapters.documents.pdf.text import Glyph, Matrix

FONT_NAME = "/SafereleaseHelvetica"
_WIDTHS: Mapping[str, float] = {str(k): float(v) for k, v in FONT_METRICS["Helvetica"][1].items()}
_NARROWEST = 0.5
_MASK_GREY = 0.85
_SAME_LINE = 0.5
"""Least distance of two lines, in units of a glyph's size."""


class Stamp(NamedTuple):
    """A replacement: its text, the glyphs whose place it takes."""

    text: str
    glyphs: Sequence[Glyph]


def without(instructions: Sequence[Any], removed: Sequence[Glyph]) -> list[Any]:
    """The operators with the bytes of `removed` glyphs taken out of their strings.

    A number in their place moves the next glyph to where it was.
    """
    by_operator: dict[int, list[Glyph]] = {}
    for glyph in {glyph[:3]: glyph for glyph in removed}.values():  # one may be read in two ways
        by_operator.setdefault(glyph.operator, []).append(glyph)
    kept: list[Any] = []
    for index, instruction in enumerate(instructions):
        if index in by_operator:
            kept += _shown_without(instruction, by_operator[index])
        else:
            kept.append(instruction)
    return kept


def _shown_without(instruction: Any, removed: Sequence[Glyph]) -> Iterator[Any]:
    operator, operands = str(instruction.operator), instruction.operands
    if operator == '"':
        yield ([operands[0]], Operator("Tw"))
        yield ([operands[1]], Operator("Tc"))
    if operator in ("'", '"'):
        yield ([], Operator("T*"))
    shown = operands[-1]
    items = list(shown) if isinstance(shown, Array) else [shown]
    written: list[Any] = []
    for number, item in enumerate(items):
        gone = sorted((g for g in removed if g.item == number), key=lambda g: g.start)
        written += list(_string_without(bytes(item), gone)) if gone else [item]
    yield ([Array(written)], Operator("TJ"))


def _string_without(shown: bytes, gone: Sequence[Glyph]) -> Iterator[Any]:
    at = 0
    for glyph in gone:
        if glyph.start > at:
            yield String(shown[at : glyph.start])
        yield round(glyph.step, 3)
        at = glyph.end
    if at < len(shown):
        yield String(shown[at:])


def stamped(stamps: Sequence[Stamp], depth: int) -> list[Any]:
    """Operators that paint the replacements over a stream that left `depth` states open."""
    painted: list[Any] = [([], Operator("Q")) for _ in range(depth + 1)]
    for stamp in stamps:
        if stamp.text.strip() and stamp.glyphs:
            painted += _painted(stamp)
    return painted


def opening() -> tuple[list[Any], Operator]:
    """The operator that saves the state a stream starts with, for `stamped` to return to."""
    return ([], Operator("q"))


def _painted(stamp: Stamp) -> Iterator[Any]:
    """A grey field in each line that lost glyphs, the text where most room is; black if it fits nowhere."""
    lines = _lines(stamp.glyphs)
    rooms = [_room(line) for line in lines]
    widest = rooms.index(max(rooms))
    encoded, width = _encoded(stamp.text)
    fit = rooms[widest] / width if width else 0.0
    fits = encoded is not None and fit >= _NARROWEST and not stamp.glyphs[0].vertical
    for number, (line, room) in enumerate(zip(lines, rooms, strict=True)):
        yield ([], Operator("q"))
        yield from _field(line[0], room, _MASK_GREY if fits else 0)
        if fits and encoded is not None and number == widest:
            yield ([0], Operator("g"))
            yield ([], Operator("BT"))
            yield ([Name(FONT_NAME), 1], Operator("Tf"))
            yield ([0], Operator("Tr"))
            yield ([round(100 * min(fit, 1.0), 2)], Operator("Tz"))
            yield ([String(encoded)], Operator("Tj"))
            yield ([], Operator("ET"))
        yield ([], Operator("Q"))


def _field(first: Glyph, room: float, shade: float) -> Iterator[Any]:
    yield (list(_rounded(first.matrix)), Operator("cm"))
    yield ([shade], Operator("g"))
    box = [-1, 0, 1, -room] if first.vertical else [0, -0.22, room, 1.0]
    yield ([round(value, 4) for value in box], Operator("re"))
    yield ([], Operator("f"))


def _lines(glyphs: Sequence[Glyph]) -> list[list[Glyph]]:
    """The glyphs line by line: a value may go on in the next one."""
    lines: list[list[Glyph]] = []
    for glyph in glyphs:
        if lines and _across(lines[-1][0], glyph) < _SAME_LINE:
            lines[-1].append(glyph)
        else:
            lines.append([glyph])
    return lines


def _room(line: Sequence[Glyph]) -> float:
    """How far the glyphs of a line reach along it, in units of the first one's size."""
    u, v, square = _direction(line[0])
    e, f = line[0].matrix[4:]
    places = ((glyph.matrix, abs(glyph.advance)) for glyph in line)
    return max(0.0, *(((m[4] - e) * u + (m[5] - f) * v) / square + advance for m, advance in places))


def _across(first: Glyph, glyph: Glyph) -> float:
    u, v, square = _direction(first)
    x, y = glyph.matrix[4] - first.matrix[4], glyph.matrix[5] - first.matrix[5]
    return abs(x * v - y * u) / square


def _direction(first: Glyph) -> tuple[float, float, float]:
    u, v = first.matrix[2:4] if first.vertical else first.matrix[:2]
    return u, v, u * u + v * v or 1e-9


def _encoded(text: str) -> tuple[bytes | None, float]:
    """The text in the encoding of the standard fonts, and its width in Helvetica."""
    width = sum(_WIDTHS.get(character, 556.0) for character in text) / 1000
    try:
        return text.encode("cp1252"), width
    except UnicodeEncodeError:
        return None, width


def _rounded(matrix: Matrix) -> Iterator[float]:
    yield from (round(value, 5) for value in matrix)


def give_font(owner: Any, resources: Any, font: Any) -> None:
    """Let the owner's operators name the font of replacements, besides the resources they had."""
    own = Dictionary(dict(resources.items()) if isinstance(resources, Dictionary) else {})
    own["/Font"] = Dictionary(dict(inner_dictionary(own, "/Font").items()) | {FONT_NAME: font})
    owner["/Resources"] = own


def helvetica(pdf: pikepdf.Pdf) -> Any:
    """The standard font of replacements; no program is embedded."""
    return pdf.make_indirect(
        Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica, Encoding=Name.WinAnsiEncoding)
    )

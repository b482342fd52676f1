"""Writing a PDF's content streams with glyphs taken out, and replacements where they stood."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import pikepdf
from pdfminer.fontmetrics import FONT_METRICS
from pikepdf import Array, Dictionary, Name, Operator, String

from adapters.documents.pdf.clean import inner_dictionary
from adapters.documents.pdf.text import Glyph, Matrix

FONT_NAME = "/SafereleaseHelvetica"
_WIDTHS: Mapping[str, float] = {str(k): float(v) for k, v in FONT_METRICS["Helvetica"][1].items()}
_NARROWEST = 0.5
_MASK_GREY = 0.85


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
    """A grey field over the room there is, and the text in it if it fits; a black box if not."""
    first = stamp.glyphs[0]
    room = _room(stamp.glyphs)
    encoded, width = _encoded(stamp.text)
    fit = room / width if width else 0.0
    fits = encoded is not None and fit >= _NARROWEST and not first.vertical
    yield ([], Operator("q"))
    yield (list(_rounded(first.matrix)), Operator("cm"))
    yield ([_MASK_GREY if fits else 0], Operator("g"))
    box = [-1, 0, 1, -room] if first.vertical else [0, -0.22, room, 1.0]
    yield ([round(value, 4) for value in box], Operator("re"))
    yield ([], Operator("f"))
    if fits and encoded is not None:
        yield ([0], Operator("g"))
        yield ([], Operator("BT"))
        yield ([Name(FONT_NAME), 1], Operator("Tf"))
        yield ([0], Operator("Tr"))
        yield ([round(100 * min(fit, 1.0), 2)], Operator("Tz"))
        yield ([String(encoded)], Operator("Tj"))
        yield ([], Operator("ET"))
    yield ([], Operator("Q"))


def _room(glyphs: Sequence[Glyph]) -> float:
    """How far the glyphs reach along the first one's line, in units of its size."""
    first, reach = glyphs[0], 0.0
    a, b, c, d, e, f = first.matrix
    u, v = (c, d) if first.vertical else (a, b)
    square = u * u + v * v or 1e-9
    for glyph in glyphs:
        x, y = glyph.matrix[4] - e, glyph.matrix[5] - f
        across = abs(x * v - y * u) / square
        if across < 0.5:  # glyphs on a second line give no room on the first
            reach = max(reach, (x * u + y * v) / square + abs(glyph.advance))
    return reach


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

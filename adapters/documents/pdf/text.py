"""The text of a PDF's content streams, each character with the bytes that show it.

Follows the text model of ISO 32000-1, 9.4: the text and line matrices, character
and word spacing, horizontal scaling, rise. Positions put the glyphs into lines;
the operators stay the place where they are removed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import pikepdf
from pikepdf import Array, Dictionary, Name, Stream

from adapters.documents.pdf.fonts import Font, FontBook
from adapters.documents.pdf.streams import inner_dictionary

Matrix = tuple[float, float, float, float, float, float]
IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
SHOWN = frozenset({"Tj", "TJ", "'", '"'})


class Glyph(NamedTuple):
    """A shown character.

    Parameters
    ----------
    operator, item : int
        Index of the operator in its stream, and of the string in its operand.
    start, end : int
        Bytes of that string.
    text : str
        What it stands for; `UNREADABLE` if the font does not say.
    matrix : Matrix
        From text space, scaled to the font size and moved to the glyph, to the stream's space.
    advance, spacing : float
        Width, and character spacing after it, in units of the font size.
    step : float
        What a removal must put in its place: thousandths of the font size, spacing included.
    visible : bool
        Whether it is painted (rendering mode 3 is not).
    vertical : bool
        Writing mode.
    """

    operator: int
    item: int
    start: int
    end: int
    text: str
    matrix: Matrix
    advance: float
    spacing: float
    step: float
    visible: bool
    vertical: bool


@dataclass(slots=True)
class State:
    """The graphics state as far as text needs it (ISO 32000-1, tables 51 and 104)."""

    ctm: Matrix = IDENTITY
    font: Font | None = None
    size: float = 0.0
    character_spacing: float = 0.0
    word_spacing: float = 0.0
    scaling: float = 1.0
    leading: float = 0.0
    rise: float = 0.0
    mode: float = 0

    def copy(self) -> State:
        """A copy, for the stack of ``q`` and ``Q``."""
        return State(
            self.ctm, self.font, self.size, self.character_spacing, self.word_spacing,
            self.scaling, self.leading, self.rise, self.mode,
        )  # fmt: skip


@dataclass(slots=True)
class StreamText:
    """What one content stream shows.

    Parameters
    ----------
    glyphs : list of Glyph
        In the order of the stream.
    image_area : float
        Area that pictures cover, in the stream's units.
    depth : int
        How many ``q`` are left open at the end.
    """

    glyphs: list[Glyph] = field(default_factory=list)
    image_area: float = 0.0
    depth: int = 0


def multiply(m: Matrix, n: Matrix) -> Matrix:
    """The matrix that applies `m`, then `n`."""
    return (
        m[0] * n[0] + m[1] * n[2],
        m[0] * n[1] + m[1] * n[3],
        m[2] * n[0] + m[3] * n[2],
        m[2] * n[1] + m[3] * n[3],
        m[4] * n[0] + m[5] * n[2] + n[4],
        m[4] * n[1] + m[5] * n[3] + n[5],
    )


class StreamReader:
    """Interprets one content stream.

    Parameters
    ----------
    fonts : FontBook
        Fonts of the file.
    resources : Dictionary
        What the stream's operators name.
    """

    def __init__(self, fonts: FontBook, resources: Any) -> None:
        self._book = fonts
        self._fonts = inner_dictionary(resources, "/Font")
        self._xobjects = inner_dictionary(resources, "/XObject")

        self._state = State()
        self._stack: list[State] = []
        self._matrix = self._line = IDENTITY
        self._read = StreamText()

    def read(self, instructions: Sequence[Any]) -> StreamText:
        """The text of the stream whose operators are given."""
        for index, instruction in enumerate(instructions):
            operator = str(instruction.operator)
            if operator == "INLINE IMAGE":
                self._picture()
            else:
                self._perform(index, operator, instruction.operands)
        self._read.depth = len(self._stack)
        return self._read

    def _perform(self, index: int, operator: str, operands: Any) -> None:
        if operator in SHOWN:
            self._show(index, operator, operands)
        elif operator in _TEXT_STATE:
            name, per = _TEXT_STATE[operator]
            setattr(self._state, name, _numbers(operands, 1)[0] / per)
        elif operator in ("Td", "TD", "Tm", "T*", "BT"):
            self._move(operator, operands)
        elif operator == "q":
            self._stack.append(self._state.copy())
        elif operator == "Q" and self._stack:
            self._state = self._stack.pop()
        elif operator == "cm":
            self._state.ctm = multiply(_matrix(operands), self._state.ctm)
        elif operator == "Tf" and len(operands) == 2:
            font = self._fonts.get(str(operands[0]))
            self._state.font = self._book.font(font if isinstance(font, Dictionary) else None)
            self._state.size = _numbers(operands[1:], 1)[0]
        elif operator == "Do" and len(operands) == 1:
            xobject = self._xobjects.get(str(operands[0]))
            if isinstance(xobject, Stream) and xobject.get("/Subtype") == Name.Image:
                self._picture()

    def _picture(self) -> None:
        a, b, c, d, _, _ = self._state.ctm
        self._read.image_area += abs(a * d - b * c)

    def _move(self, operator: str, operands: Any) -> None:
        if operator == "BT":
            self._line = IDENTITY
        elif operator == "Tm":
            self._line = _matrix(operands)
        else:
            x, y = _numbers(operands, 2) if operator != "T*" else (0.0, -self._state.leading)
            if operator == "TD":
                self._state.leading = -y
            self._line = multiply((1.0, 0.0, 0.0, 1.0, x, y), self._line)
        self._matrix = self._line

    def _show(self, index: int, operator: str, operands: Any) -> None:
        if operator == '"' and len(operands) == 3:
            self._state.word_spacing, self._state.character_spacing = _numbers(operands, 2)
        if operator in ("'", '"'):
            self._move("T*", ())
        if not len(operands):
            return
        shown = operands[-1]
        for item, piece in enumerate(shown if isinstance(shown, Array) else [shown]):
            if isinstance(piece, pikepdf.String):
                self._string(index, item, bytes(piece))
            elif not isinstance(piece, Array | Dictionary | Name):
                self._advance(-float(piece) / 1000 * self._state.size)

    def _string(self, index: int, item: int, shown: bytes) -> None:
        """Glyphs of one string; all stand in one matrix that only moves (9.4.4)."""
        state = self._state
        font = state.font or Font(None, 1)
        text_to_stream = multiply(self._matrix, state.ctm)
        placed = (state.size * state.scaling, 0.0, 0.0, state.size, 0.0, state.rise)
        a, b, c, d, e, f = multiply(placed, text_to_stream)
        u, v = text_to_stream[2:4] if font.vertical else text_to_stream[:2]
        stretch = 1.0 if font.vertical else state.scaling
        size, vertical, visible = state.size, font.vertical, int(state.mode) != 3
        spacing, wide_spacing = state.character_spacing, state.character_spacing + state.word_spacing
        spaced = spacing / (size or 1.0)
        total = 0.0
        for start, end, text, width in font.codes(shown):
            moved = width * size + (wide_spacing if shown[start] == 32 and end - start == 1 else spacing)
            step = -1000 * moved / size if size else 0.0
            along = total * stretch
            matrix = (a, b, c, d, e + along * u, f + along * v)
            fields = index, item, start, end, text, matrix, width, spaced, step, visible, vertical
            self._read.glyphs.append(tuple.__new__(Glyph, fields))  # thousands a page: no call of Python each
            total += moved
        self._advance(total)

    def _advance(self, moved: float) -> None:
        vertical = self._state.font is not None and self._state.font.vertical
        x, y = (0.0, moved) if vertical else (moved * self._state.scaling, 0.0)
        self._matrix = multiply((1.0, 0.0, 0.0, 1.0, x, y), self._matrix)


_TEXT_STATE = {
    "Tc": ("character_spacing", 1), "Tw": ("word_spacing", 1), "TL": ("leading", 1), "Ts": ("rise", 1),
    "Tz": ("scaling", 100), "Tr": ("mode", 1),
}  # fmt: skip
"""What an operator sets to a number, and how many of the number make one."""


def _numbers(operands: Any, count: int) -> tuple[float, ...]:
    numbers = tuple(float(value) for value in list(operands)[:count])
    return numbers + (0.0,) * (count - len(numbers))


def _matrix(operands: Any) -> Matrix:
    a, b, c, d, e, f = _numbers(operands, 6)
    return (a, b, c, d, e, f)

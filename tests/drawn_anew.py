"""Pages of a PDF drawn anew: every glyph by itself, in shuffled order, where it stood."""

from __future__ import annotations

import io
import random
from typing import Any

import pikepdf
from pikepdf import Array, Name, Operator, String

from adapters.documents.pdf.fonts import FontBook
from adapters.documents.pdf.streams import content_streams, operators_of
from adapters.documents.pdf.text import Glyph, StreamReader

_SHOWS = ("Tj", "TJ", "'", '"')
_TEXT = frozenset({"BT", "ET", "Tf", "Td", "TD", "Tm", "T*", "Tc", "Tw", "Tz", "TL", "Ts", "Tr", *_SHOWS})


def drawn_anew(clean: bytes, rng: random.Random) -> bytes:
    """A cleaned PDF, its glyphs shown one by one in an order that says nothing."""
    fonts = FontBook(clean)
    with pikepdf.Pdf.open(io.BytesIO(clean)) as pdf:
        for owner, resources in list(content_streams(pdf)):
            operators = operators_of(owner)
            shown = _shown(StreamReader(fonts, resources), operators)
            rng.shuffle(shown)
            kept = [o for o in operators if str(o.operator) not in _TEXT]
            drawn = [
                ([], Operator("q")),
                *kept,
                *([([], Operator("Q"))] * (_open(kept) + 1)),
                *(one for glyph in shown for one in glyph),
            ]
            written = pikepdf.unparse_content_stream(drawn)
            if isinstance(owner, pikepdf.Stream):
                owner.write(written)
            else:
                owner["/Contents"] = pdf.make_stream(written)
        done = io.BytesIO()
        pdf.save(done)
    return done.getvalue()


def _open(operators: list[Any]) -> int:
    depth = 0
    for one in operators:
        depth += (str(one.operator) == "q") - (str(one.operator) == "Q" and depth > 0)
    return depth


def _shown(reader: StreamReader, operators: list[Any]) -> list[list[Any]]:
    """For each glyph the operators that show it alone."""
    shown: list[list[Any]] = []
    font = Name("/None")
    fonts = [font]
    for index, one in enumerate(operators):
        name = str(one.operator)
        if name == "INLINE IMAGE":
            continue
        before = len(reader._read.glyphs)
        reader._perform(index, name, one.operands)
        if name == "q":
            fonts.append(font)
        elif name == "Q" and len(fonts) > 1:
            font = fonts.pop()
        elif name == "Tf" and len(one.operands) == 2:
            font = one.operands[0]
        elif name in _SHOWS:
            pieces = one.operands[-1]
            pieces = list(pieces) if isinstance(pieces, Array) else [pieces]
            mode = reader._state.mode
            shown += [
                _alone(g, bytes(pieces[g.item])[g.start : g.end], font, mode)
                for g in reader._read.glyphs[before:]
            ]
    return shown


def _alone(glyph: Glyph, code: bytes, font: Any, mode: int) -> list[Any]:
    return [
        ([], Operator("BT")),
        ([font, 1], Operator("Tf")),
        ([mode], Operator("Tr")),
        ([round(value, 5) for value in glyph.matrix], Operator("Tm")),
        ([String(code)], Operator("Tj")),
        ([], Operator("ET")),
    ]

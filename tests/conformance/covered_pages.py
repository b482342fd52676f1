"""Pages of PDF on which a person covered words before a release, and pages that only look so."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any, NamedTuple

from pikepdf import Array, Dictionary, Name, Pdf

LINE = "The ledger names Quillfeather as the keeper of the keys."
WORD = "Quillfeather"
_SIZE = 12


class Page(NamedTuple):
    """What is drawn: operators before the text, behind it, and what hangs on the page."""

    before: str = ""
    after: str = ""
    set_up: Callable[[Pdf, Any], None] = lambda pdf, page: None
    text: str = ""


def made(page: Page) -> bytes:
    """A file of one such page; its line stands at 700."""
    pdf = Pdf.new()
    sheet = pdf.add_blank_page(page_size=(612, 792)).obj
    font = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Courier)
    sheet["/Resources"] = Dictionary(Font=Dictionary(F1=pdf.make_indirect(font)))
    text = page.text or f"BT /F1 {_SIZE} Tf 0 g 36 700 Td ({LINE}) Tj ET"
    page.set_up(pdf, sheet)
    sheet["/Contents"] = pdf.make_stream(f"q {page.before} Q q {text} Q q {page.after} Q".encode())
    written = io.BytesIO()
    pdf.save(written, static_id=True)
    return written.getvalue()


def _annotated(**values: Any) -> Callable[[Pdf, Any], None]:
    def set_up(pdf: Pdf, page: Any) -> None:
        entry = Dictionary(Type=Name.Annot, Rect=Array(list(_AROUND)), **values)
        page["/Annots"] = Array([pdf.make_indirect(entry)])

    return set_up


_START = 36 + 17 * 7.2  # Courier is 0.6 of its size wide; the word is behind 17 signs
_END = _START + 12 * 7.2
_AROUND = (_START, 696.0, _END, 711.0)
_COVER = f"{_START} 696 {_END - _START} 15 re"


def _form(pdf: Pdf, page: Any, operators: str) -> None:
    font = page["/Resources"]["/Font"]
    page["/Resources"]["/XObject"] = Dictionary(
        X1=pdf.make_stream(
            operators.encode(),
            Type=Name.XObject,
            Subtype=Name.Form,
            BBox=[0, 0, 612, 792],
            Resources=Dictionary(Font=font),
        )
    )


def _picture(pdf: Pdf, page: Any) -> None:
    page["/Resources"]["/XObject"] = Dictionary(
        X1=pdf.make_stream(
            b"\x20" * 16,
            Type=Name.XObject,
            Subtype=Name.Image,
            Width=4,
            Height=4,
            BitsPerComponent=8,
            ColorSpace=Name.DeviceGray,
        )
    )


def _state(**values: Any) -> Callable[[Pdf, Any], None]:
    def set_up(pdf: Pdf, page: Any) -> None:
        page["/Resources"]["/ExtGState"] = Dictionary(G1=Dictionary(Type=Name.ExtGState, **values))

    return set_up


def _square(pdf: Pdf, page: Any) -> None:
    shown = pdf.make_stream(
        f"0 g 0 0 {_END - _START} 15 re f".encode(),
        Type=Name.XObject,
        Subtype=Name.Form,
        BBox=[0, 0, _END - _START, 15],
    )
    _annotated(Subtype=Name.Square, IC=Array([0, 0, 0]), AP=Dictionary(N=shown), F=4)(pdf, page)


def _quads() -> Any:
    x0, y0, x1, y1 = _AROUND
    return Array([x0, y1, x1, y1, x0, y0, x1, y0])


COVERED: dict[str, Page] = {
    "a black rectangle": Page(after=f"0 g {_COVER} f"),
    "a path of four lines": Page(after=f"0.1 g {_START} 696 m {_END} 696 l {_END} 711 l {_START} 711 l h f*"),
    "a white rectangle": Page(after=f"1 g {_COVER} f"),
    "a rectangle that leaves the tails of its letters": Page(
        after=f"0 g {_START} 699.5 {_END - _START} 7.5 re f"
    ),
    "a picture": Page(after=f"{_END - _START} 0 0 15 {_START} 696 cm /X1 Do", set_up=_picture),
    "a form with a rectangle": Page(
        after="/X1 Do", set_up=lambda pdf, page: _form(pdf, page, f"0 g {_COVER} f")
    ),
    "a filled square as a note": Page(set_up=_square),
    "a redaction never applied, of one place": Page(set_up=_annotated(Subtype=Name.Redact)),
    "a redaction never applied, of quadrilaterals": Page(
        set_up=lambda pdf, page: _annotated(Subtype=Name.Redact, QuadPoints=_quads())(pdf, page)
    ),
    "words of a form under a rectangle of the page": Page(
        text="/X1 Do",
        after=f"0 g {_COVER} f",
        set_up=lambda pdf, page: _form(pdf, page, f"BT /F1 12 Tf 36 700 Td ({LINE}) Tj ET"),
    ),
    "letters in the colour of their ground": Page(
        before=f"0 g {_COVER} f", text=f"BT /F1 12 Tf 36 700 Td ({LINE}) Tj ET"
    ),
    "a thick stroke": Page(after=f"0 G 15 w {_START} 703.5 m {_END} 703.5 l S"),
    "a turned page": Page(after=f"0 g {_COVER} f", set_up=lambda pdf, page: page.__setitem__("/Rotate", 90)),
    "a page of another scale": Page(
        text=f".5 0 0 .5 0 0 cm BT /F1 24 Tf 72 1400 Td ({LINE}) Tj ET",
        after=f"0 g {_COVER} f",
    ),
    "two rectangles that leave no gap": Page(
        after=f"0 g {_START} 696 40 15 re {_START + 40} 696 {_END - _START - 40} 15 re f"
    ),
    "a clipping path that leaves the word out": Page(
        text=f"36 690 {_START - 36} 30 re {_END} 690 300 30 re W n BT /F1 12 Tf 36 700 Td ({LINE}) Tj ET"
    ),
}
"""The word is covered in each; the other words of the line stay."""

SHOWN: dict[str, Page] = {
    "nothing": Page(),
    "a rectangle behind the text": Page(before=f".8 g {_COVER} f"),
    "a highlight": Page(after=f"/G1 gs 1 1 0 rg {_COVER} f", set_up=_state(BM=Name.Multiply)),
    "half a shadow": Page(after=f"/G1 gs .5 g {_COVER} f", set_up=_state(ca=0.5)),
    "a frame around it": Page(after=f"0 G 1 w {_COVER} S"),
    "an underline": Page(after=f"0 g {_START} 697 {_END - _START} 1 re f"),
    "a line through it": Page(after=f"0 g {_START} 702 {_END - _START} 1 re f"),
    "a frame with a hole": Page(after="0 g 30 690 550 30 re 33 693 544 24 re f*"),
    "white letters on black": Page(
        before="0 g 30 690 550 30 re f", text=f"BT 1 g /F1 12 Tf 36 700 Td ({LINE}) Tj ET"
    ),
}
"""Every word is shown in each."""

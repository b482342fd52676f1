"""Names inside a PDF say nothing: resources, inks, profiles and tables of colours."""

from __future__ import annotations

import io

import pikepdf
from pikepdf import Array, Dictionary, Name, String

from adapters.documents.pdf.pdf import PdfFormat
from adapters.documents.registry import format_for

MARKER = "Qorvexil"
PAGE = f"""/{MARKER}Sep cs 1 scn 0 0 9 9 re f /{MARKER}N cs 1 1 scn 0 0 9 9 re f
/{MARKER}Icc cs 1 0 0 scn 0 0 9 9 re f
/{MARKER}Table cs 0 sc 0 0 9 9 re f /{MARKER}State gs /{MARKER}Form Do
BT /{MARKER}Font 12 Tf 72 700 Td (shown) Tj ET"""


def sample() -> bytes:
    pdf = pikepdf.Pdf.new()
    page = pdf.add_blank_page(page_size=(612, 792)).obj
    font = Dictionary(
        Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica, Encoding=Name.WinAnsiEncoding
    )
    tint = Dictionary(FunctionType=2, Domain=[0, 1], C0=[0], C1=[1], N=1)
    tints = pdf.make_stream(b"{pop}", FunctionType=4, Domain=[0, 1, 0, 1], Range=[0, 1])
    form = pdf.make_stream(
        f"BT /{MARKER}Font 12 Tf 72 650 Td (drawn) Tj ET".encode(),
        Type=Name.XObject, Subtype=Name.Form, BBox=[0, 0, 612, 792],
    )  # fmt: skip
    profile = pdf.make_stream(f"profile of {MARKER}".encode(), N=3, Metadata=pdf.make_stream(MARKER.encode()))
    table = f"{MARKER}!".encode()
    spaces = {
        f"/{MARKER}Sep": Array([Name.Separation, Name(f"/{MARKER}"), Name.DeviceGray, tint]),
        f"/{MARKER}N": Array([Name.DeviceN, Array([Name(f"/{MARKER}"), Name.Cyan]), Name.DeviceGray, tints]),
        f"/{MARKER}Icc": Array([Name.ICCBased, profile]),
        f"/{MARKER}Table": Array([Name.Indexed, Name.DeviceRGB, 2, String(table)]),
    }
    page["/Resources"] = Dictionary(
        {
            "/Font": Dictionary({f"/{MARKER}Font": pdf.make_indirect(font)}),
            "/XObject": Dictionary({f"/{MARKER}Form": form}),
            "/ExtGState": Dictionary({f"/{MARKER}State": Dictionary(LW=1)}),
            "/ColorSpace": Dictionary(spaces),
        }
    )
    page["/Contents"] = pdf.make_stream(PAGE.encode())
    written = io.BytesIO()
    pdf.save(written, static_id=True)
    return written.getvalue()


def test_names_and_colours_say_nothing_and_the_page_shows_the_same() -> None:
    opened = PdfFormat().open("d", sample())
    assert opened.document.text.reveal().split() == ["shown", "drawn"]
    written = opened.rewrite([])
    with pikepdf.Pdf.open(io.BytesIO(written)) as pdf:
        plain = io.BytesIO()
        pdf.save(plain, qdf=True, stream_decode_level=pikepdf.StreamDecodeLevel.all)
    assert MARKER.encode() not in plain.getvalue()
    assert plain.getvalue().count(b"/R") >= 7, "resources and operators have neutral names"
    texts = "\n".join(text.reveal() for text in PdfFormat().read_back(written))
    assert "shown" in texts and "drawn" in texts
    assert PdfFormat().open("d", written).rewrite([]) == written


def test_bytes_before_the_header_do_not_make_it_another_kind() -> None:
    content = f"{MARKER}\n".encode() + sample()
    fmt = format_for(".pdf", content)
    assert MARKER.encode() not in fmt.open("d", content).rewrite([])

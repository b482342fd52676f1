"""What draws letters and colours in a PDF tells nothing: fonts, maps of characters, functions, names."""

from __future__ import annotations

import io
import struct
from collections.abc import Callable
from typing import Any

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, Pdf

from adapters.documents.opening.sources import Source
from adapters.documents.pdf.cleaning import clean
from adapters.documents.pdf.pdf import PdfFormat
from adapters.documents.text.raw import printable_runs
from engine.errors import RefusedError
from flows.compiling.compilation import compile_policy
from flows.document.document import DocumentPipeline

NUMBER = "88310427"
_SHOWN = f"The ledger, MRN {NUMBER}, is kept."


def _true_type() -> bytes:
    """A font of a table that draws, one that tells, and bytes behind the last."""
    tables = {b"glyf": b"\0" * 8, b"name": NUMBER.encode("utf-16-be"), b"post": b"\0\2\0\0" + b"\0" * 28}
    tables[b"post"] += NUMBER.encode()
    at, directory, body = 12 + 16 * len(tables), b"", b""
    for tag, data in tables.items():
        directory += struct.pack(">4sIII", tag, 0, at + len(body), len(data))
        body += data
    return struct.pack(">4sHHHH", b"\0\1\0\0", len(tables), 0, 0, 0) + directory + body + NUMBER.encode()


def _index(*items: bytes) -> bytes:
    if not items:
        return b"\0\0"
    offsets = [1]
    for item in items:
        offsets.append(offsets[-1] + len(item))
    return struct.pack(">HB", len(items), 1) + bytes(offsets) + b"".join(items)


def _compact() -> bytes:
    """A compact font: its name, and a notice that its top dictionary names (string 391)."""
    top = b"\x1c" + struct.pack(">h", 391) + b"\x01"
    return b"\1\0\4\1" + _index(NUMBER.encode()) + _index(top) + _index(NUMBER.encode()) + _index()


def _type_1() -> bytes:
    head = f"%!PS-AdobeFont-1.0: Of{NUMBER}\n% {NUMBER}\n/FontInfo << /Notice (of {NUMBER}) >> def\n"
    return head.encode() + b"currentfile eexec \1\2"


def _map() -> bytes:
    told = NUMBER.encode("utf-16-be").hex()
    codes = "\n".join(f"<{code:02x}> <{code:04x}>" for code in range(32, 127))
    return (
        f"% {NUMBER}\n/CIDSystemInfo << /Registry ({NUMBER}) >> def\n1 begincodespacerange <00> <ff> "
        f"endcodespacerange\n95 beginbfchar\n{codes}\nendbfchar\n1 beginbfchar\n<01> <{told}>\nendbfchar"
    ).encode()


def _with_font(**program: bytes) -> Callable[[Pdf, Any], None]:
    def change(pdf: Pdf, page: Any) -> None:
        font = page["/Resources"]["/Font"]["/F1"]
        descriptor = Dictionary(Type=Name.FontDescriptor, FontName=Name.Plain, Flags=32)
        for key, data in program.items():
            descriptor[f"/{key}"] = pdf.make_stream(data)
        font["/FontDescriptor"] = pdf.make_indirect(descriptor)

    return change


def _with_map(pdf: Pdf, page: Any) -> None:
    page["/Resources"]["/Font"]["/F1"]["/ToUnicode"] = pdf.make_stream(_map())


def _with_function(pdf: Pdf, page: Any) -> None:
    source = f"{{ % {NUMBER}\n0.5 mul }}".encode()
    tint = pdf.make_stream(source, FunctionType=4, Domain=[0, 1], Range=[0, 1])
    page["/Resources"]["/ColorSpace"] = Dictionary(
        C1=Array([Name.Separation, Name.Black, Name.DeviceGray, tint])
    )
    page["/Contents"] = pdf.make_stream(b"/C1 cs 1 scn 0 0 9 9 re f\n" + page["/Contents"].read_bytes())


def _with_drawn_glyphs(pdf: Pdf, page: Any) -> None:
    name = f"/Of{NUMBER}"
    page["/Resources"]["/Font"]["/F2"] = pdf.make_indirect(
        Dictionary(
            Type=Name.Font,
            Subtype=Name.Type3,
            FontBBox=[0, 0, 9, 9],
            FontMatrix=[0.1, 0, 0, 0.1, 0, 0],
            CharProcs=Dictionary({name: pdf.make_stream(b"9 0 0 0 9 9 d1 0 0 9 9 re f")}),
            Encoding=Dictionary(Type=Name.Encoding, Differences=Array([65, Name(name)])),
            FirstChar=65,
            LastChar=65,
            Widths=[9],
            ToUnicode=pdf.make_stream(
                b"1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfchar <41> <0041> endbfchar"
            ),
        )
    )
    page["/Contents"] = pdf.make_stream(
        page["/Contents"].read_bytes() + b"\nBT /F2 12 Tf 72 600 Td (A) Tj ET"
    )


CARRIERS: dict[str, Callable[[Pdf, Any], None]] = {
    "a TrueType font": _with_font(FontFile2=_true_type()),
    "a compact font": _with_font(FontFile3=_compact()),
    "a Type 1 font": _with_font(FontFile=_type_1()),
    "a map of characters": _with_map,
    "a function": _with_function,
    "names of drawn glyphs": _with_drawn_glyphs,
}


def made(change: Callable[[Pdf, Any], None]) -> bytes:
    """A page that shows a number, of which something else tells too."""
    pdf = Pdf.new()
    page = pdf.add_blank_page(page_size=(612, 792)).obj
    font = Dictionary(
        Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica, Encoding=Name.WinAnsiEncoding
    )
    page["/Resources"] = Dictionary(Font=Dictionary(F1=pdf.make_indirect(font)))
    page["/Contents"] = pdf.make_stream(f"BT /F1 12 Tf 72 700 Td ({_SHOWN}) Tj ET".encode())
    change(pdf, page)
    written = io.BytesIO()
    pdf.save(written, static_id=True)
    return written.getvalue()


@pytest.fixture(scope="module")
def pipeline() -> DocumentPipeline:
    return DocumentPipeline(compile_policy("hipaa-safe-harbor"), b"k" * 32, 2026)


@pytest.mark.parametrize("name", CARRIERS)
def test_nothing_that_draws_tells_a_removed_number(pipeline: DocumentPipeline, name: str) -> None:
    released = pipeline.release(Source("000001", "", "a.pdf"), made(CARRIERS[name])).content
    with pikepdf.Pdf.open(io.BytesIO(released)) as pdf:
        streams = [one.read_bytes() for one in pdf.objects if isinstance(one, pikepdf.Stream)]
        plain = io.BytesIO()
        pdf.save(plain, qdf=True, stream_decode_level=pikepdf.StreamDecodeLevel.all)
    runs = " ".join(run for data in (*streams, plain.getvalue()) for run in printable_runs(data))
    assert NUMBER not in runs and "ledger" in runs


@pytest.mark.parametrize("name", CARRIERS)
def test_the_check_refuses_what_a_writer_would_leave(
    monkeypatch: pytest.MonkeyPatch, pipeline: DocumentPipeline, name: str
) -> None:
    monkeypatch.setattr(clean, "clean_programs", lambda pdf: None)
    with pytest.raises(RefusedError) as refused:
        pipeline.release(Source("000001", "", "a.pdf"), made(CARRIERS[name]))
    assert "VER001" in {fault.code for fault in refused.value.faults}


def test_a_font_that_cannot_be_read_leaves() -> None:
    content = made(_with_font(FontFile2=b"none", FontFile3=b"\1\0\4\1\0\1\1"))
    with pikepdf.Pdf.open(io.BytesIO(PdfFormat().open("d", content).rewrite([]))) as pdf:
        kept = [one for one in pdf.objects if isinstance(one, Dictionary) and "/FontFile2" in one]
    assert kept == []

"""PDF against the conformance suite, and what must leave it."""

# ruff: noqa: E501 (a line of operators reads best as one line)

from __future__ import annotations

import io
import random
import re
import zlib
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from pdfminer.high_level import extract_text
from pikepdf import Array, Dictionary, Name, Pdf, String

from adapters.documents.pdf.pdf import PdfFormat
from adapters.documents.settings import Settings
from engine.errors import InvalidError, UnreadableError
from tests.conformance.documents_suite import CANARY, NASTY, DocumentFormatSuite, replacements_of
from tests.conformance.test_documents_docx import GONE

TO_UNICODE = b"""/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def
1 begincodespacerange <0000> <FFFF> endcodespacerange
1 beginbfrange <0001> <0060> <0020> endbfrange endcmap end end"""


def wide(text: str) -> str:
    """The text as hexadecimal codes of the composite font below."""
    return "".join(f"{ord(c) - 31:04x}" for c in text)


PAGE = f"""
BT /F1 12 Tf 72 700 Td (Dear {CANARY}, a line.) Tj
0 -20 Td [(Zy) -20 (xw) 30 (an) -10 (da, kerned)] TJ
0 -20 Td (Zyx) Tj (wanda) Tj ( in two) Tj
20 TL ({CANARY} next) ' 2 1 ({CANARY} spaced) " 0 Tw 0 Tc
/F2 12 Tf 0 -20 Td <{wide(CANARY)}> Tj <{wide(" wide")}> Tj
3 Tr /F1 12 Tf 0 -20 Td (hidden {CANARY}) Tj 0 Tr
8 Tc 0 -20 Td ({CANARY}) Tj 0 Tc
1 0 0 1 300 700 Tm (Zyxwan-) Tj 0 -14 Td (da divided, low-) Tj 0 -14 Td (Dose) Tj
1 0 0 1 72 500 Tm (Zy) Tj 1 0 0 1 140 480 Tm (other line) Tj 1 0 0 1 85.2 500 Tm (xwanda apart) Tj
0.8 0.6 -0.6 0.8 300 300 Tm ({CANARY} turned) Tj
ET
/Span << /ActualText ({GONE}) >> BDC BT /F1 12 Tf 72 440 Td (actual) Tj ET EMC
/OC /Layer BDC BT /F1 12 Tf 72 420 Td ({GONE}) Tj ET EMC
q 10 0 0 10 5 5 cm BI /W 1 /H 8 /CS /G /BPC 8 ID {GONE} EI Q
q 20 0 0 20 72 100 cm /Im1 Do Q /Fm1 Do
q 2 0 0 2 0 0 cm
"""


def sample(**changed: Any) -> bytes:
    pdf = Pdf.new()
    page = pdf.add_blank_page(page_size=(612, 792)).obj
    font = pdf.make_indirect(
        Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica, Encoding=Name.WinAnsiEncoding)
    )
    descendant = Dictionary(Type=Name.Font, Subtype=Name.CIDFontType2, BaseFont=Name.Arial, DW=600,
                            CIDSystemInfo=Dictionary(Registry=String("Adobe"), Ordering=String("Identity"), Supplement=0))  # fmt: skip
    wide_font = Dictionary(Type=Name.Font, Subtype=Name.Type0, BaseFont=Name.Arial, Encoding=Name("/Identity-H"),
                           DescendantFonts=Array([pdf.make_indirect(descendant)]), ToUnicode=pdf.make_stream(TO_UNICODE))  # fmt: skip
    image = pdf.make_stream(GONE.encode() + b"\0" * 92, Type=Name.XObject, Subtype=Name.Image, Width=10, Height=10,
                            ColorSpace=Name.DeviceGray, BitsPerComponent=8, Metadata=pdf.make_stream(GONE.encode()))  # fmt: skip
    form = pdf.make_stream(f"BT /F1 10 Tf 72 200 Td (a form of {CANARY}) Tj ET".encode(), Type=Name.XObject,
                           Subtype=Name.Form, BBox=[0, 0, 612, 792], PieceInfo=Dictionary(X=String(GONE)))  # fmt: skip
    layer = pdf.make_indirect(Dictionary(Type=Name.OCG, Name=String(GONE)))
    page["/Resources"] = Dictionary(Font=Dictionary(F1=font, F2=pdf.make_indirect(wide_font)), XObject=Dictionary(Im1=image, Fm1=form),
                                    Properties=Dictionary(Layer=layer))  # fmt: skip
    page["/Contents"] = pdf.make_stream(changed.get("page", PAGE).encode("latin-1"))
    pdf.Root["/OCProperties"] = Dictionary(OCGs=[layer], D=Dictionary(OFF=[layer]))
    _annotate(pdf, page, font)
    pdf.attachments[f"{GONE}.txt"] = GONE.encode()
    with pdf.open_outline() as outline:
        outline.root.append(pikepdf.OutlineItem(GONE, 0))
    pdf.docinfo["/Author"] = GONE
    pdf.Root["/OpenAction"] = Dictionary(S=Name.JavaScript, JS=String(GONE))
    with pdf.open_metadata() as xmp:
        xmp["dc:title"] = GONE
    written = io.BytesIO()
    pdf.save(written, static_id=True, **changed.get("save", {}))
    return written.getvalue() + f"\n% {GONE}\n".encode()


def _annotate(pdf: Pdf, page: Any, font: Any) -> None:
    def appearance(text: str) -> Any:
        return pdf.make_stream(f"BT /F1 10 Tf 2 2 Td ({text}) Tj ET".encode(), Subtype=Name.Form, BBox=[0, 0, 200, 20],
                               Resources=Dictionary(Font=Dictionary(F1=font)))  # fmt: skip

    field = Dictionary(Type=Name.Annot, Subtype=Name.Widget, FT=Name.Tx, T=String(GONE), V=String(CANARY),
                       Rect=[72, 250, 272, 270], DA=String("/F1 10 Tf"), AP=Dictionary(N=appearance(f"field {CANARY}")))  # fmt: skip
    note = Dictionary(
        Type=Name.Annot, Subtype=Name.Text, Rect=[0, 0, 9, 9], Contents=String(GONE), T=String(GONE)
    )
    link = Dictionary(
        Type=Name.Annot, Subtype=Name.Link, Rect=[0, 0, 9, 9], A=Dictionary(S=Name.URI, URI=String(GONE))
    )
    page["/Annots"] = pdf.make_indirect(Array([pdf.make_indirect(a) for a in (field, note, link)]))
    pdf.Root["/AcroForm"] = Dictionary(
        Fields=[page["/Annots"][0]], DR=Dictionary(Font=Dictionary(F1=font)), XFA=String(GONE)
    )


def unpacked(content: bytes) -> bytes:
    """The file and every stream of it, unpacked, as ``qpdf --qdf`` would show it."""
    written = io.BytesIO()
    with Pdf.open(io.BytesIO(content)) as pdf:
        pdf.save(written, compress_streams=False, stream_decode_level=pikepdf.StreamDecodeLevel.all)
    return content + written.getvalue()


class TestPdf(DocumentFormatSuite):
    fmt = PdfFormat()
    sample = sample()
    byte_exact = False
    reads_otherwise = True
    n_canaries = 12
    n_mutations = 80
    malformed = (
        b"%PDF-1.7\n" + CANARY.encode(),
        sample[: len(sample) // 3],
        b"",
    )

    def mutate(self, rng: random.Random) -> bytes:
        data = bytearray(self.sample)
        for _ in range(rng.randrange(1, 8)):
            at = rng.randrange(len(data))
            if rng.random() < 0.3:
                del data[at : at + rng.randrange(1, 200)]
            else:
                data[at] = rng.randrange(256)
        return bytes(data)

    def test_replaced_text_is_gone_and_the_rest_stays(self) -> None:
        opened = self.fmt.open("d", self.sample)
        written = opened.rewrite(replacements_of(opened, CANARY, "REMOVED"))
        again = self.fmt.open("d", written).document.text.reveal()
        expected = opened.document.text.reveal().replace(CANARY, "REMOVED")
        assert sorted(re.findall(r"\w+", again)) == sorted(re.findall(r"\w+", expected))
        for found in (
            *self.read(written),
            extract_text(io.BytesIO(written)),
            unpacked(written).decode("latin-1"),
        ):
            for gone in (CANARY, GONE, wide(CANARY)):
                assert gone not in found
        assert any("REMOVED" in text for text in self.read(written))

    def test_markup_in_a_replacement_stays_text(self) -> None:
        opened = self.fmt.open("d", self.sample)
        written = opened.rewrite(replacements_of(opened, f"Dear {CANARY}, a line.", NASTY[:20]))
        assert any(NASTY[:20] in text for text in self.read(written))

    def test_every_word_can_be_replaced(self) -> None:
        opened = self.fmt.open("d", self.sample)
        written = opened.rewrite(replacements_of(opened, r"[^\W_]+", "w"))
        left = self.fmt.open("d", written).document.text.reveal()
        assert set("".join(re.findall(r"[^\W_]+", left))) <= {"w"}

    def test_all_that_is_not_a_page_leaves(self) -> None:
        written = self.fmt.open("d", self.sample).rewrite([])
        raw = unpacked(written)
        assert GONE.encode() not in raw and GONE.encode("utf-16-be") not in raw
        with Pdf.open(io.BytesIO(written)) as pdf:
            assert set(pdf.Root.keys()) == {"/Type", "/Pages"}
            assert "/Info" not in pdf.trailer and "/Annots" not in pdf.pages[0]

    def test_what_stays_does_not_move(self) -> None:
        """pdfminer finds the words after a removed one where they were."""
        opened = self.fmt.open("d", self.sample)
        written = opened.rewrite(replacements_of(opened, CANARY, ""))
        assert (
            positions(written).items()
            >= {k: v for k, v in positions(self.sample).items() if k in ("kerned", "apart", "turned")}.items()
        )


def positions(content: bytes) -> dict[str, tuple[int, int]]:
    """Where words of lower-case letters start, by pdfminer."""
    from pdfminer.high_level import extract_pages
    from pdfminer.layout import LTChar, LTTextContainer

    found: dict[str, tuple[int, int]] = {}
    for page in extract_pages(io.BytesIO(content)):
        chars = [
            c
            for box in page
            if isinstance(box, LTTextContainer)
            for line in box
            for c in (line if hasattr(line, "__iter__") else [line])
        ]
        text = "".join(c.get_text() if isinstance(c, LTChar) else " " for c in chars)
        for match in re.finditer(r"kerned|apart|wide|turned", text):
            found[match[0]] = (round(chars[match.start()].x0), round(chars[match.start()].y0))
    return found


def test_words_divided_at_a_line_end_are_one() -> None:
    opened = PdfFormat().open("d", sample())
    assert "Zyxwanda divided, low-\nDose" in opened.document.text.reveal()
    written = opened.rewrite(replacements_of(opened, "(?<=\n)Zyxwanda(?= divided)", "X"))
    assert "Zyxwan-" not in extract_text(io.BytesIO(written))


def test_a_password_is_refused_and_an_owner_password_is_not() -> None:
    locked = sample(save={"encryption": pikepdf.Encryption(owner="o", user="u")})
    with pytest.raises(UnreadableError, match="DOC008"):
        PdfFormat().open("d", locked)
    restricted = sample(save={"encryption": pikepdf.Encryption(owner="o", user="")})
    written = PdfFormat().open("d", restricted).rewrite([])
    with Pdf.open(io.BytesIO(written)) as pdf:
        assert not pdf.is_encrypted


def test_scanned_pages_are_refused_or_blanked() -> None:
    page = f"q 612 0 0 792 0 0 cm /Im1 Do Q BT 3 Tr /F1 12 Tf (hidden {CANARY}) Tj ET"
    pdf = sample(page=page)
    with pytest.raises(UnreadableError, match=r"DOC017.*page 1"):
        PdfFormat().open("d", pdf)
    opened = PdfFormat(Settings(scanned_pages="redact")).open("d", pdf)
    assert CANARY not in "".join(
        t.reveal()
        for t in PdfFormat().read_back(opened.rewrite([]))
        if "field" not in t.reveal() and "form" not in t.reveal()
    )


def test_glyphs_without_a_meaning_are_removed_or_the_file_is_refused() -> None:
    few = "BT /F1 12 Tf 72 700 Td (enough text to read here) Tj /F2 12 Tf <FFF0FFF1> Tj ET"
    written = PdfFormat().open("d", sample(page=few)).rewrite([])
    assert b"FFF0" not in unpacked(written).upper() and b"\xff\xf0" not in unpacked(written)
    many = f"BT /F2 12 Tf 72 700 Td <{'FFF0' * 200}> Tj ET"
    with pytest.raises(UnreadableError, match="DOC018"):
        PdfFormat().open("d", sample(page=many))


def test_a_replacement_without_room_is_a_box() -> None:
    opened = PdfFormat().open("d", sample(page="BT /F1 12 Tf 72 700 Td (Al came) Tj ET"))
    written = opened.rewrite(replacements_of(opened, "Al", "[A NAME THAT IS MUCH TOO LONG]"))
    assert "NAME" not in "".join(t.reveal() for t in PdfFormat().read_back(written))
    assert re.search(rb"0 g\s+0 -0?\.22 [\d.]+ 1 re\s+f", unpacked(written))


_FIELD = rb"([\d.]+) g\s+0 -0?\.22 ([\d.]+) 1 re\s+f"


@pytest.mark.parametrize(
    ("page", "value", "written", "fields"),
    [
        ("(seen on April) Tj 0 -20 Td (2, 2024 at noon) Tj", r"April\s2, 2024", "2024", 2),
        ("(call J.) Tj 0 -20 Td (Vancewright now) Tj", r"J\.\sVancewright", "[PERSON]", 2),
        ("(ask Ann) Tj 0 -20 Td (Maria) Tj 0 -20 Td (Vance now) Tj", r"Ann\sMaria\sVance", "[PERSON]", 3),
        ("(seen on May 2, 2024 at noon) Tj", r"May 2, 2024", "2024", 1),
        ("/F1 5 Tf (seen on April) Tj 0 -6 Td (2, 2024 at noon) Tj", r"April\s2, 2024", "2024", 2),
    ],
)  # fmt: skip
def test_a_value_over_a_line_end_leaves_a_field_in_each_line(
    page: str, value: str, written: str, fields: int
) -> None:
    """The text stands in the wider one. A blank would look as if nothing had been there."""
    opened = PdfFormat().open("d", sample(page=f"BT /F1 12 Tf 72 700 Td {page} ET"))
    made = opened.rewrite(replacements_of(opened, value, written))
    shades = [shade for shade, _ in re.findall(_FIELD, unpacked(made))]
    assert [float(shade) for shade in shades] == [0.85] * fields
    assert len(re.findall(rb"\(" + re.escape(written.encode()) + rb"\)\s*Tj", unpacked(made))) == 1


def test_pictures_are_blank_or_kept() -> None:
    assert zlib.crc32(PdfFormat().open("d", sample()).rewrite([])) == zlib.crc32(
        PdfFormat().open("d", sample()).rewrite([])
    )
    assert GONE.encode() not in unpacked(PdfFormat().open("d", sample()).rewrite([]))
    kept = unpacked(PdfFormat(Settings(images="keep")).open("d", sample()).rewrite([]))
    assert kept.count(GONE.encode()) >= 1, "pixels stay as they were when the policy says so"


@pytest.mark.data
@pytest.mark.parametrize(
    "name",
    ["pdfminer-jo.pdf", "unstructured-list-item-example.pdf",
     "pdfminer-issue-1062-filters.pdf", "unstructured-korean-text-with-tables.pdf", "pdfminer-issue-1113-evil-xobjects.pdf"],
)  # fmt: skip
def test_real_files_lose_every_third_word(data: Path, name: str) -> None:
    opened = PdfFormat().open("d", (data / "documents" / "pdf" / name).read_bytes())
    words = sorted(set(re.findall(r"[^\W\d_]{5,}", opened.document.text.reveal())))[::3]
    pattern = rf"(?<![^\W_])(?:{'|'.join(words)})(?![^\W_])"
    written = opened.rewrite(replacements_of(opened, pattern, "w"))
    for text in (*(t.reveal() for t in PdfFormat().read_back(written)), extract_text(io.BytesIO(written))):
        assert not re.findall(pattern, text)


@pytest.mark.data
@pytest.mark.slow
def test_every_real_file_opens_or_is_unreadable(data: Path) -> None:
    n_opened = 0
    for path in sorted((data / "documents" / "pdf").glob("*.pdf")):
        if path.stat().st_size > 450_000:
            continue
        try:
            PdfFormat().open("d", path.read_bytes()).rewrite([])
            n_opened += 1
        except InvalidError as error:
            assert error.faults[0].code in ("DOC007", "DOC008", "DOC017", "DOC018")
    assert n_opened >= 28

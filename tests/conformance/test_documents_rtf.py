"""RTF files against the conformance suite, and what a released one may still hold."""

# ruff: noqa: E501 (control words read best in long lines)

from __future__ import annotations

import base64
from itertools import count
from pathlib import Path

import pytest

from adapters.documents.office.rich_text.rtf import Rtf, escaped
from adapters.documents.opening.sources import Source
from adapters.documents.settings import Settings
from engine.errors import UnreadableError
from flows.compiling.compilation import compile_policy
from flows.document.document import DocumentPipeline
from tests.conformance.documents_suite import CANARY, DocumentFormatSuite, replacements_of
from tests.conformance.rtf_files import marked_rtf, rtf

HALF = len(CANARY) // 2
HEXED = "".join(f"\\'{ord(c):02x}" for c in CANARY)
NUMBERED = "".join(f"\\u{ord(c)}?" for c in CANARY)
BODY = (
    rf"\pard\ql Dear {CANARY[:HALF]}{{\b {CANARY[HALF:]}}},\tab see {HEXED}\line and {NUMBERED}\par "
    rf"{{\field{{\*\fldinst HYPERLINK \"x\"}}{{\fldrslt {CANARY} page}}}} of \{{{CANARY}\}}\par "
    rf"a{{\footnote Note of {CANARY}}} b {{\header Head of {CANARY}}}{{\shp{{\*\shpinst{{\sp{{\sn x}}}}{{\shptxt Box "
    rf"of {CANARY}}}}}}}\par {{\listtext 1.\tab}}{{\revised new {CANARY}}}{{\deleted old}}\par "
    rf"\trowd\cellx900\cellx1800\intbl Name\cell {CANARY}\cell\row\pard {{\f1\'cc\'e8\'f0}} caf\u233?\u-10179?\u-8704?\par"
)


class TestRtf(DocumentFormatSuite):
    fmt = Rtf()
    sample = rtf(BODY)
    byte_exact = False
    n_canaries = 10
    malformed = (
        CANARY.encode(),
        b"{\\rtf1 " + CANARY.encode(),
        b"{\\rtf1 a\\",
        b"{\\rtf1 " + b"{" * 300 + CANARY.encode(),
    )


def released(
    content: bytes, pattern: str = CANARY, text: str = "X", settings: Settings | None = None
) -> bytes:
    opened = Rtf(settings or Settings()).open("d", content)
    return opened.rewrite(replacements_of(opened, pattern, text))


def text_of(content: bytes, settings: Settings | None = None) -> str:
    return Rtf(settings or Settings()).open("d", content).document.text.reveal()


def test_no_marker_stays_in_any_group_word_or_coding() -> None:
    numbers = count(1)
    written = released(marked_rtf(lambda: f"{CANARY}-{next(numbers)}"))
    assert next(numbers) > 400
    assert (
        CANARY.encode() not in written and HEXED.encode() not in written and b"\\u90?\\u121?" not in written
    )
    assert not any(CANARY in text.reveal() for text in Rtf().read_back(written))


def test_letters_of_every_coding_are_read() -> None:
    text = text_of(TestRtf.sample)
    assert "Мир café😀" in text
    assert escaped("😀") == "\\u-10179?\\u-8704?"
    assert text_of(rtf(r"{\uc2 \u8364 EUa}{\uc0 \u8364 b}")) == "€a€b"


def test_a_footnote_does_not_cut_its_paragraph() -> None:
    assert "Note of " in text_of(TestRtf.sample) and "a b " in text_of(TestRtf.sample)


@pytest.mark.parametrize(
    ("revisions", "text"), [("accept", "kept new"), ("reject", "kept old"), ("remove", "kept ")]
)
def test_one_side_of_revisions_stays(revisions: str, text: str) -> None:
    content = rtf(r"kept {\revised\revauth1 new}{\deleted\revauthdel1 old}\par")
    assert text_of(content, Settings(revisions=revisions)) == text  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("code", "settings", "body"),
    [
        ("DOC020", Settings(revisions="refuse"), r"{\revised new}"),
        ("DOC019", Settings(comments="refuse"), r"{\*\annotation x}"),
        ("DOC014", Settings(embedded="refuse"), r"{\object\objemb{\*\objdata 0105}}"),
        ("DOC003", Settings(max_bytes=50), "x" * 100),
        ("DOC006", Settings(max_depth=20), "{" * 30 + "}" * 30),
    ],
)
def test_what_settings_and_limits_refuse(code: str, settings: Settings, body: str) -> None:
    with pytest.raises(UnreadableError, match=code):
        Rtf(settings).open("d", rtf(body))


def test_numbers_of_words_are_bounded_and_layout_stays() -> None:
    written = released(rtf(r"\pard\li720\ri219099999\qc\b bold\b0\fs28 big\par"))
    for kept in (b"\\li720 ", b"\\qc ", b"\\b bold\\b0 ", b"\\fs28 big"):
        assert kept in written
    assert b"219099999" not in written


def test_the_number_of_an_item_stays_and_a_blank_one_leaves() -> None:
    """Writers put a lone tab there for headings without a number; it would move the heading."""
    items = [(r"\pard\plain \tab", "Report"), (r"\pard\plain 1.\tab", "Salt"), (r"\bullet\tab", "Iron")]
    body = "".join(rf"{{\listtext{number}}}{text}\par" for number, text in items)
    opened = Rtf().open("d", rtf(body))
    assert opened.document.text.reveal().split("\n\n") == ["Report", "1.\tSalt", "•\tIron"]
    assert opened.rewrite([]).count(b"\\tab") == 2


def test_fonts_and_styles_keep_their_look_and_only_names_that_everybody_has() -> None:
    fonts = rf"{{\f2\fswiss\fcharset0 Calibri;}}{{\f3\froman\fcharset0 {CANARY} Sans{{\*\falt Arial}};}}"
    styles = (
        rf"{{\s1\sb480\b heading 1;}}{{\s7\sbasedon1\li720\f2 {CANARY} letter;}}"
        rf"{{\*\cs9\additive\i {CANARY};}}{{\ql Normal;}}{{\*\ts11\cellx9 {CANARY};}}"
    )
    head = rf"{{\rtf1\ansi\deff2{{\fonttbl{{\f0\froman\fcharset0 Times New Roman;}}{fonts}}}{{\stylesheet{styles}}}"
    written = released(rf"{head}\pard\s7 a {{\cs9\f3 b}}\par}}".encode())
    assert CANARY.encode() not in written
    for kept in (
        rb"\deff2{", rb"{\f2\fswiss\fcharset0 Calibri;}", rb"{\f3\froman\fcharset0 Times New Roman;}",
        rb"{\s1 \sb480 \b heading 1;}", rb"{\s7 \sbasedon1 \li720 \f2 style 7;}", rb"{\*\cs9 \additive \i style 9;}",
        rb"{\s0 \ql Normal;}", rb"\pard \s7 a {\cs9 \f3 b}",
    ):  # fmt: skip
        assert kept in written
    assert b"ts11" not in written
    assert [text.reveal().strip() for text in Rtf().read_back(written)] == ["a b"]


def test_a_style_that_a_release_would_not_write_is_read_as_text() -> None:
    own = rf"{{\stylesheet{{\s1 {CANARY};}}}}"
    foreign = rtf(r"a\par").replace(b"{\\fonttbl", own.encode() + b"{\\fonttbl")
    assert any(CANARY in text.reveal() for text in Rtf().read_back(foreign))


def test_shades_widths_and_bullets_stay() -> None:
    body = (
        r"\trowd\trautofit1\clcbpat3\clpadl108\clftsWidth3\clwWidth900\cellx900\intbl\cbpat2 a\cell\row\titlepg\htmautsp"
        r"\pard\sa200{\listtext\pard\plain\f1 \u61623\'b7\tab}\ls1\li360\fi-360{Iron}\par"
    )
    written = released(rtf(body))
    for kept in (
        rb"\trautofit1 ",
        rb"\clcbpat3 ",
        rb"\clpadl108 ",
        rb"\clwWidth900 ",
        rb"\cbpat2 ",
        rb"\titlepg ",
        rb"\htmautsp ",
    ):
        assert kept in written
    item = written[written.index(rb"\sa200") :]
    assert item.startswith(rb"\sa200 \li360 \fi-360 {\plain \f1 \u8226?\tab }"), (
        "indents hold for the bullet too"
    )


def test_cells_stand_in_rows_and_columns() -> None:
    body = r"\trowd\intbl a\cell b\cell\row\trowd\intbl c\cell d\cell\row\pard after\par"
    parts = Rtf().open("d", rtf(body)).document.parts
    places = [(part.cell.row, part.cell.column) if part.cell else None for part in parts]
    assert places == [(0, 0), (0, 1), (1, 0), (1, 1), None]


def test_identifiers_leave_a_letter() -> None:
    pipeline = DocumentPipeline(compile_policy("hipaa-safe-harbor"), b"k" * 32, 2024)
    coded = base64.b64encode(b"SSN 219-09-9999 of Harold Vance was seen again").decode()
    body = rf"{{\info{{\author Harold Vance}}}}Har{{\b old}} Vance (MRN 00731942) was seen on March 11, 2024.\par {coded}\par"
    written = pipeline.release(Source("000001", "", "a.rtf"), rtf(body)).content
    assert [
        gone for gone in (b"Vance", b"00731942", b"March 11", b"old", coded[:20].encode()) if gone in written
    ] == []
    assert b"2024" in written


@pytest.mark.data
def test_real_files_read_the_same_after_a_release(data: Path) -> None:
    files = sorted((data / "documents-2" / "rtf").glob("*.rtf"))
    assert len(files) >= 19
    for path in files:
        opened = Rtf().open("d", path.read_bytes())
        written = opened.rewrite([])
        assert text_of(written) == opened.document.text.reveal()

"""Cells, lists and queries whose parts are read for what they are, wherever they stand."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from openpyxl import Workbook

from tests.drawn_pages import Words, pdf_of
from tests.integration.field_cases import FieldCase


def _cells(*rows: Sequence[str]) -> bytes:
    """A page with a table of three columns; a cell's lines stand close below each other."""
    words: list[Words] = []
    top = 700.0
    for row in rows:
        for left, cell in zip((60, 160, 260), row, strict=True):
            words += [(left, top - 13 * number, line) for number, line in enumerate(cell.split("\n"))]
        top -= 13 * max(cell.count("\n") for cell in row) + 24
    return pdf_of(words)


def _printed() -> bytes:
    """A workbook whose pages have a header and a footer with codes."""
    book, written = Workbook(), BytesIO()
    sheet = book.active
    assert sheet is not None
    sheet.append(("Item", "Count"))
    sheet.append(("Pens", 3))
    head, foot = sheet.oddHeader, sheet.oddFooter
    head.left.text, head.left.font, head.left.size = "Patient Olga Tuttle", "Arial,Italic", 10
    head.center.text, head.center.font = "Up && down &[Tab]", "Olga Tuttle,Bold"
    foot.left.text, foot.left.size, foot.right.text = "03/14/2023", 9, "Page &[Page] of &N"
    book.save(written)
    return written.getvalue()


def _linked() -> bytes:
    """A workbook with links."""
    book, written = Workbook(), BytesIO()
    sheet = book.active
    assert sheet is not None
    sheet.append(("Item", "Count"))
    sheet.append(("Pens", 3))
    sheet["A2"].hyperlink = "mailto:olga.tuttle@example.org"
    sheet["B2"].hyperlink = "tel:+1-309-555-0142"
    book.save(written)
    return written.getvalue()


def _query(name: str, parameters: str, gone: Sequence[str], stays: Sequence[str]) -> FieldCase:
    head = "MSH|^~\\&|A|B|C|D|20240312||QBP^Q22^QBP_Q21|1|P|2.5.1"
    return FieldCase(f"query: {name}", "\r".join((head, parameters, "RCP|I", "")), gone, stays, ".hl7")


CASES = (
    FieldCase(
        "coordinates with letters in cells",
        'plot,position,height\n1,"40.7128N 74.0060W",21\n2,"40.7306N 73.9352W",20\n',
        ("7128", "7306"),
        ("plot,position,height", ",21", ",20"),
        ".csv",
    ),
    FieldCase("coordinates, letters first", "a,b\n1,S33 52.100 E151 12.530\n", ("52.100",), suffix=".csv"),
    FieldCase("coordinates by a stroke", "The well (40.71281 / -74.00602) is dry.\n", ("40.7", "74.0")),
    FieldCase("a box by its sign", "Jane Roe\nBox # 412\nElsah, IL 62028\n", ("412", "Elsah")),
    FieldCase("a box to send to", "Send it to Box # 63, please.\n", ("63",), ("please",)),
    FieldCase("a box of a kit", "Take two from box # 3 of the kit.\n", (), ("box # 3 of the kit",)),
    FieldCase(
        "authors by surname and initials",
        "Wurman JX, Gretchko AL, Pleshivtsev NP. Growth of pines. 2001;3:44-9.\n",
        ("Wurman", "Gretchko", "Pleshivtsev"),
        ("2001;3:44-9",),
    ),
    FieldCase("authors in capitals", "Authors: TUTTLE AB; HAVERSTOCK C; OKONKWO DE\n", ("HAVERSTOCK",)),
    _query(
        "the field is named",
        "QPD|Q24^Allocate^HL7|q9|@PID.8^F~@PID.18.1^AC99120~@PID.6.1^Haverstock",
        ("AC99120", "Haverstock"),
        ("@PID.8^F", "@PID.18.1^"),
    ),
    _query(
        "a patient by place",
        "QPD|Z44^Ask^CDCPHINVS|q1|88712^^^MYEHR^MR|Wozzeck^Lulu|Gurney|20120512|F|3 Pfalz Knoll^^Myfair^GA",
        ("88712", "Wozzeck", "Lulu", "Gurney", "0512", "Pfalz"),
        ("|2012|F|",),
    ),
    _query(
        "who else answers",
        "QPD|IHE PIX Query|tag22|14583058^^^HOSP|^^^OTHER",
        ("14583058",),
        ("IHE PIX Query|tag22|", "^^^OTHER"),
    ),
    FieldCase(
        "postal codes on a cell's last line",
        _cells(
            ("Depot", "Where", "Note"),
            ("North", "Peoria, Illinois\n61604", "open"),
            ("South", "Pekin, IL\n61554", "closed"),
        ),
        ("61604", "61554"),
        ("Note", "closed"),
        ".pdf",
    ),
    FieldCase(
        "the State and the area of an address stay",
        "He moved to 9 Elm Street, Pekin, Illinois 61554.\n",
        ("Elm", "Pekin", "61554"),
        ("[STREET-ADDRESS], Illinois 615.",),
    ),
    FieldCase(
        "an address without a code", "9 Elm Street, Alliance, Ohio\n", ("Elm", "Alliance"), ("Ohio",)
    ),
    FieldCase(
        "headers of pages",
        _printed(),
        ("Olga", "Tuttle", "03/14"),
        (
            '&L&"Arial,Italic"&10 Patient [PERSON]', 'Up && down &A', 'Up & down', '&9 2023',
            "&RPage &P of &N",
        ),
        ".xlsx",
    ),
    FieldCase(
        "links of a workbook",
        _linked(),
        ("olga", "555-0142"),
        ("mailto:%5BEMAIL%5D", "tel:%5BPHONE%5D"),
        ".xlsx",
    ),
    FieldCase(
        "links of a page",
        '<html><head><title>x</title></head><body><a href="mailto:o.t@example.org">Write</a></body></html>',
        ("o.t@",),
        ('<a href="mailto:[EMAIL]">Write</a>',),
        ".html",
    ),
    FieldCase("intervals", 'group,n\n"(100, 200]",4\n"(200, 300]",9\n', (), ('"(100, 200]",4',), ".csv"),
    FieldCase("a patch of a series", "Subject: [PATCH 06/10] fix the build\n", (), ("[PATCH 06/10]",)),
    FieldCase(
        "years that go together",
        "Data for 1990/91, 1991/92 and 1992/93 were lost.\n",
        (),
        ("1990/91, 1991/92 and 1992/93",),
    ),
)  # fmt: skip

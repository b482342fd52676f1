"""Tables of made-up records, and what writes them in each format and reads them back: for tests."""

from __future__ import annotations

import csv
import io
import json
import random
from collections.abc import Callable, Sequence
from html import escape

import docx
import openpyxl
import pikepdf
from lxml import html
from markdown_it import MarkdownIt
from pdfminer.high_level import extract_text

Rows = list[list[str]]

_GIVEN = (
    "Hyeon-woo",
    "Oluchi",
    "Marit",
    "Tobias",
    "Ximena",
    "Dagny",
    "Pellam",
    "Ruth",
    "Ignatius",
    "Sunniva",
)
_FAMILY = (
    "Abimbola", "Vestergaard", "Quillfeather", "Okonkwo", "Lindqvist", "Marchetti", "Brandt", "Castellanos",
    "Ó Dálaigh", "Wetherby",
)  # fmt: skip

Maker = Callable[[random.Random], str]

IDENTIFIERS: dict[tuple[str, ...], Maker] = {
    (
        "MRN",
        "Hosp. No.",
        "pt id",
        "patient_identifier",
        "Record number",
        "Krankenakte-Nr.",
        "N° de dossier",
    ): (lambda r: f"{r.randrange(10**6, 10**8):08d}"),
    ("Patient name", "Full Name", "Nombre del paciente", "pt_name", "Name des Patienten"): (
        lambda r: f"{r.choice(_GIVEN)} {r.choice(_FAMILY)}"
    ),
    ("SSN", "Soc. Sec. #", "social security no"): (
        lambda r: f"{r.randrange(100, 665)}-{r.randrange(10, 99)}-{r.randrange(1000, 9999)}"
    ),
    ("DOB", "Geburtsdatum", "date of birth", "F. nac."): (
        lambda r: f"{r.randrange(1, 29):02d}/{r.randrange(1, 13):02d}/{r.randrange(1940, 2005)}"
    ),
    ("Phone", "Handy", "home tel.", "teléfono"): lambda r: (
        f"{r.randrange(200, 999)} 555 {r.randrange(1000, 9999)}"
    ),
    ("Policy no.", "Member ID", "Versichertennummer"): lambda r: (
        f"{r.choice('ABCXW')}{r.randrange(10**7, 10**8)}"
    ),
    ("Account #", "acct_no", "Kontonummer"): lambda r: f"{r.randrange(10**7, 10**9)}",
    ("E-mail", "correo electrónico"): lambda r: f"u{r.randrange(10**5)}@mail{r.randrange(99)}.example.org",
}
"""Wordings of headers that name an identifier, and what stands below them."""

HARMLESS: dict[tuple[str, ...], Maker] = {
    ("Test", "Analyte", "Untersuchung"): lambda r: r.choice(["Lithium", "Sodium", "HbA1c", "Ferritin"]),
    ("Result", "Wert", "value"): lambda r: f"{r.randrange(1, 400)}",
    ("Unit", "Einheit"): lambda r: r.choice(["mmol/l", "mg/dl", "%"]),
    ("Sex", "Geschlecht"): lambda r: r.choice("MF"),
    ("ICD-10", "diagnosis code"): lambda r: r.choice(["E11.9", "I10", "J45.40", "F32.1"]),
    ("Smoker", "consented"): lambda r: r.choice(["yes", "no"]),
    ("Dose", "dosage"): lambda r: f"{r.randrange(1, 20) * 25} mg",
}
"""The same for what harms nobody."""


def table(seed: int, n_rows: int = 6) -> tuple[Rows, set[str], set[str]]:
    """A table with a row of headers, the values that must go, and those that must stay."""
    r = random.Random(seed)
    columns = [(r.choice(names), make, True) for names, make in r.sample([*IDENTIFIERS.items()], 3)]
    columns += [(r.choice(names), make, False) for names, make in r.sample([*HARMLESS.items()], 3)]
    r.shuffle(columns)
    rows = [[make(r) for _, make, _ in columns] for _ in range(n_rows)]
    by_column = [(goes, [row[place] for row in rows]) for place, (_, _, goes) in enumerate(columns)]
    gone = {value for goes, values in by_column if goes for value in values}
    kept = {value for goes, values in by_column if not goes for value in values}
    return [[name for name, _, _ in columns], *rows], gone, kept


def as_form(rows: Rows) -> Rows:
    """The first record of a table as labels beside values."""
    return [list(pair) for pair in zip(rows[0], rows[1], strict=True)]


def to_docx(rows: Rows) -> bytes:
    """A Word document with a table."""
    document = docx.Document()
    document.add_paragraph("Attached list")
    grid = document.add_table(0, len(rows[0]))
    for row in rows:
        for cell, text in zip(grid.add_row().cells, row, strict=True):
            cell.text = text
    return _saved(document.save)


def from_docx(content: bytes) -> Rows:
    """Its cells, by python-docx."""
    (grid,) = docx.Document(io.BytesIO(content)).tables
    return [[cell.text for cell in row.cells] for row in grid.rows]


def to_html(rows: Rows) -> bytes:
    """A page with a table."""
    lines = ["".join(f"<td>{escape(text)}</td>" for text in row) for row in rows]
    return f"<p>Attached list</p><table>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>".encode()


def from_html(content: bytes) -> Rows:
    """Its cells, by lxml."""
    tree = html.document_fromstring(content.decode())
    return [[str(cell.text_content()) for cell in row] for row in tree.iter("tr")]


def to_markdown(rows: Rows) -> bytes:
    """A page with a table of bars."""
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join(["Attached list", "", lines[0], "|---" * len(rows[0]) + "|", *lines[1:], ""]).encode()


def from_markdown(content: bytes) -> Rows:
    """Its cells, by markdown-it."""
    rows: Rows = []
    inside = False
    for token in MarkdownIt("commonmark").enable("table").parse(content.decode()):
        if token.type == "tr_open":
            rows.append([])
        inside = (inside or token.type in ("th_open", "td_open")) and not token.type.startswith("t")
        if token.type in ("th_open", "td_open"):
            inside = True
        elif token.type == "inline" and inside:
            rows[-1].append("".join(child.content for child in token.children or []))
    return rows


def to_csv(rows: Rows) -> bytes:
    """A table of comma-separated values."""
    written = io.StringIO()
    csv.writer(written).writerows(rows)
    return written.getvalue().encode()


def from_csv(content: bytes) -> Rows:
    """Its cells, by Python's csv module."""
    return list(csv.reader(io.StringIO(content.decode())))


def to_xlsx(rows: Rows) -> bytes:
    """A workbook with one sheet."""
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    return _saved(book.save)


def from_xlsx(content: bytes) -> Rows:
    """Its cells, by openpyxl."""
    sheet = openpyxl.load_workbook(io.BytesIO(content)).active
    return [
        ["" if value is None else str(value) for value in row] for row in sheet.iter_rows(values_only=True)
    ]


def to_json_lines(rows: Rows) -> bytes:
    """A record per line."""
    return "\n".join(json.dumps(dict(zip(rows[0], row, strict=True))) for row in rows[1:]).encode()


def from_json_lines(content: bytes) -> Rows:
    """Its values and keys, by Python's json module."""
    records = [json.loads(line) for line in content.decode().splitlines()]
    return [list(records[0]), *([str(value) for value in record.values()] for record in records)]


def texts(rows: Sequence[Sequence[str]]) -> list[str]:
    """All cells, one after the other."""
    return [text for row in rows for text in row]


def _saved(save: Callable[[io.BytesIO], object]) -> bytes:
    written = io.BytesIO()
    save(written)
    return written.getvalue()


def to_pdf(rows: Rows, step: float = 150.0) -> bytes:
    """A page with a table, its columns at equal steps, the text of a standard font."""
    lines = ["BT /F1 9 Tf 40 760 Td (Attached list) Tj ET"]
    for number, row in enumerate(rows):
        for column, text in enumerate(row):
            shown = text.encode("cp1252").hex()
            lines.append(f"BT /F1 9 Tf 1 0 0 1 {40 + column * step} {730 - 16 * number} Tm <{shown}> Tj ET")
    pdf = pikepdf.Pdf.new()
    font = pikepdf.Dictionary(
        Type=pikepdf.Name.Font,
        Subtype=pikepdf.Name.Type1,
        BaseFont=pikepdf.Name.Helvetica,
        Encoding=pikepdf.Name.WinAnsiEncoding,
    )
    page = pdf.add_blank_page(page_size=(40 + step * len(rows[0]), 792))
    page.obj.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F1=pdf.make_indirect(font)))
    page.obj.Contents = pdf.make_stream("\n".join(lines).encode())
    return _saved(pdf.save)


def from_pdf(content: bytes) -> Rows:
    """Its lines, by pdfminer."""
    return [[line.strip()] for line in extract_text(io.BytesIO(content)).splitlines() if line.strip()]

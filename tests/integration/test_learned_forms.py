"""Forms and tables of real files: a name ends where its cell or line ends."""

from __future__ import annotations

import io
import json
from collections.abc import Callable

import docx
import openpyxl
import pikepdf
import pytest

from adapters.documents.registry import format_for
from adapters.recognizers.learned import default_recognizer

ROWS = (
    ("Name of the patient", "Harold Vance"),
    ("Sex and date of birth", "male, 1951"),
    ("Sex", "Male"),
    ("Treating physician", "Lena Fischer"),
    ("Treatment", "Coronary stent, one vessel"),
)


def pdf() -> bytes:
    """A page as a word processor writes it: every cell shown by itself, in two columns."""
    made = pikepdf.new()
    page = made.add_blank_page(page_size=(612, 792))
    font = pikepdf.Dictionary(
        Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica
    )
    page.obj.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F1=font))
    shown = "".join(
        f"BT /F1 10 Tf {x} {700 - 15 * i} Td ({text}) Tj ET\n"
        for i, row in enumerate(ROWS)
        for x, text in zip((90, 320), row, strict=True)
    )
    page.obj.Contents = made.make_stream(shown.encode())
    written = io.BytesIO()
    made.save(written)
    return written.getvalue()


def word() -> bytes:
    made = docx.Document()
    table = made.add_table(rows=0, cols=2)
    for row in ROWS:
        for cell, text in zip(table.add_row().cells, row, strict=True):
            cell.text = text
    written = io.BytesIO()
    made.save(written)
    return written.getvalue()


def sheet() -> bytes:
    made = openpyxl.Workbook()
    for row in ROWS:
        made.active.append(row)
    written = io.BytesIO()
    made.save(written)
    return written.getvalue()


def html() -> bytes:
    rows = "".join(f"<tr><th>{name}</th><td>{value}</td></tr>" for name, value in ROWS)
    return f"<html><body><table>{rows}</table></body></html>".encode()


def csv() -> bytes:
    return "".join(f'"{name}","{value}"\n' for name, value in ROWS).encode()


def jsons() -> bytes:
    return json.dumps(ROWS).encode()


def text() -> bytes:
    return "".join(f"{name:30}{value}\n" for name, value in ROWS).encode()


def lines() -> bytes:
    return "".join(f"{name}\n{value}\n" for name, value in ROWS).encode()


@pytest.mark.parametrize(
    ("suffix", "written"),
    [
        (".pdf", pdf),
        (".docx", word),
        (".xlsx", sheet),
        (".html", html),
        (".csv", csv),
        (".json", jsons),
        (".txt", text),
        (".txt", lines),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_a_name_in_a_form_leaves_the_labels(suffix: str, written: Callable[[], bytes]) -> None:
    content = written()
    document = format_for(suffix, content[:512]).open("x", content).document
    whole = document.text.reveal()
    persons = {whole[s.start : s.end] for s in default_recognizer(categories=("person",)).find(document)}
    assert persons == {"Harold Vance", "Lena Fischer"}

"""Tables in every format: what the columns identify goes, what harms nobody stays, in the written file."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.documents.markup.html import Html
from adapters.documents.markup.markdown import Markdown
from adapters.documents.office.word.docx import Docx
from adapters.documents.office.xlsx import Xlsx
from adapters.documents.pdf.pdf import PdfFormat
from adapters.documents.text.delimited import Delimited
from adapters.documents.text.json_text import JsonLines
from engine.plan.steps import IdentifierStep
from engine.ports import DocumentFormat, Replacement
from engine.stages.identifiers.stage import IdentifierStage
from tests import document_tables as made

_CATEGORIES = (
    "mrn", "ssn", "phone", "email", "date", "birth-date", "account", "health-plan", "unique-code", "person",
)  # fmt: skip
_FORMATS: dict[str, tuple[DocumentFormat, Callable[[made.Rows], bytes], Callable[[bytes], made.Rows]]] = {
    "docx": (Docx(), made.to_docx, made.from_docx),
    "html": (Html(), made.to_html, made.from_html),
    "md": (Markdown(), made.to_markdown, made.from_markdown),
    "pdf": (PdfFormat(), made.to_pdf, made.from_pdf),
    "csv": (Delimited(), made.to_csv, made.from_csv),
    "xlsx": (Xlsx(), made.to_xlsx, made.from_xlsx),
    "jsonl": (JsonLines(), made.to_json_lines, made.from_json_lines),
}
_IN_DOCUMENTS = ("docx", "html", "md", "pdf")


def stage(unknown: str = "remove") -> IdentifierStage:
    """Patterns and columns, without learned recognisers: what columns alone must do."""
    steps = [
        IdentifierStep(
            id=category,
            find=(category,),
            operator="placeholder",
            census=None,
            threshold=0.5,
            allow=(),
            deny=(),
        )
        for category in _CATEGORIES
    ]
    return IdentifierStage(steps, b"k" * 16, 2025, unknown_columns=unknown)


def released(fmt: DocumentFormat, content: bytes, unknown: str = "remove") -> bytes:
    """The file as it is written after the decisions of the stage."""
    opened = fmt.open("d", content)
    decisions = stage(unknown).decide(opened.document)
    return opened.rewrite([Replacement(d.start, d.end, d.replacement) for d in decisions])


def survivors(values: set[str], cells: Sequence[str]) -> set[str]:
    return {value for value in values if any(value in cell for cell in cells)}


@pytest.mark.parametrize("name", _FORMATS)
@given(seed=st.integers(0, 10**9))
@settings(max_examples=12, deadline=None)
def test_columns_that_identify_go_and_harmless_ones_stay(name: str, seed: int) -> None:
    fmt, write, read = _FORMATS[name]
    rows, gone, kept = made.table(seed)
    cells = made.texts(read(released(fmt, write(rows))))
    assert survivors(gone, cells) == set()
    assert kept - set(cells) == set()
    assert set(rows[0]) <= set(cells)


@pytest.mark.parametrize("name", _IN_DOCUMENTS)
@given(seed=st.integers(0, 10**9))
@settings(max_examples=12, deadline=None)
def test_labels_beside_values_say_what_goes(name: str, seed: int) -> None:
    fmt, write, read = _FORMATS[name]
    rows, gone, _ = made.table(seed)
    form = made.as_form(rows)
    cells = made.texts(read(released(fmt, write(form))))
    assert survivors(gone & set(rows[1]), cells) == set()
    assert set(rows[0]) <= set(cells)


@pytest.mark.parametrize("name", _IN_DOCUMENTS)
def test_a_column_of_codes_that_nothing_explains_follows_the_policy(name: str) -> None:
    fmt, write, read = _FORMATS[name]
    rows = [["F1", "Test"], *([f"{number}-KXC", "Lithium"] for number in (448213, 551907, 901733, 340012))]
    removed, kept = (made.texts(read(released(fmt, write(rows), unknown))) for unknown in ("remove", "keep"))
    assert not survivors({row[0] for row in rows[1:]}, removed)
    assert {row[0] for row in rows[1:]} <= set(kept)
    assert "Lithium" in removed

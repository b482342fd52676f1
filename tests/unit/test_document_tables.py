"""Tables inside documents: merged cells, tables in tables, forms, and tables that only lay out a page."""

from __future__ import annotations

import io
import re
from itertools import pairwise

import docx
import pytest
from docx.oxml import OxmlElement

from adapters.documents.markup.html import Html
from adapters.documents.markup.markdown import Markdown
from adapters.documents.office.word.docx import Docx
from adapters.documents.pdf.lines import reading
from adapters.documents.pdf.pdf import PdfFormat
from adapters.documents.pictures.words import Word, lines_of
from engine.methods.columns.typing import typed_tables
from engine.stages.identifiers.columns import ColumnTypes
from engine.text import Document, Span, carried_out
from tests import document_tables as made
from tests.drawn_pages import pdf_of
from tests.property.test_tables_by_column import stage


def _html(source: str) -> Document:
    return Html().open("d", source.encode()).document


def _markdown(source: str) -> Document:
    return Markdown().open("d", source.encode()).document


def _docx(document: docx.document.Document) -> Document:
    written = io.BytesIO()
    document.save(written)
    return Docx().open("d", written.getvalue()).document


def _cells(document: Document) -> list[str]:
    """Texts of the parts after the decisions."""
    released = carried_out(document.text.reveal(), stage().decide(document))
    return [piece.strip() for piece in released.split("\n\n") if piece.strip()]


def _types(document: Document) -> list[tuple[str, str]]:
    return [(typed.column.header, typed.kind.name) for typed in typed_tables(document, []).columns]


def test_a_header_over_two_columns_names_both() -> None:
    page = _html(
        "<table><tr><th colspan=2>Patient name<th>Result<tr><td>Hyeon<td>Abimbola<td>5"
        "<tr><td>Marit<td>Okoro<td>7</table>"
    )
    assert [kind for _, kind in _types(page)] == ["person", "person", "measure"]
    assert _cells(page)[2:5] == ["[PERSON]", "[PERSON]", "5"]


def test_cells_right_of_one_that_reaches_down_keep_their_column() -> None:
    page = _html(
        "<table><tr><td>Ward<td>MRN<td>Test<tr><td rowspan='2'>North<td>00731942<td>Lithium"
        "<tr><td>00884410<td>Sodium<tr><td>South<td>00884411<td>Ferritin</table>"
    )
    assert _cells(page)[3:] == [
        "North", "[MRN]", "Lithium", "[MRN]", "Sodium", "South", "[MRN]", "Ferritin",
    ]  # fmt: skip


def test_a_table_inside_a_cell_is_a_table_of_its_own() -> None:
    page = _html(
        "<table><tr><th>Test<th>Details<tr><td>Lithium<td>before<table><tr><td>MRN<td>0073</table>after"
        "<tr><td>Sodium<td>none</table>"
    )
    assert ("MRN", "mrn") in _types(page)
    assert _cells(page) == ["Test", "Details", "Lithium", "before", "MRN", "[MRN]", "after", "Sodium", "none"]


def test_a_list_of_terms_is_a_form() -> None:
    page = _html("<dl><dt>Patient name<dd>Hyeon Abimbola<dt>MRN<dd>0073<dd>0074<dt>Result<dd>84</dl>")
    assert _cells(page) == ["Patient name", "[PERSON]", "MRN", "[MRN]", "[MRN]", "Result", "84"]


def test_one_pair_is_a_form_and_so_are_rows_with_several() -> None:
    assert _cells(_html("<table><tr><td>MRN<td>0073</table>")) == ["MRN", "[MRN]"]
    page = _html(
        "<table><tr><td>MRN:<td>0073<td>Patient:<td>Hyeon Abimbola"
        "<tr><td>Ward:<td>North<td>Account no:<td>7741</table>"
    )
    assert _cells(page) == [
        "MRN:", "[MRN]", "Patient:", "[PERSON]", "Ward:", "North", "Account no:", "[ACCOUNT]",
    ]  # fmt: skip


def test_rows_of_headers_that_name_their_whole_row() -> None:
    page = _html(
        "<table><tr><th>Name<td>Ann Li<td>Marit Ro<tr><th>MRN<td>0071<td>0072<tr><th>Sex<td>F<td>M</table>"
    )
    assert _cells(page) == ["Name", "[PERSON]", "[PERSON]", "MRN", "[MRN]", "[MRN]", "Sex", "F", "M"]


def test_tables_without_end_tags_and_text_between_rows_are_read() -> None:
    page = _html("<table><tr><td>MRN<td>Test<tr>stray<td>0073<td>Lithium<tr><td>0074<td>Sodium</table>last")
    assert _cells(page) == ["MRN", "Test", "stray", "[MRN]", "Lithium", "[MRN]", "Sodium", "last"]


def test_a_wide_span_costs_no_memory() -> None:
    page = _html("<table><tr>" + "<td colspan=1000 rowspan=65000>x" * 500 + "<tr><td>y</table>")
    assert len(page.parts) == 501


def test_merged_cells_of_word_keep_columns_apart() -> None:
    document = docx.Document()
    grid = document.add_table(4, 3)
    rows = [
        ["Patient name", "", "MRN"],
        ["Hyeon", "Abimbola", "0073"],
        ["Marit", "Okoro", "0074"],
        ["", "Li", "0075"],
    ]
    for row, texts in zip(grid.rows, rows, strict=True):
        for cell, text in zip(row.cells, texts, strict=True):
            cell.text = text
    grid.cell(0, 0).merge(grid.cell(0, 1))
    grid.cell(2, 0).merge(grid.cell(3, 0))
    cells = _cells(_docx(document))
    assert cells == ["Patient name", "MRN", *["[PERSON]", "[PERSON]", "[MRN]"] * 2, "[PERSON]", "[MRN]"]


def test_a_table_in_a_table_of_word_and_one_in_the_header_of_the_page() -> None:
    document = docx.Document()
    outer = document.add_table(2, 2)
    for cell, text in zip(
        (c for row in outer.rows for c in row.cells), ["Test", "Info", "Lithium", ""], strict=True
    ):
        cell.text = text
    inner = outer.cell(1, 1).add_table(1, 2)
    inner.cell(0, 0).text, inner.cell(0, 1).text = "Account no.", "7741"
    above = document.sections[0].header.add_table(1, 2, docx.shared.Inches(4))
    above.cell(0, 0).text, above.cell(0, 1).text = "MRN", "0073"
    cells = _cells(_docx(document))
    assert ("Account no.", "[ACCOUNT]") in pairwise(cells)
    assert ("MRN", "[MRN]") in pairwise(cells)
    assert {"Test", "Info", "Lithium"} <= set(cells)


def test_a_row_that_word_repeats_on_every_page_is_one_of_headers() -> None:
    document = docx.Document()
    grid = document.add_table(3, 2)
    for row, texts in zip(grid.rows, [["Cohort 2001", "MRN"], ["x", "0073"], ["y", "0074"]], strict=True):
        for cell, text in zip(row.cells, texts, strict=True):
            cell.text = text
    grid.rows[0]._tr.get_or_add_trPr().append(OxmlElement("w:tblHeader"))
    assert _cells(_docx(document)) == ["Cohort 2001", "MRN", "x", "[MRN]", "y", "[MRN]"]


@pytest.mark.parametrize(
    "source",
    [
        "| MRN | Test |\n|---|---|\n| 0073 | Lithium |\n",
        "MRN | Test\n--- | ---\n0073 | Lithium\n",
        "> | MRN | Test |\n> |:--|--:|\n> | 0073 | Lithium |\n",
        "1. | MRN | Test |\n   |---|---|\n   | 0073 | Lithium |\n",
        "| MRN | Test |\r\n|---|---|\r\n| 00**73** | Lithium |\r\n",
    ],
)
def test_tables_of_markdown_wherever_they_stand(source: str) -> None:
    opened = Markdown().open("d", f"before\n\n{source}\nafter\n".encode())
    cells = _cells(opened.document)
    assert cells[-3:-1] == ["[MRN]", "Lithium"]
    assert (cells[0], cells[-1]) == ("before", "after")
    assert opened.rewrite([]).decode() == f"before\n\n{source}\nafter\n"


def test_a_bar_that_is_escaped_divides_no_cell() -> None:
    cells = _cells(_markdown("| Test | MRN |\n|---|---|\n| a \\| b | 0073 |\n| c | 0074 | 0075\n"))
    assert cells[2:4] == ["a | b", "[MRN]"]
    assert cells[5:] == ["[MRN]", "[UNIQUE-CODE]"]


def test_bars_without_a_rule_are_text() -> None:
    document = _markdown("| MRN | 0073 |\n| b | c |\n")
    assert [part.cell for part in document.parts] == [None]


def test_a_table_that_lays_out_a_page_hides_no_name() -> None:
    """The first row may look like one of headers: what is found there stays found."""
    page = _html(
        "<table><tr><td>Hyeon van Abimbola<td>Cardiology<tr><td>12 450<td>1 300<tr><td>1 200<td>9 800</table>"
    )
    name = Span(0, len("Hyeon van Abimbola"), "person")
    assert name in ColumnTypes(("person",), removes_unknown=True).apply(page, [name]).spans


def test_a_few_harmless_values_of_a_layout_hide_nothing() -> None:
    page = _html("<table><tr><td>See you on<td>12/05<tr><td>and on<td>13/05</table>")
    start = page.text.reveal().index("12/05")
    day = Span(start, start + 5, "date")
    assert day in ColumnTypes(("date",), removes_unknown=True).apply(page, [day]).spans


def _pdf(rows: list[list[str]], step: float = 150.0) -> Document:
    return PdfFormat().open("d", made.to_pdf(rows, step)).document


def test_columns_of_a_page_are_known_by_where_they_stand() -> None:
    page = _pdf(
        [["Hosp. No.", "Test", "Result"], ["00731942", "Lithium", "84"], ["00884410", "Sodium", "140"]]
    )
    assert _types(page) == [("Hosp. No.", "mrn"), ("Test", "label"), ("Result", "measure")]
    assert _cells(page)[1:] == [
        "Hosp. No.", "Test", "Result", "[MRN]", "Lithium", "84", "[MRN]", "Sodium", "140",
    ]  # fmt: skip


def test_an_empty_cell_of_a_page_moves_no_other() -> None:
    page = _pdf(
        [["MRN", "Test", "Result"], ["0071", "", "84"], ["0072", "Sodium", "140"], ["0073", "Iron", "9"]]
    )
    assert _cells(page)[4:] == ["[MRN]", "84", "[MRN]", "Sodium", "140", "[MRN]", "Iron", "9"]


def test_labels_on_a_page_say_what_stands_beside_them() -> None:
    page = _pdf([["MRN:", "0073"], ["Patient name:", "Hyeon Abimbola"], ["Ward:", "North"]])
    assert _cells(page)[1:] == ["MRN:", "[MRN]", "Patient name:", "[PERSON]", "Ward:", "North"]


@pytest.mark.parametrize(
    "rows",
    [
        [["He was seen in the", "clinic and then he"], ["left again for his", "home in the north"]],
        [["MRN", "0073"]],
        [["only one column"], ["of text"], ["on a page"]],
        [["frob", "nicate"], ["x", "y"], ["z", "w"]],
    ],
)
def test_what_no_header_explains_stays_one_text_on_a_page(rows: list[list[str]]) -> None:
    page = _pdf(rows)
    assert [part.kind for part in page.parts if part.kind != "drawn"] == ["page"]


def test_numbers_below_a_header_far_away_are_no_column_of_it() -> None:
    rows = [["MRN", "Test"], *[["", ""]] * 6, ["0073", "Lithium"], ["0074", "Sodium"]]
    assert all(part.cell is None for part in _pdf(rows).parts)


WRAPPED = (("Amara", "Okoro"), ("Luis", "Van Dyke", "Smith"), ("Marit Ek",))


def _wrapped_page(padding: float, header: tuple[str, ...] = ("Name", "MRN", "Result")) -> Document:
    """A page with a table whose names wrap in their cells; rows stand `padding` points further apart."""
    words = [(40 + 150 * n, 700.0, text) for n, text in enumerate(header)]
    level = 700.0
    for number, name in enumerate(WRAPPED):
        level -= 14 + padding
        words += [(190.0, level, f"7783314{number}"), (340.0, level, "normal"), (40.0, level, name[0])]
        for text in name[1:]:
            level -= 14
            words.append((40.0, level, text))
    return PdfFormat().open("d", pdf_of(words)).document


def test_lines_that_wrap_inside_a_cell_of_a_pdf_are_one_cell() -> None:
    document = _wrapped_page(8)
    text = document.text.reveal()
    cells = [text[part.start : part.end].split() for part in document.parts if part.cell]
    assert [" ".join(cell) for cell in cells[3::3]] == [" ".join(name) for name in WRAPPED]
    assert _types(document)[:2] == [("Name", "person"), ("MRN", "mrn")]
    released = carried_out(text, stage().decide(document))
    assert not re.search(r"7783314|Okoro|Dyke|Smith|Ek", released) and released.count("normal") == 3


def test_words_of_a_picture_whose_boxes_overlap_stay_in_their_line() -> None:
    """A reader of pictures places letters with errors: a name fell apart, and with it the table below."""
    boxes = [("Olga", 78, 126), ("Engstrom", 97, 173)]
    words = [Word(text, left, 182, right, 205, 1.0, 0, 17.0) for text, left, right in boxes]
    words += [Word("46507089", 398, 181, 462, 202, 1.0, 1, 16.0)]
    lines = lines_of(words, [word.text for word in words])
    read = ["".join(text for text, _ in reading([line])) for line in lines]
    assert read == ["Olga Engstrom", "46507089"]


def test_lines_of_a_pdf_as_far_apart_as_its_rows_are_no_cell() -> None:
    """Nothing shows that they wrap, so no value joins a header above it."""
    parts = _wrapped_page(0).parts
    assert all(part.cell is None or part.cell.row < 2 for part in parts)


def test_cells_of_a_pdf_that_nearly_touch_are_cut_at_the_edge_of_their_column() -> None:
    """A blank parts them from the next cell, as it parts words: the other rows show where it begins."""
    rows = [("Name", "MRN", "Result"), ("Amara Okoro", "77833140", "normal"), ("Luis Ek", "77833142", "high")]
    words = [
        (40.0 + 100 * n, 700 - 22.0 * m, text) for m, row in enumerate(rows) for n, text in enumerate(row)
    ]
    words += [(40.0, 634.0, "Marit Bakke Haug"), (140.0, 634.0, "77833141"), (240.0, 634.0, "low")]
    document = PdfFormat().open("d", pdf_of(words)).document
    text = document.text.reveal()
    assert [text[p.start : p.end].strip() for p in document.parts if p.cell and p.cell.row == 3] == [
        "Marit Bakke Haug",
        "77833141",
        "low",
    ]
    assert "7783314" not in carried_out(text, stage().decide(document))


def test_a_line_below_a_table_is_not_its_last_row() -> None:
    rows = [("Name", "MRN"), *(("Ana Ek", f"7783314{n}") for n in range(3))]
    words = [
        (40 + 150.0 * n, 700 - 14.0 * m, text) for m, row in enumerate(rows) for n, text in enumerate(row)
    ]
    words += [(40, 644, "She came back later that week, on foot and in good spirits.")]
    document = PdfFormat().open("d", pdf_of(words)).document
    assert [p.cell.row for p in document.parts if p.cell][-1] == 3
    assert "7783314" not in carried_out(document.text.reveal(), stage().decide(document))

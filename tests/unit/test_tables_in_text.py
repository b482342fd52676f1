"""Tables inside plain text: their cells are read under the names of their columns, all else as text."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.documents.mail.mail import Mail
from adapters.documents.text.plain import PlainText
from adapters.documents.text.tables_in_text import regions
from engine.ports import Replacement
from flows.compiling.compilation import compile_policy
from research.through_policy import inspected_texts
from tests.drawn_cases import number_of_cases

LINES = """Contact list, printed 4 May.

no | last, first       | dob     | phone        | plan
---+-------------------+---------+--------------+-----
 1 | Htoo, Eh Paw      | 7/13/92 | 507-555-0114 | rest
 2 | WOLDEMARIAM T.    |         | none         | rest

Index case is no. 2 | see sheet 2.
"""


def _cells(text: str) -> list[tuple[str, int, int, str]]:
    return [
        (one.kind, one.cell.row, one.cell.column, text[one.start : one.end])
        for one in regions(text)
        if one.cell and one.end > one.start
    ]


def test_lines_under_names_of_columns_are_a_table() -> None:
    cells = _cells(LINES)
    assert cells[:5] == [
        ("header", 0, 0, "no"),
        ("header", 0, 1, "last, first"),
        ("header", 0, 2, "dob"),
        ("header", 0, 3, "phone"),
        ("header", 0, 4, "plan"),
    ]
    assert [one[3] for one in cells if one[2] == 1] == ["last, first", "Htoo, Eh Paw", "WOLDEMARIAM T."]
    body = [LINES[one.start : one.end] for one in regions(LINES) if one.cell is None]
    assert body[0].startswith("Contact list") and "Index case" in body[1] and len(body) == 2


@pytest.mark.parametrize("delimiter", [" | ", "\t", "|"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_bars_and_tabs_and_either_line_end(delimiter: str, line_end: str) -> None:
    rows = [["name", "dob", "mrn"], ["H. Paw", "7/13/92", "84417"], ["B. Oe", "1/2/93", "84418"]]
    text = "Seen today:" + line_end + line_end.join(map(delimiter.join, rows)) + line_end + "End."
    assert [one[3] for one in _cells(text)] == [cell for row in rows for cell in row]


def test_bars_around_a_row_and_marks_of_quotation() -> None:
    text = "> | name | dob | mrn |\n> |---|---|---|\n> | H. Paw | 7/13/92 | 84417 |\n"
    assert [one[1:] for one in _cells(text)] == [
        (0, 0, "name"),
        (0, 1, "dob"),
        (0, 2, "mrn"),
        (1, 0, "H. Paw"),
        (1, 1, "7/13/92"),
        (1, 2, "84417"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "red | green | blue\n1 | 2 | 3\n4 | 5 | 6\n",  # no name of a column
        "name | dob\nH. Paw | 7/13/92\n",  # two columns
        "name | dob | mrn | phone | ward\nOne line | of another width.\n",
        "name   dob   mrn\nRead all of it.  Then sign.\n\nThen go.".replace("   ", " "),
        "name | dob | mrn\n",  # no row
        "Patient Name: PETROV, ANASTASIA   Sex: F  Age: 47\nSpecimen ID: S25-118840   Collected: now  x  y\n",
        "Patient Maria Lopez   ward seven   bed three\nSpecimen ID   Collected   phone\n",  # nothing plain
        "She said a|b|c and x|y|z.\nThen p|q|r followed.\n",
        "",
    ],
)
def test_other_lines_are_text(text: str) -> None:
    assert [(one.kind, one.start, one.end) for one in regions(text)] == [("body", 0, len(text))]


GAPS = """Round the table, all open cases.  Present: two.

Case #    Family Name      Worker        Last Contact    Risk   Where we are
-------   --------------   -----------   -------------   ----   -----------------------------
30944     HOLLINGBERY      Abiodun       Oct the 19th       4   shutoff notice; moved in with a friend
31025     (new)            Perpetua                         ?   walk-in
31031     Mac an Ghaill    me            9/30            5      see below

31031: called the line.  All is well.
"""


def test_below_names_with_wide_gaps_a_cell_belongs_to_the_name_it_reaches() -> None:
    cells = _cells(GAPS)
    assert [one[3] for one in cells if one[2] == 1] == [
        "Family Name",
        "HOLLINGBERY",
        "(new)",
        "Mac an Ghaill",
    ]
    assert [one[3] for one in cells if one[2] == 3] == ["Last Contact", "Oct the 19th", "9/30"]
    assert [one[3] for one in cells if one[2] == 4] == ["Risk", "4", "?", "5"]
    assert [one.kind for one in regions(GAPS)].count("body") == 2


@pytest.mark.parametrize(
    ("row", "cells"),
    [
        ("H. Paw | 7/13/92", ["H. Paw", "7/13/92"]),
        ("H. Paw | 7/13/92 | 84417 | 4 West", ["H. Paw", "7/13/92", "84417", "4 West"]),
    ],
)
def test_a_row_may_have_fewer_and_more_cells_than_names(row: str, cells: list[str]) -> None:
    assert [one[3] for one in _cells(f"name | dob | mrn\n{row}\n") if one[1]] == cells


def test_a_cell_that_goes_on_below_stays_in_its_column() -> None:
    text = (
        "Name          DOB       Address\n"
        "J. Doe        1/1/80    12 Main St,\n"
        "                        Springfield\n"
        "K. Roe        2/2/81    none\n"
        "All of them were seen.\n"
    )
    assert [one[3] for one in _cells(text) if one[2] == 2] == [
        "Address",
        "12 Main St,",
        "Springfield",
        "none",
    ]
    assert [one[3] for one in _cells(text) if one[2] == 0] == ["Name", "J. Doe", "K. Roe"]


def test_quoted_lines_with_gaps() -> None:
    text = "> Name      DOB       MRN\n> J. Doe    1/1/80    84417\n> K. Roe    2/2/81    84418\n"
    assert [one[3] for one in _cells(text) if one[2] == 0] == ["Name", "J. Doe", "K. Roe"]


def test_an_empty_line_between_rows_ends_no_table_and_other_names_begin_one() -> None:
    first = "name | dob | mrn\nH. Paw | 7/13/92 | 84417\n\nB. Oe | 1/2/93 | 84418\n"
    text = f"{first}\nmrn | phone | name\n1 | 2 | 3\n"
    cells = [(one.cell.table, one.cell.row) for one in regions(text) if one.cell and one.cell.column == 0]
    assert cells == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1)]


def test_two_tables_and_what_stands_between() -> None:
    table = "name | dob | mrn\nH. Paw | 7/13/92 | 84417\n"
    found = [one.cell.table for one in regions(f"{table}\nBetween.\n{table}") if one.cell]
    assert found == [0] * 6 + [1] * 6


def test_every_sign_that_is_read_is_written_where_it_stood() -> None:
    opened = PlainText().open("t", LINES.encode())
    text = opened.document.text.reveal()
    at = text.index("WOLDEMARIAM T.")
    written = opened.rewrite([Replacement(at, at + 14, "[PERSON]")])
    assert written.decode() == LINES.replace("WOLDEMARIAM T.", "[PERSON]")
    assert opened.rewrite([]).decode() == LINES


def test_regions_are_in_order_and_only_bars_blanks_and_rules_are_left_out() -> None:
    at, left_out = 0, ""
    for one in regions(LINES):
        assert at <= one.start <= one.end
        left_out += LINES[at : one.start]
        at = one.end
    assert at == len(LINES)
    assert set(left_out) <= set("|+- \n")


def test_a_line_wrongly_taken_for_names_is_searched_as_text() -> None:
    text = "Seen:\npatient Zvenimira Oyelaranquist | phone | dob\nnone | 507-555-0114 | 1/2/93\n"
    (looked,) = inspected_texts(compile_policy("hipaa-safe-harbor"), [text])
    assert "Zvenimira Oyelaranquist" in {text[d.start : d.end] for d in looked.decisions}


_WORDS = [
    "name",
    "dob",
    "mrn",
    "phone",
    "Paw",
    "7/13/92",
    "84417",
    "|",
    " | ",
    "\t",
    "  ",
    "   ",
    " ",
    "\n",
    "\r\n",
]
_WORDS += ["> ", "---", "--+--", "===", ":", "- ", "_", "Ö", "Last seen", "\n\n", "\u00a0", "\u2028"]


@given(st.lists(st.sampled_from(_WORDS), max_size=60))
@settings(max_examples=number_of_cases(300), deadline=None)
def test_nothing_but_what_divides_is_left_unread(words: list[str]) -> None:
    text = "name | dob | mrn\n" + "".join(words)
    at, left_out = 0, ""
    for one in regions(text):
        assert at <= one.start <= one.end
        left_out += text[at : one.start]
        at = one.end
    assert at == len(text)
    assert set(left_out) <= set("|+-=:_> \t\r\n\u00a0\u2028")


COLUMNS = """policy: columns
version: 1.0.0
title: Columns
extends: hipaa-safe-harbor
documents:
  because: A trial.
  columns:
    - {named: [plan], then: drop}
    - {named: [phone], then: keep}
"""


def test_what_a_policy_says_of_columns_holds_there(tmp_path: Path) -> None:
    policy = tmp_path / "p.yaml"
    policy.write_text(COLUMNS)
    compiled = compile_policy(str(policy))
    plain, told = inspected_texts(compiled, [LINES.replace("507-555-0114", "none"), LINES])
    gone = [LINES[d.start : d.end] for d in told.decisions]
    assert gone.count("rest") == 2 and "Htoo, Eh Paw" in gone
    assert "507-555-0114" not in gone
    assert not plain.faults
    assert told.faults  # one text is checked: a number that a policy keeps in a table has it refused


def test_the_body_of_a_mail_has_its_tables_read() -> None:
    mail = EmailMessage()
    mail["Subject"] = "List"
    mail.set_content(LINES)
    parts = Mail().open("m", bytes(mail)).document.parts
    assert [part.cell.row for part in parts if part.cell and part.cell.column == 1] == [0, 1, 2]

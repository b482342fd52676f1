"""Excel workbooks against the conformance suite, and what must leave them."""

from __future__ import annotations

import datetime
import io
import random
import re
import zipfile

import openpyxl
import pytest
from openpyxl.comments import Comment
from openpyxl.formatting.rule import CellIsRule
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation

from adapters.documents.containers.archive import write_archive
from adapters.documents.office.xlsx import Xlsx
from tests.conformance.documents_suite import (
    CANARY,
    DocumentFormatSuite,
    mutated,
    mutated_archive,
    replacements_of,
)
from tests.conformance.test_documents_docx import GONE, unpacked


def sample() -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = f"of {CANARY}"
    sheet.append(["id", "patient name", "date of birth", "ssn", "note"])
    sheet.append([1, CANARY, datetime.date(1961, 4, 5), 123456789, f"met {CANARY}\non Monday"])
    sheet.append([2, CANARY, datetime.datetime(1970, 1, 1, 12, 30), 2125550199.5, "=CONCATENATE(B2)"])
    sheet["B2"].hyperlink = f"mailto:{CANARY}@x.org"
    sheet["B2"].comment = Comment(GONE, GONE)
    sheet.oddHeader.center.text = f"head {CANARY}"
    choices = DataValidation("list", formula1=f'"{CANARY},x"', prompt=f"pick {CANARY}")
    choices.add("E2")
    sheet.add_data_validation(choices)
    book.create_sheet("second").append([f"other {CANARY}"])
    book.defined_names["x"] = DefinedName("x", attr_text=f'"{GONE}"')
    book.properties.creator = GONE
    written = io.BytesIO()
    book.save(written)
    return with_cached_value(written.getvalue())


def with_cached_value(content: bytes) -> bytes:
    """The formula with the value it had, as Excel writes it; openpyxl does not."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    name = "xl/worksheets/sheet1.xml"
    formula = f'<c r="E3" t="str"><f>"{GONE}"</f><v>made {CANARY}</v></c>'
    new = re.sub(rb'<c r="E3"[^>]*><f>[^<]*</f><v ?(?:/>|></v>)</c>', formula.encode(), files[name])
    assert new != files[name]
    return write_archive(files | {name: new})


class TestXlsx(DocumentFormatSuite):
    fmt = Xlsx()
    sample = sample()
    byte_exact = False
    n_canaries = 10
    n_mutations = 60
    kept_characters = "23456789"
    malformed = (b"PK\x03\x04" + CANARY.encode(), sample[: len(sample) // 2])

    def mutate(self, rng: random.Random) -> bytes:
        return rng.choice((mutated, mutated_archive))(self.sample, rng)

    def test_markup_in_a_replacement_stays_text(self) -> None:
        opened = self.fmt.open("d", self.sample)
        written = opened.rewrite(replacements_of(opened, CANARY, "<b>&\"'x"))
        assert openpyxl.load_workbook(io.BytesIO(written)).worksheets[1]["A1"].value == "other <b>&\"'x"

    def test_unzipping_shows_nothing_removed(self) -> None:
        opened = self.fmt.open("d", self.sample)
        raw = unpacked(opened.rewrite(replacements_of(opened, CANARY, "X")))
        assert CANARY.encode() not in raw and GONE.encode() not in raw
        assert b"sharedStrings" not in raw and b"<f>" not in raw

    def test_openpyxl_opens_what_is_written(self) -> None:
        opened = self.fmt.open("d", self.sample)
        book = openpyxl.load_workbook(io.BytesIO(opened.rewrite(replacements_of(opened, CANARY, "X"))))
        assert book.sheetnames == ["of X", "second"]
        rows = list(book.worksheets[0].iter_rows(values_only=True))
        assert rows[1] == (1, "X", datetime.datetime(1961, 4, 5), 123456789, "met X\non Monday")
        assert rows[2][4] == "made X"


def test_cells_are_named_and_dates_read_as_dates() -> None:
    document = Xlsx().open("d", sample()).document
    text = document.text.reveal()
    found = {(part.kind, part.name, text[part.start : part.end]) for part in document.parts}
    assert {
        ("number", "ssn", "123456789"),
        ("number", "date of birth", "1961-04-05"),
        ("number", "date of birth", "1970-01-01 12:30:00"),
        ("cell", "patient name", CANARY),
        ("header", "patient name", "patient name"),
        ("cell", "column 1", f"other {CANARY}"),
    } <= found


def test_one_cell_changes_without_the_others_that_say_the_same() -> None:
    opened = Xlsx().open("d", sample())
    book = openpyxl.load_workbook(
        io.BytesIO(opened.rewrite(replacements_of(opened, f"(?<=1\n\n){CANARY}", "X")))
    )
    assert [book.worksheets[0][c].value for c in ("B2", "B3")] == ["X", CANARY]


def test_numbers_become_text_when_replaced_and_sheets_keep_names_of_their_own() -> None:
    opened = Xlsx().open("d", sample())
    written = opened.rewrite(replacements_of(opened, f"123456789|1961-04-05|of {CANARY}|second", "[A]/B"))
    book = openpyxl.load_workbook(io.BytesIO(written))
    assert book.sheetnames == ["_A__B", "_A__B (2)"]
    assert [book.worksheets[0][c].value for c in ("C2", "D2")] == ["[A]/B", "[A]/B"]
    assert opened.rewrite([]) == Xlsx().open("d", sample()).rewrite([])


def test_characters_written_as_escapes_are_read_as_characters() -> None:
    book = openpyxl.Workbook()
    book.active["A1"] = "_x0056_orquex_x0069_l"
    written = io.BytesIO()
    book.save(written)
    assert "Vorquexil" in Xlsx().open("d", written.getvalue()).document.text.reveal()


@pytest.mark.parametrize(
    ("stored", "text"),
    [
        ("Vorque_x000B_Xil", "Vorque Xil"),
        ("Vorque_x005F_x0078_il", "Vorque_x005F_x0078_il"),
        ("Vorque_x005F_x00_x0037_8_il", "Vorque_x005F_x0078_il"),
    ],
)
def test_escaped_characters_part_words_and_do_not_become_letters_at_writing(stored: str, text: str) -> None:
    book = openpyxl.Workbook()
    book.active["A1"] = stored
    given = io.BytesIO()
    book.save(given)
    written = Xlsx().open("d", given.getvalue()).rewrite([])
    sheet = zipfile.ZipFile(io.BytesIO(written)).read("xl/worksheets/sheet1.xml").decode()
    assert re.findall("<t>(.*?)</t>", sheet) == [text]


def merged_book() -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    for row in [["Report", None], ["mrn", "link"], ["0073", "home"]]:
        sheet.append(row)
    sheet.merge_cells("A1:B1")
    sheet["B3"].hyperlink = "https://example.org/a"
    sheet.auto_filter.ref = "A2:B3"
    sheet.conditional_formatting.add("A3", CellIsRule(operator="lessThan", formula=["3"]))
    sheet.column_dimensions["A"].width = 20
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()


def test_merged_cells_links_and_filters_keep_their_places() -> None:
    written = Xlsx().open("d", merged_book()).rewrite([])
    sheet = openpyxl.load_workbook(io.BytesIO(written)).active
    assert [str(one) for one in sheet.merged_cells.ranges] == ["A1:B1"]
    assert sheet["B3"].hyperlink.ref == "B3"
    assert sheet.auto_filter.ref == "A2:B3"


@pytest.mark.parametrize("place", ["A1:B1", "B3", "A2:B3", "A3"])
def test_a_place_that_is_none_takes_its_element_along_and_the_workbook_stays_readable(place: str) -> None:
    """An element without the attribute it needs makes a workbook that no program opens."""
    with zipfile.ZipFile(io.BytesIO(merged_book())) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    sheet = files["xl/worksheets/sheet1.xml"]
    assert f'ref="{place}"'.encode() in sheet
    files["xl/worksheets/sheet1.xml"] = sheet.replace(f'ref="{place}"'.encode(), f'ref="{GONE}"'.encode())
    content = write_archive(files)
    written = Xlsx().open("d", content).rewrite([])
    assert GONE.encode() not in unpacked(written)
    assert openpyxl.load_workbook(io.BytesIO(written)).active["A3"].value == "0073"
    assert [text.reveal() for text in Xlsx().read_back(written)].count("mrn") == 1


def test_numbers_read_as_their_mask_shows_them() -> None:
    book = openpyxl.Workbook()
    masks = ["00000", "000-00-0000", r"[<=9999999]###\-####;\(###\)\ ###\-####", "0.00"]
    book.active.append([4485, 12345678, 2125550199, 7])
    for cell, mask in zip(book.active[1], masks, strict=True):
        cell.number_format = mask
    written = io.BytesIO()
    book.save(written)
    text = Xlsx().open("d", written.getvalue()).document.text.reveal()
    assert text.split()[1:6] == ["04485", "012-34-5678", "(212)", "555-0199", "7"]

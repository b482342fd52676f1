"""Names and numbers in parts of a file that few people ever see: each is gone after a release."""

from __future__ import annotations

import io
import zipfile

import openpyxl
import pytest
from openpyxl.workbook.defined_name import DefinedName

from adapters.documents.opening.sources import Source
from flows.compiling.compilation import compile_policy
from flows.document.document import DocumentPipeline


@pytest.fixture(scope="module")
def pipeline() -> DocumentPipeline:
    return DocumentPipeline(compile_policy("hipaa-safe-harbor"), b"k" * 32, 2024)


def released(pipeline: DocumentPipeline, name: str, content: bytes) -> bytes:
    return pipeline.release(Source("000001", "", name), content).content


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.txt", "Account Hartmere536224361 was opened."),
        ("a.xml", '<r><Hartmere536224361>a</Hartmere536224361><b Hartmere536224361="1">c</b></r>'),
        ("a.json", '{"Hartmere536224361": 4}'),
        ("a.ini", "[x]\nHartmere536224361 = b\n"),
        ("a.txt", "The folder is Hartmere_536224361, on the left."),
    ],
)
def test_a_name_and_a_number_in_one_word_go(pipeline: DocumentPipeline, name: str, content: str) -> None:
    out = released(pipeline, name, content.encode())
    assert b"Hartmere" not in out and b"536224361" not in out


def test_texts_of_a_workbook_beside_its_cells_go(pipeline: DocumentPipeline) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(["test", "value"])
    sheet.append(["glucose", 99])
    sheet.oddHeader.left.text = "of Hartmere, MRN 55120077"
    book.defined_names["Who"] = DefinedName("Who", attr_text='"Hartmere, SSN 536-22-4361"')
    book.create_sheet("Hartmere536224361")
    file = io.BytesIO()
    book.save(file)
    with zipfile.ZipFile(io.BytesIO(released(pipeline, "a.xlsx", file.getvalue()))) as package:
        told = b" ".join(package.read(part) for part in package.namelist())
    assert [gone for gone in (b"Hartmere", b"536", b"55120077") if gone in told] == []

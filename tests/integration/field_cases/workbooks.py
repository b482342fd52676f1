"""Workbooks: tables with notes above and below."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from io import BytesIO

import openpyxl

from tests.integration.field_cases import FieldCase


def workbook(*rows: Sequence[object]) -> bytes:
    """The bytes of a workbook with one sheet."""
    book, content = openpyxl.Workbook(), BytesIO()
    for row in rows:
        book.active.append(row)
    book.save(content)
    return content.getvalue()


_PATIENTS = (
    ("Name", "Age", "Problem", "Admitted"),
    ("Olga Brandt", 93, "hip fracture", datetime(2024, 1, 5)),
    ("Paul Nkemelu", 47, "asthma", datetime(2024, 1, 9)),
    ("Ruth Havel", 95, "stroke", datetime(2024, 2, 1)),
)

CASES = (
    FieldCase(
        "notes that fill less than the headers below them",
        workbook(
            ("Read me first", None, "do not edit"),
            (None, "ask at the desk", "please"),
            *_PATIENTS,
            (None, "many", "thanks"),
        ),
        gone=("93", "95", "Brandt"),
        stays=("Name", "Age", "Problem", "Admitted", "47", "do not edit", "ask at the desk"),
        suffix=".xlsx",
    ),
    FieldCase(
        "two lines of notes as wide as the table",
        workbook(("use", "only", "black", "pens"), ("and", "leave", "no", "blanks"), *_PATIENTS),
        gone=("93", "95", "Havel"),
        stays=("Name", "Age", "Problem", "47", "black", "blanks"),
        suffix=".xlsx",
    ),
)

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
    FieldCase(
        "a form of numbered questions, two in a row",
        workbook(
            ("Evidence, worksheet",),
            ("1. Name (last, first)", "Quillfeather, Ottoline", None, "2. Medicare number", "7KQ2-WD5-MM31"),
            ("3. SSN", "602-48-1190", None, "4. Date of birth", datetime(1957, 12, 3)),
            ("5. Sex", "Female", None, "6. Ethnicity", "Hispanic or Latino"),
            ("7. Height (cm)", 157, None, "8. Dry weight (kg)", 63.5),
            ("9. Attending physician", "Barnaby Thistlewood", None, "10. Schedule", "MWF, 3.5 h"),
            ("Serum albumin", 9.800000000000001, "g/dL"),
            ("Hemoglobin", 3.4, "g/dL"),
        ),
        gone=("Quillfeather", "Ottoline", "7KQ2-WD5-MM31", "602-48-1190", "1957-12-03", "Thistlewood"),
        stays=(
            *(
                "1. Name (last, first)",
                "2. Medicare number",
                "3. SSN",
                "4. Date of birth",
                "5. Sex",
                "Female",
            ),
            *("7. Height (cm)", "157", "10. Schedule", "Serum albumin", "9.8", "Hemoglobin", "3.4"),
        ),
        suffix=".xlsx",
    ),
    FieldCase(
        "a name among scores, and a remark among labels",
        workbook(
            ("Item", "Label", "Response", "Meaning"),
            ("C05", "Summary score", "11", "Moderately impaired"),
            ("D03", "Total severity score", "06", "Mild"),
            ("G01", "Bed mobility", "3 / 2", "Extensive assistance, one person"),
            ("K02", "Weight", "148", "pounds"),
            ("M02", "Unhealed pressure ulcers", "0", "No"),
            ("O02", "Influenza vaccine", "1", "Received in this facility"),
            ("Z05", "RN Assessment Coordinator", "Ottoline Quillfeather", None),
            (
                "Remark",
                "The resident was tired today; her daughter Petronella visits on Sundays.",
                None,
                None,
            ),
        ),
        gone=("Quillfeather", "Petronella"),
        stays=("Summary score", "Moderately impaired", "148", "pounds", "Influenza vaccine"),
        suffix=".xlsx",
    ),
    FieldCase(
        "the number of a file that a State keeps",
        workbook(
            ("State file no.", "Child", "Weight (g)"),
            ("116-2022-004417", "Ezekiel Thorne", 3310),
            ("116-2022-004420", "Nyla Okafor", 2475),
            ("116-2022-004433", "Otto Harbaugh", 2010),
        ),
        gone=("116-2022-004417", "116-2022-004433", "Okafor"),
        stays=("State file no.", "Child", "Weight (g)", "3310", "2010"),
        suffix=".xlsx",
    ),
)

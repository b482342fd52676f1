"""What a Word file costs, counted in calls of Python functions: a count does not depend on the machine.

The template of python-docx brings some 9,000 elements of styles into every file, as those of Word do. A
pass over each of them in Python shows here at once.
"""

from __future__ import annotations

import cProfile
import io

import docx

from adapters.documents.office.word.docx import Docx

CALLS_OF_A_LETTER = 80_000
"""Of Python functions, to open it, write it and read it back; 62,000 were counted in November 2026."""


def letter(name: str) -> bytes:
    made = docx.Document()
    made.add_paragraph(f"Dr. {name} saw the patient in Albany.")
    written = io.BytesIO()
    made.save(written)
    return written.getvalue()


def test_styles_that_hold_no_text_cost_little() -> None:
    reader = Docx()
    reader.open("1", letter("Anna Keller"))  # what is made on first use
    profile = cProfile.Profile(builtins=False)
    with profile:
        opened = reader.open("2", letter("John Roe"))
        texts = reader.read_back(opened.rewrite(()))
    assert any("John Roe" in text.reveal() for text in texts)
    assert sum(entry.callcount for entry in profile.getstats()) < CALLS_OF_A_LETTER

"""What a Word file and a PDF cost, counted in calls of Python functions: a count tells alike on any machine.

The template of python-docx brings some 9,000 elements of styles into every file. A pass over each of them in
Python shows here at once, and so does one over each character of a page. Before these tests 263,000 calls
for a Word file and 31 for a character of a PDF were counted.
"""

from __future__ import annotations

import cProfile
import io
from collections import Counter
from collections.abc import Callable

import docx
import pytest

from adapters.documents.office.word.docx import Docx
from adapters.documents.pdf.pdf import PdfFormat
from benchmarks.made_documents import printed

CALLS_OF_A_LETTER = {"none": 18_000, "all": 100_000}
"""Of Python functions, to open it, write it and read it back, by the styles that are used: 14,000 and 77,500
were counted in November 2026."""
CALLS_OF_A_CHARACTER = 10
"""Of a PDF, opened, written and read back; 7.8 were counted in November 2026."""


def letter(name: str, styles: str) -> bytes:
    made = docx.Document()
    made.add_paragraph(f"Dr. {name} saw the patient in Albany.")
    for style in made.styles if styles == "all" else ():
        made.add_paragraph(
            ""
        ).paragraph_format.element.get_or_add_pPr().get_or_add_pStyle().val = style.style_id
    written = io.BytesIO()
    made.save(written)
    return written.getvalue()


@pytest.mark.parametrize("styles", CALLS_OF_A_LETTER)
def test_styles_that_hold_no_text_cost_little(styles: str) -> None:
    reader = Docx()
    reader.open("1", letter("Anna Keller", styles))  # what is made on first use
    profile = cProfile.Profile(builtins=False)
    with profile:
        opened = reader.open("2", letter("John Roe", styles))
        texts = reader.read_back(opened.rewrite(()))
    assert any("John Roe" in text.reveal() for text in texts)
    assert sum(entry.callcount for entry in profile.getstats()) < CALLS_OF_A_LETTER[styles]


def calls(function: Callable[[], object]) -> Counter[str]:
    """Calls of Python functions, by the name of the function."""
    profile = cProfile.Profile(builtins=False)
    with profile:
        function()
    counted: Counter[str] = Counter()
    for entry in profile.getstats():
        counted[getattr(entry.code, "co_name", "")] += entry.callcount
    return counted


def test_a_character_of_a_page_costs_few_calls() -> None:
    text = "\n".join(f"Line {number} says that John Roe was seen in Albany." for number in range(100))
    content, reader = printed(text), PdfFormat()
    reader.open("1", content)
    counted = calls(lambda: reader.read_back(reader.open("2", content).rewrite(())))
    assert sum(counted.values()) < CALLS_OF_A_CHARACTER * len(text)
    assert counted["_position"] <= len(text)  # once for each, not again to see whether it is torn
    assert counted["spaces"] <= text.count("\n") + 2  # lines of prose are not cut at the edges of a table

"""A PDF's text is what a reader sees: the order in which its glyphs are drawn changes no decision."""

from __future__ import annotations

import io
import os
import random
from pathlib import Path

import pikepdf
import pytest
from pikepdf import Dictionary, Name

from adapters.documents.pdf.cleaning.clean import cleaned
from adapters.documents.pdf.pdf import PdfFormat
from adapters.documents.settings import DEFAULT, Settings
from engine.errors import SafereleaseError
from engine.text import Document
from flows.compiling.compilation import compile_policy
from flows.document.document import DocumentPipeline
from tests.drawn_anew import drawn_anew

LEFT = (
    "The patient was admitted by Harold",
    "Vance, MD, on the third of the month",
    "and stayed for two weeks in all.",
)
RIGHT = (
    "Write to harold.vance@example.org",
    "or call 212-555-0199 before noon;",
    "the record is MRN 00884410.",
)
SETTINGS = Settings(scanned_pages="redact")


def page_of(content: str) -> bytes:
    pdf = pikepdf.Pdf.new()
    page = pdf.add_blank_page(page_size=(612, 792)).obj
    font = Dictionary(
        Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica, Encoding=Name.WinAnsiEncoding
    )
    page["/Resources"] = Dictionary(Font=Dictionary(F1=pdf.make_indirect(font)))
    page["/Contents"] = pdf.make_stream(content.encode("latin-1"))
    written = io.BytesIO()
    pdf.save(written, static_id=True)
    return written.getvalue()


def text_of(content: str) -> str:
    return PdfFormat(SETTINGS).open("d", page_of(content)).document.text.reveal()


def shown(x: float, y: float, text: str, size: float = 10) -> str:
    return f"BT /F1 {size} Tf {x} {y} Td ({text}) Tj ET\n"


COLUMNS = [shown(50, 700 - 12 * n, t) for n, t in enumerate(LEFT)] + [
    shown(330, 700 - 12 * n, t) for n, t in enumerate(RIGHT)
]


def test_columns_are_read_one_after_the_other_whatever_was_drawn_first() -> None:
    wanted = "\n".join((*LEFT, *RIGHT))
    for seed in range(5):
        drawn = random.Random(seed).sample(COLUMNS, len(COLUMNS))
        assert text_of("".join(drawn)) == wanted


def test_letters_drawn_one_by_one_and_interleaved_are_words() -> None:
    first, second = "harold.vance@example.org", "SSN 219-09-9999"
    letters = [shown(50 + 7 * n, 700, c) for n, c in enumerate(first)]
    others = [shown(50 + 7 * n, 680, c) for n, c in enumerate(second)]
    random.Random(1).shuffle(letters)
    mixed = [piece for pair in zip(letters, [*others, *[""] * 9], strict=True) for piece in pair]
    assert text_of("".join(reversed(mixed))) == f"{first}\n{second}"


def test_stacked_letters_are_one_word_and_single_figures_of_a_table_are_not() -> None:
    stacked = [shown(50, 700 - 11 * n, c) for n, c in enumerate("Vance")]
    assert text_of("".join(reversed(stacked))) == "Vance"
    assert text_of("".join(shown(50, 700 - 11 * n, c) for n, c in enumerate("10110"))) == "1\n0\n1\n1\n0"


def test_sizes_may_change_inside_a_word() -> None:
    sizes = (10, 14, 11, 16, 12)
    xs = (50, 57.5, 66, 72.5, 81)
    drawn = [shown(x, 700, c, s) for x, c, s in zip(xs, "Vance", sizes, strict=True)]
    assert text_of("".join(reversed(drawn))) == "Vance"


def test_labels_and_values_are_read_row_by_row() -> None:
    rows = [("Name", "Harold Vance"), ("MRN", "00884410"), ("Ward", "Seven")]
    drawn = [shown(50, 700 - 20 * n, a) for n, (a, _) in enumerate(rows)]
    drawn += [shown(200, 700 - 20 * n, b) for n, (_, b) in enumerate(rows)]
    lines = [line for line in text_of("".join(drawn)).split("\n") if line]  # cells are parts of their own
    assert lines == [text for row in rows for text in row]


def test_what_one_operator_draws_apart_is_searched_as_it_is_drawn_too() -> None:
    torn = "BT /F1 10 Tf 50 700 Td [(har) -9000 (old.v) 6000 (ance@example.org)] TJ ET\n"
    document = PdfFormat(SETTINGS).open("d", page_of(torn)).document
    drawn = [document.text.reveal()[p.start : p.end] for p in document.parts if p.kind == "drawn"]
    assert drawn == ["harold.vance@example.org"]


def test_read_back_sees_what_stands_on_the_page_and_what_was_drawn() -> None:
    letters = [shown(50 + 7 * n, 700, c) for n, c in enumerate("harold.vance@example.org")]
    texts = [t.reveal() for t in PdfFormat(SETTINGS).read_back(page_of("".join(reversed(letters))))]
    assert any("harold.vance@example.org" in text for text in texts)


@pytest.fixture(scope="module")
def pipeline() -> DocumentPipeline:
    return DocumentPipeline(compile_policy("hipaa-safe-harbor"), b"test" * 8, 2026)


def decisions(pipeline: DocumentPipeline, document: Document) -> list[tuple[str, str]]:
    """What goes from the page; what is drawn torn apart is searched besides, and only there."""
    text = document.text.reveal()
    torn = [range(part.start, part.end) for part in document.parts if part.kind == "drawn"]
    found = [d for d in pipeline.decide(document) if not any(d.start in part for part in torn)]
    return sorted((d.category, text[d.start : d.end]) for d in found)


GIVEN = ("Harold", "Zoe", "Marta", "Ivan", "Ruth", "Oskar")
FAMILY = ("Vance", "Keller", "Lindqvist", "Okafor", "Marsh", "Petrov")
WARDS = ("was seen on the ward", "came to the clinic", "was discharged home", "asked for the results")


def made_page(rng: random.Random) -> bytes:
    """A letter with identifiers: one to three columns, sizes, distances and sentences as it happens."""
    drawn, n_columns = [], rng.randint(1, 3)
    for column in range(n_columns):
        size, x = rng.choice((8, 9, 10, 11)), 40 + column * (540 // n_columns)
        y = rng.randint(640, 740)
        for _ in range(rng.randint(6, 14)):
            drawn.append(shown(x, y, made_line(rng, 84 // n_columns), size if n_columns == 1 else 7))
            y -= round(size * rng.choice((1.2, 1.4, 2.2)), 1)
    return page_of("".join(drawn))


def made_line(rng: random.Random, width: int) -> str:
    name = f"{rng.choice(GIVEN)} {rng.choice(FAMILY)}"
    line = rng.choice(
        (
            f"{name} {rng.choice(WARDS)}",
            f"SSN {rng.randint(101, 665)}-{rng.randint(10, 99)}-{rng.randint(1000, 9999)}",
            f"MRN {rng.randint(10**7, 10**8 - 1)}, {name}",
            f"{name.lower().replace(' ', '.')}@example.org",
            f"tel. (212) 555-01{rng.randint(10, 99)}",
            f"on {rng.randint(1, 12)}/{rng.randint(1, 28)}/20{rng.randint(10, 24)} all was well",
            "the dressing is changed twice a week",
        )
    )
    return line[:width].replace("(", "\\(").replace(")", "\\)")


def test_made_pages_in_shuffled_order_have_the_same_decisions(pipeline: DocumentPipeline) -> None:
    """As many pages as asked for: ``SAFERELEASE_SHUFFLED=1000``."""
    wanted = int(os.environ.get("SAFERELEASE_SHUFFLED", "40"))
    n_same = n_decisions = 0
    for seed in range(wanted):
        page = cleaned("d", made_page(random.Random(seed)), DEFAULT).content
        anew = drawn_anew(page, random.Random(seed))
        plain, shuffled = (
            decisions(pipeline, PdfFormat(SETTINGS).open("d", content).document) for content in (page, anew)
        )
        n_same += plain == shuffled
        n_decisions += len(plain)
    print(f"{n_same} of {wanted} pages with the same decisions, {n_decisions} in all")
    assert n_same == wanted and n_decisions > 5 * wanted


@pytest.mark.slow
@pytest.mark.data
def test_pages_drawn_anew_in_shuffled_order_have_the_same_decisions(
    data: Path, pipeline: DocumentPipeline
) -> None:
    """As many pages as asked for: ``SAFERELEASE_SHUFFLED=1000``; the others by another seed each."""
    wanted = int(os.environ.get("SAFERELEASE_SHUFFLED", "24"))
    pages = list(real_pages(data, wanted))
    same = sum(
        decisions(pipeline, PdfFormat(SETTINGS).open("d", page).document)
        == decisions(pipeline, PdfFormat(SETTINGS).open("d", drawn_anew(page, random.Random(seed))).document)
        for seed, page in enumerate(pages)
    )
    print(f"{same} of {len(pages)} pages with the same decisions")
    assert len(pages) == wanted and same >= 0.95 * wanted


def real_pages(data: Path, wanted: int) -> list[bytes]:
    """Single cleaned pages with text, of all files in turn."""
    files = []
    for path in sorted((data / "documents" / "pdf").glob("*.pdf")):
        try:
            files.append(cleaned("d", path.read_bytes(), DEFAULT).content)
        except SafereleaseError:
            continue
    found: list[bytes] = []
    for number in range(200):
        for content in files:
            with pikepdf.Pdf.open(io.BytesIO(content)) as pdf:
                if number < len(pdf.pages) and len(found) < wanted:
                    found += _page(pdf, number)
    return (found * (wanted // max(len(found), 1) + 1))[:wanted]


def _page(pdf: pikepdf.Pdf, number: int) -> list[bytes]:
    with pikepdf.Pdf.new() as one:
        one.pages.append(pdf.pages[number])
        written = io.BytesIO()
        one.save(written)
    try:
        text = PdfFormat(SETTINGS).open("d", written.getvalue()).document.text.reveal()
        return [cleaned("d", written.getvalue(), DEFAULT).content] if len(text) > 20 else []
    except SafereleaseError:
        return []

"""Boxes over the pages of a PDF stand where the picture shows the words."""

from __future__ import annotations

import io

import pypdfium2
import pytest
from PIL import Image

from adapters.documents.opening.sandbox import run_limited
from adapters.documents.pdf.shown.drawing import picture
from adapters.documents.pdf.shown.places import Box, placed
from engine.errors import UnreadableError
from flows.release.preview.drawing import Drawer, can_draw, is_drawn
from tests.drawn_pages import Words, changed_part, pdf_of

GREETING: Words = (72, 700, "Dear colleague, I saw")
NAME: Words = (200, 700, "John Miller")
REST: Words = (280, 700, "in Albany, and John Miller saw me.")
TEXT = "Dear colleague, I saw John Miller in Albany, and John Miller saw me."


def spans_of(text: str, words: str) -> list[tuple[int, int]]:
    found, at = [], text.find(words)
    while at >= 0:
        found.append((at, at + len(words)))
        at = text.find(words, at + 1)
    return found


def around(box: Box) -> tuple[float, ...]:
    return box.left, box.top, box.right, box.bottom


@pytest.mark.parametrize("rotate", [0, 90, 180, 270])
@pytest.mark.parametrize("crop", [(0, 0, 612, 792), (50, 400, 500, 760)])
def test_a_box_covers_what_the_picture_shows(rotate: int, crop: tuple[float, ...]) -> None:
    whole, without = (
        pdf_of(words, rotate=rotate, crop=crop) for words in ([GREETING, NAME, REST], [GREETING, REST])
    )
    (box,) = placed(whole, TEXT, spans_of(TEXT, "John Miller")[:1]).boxes
    ink = changed_part(picture(whole, 1), picture(without, 1))
    for edge, shown, outwards in zip(around(box), ink, (-1, -1, 1, 1), strict=True):
        assert outwards * (edge - shown) > -0.006, "all of the words are covered"
        assert abs(edge - shown) < 0.02, "and hardly more"


def test_each_finding_has_its_own_place_and_a_header_all_of_its_own() -> None:
    header: Words = (72, 760, "Letter about John Miller")
    pages = pdf_of([header, GREETING, NAME, REST], [header, (72, 600, "Anna-"), (72, 580, "Lena Jo\\353l")])
    text = f"Letter about John Miller\n\n{TEXT}\n\nAnna-Lena Joe\u0308l and Nobody"
    spans = [
        *spans_of(text, "John Miller"),
        *spans_of(text, "Anna-Lena Joe\u0308l"),
        *spans_of(text, "Nobody"),
    ]
    found = placed(pages, text, spans)
    assert found.n_pages == 2
    where = {n: [(box.page, round(box.left * 612)) for box in found.boxes if box.span == n] for n in range(5)}
    assert [page for page, _ in where[0]] == [1, 2], "the header is drawn on every page"
    assert where[1] == [(1, 200)]
    ((page, left),) = where[2]
    assert (page, left > 340) == (1, True), "the second of the line, not the first"
    assert [page for page, _ in where[3]] == [2, 2], "divided at a line end: a box for each line"
    assert where[4] == [], "what is not drawn has no box"


def test_a_picture_is_of_the_page_and_of_bounded_size() -> None:
    pages = pdf_of([NAME], [REST])
    assert picture(pages, 1) != picture(pages, 2)
    assert Image.open(io.BytesIO(picture(pages, 1))).size == (935, 1210)
    huge = pypdfium2.PdfDocument.new()
    huge.new_page(14_000, 200)
    written = io.BytesIO()
    huge.save(written)
    assert max(Image.open(io.BytesIO(picture(written.getvalue(), 1))).size) <= 2200
    for content, number in ((pages, 3), (pages, 0), (b"%PDF-1.7 nothing", 1)):
        with pytest.raises(UnreadableError, match="DOC007"):
            run_limited("", picture, content, number)


def test_what_is_drawn_and_a_broken_file_ends_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (is_drawn("a.PDF"), is_drawn("a.docx"), is_drawn("a.txt")) == (True, True, False)
    monkeypatch.setattr("adapters.documents.office.old_office.is_installed", lambda: False)
    assert (can_draw("a.pdf"), can_draw("a.docx")) == (True, False)
    drawer = Drawer()
    try:
        with pytest.raises(UnreadableError, match="DOC007"):
            drawer.picture(b"%PDF-1.7 nothing", 1)
        assert drawer.picture(pdf_of([NAME]), 1)[:4] == b"\x89PNG"
        assert drawer.pdf_of("a.pdf", b"as it is") == b"as it is"
    finally:
        drawer.close()

"""Presentations against the conformance suite, and what must leave them."""

from __future__ import annotations

import io
import random
import re
import zipfile
from pathlib import Path

import pytest
from lxml import etree
from pptx import Presentation
from pptx.oxml import parse_xml

from adapters.documents.containers.archive import write_archive
from adapters.documents.office.pptx import Pptx
from adapters.documents.settings import Settings
from engine.errors import InvalidError, UnreadableError
from tests.conformance.documents_suite import (
    CANARY,
    DocumentFormatSuite,
    mutated,
    mutated_archive,
    replacements_of,
)
from tests.conformance.presentation_files import GONE, P, sample
from tests.conformance.test_documents_docx import unpacked


class TestPptx(DocumentFormatSuite):
    fmt = Pptx()
    sample = sample()
    byte_exact = False
    n_canaries = 15
    n_mutations = 40
    kept_characters = "0"
    malformed = (
        b"PK\x03\x04 not a zip " + CANARY.encode(),
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + CANARY.encode(),
        sample[: len(sample) // 2],
        write_archive({"a.txt": CANARY.encode()}),
    )

    def mutate(self, rng: random.Random) -> bytes:
        return rng.choice((mutated, mutated_archive))(self.sample, rng)

    def test_only_unzipping_shows_nothing_removed(self) -> None:
        opened = self.fmt.open("d", self.sample)
        raw = unpacked(opened.rewrite(replacements_of(opened, CANARY, "X")))
        assert CANARY.encode() not in raw and GONE.encode() not in raw
        assert b"timing" not in raw and b"transition" not in raw and b"oleObj" not in raw

    def test_python_pptx_opens_what_is_written(self) -> None:
        opened = self.fmt.open("d", self.sample)
        made = Presentation(io.BytesIO(opened.rewrite(replacements_of(opened, CANARY, "X"))))
        first, second, third = made.slides
        assert first.shapes.title.text_frame.text.startswith("X")
        assert first.placeholders[1].text == "met X\vand\tothers"
        assert first.notes_slide.notes_text_frame.text == "notes on X"
        table = next(shape.table for shape in second.shapes if shape.has_table)
        assert [[cell.text for cell in row.cells] for row in table.rows] == [["Name", "Ward"], ["X", "C3"]]
        chart = next(shape.chart for shape in second.shapes if shape.has_chart)
        assert list(chart.plots[0].categories) == ["Kept", "X"]
        assert list(chart.plots[0].series[0].values) == [4.0, 36920000.0]
        box = third.shapes[0]
        assert box.text_frame.paragraphs[0].runs[0].hyperlink.address == "https://x.org/X?of=X"
        assert box.click_action.target_slide.slide_id == first.slide_id
        assert len(made.slide_layouts) == 3 and first.slide_layout.name == "Title Slide"


def test_ids_of_masters_and_layouts_are_as_powerpoint_wants_them() -> None:
    with zipfile.ZipFile(io.BytesIO(Pptx().open("d", sample()).rewrite([]))) as archive:
        roots = [etree.fromstring(archive.read(n)) for n in archive.namelist() if n.endswith(".xml")]
    found = [
        int(e.get("id"))
        for root in roots
        for name in ("sldMasterId", "sldLayoutId")
        for e in root.iter(f"{{{P}}}{name}")
    ]
    assert len(found) == 4 and len(set(found)) == 4 and min(found) >= 1 << 31


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        (Settings(comments="refuse"), "DOC019"),
        (Settings(embedded="refuse"), "DOC014"),
        (Settings(scripts="refuse"), "DOC013"),
    ],
)
def test_what_the_policy_refuses(settings: Settings, code: str) -> None:
    with pytest.raises(UnreadableError, match=code):
        Pptx(settings).open("d", sample())


def test_a_bullet_of_letters_becomes_a_dot() -> None:
    with zipfile.ZipFile(io.BytesIO(sample())) as archive:
        slide = archive.read("ppt/slides/slide2.xml")
    wanted = slide.replace(b"<a:p>", b'<a:p><a:pPr><a:buChar char="vance"/></a:pPr>', 1)
    raw = unpacked(Pptx().open("d", sample(**{"ppt__slides__slide2.xml": wanted})).rewrite([]))
    assert (b"vance" not in raw and b'buChar char="&#8226;"' in raw) or 'buChar char="\u2022"'.encode() in raw


@pytest.mark.data
def test_real_files_lose_every_third_word(data: Path) -> None:
    """Every file opens; what is removed cannot be found by unzipping; slides, shapes and charts stay."""
    n_opened = 0
    for path in sorted((data / "documents-2" / "pptx").glob("*.pptx")):
        content = path.read_bytes()
        try:
            opened = Pptx().open("d", content)
        except InvalidError as error:
            raise AssertionError(path.name) from error
        n_opened += 1
        words = sorted(set(re.findall(r"[^\W\d_]{7,}", opened.document.text.reveal())))[::3]
        pattern = rf"(?<![^\W_])(?:{'|'.join(words)})(?![^\W_])" if words else r"(?!)"
        written = opened.rewrite(replacements_of(opened, pattern, "w"))
        text = "\n".join(t.reveal() for t in Pptx().read_back(written))
        assert not re.findall(pattern, text), path.name
        assert Pptx().open("d", opened.rewrite([])).document.text == opened.document.text
        assert _counted(written) == _counted(content), path.name
    assert n_opened == 26


def _counted(content: bytes) -> list[int]:
    made = Presentation(io.BytesIO(content))
    shapes = [shape for slide in made.slides for shape in slide.shapes]
    return [len(made.slides), len(made.slide_layouts), len(shapes), sum(s.has_chart for s in shapes)]


def test_the_numbers_of_a_series_are_one_text_and_stay_numbers() -> None:
    opened = Pptx().open("d", sample())
    text = opened.document.text.reveal()
    assert "\u2192 4; 36920000" in text
    raw = unpacked(opened.rewrite(replacements_of(opened, "\u2192 4; 36920000", "[SSN]")))
    assert b"36920000" not in raw and b"SSN" not in raw and b"<c:v>0</c:v>" in raw


def _boxed(text: str, fit: str) -> bytes:
    """A slide with a text box that fits its text in a way."""
    presentation, file = Presentation(), io.BytesIO()
    box = presentation.slides.add_slide(presentation.slide_layouts[6]).shapes.add_textbox(
        0, 0, 3000000, 400000
    )
    box.text_frame.text = text
    properties = box.text_frame._txBody.bodyPr
    for old in list(properties):
        properties.remove(old)
    properties.append(
        parse_xml(f'<a:{fit} xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"/>')
    )
    presentation.save(file)
    return file.getvalue()


def _fits(content: bytes) -> list[str]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        slides = [
            archive.read(name).decode() for name in archive.namelist() if name.startswith("ppt/slides/")
        ]
    return re.findall(r"<a:((?:no|norm)Autofit|spAutoFit)([^/>]*)/>", "".join(slides))


@pytest.mark.parametrize(
    ("fit", "changed"),
    [
        ("noAutofit", ("normAutofit", ' fontScale="90000"')),
        ("normAutofit", ("normAutofit", ' fontScale="90000"')),
        ("spAutoFit", ("spAutoFit", "")),
        ('normAutofit fontScale="80000"', ("normAutofit", ' fontScale="80000"')),
    ],
)
def test_programs_shrink_a_text_that_grew(fit: str, changed: tuple[str, str]) -> None:
    """How far is left to them: a share of the size would tell how long the removed text was."""
    opened = Pptx().open("d", _boxed(CANARY, fit))
    assert _fits(opened.rewrite(replacements_of(opened, CANARY, "a much longer text"))) == [changed]
    name, _, scale = fit.partition(" ")
    for shorter in (opened.rewrite([]), opened.rewrite(replacements_of(opened, CANARY, "x"))):
        assert _fits(shorter) == [(name, f" {scale}" if scale else "")]

"""A marker in every attribute, element and piece of text of Office files: searched as text, or gone."""

from __future__ import annotations

import io
import os
import re
import zipfile
from collections.abc import Callable, Iterator
from functools import partial

import openpyxl
import pytest
from lxml import etree
from openpyxl.chart import BarChart, Reference
from openpyxl.worksheet.datavalidation import DataValidation

from adapters.documents.containers.archive import write_archive
from adapters.documents.office.pptx import Pptx
from adapters.documents.office.word.docx import Docx
from adapters.documents.office.xlsx import Xlsx
from engine.errors import UnreadableError
from engine.ports import DocumentFormat
from tests.conformance import presentation_files, test_documents_docx
from tests.conformance.documents_suite import replacements_of

MARKER = "Vorquexil"
_LINKING = ("Target", "TargetMode", "Id", "PartName", "Extension", "ContentType", "Type")


def workbook() -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.append(["name", "count"])
    for row in (["a", 3], ["b", 4]):
        sheet.append(row)
    sheet["B2"].number_format = '"kg" 0.00'
    sheet["A2"].font = openpyxl.styles.Font(name="Gotham", bold=True)
    sheet.auto_filter.ref = "A1:B3"
    rule = DataValidation(type="list", formula1='"x,y"', prompt="choose", error="wrong")
    rule.add("A2")
    sheet.add_data_validation(rule)
    chart = BarChart()
    chart.add_data(Reference(sheet, min_col=2, min_row=1, max_row=3), titles_from_data=True)
    sheet.add_chart(chart, "D2")
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()


SAMPLES: dict[str, tuple[DocumentFormat, bytes]] = {
    "docx": (Docx(), test_documents_docx.sample()),
    "xlsx": (Xlsx(), workbook()),
    "pptx": (Pptx(), presentation_files.sample()),
}


QUICK = {"docx": 4, "xlsx": 4, "pptx": 36}
LONG = {} if os.environ.get("SAFERELEASE_FUZZ") else {"pptx": 9}
"""Every so many places are tried; all of them with ``SAFERELEASE_FUZZ``."""


def planted(content: bytes) -> Iterator[tuple[str, Callable[[], bytes]]]:
    """The file with the marker in one kind of place each: an attribute, a name, the text of an element."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    seen: set[tuple[str, str, str]] = set()
    for part, data in files.items():
        if not part.endswith(".xml") or part.startswith(("[", "docProps", "customXml")):
            continue
        root = etree.fromstring(data)
        places = {
            (e.tag, key)
            for e in root.iter(etree.Element)
            for key in (*e.attrib, "text", "element", "attribute")
        }
        for tag, key in sorted(places):
            place = (re.sub(r"\d", "", part), tag, key)
            if "relationships" not in key and key not in _LINKING and place not in seen:
                seen.add(place)
                yield f"{part} {tag} {key}", partial(_packed, files, part, tag, key)


def _packed(files: dict[str, bytes], part: str, tag: str, key: str) -> bytes:
    return write_archive(files | {part: _with_marker(files[part], tag, key)})


def _with_marker(data: bytes, tag: str, key: str) -> bytes:
    root = etree.fromstring(data)
    element = next(e for e in root.iter(tag))
    namespace = etree.QName(element).namespace
    if key == "text":
        element.text = MARKER
    elif key == "element":
        element.append(etree.Element(f"{{{namespace}}}{MARKER}"))
    elif key == "attribute":
        element.set(f"{{{namespace}}}{MARKER}", "1")
    else:
        element.set(key, MARKER)
    return etree.tostring(root)


@pytest.mark.parametrize("steps", [QUICK, pytest.param(LONG, marks=pytest.mark.slow)], ids=["quick", "long"])
@pytest.mark.parametrize("kind", sorted(SAMPLES))
def test_a_marker_is_searched_as_text_or_gone(kind: str, steps: dict[str, int]) -> None:
    fmt, content = SAMPLES[kind]
    step = steps.get(kind, 1)
    places = [*planted(content)][::step]
    n_unreadable = 0
    for place, make in places:
        try:
            opened = fmt.open("d", make())
            written = opened.rewrite(replacements_of(opened, MARKER, "x"))
        except UnreadableError:
            n_unreadable += 1
            continue
        assert MARKER.lower() not in test_documents_docx.unpacked(written).decode("latin-1").lower(), place
        fmt.read_back(written)
    assert len(places) * step > 150 and n_unreadable <= 0.02 * len(places)


def test_a_chart_keeps_four_digits_of_a_long_number() -> None:
    with zipfile.ZipFile(io.BytesIO(workbook())) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    part = next(name for name in files if "charts/chart" in name)
    root = etree.fromstring(files[part])
    reference = next(e for e in root.iter(etree.Element) if etree.QName(e).localname == "numRef")
    ns = f"{{{etree.QName(reference).namespace}}}"
    cache = etree.SubElement(reference, f"{ns}numCache")
    etree.SubElement(cache, f"{ns}ptCount", val="3")
    for index, number in enumerate(("36924730", "412", "0.333333333")):
        etree.SubElement(etree.SubElement(cache, f"{ns}pt", idx=str(index)), f"{ns}v").text = number
    written = Xlsx().open("d", write_archive(files | {part: etree.tostring(root)})).rewrite([])
    with zipfile.ZipFile(io.BytesIO(written)) as archive:
        chart = b"".join(archive.read(name) for name in archive.namelist() if "chart" in name)
    assert re.findall(rb"<(?:\w+:)?v>([^<]*)</", chart) == [b"36920000", b"412", b"0.3333"]

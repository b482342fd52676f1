"""Open Document files against the conformance suite, and what a released one may still hold."""

# ruff: noqa: E501 (markup reads best in long lines)

from __future__ import annotations

import base64
import io
import random
import re
import zipfile
from itertools import count

import pytest
from PIL import Image

from adapters.documents.office.open_document.flat import FlatOdp, FlatOds, FlatOdt
from adapters.documents.office.open_document.open_document import Odp, Ods, Odt
from adapters.documents.opening.sources import Source
from adapters.documents.settings import Settings
from engine.errors import UnreadableError
from flows.compiling.compilation import compile_policy
from flows.document.document import DocumentPipeline
from tests.conformance.documents_suite import (
    CANARY,
    DocumentFormatSuite,
    mutated_archive,
    replacements_of,
)
from tests.conformance.open_documents import content_xml, marked, packed, styles_xml
from tests.conformance.settings_files import marked_flat
from tests.conformance.test_documents_xml import XmlSuite

HALF = len(CANARY) // 2
BODY = (
    f'<text:h text:outline-level="1">{CANARY} heading</text:h>'
    f'<text:p text:style-name="P1">Dear {CANARY[:HALF]}<text:span text:style-name="T1">{CANARY[HALF:]}</text:span>,'
    f"<text:s text:c=\"2\"/>call<text:tab/>{CANARY}<text:line-break/>or <text:a xlink:href='https://a.org/{CANARY}'>"
    f"{CANARY} page</text:a> of <text:author-name>{CANARY}</text:author-name> twice "
    f"<text:note text:note-class='footnote'><text:note-citation>1</text:note-citation><text:note-body>"
    f"<text:p>Note of {CANARY}</text:p></text:note-body></text:note> end</text:p>"
    f"<draw:frame><draw:text-box><text:p>Box of {CANARY}</text:p></draw:text-box><svg:title>{CANARY} title</svg:title>"
    f"<svg:desc>{CANARY} described</svg:desc></draw:frame>"
    f"<text:list><text:list-item><text:p>Item {CANARY}</text:p></text:list-item></text:list>"
)
TABLE = (
    "<table:table><table:table-row><table:table-cell><text:p>Patient</text:p></table:table-cell>"
    "<table:table-cell><text:p>Seen</text:p></table:table-cell></table:table-row>"
    f"<table:table-row><table:table-cell><text:p>{CANARY}</text:p></table:table-cell><table:table-cell "
    'office:value-type="date" office:date-value="2024-03-11"><text:p>03/11/24</text:p></table:table-cell>'
    "</table:table-row></table:table>"
)
PAGE = f"<draw:page><draw:frame><draw:text-box>{BODY}</draw:text-box></draw:frame><presentation:notes><draw:frame>"
PAGE += f"<draw:text-box><text:p>Notes {CANARY}</text:p></draw:text-box></draw:frame></presentation:notes></draw:page>"


def of(kind: str, body: str, **more: str | bytes) -> bytes:
    return packed(
        kind, {"content.xml": content_xml(kind, body), "styles.xml": styles_xml(f"Of {CANARY}"), **more}
    )


class OdfSuite(DocumentFormatSuite):
    byte_exact = False

    def mutate(self, rng: random.Random) -> bytes:
        return mutated_archive(self.sample, rng)


class TestOdt(OdfSuite):
    fmt = Odt()
    sample = of("text", BODY + TABLE)
    n_canaries = 12
    malformed = (
        b"PK\x03\x04" + CANARY.encode(),
        packed("text", {"a.xml": CANARY}),
        packed("text", {"content.xml": f"<x>{CANARY}"}),
        packed("text", {"content.xml": f'<!DOCTYPE x [<!ENTITY e "{CANARY}">]><x>&e;</x>'}),
    )


class TestOds(OdfSuite):
    fmt = Ods()
    sample = of("spreadsheet", TABLE)
    n_canaries = 2
    malformed = (packed("spreadsheet", {"content.xml": f"{CANARY}"}),)


class TestOdp(OdfSuite):
    fmt = Odp()
    sample = of("presentation", PAGE)
    n_canaries = 12
    malformed = (packed("presentation", {"content.xml": f"<a>{CANARY}</b>"}),)


def released(fmt: Odt, content: bytes, pattern: str = CANARY, text: str = "X") -> dict[str, bytes]:
    """The files of a package after a replacement."""
    opened = fmt.open("d", content)
    with zipfile.ZipFile(io.BytesIO(opened.rewrite(replacements_of(opened, pattern, text)))) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.parametrize(("name", "stays"), [("OpenSymbol", True), ("starbats", True), ("Vance Hand", False)])
def test_fonts_of_bullets_stay(name: str, stays: bool) -> None:
    """Without them a bullet is an empty box."""
    face = f'<style:font-face style:name="{name}" svg:font-family="{name}" style:font-charset="x-symbol"/>'
    faces = f"<office:font-face-decls>{face}</office:font-face-decls><office:body>"
    content = flat("text", BODY).replace(b"<office:body>", faces.encode())
    written = FlatOdt().open("d", content).rewrite([]).decode()
    assert (f'svg:font-family="{name}"' in written) == stays and 'style:font-charset="x-symbol"' in written


@pytest.mark.parametrize("fmt", [Odt(), Ods(), Odp()], ids=["text", "spreadsheet", "presentation"])
def test_no_marker_stays_in_any_element_attribute_or_file(fmt: Odt) -> None:
    kind = {"odt": "text", "ods": "spreadsheet", "odp": "presentation"}[fmt.name]
    numbers = count(1)
    files = released(fmt, marked(kind, lambda: f"{CANARY}-{next(numbers)}"))
    assert next(numbers) > 5000
    assert [name for name, data in files.items() if CANARY in name or CANARY.encode() in data] == []
    assert list(files) == ["mimetype", "content.xml", "styles.xml", "META-INF/manifest.xml"]


def test_layout_and_names_of_styles_stay_together() -> None:
    style = (
        '<style:style style:name="Jane Doe" style:family="text"><style:text-properties fo:font-weight="bold" '
    )
    style += 'fo:color="#ff0000" fo:font-family="Arial" style:text-underline-style="jane"/></style:style>'
    body = '<text:p text:style-name="Heading_20_1">a <text:span text:style-name="Jane Doe">b</text:span></text:p>'
    content = released(Odt(), packed("text", {"content.xml": content_xml("text", body, style)}))[
        "content.xml"
    ]
    name = re.search(rb'style:name="(n\d+)"', content)
    assert name is not None and b'text:style-name="' + name[1] + b'">b<' in content
    for kept in (
        b'fo:font-weight="bold"',
        b'fo:color="#ff0000"',
        b'"Arial"',
        b'text:style-name="Heading_20_1"',
    ):
        assert kept in content
    assert b"ane" not in content


@pytest.mark.parametrize(
    ("cell", "stays"),
    [
        ('office:value-type="date" office:date-value="2024-03-11"><text:p>03/11/24', True),
        ('office:value-type="date" office:date-value="2024-03-11"><text:p>Monday', False),
        ('office:value-type="float" office:value="182.5"><text:p>182.50', True),
        ('office:value-type="float" office:value="219099999"><text:p>many', False),
        ('office:value-type="float" office:value="219099999"><text:p>219,099,999', True),
        (f'office:value-type="float" office:value="{CANARY}"><text:p>7', False),
        (f'office:value-type="string" office:string-value="{CANARY}"><text:p>shown', False),
        (f'office:value-type="boolean" office:boolean-value="{CANARY}"><text:p>TRUE', False),
    ],
)
def test_nothing_stands_behind_a_cell_that_it_does_not_show(cell: str, stays: bool) -> None:
    body = f"<table:table><table:table-row><table:table-cell {cell}</text:p></table:table-cell></table:table-row>"
    content = released(Ods(), of("spreadsheet", f"{body}</table:table>"))["content.xml"]
    assert (b"-value=" in content or b"office:value=" in content) is stays
    assert CANARY.encode() not in content


def test_a_changed_cell_loses_its_value() -> None:
    content = released(Ods(), TestOds.sample, "03/11/24", "2024")["content.xml"]
    assert b"2024-03-11" not in content and b"<text:p>2024</text:p>" in content


def test_rows_that_stand_for_many_are_not_written_out() -> None:
    many = 'table:number-columns-repeated="16384"'
    body = f'<table:table><table:table-row table:number-rows-repeated="1048576"><table:table-cell {many}>'
    body += f"<text:p>{CANARY}</text:p></table:table-cell></table:table-row></table:table>"
    files = released(Ods(), of("spreadsheet", body))
    assert many.encode() in files["content.xml"] and len(files["content.xml"]) < 5000


def test_pictures_are_blank_and_have_new_names() -> None:
    body = '<draw:frame><draw:image xlink:href="Pictures/jane.png"/></draw:frame>'
    files = released(Odt(), of("text", body, **{"Pictures/jane.png": CANARY.encode()}))
    assert (
        files["Pictures/1.png"].startswith(b"\x89PNG") and b"Pictures/1.png" in files["META-INF/manifest.xml"]
    )
    assert b"jane" not in b"".join(files.values())


CHANGED = "<text:tracked-changes/><text:p>a</text:p>"


@pytest.mark.parametrize(
    ("code", "settings", "body", "more"),
    [
        ("DOC020", Settings(revisions="reject"), CHANGED, {}),
        ("DOC020", Settings(revisions="remove"), CHANGED, {}),
        ("DOC019", Settings(comments="refuse"), "<text:p><office:annotation/></text:p>", {}),
        ("DOC014", Settings(embedded="refuse"), "<draw:frame><draw:object/></draw:frame>", {}),
        ("DOC013", Settings(scripts="refuse"), "<text:p/>", {"Basic/a.xml": "x"}),
        ("DOC008", Settings(), "<text:p/>", {"META-INF/manifest.xml": "<m:encryption-data/>"}),
        ("DOC012", Settings(), "<text:p/>", {"../a.xml": "x"}),
        ("DOC003", Settings(max_expanded_bytes=10_000), "<text:p/>", {"bomb.xml": "x" * 100_000}),
    ],
)
def test_what_settings_and_limits_refuse(
    code: str, settings: Settings, body: str, more: dict[str, str]
) -> None:
    with pytest.raises(UnreadableError, match=code):
        Odt(settings).open("d", of("text", body, **more))


@pytest.fixture(scope="module")
def pipeline() -> DocumentPipeline:
    return DocumentPipeline(compile_policy("hipaa-safe-harbor"), b"k" * 32, 2024)


def test_identifiers_leave_a_letter_and_a_workbook(pipeline: DocumentPipeline) -> None:
    letter = "<text:p>Harold Vance (MRN 00731942) was seen on March 11, 2024.</text:p>"
    letter += "<text:p>aHR0cDovL2EuYiBTU04gMjE5LTA5LTk5OTkgSGFyb2xkIFZhbmNlIHdhcyBzZWVu</text:p>"
    sheet = TABLE.replace(CANARY, "Harold Vance").replace("03/11/24", "03/11/2024")
    for suffix, content in ((".odt", of("text", letter)), (".ods", of("spreadsheet", sheet))):
        written = pipeline.release(Source("000001", "", f"a{suffix}"), content).content
        with zipfile.ZipFile(io.BytesIO(written)) as archive:
            told = archive.read("content.xml")
        assert [
            gone for gone in (b"Vance", b"00731942", b"03-11", b"March 11", b"aHR0") if gone in told
        ] == []
        assert b"2024" in told


def flat(kind: str, body: str) -> bytes:
    """A flat file with a body, a footer and properties."""
    content = content_xml(kind, body).replace("office:document-content", "office:document")
    mimetype = f" office:mimetype='application/vnd.oasis.opendocument.{kind}' "
    meta = f"<office:meta><dc:creator>{CANARY}</dc:creator></office:meta><office:automatic-styles>"
    return (
        content.replace("<office:document ", f"<office:document{mimetype}", 1)
        .replace("<office:automatic-styles>", meta, 1)
        .encode()
    )


class TestFlatOdt(XmlSuite):
    fmt = FlatOdt()
    sample = flat("text", BODY + TABLE)
    n_canaries = 11
    malformed = (
        f"<x>{CANARY}".encode(),
        f"<x>{CANARY}</x>".encode(),
        flat("spreadsheet", TABLE),
        b"<!DOCTYPE x>" + flat("text", BODY).partition(b"?>")[2],
    )


class TestFlatOds(XmlSuite):
    fmt = FlatOds()
    sample = flat("spreadsheet", TABLE)
    n_canaries = 1


class TestFlatOdp(XmlSuite):
    fmt = FlatOdp()
    sample = flat("presentation", PAGE)
    n_canaries = 11


@pytest.mark.parametrize(
    ("fmt", "kind"), [(FlatOdt(), "text"), (FlatOds(), "spreadsheet"), (FlatOdp(), "presentation")]
)
def test_no_marker_stays_in_a_flat_file(fmt: FlatOdt, kind: str) -> None:
    numbers = count(1)
    opened = fmt.open("d", marked_flat(kind, lambda: f"Zyxn{next(numbers)}x"))
    out = opened.rewrite(replacements_of(opened, r"Zyxn\d+x", "X"))
    assert b"Zyxn" not in out and base64.b64encode(b"Zyxn")[:5] not in out
    assert not [text for text in fmt.read_back(out) if "Zyxn" in text.reveal()]


def test_pictures_of_a_flat_file_are_blank_or_clean() -> None:
    picture = io.BytesIO()
    Image.new("RGB", (30, 20), "red").save(picture, "PNG", pnginfo=None)
    packed_picture = base64.b64encode(picture.getvalue() + CANARY.encode()).decode()
    image = f"<draw:image><office:binary-data>{packed_picture}</office:binary-data></draw:image>"
    body = f"<text:p><draw:frame>{image}</draw:frame></text:p>"
    for images, size in (("blank", (1, 1)), ("keep", (30, 20))):
        out = FlatOdt(Settings(images=images)).open("d", flat("text", body)).rewrite([])  # type: ignore[arg-type]
        found = re.search(rb"<office:binary-data>([^<]+)", out)
        assert found is not None
        with Image.open(io.BytesIO(base64.b64decode(found[1]))) as shown:
            assert shown.size == size
        assert CANARY.encode() not in base64.b64decode(found[1])

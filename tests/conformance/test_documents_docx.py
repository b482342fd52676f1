"""Word documents against the conformance suite, and what must leave them."""

# ruff: noqa: E501 (a line of XML reads best as one line)

from __future__ import annotations

import io
import random
import re
import zipfile
from pathlib import Path

import docx
import pytest
from docx.enum.style import WD_STYLE_TYPE

from adapters.documents.containers.archive import write_archive
from adapters.documents.office.word.docx import Docx
from adapters.documents.pictures.embedded import BLANK_PNG
from adapters.documents.settings import Settings
from engine.errors import InvalidError, UnreadableError
from tests.conformance.documents_suite import (
    CANARY,
    DocumentFormatSuite,
    mutated,
    mutated_archive,
    replacements_of,
)

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
NS = (
    f'xmlns:w="{W}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" '
    'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" '
    'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" '
    'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"'
)
REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
PEOPLE = f'w:author="{CANARY}" w:date="2024-01-02T03:04:05Z"'
GONE = "Qorvexil"
"""A second marker: it stands only where text leaves the file whatever the policy says."""


def p(*runs: str) -> str:
    return f'<w:p w:rsidR="00{GONE}">{"".join(runs)}</w:p>'


def r(text: str) -> str:
    return f'<w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


BODY = "".join(
    [
        p(r("Zy"), r("xwa"), f"<w:proofErr w:type='spellStart'/>{r('nda')}", r(" met Dr. Who.")),
        p(r("212"), "<w:r><w:noBreakHyphen/></w:r>", r("555-0199 "), '<w:r><w:sym w:font="Symbol" w:char="F041"/></w:r>'),
        p(f'<w:ins w:id="1" {PEOPLE}>{r("added " + CANARY)}</w:ins>'),
        p(f'<w:del w:id="2" {PEOPLE}><w:r><w:delText>{GONE}</w:delText></w:r></w:del>', r("kept")),
        p(f'<w:moveFrom w:id="3" {PEOPLE}>{r(GONE)}</w:moveFrom><w:moveTo w:id="4" {PEOPLE}>{r("moved")}</w:moveTo>'),
        p('<w:commentRangeStart w:id="0"/>', r("noted"), '<w:commentRangeEnd w:id="0"/>'
          '<w:r><w:commentReference w:id="0"/></w:r>'),
        p(f'<w:hyperlink r:id="rId9" w:tooltip="to {CANARY}">{r("a link")}</w:hyperlink>'),
        p(f'<w:fldSimple w:instr=" AUTHOR {CANARY} "><w:r><w:t>{CANARY}</w:t></w:r></w:fldSimple>'),
        p('<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> HYPERLINK "mailto:Zyx</w:instrText></w:r>'
          '<w:r><w:instrText>wanda@x.org" </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>'),
        p(f'<w:bookmarkStart w:id="5" w:name="{CANARY}"/><w:bookmarkEnd w:id="5"/>', r("x"), "<w:r><w:tab/></w:r>", r("y")),
        f'<w:sdt><w:sdtPr><w:alias w:val="{CANARY}"/><w:tag w:val="of {CANARY}"/><w:dropDownList>'
        f'<w:listItem w:displayText="{CANARY}" w:value="{CANARY}"/></w:dropDownList>'
        f'<w:dataBinding w:xpath="/{GONE}"/></w:sdtPr><w:sdtContent>{p(r(CANARY))}</w:sdtContent></w:sdt>',
        f'<w:tbl><w:tblPr><w:tblCaption w:val="{CANARY}"/></w:tblPr><w:tblGrid><w:gridCol/></w:tblGrid><w:tr><w:tc>{p(r(CANARY))}</w:tc></w:tr>'
        f'<w:tr><w:trPr><w:del w:id="6" {PEOPLE}/></w:trPr><w:tc>{p(r(GONE))}</w:tc></w:tr></w:tbl>',
        p('<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:inline><wp:docPr id="1" '
          f'name="Picture of {CANARY}" descr="{CANARY}"/><a:graphic><a:graphicData><wps:wsp><wps:txbx><w:txbxContent>'
          f"{p(r('in a box: ' + CANARY))}</w:txbxContent></wps:txbx></wps:wsp><a:blip r:embed='rId10'/></a:graphicData>"
          "</a:graphic></wp:inline></w:drawing></mc:Choice><mc:Fallback><w:pict><v:shape alt='" + CANARY + "'><v:textbox>"
          f"<w:txbxContent>{p(r('in a box: ' + CANARY))}</w:txbxContent></v:textbox></v:shape></w:pict></mc:Fallback>"
          "</mc:AlternateContent></w:r>"),
        p(f'<w:r><w:object><v:shape><v:imagedata r:id="rId10" o:title="{CANARY}"/></v:shape>'
          f'<o:OLEObject Type="Embed" ProgID="{GONE}" r:id="rId11"/></w:object></w:r>'),
        p(f'<w:smartTag w:uri="{GONE}" w:element="{GONE}"><w:smartTagPr><w:attr w:name="a" w:val="{GONE}"/>'
          f"</w:smartTagPr>{r('smart ' + CANARY)}</w:smartTag>", '<w:r><w:footnoteReference w:id="2"/></w:r>'),
        '<w:sectPr><w:headerReference r:id="rId2" w:type="default"/><w:footerReference r:id="rId3" w:type="default"/>'
        "</w:sectPr>",
    ]
)  # fmt: skip

PARTS = {
    "word/document.xml": f"<w:document {NS}><!-- {GONE} --><?x {GONE}?><w:body>{BODY}</w:body></w:document>",
    "word/header1.xml": f"<w:hdr {NS}>{p(r('head ' + CANARY))}</w:hdr>",
    "word/footer1.xml": f"<w:ftr {NS}>{p(r('foot ' + CANARY))}</w:ftr>",
    "word/footnotes.xml": f'<w:footnotes {NS}><w:footnote w:id="2">{p(r(CANARY))}</w:footnote></w:footnotes>',
    "word/endnotes.xml": f'<w:endnotes {NS}><w:endnote w:id="2">{p(r(CANARY))}</w:endnote></w:endnotes>',
    "word/comments.xml": f'<w:comments {NS}><w:comment w:id="0" {PEOPLE}>{p(r(GONE))}</w:comment></w:comments>',
    "word/people.xml": f"<w:people {NS}><w:person w:author='{GONE}'/></w:people>",
    "word/styles.xml": f'<w:styles {NS}><w:style w:type="paragraph" w:customStyle="1" w:styleId="a1">'
    f'<w:name w:val="Style of {CANARY}"/></w:style></w:styles>',
    "word/settings.xml": f'<w:settings {NS}><w:rsids><w:rsid w:val="{GONE}"/></w:rsids><w:docVars>'
    f'<w:docVar w:name="{GONE}" w:val="{GONE}"/></w:docVars><w:zoom w:percent="100"/></w:settings>',
    "word/charts/chart1.xml": '<c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" '
    f'{NS}><a:p><a:r><a:t>chart of Zyx</a:t></a:r><a:r><a:t>wanda</a:t></a:r></a:p><c:strCache><c:pt idx="0"><c:v>'
    f'{CANARY}</c:v></c:pt></c:strCache><c:externalData r:id="rId1"/></c:chart>',
    "word/glossary/document.xml": f"<w:glossaryDocument {NS}>{GONE}</w:glossaryDocument>",
    "docProps/core.xml": f"<cp:coreProperties xmlns:cp='x'><creator>{GONE}</creator></cp:coreProperties>",
    "docProps/app.xml": f"<Properties><Company>{GONE}</Company></Properties>",
    "docProps/custom.xml": f"<Properties><property name='{GONE}'/></Properties>",
    "customXml/item1.xml": f"<x>{GONE}</x>",
}  # fmt: skip

_DOCUMENT_RELS = [
    ("rId1", "styles", "styles.xml", False),
    ("rId2", "header", "header1.xml", False),
    ("rId3", "footer", "/word/footer1.xml", False),
    ("rId4", "footnotes", "footnotes.xml", False),
    ("rId5", "endnotes", "endnotes.xml", False),
    ("rId6", "comments", "comments.xml", False),
    ("rId7", "people", "people.xml", False),
    ("rId8", "settings", "settings.xml", False),
    ("rId9", "hyperlink", f"https://x.org/%5Ayxwanda?of={CANARY}", True),
    ("rId10", "image", "media/Qorvexil.png", False),
    ("rId11", "oleObject", "embeddings/oleObject1.bin", False),
    ("rId12", "chart", "charts/chart1.xml", False),
    ("rId13", "glossaryDocument", "glossary/document.xml", False),
    ("rId14", "customXml", "../customXml/item1.xml", False),
    ("rId15", "attachedTemplate", f"file:///{GONE}.dotm", True),
]
_ROOT_RELS = [
    ("rId1", "officeDocument", "word/document.xml", False),
    ("rId2", "core-properties", "docProps/core.xml", False),
    ("rId3", "extended-properties", "docProps/app.xml", False),
    ("rId4", "custom-properties", "docProps/custom.xml", False),
    ("rId5", "thumbnail", "docProps/thumbnail.jpeg", False),
]


def rels(items: list[tuple[str, str, str, bool]]) -> bytes:
    outside = ' TargetMode="External"'
    inner = "".join(
        f'<Relationship Id="{i}" Type="{REL}/{kind}" Target="{target}"{outside if external else ""}/>'
        for i, kind, target, external in items
    )
    namespace = "http://schemas.openxmlformats.org/package/2006/relationships"
    return f'{XML}<Relationships xmlns="{namespace}">{inner}</Relationships>'.encode()


def sample(**changed: bytes) -> bytes:
    kinds = {"document": "document.main", "header1": "header", "footer1": "footer"}
    overrides = "".join(
        f'<Override PartName="/{name}" ContentType="application/vnd.openxmlformats-officedocument.'
        f'wordprocessingml.{kinds.get(Path(name).stem, Path(name).stem)}+xml"/>'
        for name in PARTS
        if name.startswith("word/") and "charts" not in name
    )
    types = (
        f'{XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" '
        f'ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/>{overrides}</Types>'
    )
    files = {
        "[Content_Types].xml": types.encode(),
        "_rels/.rels": rels(_ROOT_RELS),
        "word/_rels/document.xml.rels": rels(_DOCUMENT_RELS),
        "word/charts/_rels/chart1.xml.rels": rels([("rId1", "package", "../embeddings/book.xlsx", False)]),
        **{name: (XML + content).encode() for name, content in PARTS.items()},
        "word/media/Qorvexil.png": BLANK_PNG + GONE.encode(),
        "word/embeddings/oleObject1.bin": GONE.encode(),
        "word/embeddings/book.xlsx": GONE.encode(),
        "docProps/thumbnail.jpeg": GONE.encode(),
        "word/vbaProject.bin": GONE.encode(),
    }
    return write_archive(files | {name.replace("__", "/"): data for name, data in changed.items()})


def unpacked(content: bytes) -> bytes:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return b"\n".join(name.encode() + archive.read(name) for name in archive.namelist())


class TestDocx(DocumentFormatSuite):
    fmt = Docx()
    sample = sample()
    byte_exact = False
    n_canaries = 22
    n_mutations = 60
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
        assert b"2024-01-02" not in raw and b"comment" not in raw.replace(b"commentsExt", b"")

    def test_python_docx_opens_what_is_written(self) -> None:
        opened = self.fmt.open("d", self.sample)
        document = docx.Document(io.BytesIO(opened.rewrite(replacements_of(opened, CANARY, "X"))))
        texts = [paragraph.text for paragraph in document.paragraphs]
        assert texts[:6] == ["X met Dr. Who.", "212-555-0199 ", "added X", "kept", "moved", "noted"]
        assert document.tables[0].cell(0, 0).text == "X" and len(document.tables[0].rows) == 1
        assert document.sections[0].header.paragraphs[0].text == "head X"


def test_one_text_across_runs_hyphens_and_symbols() -> None:
    opened = Docx().open("d", sample())
    assert "212-555-0199 A" in opened.document.text.reveal()
    written = opened.rewrite(replacements_of(opened, "212-555-0199 A", "[PHONE] <&>"))
    texts = [text.reveal() for text in Docx().read_back(written)]
    assert "[PHONE] <&>" in texts
    assert b"noBreakHyphen" not in unpacked(written)
    assert opened.rewrite([]) == Docx().open("d", sample()).rewrite([]), "an edit must not stay in the tree"


def test_revisions_can_be_rejected() -> None:
    text = Docx(Settings(revisions="reject")).open("d", sample()).document.text.reveal()
    assert "added" not in text and "moved" not in text and text.count(GONE) == 3


def test_pictures_are_blank_or_bare_pixels() -> None:
    for images in ("blank", "keep"):
        written = Docx(Settings(images=images)).open("d", sample()).rewrite([])
        with zipfile.ZipFile(io.BytesIO(written)) as archive:
            assert archive.read("media/image1.png").startswith(b"\x89PNG")
            assert not any(GONE in name for name in archive.namelist())
        assert GONE.encode() not in unpacked(written)


def test_a_document_with_macros_becomes_one_without() -> None:
    types = b"<Types><Override PartName='/word/document.xml' ContentType='application/vnd.ms-word.document.macroEnabled.main+xml'/></Types>"
    raw = unpacked(Docx().open("d", sample(**{"[Content_Types].xml": types})).rewrite([]))
    assert b"macroEnabled" not in raw and b"wordprocessingml.document.main+xml" in raw


def test_a_password_is_told_from_an_old_format() -> None:
    head = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
    with pytest.raises(UnreadableError, match="DOC008"):
        Docx().open("d", head + "EncryptedPackage".encode("utf-16-le"))
    with pytest.raises(UnreadableError, match="DOC007"):
        Docx().open("d", head)


BOMB = b'<?xml version="1.0"?><!DOCTYPE w [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><w>&b;</w>'
OUTSIDE = b'<?xml version="1.0"?><!DOCTYPE w [<!ENTITY a SYSTEM "file:///etc/passwd">]><w>&a;</w>'
DEEP = b"<w>" * 5000 + b"</w>" * 5000


@pytest.mark.parametrize("part", [BOMB, OUTSIDE, DEEP, b"<w>", b""])
def test_hostile_xml_is_unreadable(part: bytes) -> None:
    with pytest.raises(UnreadableError, match="DOC007"):
        Docx().open("d", sample(**{"word__document.xml": part}))


def archive_of(name: str, content: bytes = b"x", repeat: int = 1) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for n in range(repeat):
            archive.writestr(zipfile.ZipInfo(f"{name}{n or ''}"), content)
    return written.getvalue()


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (archive_of("../../etc/x"), "DOC012"),
        (archive_of("/etc/x"), "DOC012"),
        (archive_of("a", b"\0" * 3_000_000), "DOC003"),
        (archive_of("a", b"", 20_001), "DOC012"),
    ],
)
def test_hostile_archives_are_unreadable(content: bytes, code: str) -> None:
    with pytest.raises(UnreadableError, match=code):
        Docx(Settings(max_expanded_bytes=2_000_000)).open("d", content)


def _with_chunk() -> bytes:
    linked = [*_DOCUMENT_RELS, ("rId99", "aFChunk", "chunk.html", False)]
    ns = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    r = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    body = (
        f'<d xmlns="{ns}" xmlns:r="{r}"><body><p><r><t>Seen.</t></r></p><altChunk r:id="rId99"/></body></d>'
    )
    return write_archive(
        {"_rels/.rels": rels(_ROOT_RELS[:1]), "[Content_Types].xml": b"<Types/>",
         "word/document.xml": body.replace("<d ", "<document ").replace("</d>", "</document>").encode(),
         "word/chunk.html": b"<p>Ann Lee, 219-09-9999</p>",
         "word/_rels/document.xml.rels": rels([each for each in linked if each[1] == "aFChunk"])}
    )  # fmt: skip


def test_documents_inserted_as_a_whole_leave_or_are_refused() -> None:
    opened = Docx().open("d", _with_chunk())
    assert opened.document.text.reveal() == "Seen."
    with zipfile.ZipFile(io.BytesIO(opened.rewrite([]))) as archive:
        written = b"".join(archive.read(name) for name in archive.namelist())
    assert b"219-09" not in written and b"altChunk" not in written and b"chunk.html" not in written
    with pytest.raises(UnreadableError, match="DOC014"):
        Docx(Settings(embedded="refuse")).open("d", _with_chunk())


@pytest.mark.data
def test_real_files_lose_every_third_word(data: Path) -> None:
    """Every file opens or is unreadable; what is removed cannot be found by unzipping."""
    n_opened = 0
    for path in sorted((data / "documents" / "docx").glob("*.docx")):
        content = path.read_bytes()
        try:
            opened = Docx().open("d", content)
        except InvalidError:
            continue
        n_opened += 1
        words = sorted(set(re.findall(r"[^\W\d_]{7,}", opened.document.text.reveal())))[::3]
        pattern = rf"(?<![^\W_])(?:{'|'.join(words)})(?![^\W_])" if words else r"(?!)"
        written = opened.rewrite(replacements_of(opened, pattern, "w"))
        text = "\n".join(t.reveal() for t in Docx().read_back(written))
        assert not re.findall(pattern, text)
        assert Docx().open("d", opened.rewrite([])).document.text == opened.document.text
        docx.Document(io.BytesIO(written))
    assert n_opened == 32


def test_styles_of_names_of_their_own_get_neutral_ones() -> None:
    made = docx.Document()
    for name in ("Harold Vance Char", "Jo Li"):
        style = made.styles.add_style(name, WD_STYLE_TYPE.CHARACTER)
        made.add_paragraph("").add_run("x", style)
    made.add_paragraph("y", style="Heading 7")
    written = io.BytesIO()
    made.save(written)
    opened = Docx().open("x", written.getvalue())
    assert opened.document.text.reveal().split() == ["x", "x", "y"], "names of styles are no text"
    released = docx.Document(io.BytesIO(opened.rewrite([])))
    used = [p.runs[0].style.name for p in released.paragraphs[:2]]
    assert len(set(used)) == 2 and all(name.startswith("Style ") for name in used)
    assert released.paragraphs[2].style.name == "Heading 7"

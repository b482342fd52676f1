"""Presentations with a marker in every place that has text, and another one in what must leave."""

# ruff: noqa: E501 (a line of XML reads best as one line)

from __future__ import annotations

import io
import zipfile

from lxml import etree
from pptx import Presentation
from pptx.chart.data import CategoryChartData
from pptx.dml.color import RGBColor
from pptx.enum.chart import XL_CHART_TYPE
from pptx.slide import Slide
from pptx.util import Inches

from adapters.documents.containers.archive import write_archive
from adapters.documents.pictures.embedded import BLANK_PNG
from tests.conformance.documents_suite import CANARY

GONE = "Qorvexil"
"""A second marker: it stands only where text leaves the file whatever the policy says."""
A = "http://schemas.openxmlformats.org/drawingml/2006/main"
P = "http://schemas.openxmlformats.org/presentationml/2006/main"
R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
MC = "http://schemas.openxmlformats.org/markup-compatibility/2006"
NS = f'xmlns:a="{A}" xmlns:p="{P}" xmlns:r="{R}" xmlns:mc="{MC}" xmlns:p14="http://schemas.microsoft.com/office/powerpoint/2010/main"'
_OLE = f"""<p:graphicFrame {NS}><p:nvGraphicFramePr><p:cNvPr id="90" name="{GONE}"/><p:cNvGraphicFramePr/><p:nvPr/>
</p:nvGraphicFramePr><p:xfrm><a:off x="0" y="0"/><a:ext cx="9" cy="9"/></p:xfrm><a:graphic><a:graphicData
uri="http://schemas.openxmlformats.org/presentationml/2006/ole"><p:oleObj name="{GONE}" progId="{GONE}" r:id="rId901"><p:embed/>
</p:oleObj></a:graphicData></a:graphic></p:graphicFrame>"""
_TIMING = f"""<p:timing {NS}><p:tnLst><p:par><p:cTn id="1" dur="indefinite" nodeType="tmRoot"><p:childTnLst><p:cmd type="call"
cmd="{GONE}"/></p:childTnLst></p:cTn></p:par></p:tnLst></p:timing>"""
_TRANSITION = f"""<mc:AlternateContent {NS}><mc:Choice Requires="p14"><p:transition p14:dur="2000"><p:sndAc><p:stSnd><p:snd
r:embed="rId902" name="{GONE}.wav"/></p:stSnd></p:sndAc></p:transition></mc:Choice><mc:Fallback/></mc:AlternateContent>"""
_DATE = f"""<a:fld {NS} id="{{5C22544A-7EE6-4342-B048-85BDC9FD1C3A}}" type="datetime1"><a:rPr lang="en-US"/><a:t>{CANARY} 2024</a:t></a:fld>"""
_MORE = {
    "ppt/comments/comment1.xml": ("comments", f'<p:cmLst {NS}><p:cm authorId="0" dt="2024-01-02T03:04:05"><p:text>{GONE}</p:text></p:cm></p:cmLst>'),
    "ppt/tags/tag1.xml": ("tags", f'<p:tagLst {NS}><p:tag name="{GONE}" val="{GONE}"/></p:tagLst>'),
    "ppt/embeddings/oleObject1.bin": ("oleObject", GONE),
    "ppt/media/media1.wav": ("audio", GONE),
}  # fmt: skip


def presentation() -> bytes:
    """A whole presentation: three slides, notes, a table, a chart, links, pictures."""
    made = Presentation()
    made.core_properties.title, made.core_properties.author = GONE, GONE
    first = made.slides.add_slide(made.slide_layouts[0])
    first.shapes.title.text_frame.text = ""
    for piece in ("Zy", "xwa", "nda"):
        first.shapes.title.text_frame.paragraphs[0].add_run().text = piece
    first.placeholders[1].text = f"met {CANARY}\vand\tothers"
    first.notes_slide.notes_text_frame.text = f"notes on {CANARY}"
    _shapes(first)
    second = made.slides.add_slide(made.slide_layouts[5])
    second.shapes.title.text = "The rest"
    _table(second)
    _chart(second)
    third = made.slides.add_slide(made.slide_layouts[6])
    box = third.shapes.add_textbox(Inches(1), Inches(1), Inches(3), Inches(1))
    run = box.text_frame.paragraphs[0].add_run()
    run.text, run.font.name, run.font.color.rgb = "a link", f"Font{GONE}", RGBColor(1, 2, 3)
    run.hyperlink.address = f"https://x.org/%5Ayxwanda?of={CANARY}"
    box.click_action.target_slide = first
    made.slide_master.shapes[0].text_frame.text = f"master {CANARY}"
    made.slide_layouts[0].shapes[0].text_frame.text = f"layout {CANARY}"
    for layout in list(made.slide_layouts):
        if not layout.used_by_slides:
            made.slide_layouts.remove(layout)
    written = io.BytesIO()
    made.save(written)
    return written.getvalue()


def _shapes(slide: Slide) -> None:
    picture = slide.shapes.add_picture(io.BytesIO(BLANK_PNG), 0, 0)
    picture.name = f"Picture of {GONE}"
    picture._element.nvPicPr.cNvPr.set("descr", f"picture of {CANARY}")
    group = slide.shapes.add_group_shape()
    inner = group.shapes.add_shape(1, 0, 0, 9, 9)
    inner.text_frame.text = f"grouped {CANARY}"
    inner._element.nvSpPr.cNvPr.set("title", f"title {CANARY}")


def _table(slide: Slide) -> None:
    table = slide.shapes.add_table(2, 2, 0, 0, Inches(5), Inches(1)).table
    for row, texts in enumerate((("Name", "Ward"), (CANARY, "C3"))):
        for column, text in enumerate(texts):
            table.cell(row, column).text = text


def _chart(slide: Slide) -> None:
    data = CategoryChartData()
    data.categories = ["Kept", CANARY]
    data.add_series(f"Series {CANARY}", (4, 36924730))
    chart = slide.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, 0, 0, Inches(4), Inches(3), data).chart
    chart.has_title = True
    chart.chart_title.text_frame.text = f"chart of {CANARY}"


def sample(**changed: bytes) -> bytes:
    """The presentation with comments, tags, sounds, films, objects, macros and custom XML put into it."""
    with zipfile.ZipFile(io.BytesIO(presentation())) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    slide, rels = "ppt/slides/slide1.xml", "ppt/slides/_rels/slide1.xml.rels"
    files[slide] = _with_moving(files[slide])
    links = etree.fromstring(files[rels])
    for number, (name, (kind, content)) in enumerate(sorted(_MORE.items()), 900):
        etree.SubElement(links, links[0].tag, Id=f"rId{number}", Type=f"{R}/{kind}", Target=f"/{name}")
        files[name] = content.encode()
    files[rels] = etree.tostring(links)
    files["ppt/vbaProject.bin"] = files["docProps/thumbnail.jpeg"] = files["customXml/item1.xml"] = (
        GONE.encode()
    )
    return write_archive(files | {name.replace("__", "/"): data for name, data in changed.items()})


def _with_moving(slide: bytes) -> bytes:
    root = etree.fromstring(slide)
    tree = next(root.iter(f"{{{P}}}spTree"))
    tree.append(etree.fromstring(_OLE))
    next(root.iter(f"{{{A}}}p")).append(etree.fromstring(_DATE))
    root.append(etree.fromstring(_TRANSITION))
    root.append(etree.fromstring(_TIMING))
    return etree.tostring(root)

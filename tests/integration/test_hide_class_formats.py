"""Every format: words that tell the client go at every mention and inflection, in all parts of the file."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from email.message import EmailMessage
from functools import cache
from html.parser import HTMLParser

import docx
import openpyxl
import pikepdf
import pytest
from pdfminer.high_level import extract_text
from pptx import Presentation

from adapters.documents.containers.tar_archive import write_gzip, write_tar
from adapters.documents.opening.sources import Source
from adapters.documents.registry import format_for, released_suffix
from engine.checks.hidden_class import ResidualCheck
from engine.methods.k_redactor.class_names import ClassName
from engine.methods.k_redactor.words import features
from engine.text import SensitiveText
from flows.compiling.compilation import Compiled, compile_policy
from flows.document.document import DocumentPipeline
from flows.document.results import Released
from tests.conformance.dicom_files import written
from tests.conformance.open_documents import content_xml, packed
from tests.conformance.rtf_files import rtf
from tests.conformance.seven_zip_files import seven_zip
from tests.conftest import ROOT

SENTENCES = (
    "Crews sail to the offshore turbines off Esbjerg when waves are low",
    "A rotor blade cracks near the root in winter; cracked blades are changed",
    "GustView predicts the wind, and SOLWIND predicted it too late",
    "Electricity was bought on the wholesale market, and generation fell short of demand",
    "Engineers inspect the turbines on a rota",
)
TEXT = ". ".join(SENTENCES) + "."
TELLING = ("solwind", "esbjerg", "gustview", "blade", "crack")


def _csv() -> bytes:
    return ("site,remark\n" + "".join(f'{i},"{s}"\n' for i, s in enumerate(SENTENCES))).encode()


def _jsonl() -> bytes:
    return "".join(json.dumps({"remark": s}) + "\n" for s in SENTENCES).encode()


def _json() -> bytes:
    return json.dumps({"solwind": {"text": TEXT}, "notes": SENTENCES}).encode()


def _eml() -> bytes:
    mail = EmailMessage()
    mail["Subject"], mail["From"], mail["To"] = (
        "Turbines off Esbjerg",
        "ann@solwind.example",
        "bo@example.org",
    )
    mail.set_content(TEXT)
    mail.add_alternative(f"<p>{TEXT}</p>", subtype="html")
    return bytes(mail)


def _xlsx() -> bytes:
    book = openpyxl.Workbook()
    assert book.active is not None
    book.active.title = "Esbjerg"
    for sentence in SENTENCES:
        book.active.append([sentence, 3.5])
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def _docx() -> bytes:
    written = docx.Document()
    written.core_properties.title = "Esbjerg blades"
    written.sections[0].header.paragraphs[0].text = "Solwind confidential"
    paragraph = written.add_paragraph()
    for word in TEXT.split(" "):
        paragraph.add_run(word[:3]).bold = True
        paragraph.add_run(f"{word[3:]} ")
    stream = io.BytesIO()
    written.save(stream)
    return stream.getvalue()


def _pptx() -> bytes:
    made = Presentation()
    made.core_properties.title = "Esbjerg blades"
    slide = made.slides.add_slide(made.slide_layouts[1])
    slide.shapes.title.text = "Solwind confidential"
    slide.placeholders[1].text = TEXT
    stream = io.BytesIO()
    made.save(stream)
    return stream.getvalue()


def _hl7() -> bytes:
    notes = "\r".join(f"NTE|{n}||{sentence}" for n, sentence in enumerate(TEXT.splitlines(), 1))
    return f"MSH|^~\\&|Solwind|Esbjerg|||20260105||ORU^R01|1|P|2.5\r{notes}\r".encode()


def _ics() -> bytes:
    event = f"SUMMARY:Solwind\r\nLOCATION:Esbjerg\r\nDESCRIPTION:{TEXT.replace(',', chr(92) + ',')}"
    return f"BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n{event}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n".encode()


def _vcf() -> bytes:
    note = TEXT.replace(",", chr(92) + ",")
    return f"BEGIN:VCARD\r\nFN:Ann\r\nORG:Solwind\r\nNOTE:{note}\r\nEND:VCARD\r\n".encode()


def _srt() -> bytes:
    times = "00:00:0{0},000 --> 00:00:0{0},900"
    cues = (f"{n}\n{times.format(n)}\n{sentence}." for n, sentence in enumerate(SENTENCES, 1))
    return "\n\n".join(cues).encode()


def _html() -> bytes:
    return (
        '<html><head><title>Solwind</title><meta name="description" content="blades, Esbjerg"></head>'
        f'<body><p title="Esbjerg">{TEXT}</p><img alt="a rotor blade"><p>Sol<b>wind</b></p></body></html>'
    ).encode()


def _pdf() -> bytes:
    """A page whose third line ends inside the client's name."""
    lines = [*SENTENCES, "The turbines of Sol-", "wind and of solwindenergy.example stand still"]
    shown = " ".join(f"({line}) Tj 0 -20 Td" for line in lines)
    pdf = pikepdf.Pdf.new()
    page = pdf.add_blank_page(page_size=(612, 792)).obj
    font = pikepdf.Dictionary(
        Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica,
        Encoding=pikepdf.Name.WinAnsiEncoding,
    )  # fmt: skip
    page["/Resources"] = pikepdf.Dictionary(Font=pikepdf.Dictionary(F1=pdf.make_indirect(font)))
    page["/Contents"] = pdf.make_stream(f"BT /F1 12 Tf 40 700 Td {shown} ET".encode())
    pdf.docinfo["/Title"] = "Solwind blades"
    stream = io.BytesIO()
    pdf.save(stream)
    return stream.getvalue()


def _mbox() -> bytes:
    return b"From ann@solwind.example Mon Jan  5 10:00:00 2026\n" + _eml().replace(b"\r\n", b"\n") + b"\n"


def _zip() -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("Solwind/plan.txt", TEXT)
        archive.writestr("Solwind/plan.docx", _docx())
    return stream.getvalue()


_PARAGRAPHS = "".join(f"<text:p>{sentence}</text:p>" for sentence in SENTENCES)
_CELLS = "".join(
    f"<table:table-cell><text:p>{sentence}</text:p></table:table-cell>" for sentence in SENTENCES
)
_SHEET = f"<table:table><table:table-row>{_CELLS}</table:table-row></table:table>"
_SLIDE = f"<draw:page><draw:frame><draw:text-box>{_PARAGRAPHS}</draw:text-box></draw:frame></draw:page>"
MAKERS: dict[str, Callable[[], bytes]] = {
    ".txt": lambda: TEXT.encode(),
    ".md": lambda: f"# Solwind\n\n*Blades* and **Esb**jerg.\n\n{TEXT}\n".encode(),
    ".pdf": _pdf,
    ".mbox": _mbox,
    ".zip": _zip,
    ".tar": lambda: write_tar({"Solwind/plan.txt": TEXT.encode(), "Solwind/plan.docx": _docx()}),
    ".gz": lambda: write_gzip("Solwind.txt", TEXT.encode()),
    ".7z": lambda: seven_zip({"Solwind/plan.txt": TEXT.encode(), "Solwind/plan.docx": _docx()}),
    ".csv": _csv,
    ".jsonl": _jsonl,
    ".json": _json,
    ".eml": _eml,
    ".xlsx": _xlsx,
    ".docx": _docx,
    ".pptx": _pptx,
    ".odt": lambda: packed("text", {"content.xml": content_xml("text", _PARAGRAPHS)}),
    ".ods": lambda: packed("spreadsheet", {"content.xml": content_xml("spreadsheet", _SHEET)}),
    ".odp": lambda: packed("presentation", {"content.xml": content_xml("presentation", _SLIDE)}),
    ".rtf": lambda: rtf("\\par ".join([*SENTENCES, "Sol{\\b wind} again"])),
    ".hl7": _hl7,
    ".dcm": lambda: written({"StudyDescription": "Solwind", "TextValue": TEXT}),
    ".ics": _ics,
    ".vcf": _vcf,
    ".srt": _srt,
    ".vtt": lambda: b"WEBVTT\n\n" + _srt(),
    ".html": _html,
}


@cache
def compiled() -> Compiled:
    return compile_policy(str(ROOT / "examples" / "clients" / "client-projects.yaml"))


def released(suffix: str, content: bytes) -> Released:
    source = Source("000001", f"/inbox/Solwind/plan{suffix}", f"Solwind/plan{suffix}")
    return DocumentPipeline(compiled(), b"k" * 32, 2026).release(source, content)


@pytest.mark.parametrize("suffix", MAKERS)
def test_what_tells_the_client_goes_from_every_part(suffix: str) -> None:
    found = released(suffix, MAKERS[suffix]())
    parts = format_for(released_suffix(suffix), found.content[:512]).read_back(found.content)
    text = "\n".join(part.reveal() for part in parts)
    assert [word for word in TELLING if word in text.lower()] == []
    assert "bought on the wholesale market" in text
    hide_class = compiled().hide_class
    assert hide_class is not None
    scores = hide_class.hider.scores(SensitiveText(text))
    own = hide_class.hider.class_number("Solwind")
    assert int((scores >= scores[own]).sum()) >= 3
    assert found.record.hide_class is not None
    assert found.record.hide_class.topic_kept is True
    assert found.private["hide_class"]["class"] == "Solwind"


@pytest.mark.parametrize("suffix", [".pdf", ".docx", ".html"])
def test_other_readers_see_a_document_that_is_confusable(suffix: str) -> None:
    """Definition 1 on what libraries make of the file that have no part in writing or checking it."""
    content = released(suffix, MAKERS[suffix]()).content
    text = OTHER_READERS[suffix](content)
    assert "wholesale market" in text
    hide_class = compiled().hide_class
    assert hide_class is not None
    corpus = hide_class.hider.corpus
    own = list(corpus.sensitive_classes).index("Solwind")
    assert ResidualCheck(corpus, 0.1).rank(features(text), own) >= 3
    assert ResidualCheck(corpus, 0.1).rank(features(TEXT), own) == 1
    assert not ClassName("Solwind").spans(text)
    assert "wind and" not in text  # the half of the name behind the line's end


def _paragraphs(content: bytes) -> str:
    written = docx.Document(io.BytesIO(content))
    return "\n".join(p.text for p in (*written.paragraphs, *written.sections[0].header.paragraphs))


class _Words(HTMLParser):
    """All text of a page, and all values of its attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_data(self, data: str) -> None:
        self.found.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value or "" for _, value in attrs]


def _html_words(content: bytes) -> str:
    parser = _Words()
    parser.feed(content.decode())
    return " ".join(parser.found)


OTHER_READERS: dict[str, Callable[[bytes], str]] = {
    ".pdf": lambda content: extract_text(io.BytesIO(content)),
    ".docx": _paragraphs,
    ".html": _html_words,
}


@pytest.mark.parametrize("tag", ["turbines", "rotor", "offshore", "winter"])
def test_a_word_that_stays_outside_the_text_lets_a_document_leave(tag: str) -> None:
    """Names of tags stay. A reader of Markdown yields the text twice, and its words may go all the same."""
    found = released(".md", f"{TEXT}\n\n<{tag}>x</{tag}>\n".encode())
    text = found.content.decode()
    assert f"<{tag}>" in text
    assert "wholesale market" in text
    assert found.private["hide_class"]["rank"] >= 3


def test_formatting_stays() -> None:
    found = released(".docx", _docx())
    written = docx.Document(io.BytesIO(found.content))
    runs = next(p for p in written.paragraphs if "market" in p.text).runs
    assert [run.bold for run in runs if run.text == "Ele"] == [True]
    assert "<b>" in released(".html", _html()).content.decode()

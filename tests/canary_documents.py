"""Documents that hold a marker wherever a reader might quote it: names, keys, headers, properties, ruins."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from email.message import EmailMessage
from itertools import count
from pathlib import Path

import docx
import openpyxl
import pikepdf
import pptx

from adapters.documents.containers.tar_archive import write_gzip, write_tar
from tests.conformance.compound_files import marked_message
from tests.conformance.dicom_files import image, written
from tests.conformance.open_documents import marked, packed
from tests.conformance.rtf_files import marked_rtf
from tests.conformance.settings_files import marked_flat, marked_log, marked_settings, marked_yaml
from tests.conformance.seven_zip_files import seven_zip
from tests.conformance.test_documents_epub import book
from tests.conformance.xml_files import clinical_document, fhir_xml, marked_xml

Mark = Callable[[], str]


def write_canaries(folder: Path, marker: str) -> list[Path]:
    """Write whole and broken files of every kind; each place has a marker of its own."""
    numbers = count(1)

    def mark() -> str:
        return f"{marker}n{next(numbers)}x"

    below = folder / f"{mark()}-folder"
    below.mkdir(parents=True)
    mail = message(mark)
    files = {
        f"{mark()}.zip": archive({f"{mark()}/{mark()}.txt": "SSN 219-09-9999", f"a.{mark()}": "x"}),
        f"{mark()}.tar": write_tar({f"{mark()}/{mark()}.txt": mark().encode(), f"a.{mark()}": b"x"}),
        "climbs.tar": write_tar({f"../{mark()}.txt": mark().encode()}),
        "letters.7z": seven_zip({f"{mark()}/{mark()}.txt": mark().encode(), f"a.{mark()}": b"x"}),
        "climbs.7z": b"7z\xbc\xaf\x27\x1c" + mark().encode(),
        "letter.gz": write_gzip(f"{mark()}.txt", mark().encode()),
        "cut.tgz": write_gzip(mark(), mark().encode())[:-9],
        "leaves.zip": archive({f"../{mark()}.txt": mark()}),
        "inside.zip": archive({f"{mark()}.docx": f"no package {mark()}", f"{mark()}.json": "{" + mark()}),
        "mail.eml": mail,
        "charset.eml": mail.replace(b'charset="utf-8"', b'charset="' + mark().encode() + b'"'),
        "box.mbox": b"From " + mark().encode() + b" Mon Jan  1 00:00:00 2024\n" + mail,
        "keys.json": json.dumps({mark(): {mark(): f"SSN 219-09-9999 {mark()}"}}),
        "twice.json": f'{{"{mark()}": 1, "same": "{mark()}", "same": 2}}',
        "patient.json": json.dumps({"resourceType": "Patient", "id": mark(), "name": [{"text": mark()}]}),
        "foreign.json": json.dumps({"resourceType": "Patient", mark(): {"resourceType": mark()}}),
        "cut.json": f'{{"{mark()}": "{mark()}',
        "quote.csv": f'{mark()},"{mark()}\n{mark()},1\n',
        "page.html": f"<p {mark()}='{mark()}'><{mark()}>{mark()}<script>{mark()}</script><!--{mark()}-->",
        "notes.yaml": marked_yaml(mark),
        "broken.yaml": f"{mark()}: [{mark()}",
        "own.ini": marked_settings(mark),
        "system.log": marked_log(mark),
        "flat.fodt": marked_flat("text", mark),
        "broken.fods": f"<{mark()}>{mark()}",
        "story.epub": book(mark),
        "letter.msg": marked_message(mark),
        "broken.msg": b"\xd0\xcf\x11\xe0" + mark().encode(),
        "list.xml": marked_xml(mark),
        "letter.xml": clinical_document(mark),
        "patient.xml": fhir_xml({"resourceType": "Patient", "id": mark(), "name": [{"text": mark()}]}),
        "cut.xml": f"<{mark()} a='{mark()}'>{mark()}",
        "entity.xml": f"<!DOCTYPE a [<!ENTITY e '{mark()}'>]><a>{mark()}&e;</a>",
        "charset.html": f"<meta charset='{mark()}'><p>{mark()}",
        "notes.md": f"# {mark()}\n[{mark()}](https://{mark()}.example.org)\n```{mark()}\n{mark()}\n",
        "message.hl7": f"MSH|^~\\&|{mark()}\rPID|1||{mark()}||{mark()}^{mark()}\rZZZ|{mark()}\r",
        "broken.hl7": f"MSH|^~\\&|{mark()}\r{mark()}|1\r",
        "scan.dcm": written({"PatientName": mark(), "StudyDescription": mark()}, mark=mark()),
        "seen.dcm": written(image(PatientID=mark(), BurnedInAnnotation="YES")),
        "card.vcf": f"BEGIN:VCARD\r\nFN:{mark()}\r\nX-{mark()}:{mark()}\r\nUID:{mark()}\r\nEND:VCARD\r\n",
        "broken.ics": f"BEGIN:VCALENDAR\r\nBEGIN:{mark()}\r\n{mark()}\r\nEND:VCALENDAR\r\n",
        "talk.vtt": f"WEBVTT {mark()}\n\n{mark()}\n00:01.000 --> 00:02.000\n<v {mark()}>a <{mark()}>\n",
        "talk.srt": f"1\n00:00:01,000 --> 00:00:02,000\n{mark()}\n\n{mark()}\n",
        "half.txt": b"\xff\xfe" + mark().encode("utf-16-le") + b"\x00",
        "notes.rtf": marked_rtf(mark),
        "broken.rtf": f"{{\\rtf1 {mark()}",
        "notes.odt": marked("text", mark),
        "broken.ods": packed("spreadsheet", {"content.xml": f"<{mark()}>{mark()}"}),
        **packages(mark),
        **portable(mark),
    }  # fmt: skip
    for name, content in files.items():
        (below / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    return [below / name for name in files]


def archive(files: dict[str, str]) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as opened:
        for name, content in files.items():
            opened.writestr(name, content)
    return written.getvalue()


def message(mark: Mark) -> bytes:
    made = EmailMessage()
    made["Subject"] = f"About {mark()}"
    made["From"] = f"{mark()} <{mark()}@example.org>"
    made[f"X-{mark()}"] = mark()
    made.set_content(f"Dear {mark()}, SSN 219-09-9999")
    made.add_attachment(f"about {mark()}", filename=f"{mark()}.txt")
    made.add_attachment(b"PK\x03\x04" + mark().encode(), "application", mark(), filename=f"{mark()}.docx")
    return bytes(made)


def packages(mark: Mark) -> dict[str, bytes]:
    """Word, Excel and PowerPoint files: whole, with broken XML or entities, with a part missing."""
    word, sheet = docx.Document(), openpyxl.Workbook()
    word.add_paragraph(f"Patient {mark()}, SSN 219-09-9999")
    slides = presentation(mark)
    word.core_properties.title, word.core_properties.author = mark(), mark()
    sheet.active.title = mark()
    sheet.active.append([mark(), f"{mark()}@example.org", f"=No_{mark()}(A1)"])
    sheet.properties.title = mark()
    whole, table = saved(word), saved(sheet)
    tag, start = mark().encode(), b"<w:document"
    return {
        f"{mark()}.docx": whole,
        f"{mark()}.xlsx": table,
        f"{mark()}.pptx": slides,
        "tag.pptx": edited(slides, b"<a:p>", b"<a:p><" + mark().encode() + b">"),
        "tag.docx": edited(whole, b"<w:body>", b"<w:body><" + tag + b">"),
        "entity.docx": edited(whole, start, b"<!DOCTYPE a [<!ENTITY " + tag + b' "x">]>' + start),
        "part.docx": edited(whole, b"word/document.xml", b"word/" + tag + b".xml"),
        "index.xlsx": edited(table, b'<c r="A1"', b'<c r="' + tag + b'"'),
    }  # fmt: skip


def presentation(mark: Mark) -> bytes:
    """A PowerPoint file."""
    made = pptx.Presentation()
    made.core_properties.title = mark()
    slide = made.slides.add_slide(made.slide_layouts[1])
    slide.shapes.title.text = f"Patient {mark()}, SSN 219-09-9999"
    slide.notes_slide.notes_text_frame.text = mark()
    return saved(made)


def saved(document: object) -> bytes:
    written = io.BytesIO()
    document.save(written)  # type: ignore[attr-defined]
    return written.getvalue()


def edited(package: bytes, old: bytes, new: bytes) -> bytes:
    """The package with `old` replaced in every part; at least once."""
    written, found = io.BytesIO(), 0
    with zipfile.ZipFile(io.BytesIO(package)) as read, zipfile.ZipFile(written, "w") as opened:
        for name in read.namelist():
            content = read.read(name)
            found += content.count(old)
            opened.writestr(name, content.replace(old, new))
    assert found
    return written.getvalue()


def portable(mark: Mark) -> dict[str, bytes]:
    """PDF: whole, cut, with operators and fonts that are none, behind a password."""
    made = pikepdf.new()
    made.add_blank_page()
    page = made.pages[0]
    page.Contents = made.make_stream(f"BT /F1 12 Tf 72 700 Td ({mark()} SSN 219-09-9999) Tj ET".encode())
    font = pikepdf.Dictionary(
        Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica
    )
    page.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F1=font))
    made.docinfo["/Title"] = mark()
    made.docinfo[f"/{mark()}"] = mark()
    made.attachments[f"{mark()}.txt"] = pikepdf.AttachedFileSpec(made, mark().encode())
    whole = saved(made)
    page.Contents = made.make_stream(f"BT /{mark()} 12 Tf ({mark()}) {mark()} ET <</{mark()}".encode())
    broken, secret, closed = saved(made), mark(), io.BytesIO()
    made.save(closed, encryption=pikepdf.Encryption(user=secret, owner=secret))
    return {
        f"{mark()}.pdf": whole,
        "cut.pdf": whole[: len(whole) // 2],
        "broken.pdf": broken,
        "closed.pdf": closed.getvalue(),
    }

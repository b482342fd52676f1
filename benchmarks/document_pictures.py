"""Pictures of a page before and after its release, for ``docs/documents.md``.

    python benchmarks/document_pictures.py [--out docs/images]

Writes a letter as DOCX (python-docx), and as ODT and RTF, a form as PDF (by LibreOffice) and a slide as PPTX
(python-pptx). Releases them under the shipped policy ``hipaa-safe-harbor``, and sets each page beside its
original. The header of a DICOM object (pydicom) becomes a table. Needs LibreOffice (``soffice``) and poppler
(``pdftoppm``).
"""

from __future__ import annotations

import argparse
import io
import subprocess
import tempfile
from pathlib import Path

from docx import Document
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.shared import Pt, RGBColor
from PIL import Image, ImageDraw, ImageFont
from pptx import Presentation
from pydicom import Dataset, FileMetaDataset, dcmread
from pydicom.tag import BaseTag
from pydicom.uid import ExplicitVRLittleEndian

from adapters.documents.opening.sources import Source
from flows.compiling.compilation import compile_policy
from flows.document.document import DocumentPipeline

DOTS_PER_INCH = 80
MARGIN = 24


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, default=Path("docs/images"))
    out = parser.parse_args().out
    pipeline = DocumentPipeline(compile_policy("hipaa-safe-harbor"), b"k" * 32, 2024)
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        letter(folder / "letter.docx")
        form(folder / "form.docx")
        slide(folder / "slide.pptx")
        converted(folder / "form.docx", folder)
        for kind in ("odt", "rtf"):
            converted(folder / "letter.docx", folder, kind)
        for name in ("letter.docx", "letter.odt", "letter.rtf", "slide.pptx", "form.pdf"):
            before = folder / name
            after = folder / f"released-{name}"
            after.write_bytes(pipeline.release(Source("000001", "", name), before.read_bytes()).content)
            pages = [page(path, folder) for path in (before, after)]
            both = beside(*pages).quantize(96, dither=Image.Dither.NONE)
            both.save(out / f"before-after-{before.suffix[1:]}.png", optimize=True)
        headers(pipeline).quantize(16, dither=Image.Dither.NONE).save(
            out / "before-after-dcm.png", optimize=True
        )


def headers(pipeline: DocumentPipeline) -> Image.Image:
    """A table of the elements of an object: name, value before, value after."""
    before = dcm_object()
    file = io.BytesIO()
    before.save_as(file, enforce_file_format=True)
    released = pipeline.release(Source("000001", "", "a.dcm"), file.getvalue()).content
    after = dcmread(io.BytesIO(released))
    tags = sorted({*before.keys(), *after.keys()})
    rows = [("attribute", "before", "after")]
    rows += [
        (_name(before, after, tag), _shown(before, tag, "(none)"), _shown(after, tag, "(removed)"))
        for tag in tags
    ]
    table = Image.new("RGB", (1040, 26 * len(rows) + 2 * MARGIN), "white")
    drawing, font = ImageDraw.Draw(table), ImageFont.load_default(15)
    for number, row in enumerate(rows):
        top = MARGIN + 26 * number
        if number % 2 == 0:
            drawing.rectangle((0, top - 3, table.width, top + 22), (236, 239, 243))
        for text, left in zip(row, (MARGIN, 330, 690), strict=True):
            drawing.text((left, top), text, (170, 30, 30) if text == "(removed)" else (30, 30, 30), font)
    return table


def dcm_object() -> Dataset:
    """A computed tomogram without pixels, with a private element."""
    made = Dataset()
    for keyword, value in {
        "SOPClassUID": "1.2.840.10008.5.1.4.1.1.2", "SOPInstanceUID": "1.2.826.0.1.3680043.8.498.7",
        "Modality": "CT", "Manufacturer": "Siemens", "InstitutionName": "St. Anselm Hospital",
        "StudyDate": "20240303", "StudyTime": "101500", "AccessionNumber": "00482913-7",
        "ReferringPhysicianName": "Okafor^Miriam",
        "StudyDescription": "Chest, called Harold Vance",
        "PatientName": "Vance^Harold", "PatientID": "00482913", "PatientBirthDate": "19510412",
        "PatientSex": "M", "PatientAddress": "14 Juniper Street, Albany", "SliceThickness": "2.5",
        "KVP": "120", "BodyPartExamined": "CHEST",
    }.items():  # fmt: skip
        setattr(made, keyword, value)
    made.private_block(0x0029, "HELIOS", create=True).add_new(0x10, "LO", "H. Vance, bed 7")
    made.file_meta = FileMetaDataset()
    made.file_meta.TransferSyntaxUID = ExplicitVRLittleEndian
    return made


def _name(before: Dataset, after: Dataset, tag: BaseTag) -> str:
    return str((before if tag in before else after)[tag].name)


def _shown(held: Dataset, tag: BaseTag, absent: str) -> str:
    if tag not in held:
        return absent
    value = str(held[tag].value)
    return value if len(value) <= 38 else f"{value[:36]}..."


def letter(path: Path) -> None:
    """A discharge letter with a header, a table, styles, and a name split over runs."""
    document = Document()
    section = document.sections[0]
    section.header.paragraphs[0].text = "St. Anselm Hospital\tDepartment of Cardiology"
    section.footer.paragraphs[0].text = "Harold Vance, MRN 00482913 - page 1"
    document.add_heading("Discharge letter", 1)
    to = document.add_paragraph("Dr. Miriam Okafor\n14 Juniper Street, Albany, NY 12207\nFax (518) 555-0119")
    to.paragraph_format.space_after = Pt(12)
    body = document.add_paragraph("Dear Dr. Okafor, your patient ")
    for piece, bold in (("Har", True), ("old ", False), ("Vance", True)):
        body.add_run(piece).bold = bold
    body.add_run(", born 04/12/1951, was admitted on March 3, 2024 with chest pain on exertion.")
    table = document.add_table(rows=1, cols=3, style="Light Grid Accent 1")
    for cell, text in zip(table.rows[0].cells, ("Date", "Finding", "Reported by"), strict=True):
        cell.text = text
    for row in (
        ("03/03/2024", "Blood pressure 158/94", "Jonas Albrecht"),
        ("03/05/2024", "Stress test positive", "Lena Fischer"),
        ("03/09/2024", "Stent placed, no complications", "Jonas Albrecht"),
    ):
        for cell, text in zip(table.add_row().cells, row, strict=True):
            cell.text = text
    document.add_heading("Medication", 2)
    for line in ("Lisinopril 10 mg, once a day", "Atorvastatin 40 mg, at night"):
        document.add_paragraph(line, style="List Bullet")
    advice = document.add_paragraph("Mr. Vance can be reached at ")
    advice.add_run("h.vance@example.org").italic = True
    advice.add_run(" or (212) 555-0147. His social security number is ")
    marked = advice.add_run("219-09-9999")
    marked.font.color.rgb = RGBColor(0xC0, 0x20, 0x20)
    advice.add_run(".")
    document.save(str(path))


def form(path: Path) -> None:
    """An insurance form in two columns of fields."""
    document = Document()
    title = document.add_heading("Claim form", 0)
    title.alignment = WD_ALIGN_PARAGRAPH.CENTER
    fields = (
        ("Name of the patient", "Harold Vance"),
        ("Sex and date of birth", "male, 04/12/1951"),
        ("Social security number", "219-09-9999"),
        ("Medical record number", "MRN 00482913"),
        ("Telephone", "(212) 555-0147"),
        ("E-mail", "h.vance@example.org"),
        ("Date of service", "March 9, 2024"),
        ("Treatment", "Coronary stent, one vessel"),
    )
    table = document.add_table(rows=0, cols=2, style="Light Shading Accent 1")
    for name, value in fields:
        cells = table.add_row().cells
        cells[0].text, cells[1].text = name, value
    document.add_heading("Statement", 2)
    document.add_paragraph(
        "The treatment was medically necessary. The patient was seen again on April 2, 2024 and reported no "
        "chest pain. Questions are answered at (518) 555-0119 between nine and five."
    )
    document.save(str(path))


def slide(path: Path) -> None:
    """A slide of a case conference, with a list."""
    presentation = Presentation()
    made = presentation.slides.add_slide(presentation.slide_layouts[1])
    made.shapes.title.text = "Case: Harold Vance"
    made.placeholders[1].text = (
        "Admitted on March 3, 2024, MRN 00482913\nCoronary stent, one vessel\n"
        "Seen by Dr. Miriam Okafor, (518) 555-0119\nNo chest pain since"
    )
    presentation.save(str(path))


def converted(path: Path, folder: Path, kind: str = "pdf") -> Path:
    """What LibreOffice makes of a file, a PDF if nothing else is asked for."""
    profile = f"-env:UserInstallation=file://{folder / 'profile'}"
    command = ["soffice", profile, "--headless", "--convert-to", kind, "--outdir", str(folder), str(path)]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    return folder / f"{path.stem}.{kind}"


def page(path: Path, folder: Path) -> Image.Image:
    """The first page as a picture."""
    pdf = path if path.suffix == ".pdf" else converted(path, folder)
    command = ["pdftoppm", "-r", str(DOTS_PER_INCH), "-f", "1", "-l", "1", "-png", "-singlefile"]
    subprocess.run([*command, str(pdf), str(folder / path.stem)], check=True, timeout=60)
    with Image.open(folder / f"{path.stem}.png") as image:
        return image.convert("RGB").crop((0, 0, image.width, int(image.height * 0.72)))


def beside(before: Image.Image, after: Image.Image) -> Image.Image:
    """Both pages side by side, each with its word above."""
    width = before.width + after.width + 3 * MARGIN
    whole = Image.new("RGB", (width, before.height + 3 * MARGIN), (226, 229, 233))
    font = ImageFont.load_default(16)
    for picture, word, x in ((before, "before", MARGIN), (after, "after", before.width + 2 * MARGIN)):
        ImageDraw.Draw(whole).text((x, MARGIN - 8), word, (40, 40, 40), font)
        whole.paste(picture, (x, 2 * MARGIN))
    return whole


if __name__ == "__main__":
    main()

"""Pages of a PDF that are pictures: read, painted over, and nothing of their text layer left."""

from __future__ import annotations

import io
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from PIL import Image

from adapters.documents.opening.sources import Source
from adapters.documents.pdf.pdf import PdfFormat
from adapters.documents.pictures import readers
from adapters.documents.pictures.rapid import RapidReader
from adapters.documents.pictures.tesseract import TesseractReader
from adapters.documents.settings import Settings
from engine.errors import UnreadableError
from tests.conformance.documents_suite import CANARY, replacements_of, words
from tests.conformance.picture_files import HIDDEN, drawn, saved
from tests.conformance.test_documents_pictures import LINES, pipeline
from tests.programs import need

READ = Settings(scanned_pages="read")


def scan(*pictures: Image.Image) -> bytes:
    """A PDF of scanned pages, each with a text layer that nobody sees, as programs that scan write it."""
    first, *others = pictures
    made = saved(first, "PDF", resolution=100, save_all=True, append_images=others, title=HIDDEN)
    file = io.BytesIO()
    with pikepdf.Pdf.open(io.BytesIO(made)) as pdf:
        for page in pdf.pages:
            font = pikepdf.Dictionary(
                Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica
            )
            page.Resources["/Font"] = pikepdf.Dictionary(F1=font)
            layer = f"BT /F1 9 Tf 3 Tr 20 20 Td ({CANARY} {HIDDEN}) Tj ET".encode()
            page.contents_add(pdf.make_stream(layer))
        pdf.save(file)
    return file.getvalue()


def pages_of(content: bytes) -> list[Image.Image]:
    with pypdfium2.PdfDocument(content) as document:
        return [page.render(scale=200 / 72).to_pil() for page in document]


@pytest.fixture(scope="module")
def written() -> bytes:
    opened = PdfFormat(READ).open("d", scan(drawn(LINES, size=30, width=700)))
    assert opened.document.text.reveal() == "\n".join(LINES)
    assert opened.document.pictures.read == 1
    return opened.rewrite(replacements_of(opened, CANARY, "[NAME]"))


@pytest.mark.parametrize("reader", [RapidReader, TesseractReader])
def test_neither_reader_finds_what_was_covered_on_a_page(
    reader: type[readers.Reader], written: bytes
) -> None:
    if reader is TesseractReader:
        need("tesseract")
    found = [word.text for word in reader().read(pages_of(written)[0])]
    assert not any(CANARY[:5] in word for word in found)
    assert "[NAME]" in " ".join(found) and "sister." in found


def test_the_page_shows_one_picture_and_has_no_text_layer(written: bytes) -> None:
    assert HIDDEN.encode() not in written
    with pikepdf.Pdf.open(io.BytesIO(written)) as pdf:
        (page,) = pdf.pages
        assert set(page.Resources.keys()) == {"/XObject"}
        assert page.Contents.read_bytes().split()[-2:] == [b"Do", b"Q"]
        assert len(page.Resources.XObject) == 1
        assert sum(isinstance(item, pikepdf.Stream) for item in pdf.objects) == 2
        assert [round(float(side)) for side in page.MediaBox] == [0, 0, 504, 132]


def test_what_the_second_reader_finds_is_judged(written: bytes) -> None:
    read = [text.reveal() for text in PdfFormat(READ).read_back(written)]
    assert "sister" in words(read) and CANARY not in words(read)
    untouched = scan(drawn(LINES, size=30, width=700))
    with pikepdf.Pdf.open(io.BytesIO(untouched)) as pdf:
        page = pdf.pages[0]
        page.Contents = page.Contents[0] if isinstance(page.Contents, pikepdf.Array) else page.Contents
        file = io.BytesIO()
        pdf.save(file)
    assert CANARY in words([text.reveal() for text in PdfFormat(READ).read_back(file.getvalue())])


def test_a_scanned_page_is_read_beside_pages_of_text(tmp_path: Path) -> None:
    file = io.BytesIO()
    blank = drawn(["", ""])
    with pikepdf.Pdf.open(io.BytesIO(scan(drawn(LINES, size=30, width=700), blank))) as pdf:
        pdf.pages[1].Contents = pdf.make_stream(f"BT /F1 12 Tf 20 30 Td (Text of {CANARY}) Tj ET".encode())
        pdf.save(file)
    content, source = file.getvalue(), Source("000001", "", "a.pdf")
    done = pipeline(tmp_path, "{scanned_pages: read}").release(source, content)
    assert done.record.pictures is not None and done.record.pictures.read == 1
    read = words([text.reveal() for text in done.read_back])
    assert CANARY not in read and "sister" in read and "Textof" in read
    with pytest.raises(UnreadableError, match="DOC017"):
        pipeline(tmp_path).release(source, content)


def test_a_scanned_page_of_which_too_little_can_be_read_is_refused_or_emptied() -> None:
    content = scan(Image.effect_noise((500, 250), 60))
    with pytest.raises(UnreadableError, match=r"DOC023.*page 1"):
        PdfFormat(READ).open("d", content)
    opened = PdfFormat(Settings(scanned_pages="read", unreadable_pictures="blank")).open("d", content)
    assert opened.document.pictures.emptied == 1
    assert pages_of(opened.rewrite([]))[0].convert("L").getextrema() == (255, 255)

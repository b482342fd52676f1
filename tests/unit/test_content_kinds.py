"""A file is opened only where its name and its bytes agree, and it is of one kind."""

from __future__ import annotations

import io
import struct
import tarfile
import zipfile

import pytest

from adapters.documents.opening.content_kinds import kinds_of
from adapters.documents.registry import format_for
from engine.errors import UnreadableError


def packed(files: dict[str, str | bytes], extra: bytes = b"") -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name)
            entry.extra = extra
            archive.writestr(entry, content)
    return written.getvalue()


def tarred() -> bytes:
    written = io.BytesIO()
    with tarfile.open(fileobj=written, mode="w") as archive:
        archive.addfile(tarfile.TarInfo("a.txt"))
    return written.getvalue()


PDF = b"%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\nstartxref\n9\n%%EOF\n"
HTML = b"<!DOCTYPE html><html><body><p>Hello</p></body></html>\n"
ZIP = packed({"a.txt": "hello"})
DOCX = packed({"[Content_Types].xml": "<Types/>", "word/document.xml": "<d/>"})
XLSX = packed({"[Content_Types].xml": "<Types/>", "xl/workbook.xml": "<d/>"})
ODT = packed({"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": "<x/>"})
EPUB = packed({"mimetype": "application/epub+zip", "META-INF/container.xml": "<x/>"})

OF_ANOTHER_KIND = {
    ".tif of dicom": b"II*\0".ljust(128, b"\0") + b"DICM",
    **{f".txt {kind}": content for kind, content in {
        "html": HTML,
        "html after a mark": b"\xef\xbb\xbf<!doctype HTML><p>J<b>oh</b>n",
        "html in UTF-16": HTML.decode().encode("utf-16"),
        "xml": b"<?xml version='1.0'?><a/>",
        "rtf": b"{\\rtf1 x}",
        "vcf": b"BEGIN:VCARD\r\nFN:x\r\nEND:VCARD\r\n",
        "tar": tarred(),
        "tiff": b"II*\x00\x08\x00\x00\x00",
        "bmp": b"BM\x46\x00\x00\x00\x00\x00\x00\x00",
        "gif": b"GIF89a",
        "webp": b"RIFF\x24\x00\x00\x00WEBPVP8 ",
        "sound of the same container": b"RIFF\x24\x00\x00\x00WAVE",
        "sound": b"ID3\x03\x00\x00\x00",
        "film": b"\x00\x00\x00\x18ftypmp42",
        "dicom": b"\x00" * 128 + b"DICM",
        "rar": b"Rar!\x1a\x07\x00",
        "pst": b"!BDN",
        "tnef": b"\x78\x9f\x3e\x22",
        "program": b"MZ\x90\x00\x03",
    }.items()},
    ".csv hl7": b"MSH|^~\\&|A|B\rPID|1\r",
    ".csv sqlite": b"SQLite format 3\x00",
    ".json parquet": b"PAR1\x15\x04",
    ".eml old office": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
    ".zip docx": DOCX,
    ".zip epub": EPUB,
    ".zip odt": ODT,
    ".webp sound": b"RIFF\x24\x00\x00\x00WAVE",
    ".gif webp": b"RIFF\x24\x00\x00\x00WEBPVP8 ",
    ".docx xlsx": XLSX,
    ".xlsx docx": DOCX,
    ".docx odt": ODT,
}  # fmt: skip
OF_TWO_KINDS = {
    ".txt pdf further in": b"padding\n" + PDF,
    ".html pdf in a comment": b"<html><!-- " + PDF + b" --></html>",
    ".pdf after html": HTML + PDF,
    ".pdf before zip": PDF + ZIP,
    ".pdf before docx": PDF + DOCX,
    ".pdf after a picture": b"\x89PNG\r\n\x1a\n" + PDF,
    ".gif before zip": b"GIF89a" + ZIP,
    ".bmp before pdf": b"BM\x46\x00\x00\x00\x00\x00\x00\x00" + PDF,
    ".pdf after a program": b"MZ\x90\x00" + PDF,
    ".zip before pdf": ZIP + PDF,
    ".zip pdf in extra fields": packed({"a.txt": "x"}, struct.pack("<HH", 0xCAFE, len(PDF)) + PDF),
    ".html before zip": HTML + ZIP,
}
ORDINARY = {
    ".txt words of the trade": b"The PDF starts with %PDF-1.4 and a zip with PK; MZ, BM and RIFF too.\n",
    ".md page inside": b"<p align=center>logo</p>\n# Title\n",
    ".md page": HTML,
    ".html": HTML,
    ".html piece": b"<p>x",
    ".html about pdf": b"<html><body>how %PDF-1.4 works</body></html>",
    ".pdf": PDF,
    ".pdf blank lines first": b"\n\n" + PDF,
    ".zip": ZIP,
    ".zip of a pdf": packed({"a.pdf": PDF}),
    ".zip of a zip": packed({"in.zip": ZIP}),
    ".zip empty": b"PK\x05\x06" + bytes(18),
    ".dcm": bytes(128) + b"DICM",
    ".dcm behind a header of tiff": b"II*\0".ljust(128, b"\0") + b"DICM",
    ".docx": DOCX,
    ".xlsx": XLSX,
    ".webp": b"RIFF\x24\x00\x00\x00WEBPVP8 ",
    ".gif": b"GIF89a",
    ".bmp": b"BM\x46\x00\x00\x00\x00\x00\x00\x00",
    ".csv": b"id,x\n1,2\n",
    ".log": b"[12:00] <html> tag seen\n",
}


@pytest.mark.parametrize("case", OF_ANOTHER_KIND)
def test_a_file_of_another_kind_than_its_name_is_refused(case: str) -> None:
    with pytest.raises(UnreadableError, match=r"DOC002.*Give the file the suffix of its format"):
        format_for(case.split()[0], OF_ANOTHER_KIND[case])


@pytest.mark.parametrize("case", OF_TWO_KINDS)
def test_a_file_that_is_two_kinds_at_once_is_refused(case: str) -> None:
    with pytest.raises(UnreadableError, match=r"DOC002"):
        format_for(case.split()[0], OF_TWO_KINDS[case])
    assert len(kinds_of(OF_TWO_KINDS[case])) > 1 or case.startswith(".txt")


@pytest.mark.parametrize("case", ORDINARY)
def test_an_ordinary_file_is_opened_by_its_name(case: str) -> None:
    suffix = case.split()[0]
    assert suffix in format_for(suffix, ORDINARY[case]).suffixes


@pytest.mark.parametrize(
    "content", [b"", b"PK", b"PK\x03\x04", b"PK\x03\x04" + b"\xff" * 40, b"\xff\xfe\x00"]
)
def test_ruins_have_a_kind_or_none(content: bytes) -> None:
    assert len(kinds_of(content)) <= 1


def test_what_a_compound_file_packs_is_no_second_kind_of_it() -> None:
    """A message with an attached archive or PDF: it is written anew, and these are opened by themselves."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("a.txt", "x")
    for inside in (packed.getvalue(), b"%PDF-1.7 x %%EOF"):
        assert kinds_of(b"\xd0\xcf\x11\xe0" + b"\0" * 200 + inside) == ["old Office or msg"]

"""What kinds of file the bytes of a file are: by their marks, not by its name; a file may be two at once."""

from __future__ import annotations

import io
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator

ZIP = b"PK\x03\x04"
COMPOUND = b"\xd0\xcf\x11\xe0"
_EMPTY_ZIP = b"PK\x05\x06"
_ZIPS = (ZIP, _EMPTY_ZIP)
_PDF_AT = 1024
"""How far into a file readers of PDF look for its header."""
_MARK_AT = 512
_STARTS = (
    (COMPOUND, "old Office or msg"),
    (b"{\\rtf", "rtf"),
    (b"\x89PNG", "png"),
    (b"\xff\xd8\xff", "jpeg"),
    (b"GIF8", "gif"),
    (b"II*\x00", "tiff"),
    (b"MM\x00*", "tiff"),
    (b"\x1f\x8b", "gz"),
    (b"7z\xbc\xaf", "7z"),
    (b"BZh", "bzip2"),
    (b"\xfd7zXZ", "xz"),
    (b"\x28\xb5\x2f\xfd", "zstandard"),
    (b"Rar!\x1a\x07", "rar"),
    (b"SQLite format 3\x00", "sqlite"),
    (b"PAR1", "parquet"),
    (b"OggS\x00", "sound"),
    (b"!BDN", "pst"),
    (b"\x78\x9f\x3e\x22", "tnef"),
    (b"\x7fELF", "a program"),
)
"""How files begin that are no text, each with its kind."""
_TAR = re.compile(rb"[\x00-\xff]{257}ustar[\x00 ]")
_PATTERNS = (
    (re.compile(rb"MZ[\x00-\xff]{0,60}\x00"), "a program"),
    (re.compile(rb"BM[\x00-\xff]{4}\x00{4}"), "bmp"),
    (re.compile(rb"RIFF[\x00-\xff]{4}WEBP"), "webp"),
    (re.compile(rb"RIFF[\x00-\xff]{4}(?!WEBP)[A-Z]{3}"), "sound or film"),
    (re.compile(rb"ID3[\x02-\x04]"), "sound"),
    (re.compile(rb"\x00\x00[\x00-\xff]{2}ftyp"), "sound or film"),
    (re.compile(rb"[\x00-\xff]{128}DICM"), "dicom"),
    (_TAR, "tar"),
)
_TEXT_STARTS = (
    (re.compile(r"\s*<(?:!doctype\s+html|html)[\s>]", re.IGNORECASE), "html"),
    (re.compile(r"\s*<\?xml\s"), "xml"),
    (re.compile(r"\s*BEGIN:VCARD\s", re.IGNORECASE), "vcf"),
    (re.compile(r"\s*BEGIN:VCALENDAR\s", re.IGNORECASE), "ics"),
    (re.compile(r"\s*MSH([^\w\s])[^\w\s]{3,5}\1"), "hl7"),
)
"""How texts begin that are more than plain text."""
_PACKAGES = (
    (re.compile(r"word/"), "docx"),
    (re.compile(r"xl/"), "xlsx"),
    (re.compile(r"ppt/"), "pptx"),
)
_MIMETYPES = {
    "application/epub+zip": "epub",
    "application/vnd.oasis.opendocument.text": "odt",
    "application/vnd.oasis.opendocument.spreadsheet": "ods",
    "application/vnd.oasis.opendocument.presentation": "odp",
}
_END = 22
"""Bytes of the record that ends a ZIP archive, without its comment."""


def kinds_of(content: bytes) -> list[str]:
    """All kinds that the bytes of a file are, in the order they are found; none for plain text.

    Examples
    --------
    >>> kinds_of(b"%PDF-1.7 ..."), kinds_of(b"Dear Sir"), kinds_of(b"<html><p>x")
    (['pdf'], [], ['html'])
    """
    found = dict.fromkeys(_kinds(content))
    if "dicom" in found:  # PS3.10 lets a TIFF header stand before one; it is never written again
        found.pop("tiff", None)
    return list(found)


def _kinds(content: bytes) -> Iterator[str]:
    if content.startswith(_ZIPS):
        yield _package_kind(content)
    yield from (kind for start, kind in _STARTS if content.startswith(start))
    yield from (kind for pattern, kind in _PATTERNS if pattern.match(content))
    text = _beginning(content)
    yield from (kind for pattern, kind in _TEXT_STARTS if pattern.match(text))
    if _is_pdf(content):
        yield "pdf"
    if not content.startswith(_ZIPS) and not _packs_files(content) and _ends_archive(content):
        yield "zip"


def _packs_files(content: bytes) -> bool:
    """Whether a file packs others as they are: what looks like a second kind is one of them."""
    return content.startswith(COMPOUND) or _TAR.match(content) is not None


def _beginning(content: bytes) -> str:
    """The first letters, whatever encoding a byte order mark says."""
    codec = "utf-16" if content.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
    return content[:_MARK_AT].decode(codec, "ignore")


def _is_pdf(content: bytes) -> bool:
    """Whether a reader of PDF would open it: at its start, or further in where it ends as one too."""
    if content.startswith(b"%PDF-"):
        return True
    if _packs_files(content):
        return False
    if content.startswith(ZIP):
        return b"%PDF-" in content[: _first_data(content)] or b"%PDF-" in _after_archive(content)
    return b"%PDF-" in content[:_PDF_AT] and b"%%EOF" in content[-2 * _PDF_AT :]


def _first_data(content: bytes) -> int:
    """Where the data of an archive's first file begins: its name and extra fields lie before."""
    if len(content) < 30:
        return 0
    n_name, n_extra = struct.unpack("<HH", content[26:30])
    return int(30 + n_name + n_extra)


def _archive_end(content: bytes) -> int:
    """Where the record that ends an archive stands; -1 where none does that points to its directory."""
    at = content.rfind(_EMPTY_ZIP, max(0, len(content) - _END - 0xFFFF))
    if at < 0 or len(content) < at + _END:
        return -1
    size = struct.unpack("<L", content[at + 12 : at + 16])[0]
    is_one = 0 < size <= at and content[at - size : at - size + 4] == b"PK\x01\x02"
    return at if is_one else -1


def _ends_archive(content: bytes) -> bool:
    return _archive_end(content) >= 0


def _after_archive(content: bytes) -> bytes:
    """What stands behind an archive."""
    at = _archive_end(content)
    return content[at + _END :] if at >= 0 else b""


def _package_kind(content: bytes) -> str:
    """What a ZIP archive is for, by the names of its files."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            names = archive.namelist()
            if "mimetype" in names and archive.getinfo("mimetype").file_size < _MARK_AT:
                said = archive.read("mimetype").decode("ascii", "replace").strip()
                return _MIMETYPES.get(said.removesuffix("-template"), "zip")
    except (
        zipfile.BadZipFile,
        zlib.error,
        OSError,
        ValueError,
        RuntimeError,
        NotImplementedError,
        EOFError,
        struct.error,
    ):
        return "zip"
    if "[Content_Types].xml" in names:
        return next((kind for start, kind in _PACKAGES if any(map(start.match, names))), "zip")
    return "zip"

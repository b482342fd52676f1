"""Bytes to text and back without losing a byte: byte order marks, declared encodings, control characters."""

from __future__ import annotations

import codecs
import io
import re
from dataclasses import dataclass

from adapters.documents.faults import binary, too_large, undecodable
from adapters.documents.settings import Settings

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# Labels that browsers and mail programs read as a larger encoding (WHATWG Encoding Standard, 4.2).
_READ_AS = {
    "ascii": "cp1252",
    "iso8859-1": "cp1252",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "iso8859-9": "cp1254",
    "iso8859-11": "cp874",
    "tis-620": "cp874",
}
_REFUSED = {"utf-7", "idna", "punycode", "unicode-escape", "raw-unicode-escape", "undefined", "mbcs", "oem"}
_NOT_TEXT = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f]")


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text of a file and how to turn text back into its bytes.

    Parameters
    ----------
    text : str
        Without the byte order mark; line ends as they are in the file.
    codec : str
        Python's name of the encoding.
    bom : bytes
        The file's byte order mark, or nothing.
    """

    text: str
    codec: str
    bom: bytes = b""

    def encode(self, text: str, errors: str = "strict") -> bytes:
        """`text` in the file's encoding, with its byte order mark."""
        return self.bom + text.encode(self.codec, errors)


def bom_of(content: bytes) -> tuple[bytes, str] | None:
    """The byte order mark that `content` starts with, and its encoding."""
    return next(((bom, codec) for bom, codec in _BOMS if content.startswith(bom)), None)


def codec_for(label: str) -> str | None:
    """Python's codec for a label found in a document, as browsers read it; None if there is none."""
    try:
        info = codecs.lookup(label.strip())
    except (LookupError, ValueError):
        return None
    if not getattr(info, "_is_text_encoding", True) or info.name in _REFUSED:
        return None
    return _READ_AS.get(info.name, info.name)


def decode(
    document_id: str, content: bytes, settings: Settings, label: str | None = None, text_only: bool = True
) -> Decoded:
    """Text of `content`, decoded without a guess and without loss.

    Parameters
    ----------
    document_id : str
        Names the document in errors.
    content : bytes
        The file.
    settings : Settings
        `max_bytes`, and `encoding` for files that say nothing themselves.
    label : str or None
        Encoding that the file itself declares; a byte order mark goes before it.
    text_only : bool
        Refuse control characters that text does not have.

    Raises
    ------
    UnreadableError
        DOC003 too large, DOC004 not of the encoding, DOC005 not text.
    """
    if len(content) > settings.max_bytes:
        raise too_large(document_id, len(content), settings.max_bytes)
    marked = bom_of(content)
    if marked:
        decoded = _strictly(document_id, content[len(marked[0]) :], marked[1], marked[0])
    else:
        decoded = _unmarked(document_id, content, settings, label)
    found = _NOT_TEXT.search(decoded.text) if text_only else None
    if found:
        raise binary(document_id, found.start())
    return decoded


def _unmarked(document_id: str, content: bytes, settings: Settings, label: str | None) -> Decoded:
    wanted = label or settings.encoding
    if not wanted:
        return _strictly(document_id, content, "utf-8")
    codec = codec_for(wanted)
    if codec is None:
        raise undecodable(document_id, "a declared encoding that is unknown or not allowed")
    if codec == "cp1252" and any(byte in content for byte in b"\x81\x8d\x8f\x90\x9d"):
        codec = "latin-1"  # cp1252 leaves these five bytes undefined; browsers read them as controls
    return _strictly(document_id, content, codec)


def _strictly(document_id: str, body: bytes, codec: str, bom: bytes = b"") -> Decoded:
    try:
        text = body.decode(codec)
        same = text.encode(codec) == body
    except UnicodeError as error:
        offset = getattr(error, "start", 0) + len(bom)
        raise undecodable(document_id, f"bytes that are not {codec} at offset {offset}") from None
    if not same:
        raise undecodable(document_id, f"{codec} that cannot be written back byte for byte")
    return Decoded(text, codec, bom)


def stream_text(content: bytes, settings: Settings, label: str | None = None) -> str:
    """Text of `content` by Python's stream reader, for reading back what `decode` did not read."""
    marked = bom_of(content)
    codec = marked[1] if marked else codec_for(label or settings.encoding or "utf-8") or "utf-8"
    body = io.BytesIO(content[len(marked[0]) :] if marked else content)
    try:
        return io.TextIOWrapper(body, encoding=codec, errors="strict", newline="").read()
    except UnicodeError:
        raise undecodable("", f"bytes that are not {codec}") from None

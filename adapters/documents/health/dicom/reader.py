"""A second, small reader of DICOM files: the text of every element, in little endian."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator

from adapters.documents.faults import malformed
from adapters.documents.health.dicom.actions import METHOD

_ITEM, _ITEM_END, _SEQUENCE_END = 0xFFFEE000, 0xFFFEE00D, 0xFFFEE0DD
_PIXELS, _SYNTAX, _CHARSET = 0x7FE00010, 0x00020010, 0x00080005
_LONG = frozenset({b"OB", b"OD", b"OF", b"OL", b"OV", b"OW", b"SQ", b"SV", b"UC", b"UN", b"UR", b"UT", b"UV"})
"""Representations whose length takes four bytes."""
_NUMBERS = frozenset({b"US", b"SS", b"UL", b"SL", b"FL", b"FD", b"AT"})
_MARK = b"DICM"
_UNDEFINED = 0xFFFFFFFF
_IMPLICIT = "1.2.840.10008.1.2"
_NEUTRAL = re.compile(r"(?:2\.25\.\d+|1\.2\.840\.10008\.[\d.]+)(?:\\2\.25\.\d+)*")
"""Numbers that this program gave, or that the standard registers."""
_UNPRINTED = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f]")
_FIRST_DAY = re.compile(r"((?:18|19|20)\d\d)0101")


def texts_of(content: bytes) -> Iterator[str]:
    """The text of every element but the pixels: whole, and by values and components.

    Raises
    ------
    UnreadableError
        DOC007, the bytes are no elements.
    """
    codec = "latin-1"
    for tag, vr, value in _elements("", content):
        if tag == _CHARSET and b"192" in value:
            codec = "utf-8"
        elif tag != _PIXELS and vr not in _NUMBERS:
            yield from _readings(vr, _plain(value, codec))


def syntax_of(document_id: str, content: bytes) -> str:
    """The transfer syntax that a file declares; empty where it declares none.

    Raises
    ------
    UnreadableError
        DOC007, the bytes are no elements.
    """
    for tag, _, value in _elements(document_id, content):
        if tag == _SYNTAX:
            return _plain(value, "latin-1")
        if tag >> 16 != 2:
            break
    return ""


def _plain(value: bytes, codec: str) -> str:
    return value.decode(codec, "replace").rstrip("\0 ")


def _readings(vr: bytes, text: str) -> Iterator[str]:
    if _NEUTRAL.fullmatch(text) or text == METHOD or (not vr and _UNPRINTED.search(text)):
        return
    if vr == b"DA":
        text = _FIRST_DAY.sub(r"\1", text)
    yield text
    yield from (piece for piece in [*text.split("\\"), re.sub(r"[\^=]+", " ", text)] if piece != text)


def _elements(document_id: str, content: bytes) -> Iterator[tuple[int, bytes, bytes]]:
    """Tag, representation (empty where implicit) and value of each element; items and sequences entered."""
    if content[128:132] != _MARK:
        raise malformed(document_id, "DICOM", "a file without its mark")
    at, implicit = 132, False
    while at < len(content):
        try:
            group, number = struct.unpack_from("<HH", content, at)
            tag = group << 16 | number
            vr, length, at = _head(content, at, tag, implicit and group != 2)
        except struct.error:
            raise malformed(document_id, "DICOM", "an element that is cut short") from None
        if tag in (_ITEM, _ITEM_END, _SEQUENCE_END) or vr == b"SQ" or length == _UNDEFINED:
            continue  # what stands inside follows
        if not vr and content[at : at + 4] == b"\xfe\xff\x00\xe0" and length >= 8:
            continue
        if at + length > len(content):
            raise malformed(document_id, "DICOM", "an element that is cut short")
        value = content[at : at + length]
        if tag == _SYNTAX:
            implicit = _plain(value, "latin-1") == _IMPLICIT
        yield tag, vr, value
        at += length


def _head(content: bytes, at: int, tag: int, implicit: bool) -> tuple[bytes, int, int]:
    """Representation and length of an element, and where its value begins."""
    if implicit or tag >> 16 == 0xFFFE:
        return b"", struct.unpack_from("<L", content, at + 4)[0], at + 8
    vr = content[at + 4 : at + 6]
    if vr in _LONG:
        return vr, struct.unpack_from("<L", content, at + 8)[0], at + 12
    return vr, struct.unpack_from("<H", content, at + 6)[0], at + 8

"""Compressed rich text (LZFu), as Outlook keeps bodies of messages: [MS-OXRTFCP]."""

from __future__ import annotations

import struct
import zlib

_START = (
    b"{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript "
    b"\\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par "
    b"\\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx"
)
"""What the dictionary holds at first (section 2.1.2.1)."""
_ROUND = 4096
_HEAD = 16


def expanded(content: bytes) -> bytes:
    """The rich text of a compressed body.

    Raises
    ------
    ValueError
        If it is no such text, its checksum is wrong, or it has no end.

    References
    ----------
    [MS-OXRTFCP], sections 2.1.3 and 3.1.
    """
    if len(content) < _HEAD:
        raise ValueError
    size, raw_size, kind, checksum = struct.unpack_from("<LL4sL", content)
    data = content[_HEAD : size + 4]
    if kind == b"MELA":
        return data[:raw_size]
    if kind != b"LZFu" or size + 4 > len(content) or zlib.crc32(data, 0xFFFFFFFF) ^ 0xFFFFFFFF != checksum:
        raise ValueError
    text = _expanded(data)
    if len(text) < raw_size:
        raise ValueError
    return text[:raw_size]


def _expanded(data: bytes) -> bytes:
    """Runs of eight tokens, each behind a byte that says which of them point into the last 4,096 bytes."""
    text = bytearray(_START)
    at = 0
    while at < len(data):
        control, at = data[at], at + 1
        for bit in range(8):
            if at >= len(data):
                break
            if not control >> bit & 1:
                text.append(data[at])
                at += 1
                continue
            (token,) = struct.unpack(">H", data[at : at + 2].ljust(2, b"\0"))
            at += 2
            offset, length = token >> 4, (token & 0xF) + 2
            if offset == len(text) % _ROUND:
                return bytes(text[len(_START) :])
            _copy(text, offset, length)
    raise ValueError


def _copy(text: bytearray, offset: int, length: int) -> None:
    back = (len(text) - offset) % _ROUND
    if back > len(text):
        raise ValueError
    for _ in range(length):
        text.append(text[-back])

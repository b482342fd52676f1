"""TNEF streams (``winmail.dat``), written as [MS-OXTNEF] says; compressed bodies as [MS-OXRTFCP] does."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Sequence
from email.message import EmailMessage

GUID = bytes(range(16))
MESSAGE = bytes.fromhex("0703020000000000c000000000000046")
TEXT, OLD_TEXT, BYTES, OBJECT = 0x1F, 0x1E, 0x102, 0x0D


def stream(*attributes: bytes) -> bytes:
    first = [attribute(1, 0x00089006, struct.pack("<L", 0x10000)), attribute(1, 0x00069007, codepage(1252))]
    return b"\x78\x9f\x3e\x22\x01\x00" + b"".join([*first, *attributes])


def codepage(number: int) -> bytes:
    return struct.pack("<LL", number, 0)


def attribute(level: int, name: int, value: bytes) -> bytes:
    head = struct.pack("<BLL", level, name, len(value))
    return head + value + struct.pack("<H", sum(value) & 0xFFFF)


def properties(*found: bytes) -> bytes:
    return struct.pack("<L", len(found)) + b"".join(found)


def long(kind: int, tag: int, *values: bytes) -> bytes:
    """A property of text or bytes, named if its tag says so."""
    name = GUID + struct.pack("<LL", 0, 0x8503) if tag >= 0x8000 else b""
    many = 0x1000 if len(values) > 1 else 0
    packed = b"".join(struct.pack("<L", len(one)) + one.ljust(-(-len(one) // 4) * 4, b"\0") for one in values)
    return struct.pack("<HH", kind | many, tag) + name + struct.pack("<L", len(values)) + packed


def text(tag: int, value: str) -> bytes:
    return long(TEXT, tag, f"{value}\0".encode("utf-16-le"))


def number(tag: int, value: int) -> bytes:
    return struct.pack("<HHL", 0x3, tag, value)


def file(name: str, content: bytes, *more: bytes) -> bytes:
    return b"".join((
        attribute(2, 0x00069002, bytes(14)),
        attribute(2, 0x00018010, f"{name}\0".encode("cp1252", "replace")),
        attribute(2, 0x0006800F, content) if content else b"",
        attribute(2, 0x00069005, properties(number(0x0FFE, 7), text(0x3707, name), *more)),
    ))  # fmt: skip


def rich(content: bytes) -> bytes:
    """Rich text as a body of Outlook: packed, though nothing in it points back."""
    data = b"".join(b"\0" + content[at : at + 8] for at in range(0, len(content), 8))
    end = (207 + len(content)) % 4096 << 4
    if len(content) % 8:
        whole = len(content) // 8 * 9
        data = data[:whole] + bytes([1 << len(content) % 8]) + data[whole + 1 :] + struct.pack(">H", end)
    else:
        data += b"\1" + struct.pack(">H", end)
    crc = zlib.crc32(data, 0xFFFFFFFF) ^ 0xFFFFFFFF
    return struct.pack("<LL4sL", len(data) + 12, len(content), b"LZFu", crc) + data


def marked(canary: Callable[[], str]) -> bytes:
    """A stream with a marker in each place that people read: bodies, files, their names, a message inside."""
    inner = stream(
        attribute(1, 0x00069003, properties(
            text(0x0C1A, f"{canary()} Poe"), text(0x0C1F, f"{canary()}@example.org"),
            text(0x0E04, f"{canary()} Low; Ann {canary()}"), text(0x0037, f"about {canary()}"),
            text(0x1000, f"Inner {canary()} said so."),
        )),
        file("inner.txt", f"a file of {canary()}".encode()),
    )  # fmt: skip
    return stream(
        attribute(1, 0x00069003, properties(
            number(0x0017, 1), text(0x1000, f"Seen {canary()} today.\r\n"),
            long(BYTES, 0x1013, f"<p>It was <b>{canary()}</b>.</p>".encode()),
        )),
        file(f"{canary()}.txt", f"{canary()} came.".encode()),
        file("table.csv", f"name,result\n{canary()},12\n".encode(), text(0x370E, "text/csv")),
        file("message", b"", long(OBJECT, 0x3701, MESSAGE + inner)),
    )  # fmt: skip


def hidden(word: str) -> Sequence[bytes]:
    """Attributes with a word that nobody reads."""
    return (
        attribute(1, 0x00078008, f"IPM.{word}\0".encode()),
        attribute(1, 0x00069003, properties(
            number(0x0017, 1), text(0x8000, word), long(TEXT, 0x3FF8, *[word.encode("utf-16-le")] * 2),
            long(BYTES, 0x1035, word.encode()), text(0x1000, "Plain."),
        )),
        attribute(1, 0x00068005, word.encode()),
        file("a.txt", b"plain", text(0x370B, word)),
    )  # fmt: skip


def mail(packed: bytes, media_type: str = "ms-tnef") -> bytes:
    """A mail with a stream attached."""
    made = EmailMessage()
    made["Subject"] = "papers"
    made.set_content("See the attached file.")
    made.add_attachment(packed, "application", media_type, filename="winmail.dat")
    return made.as_bytes()

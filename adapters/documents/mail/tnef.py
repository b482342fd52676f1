"""TNEF (``winmail.dat``), in which Outlook packs bodies and attached files, read strictly ([MS-OXTNEF])."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formataddr

from adapters.documents.containers.composite import one_line
from adapters.documents.faults import malformed, too_deep
from adapters.documents.mail.compressed_rtf import expanded
from adapters.documents.mail.parts import mailbox
from adapters.documents.text.controls import NOT_IN_LINES
from adapters.documents.text.encoding import codec_for

SIGNATURE = b"\x78\x9f\x3e\x22"
TYPES = frozenset({"application/ms-tnef", "application/vnd.ms-tnef"})
_HEAD = 6
_MESSAGE, _FILE = 1, 2
_CODEPAGE, _CLASS, _PROPERTIES, _BODY = 0x00069007, 0x00078008, 0x00069003, 0x0002800C
_NEXT_FILE, _TITLE, _DATA, _FILE_PROPERTIES = 0x00069002, 0x00018010, 0x0006800F, 0x00069005
_SUBJECT, _PLAIN, _HTML, _RTF = 0x0037, 0x1000, 0x1013, 0x1009
_SENDER_NAMES, _SENDER_ADDRESSES = (0x0C1A, 0x0042), (0x5D01, 0x5D02, 0x0C1F, 0x0065)
_TO, _CC, _BCC = 0x0E04, 0x0E03, 0x0E02
_CONTENT, _NAMES, _MEDIA_TYPE = 0x3701, (0x3707, 0x3704, 0x3001), 0x370E
_MESSAGE_INSIDE = b"\x07\x03\x02\x00\x00\x00\x00\x00\xc0\x00\x00\x00\x00\x00\x00\x46"
"""IID_IMessage: the rest of the value is a stream of its own."""
_SIZES = {0x2: 4, 0x3: 4, 0x4: 4, 0x5: 8, 0x6: 8, 0x7: 8, 0xA: 4, 0xB: 4, 0x14: 8, 0x40: 8, 0x48: 16}
_OLD_TEXT, _TEXT, _OBJECT, _BYTES = 0x1E, 0x1F, 0x0D, 0x102
_MANY, _NAMED = 0x1000, 0x8000
_MOST_FILES = 2048
_MEDIA = re.compile(r"[a-z]{4,11}/[a-z0-9.+-]{2,80}")
Properties = Mapping[int, tuple[int, bytes]]
"""Type and value of each property of text or bytes, by its tag."""


class _BrokenError(ValueError):
    """The stream is not what the specification says."""


def is_tnef(content_type: str, content: bytes) -> bool:
    """Whether a part of a mail is such a stream, by its type or by how it begins."""
    return content_type in TYPES or content.startswith(SIGNATURE)


def unpacked(document_id: str, content: bytes, depth: int) -> EmailMessage | None:
    """What a stream holds, as a mail with ordinary parts.

    Bodies are its first parts, attached files and messages the others. All other properties leave.

    Parameters
    ----------
    document_id : str
        Names the document in errors.
    content : bytes
    depth : int
        How many messages may lie in one another.

    Returns
    -------
    EmailMessage or None
        None if there is nothing to read in it.

    Raises
    ------
    UnreadableError
        DOC006 nested too deep, DOC007 not as the specification says.

    References
    ----------
    [MS-OXTNEF], section 2.1: attributes, lists of properties.
    """
    if depth < 0:
        raise too_deep(document_id, 0)
    try:
        stream = _read(content)
        parts = [*_bodies(stream), *_files(document_id, stream, depth)]
    except (_BrokenError, struct.error):
        raise malformed(document_id, "TNEF", "a stream that breaks its own lengths or checksums") from None
    if not parts:
        return None
    made = EmailMessage(policy=SMTP)
    for name, value in _fields(stream):
        made[name] = value
    made.make_mixed()
    for part in parts:
        made.attach(part)
    return made


@dataclass
class _Stream:
    """What was read: bodies, properties, and the attributes of each attached file."""

    codec: str = "cp1252"
    body: bytes = b""
    properties: Properties = field(default_factory=dict)
    files: list[dict[int, bytes]] = field(default_factory=list)


def _read(content: bytes) -> _Stream:
    stream = _Stream()
    for level, name, value in _attributes(content):
        if level == _FILE and name == _NEXT_FILE:
            stream.files.append({})
            if len(stream.files) > _MOST_FILES:
                raise _BrokenError
        elif level == _FILE:
            if not stream.files:
                raise _BrokenError
            stream.files[-1][name] = value
        elif name == _CODEPAGE:
            stream.codec = codec_for(f"cp{struct.unpack_from('<L', value)[0]}") or "cp1252"
        elif name == _BODY:
            stream.body = value
        elif name == _PROPERTIES:
            stream.properties = dict(_properties(value))
    return stream


def _attributes(content: bytes) -> Iterator[tuple[int, int, bytes]]:
    """Level, name and value of each attribute; its checksum is the sum of its bytes."""
    if not content.startswith(SIGNATURE) or len(content) < _HEAD:
        raise _BrokenError
    at, end = _HEAD, len(content.rstrip(b"\r\n"))  # a mail may end a file with a line
    while at < end:
        level, name, length = struct.unpack_from("<BLL", content, at)
        value = content[at + 9 : at + 9 + length]
        (checksum,) = struct.unpack_from("<H", content, at + 9 + length)
        if level not in (_MESSAGE, _FILE) or sum(value) & 0xFFFF != checksum:
            raise _BrokenError
        yield level, name, value
        at += 11 + length


def _properties(content: bytes) -> Iterator[tuple[int, tuple[int, bytes]]]:
    """Properties of text or bytes; numbers, times and named ones are passed over."""
    (n_properties,), at = struct.unpack_from("<L", content), 4
    for _ in range(n_properties):
        kind, tag = struct.unpack_from("<HH", content, at)
        at = _after_name(content, at + 4) if tag >= _NAMED else at + 4
        many, kind = bool(kind & _MANY), kind & ~_MANY
        if kind in _SIZES:
            n_values = struct.unpack_from("<L", content, at)[0] if many else 1
            at += 4 * many + n_values * _SIZES[kind]
            values = list[bytes]()
        elif kind in (_OLD_TEXT, _TEXT, _OBJECT, _BYTES):
            at, values = _long_values(content, at)
        else:
            raise _BrokenError
        if at > len(content):
            raise _BrokenError
        if len(values) == 1 and not many and tag < _NAMED:
            yield tag, (kind, values[0])


def _after_name(content: bytes, at: int) -> int:
    """Where the value of a named property begins: after a GUID and a number or a text."""
    (is_text, number) = struct.unpack_from("<LL", content, at + 16)
    return at + 24 + (_padded(number) if is_text else 0)


def _long_values(content: bytes, at: int) -> tuple[int, list[bytes]]:
    (n_values,), at = struct.unpack_from("<L", content, at), at + 4
    values = []
    for _ in range(n_values):
        (length,) = struct.unpack_from("<L", content, at)
        value = content[at + 4 : at + 4 + length]
        if len(value) < length:
            raise _BrokenError
        values.append(value)
        at += 4 + _padded(length)
    return at, values


def _padded(length: int) -> int:
    return (length + 3) & ~3


def _text(properties: Properties, tags: Sequence[int], codec: str) -> str:
    """The first of some texts that is there."""
    for tag in tags:
        kind, value = properties.get(tag, (0, b""))
        text = value.decode("utf-16-le" if kind == _TEXT else codec, "replace").rstrip("\0")
        if text and kind != _OBJECT:
            return NOT_IN_LINES.sub("", text)
    return ""


def _fields(stream: _Stream) -> Iterator[tuple[str, str]]:
    """Who wrote what to whom, of a message inside another."""
    sender = [
        one_line(_text(stream.properties, tags, stream.codec)) for tags in (_SENDER_NAMES, _SENDER_ADDRESSES)
    ]
    if any(sender):
        yield "From", mailbox(*sender)
    for said, tag in (("To", _TO), ("Cc", _CC), ("Bcc", _BCC)):
        names = one_line(_text(stream.properties, (tag,), stream.codec)).split(";")
        if any(names):
            yield said, ", ".join(formataddr((one.strip(), "")) for one in names if one.strip())
    subject = one_line(_text(stream.properties, (_SUBJECT,), stream.codec))
    if subject:
        yield "Subject", subject


def _bodies(stream: _Stream) -> Iterator[EmailMessage]:
    old = NOT_IN_LINES.sub("", stream.body.decode(stream.codec, "replace").rstrip("\0"))
    plain = _text(stream.properties, (_PLAIN,), stream.codec) or old
    page = _text(stream.properties, (_HTML,), stream.codec)
    for text, subtype in ((plain, "plain"), (page, "html")):
        if text.strip():
            made = EmailMessage(policy=SMTP)
            made.set_content(text.replace("\r\n", "\n").replace("\r", "\n"), subtype=subtype)
            yield made
    _, packed = stream.properties.get(_RTF, (0, b""))
    if packed and not page:
        try:
            rich = expanded(packed)
        except ValueError:
            raise _BrokenError from None
        yield _part(rich, "body.rtf", "application/rtf")


def _files(document_id: str, stream: _Stream, depth: int) -> Iterator[EmailMessage]:
    for attributes in stream.files:
        properties = dict(_properties(attributes.get(_FILE_PROPERTIES, bytes(4))))
        kind, value = properties.get(_CONTENT, (0, b""))
        content = attributes.get(_DATA) or value
        if kind == _OBJECT and value.startswith(_MESSAGE_INSIDE):
            inner = unpacked(document_id, value[len(_MESSAGE_INSIDE) :], depth - 1)
            if inner is not None:
                made = EmailMessage(policy=SMTP)
                made.set_content(inner)
                yield made
            continue
        title = attributes.get(_TITLE, b"").decode(stream.codec, "replace").rstrip("\0")
        name = one_line(_text(properties, _NAMES, stream.codec) or NOT_IN_LINES.sub("", title))
        yield _part(content, name or "attachment", _text(properties, (_MEDIA_TYPE,), stream.codec).lower())


def _part(content: bytes, name: str, media_type: str) -> EmailMessage:
    main, _, sub = (media_type if _MEDIA.fullmatch(media_type) else "application/octet-stream").partition("/")
    if main in ("text", "message", "multipart"):
        main, sub = "application", "octet-stream"  # its name says what it is, and its bytes stay
    made = EmailMessage(policy=SMTP)
    made.set_content(content, maintype=main, subtype=sub, filename=name)
    return made

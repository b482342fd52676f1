"""Parts of a message: what is attached, under which name, and all text of a message for the second look."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email import policy
from email.errors import HeaderParseError, MessageError
from email.header import decode_header
from email.message import EmailMessage, Message
from email.parser import BytesParser
from email.utils import formataddr
from pathlib import PurePosixPath

from adapters.documents.containers.composite import nested_texts, one_line
from adapters.documents.faults import (
    malformed,
    undecodable,
)
from adapters.documents.opening.content_kinds import kinds_of
from adapters.documents.registry import supported_suffixes
from adapters.documents.settings import Settings
from adapters.documents.text.encoding import codec_for
from engine.errors import UnreadableError

_SUFFIXES = {
    "text/plain": ".txt",
    "text/html": ".html",
    "text/csv": ".csv",
    "text/markdown": ".md",
    "text/calendar": ".ics",
    "text/vcard": ".vcf",
    "application/json": ".json",
    "application/fhir+json": ".json",
    "application/fhir+ndjson": ".ndjson",
    "application/dicom": ".dcm",
    "application/pdf": ".pdf",
    "application/zip": ".zip",
    "application/x-7z-compressed": ".7z",
    "application/rtf": ".rtf",
    "text/rtf": ".rtf",
    "application/gzip": ".gz",
    "application/x-gzip": ".gz",
    "application/x-tar": ".tar",
    "application/vnd.oasis.opendocument.text": ".odt",
    "application/vnd.oasis.opendocument.spreadsheet": ".ods",
    "application/vnd.oasis.opendocument.presentation": ".odp",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ".docx",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ".xlsx",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation": ".pptx",
}
MIME_FIELDS = frozenset({"content-type", "content-disposition", "content-transfer-encoding", "mime-version"})
_TEXTS = frozenset({"html", "xml", "ics", "vcf", "hl7"})
_OF_ADDRESSES = re.compile(r"[<>@,;:]")
BROKEN = (MessageError, ValueError, LookupError, TypeError, AttributeError, IndexError)


def is_attached(message: Message) -> bool:
    """Whether a part is a file or a message that was attached, not a body or a picture inside one."""
    kind, disposition = message.get_content_maintype(), message.get_content_disposition()
    if message.is_multipart():
        return kind == "message"
    if kind not in ("text", "image"):
        return True
    return disposition == "attachment" or (disposition is None and bool(message.get_filename("")))


def suffix_of(content_type: str, name: str, content: bytes = b"") -> str:
    """The suffix by which a part is opened: of its name if known, else of its type.

    A body that is declared plain and is another text, such as a page of HTML, is opened as that.
    """
    suffix = PurePosixPath(name).suffix.lower()
    if not name and content_type == "text/plain":
        return next((f".{kind}" for kind in kinds_of(content) if kind in _TEXTS), ".txt")
    return suffix if suffix in supported_suffixes() else _SUFFIXES.get(content_type, suffix)


def filename_of(document_id: str, message: Message) -> str:
    """The decoded name of an attached file, on one line; empty if it has none."""
    try:
        name = message.get_filename("")
    except BROKEN:
        return "attachment"
    return header_text(document_id, name) if name else ""


def header_text(document_id: str, value: object, *, of_addresses: bool = False) -> str:
    """A header field's value as people see it: unfolded, encoded words decoded (RFC 2047).

    In a field of addresses an encoded word is a name: it is quoted where its signs would be an address's.

    Raises
    ------
    UnreadableError
        DOC004, if it is in an encoding that cannot be told.
    """
    try:
        raw = one_line(str(value).encode("utf-8", "surrogateescape").decode("utf-8"))
        pieces = []
        for piece, charset in decode_header(raw):
            text = (
                piece if isinstance(piece, str) else piece.decode(codec_for(charset or "utf-8") or "no codec")
            )
            pieces.append(_quoted(text) if of_addresses and charset else text)
        return one_line("".join(pieces))
    except (LookupError, HeaderParseError, ValueError):
        raise undecodable(document_id, "a header field of unknown encoding") from None


def mailbox(name: str, address: str) -> str:
    """A name and an address as the header of a message has them; a path of Exchange is no address.

    Examples
    --------
    >>> mailbox("Selma Ruckert", "selma @elm.example"), mailbox("Selma Ruckert", "/o=Elm/cn=7f2-Ruckert, Se")
    ('Selma Ruckert <selma@elm.example>', 'Selma Ruckert <>')
    """
    if "@" not in address:
        return formataddr((name or address, ""))
    return formataddr((name, re.sub(r"[\s<>,;\"]", "", address)))


def _quoted(name: str) -> str:
    """A name of which no sign reads as part of an address (RFC 5322, 3.2.4)."""
    plain = name.replace("\\", "").replace('"', "")
    return f'"{plain}"' if _OF_ADDRESSES.search(plain) else name


def mail_texts(content: bytes, settings: Settings) -> Iterator[str]:
    """All text of a message by the modern policy: every header, body, attachment, preamble, epilogue."""
    try:
        message = BytesParser(policy=policy.default).parsebytes(content)
        for part in message.walk():
            yield from _part_texts(part, settings)
    except (RecursionError, *BROKEN):
        raise malformed("", "mail", "a message that the second parser cannot read") from None


def _part_texts(part: Message, settings: Settings) -> Iterator[str]:
    for name, value in part.raw_items() if isinstance(part, EmailMessage) else part.items():
        if name.lower() in MIME_FIELDS:
            yield from (str(v) for k, v in part.get_params([], name)[1:] if k not in ("charset", "boundary"))
        else:
            yield str(value)
            yield str(part[name])
    yield part.preamble or ""
    yield part.epilogue or ""
    if part.is_multipart():
        return
    payload = part.get_payload(decode=True)
    content = payload if isinstance(payload, bytes) else b""
    name = str(part.get_filename() or "")
    yield name
    suffix = suffix_of(part.get_content_type(), name, content)
    try:
        yield from nested_texts(suffix, content, settings)
    except UnreadableError:
        if not part.get_content_type().startswith("image/"):
            raise
        yield from (found.decode("ascii") for found in re.findall(rb"[\x20-\x7e]{8,}", content))

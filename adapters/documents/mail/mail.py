"""Mail (EML, mbox): headers that people read, each body, attachments by their own formats."""

from __future__ import annotations

import re
from collections.abc import Sequence
from email import policy
from email.message import Message
from email.parser import BytesParser
from pathlib import PurePosixPath

from adapters.documents.containers.composite import Composite, open_lines, open_nested
from adapters.documents.faults import (
    encrypted,
    malformed,
    too_deep,
    too_large,
    undecodable,
    with_attachments,
)
from adapters.documents.mail.notices import HEADERS, KEPT_HEADERS, REPORTS, headers_text, report_text
from adapters.documents.mail.parts import BROKEN, filename_of, header_text, is_attached, mail_texts, suffix_of
from adapters.documents.mail.tnef import is_tnef, unpacked
from adapters.documents.mail.write import Entity, written
from adapters.documents.pictures.embedded import clean_image
from adapters.documents.registry import format_for, released_suffix, supported_suffixes
from adapters.documents.settings import DEFAULT, Settings
from adapters.documents.text.encoding import codec_for
from engine.errors import UnreadableError
from engine.ports import OpenDocument, Replacement
from engine.text import Document, SensitiveText

REMOVED_NOTE = b"[attachment removed: it could not be searched]\n"
NOT_WANTED_NOTE = b"[attachment removed]\n"
_KNOWN_SUFFIXES = frozenset({".png", *supported_suffixes()})
_DROPPED = frozenset(
    {"application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature"}
)
_ENCRYPTED = frozenset(
    {"multipart/encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime", "application/pgp-encrypted"}
)
_MULTIPARTS = frozenset({"mixed", "alternative", "related", "digest", "parallel", "report"})
_CONTENT_TYPE = re.compile(r"[a-z0-9][a-z0-9!#$&^_.+-]{0,126}/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}")
_ARMOURED = re.compile(rb"-----BEGIN PGP MESSAGE-----")


class Mail:
    """Mail messages.

    Fields that people read (addresses, subject, date) are parts named by the
    field; each text body, attached file and file name is opened by its own
    format. All other fields leave: trace, message ids, signatures, X-fields.
    Structure is written anew in UTF-8.

    Parameters
    ----------
    settings : Settings
        ``attachments``, ``unopened``, ``names``, ``images``, and the limits.
    """

    name = "eml"
    suffixes: Sequence[str] = (".eml",)

    def __init__(self, settings: Settings = DEFAULT) -> None:
        self._settings = settings

    def open(self, document_id: str, content: bytes) -> OpenDocument:
        """Open a message; DOC003, DOC004, DOC006 nested too deep, DOC007, DOC008 encrypted."""
        reader = MailReader(document_id, self._settings)
        entity = reader.read(_parsed(document_id, content, self._settings))
        newline = b"\r\n" if b"\r\n" in content else b"\n"
        return MailDocument(document_id, [entity], reader.children, newline)

    def read_back(self, content: bytes) -> Sequence[SensitiveText]:
        """All headers, texts and attachments by the modern policy of Python's email package."""
        return [SensitiveText(text) for text in mail_texts(content, self._settings) if text.strip()]


class Mailbox:
    """Mailboxes in mbox form: messages one after the other.

    Parameters
    ----------
    settings : Settings
        As for `Mail`.
    """

    name = "mbox"
    suffixes: Sequence[str] = (".mbox",)

    def __init__(self, settings: Settings = DEFAULT) -> None:
        self._settings = settings

    def open(self, document_id: str, content: bytes) -> OpenDocument:
        """Open a mailbox; the faults are those of its messages."""
        reader = MailReader(document_id, self._settings)
        entities = [
            reader.read(_parsed(document_id, part, self._settings))
            for part in messages_of(document_id, content)
        ]
        newline = b"\r\n" if b"\r\n" in content else b"\n"
        return MailDocument(document_id, entities, reader.children, newline, mailbox=True)

    def read_back(self, content: bytes) -> Sequence[SensitiveText]:
        """All texts of all messages."""
        texts = [text for part in messages_of("", content) for text in mail_texts(part, self._settings)]
        return [SensitiveText(text) for text in texts if text.strip()]


def messages_of(document_id: str, content: bytes) -> list[bytes]:
    """The messages of an mbox file (RFC 4155), separator lines left out, ``>From`` unquoted."""
    pieces = re.split(rb"(?:\A|(?<=\n\n)|(?<=\n\r\n))From [^\n]*\n", content)
    if pieces[0].strip():
        raise malformed(document_id, "mbox", "text before the first message")
    bodies = (re.sub(rb"\n(\r?\n)\Z", rb"\n", piece) for piece in pieces[1:])
    return [re.sub(rb"(?m)^>(>*From )", rb"\1", body) for body in bodies]


class MailDocument:
    """An open message or mailbox: entities over the children that hold their texts."""

    def __init__(
        self,
        document_id: str,
        entities: Sequence[Entity],
        children: Sequence[OpenDocument],
        newline: bytes,
        mailbox: bool = False,
    ) -> None:
        self._entities = entities
        self._composite = Composite(document_id, children)
        self._newline = newline
        self._mailbox = mailbox

    @property
    def document(self) -> Document:
        """Text and parts of all messages."""
        return self._composite.document

    def rewrite(self, replacements: Sequence[Replacement]) -> bytes:
        """The message written anew with `replacements` applied."""
        contents = self._composite.rewritten(replacements)
        messages = [b"\n".join(written(entity, contents, "0")) for entity in self._entities]
        if self._mailbox:
            separator = b"From MAILER-DAEMON Thu Jan  1 00:00:00 1970\n"
            lines = (re.sub(rb"(?m)^(>*From )", rb">\1", w).removesuffix(b"\n") for w in messages)
            messages = [separator + line + b"\n\n" for line in lines]
        return b"".join(messages).replace(b"\n", self._newline)


def _released_name(name: str) -> str:
    """The name of an attached file, with the suffix that it is written with."""
    own = PurePosixPath(name).suffix
    suffix = released_suffix(own)
    return name if suffix == own else f"{name}{suffix}"


def _parsed(document_id: str, content: bytes, settings: Settings) -> Message:
    if len(content) > settings.max_bytes:
        raise too_large(document_id, len(content), settings.max_bytes)
    try:
        return BytesParser(policy=policy.compat32).parsebytes(content)
    except RecursionError:
        raise too_deep(document_id, settings.max_attached) from None
    except BROKEN:
        raise malformed(document_id, "mail", "headers that cannot be parsed") from None


_ADDRESSES = frozenset({"From", "Sender", "Reply-To", "To", "Cc", "Bcc"})


class MailReader:
    """Reads messages into entities and the children that hold their texts.

    Parameters
    ----------
    document_id : str
        Names the document in errors.
    settings : Settings
        Choices and limits.
    """

    def __init__(self, document_id: str, settings: Settings) -> None:
        self._id = document_id
        self._settings = settings.counted()
        self._n_inline = 0
        self._n_named = 0
        self.children: list[OpenDocument] = []

    def read(self, message: Message, depth: int = 0) -> Entity:
        """The entity of a whole message: its fields, then its content."""
        if depth > self._settings.max_attached:
            raise too_deep(self._id, self._settings.max_attached)
        lines = [
            (name, header_text(self._id, value, of_addresses=name in _ADDRESSES))
            for name in KEPT_HEADERS
            for field_name, value in message.raw_items()
            if field_name.lower() == name.lower()
        ]
        index = self._add(open_lines(self._id, "header", lines))
        entity = self._entity(message, depth, {}, alone=True)
        return Entity("", [name for name, _ in lines], index, entities=[entity])

    def _add(self, child: OpenDocument) -> int:
        self.children.append(child)
        return len(self.children) - 1

    def _entity(self, message: Message, depth: int, ids: dict[str, str], alone: bool = False) -> Entity:
        if depth > 4 * self._settings.max_attached:
            raise too_deep(self._id, self._settings.max_attached)
        content_type = message.get_content_type()
        if content_type in _ENCRYPTED:
            raise encrypted(self._id)
        if self._settings.attachments != "recurse" and is_attached(message):
            return self._left_out()
        if message.is_multipart() and message.get_content_maintype() == "message":
            return self._attached(message, depth)
        if message.is_multipart():
            return self._multipart(message, depth, ids)
        if content_type == HEADERS:
            return self._fields(message)
        content = message.get_payload(decode=True)
        if isinstance(content, bytes) and is_tnef(content_type, content):
            return self._packed(content, depth, ids)
        return self._leaf(message, content_type, ids, alone)

    def _packed(self, content: bytes, depth: int, ids: dict[str, str]) -> Entity:
        """What Outlook packed into one file (TNEF), as ordinary parts; a note where it cannot be read."""
        if self._settings.max_attached <= depth:
            raise too_deep(self._id, self._settings.max_attached)
        try:
            made = unpacked(self._id, content, self._settings.max_attached - depth)
        except UnreadableError as error:
            if self._settings.unopened == "refuse" or error.faults[0].code == "DOC006":
                raise
            made = None
        if made is None:
            return Entity("text/plain", fixed=REMOVED_NOTE)
        return self._multipart(_parsed(self._id, made.as_bytes(), self._settings), depth + 1, ids)

    def _left_out(self) -> Entity:
        """What stands for an attached file that the policy does not want."""
        if self._settings.attachments == "refuse":
            raise with_attachments(self._id)
        return Entity("text/plain", fixed=NOT_WANTED_NOTE)

    def _attached(self, message: Message, depth: int) -> Entity:
        """An attached message, or the fields of a report about one; other types of messages leave."""
        if message.get_content_type() in REPORTS:
            return self._fields(message)
        if message.get_content_type() != "message/rfc822":
            return Entity("text/plain", fixed=REMOVED_NOTE)
        inner = message.get_payload(0)
        if not isinstance(inner, Message):
            raise malformed(self._id, "mail", "an attached message without content")
        if self._settings.max_attached <= depth:
            raise too_deep(self._id, self._settings.max_attached)
        return Entity("message/rfc822", entities=[self.read(inner, depth + 1)])

    def _fields(self, message: Message) -> Entity:
        """The fields of a report, or of the mail that came back, as plain text."""
        try:
            text = (
                headers_text(self._id, message)
                if message.get_content_type() == HEADERS
                else report_text(self._id, message.get_payload())
            )
            opened = format_for(".txt", b"", self._settings).open(self._id, text.encode()) if text else None
        except UnreadableError:
            if self._settings.unopened == "refuse":
                raise
            opened = None
        if opened is None:
            return Entity("text/plain", fixed=REMOVED_NOTE)
        return Entity("text/plain", body=self._add(opened))

    def _multipart(self, message: Message, depth: int, ids: dict[str, str]) -> Entity:
        subtype = message.get_content_subtype()
        subtype = subtype if subtype in _MULTIPARTS else "mixed"
        inner = [part for part in message.get_payload() if isinstance(part, Message)]
        ids = ids | self._new_ids(inner)
        entities = [
            self._entity(part, depth + 1, ids) for part in inner if part.get_content_type() not in _DROPPED
        ]
        return Entity(f"multipart/{subtype}", entities=entities)

    def _new_ids(self, parts: Sequence[Message]) -> dict[str, str]:
        """New names for inline parts: their old ones name people and machines."""
        ids = {}
        for part in parts:
            old = str(part.get("Content-ID", "")).strip().strip("<>")
            if old:
                self._n_inline += 1
                ids[old] = f"part{self._n_inline}@released"
        return ids

    def _leaf(self, message: Message, content_type: str, ids: dict[str, str], alone: bool) -> Entity:
        payload = message.get_payload(decode=True)
        content = payload if isinstance(payload, bytes) else b""
        name = filename_of(self._id, message)
        shown = self._shown_name(name, content_type)
        old_id = str(message.get("Content-ID", "")).strip().strip("<>")
        entity = Entity(content_type, content_id=ids.get(old_id, ""))
        if not _CONTENT_TYPE.fullmatch(content_type):
            entity.content_type = "application/octet-stream"
        opened = None
        if content_type.startswith("image/"):
            entity.content_type, entity.fixed = "image/png", clean_image(content, self._settings)
        else:
            opened = self._opened_or_left_out(message, entity.content_type, content, name, ids, alone)
            if opened is None:
                return Entity("text/plain", fixed=REMOVED_NOTE)
        if name and shown:
            entity.filename = shown
        elif name:
            entity.names = ["filename"]
            entity.lines = self._add(open_lines(self._id, "filename", [("filename", _released_name(name))]))
        entity.body = self._add(opened) if opened else None
        return entity

    def _shown_name(self, name: str, content_type: str) -> str:
        """A number in the place of the name, when the policy wants numbers."""
        if self._settings.names == "keep" or not name:
            return ""
        self._n_named += 1
        suffix = (
            ".png" if content_type.startswith("image/") else released_suffix(suffix_of(content_type, name))
        )
        return f"attachment-{self._n_named}{suffix if suffix in _KNOWN_SUFFIXES else ''}"

    def _opened_or_left_out(
        self,
        message: Message,
        content_type: str,
        content: bytes,
        name: str,
        ids: dict[str, str],
        alone: bool,
    ) -> OpenDocument | None:
        """The content opened; None for one part of several whose characters cannot be told."""
        try:
            return self._opened(message, content_type, content, name, ids)
        except UnreadableError as error:
            if alone or self._settings.unopened == "refuse" or error.faults[0].code != "DOC004":
                raise
            return None

    def _opened(
        self, message: Message, content_type: str, content: bytes, name: str, ids: dict[str, str]
    ) -> OpenDocument | None:
        """The content opened by its format; a text body must open, another file may be removed."""
        if _ARMOURED.search(content):
            raise encrypted(self._id)
        suffix = suffix_of(content_type, name, content)
        if content_type.startswith("text/") and suffix in (".txt", ".html", ".csv", ".md"):
            content = self._utf8(message, content, suffix, ids)
        if not name and content_type in ("text/plain", "text/html"):
            return format_for(suffix, b"", self._settings).open(self._id, content)
        return open_nested(self._id, suffix, content, self._settings)

    def _utf8(self, message: Message, content: bytes, suffix: str, ids: dict[str, str]) -> bytes:
        """The text in UTF-8; of a page with a byte order mark, which outweighs what its head declares."""
        label = message.get_content_charset() or "utf-8"
        codec = codec_for("utf-8" if label in ("us-ascii", "ascii") else label)
        if codec is None:
            raise undecodable(self._id, "an unknown charset")
        try:
            text = content.decode(codec)
        except UnicodeError:
            raise undecodable(self._id, f"a body that is not {codec}") from None
        for old, new in ids.items():
            text = text.replace(f"cid:{old}", f"cid:{new}")
        text = text.removeprefix("\ufeff").replace("\r\n", "\n")
        return (b"\xef\xbb\xbf" if suffix == ".html" else b"") + text.encode("utf-8", "strict")

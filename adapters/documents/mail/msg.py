"""Outlook messages (MSG): what people read of them becomes a mail (EML), opened and released as that."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime

import olefile

from adapters.documents.containers.composite import one_line
from adapters.documents.faults import embedded, encrypted, malformed, too_deep, too_large
from adapters.documents.mail.mail import Mail
from adapters.documents.mail.parts import mailbox
from adapters.documents.settings import DEFAULT, Settings
from adapters.documents.text.controls import NOT_IN_LINES
from adapters.documents.text.encoding import codec_for
from engine.ports import OpenDocument
from engine.text import SensitiveText

_BROKEN = (
    OSError, ValueError, KeyError, IndexError, TypeError, AttributeError, struct.error, OverflowError,
    AssertionError,
)  # fmt: skip
_CLASS, _SUBJECT, _BODY, _HTML, _RTF = 0x001A, 0x0037, 0x1000, 0x1013, 0x1009
_CODEPAGES = (0x3FDE, 0x3FFD)
_SENT = (0x0039, 0x0E06)
_SENDER = ((0x0C1A, 0x0042), (0x5D01, 0x5D02, 0x0C1F, 0x0065))
_RECIPIENT = ((0x3001, 0x5FF6), (0x39FE, 0x3003))
"""Names, then addresses: the first that is there counts."""
_FIELDS = {1: "To", 2: "Cc", 3: "Bcc"}
_KIND, _FILE, _FILE_NAMES, _MEDIA_TYPE = 0x0C15, 0x3701, (0x3707, 0x3704, 0x3001), 0x370E
_SECRETS = frozenset({"message.rpmsg", "application/pgp-encrypted"})
_PROPERTIES = "__properties_version1.0"
_MOST_FILES = 2048
_START = datetime(1601, 1, 1, tzinfo=UTC)
_MEDIA = re.compile(r"[a-z]{4,11}/[a-z0-9.+-]{2,80}")


class Msg:
    """Messages of Outlook.

    Sender, recipients, subject, date, bodies and attached files become a mail, which is opened as
    that and released as ``.eml``. All other properties leave.

    Parameters
    ----------
    settings : Settings
        As of mails.
    """

    name = "msg"
    suffixes: Sequence[str] = (".msg",)

    def __init__(self, settings: Settings = DEFAULT) -> None:
        self._settings = settings

    def open(self, document_id: str, content: bytes) -> OpenDocument:
        """Open a message; DOC003, DOC006, DOC007, DOC008, DOC014, and what the mail's format says."""
        if len(content) > self._settings.max_bytes:
            raise too_large(document_id, len(content), self._settings.max_bytes)
        try:
            with olefile.OleFileIO(content) as file:
                if not file.exists(_PROPERTIES):
                    raise malformed(document_id, "MSG", "another kind of file")
                message = _Reader(document_id, file, self._settings.max_attached).message(())
        except _BROKEN:
            raise malformed(document_id, "MSG", "a file that is not") from None
        return Mail(self._settings).open(document_id, message.as_bytes(policy=SMTP))

    def read_back(self, content: bytes) -> Sequence[SensitiveText]:
        """What the mail that was written says."""
        return Mail(self._settings).read_back(content)


class _Reader:
    """Reads the messages of a compound file, those attached to another too.

    Parameters
    ----------
    document_id : str
    file : OleFileIO
    depth : int
        How many messages may lie in one another.
    """

    def __init__(self, document_id: str, file: olefile.OleFileIO, depth: int) -> None:
        self._id, self._file, self._depth = document_id, file, depth
        self._codec = "cp1252"

    def message(self, at: tuple[str, ...], level: int = 0) -> EmailMessage:
        """The message in a storage as a mail."""
        if level > self._depth:
            raise too_deep(self._id, self._depth)
        self._refuse(at)
        made = EmailMessage(policy=SMTP)
        numbers = self._numbers(at)
        self._codec = _codec(numbers)
        self._say(made, "From", [self._address(at, _SENDER)])
        self._say(made, "Subject", [self._text(at, (_SUBJECT,))])
        sent = next((numbers[tag] for tag in _SENT if tag in numbers), 0)
        self._say(made, "Date", [_date(sent)])
        for field, people in self._recipients(at).items():
            self._say(made, field, people)
        self._bodies(made, at)
        for storage in self._storages(at, "__attach"):
            self._attach(made, storage, level)
        return made

    def _refuse(self, at: tuple[str, ...]) -> None:
        """Raise DOC008 for what is encrypted: by S/MIME, PGP or rights management."""
        files = self._storages(at, "__attach")
        names = {self._text(one, (tag,)).lower() for one in files for tag in (*_FILE_NAMES, _MEDIA_TYPE)}
        if self._text(at, (_CLASS,)).lower() == "ipm.note.smime" or names & _SECRETS:
            raise encrypted(self._id)

    def _say(self, made: EmailMessage, field: str, values: Sequence[str]) -> None:
        said = ", ".join(value for value in values if value)
        if said:
            made[field] = said

    def _recipients(self, at: tuple[str, ...]) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for storage in self._storages(at, "__recip"):
            field = _FIELDS.get(self._numbers(storage).get(_KIND, 1) & 0xF, "To")
            found.setdefault(field, []).append(self._address(storage, _RECIPIENT))
        return found

    def _address(self, at: tuple[str, ...], tags: tuple[tuple[int, ...], tuple[int, ...]]) -> str:
        return mailbox(*(one_line(self._text(at, some)) for some in tags))

    def _bodies(self, made: EmailMessage, at: tuple[str, ...]) -> None:
        """Plain text, with the HTML as the other form of it."""
        plain = self._text(at, (_BODY,))
        page = self._text(at, (_HTML,)) or self._bytes(at, _HTML).decode(self._codec, "replace")
        has_plain = self._file.exists([*at, f"__substg1.0_{_BODY:04X}001F"])
        if not (has_plain or plain or page) and self._bytes(at, _RTF):
            raise embedded(self._id, "a body in compressed RTF alone")
        made.set_content(_lines(plain or ("" if page else "\n")))
        if page:
            made.add_alternative(_lines(page), subtype="html")

    def _attach(self, made: EmailMessage, storage: tuple[str, ...], level: int) -> None:
        inner = (*storage, f"__substg1.0_{_FILE:04X}000D")
        if self._file.exists([*inner, _PROPERTIES]):
            made.add_attachment(self.message(inner, level + 1))
            return
        name = one_line(self._text(storage, _FILE_NAMES)) or "attachment"
        media_type = self._text(storage, (_MEDIA_TYPE,)).lower()
        main, _, sub = (media_type if _MEDIA.fullmatch(media_type) else "application/octet-stream").partition(
            "/"
        )
        if main in ("text", "message", "multipart"):
            main, sub = "application", "octet-stream"  # its name says what it is, and its bytes stay
        made.add_attachment(self._bytes(storage, _FILE), maintype=main, subtype=sub, filename=name)

    def _storages(self, at: tuple[str, ...], start: str) -> list[tuple[str, ...]]:
        depth = len(at)
        names = {
            path[depth]
            for path in self._file.listdir()
            if tuple(path[:depth]) == at and len(path) > depth + 1 and path[depth].startswith(start)
        }
        if len(names) > _MOST_FILES:
            raise embedded(self._id, f"{len(names)} attached files or recipients")
        return [(*at, name) for name in sorted(names)]

    def _bytes(self, at: tuple[str, ...], tag: int, kind: int = 0x0102) -> bytes:
        path = [*at, f"__substg1.0_{tag:04X}{kind:04X}"]
        if not self._file.exists(path):
            return b""
        content: bytes = self._file.openstream(path).read()
        return content

    def _text(self, at: tuple[str, ...], tags: Sequence[int]) -> str:
        """The first of some texts that is there."""
        for tag in tags:
            text = self._bytes(at, tag, 0x001F).decode("utf-16-le", "replace")
            text = text or self._bytes(at, tag, 0x001E).decode(self._codec, "replace")
            if text.strip("\0"):
                return NOT_IN_LINES.sub("", text.rstrip("\0"))
        return ""

    def _numbers(self, at: tuple[str, ...]) -> dict[int, int]:
        """Properties of fixed length: numbers and times."""
        path = [*at, _PROPERTIES]
        content = self._file.openstream(path).read() if self._file.exists(path) else b""
        start = 32 if not at else 24 if at[-1].startswith("__substg") else 8
        return dict(_entries(content[start:]))


def _entries(content: bytes) -> Iterator[tuple[int, int]]:
    for at in range(0, len(content) - 15, 16):
        _, tag, _, value = struct.unpack_from("<HHIQ", content, at)
        yield tag, value


def _codec(numbers: dict[int, int]) -> str:
    pages = [numbers[tag] & 0xFFFFFFFF for tag in _CODEPAGES if tag in numbers]
    names = ("utf-8" if page == 65001 else f"cp{page}" for page in pages)
    return next((codec for name in names if (codec := codec_for(name))), "cp1252")


def _date(ticks: int) -> str:
    """A time in units of 100 nanoseconds since 1601; empty for none, and for one that no calendar has."""
    try:
        return format_datetime(_START + timedelta(microseconds=ticks // 10)) if ticks else ""
    except OverflowError:
        return ""


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")

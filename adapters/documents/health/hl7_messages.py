"""HL7 v2 messages on a line: the frames of MLLP, headers and acknowledgements (chapters 2.9 and 2.14)."""

from __future__ import annotations

import re
import secrets
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from engine.errors import InvalidError, fault

_START, _END = b"\x0b", b"\x1c\r"
_MAX_BYTES = 1 << 22
_BEGINS = re.compile(rb"(?:^|[\r\n])(?:MSH|FHS|BHS|BTS|FTS)")


@dataclass(frozen=True)
class Header:
    """What an answer needs of a message's first segment.

    Parameters
    ----------
    fields : sequence of str
        By their numbers: MSH-1 is the mark between them.
    """

    fields: Sequence[str]

    def of(self, number: int) -> str:
        """A field, empty where the segment ends before."""
        return self.fields[number] if number < len(self.fields) else ""

    def answer(self, code: str, why: str) -> bytes:
        """The acknowledgement: A or C by the mode that the sender asks for, with accept, error or reject."""
        now = datetime.now(UTC).strftime("%Y%m%d%H%M%S+0000")
        back = [self.of(n) for n in (5, 6, 3, 4)]
        about = [now, "", "ACK", secrets.token_hex(8), self.of(11), self.of(12)]
        mark, kind = self.of(1), "C" if self.of(15) else "A"
        lines = [["MSH", self.of(2), *back, *about], ["MSA", f"{kind}{code}", self.of(10), why]]
        return "".join(f"{mark.join(line)}\r" for line in lines).encode("latin-1")


NO_HEADER = Header(["MSH", "|", "^~\\&"])


def header_of(message: bytes) -> Header:
    """The header of a frame that holds one message with a control id.

    Raises
    ------
    InvalidError
        ``MLP003``: another number of messages, a batch, no header.
    """
    first = message.partition(b"\r")[0].decode("latin-1")
    fields = ["MSH", first[3:4], *first[4:].split(first[3:4] or "|")]
    found = Header(fields)
    if len(_BEGINS.findall(message)) != 1 or first[:3] != "MSH" or not found.of(10):
        must = "must be one message of HL7 v2 with a header and a control id"
        raise InvalidError(fault("MLP003", "the frame", must, "", "Send a message a frame, and no batches."))
    return found


class Framed:
    """A connection that carries messages in the frames of MLLP."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection, self._read = connection, bytearray()

    def send(self, message: bytes) -> None:
        """Send one message."""
        self._connection.sendall(_START + message + _END)

    def next(self) -> bytes:
        """The next message; empty at the end.

        Raises
        ------
        InvalidError
            ``MLP002``: bytes outside a frame, a frame that does not end, more than 4 MiB.
        """
        while (end := self._read.find(_END)) < 0 and self._more():
            pass
        if not self._read:
            return b""
        if end < 0 or end > _MAX_BYTES or self._read[:1] != _START:
            must = f"must be a frame of MLLP of at most {_MAX_BYTES >> 20} MiB"
            raise InvalidError(fault("MLP002", "what was sent", must))
        message = bytes(self._read[1:end])
        del self._read[: end + len(_END)]
        return message

    def _more(self) -> bool:
        if len(self._read) > _MAX_BYTES or self._read[:1] not in (b"", _START):
            return False
        piece = self._connection.recv(1 << 16)
        self._read += piece
        return bool(piece)


def accepts(answer: bytes, control_id: str) -> bool:
    """Whether an acknowledgement says that this message was taken."""
    mark = header_of(answer).of(1)
    lines = answer.decode("latin-1").split("\r")
    said = [line.split(mark)[1:3] for line in lines if line.startswith(f"MSA{mark}")]
    return said in ([["AA", control_id]], [["CA", control_id]])

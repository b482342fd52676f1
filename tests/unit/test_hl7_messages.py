"""Frames of MLLP and acknowledgements, byte by byte, without a network."""

from __future__ import annotations

from typing import Any

import pytest

from adapters.documents.health import hl7_messages
from adapters.documents.health.hl7_messages import Framed, accepts
from engine.errors import InvalidError
from saferelease.mllp import Listener

HEADER = b"MSH|^~\\&|A|B|C|D|20260101||ACK|X1|P|2.5\r"


class Line:
    """A connection that gives pieces, and counts what was asked for."""

    def __init__(self, *pieces: bytes) -> None:
        self.pieces, self.asked = list(pieces), 0

    def recv(self, n: int) -> bytes:
        self.asked += 1
        return self.pieces.pop(0) if self.pieces else b""


def framed(*pieces: bytes) -> Framed:
    line: Any = Line(*pieces)
    return Framed(line)


def test_frames_are_read_wherever_they_are_cut() -> None:
    whole = b"\x0bone\x1c\r\x0btwo\x1c\r"
    for cut in range(1, len(whole)):
        read = framed(whole[:cut], whole[cut:])
        assert [read.next(), read.next(), read.next()] == [b"one", b"two", b""]


@pytest.mark.parametrize(
    "sent", [b"x\x0bone\x1c\r", b"one\x1c\r", b"\x0bone", b"\x0b" + b"x" * 101 + b"\x1c\r"]
)
def test_what_is_no_frame_or_too_large_is_none(sent: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hl7_messages, "_MAX_BYTES", 100)
    with pytest.raises(InvalidError, match="MLP002"):
        framed(sent).next()


def test_no_more_is_read_than_a_frame_may_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hl7_messages, "_MAX_BYTES", 100)
    line: Any = Line(b"\x0b", *[b"x" * 50] * 1000)
    with pytest.raises(InvalidError, match="MLP002"):
        Framed(line).next()
    assert line.asked < 6


@pytest.mark.parametrize(
    ("said", "taken"),
    [
        (b"MSA|AA|M1", True),
        (b"MSA|CA|M1", True),
        (b"MSA|AA|M2", False),
        (b"MSA|AA|", False),
        (b"MSA|AE|M1", False),
        (b"MSA|AA|M1\rMSA|AE|M1", False),
        (b"NTE|1", False),
    ],
)
def test_only_the_acceptance_of_this_message_is_one(said: bytes, taken: bool) -> None:
    assert accepts(HEADER + said, "M1") is taken


def test_a_fault_is_told_without_its_words(capsys: pytest.CaptureFixture[str]) -> None:
    try:
        raise ValueError("Harold Vance")
    except ValueError:
        Listener.handle_error(object.__new__(Listener), None, None)
    assert capsys.readouterr().err == "a connection ended: ValueError\n"

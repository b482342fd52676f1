"""Mails with a ``winmail.dat`` (TNEF) against the conformance suite: it leaves as ordinary parts."""

from __future__ import annotations

import email
import email.policy
import random
import re
import struct
from itertools import count

import pytest

from adapters.documents.containers.archive import write_archive
from adapters.documents.mail.compressed_rtf import expanded
from adapters.documents.mail.mail import Mail
from adapters.documents.opening.sources import Source
from adapters.documents.settings import Settings
from engine.errors import UnreadableError
from flows.compiling.compilation import compile_policy
from flows.document.document import DocumentPipeline
from tests.conformance import tnef_files
from tests.conformance.documents_suite import CANARY, DocumentFormatSuite, mutated, replacements_of
from tests.conformance.tnef_files import attribute, file, hidden, long, mail, marked, properties, stream, text

HIDDEN = "Quillfeather"
RICH = rb"{\rtf1\ansi Seen by " + CANARY.encode() + rb".\par}"


class TestWinmail(DocumentFormatSuite):
    fmt = Mail()
    sample = mail(marked(lambda: CANARY))
    byte_exact = False
    n_canaries = 12

    def mutate(self, rng: random.Random) -> bytes:
        """Breaks the stream; now and then inside one attribute, with its lengths and checksums made right."""
        if rng.random() < 0.5:
            return mail(mutated(marked(lambda: CANARY), rng))
        words = properties(text(0x1000, f"Seen {CANARY}."), long(0x102, 0x1009, tnef_files.rich(RICH)))
        whole = file(f"{CANARY}.txt", f"{CANARY} came".encode())
        return mail(stream(attribute(1, 0x00069003, mutated(words, rng)), whole))


def parts(content: bytes) -> list[tuple[str, str | None, bytes]]:
    made = email.message_from_bytes(content, policy=email.policy.default)
    leaves = [part for part in made.walk() if not part.is_multipart()]
    return [(p.get_content_type(), p.get_filename(), p.get_payload(decode=True) or b"") for p in leaves]


def test_what_is_packed_leaves_as_ordinary_parts_without_a_marker() -> None:
    numbers = count(1)
    opened = Mail().open("d", mail(marked(lambda: f"Zyxn{next(numbers)}x")))
    out = opened.rewrite(replacements_of(opened, r"(?i)Zyxn\d+x", "X"))
    found = parts(out)
    assert not re.search(rb"(?i)Zyxn\d+x|winmail|ms-tnef", b" ".join([out, *(body for *_, body in found)]))
    assert [kind for kind, *_ in found] == [
        "text/plain", "text/plain", "text/html", "application/octet-stream", "application/octet-stream",
        "text/plain", "application/octet-stream",
    ]  # fmt: skip
    assert [body.strip() for *_, body in found][1] == b"Seen X today." and b"<b>X</b>" in found[2][2]
    assert found[3][1:] == ("X.txt", b"X came.") and found[4][1:] == ("table.csv", b"name,result\nX,12\n")
    inner = next(p for p in email.message_from_bytes(out).walk() if p.get_content_type() == "message/rfc822")
    assert b"From: X Poe <X@example.org>" in inner.as_bytes() and b"Subject: about X" in inner.as_bytes()
    assert next(numbers) == 13


def test_other_properties_leave() -> None:
    content = mail(stream(*hidden(HIDDEN)))
    written = Mail().open("d", content).rewrite([])
    assert not any(HIDDEN.encode() in body for *_, body in parts(written)) and b"Plain." in written
    assert HIDDEN.encode() not in written


def test_a_body_in_compressed_rich_text_is_a_file_of_its_own() -> None:
    """Vectors of [MS-OXRTFCP], section 4.1, and a body that the product opens as rtf."""
    first = (
        "2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0"
    )
    again = "1a0000001c0000004c5a4675e2d44b51410004205758595a0d6e7d010eb0"
    assert expanded(bytes.fromhex(first)) == b"{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n"
    assert expanded(bytes.fromhex(again)) == b"{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}"
    packed = properties(long(tnef_files.BYTES, 0x1009, tnef_files.rich(RICH)))
    opened = Mail().open("d", mail(stream(attribute(1, 0x00069003, packed))))
    written = opened.rewrite(replacements_of(opened, CANARY, "X"))
    kind, name, body = parts(written)[-1]
    assert (kind, name) == ("application/rtf", "body.rtf") and b"Seen by X." in body
    assert CANARY.encode() not in body


@pytest.mark.parametrize("kind", ["ms-tnef", "vnd.ms-tnef", "octet-stream"])
def test_a_stream_is_told_by_its_type_or_its_first_bytes(kind: str) -> None:
    opened = Mail().open("d", mail(stream(file("a.txt", CANARY.encode())), kind))
    assert CANARY in opened.document.text.reveal()


@pytest.mark.parametrize(
    "packed",
    [
        b"\x78\x9f\x3e\x22",
        stream(file("a.txt", CANARY.encode())).replace(b"Zyx", b"Zyy"),  # another sum
        stream(attribute(2, 0x0006800F, CANARY.encode())),  # a file that nothing begins
        stream(attribute(3, 0x0006800F, CANARY.encode())),
        stream(attribute(1, 0x00069003, struct.pack("<LHHL", 1, 0x1F, 0x1000, 0xFFFFFFFF))),
        stream(attribute(1, 0x00069003, struct.pack("<LHHLL", 1, 0x1003, 0x1000, 0xFFFFFFFF, 0))),
        stream(attribute(1, 0x00069003, struct.pack("<LHH", 1, 0x77, 0x1000))),
        stream(attribute(1, 0x00069003, properties(long(0x102, 0x1009, b"LZFu" * 8)))),
        stream(*[attribute(2, 0x00069002, bytes(14))] * 3000),
    ],
)
def test_a_stream_that_breaks_its_own_rules_becomes_a_note_or_is_refused(packed: bytes) -> None:
    written = Mail().open("d", mail(packed)).rewrite([])
    assert b"attachment removed" in written and CANARY.encode() not in written
    with pytest.raises(UnreadableError, match=r"DOC007.*TNEF"):
        Mail(Settings(unopened="refuse")).open("d", mail(packed))


@pytest.mark.parametrize("n_levels", [12, 1500])
def test_messages_in_messages_have_a_limit(n_levels: int) -> None:
    inner = stream(file("a.txt", b"x"))
    for _ in range(n_levels):
        inner = stream(file("m", b"", long(tnef_files.OBJECT, 0x3701, tnef_files.MESSAGE + inner)))
    with pytest.raises(UnreadableError, match="DOC006"):
        Mail().open("d", mail(inner))
    packed = stream(file("a.txt", b"x"))
    for _ in range(12):
        packed = stream(file("winmail.dat", packed))
    with pytest.raises(UnreadableError, match="DOC006"):
        Mail().open("d", mail(packed))


def test_attached_files_go_as_the_policy_says() -> None:
    content = mail(marked(lambda: CANARY))
    written = Mail(Settings(attachments="remove")).open("d", content).rewrite([])
    assert CANARY.encode() not in written and b"[attachment removed]" in written
    with pytest.raises(UnreadableError, match="DOC022"):
        Mail(Settings(attachments="refuse")).open("d", content)


def test_an_archive_in_a_stream_obeys_the_limits_of_archives() -> None:
    bomb = write_archive({"a.txt": b"a " * 40_000_000})
    with pytest.raises(UnreadableError, match=r"DOC003|DOC012"):
        Mail(Settings(max_expanded_bytes=1_000_000, unopened="refuse")).open(
            "d", mail(stream(file("a.zip", bomb)))
        )


def test_a_release_takes_names_and_numbers_from_what_is_packed() -> None:
    said = "Patient Margaret Hernandez, SSN 219-09-9999, phone (212) 555-0199, was seen.\r\n"
    packed = stream(attribute(1, 0x00069003, properties(text(0x1000, said))), file("note.txt", said.encode()))
    pipeline = DocumentPipeline(compile_policy("hipaa-safe-harbor"), b"k" * 32, 2024)
    out = pipeline.release(Source("000001", "", "a.eml"), mail(packed)).content
    bodies = b" ".join(body for *_, body in parts(out))
    assert not re.search(rb"Hernandez|219-09|555-0199", bodies) and bodies.count(b"was seen") == 2

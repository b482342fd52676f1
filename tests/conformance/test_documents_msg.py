"""Messages of Outlook against the conformance suite: they become mails, and nothing else stays."""

from __future__ import annotations

import email
import email.policy
import re
import struct
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from adapters.documents.mail.mail import Mail
from adapters.documents.mail.msg import Msg
from adapters.documents.opening.sources import Source
from adapters.documents.registry import released_suffix
from adapters.documents.settings import Settings
from engine.errors import SafereleaseError, UnreadableError
from engine.ports import OpenDocument
from flows.compiling.compilation import compile_policy
from flows.document.document import DocumentPipeline
from tests.conformance.compound_files import attached, compound_file, marked_message, message
from tests.conformance.documents_suite import CANARY, DocumentFormatSuite, replacements_of


class _AsReleased(Msg):
    """Opens messages, and the mails that they become."""

    def open(self, document_id: str, content: bytes) -> OpenDocument:
        if content.startswith(b"\xd0\xcf"):
            return super().open(document_id, content)
        return Mail().open(document_id, content)


def canary() -> str:
    return CANARY


class TestMsg(DocumentFormatSuite):
    fmt = _AsReleased()
    byte_exact = False
    n_canaries = 20
    n_mutations = 250
    sample = marked_message(canary)
    malformed = (
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + CANARY.encode(),
        marked_message(canary)[:600],
        compound_file({**message(canary), "__substg1.0_001A001F": "IPM.Note.SMIME".encode("utf-16-le")}),
        compound_file(
            message(canary, **{"__attach_version1.0_#00000000": attached(canary, "message.rpmsg", b"x")})
        ),
    )


def test_no_marker_stays_anywhere() -> None:
    numbers = count(1)
    opened = Msg().open("d", marked_message(lambda: f"Zyxn{next(numbers)}x"))
    out = opened.rewrite(replacements_of(opened, r"Zyxn\d+x", "X"))
    parsed = email.message_from_bytes(out, policy=email.policy.default)
    decoded = [part.get_payload(decode=True) or b"" for part in parsed.walk()]
    assert not re.search(rb"Zyxn\d+x", b" ".join([out, *decoded]))
    assert not [text for text in Msg().read_back(out) if "Zyxn" in text.reveal()]
    assert parsed["To"] == "X Poe <X@example.org>" and str(parsed["Date"]).startswith("Wed, 17 Jan 2024")
    names = [part.get_filename() for part in parsed.walk() if part.get_filename()]
    assert names == ["X.txt", "page.html"]
    assert released_suffix(".msg") == ".eml"


def tree(**more: Any) -> dict[str, Any]:
    return {**message(canary, page=False), **more}


def test_a_body_that_only_rtf_has_is_refused() -> None:
    alone = tree(**{"__substg1.0_10090102": b"LZFu"})
    assert Msg().open("d", compound_file(alone)).rewrite([])
    del alone["__substg1.0_1000001F"]
    with pytest.raises(UnreadableError, match="DOC014"):
        Msg().open("d", compound_file(alone))


def test_letters_of_an_old_code_page_are_read() -> None:
    old = tree(**{"__substg1.0_1000001E": "Müller grüßt".encode("cp1252")})
    del old["__substg1.0_1000001F"]
    assert "Müller grüßt" in Msg().open("d", compound_file(old)).document.text.reveal()


def test_headers_cannot_be_added_by_a_subject() -> None:
    sly = tree(**{"__substg1.0_0037001F": "a\r\nBcc: x@example.org".encode("utf-16-le")})
    try:
        out = Msg().open("d", compound_file(sly)).rewrite([])
    except UnreadableError as error:
        assert "DOC007" in str(error)
    else:
        assert len(email.message_from_bytes(out).get_all("Bcc", [])) == 1


def test_nesting_and_size_have_limits() -> None:
    inner: Any = message(canary, 24, page=False)
    for _ in range(12):
        attachment = {"__properties_version1.0": struct.pack("<8x"), "__substg1.0_3701000D": inner}
        inner = {**message(canary, 24, page=False), "__attach_version1.0_#00000000": attachment}
    with pytest.raises(UnreadableError, match="DOC006"):
        Msg().open("d", compound_file(inner))
    with pytest.raises(UnreadableError, match="DOC003"):
        Msg(Settings(max_bytes=100)).open("d", marked_message(canary))


@pytest.mark.data
def test_real_messages_are_released_or_have_a_reason(data: Path) -> None:
    pipeline = DocumentPipeline(compile_policy("hipaa-safe-harbor"), b"k" * 32, 2024)
    found: dict[str, str] = {}
    for path in sorted((data / "documents-2" / "msg").glob("*.msg")):
        try:
            out = pipeline.release(Source("000001", "", "a.msg"), path.read_bytes()).content
            found[path.stem] = "released" if email.message_from_bytes(out)["Subject"] else "without subject"
        except SafereleaseError as error:
            found[path.stem] = error.faults[0].code
    assert found["unstructured-fake-encrypted"] == "DOC008"
    assert list(found.values()).count("released") >= 2


def test_a_path_of_exchange_is_no_part_of_a_name() -> None:
    sender = {"0C1A": "Selma Ruckert", "5D01": "", "0C1F": "/o=Elm/ou=First/cn=Recipients/cn=7f2-Ruckert, Se"}
    said = {f"__substg1.0_{tag}001F": text.encode("utf-16-le") for tag, text in sender.items()}
    made = Msg().open("d", compound_file(tree(**said))).rewrite([])
    assert email.message_from_bytes(made, policy=email.policy.default)["From"] == "Selma Ruckert <>"

"""Mail against the conformance suite, and what must leave it."""

# ruff: noqa: E501 (a line of mail reads best as one line)

from __future__ import annotations

import base64
import email
import random
import re
from email import policy
from email.message import EmailMessage
from pathlib import Path

import pytest

from adapters.documents.mail.mail import Mail, Mailbox
from adapters.documents.settings import Settings
from engine.errors import InvalidError, UnreadableError
from tests.conformance.documents_suite import CANARY, DocumentFormatSuite, replacements_of
from tests.conformance.test_documents_docx import GONE
from tests.conformance.test_documents_docx import sample as docx_sample

PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII="
)
DOCX = "vnd.openxmlformats-officedocument.wordprocessingml.document"


def inner_message() -> EmailMessage:
    message = EmailMessage(policy=policy.SMTP)
    message["From"] = f"{CANARY} <{CANARY}@x.org>"
    message["Subject"] = f"Fwd of {CANARY}"
    message["Message-ID"] = f"<{GONE}@x.org>"
    message.set_content(f"inner {CANARY}\n")
    return message


def sample() -> bytes:
    message = EmailMessage(policy=policy.SMTP)
    message["Received"] = f"from {GONE} by x.org"
    message["Message-ID"] = f"<{GONE}@x.org>"
    message["X-Note"] = GONE
    message["From"] = f'"Dr. {CANARY}" <{CANARY}@x.org>'
    message["To"] = f"Zoë {CANARY} <a@x.org>, Łukasz <b@x.org>"
    message["Subject"] = (
        f"Ünïcode about {CANARY} and a subject line that is long enough to be folded twice over"
    )
    message["Date"] = "Wed, 4 Oct 2023 09:27:45 -0500"
    message.set_content(
        f"Dear {CANARY},\n\nÄ long line that is encoded {'x ' * 40} so that {CANARY} is split.\n.\n",
        cte="quoted-printable",
    )
    message.add_alternative(
        f'<html><head><meta charset="iso-8859-1"></head><p>Dear Zy<b>xwa</b>nda é</p><img alt="{CANARY}" src="cid:{GONE}1"></html>',
        subtype="html",
    )
    message.get_payload()[1].add_related(PNG + GONE.encode(), "image", "png", cid=f"<{GONE}1>")
    message.add_attachment(docx_sample(), "application", DOCX, filename=f"letter of {CANARY}.docx")
    message.add_attachment(
        f"id,name\n1,{CANARY}\n".encode(), "application", "octet-stream", filename=f"Zoë {CANARY}.csv"
    )
    message.add_attachment(inner_message())
    return bytes(message)


class TestMail(DocumentFormatSuite):
    fmt = Mail()
    sample = sample()
    byte_exact = False
    n_canaries = 39
    n_mutations = 40
    malformed = (
        b"Content-Type: multipart/encrypted; boundary=x\r\n\r\n--x\r\n\r\n"
        + CANARY.encode()
        + b"\r\n--x--\r\n",
        b"Subject: x\r\n\r\n-----BEGIN PGP MESSAGE-----\n" + CANARY.encode(),
        b"Content-Type: text/plain; charset=no-such\r\n\r\n" + CANARY.encode(),
        b"Content-Type: text/plain; charset=utf-8\r\n\r\n" + CANARY.encode() + b"\xff",
        b"Subject: " + CANARY.encode() + b" \xff\r\n\r\nx",
    )

    def mutate(self, rng: random.Random) -> bytes:
        data = bytearray(self.sample)
        for _ in range(rng.randrange(1, 6)):
            at = rng.randrange(len(data))
            if rng.random() < 0.5:
                del data[at : at + rng.randrange(1, 60)]
            else:
                data[at] = rng.randrange(256)
        return bytes(data)

    def test_what_must_leave_leaves(self) -> None:
        written = self.fmt.open("d", self.sample).rewrite([])
        assert GONE not in "\n".join(self.read(written)) and GONE.encode() not in written

    def test_markup_in_a_replacement_stays_text(self) -> None:
        opened = self.fmt.open("d", self.sample)
        written = opened.rewrite(
            replacements_of(opened, CANARY, 'a"b\r\nBcc: e@x.org\r\n\r\nc\\d;é=?utf-8?q?f?=')
        )
        message = email.message_from_bytes(written, policy=policy.default)
        assert message["Bcc"] is None and len(list(message.walk())) == 10
        assert 'a"b Bcc: e@x.org c\\d;é=?utf-8?q?f?=' in message["Subject"]

    def test_structure_stays(self) -> None:
        def types(content: bytes) -> list[str]:
            return [p.get_content_type() for p in email.message_from_bytes(content).walk()]

        assert types(self.sample) == types(self.fmt.open("d", self.sample).rewrite([]))

    def test_inline_pictures_stay_linked_under_new_names(self) -> None:
        written = self.fmt.open("d", self.sample).rewrite([])
        message = email.message_from_bytes(written, policy=policy.default)
        page = next(part for part in message.walk() if part.get_content_type() == "text/html")
        picture = next(part for part in message.walk() if part.get_content_type() == "image/png")
        assert picture["Content-ID"] == "<part1@released>" and "cid:part1@released" in page.get_content()


class TestMailbox(DocumentFormatSuite):
    fmt = Mailbox()
    sample = (
        f"From a@{GONE} Thu Jan  1 00:00:00 1970\nSubject: one {CANARY}\n\n>From {CANARY}\nx\n\n"
        f"From b@x Thu Jan  1 00:00:00 1970\nSubject: two\n\nof {CANARY}\n\n"
    ).encode()
    byte_exact = False
    n_canaries = 3
    malformed = (b"Subject: " + CANARY.encode(),)

    def test_lines_that_look_like_separators_stay_text(self) -> None:
        opened = self.fmt.open("d", self.sample)
        written = opened.rewrite(replacements_of(opened, "x\n", "x\n\nFrom y"))
        assert len(re.findall(rb"(?m)^From ", written)) == 2
        assert b">From y" in written and GONE.encode() not in written


def test_unreadable_attachments_are_removed_or_refused() -> None:
    message = inner_message()
    message.add_attachment(GONE.encode(), "audio", "mpeg", filename=f"{GONE}.mp3")
    opened = Mail().open("d", bytes(message))
    assert GONE not in opened.document.text.reveal()
    written = opened.rewrite([])
    assert GONE.encode() not in written and b"attachment removed" in written
    with pytest.raises(UnreadableError, match="DOC001"):
        Mail(Settings(unopened="refuse")).open("d", bytes(message))


@pytest.mark.parametrize("charset", ["no-such", "utf-7"])
def test_one_part_of_several_in_an_unknown_encoding_is_removed_or_refused(charset: str) -> None:
    parts = f'Content-Type: multipart/mixed; boundary="x"\r\n\r\n--x\r\n\r\nSeen {CANARY}.\r\n--x\r\n'
    parts += f"Content-Type: text/plain; charset={charset}\r\n\r\n{GONE}\r\n--x--\r\n"
    opened = Mail().open("d", parts.encode())
    written = opened.rewrite([])
    assert CANARY.encode() in written and GONE.encode() not in written and b"attachment removed" in written
    with pytest.raises(UnreadableError, match="DOC004"):
        Mail(Settings(unopened="refuse")).open("d", parts.encode())


def bounce(status: str, headers: str) -> bytes:
    """A mail that came back, with its report and its headers."""
    return (
        'Subject: Returned\r\nContent-Type: multipart/report; report-type=delivery-status; boundary="x"\r\n\r\n'
        f"--x\r\n\r\nNot delivered.\r\n--x\r\nContent-Type: message/delivery-status\r\n\r\n{status}\r\n"
        f"--x\r\nContent-Type: text/rfc822-headers\r\n\r\n{headers}\r\n--x--\r\n"
    ).encode()


def test_the_report_and_the_headers_of_a_bounce_are_searched_as_text() -> None:
    encoded = base64.b64encode(f"For {CANARY}".encode()).decode()
    content = bounce(
        f"Reporting-MTA: dns; mx.example\r\nOriginal-Envelope-Id: {GONE}\r\n\r\n"
        f"Final-Recipient: rfc822; {CANARY}@elm.example\r\nStatus: 5.1.1\r\nX-{GONE}: {GONE}",
        f"From: {CANARY}@elm.example\r\nMessage-ID: <{GONE}@x>\r\nSubject: =?utf-8?B?{encoded}?=",
    )
    opened = Mail().open("d", content)
    text = opened.document.text.reveal()
    assert text.count(CANARY) == 3 and f"Subject: For {CANARY}" in text and GONE not in text
    written = opened.rewrite(replacements_of(opened, CANARY, "X"))
    assert b"Final-Recipient: rfc822; X@elm.example" in written and b"Subject: For X" in written
    assert CANARY.encode() not in written and GONE.encode() not in written
    assert b"attachment removed" not in written and encoded.encode() not in written


@pytest.mark.parametrize(
    "attached", [f"\r\n\r\n{GONE}", f"\r\n\r\n{base64.b64encode(GONE.encode()).decode()}"]
)
def test_a_report_with_anything_but_fields_leaves(attached: str) -> None:
    content = bounce(f"Status: 5.1.1{attached}", f"Subject: one{attached}")
    written = Mail().open("d", content).rewrite([])
    assert written.count(b"attachment removed") == 2
    assert GONE.encode() not in written and base64.b64encode(GONE.encode())[:10] not in written


@pytest.mark.parametrize(
    "field",
    ["Reporting-MTA", "DSN-Gateway", "Received-From-MTA", "Remote-MTA", "Reporting-UA", "User-Agent"],
)
def test_names_of_machines_and_programs_leave_a_report(field: str) -> None:
    content = bounce(f"{field}: dns; {GONE}s-laptop.example\r\n\r\nStatus: 5.1.1", "Subject: one")
    written = Mail().open("d", content).rewrite([])
    assert b"Status: 5.1.1" in written and GONE.encode() not in written


def test_packed_attachments_that_cannot_be_read_are_taken_out_with_a_note() -> None:
    message = EmailMessage()
    message["Subject"] = "papers"
    message.set_content("See the attached file.")
    packed = b"\x78\x9f\x3e\x22" + GONE.encode()
    message.add_attachment(packed, "application", "ms-tnef", filename="winmail.dat")
    written = Mail().open("d", message.as_bytes()).rewrite([])
    assert GONE.encode() not in written and b"attachment removed" in written
    assert base64.b64encode(packed)[:12] not in written
    with pytest.raises(UnreadableError, match=r"DOC007.*TNEF"):
        Mail(Settings(unopened="refuse")).open("d", message.as_bytes())


def test_attached_messages_have_a_limit() -> None:
    message = inner_message()
    for _ in range(12):
        outer = inner_message()
        outer.add_attachment(message)
        message = outer
    with pytest.raises(UnreadableError, match="DOC006"):
        Mail().open("d", bytes(message))


def test_endless_multiparts_are_unreadable() -> None:
    opening = b"".join(
        b'Content-Type: multipart/mixed; boundary="%d"\n\n--%d\n' % (n, n) for n in range(3000)
    )
    with pytest.raises(UnreadableError, match=r"DOC006|DOC007"):
        Mail().open("d", opening + b"\nx")


@pytest.mark.data
def test_real_mails_lose_every_third_word(data: Path) -> None:
    n_opened = 0
    for path in sorted((data / "documents" / "eml").glob("*.eml")):
        try:
            opened = Mail().open("d", path.read_bytes())
        except InvalidError:
            continue
        n_opened += 1
        words = sorted(set(re.findall(r"[^\W\d_]{7,}", opened.document.text.reveal())))[::3]
        pattern = rf"(?<![^\W_])(?:{'|'.join(words)})(?![^\W_])" if words else r"(?!)"
        written = opened.rewrite(replacements_of(opened, pattern, "w"))
        assert not re.findall(
            pattern,
            "\n".join(t.reveal() for t in Mail().read_back(written)).replace("attachment removed", ""),
        )
    assert n_opened == 18


def test_an_attached_file_with_macros_is_named_as_it_is_written() -> None:
    message = EmailMessage()
    message["From"] = "a@example.org"
    message.set_content("see")
    kind = "vnd.ms-word.document.macroEnabled.12"
    message.add_attachment(docx_sample(), "application", kind, filename="letter.docm")
    for names, wanted in (("keep", "letter.docm.docx"), ("number", "attachment-1.docx")):
        fmt = Mail(Settings(names=names))
        written = fmt.open("d", bytes(message)).rewrite([])
        attached = [part.get_filename() for part in email.message_from_bytes(written).walk()]
        assert attached[-1] == wanted
        assert fmt.read_back(written)

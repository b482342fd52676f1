"""Calendars and contacts against the conformance suite, and what must leave them."""

# ruff: noqa: E501 (a line of an object reads best as one line)

from __future__ import annotations

import pytest

from adapters.documents.mail.cards import Calendar, Cards
from adapters.documents.opening.sources import Source
from engine.errors import UnreadableError
from flows.compiling.compilation import compile_policy
from flows.document.document import DocumentPipeline
from tests.conformance.documents_suite import CANARY, DocumentFormatSuite, replacements_of

GONE = "Qorvexil"
CARD = f"""BEGIN:VCARD
VERSION:3.0
PRODID:{GONE}
UID:{GONE}
N:{CANARY};Jane;;Dr.;
FN:Jane Zyx
 wanda
item1.TEL;TYPE=CELL;X-{GONE}={GONE}:{CANARY} 1
ADR;TYPE=home;LABEL="{GONE}":;;12 {CANARY} St;Peoria;IL;61604;
ORG:{CANARY};Ward
NOTE:a\\, b\\; c\\nd {CANARY}
BDAY:1962-03-15
PHOTO;ENCODING=b;TYPE=JPEG:{GONE}
KEY:{GONE}
X-{GONE}:{GONE}
END:VCARD
""".replace("\n", "\r\n")
EVENT = f"""BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//{GONE}//EN
METHOD:{GONE}
X-WR-CALNAME:{GONE}
BEGIN:VTIMEZONE
TZID:{GONE}
BEGIN:STANDARD
DTSTART:16010101T000000
END:STANDARD
END:VTIMEZONE
BEGIN:VEVENT
UID:{GONE}@example.org
DTSTAMP:20240311T094512Z
DTSTART;TZID={GONE}:20240311T094512
SUMMARY:Visit of {CANARY}
DESCRIPTION:about Zyx
 wanda\\nand {CANARY}
LOCATION:{CANARY} Hall
ORGANIZER;CN={GONE}:mailto:{CANARY}@example.org
ATTENDEE;CN="{GONE}: x";ROLE=CHAIR;RSVP=TRUE:mailto:jane@{CANARY}.org
RRULE:FREQ=WEEKLY;BYDAY=MO
RRULE:FREQ=WEEKLY;X={GONE}
ATTACH:{GONE}
BEGIN:VALARM
ACTION:DISPLAY
TRIGGER:-PT15M
DESCRIPTION:{CANARY}
END:VALARM
BEGIN:X-{GONE}
SUMMARY:{GONE}
END:X-{GONE}
END:VEVENT
END:VCALENDAR
""".replace("\n", "\r\n")


class TestCards(DocumentFormatSuite):
    fmt = Cards()
    sample = CARD.encode()
    byte_exact = False
    n_canaries = 6
    kept_characters = "01279"
    malformed = (
        CANARY.encode(),
        f"FN:{CANARY}\r\n".encode(),
        f"BEGIN:VCARD\r\nFN:{CANARY}\r\n".encode(),
        EVENT.encode(),
        CARD.encode() + b"\x00",
    )

    def test_what_is_not_known_leaves(self) -> None:
        written = self.fmt.open("d", self.sample).rewrite([]).decode()
        assert GONE not in written and "PHOTO" not in written and "UID" not in written
        assert "TEL;TYPE=CELL:" in written and f"NOTE:a\\, b\\; c\\nd {CANARY}" in written


class TestCalendar(DocumentFormatSuite):
    fmt = Calendar()
    sample = EVENT.encode()
    byte_exact = False
    n_canaries = 7
    kept_characters = "0179TZ"
    malformed = (
        CANARY.encode(),
        CARD.encode(),
        EVENT[:-20].encode(),
        f"BEGIN:VCALENDAR\r\n{CANARY}".encode(),
    )

    def test_what_is_not_known_leaves(self) -> None:
        written = self.fmt.open("d", self.sample).rewrite([]).decode()
        assert GONE not in written and "VTIMEZONE" not in written and "CN=" not in written
        assert "UID:event-1\r\n" in written and "RRULE:FREQ=WEEKLY;BYDAY=MO\r\n" in written
        assert "ATTENDEE;ROLE=CHAIR;RSVP=TRUE:mailto:" in written and "PRODID:-//released//EN" in written


@pytest.mark.parametrize(("replaced", "written"), [("2024", "20240101"), ("[DATE]", "19700101")])
def test_a_date_that_is_replaced_stays_a_date(replaced: str, written: str) -> None:
    opened = Calendar().open("d", EVENT.encode())
    content = opened.rewrite(replacements_of(opened, "20240311T094512Z?", replaced)).decode()
    assert f"DTSTAMP:{written}T000000Z\r\n" in content and f"DTSTART:{written}T000000\r\n" in content


@pytest.mark.parametrize("day", ["20240101", "20240101T000000Z", "20240101T000000"])
def test_the_first_day_of_a_year_is_read_as_the_year_that_it_is_written_for(day: str) -> None:
    """Else a day off on New Year would be refused: it is written as it was."""
    pipeline = DocumentPipeline(compile_policy("hipaa-safe-harbor"), b"k" * 32, 2024)
    event = f"BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:{day}\r\nSUMMARY:Closed\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
    done = pipeline.release(Source("000001", "", "a.ics"), event.encode())
    assert f"DTSTART:{day}\r\n" in done.content.decode()
    assert [text.reveal() for text in Calendar().read_back(b"DTSTART:20240102\r\nSUMMARY:of 20240101")][
        1:4:2
    ] == [
        "20240102",
        "20240102",
    ]


def test_a_line_that_is_none_is_unreadable() -> None:
    with pytest.raises(UnreadableError, match="DOC007"):
        Cards().open("d", b"BEGIN:VCARD\r\nno line at all\r\nEND:VCARD\r\n")


def test_an_invitation_loses_its_people_and_its_day() -> None:
    pipeline = DocumentPipeline(compile_policy("hipaa-safe-harbor"), b"k" * 32, 2024)
    invitation = (
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:77120@sthelens.example\r\nDTSTAMP:20240311T094512Z\r\n"
        "DTSTART:20240318T140000Z\r\nSUMMARY:Biopsy of Harold Vance (MRN 00731942)\r\nLOCATION:1450 Larkspur Lane\\, Peoria\r\n"
        "ATTENDEE;CN=Rosalind Vance:mailto:rvance@peoria.example\r\nDESCRIPTION:Call 309-555-0142 before the biopsy.\r\n"
        "END:VEVENT\r\nEND:VCALENDAR\r\n"
    )
    written = pipeline.release(Source("000001", "", "a.ics"), invitation.encode()).content.decode()
    for gone in (
        "77120",
        "0311",
        "0318",
        "Harold",
        "Vance",
        "00731942",
        "Larkspur",
        "Peoria",
        "rvance",
        "0142",
    ):
        assert gone not in written
    assert (
        "Biopsy of" in written and "before the biopsy." in written and "DTSTART:20240101T000000Z" in written
    )


def test_a_contact_keeps_its_form_alone() -> None:
    pipeline = DocumentPipeline(compile_policy("hipaa-safe-harbor"), b"k" * 32, 2024)
    card = (
        "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:li bo\r\nN:bo;li;;;\r\nTEL;TYPE=cell:ext 4471\r\nEMAIL:lb@x.example\r\n"
        "ADR:;;12 Main;Pekin;IL;61554;\r\nBDAY:19620315\r\nEND:VCARD\r\n"
    )
    written = pipeline.release(Source("000001", "", "a.vcf"), card.encode()).content.decode()
    for gone in ("li bo", "N:bo", "4471", "lb@", "12 Main", "Pekin", "61554", "0315"):
        assert gone not in written
    assert "BDAY:19620101" in written and written.startswith("BEGIN:VCARD\r\nVERSION:4.0\r\nFN:")

"""Files with structure: pages, calendars, clinical documents. What is removed stands nowhere in them."""

from __future__ import annotations

from collections.abc import Sequence

from tests.conformance.covered_pages import COVERED, WORD, made
from tests.integration.field_cases import FieldCase

_TOLD = (
    "<p>Seen on <b>1951-07-29</b>. MRN 88310427, phone 617-555-0182, SSN 219-09-9871.</p>"
    "<p>The weather was fine.</p>"
)


def _page(
    name: str, body: str, gone: tuple[str, ...], stays: tuple[str, ...] = ("The weather",)
) -> FieldCase:
    page = f"<!DOCTYPE html><html><head><title>x</title></head><body>{_TOLD}{body}</body></html>"
    return FieldCase(f"page: {name}", page, gone, stays, ".html")


def _event(name: str, *lines: str, gone: tuple[str, ...], stays: tuple[str, ...] = ()) -> FieldCase:
    head = ("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//x//y//EN", "BEGIN:VEVENT", "UID:1@x.example")
    content = "\r\n".join((*head, "SUMMARY:A visit", *lines, "END:VEVENT", "END:VCALENDAR", ""))
    return FieldCase(f"calendar: {name}", content, gone, ("SUMMARY:A visit", *stays), ".ics")


PAGES: Sequence[FieldCase] = [
    _page("a field's last date", '<input type=date max="1951-07-29">', ("07-29",)),
    _page("a meter", '<meter low="88310427" high="6175550182" value=3>x</meter>', ("88310427", "6175550182")),
    _page("rows", '<table><tr><td rowspan="88310427">a</td></tr></table>', ("88310427",)),
    _page("a slider", '<div aria-valuemax="29 July 1951">a</div>', ("29 July",)),
    _page("lengths", '<p style="margin:219px 09px 9871px">a</p>', ("219px",)),
    _page("a width", '<p style="width:1951-07-29">a</p>', ("07-29",)),
    _page("a drawing", '<svg viewBox="617 555 0182 1"><path d="M219 09L9871 2"/></svg>', ("617 555", "M219")),
    _page("dashes", '<svg><line stroke-dasharray="617,555,0182" x1="1"/></svg>', ("617",), ('x1="1"',)),
    _page("a week", '<time datetime="1951-W30">x</time>', ("W30",)),
    _page("a day of a year", '<time datetime="1951-210">x</time>', ("1951-210",)),
    _page("a month", '<time datetime="1951-07">x</time>', ("1951-07",)),
    _page("a day without a year", '<time datetime="--07-29">x</time>', ("07-29",)),
    _page("such a day, short", '<time datetime="07-29">x</time>', ("07-29",)),
    _page("a name as a language", '<p lang="bob-John">a</p>', ("John",)),
    _page(
        "what lays out stays",
        '<table width="100%" border=0><tr><td colspan=2 style="padding:0 12px 4.5em">a</td></tr></table>'
        '<svg viewBox="0 0 24 24"><path d="M12 2l3.09 6.26L22 9.27"/></svg><input type=number min=0 max=10>',
        (),
        ('width="100%"', "colspan=2", "padding:0 12px 4.5em", 'd="M12 2l3.09 6.26L22 9.27"', "max=10"),
    ),
]
EVENTS: Sequence[FieldCase] = [
    _event(
        "month and day", "DTSTART;VALUE=DATE:19510729", "RRULE:FREQ=YEARLY;BYMONTH=7;BYMONTHDAY=29",
        gone=("0729", "BYMONTH"), stays=("RRULE:FREQ=YEARLY",),
    ),
    _event(
        "a weekday of a month", "DTSTART;VALUE=DATE:19510729", "RRULE:FREQ=YEARLY;BYMONTH=7;BYDAY=5SU",
        gone=("BYMONTH", "5SU"), stays=("RRULE:FREQ=YEARLY",),
    ),
    _event(
        "the day of a year", "DTSTART;VALUE=DATE:19510729", "RRULE:FREQ=YEARLY;BYYEARDAY=210", gone=("210",)
    ),
    _event(
        "the end of a series", "DTSTART:20240304T100000Z", "RRULE:FREQ=WEEKLY;UNTIL=20240729T100000Z",
        gone=("0729", "0304"), stays=("RRULE:FREQ=WEEKLY",),
    ),
    _event("a rule without a start", "RRULE:FREQ=YEARLY;BYMONTH=7;BYMONTHDAY=29", gone=("BYMONTH",)),
    _event(
        "the zone of a county", "DTSTART;TZID=America/Indiana/Tell_City:20240304T100000", gone=("Tell_City",)
    ),
    _event(
        "what is no date stays", "DTSTART:20240304T100000Z", "RRULE:FREQ=DAILY;COUNT=10;INTERVAL=2",
        gone=("0304",), stays=("RRULE:FREQ=DAILY;COUNT=10;INTERVAL=2",),
    ),
]  # fmt: skip


def _mail(name: str, body: str, gone: tuple[str, ...], stays: tuple[str, ...], head: str = "") -> FieldCase:
    content = (
        f"From: a@b.example\r\nTo: c@d.example\r\n{head}Subject: note\r\nMIME-Version: 1.0\r\n"
        f"Content-Type: text/plain; charset=utf-8\r\n\r\n{body}\r\n"
    )
    return FieldCase(f"mail: {name}", content, gone, stays, ".eml")


_CALL = "Please call 617-555-0182."
MAILS: Sequence[FieldCase] = [
    _mail(
        "a plain body of HTML", f"<html><body><p>{_CALL}</p></body></html>", ("617-555",), ("Please call",)
    ),
    _mail(
        "a plain body that is a card",
        "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Adelheid Mornington\r\nTEL:617-555-0182\r\nEND:VCARD",
        ("Mornington", "617-555"),
        ("BEGIN:VCARD",),
    ),
    _mail(
        "a plain body of messages",
        "MSH|^~\\&|A|B|C|D|20240312||ORU^R01|1|P|2.5\r\nPID|1||88310427||Mornington^Adelheid",
        ("88310427", "Mornington"),
        ("MSH|",),
    ),
    _mail(
        "an address inside a name",
        "Fine.",
        ("secret@", "real@"),
        ('Reply-To: "[PERSON] <[EMAIL]>" <[EMAIL]>',),
        "Reply-To: =?utf-8?q?Anna_=3Csecret=40hidden=2Eexample=3E?= <real@z.example>\r\n",
    ),
]
_SOFT_BREAKS = (
    "BEGIN:VCARD\r\nVERSION:2.1\r\nFN:Adelheid Mornington\r\nTEL;WORK;VOICE:617-555-0182\r\n"
    "ADR;HOME;ENCODING=QUOTED-PRINTABLE:;;12 Long=20=\r\nAcre=20Lane;Selden;;;\r\n"
    "NOTE:Likes tea.\r\nEND:VCARD\r\n"
)
_HARMLESS = "The weather was fine today and the meeting ended early."
_CLINICAL = """<?xml version="1.0"?>
<ClinicalDocument xmlns="urn:hl7-org:v3"><typeId root="2.16.840.1.113883.1.3" extension="POCD_HD000040"/>
<id root="2.999.7" extension="1"/><recordTarget><patientRole><id root="2.999.8" extension="{number}"/>
<patient><name><given>Adelheid</given><family>Mornington</family></name></patient></patientRole></recordTarget>
<component><structuredBody><component><section><text>Seen.</text></section></component></structuredBody></component>
</ClinicalDocument>"""

CASES: Sequence[FieldCase] = [
    FieldCase(
        "words under a box on a page",
        made(COVERED["a black rectangle"]),
        gone=(WORD,),
        stays=("The ledger names",),
        suffix=".pdf",
    ),
    *PAGES,
    *EVENTS,
    *MAILS,
    FieldCase(
        "messages in a text file",
        "MSH|^~\\&|A|B|C|D|20240312||ORU^R01|1|P|2.5\rPID|1||88310427||Mornington^Adelheid\r",
        ("88310427", "Mornington"),
        ("MSH|",),
    ),
    FieldCase("soft breaks in a card", _SOFT_BREAKS, ("Mornington", "Acre", "617"), ("Likes tea.",), ".vcf"),
    *(
        FieldCase(
            f"a record number of {len(number)} digits",
            _CLINICAL.format(number=number),
            gone=(f'"{number}"', "Mornington"),
            stays=("Seen.",),
            suffix=".xml",
        )
        for number in ("48213", "771902")
    ),
    *(
        FieldCase(f"harmless {suffix} under {policy}", content, (), (_HARMLESS,), suffix, policy)
        for policy in ("us-state-hiv-std", "gdpr-special-categories")
        for suffix, content in (
            (".vtt", f"WEBVTT\n\n00:01.000 --> 00:02.000\n{_HARMLESS}\n"),
            (".hl7", f"MSH|^~\\&|A|B|C|D|20240312||ORU^R01|1|P|2.5\rPID|1\rOBX|1|TX|x||{_HARMLESS}||||||F\r"),
            (
                ".ics",
                "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//y//EN\r\nBEGIN:VEVENT\r\nUID:1\r\n"
                "DTSTART;TZID=America/New_York:20240304T100000\r\nSTATUS:CONFIRMED\r\nTRANSP:OPAQUE\r\n"
                f"SUMMARY:{_HARMLESS}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
            ),
        )
    ),
]

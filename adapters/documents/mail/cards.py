"""Calendars (iCalendar) and contacts (vCard): known properties are written anew, all others leave."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from zoneinfo import available_timezones

from adapters.documents.faults import malformed, too_deep
from adapters.documents.layout import Layout, Run
from adapters.documents.mail.content_lines import ContentLine, components, content_lines, escaped, plain
from adapters.documents.settings import DEFAULT, Settings
from adapters.documents.text.controls import require_none
from adapters.documents.text.encoding import Decoded, decode, stream_text
from adapters.documents.text.source import Escape, Slice, SourceDocument
from engine.ports import OpenDocument
from engine.text import CellPlace, RawText, SensitiveText

_DATE = re.compile(r"\d{4}-?\d\d-?\d\d(?:T\d\d:?\d\d:?\d\dZ?)?")
_YEAR = re.compile(r"(?:19|20)\d\d")
_NO_YEAR = "1970"
_MARKUP = re.compile(
    r"(?:BEGIN|END):V[A-Z]{4,8}|VERSION:\d\.\d|PRODID:-//released//EN|UID:event-\d{1,6}|RRULE:[A-Z\d=;,+-]+"
    r"|(?:STATUS|TRANSP|CLASS|METHOD|CALSCALE|ACTION):[A-Z-]+"
)
"""Lines of which every word is one of the format."""
_WRITTEN_YEAR = re.compile(r"((?:19|20)\d\d)0101(?:T000000Z?)?")
"""How a year is written, as that of New Year's Day itself."""
_PERIOD = r"[+-]?P(?:\d{1,3}W|(?:\d{1,3}D)?(?:T(?:\d{1,3}H)?(?:\d{1,3}M)?(?:\d{1,3}S)?)?)"
_RULE = re.compile(
    r"FREQ=(?:SECONDLY|MINUTELY|HOURLY|DAILY|WEEKLY|MONTHLY|YEARLY)|(?:COUNT|INTERVAL)=\d{1,3}|WKST=(?:MO|SU)"
)
"""What a rule says that is no part of a date."""
_RULED_DATE = re.compile(
    r"BYDAY=(?:,?[+-]?\d{0,2}(?:MO|TU|WE|TH|FR|SA|SU)){1,7}|UNTIL=\d{8}(?:T\d{6}Z?)?"
    r"|BY(?:YEARDAY|WEEKNO|MONTH|MONTHDAY|HOUR|MINUTE|SECOND|SETPOS)=(?:,?-?\d{1,3}){1,31}"
)
"""What it says of dates: it goes where the date goes on which its series begins."""
_PARAMETERS = {
    "VALUE": re.compile("DATE|DATE-TIME|TEXT|URI|DURATION"),
    "TYPE": re.compile(
        "(?i:(?:,?(?:home|work|cell|fax|pager|voice|text|video|pref|internet|main|other)){1,6})"
    ),
    "PREF": re.compile(r"\d{1,2}"),
    "ROLE": re.compile("CHAIR|REQ-PARTICIPANT|OPT-PARTICIPANT|NON-PARTICIPANT"),
    "PARTSTAT": re.compile("NEEDS-ACTION|ACCEPTED|DECLINED|TENTATIVE|DELEGATED|COMPLETED"),
    "CUTYPE": re.compile("INDIVIDUAL|GROUP|RESOURCE|ROOM|UNKNOWN"),
    "RSVP": re.compile("TRUE|FALSE"),
    "RELATED": re.compile("START|END"),
}


@dataclass(frozen=True, slots=True)
class _Grammar:
    """What an object may hold.

    Parameters
    ----------
    outer : str
        Name of the outermost component.
    inner : frozenset of str
        Names of components inside it; any other leaves whole.
    closed : mapping
        Properties that lay it out, with the values they may have; another value leaves with its line.
    texts, dates : mapping
        Properties that are searched, with the name by which a column of them is known, empty for plain text.
    fixed : mapping
        Properties whose value is written anew.
    """

    outer: str
    inner: frozenset[str]
    closed: Mapping[str, re.Pattern[str]]
    texts: Mapping[str, str]
    dates: Mapping[str, str]
    fixed: Mapping[str, str] = field(default_factory=dict)


_CONTACTS = _Grammar(
    "VCARD",
    frozenset(),
    {
        "VERSION": re.compile(r"[234]\.\d"),
        "KIND": re.compile("(?i:individual|group|org|location)"),
        "GENDER": re.compile("[MFONU]?"),
        "LANG": re.compile("[a-z]{2}(?:-[A-Z]{2})?"),
    },
    {
        **dict.fromkeys(("FN", "N", "NICKNAME"), "person name"),
        **dict.fromkeys(("ADR", "LABEL"), "street address"),
        **dict.fromkeys(("NOTE", "TITLE", "ROLE", "CATEGORIES", "RELATED"), ""),
        "TEL": "phone number",
        "EMAIL": "email",
        "IMPP": "email",
        "URL": "url",
        "GEO": "coordinates",
        "ORG": "employer name",
    },
    {"BDAY": "date of birth", "ANNIVERSARY": "date", "DEATHDATE": "date of death"},
)
_CALENDAR = _Grammar(
    "VCALENDAR",
    frozenset({"VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "VALARM"}),
    {
        "VERSION": re.compile(r"2\.0"),
        "CALSCALE": re.compile("GREGORIAN"),
        "METHOD": re.compile("PUBLISH|REQUEST|REPLY|ADD|CANCEL|REFRESH|COUNTER|DECLINECOUNTER"),
        "STATUS": re.compile("TENTATIVE|CONFIRMED|CANCELLED|NEEDS-ACTION|COMPLETED|IN-PROCESS|DRAFT|FINAL"),
        "TRANSP": re.compile("OPAQUE|TRANSPARENT"),
        "CLASS": re.compile("PUBLIC|PRIVATE|CONFIDENTIAL"),
        "PRIORITY": re.compile(r"\d"),
        "SEQUENCE": re.compile(r"\d{1,3}"),
        "PERCENT-COMPLETE": re.compile(r"\d{1,3}"),
        "DURATION": re.compile(_PERIOD),
        "TRIGGER": re.compile(_PERIOD),
        "REPEAT": re.compile(r"\d{1,2}"),
        "ACTION": re.compile("DISPLAY|AUDIO"),
    },
    {
        **dict.fromkeys(("SUMMARY", "DESCRIPTION", "LOCATION", "COMMENT", "CATEGORIES", "RESOURCES"), ""),
        **dict.fromkeys(("ATTENDEE", "ORGANIZER"), "email"),
        "CONTACT": "contact name",
        "URL": "url",
        "GEO": "coordinates",
    },
    dict.fromkeys(("DTSTART", "DTEND", "DUE", "COMPLETED", "DTSTAMP", "RECURRENCE-ID"), "date"),
    {"PRODID": "-//released//EN"},
)


class Cards:
    """Contacts (vCard): names, addresses, numbers and notes are parts; all else leaves.

    Parameters
    ----------
    settings : Settings
        Size and nesting limits, and the encoding of files that are not UTF-8.
    """

    name = "vcf"
    suffixes: Sequence[str] = (".vcf", ".vcard")
    _grammar = _CONTACTS

    def __init__(self, settings: Settings = DEFAULT) -> None:
        self._settings = settings

    def open(self, document_id: str, content: bytes) -> OpenDocument:
        """Open a file; DOC003-DOC006, DOC007 a line that is none, components that do not end."""
        decoded = decode(document_id, content, self._settings)
        require_none(document_id, decoded.text)
        written = _Written(document_id, self.name, self._grammar, self._settings.max_depth)
        lines = list(content_lines(document_id, self.name, decoded.text))
        begun = _begun(lines)
        for number, line in enumerate(lines):
            written.add(line, begun.get(number, ""))
        return written.document()

    def read_back(self, content: bytes) -> Sequence[SensitiveText]:
        """Every line, before and after its first colon: as it stands, resolved, and by components.

        Names of components and properties say nothing of their own.

        The first day of a year is read as the year that it is written for.
        """
        texts: list[str] = []
        for line in re.sub(r"\r?\n[ \t]", "", stream_text(content, self._settings)).splitlines():
            if _MARKUP.fullmatch(line):
                texts.append(RawText(line))
                continue
            before, _, value = line.partition(":")
            value = _WRITTEN_YEAR.sub(r"\1", value) if _WRITTEN_YEAR.fullmatch(value) else value
            resolved = (
                value.replace("\\n", "\n").replace("\\,", ",").replace("\\;", ";").replace("\\\\", "\\")
            )
            name, _, parameters = before.partition(";")
            named = name if name.upper().startswith("X-") else RawText(name)
            texts += [
                named,
                *map(_parameter, parameters.split(";")),
                value,
                resolved,
                value.replace(";", " "),
            ]
        return [SensitiveText(text) for text in texts if text.strip()]


class Calendar(Cards):
    """Calendars (iCalendar): summaries, descriptions, places, people and dates are parts."""

    name = "ics"
    suffixes: Sequence[str] = (".ics",)
    _grammar = _CALENDAR


class _Written:
    """The file as it will be written, with its parts, built line by line."""

    def __init__(self, document_id: str, format_name: str, grammar: _Grammar, max_depth: int) -> None:
        self._id, self._format, self._grammar, self._max_depth = document_id, format_name, grammar, max_depth
        self._layout: Layout[Slice] = Layout()
        self._pieces: list[str] = []
        self._length = 0
        self._open: list[str] = []
        self._unknown = 0
        self._rows: Counter[str] = Counter()
        self._columns: dict[str, int] = {}
        self._ids: dict[str, int] = {}

    def add(self, line: ContentLine, begun: str = "") -> None:
        """Write one line, or leave it out; the series of a rule has `begun` on some day."""
        if line.name in ("BEGIN", "END"):
            self._component(line)
        elif not self._open:
            raise malformed(self._id, self._format, "a line outside of any component")
        elif not self._unknown:
            self._property(line, begun)

    def document(self) -> SourceDocument:
        """What was written."""
        if self._open or not self._pieces:
            raise malformed(self._id, self._format, "a component that does not end, or none")
        decoded = Decoded("".join(self._pieces), "utf-8")
        return SourceDocument(self._layout.document(self._id), decoded, self._layout)

    def _component(self, line: ContentLine) -> None:
        name = line.value.strip().upper()
        if line.name == "BEGIN":
            self._open.append(name)
            if len(self._open) > self._max_depth:
                raise too_deep(self._id, self._max_depth)
            self._unknown += self._unknown > 0 or not self._is_known(name)
            if not self._unknown:
                self._write(f"BEGIN:{name}\r\n")
            return
        if not self._open or self._open.pop() != name:
            raise malformed(self._id, self._format, "components that cross")
        if self._unknown:
            self._unknown -= 1
        else:
            self._write(f"END:{name}\r\n")

    def _is_known(self, name: str) -> bool:
        if len(self._open) == 1:
            if name != self._grammar.outer:
                raise malformed(self._id, self._format, "a component of another kind")
            return True
        return name in self._grammar.inner

    def _property(self, line: ContentLine, begun: str) -> None:
        name, grammar = line.name, self._grammar
        if any(
            key == "ENCODING" or value.upper() in ("BASE64", "QUOTED-PRINTABLE")
            for key, value in line.parameters
        ):
            return
        if name in grammar.fixed:
            self._write(f"{name}:{grammar.fixed[name]}\r\n")
        elif name == "UID" and grammar is _CALENDAR:
            self._write(f"UID:event-{self._ids.setdefault(line.value, len(self._ids) + 1)}\r\n")
        elif name in grammar.closed:
            if grammar.closed[name].fullmatch(line.value):
                self._write(f"{_head(line)}:{line.value}\r\n")
        elif name == "RRULE" and grammar is _CALENDAR:
            self._rule(line, begun)
        elif name in grammar.dates and _DATE.fullmatch(line.value):
            self._text(line, [line.value], grammar.dates[name], _dated(line.value))
        elif name in grammar.dates:
            self._text(line, [line.value], grammar.dates[name], escaped)
        elif name in grammar.texts:
            self._text(line, components(line.value), grammar.texts[name], escaped)

    def _rule(self, line: ContentLine, begun: str) -> None:
        """A rule of recurrence: what it says of dates stands in the text as the day its series begins."""
        parts = line.value.split(";")
        if not all(_RULE.fullmatch(part) or _RULED_DATE.fullmatch(part) for part in parts):
            return
        self._write("RRULE:" + ";".join(part for part in parts if _RULE.fullmatch(part)))
        start = self._length
        ruled = "".join(f";{part}" for part in parts if begun and _RULED_DATE.fullmatch(part))
        self._write(f"{ruled}\r\n")
        if ruled:
            slot = Slice(start, start + len(ruled), lambda _: "", whole=True)
            self._layout.add("value", [Run(begun, slot)], "date", self._place("date"))

    def _text(self, line: ContentLine, values: Sequence[str], column: str, escape: Escape) -> None:
        """A property whose value is a part; its components stand in it one after the other."""
        self._write(f"{_head(line)}:")
        runs: list[Run[Slice]] = []
        for number, value in enumerate(values):
            if number:
                runs.append(Run(";", None))
                self._write(";")
            text, start = plain(value), self._length
            self._write(escaped(text) if escape is escaped else text)
            if text:
                runs.append(Run(text, Slice(start, self._length, escape, whole=True)))
        self._write("\r\n")
        self._layout.add(
            "value", runs if any(run.place for run in runs) else [], column or line.name, self._place(column)
        )

    def _place(self, column: str) -> CellPlace | None:
        if not column:
            return None
        self._rows[column] += 1
        number = self._columns.setdefault(column, len(self._columns))
        return CellPlace(0, self._rows[column] - 1, number, by_path=True)

    def _write(self, text: str) -> None:
        self._pieces.append(text)
        self._length += len(text)


def _parameter(text: str) -> str:
    """A parameter as the second reader gives it: the name of a time zone says nothing of its own."""
    return RawText(text) if re.fullmatch(r"TZID=[\w/+-]+", text) else text


def _begun(lines: Sequence[ContentLine]) -> dict[int, str]:
    """For each line with a rule of recurrence, when the series of its component begins."""
    rules: dict[int, int] = {}
    starts: dict[int, str] = {}
    around: list[int] = [-1]
    for number, line in enumerate(lines):
        if line.name == "BEGIN":
            around.append(number)
        elif line.name == "END" and len(around) > 1:
            around.pop()
        elif line.name == "DTSTART":
            starts[around[-1]] = line.value
        elif line.name == "RRULE":
            rules[number] = around[-1]
    return {number: starts.get(component, "") for number, component in rules.items()}


def _head(line: ContentLine) -> str:
    """The name with the parameters of the closed vocabulary; a zone of a county names too small a place."""
    kept = [
        f";{key}={value}"
        for key, value in line.parameters
        if (key in _PARAMETERS and _PARAMETERS[key].fullmatch(value))
        or (key == "TZID" and value.count("/") < 2 and value in available_timezones())
    ]
    return line.name + "".join(kept)


def _dated(before: str) -> Escape:
    """How a date is written: a year alone as its first day, what is no date as a day of 1970."""
    time = f"T000000{'Z' if before.endswith('Z') else ''}" if "T" in before else ""

    def write(text: str) -> str:
        year = text if _YEAR.fullmatch(text) else _NO_YEAR
        return f"{year}0101{time}"

    return write

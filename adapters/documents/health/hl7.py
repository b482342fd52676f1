"""HL7 version 2 messages: every field is a part, named by the segment's definition where that identifies."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from adapters.documents.faults import malformed
from adapters.documents.health.hl7_fields import CODED, FIELDS, SHOWN
from adapters.documents.layout import Layout, Run
from adapters.documents.settings import DEFAULT, Settings
from adapters.documents.text.controls import NOT_IN_LINES, require_none
from adapters.documents.text.encoding import decode, stream_text
from adapters.documents.text.source import Escape, Slice, SourceDocument
from engine.catalog.public_codes import is_public
from engine.catalog.regions import COUNTRIES, STATES
from engine.ports import OpenDocument
from engine.text import CellPlace, RawText, SensitiveText, Term

_LINE = re.compile(r"[^\r\n]+")
_SEGMENT = re.compile(r"[A-Z][A-Z0-9]{2}")
_HEADERS = frozenset({"MSH", "FHS", "BHS"})
_STAMP = re.compile(r"((?:19|20)\d\d)(\d\d)(\d\d)(?:[0-2]\d(?:[0-5]\d){0,2}(?:\.\d{1,4})?)?(?:[+-]\d{4})?")
_ASKED = re.compile(r"@([A-Z][A-Z0-9]{2})\.(\d{1,2})(?:\.\d{1,2}){0,2}(?![\w.])")
"""The field that a query asks for, before the value (chapter 5.9.2): ``@PID.5.1^SMITH``."""
_DATE, _BIRTH_PLACE = "date", "birth place"
_ADDRESS, _STATE_AT, _COUNTRY_AT = "street address", 3, 5
"""An address, and where its State and country stand (chapter 2A, XAD)."""
_STATES = frozenset({*STATES, *STATES.values()})
_CHECKED = frozenset({"LN", "SCT"})
"""Lists whose codes a check digit tells."""
_TERM = "type"
"""What a column of concepts is called where the segment's definition has no word for it."""


@dataclass(frozen=True, slots=True)
class Marks:
    """What divides the fields, components, repetitions and subcomponents of a message, and escapes these."""

    field: str = "|"
    component: str = "^"
    repetition: str = "~"
    escape: str = "\\"
    subcomponent: str = "&"

    @property
    def named(self) -> dict[str, str]:
        """The marks by the letters of their escapes (chapter 2.7)."""
        return {
            "F": self.field,
            "S": self.component,
            "R": self.repetition,
            "E": self.escape,
            "T": self.subcomponent,
        }


class Hl7:
    """HL7 version 2 messages, one or many in a file.

    Each repetition of a field is a part: its components stand in it as they do in the message, so that a
    name is one text. Fields that identify by their definition are columns of that name. Segments, marks,
    numbers of fields and line ends stay as they are.

    Parameters
    ----------
    settings : Settings
        Size limit, and the encoding of files that are not UTF-8.
    """

    name = "hl7"
    suffixes: Sequence[str] = (".hl7",)

    def __init__(self, settings: Settings = DEFAULT) -> None:
        self._settings = settings

    def open(self, document_id: str, content: bytes) -> OpenDocument:
        """Open a file; DOC003-DOC005, DOC007 a line that is no segment."""
        decoded = decode(document_id, content, self._settings)
        require_none(document_id, decoded.text)
        layout: Layout[Slice] = Layout()
        rows: Counter[str] = Counter()
        columns: dict[str, int] = {}
        for segment, number, start, end, marks in _fields(document_id, decoded.text):
            for repetition in _pieces(decoded.text, start, end, marks.repetition):
                text = decoded.text[slice(*repetition)]
                name = _called(segment, number, text)
                path = f"{segment}-{number}"
                place = CellPlace(0, rows[path], columns.setdefault(path, len(columns)), by_path=True)
                rows[path] += 1
                kept, term = _coded(segment, number, text, marks)
                layout.public_codes.update(_codes_in(text, kept, marks))
                if term == "public":
                    name = CODED.get(segment, {}).get(number, _TERM)
                regions = _regions(name, text, marks)
                runs = _runs(decoded.text, *repetition, marks, {*kept, *regions})
                layout.add("value", runs, name or path, place._replace(term=term) if name or term else None)
                for at, region, run in _apart(decoded.text, *repetition, marks, regions):
                    column = columns.setdefault(f"{path}.{at}", len(columns))
                    layout.add("value", [run], region, place._replace(column=column))
        return SourceDocument(layout.document(document_id), decoded, layout)

    def read_back(self, content: bytes) -> Sequence[SensitiveText]:
        """Every field by splitting lines at the marks that the header declares: whole, and by components."""
        texts: list[str] = []
        marks = Marks()
        for line in stream_text(content, self._settings).replace("\r", "\n").split("\n"):
            if line[:3] in _HEADERS:
                marks = Marks(*line[3:8])
                line = line[:3] + line[8:]
            texts.append(RawText(line[:3]))  # the name of its segment
            for field in line[3:].split(marks.field):
                for piece in field.split(marks.repetition):
                    components = re.split(f"[{re.escape(marks.component + marks.subcomponent)}]", piece)
                    plain = [_plain(component, marks) for component in components]
                    texts += [*plain, " ".join(plain)] if len(plain) > 1 else plain
        return [SensitiveText(text) for text in texts if text.strip()]


def _fields(document_id: str, source: str) -> Iterator[tuple[str, int, int, int, Marks]]:
    """Segment, number, start and end of every field that is no mark, with the marks of its message."""
    marks: Marks | None = None
    for line in _LINE.finditer(source):
        segment, after = line[0][:3], line[0][3:4]
        if segment in _HEADERS:
            marks = _marks(document_id, line[0])
        if marks is None or not _SEGMENT.fullmatch(segment) or after not in ("", marks.field):
            raise malformed(document_id, "HL7", "a line that is no segment of a message")
        skipped = 2 if segment in _HEADERS else 0
        pieces = _pieces(source, line.start() + 4, line.end(), marks.field)
        for number, (start, end) in enumerate(pieces, 1 + bool(skipped)):
            if number > skipped:
                yield segment, number, start, end, marks
    if marks is None:
        raise malformed(document_id, "HL7", "a file without a message")


def _marks(document_id: str, header: str) -> Marks:
    """The marks that a header declares: five characters, none a letter or digit, no two the same."""
    declared = header[3:8]
    field = declared[:1]
    if len(set(declared)) != 5 or any(mark.isalnum() or mark.isspace() for mark in declared):
        raise malformed(document_id, "HL7", "a header without its marks")
    if header[8:9] not in ("", field, "#"):
        raise malformed(document_id, "HL7", "a header with other marks")
    return Marks(*declared)


def _pieces(source: str, start: int, end: int, mark: str) -> Iterator[tuple[int, int]]:
    """The stretches of [start, end) between marks."""
    while start <= end:
        at = source.find(mark, start, end)
        stop = end if at < 0 else at
        yield start, stop
        start = stop + 1


def _called(segment: str, number: int, text: str) -> str:
    """What the definition calls the field, or the one that a query asks for in it."""
    asked = _ASKED.match(text) if segment == "QPD" else None
    return _name(asked[1], int(asked[2]), text) if asked else _name(segment, number, text)


def _name(segment: str, number: int, text: str) -> str:
    """What the definition calls the field, if that tells; a time stamp is a date in any field.

    What a query says about a person is placed by the kind of query: a field that begins with a mark names
    authorities that answer.
    """
    if segment == "QPD" and not text[:1].isalnum():
        return ""
    name = FIELDS.get(segment, {}).get(number) or CODED.get(segment, {}).get(number)
    return name or (_DATE if _is_stamp(text) else "")


def _is_stamp(text: str) -> bool:
    found = _STAMP.fullmatch(text)
    if found is None:
        return False
    try:
        date(int(found[1]), int(found[2]), int(found[3]))
    except ValueError:
        return False
    return True


def _regions(name: str, text: str, marks: Marks) -> dict[int, str]:
    """Components of an address that are a State or a country, by the lists of them, and what they are called.

    Anything else in their places is part of the address.
    """
    if name != _ADDRESS:
        return {}
    pieces = dict(enumerate(text.split(marks.component)))
    found = {
        _STATE_AT: ("state", pieces.get(_STATE_AT, "") in _STATES),
        _COUNTRY_AT: ("country", pieces.get(_COUNTRY_AT, "") in COUNTRIES),
    }
    return {at: called for at, (called, is_one) in found.items() if is_one}


def _apart(
    source: str, start: int, end: int, marks: Marks, regions: Mapping[int, str]
) -> Iterator[tuple[int, str, Run[Slice]]]:
    """The components that are a State or a country, and what they are called."""
    for at, piece in enumerate(_pieces(source, start, end, marks.component)):
        if at in regions:
            yield at, regions[at], Run(source[slice(*piece)], Slice(*piece, _escaping(marks)))


def _codes_in(text: str, kept: Collection[int], marks: Marks) -> Iterator[str]:
    """The codes in components that are kept."""
    pieces = text.split(marks.component)
    yield from (code.strip() for at in kept for code in pieces[at].split(marks.subcomponent))


def _is_of_list(named: str, code: str, marks: Marks) -> bool:
    """Whether a component holds a code of the list that is named, or several whose check digits tell it."""
    codes = code.split(marks.subcomponent)
    if len(codes) > 1 and named.strip() not in _CHECKED:
        return False
    return all(is_public(named.strip(), one.strip()) for one in codes)


def _coded(segment: str, number: int, text: str, marks: Marks) -> tuple[set[int], Term]:
    """Components that are codes of public lists or name these, and whether the lists show the others.

    A coded element is a code, what it shows, its list, and the same once more (chapter 2A). It may stand in
    any field but those that identify; a field for a date or a birth place that holds one is a field too far.
    """
    if segment == "QPD" and _ASKED.match(text):
        return {0}, ""
    if FIELDS.get(segment, {}).get(number, _DATE) not in (_DATE, _BIRTH_PLACE):
        return set(), ""
    pieces = text.split(marks.component)
    public = {
        first
        for first in (0, 3)
        if len(pieces) > first + 2 and _is_of_list(pieces[first + 2], pieces[first], marks)
    }
    kept = {place for first in public for place in (first, first + 2)}
    shown = {first + 1 for first in public}
    others = {place for place, piece in enumerate(pieces) if piece} - kept - shown
    if public and not others:
        return kept, "public"
    return kept, "free" if CODED.get(segment, {}).get(number) in SHOWN else ""


def _runs(source: str, start: int, end: int, marks: Marks, kept: Collection[int]) -> list[Run[Slice]]:
    """Components but for those that are kept, with the marks between them, which no change touches."""
    runs: list[Run[Slice]] = []
    at, number = start, 0
    for here in range(start, end + 1):
        if here == end or source[here] in (marks.component, marks.subcomponent):
            raw = source[at:here]
            if raw and number not in kept:
                whole = marks.escape in raw
                runs.append(Run(_plain(raw, marks), Slice(at, here, _escaping(marks), whole=whole)))
            if here < end:
                runs.append(Run(source[here], None))
            at = here + 1
            number += here < end and source[here] == marks.component
    return runs if any(run.place for run in runs) else []


def _plain(raw: str, marks: Marks) -> str:
    """Text with its escapes resolved; those that only lay it out are line ends or nothing."""
    if marks.escape not in raw:
        return raw
    mark = re.escape(marks.escape)
    return re.sub(f"{mark}([^{mark}]{{1,400}}){mark}", lambda found: _resolved(found[1], marks), raw)


def _resolved(code: str, marks: Marks) -> str:
    if code in marks.named:
        return marks.named[code]
    if code in (".br", ".sp", ".ce") or re.fullmatch(r"\.(?:sp|in|ti|sk)[+-]?\d{0,3}", code):
        return "\n"
    if code in ("H", "N", ".fi", ".nf"):
        return ""
    if code[0] in "XZ" and re.fullmatch(r"(?:[0-9A-Fa-f]{2})+", code[1:]):
        return bytes.fromhex(code[1:]).decode("utf-8", "replace")
    return f"{marks.escape}{code}{marks.escape}"


def _escaping(marks: Marks) -> Escape:
    """How text is written: marks by their letters, line ends as breaks."""
    letters = {mark: f"{marks.escape}{letter}{marks.escape}" for letter, mark in marks.named.items()}
    letters["\n"] = letters["\r"] = f"{marks.escape}.br{marks.escape}"
    return lambda text: "".join(letters.get(c, "" if NOT_IN_LINES.match(c) else c) for c in text)

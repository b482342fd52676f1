"""Content lines of iCalendar and vCard (RFC 5545, RFC 6350): names, parameters and values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from adapters.documents.faults import malformed

_FOLDED = re.compile(r"(?:\r\n|\r|\n)[ \t]")
_BREAK = r"(?:\r\n|\r|\n)"
_SOFT = re.compile(
    rf"^[^:\r\n]*;(?:ENCODING=)?QUOTED-PRINTABLE[^:\r\n]*:(?:[^\r\n]*={_BREAK})+",
    re.IGNORECASE | re.MULTILINE,
)
"""A value of vCard 2.1 over several lines, each but the last with a soft break (RFC 2045, 6.7)."""
_NAMED = re.compile(r"(?:[A-Za-z0-9-]{1,40}\.)?([A-Za-z][A-Za-z0-9-]{0,40})(?=[;:])")
_PARAMETER = re.compile(
    r';([A-Za-z0-9-]{1,40})(?:=((?:"[^"\r\n]*"|[^";:,\r\n]*)(?:,(?:"[^"\r\n]*"|[^";:,\r\n]*))*))?'
)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)


class ContentLine(NamedTuple):
    """One line, unfolded: its name and those of its parameters in capitals."""

    name: str
    parameters: Sequence[tuple[str, str]]
    value: str


def content_lines(document_id: str, format_name: str, source: str) -> Iterator[ContentLine]:
    """The lines of a file.

    Raises
    ------
    UnreadableError
        DOC007, for a line that is none.
    """
    joined = _SOFT.sub(lambda found: re.sub(rf"={_BREAK}", "", found[0]), source)
    for line in re.split(r"[\r\n]+", _FOLDED.sub("", joined)):
        if line.strip():
            yield _parsed(document_id, format_name, line)


def _parsed(document_id: str, format_name: str, line: str) -> ContentLine:
    named = _NAMED.match(line)
    if named is None:
        raise malformed(document_id, format_name, "a line without a name")
    at, parameters = named.end(), []
    while (found := _PARAMETER.match(line, at)) is not None:
        parameters.append((found[1].upper(), (found[2] or "").strip('"')))
        at = found.end()
    if line[at : at + 1] != ":":
        raise malformed(document_id, format_name, "a line without a value")
    return ContentLine(named[1].upper(), parameters, line[at + 1 :])


def plain(value: str) -> str:
    """A value with its escapes resolved."""
    return _ESCAPE.sub(lambda found: "\n" if found[1] in "nN" else found[1], value)


def escaped(text: str) -> str:
    """Text as a value holds it: one line, no mark of a list or structure."""
    text = re.sub(r"([\\;,])", r"\\\1", text)
    return re.sub(r"\r\n|\r|\n", r"\\n", text)


def components(value: str) -> list[str]:
    """The components of a structured value, divided at semicolons that are not escaped."""
    return re.split(r"(?<!\\);", value)

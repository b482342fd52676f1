"""Logs: messages are text, fields of lines (``user=jdoe``) are values named by their keys."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from adapters.documents.layout import Layout
from adapters.documents.settings import DEFAULT, Settings
from adapters.documents.text.controls import as_shown
from adapters.documents.text.delimited import table_delimiter
from adapters.documents.text.encoding import Decoded, decode
from adapters.documents.text.json_text import JsonLines
from adapters.documents.text.paths import PathColumns, shown_key
from adapters.documents.text.plain import PlainText
from adapters.documents.text.source import Slice, SourceDocument, literal
from engine.errors import UnreadableError
from engine.ports import OpenDocument
from engine.text import SensitiveText

_FIELD = re.compile(
    r"(?<![\w.=?&/\-])(?P<key>[A-Za-z_][\w.\-]{0,39})="
    r"(?:\"(?P<quoted>(?:[^\"\\\r\n]|\\.)*)\"|'(?P<single>[^'\r\n]*)'|(?P<plain>[^\s\"';,&|]+))"
)

_ACCOUNT = re.compile(
    r"(?:^[\w.:\-]+ \S+ (?=\S+ \[\d)|(?:/home/|/Users/|\\Users\\)"
    r"|\b(?:for|by) (?:invalid )?user | by (?=\S+\(uid=)|\b(?:password|publickey) for |\bsudo(?:\[\d+\])?: +)"
    r"(?!(?:root|nobody|www-data|Public|Shared|invalid)\b)(?P<name>[A-Za-z][\w.@\-]{0,39})(?![\w=])",
    re.MULTILINE,
)
"""Names of accounts that no key names: of web servers, log-ins, and folders of people."""
_USER = "user"
_DAY = r"\d{4}[-/.]\d\d[-/.]\d\d|\d\d[-/.]\d\d[-/.]\d{2,4}|\d{1,2}/[A-Z][a-z]{2}/\d{4}|[A-Z][a-z]{2} [ \d]\d"
_RECORD_END = re.compile(rf"\r?\n(?=[\[(<]?(?:{_DAY})[T ,:]{{1,2}}\d\d:\d\d)")
"""Where a line ends before one that begins with a date and a time: there a record ends."""


class Log:
    """Log files: of records of JSON, of columns, or of lines with messages and fields.

    The value of a field is a part named by its key, and stands in a column with all others of that key. So
    is the name of an account in the lines of web servers and log-ins, and in the paths of people's folders.
    What stands between fields is text, across lines up to the next that begins with a date and a time.

    Parameters
    ----------
    settings : Settings
        Size limit, encoding, columns that the policy names.
    """

    name = "log"
    suffixes: Sequence[str] = (".log",)

    def __init__(self, settings: Settings = DEFAULT) -> None:
        self._settings = settings

    def open(self, document_id: str, content: bytes) -> OpenDocument:
        """Open a file; DOC003 too large, DOC004 unknown encoding, DOC005 not text."""
        decoded = decode(document_id, content, self._settings, text_only=False)
        if self._is_of_records(decoded):
            return JsonLines(self._settings).open(document_id, content)
        decoded = replace(decoded, text=as_shown(document_id, decoded.text))
        has_parts = any(way.search(decoded.text) for way in (_FIELD, _ACCOUNT, _RECORD_END))
        if table_delimiter(decoded.text) is not None or not has_parts:
            return PlainText(self._settings).open(document_id, content)
        layout: Layout[Slice] = Layout()
        columns = PathColumns()
        for key, start, end in _with_accounts(decoded.text):
            run = literal(decoded.text, start, end)
            shown = shown_key(key, self._settings.columns) if key else ""
            layout.add("value" if key else "body", [run], shown, columns.next(key) if key else None)
        return SourceDocument(layout.document(document_id), decoded, layout)

    def read_back(self, content: bytes) -> Sequence[SensitiveText]:
        """The text; of records of JSON also what they hold."""
        texts = list(PlainText(self._settings).read_back(content))
        if self._is_of_records(decode("", content, self._settings, text_only=False)):
            texts += JsonLines(self._settings).read_back(content)
        return texts

    def _is_of_records(self, decoded: Decoded) -> bool:
        """Whether each line is an object of JSON."""
        lines = [line for line in decoded.text.split("\n") if line.strip()]
        if not lines or not all(line.lstrip().startswith("{") for line in lines):
            return False
        try:
            JsonLines(self._settings).open("", decoded.encode(decoded.text))
        except UnreadableError:
            return False
        return True


def _pieces(source: str) -> Iterator[tuple[str, int, int]]:
    """Values with their keys, and the text between them without one."""
    at = 0
    for field in _FIELD.finditer(source):
        group = next(name for name in ("quoted", "single", "plain") if field[name] is not None)
        yield "", at, field.start(group)
        yield field["key"], field.start(group), field.end(group)
        at = field.end(group)
    yield "", at, len(source)


def _with_accounts(source: str) -> Iterator[tuple[str, int, int]]:
    """The same, names of accounts in them by themselves."""
    names = [found.span("name") for found in _ACCOUNT.finditer(source)]
    for key, start, end in _pieces(source):
        for first, last in (name for name in names if start <= name[0] and name[1] <= end):
            yield from _records(source, key, start, first)
            yield _USER, first, last
            start = last
        yield from _records(source, key, start, end)


def _records(source: str, key: str, start: int, end: int) -> Iterator[tuple[str, int, int]]:
    """The text of each record by itself, so that nothing that is found goes over the end of one."""
    for line_end in _RECORD_END.finditer(source, start, end) if not key else ():
        if line_end.start() > start:
            yield key, start, line_end.start()
        start = line_end.end()
    if end > start:
        yield key, start, end

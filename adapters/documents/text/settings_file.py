"""Files of settings (ini, properties, env): values are parts named by section and key, keys are parts too."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from adapters.documents.layout import Edit, Layout, Run
from adapters.documents.settings import DEFAULT, Settings
from adapters.documents.text.controls import NOT_IN_LINES, require_none
from adapters.documents.text.encoding import decode, stream_text
from adapters.documents.text.paths import PathColumns, shown_key, unused
from adapters.documents.text.source import Slice, SourceDocument, literal
from engine.ports import OpenDocument
from engine.text import SensitiveText

_LINE = re.compile(r"[^\r\n]+")
_COMMENT = re.compile(r"[ \t]*[;#!]")
_SECTION = re.compile(r"[ \t]*\[(?P<key>[^\]\r\n]*)\]")
_ENTRY = re.compile(r"[ \t]*(?:export[ \t]+)?(?P<key>[^=:\s][^=:]*?)[ \t]*[=:][ \t]*")
_NOT_IN_KEYS = re.compile(r"[=:\[\];#!\s]+")


class _Entry(NamedTuple):
    """A value: the path above it, as it may be shown and whole, and where it stands."""

    shown: str
    raw: str
    start: int
    end: int


class SettingsFile:
    """Settings by lines: ``[section]``, ``key = value``, lines that go on.

    Values are parts named by their section and key, lines without a key are text. Sections and keys are
    parts too. Comments leave.

    Parameters
    ----------
    settings : Settings
        Size limit, encoding, columns that the policy names.
    """

    name = "ini"
    suffixes: Sequence[str] = (".ini", ".cfg", ".conf", ".properties", ".env")

    def __init__(self, settings: Settings = DEFAULT) -> None:
        self._settings = settings

    def open(self, document_id: str, content: bytes) -> OpenDocument:
        """Open a file; DOC003-DOC005."""
        decoded = decode(document_id, content, self._settings)
        source = decoded.text
        require_none(document_id, source)
        cuts: list[Edit] = []
        keys: dict[str, list[tuple[int, int]]] = {}
        layout: Layout[Slice] = Layout()
        columns = PathColumns()
        for entry in self._entries(source, keys, cuts):
            run = literal(source, entry.start, entry.end, _written)
            layout.add("value", [run], entry.shown, columns.next(entry.raw))
        taken = {key: key for key in keys}
        for key, places in keys.items():
            layout.add("key", [Run(key, _key_slice(key, places, taken))])
        return SourceDocument(layout.document(document_id), decoded, layout, cuts)

    def read_back(self, content: bytes) -> Sequence[SensitiveText]:
        """All lines, comments among them, by themselves and with those that go on; keys and values."""
        source = stream_text(content, self._settings)
        texts = [*source.splitlines(), *_parsed(source)]
        return [SensitiveText(text) for text in texts if text.strip()]

    def _entries(
        self, source: str, keys: dict[str, list[tuple[int, int]]], cuts: list[Edit]
    ) -> Iterator[_Entry]:
        """Values in their order; places of keys go into `keys`, comments into `cuts`."""
        section = ""
        waiting: _Entry | None = None
        for line in _LINE.finditer(source):
            if _COMMENT.match(line[0]):
                cuts.append(Edit(line.start(), line.end(), ""))
                continue
            if waiting and line[0][0] in " \t" and line[0].strip():
                waiting = waiting._replace(end=line.end())
                continue
            if waiting:
                yield from _divided(waiting, cuts)
            waiting = None
            found = _SECTION.match(line[0]) or _ENTRY.match(line[0])
            if found is None:
                yield _Entry(section, section, line.start(), line.end())
                continue
            key, start = found["key"], line.start()
            keys.setdefault(key, []).append((start + found.start("key"), start + found.end("key")))
            if found.re is _SECTION:
                section = key
                rest = (start + found.end(), line.end())
                yield _Entry("", "", *rest)
            else:
                waiting = self._entry(section, key, start + found.end(), line.end())
        if waiting:
            yield from _divided(waiting, cuts)

    def _entry(self, section: str, key: str, start: int, end: int) -> _Entry:
        names = [name for name in (section, key) if name]
        shown = ".".join(shown_key(name, self._settings.columns) for name in names)
        return _Entry(shown, ".".join(names), start, end)


def _divided(entry: _Entry, cuts: Sequence[Edit]) -> Iterator[_Entry]:
    """A value without the comments between its lines, which leave."""
    at = entry.start
    for cut in cuts:
        if entry.start <= cut.start < entry.end:
            yield entry._replace(start=at, end=cut.start)
            at = cut.end
    yield entry._replace(start=at)


def _key_slice(key: str, places: Sequence[tuple[int, int]], taken: dict[str, str]) -> Slice:
    def write(text: str) -> str:
        wanted = _NOT_IN_KEYS.sub("_", NOT_IN_LINES.sub("", text)) or "_"
        taken[key] = unused(wanted, {name for other, name in taken.items() if other != key}, "{}_{}")
        return taken[key]

    return Slice(*places[0], write, whole=True, repeats=tuple(places[1:]))


def _written(text: str) -> str:
    """Text of a value: no line of its own, nothing that begins a comment of a line."""
    return re.sub(r"[\r\n]+", " ", NOT_IN_LINES.sub("", text))


def _parsed(source: str) -> Iterator[str]:
    """Lines with those that go on behind them, their pieces at the marks, and these without quotes."""
    for entry in re.split(r"[\r\n]+(?![ \t])", source):
        yield entry
        for piece in re.split("[=:]", entry):
            yield piece.strip()
            yield piece.strip(" \t\"'")

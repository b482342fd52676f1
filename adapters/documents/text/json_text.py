"""JSON and JSON Lines: every string and number is a part named by its path; keys are parts too."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from adapters.documents.faults import malformed, too_deep
from adapters.documents.layout import Layout, Run
from adapters.documents.settings import DEFAULT, Settings
from adapters.documents.text.encoding import decode
from adapters.documents.text.plain import stream_text
from adapters.documents.text.source import Escape, Slice, SourceDocument
from engine.methods.columns.headers import meaning_of
from engine.ports import OpenDocument
from engine.text import CellPlace, SensitiveText, column_name

_TOKEN = re.compile(
    r"""(?P<string>"[^"\\]*+(?:\\.[^"\\]*+)*")|(?P<number>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(?P<mark>[{}\[\],:])"""
    r"|(?P<word>true|false)"
)
_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?")
_SCHEMA_KEY = re.compile(r"[A-Za-z_$@][\w$\-]{0,39}")
_SPACED_KEY = re.compile(r"[^\W\d_][\w \-/()#%°'’:.,]{0,59}|#")


class Scalar(NamedTuple):
    """A string, number or key of the source, and where it stands.

    Parameters
    ----------
    path : str
        The keys above it, with stars for those that may not be shown.
    array : (int, int) or None
        Row and column in an array of arrays.
    column : str
        The path with all keys: what tells columns apart; never shown.
    """

    kind: str
    path: str
    text: str
    start: int
    end: int
    array: tuple[int, int] | None = None
    column: str = ""


class Json:
    """One JSON value per file.

    Parameters
    ----------
    settings : Settings
        Size and nesting limits.
    """

    name = "json"
    suffixes: Sequence[str] = (".json",)
    _lines = False

    def __init__(self, settings: Settings = DEFAULT) -> None:
        self._settings = settings

    def open(self, document_id: str, content: bytes) -> OpenDocument:
        """Open a file; DOC003-DOC005, DOC006 nested too deep, DOC007 not JSON."""
        decoded = decode(document_id, content, self._settings)
        for _ in self._values(document_id, decoded.text):
            pass
        layout: Layout[Slice] = Layout()
        keys: dict[str, list[tuple[int, int]]] = {}
        columns = self._settings.columns
        places = _Places()
        for scalar in scalars(document_id, decoded.text, self._settings.max_depth, columns):
            if scalar.kind == "boolean" and not _is_wanted(scalar.path, columns):
                continue
            if scalar.kind == "key":
                keys.setdefault(decoded.text[scalar.start : scalar.end], []).append(
                    (scalar.start, scalar.end)
                )
            else:
                escape = (
                    _write_number if scalar.kind in ("number", "boolean") else _writer(decoded.text, scalar)
                )
                place = Slice(scalar.start, scalar.end, escape, whole=True)
                layout.add(
                    scalar.kind, [Run(scalar.text, place)], scalar.path, places.next(scalar, self._lines)
                )
        _add_keys(layout, keys)
        return SourceDocument(layout.document(document_id), decoded, layout)

    def read_back(self, content: bytes) -> Sequence[SensitiveText]:
        """All keys, strings and numbers, by Python's json module."""
        texts: list[str] = []
        for value in self._values("", stream_text(content, self._settings)):
            texts += _flat(value)
        return [SensitiveText(text) for text in texts if text]

    def _values(self, document_id: str, source: str) -> Iterator[object]:
        """The values of the file, numbers as text, objects as lists of pairs (duplicate keys kept)."""
        for number, line in enumerate(source.split("\n") if self._lines else [source], 1):
            if not line.strip() and (self._lines or not source.strip()):
                continue
            try:
                yield json.loads(line, parse_int=str, parse_float=str, object_pairs_hook=list)
            except RecursionError:
                raise too_deep(document_id, self._settings.max_depth) from None
            except ValueError:
                raise malformed(document_id, "JSON", f"a fault in line {number}") from None


class JsonLines(Json):
    """One JSON value per line."""

    name = "jsonl"
    suffixes: Sequence[str] = (".jsonl", ".ndjson")
    _lines = True


class _Places:
    """Places of values: each path is a column, its values are the rows; an array of arrays is a table."""

    def __init__(self) -> None:
        self._columns: dict[str, int] = {}
        self._rows: Counter[str] = Counter()
        self._tables: dict[str, int] = {}

    def next(self, scalar: Scalar, lines: bool) -> CellPlace:
        """The place of the next value; in a file of lines an array is a row too."""
        if scalar.array is not None and (lines or scalar.path != "[]"):
            return CellPlace(self._tables.setdefault(scalar.path, 1 + len(self._tables)), *scalar.array)
        column = self._columns.setdefault(scalar.column, len(self._columns))
        self._rows[scalar.column] += 1
        return CellPlace(0, self._rows[scalar.column] - 1, column, by_path=True)


def _flat(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _flat(item)


def _is_wanted(path: str, columns: Collection[str]) -> bool:
    """Whether a value stands under a key that the policy names."""
    return any(column_name(key) in columns for key in path.split("."))


def scalars(document_id: str, source: str, max_depth: int, columns: Collection[str] = ()) -> Iterator[Scalar]:
    """Strings, numbers, booleans and keys of valid JSON, in order; keys in `columns` are named in paths."""
    path: list[str] = []
    raw: list[str] = []
    places = _ArrayPlaces()
    pending: re.Match[str] | None = None
    for found in _TOKEN.finditer(source):
        mark = found["mark"]
        if pending is not None:
            text = json.loads(pending[0])
            if mark == ":":
                yield Scalar("key", "", text, *pending.span())
                raw[-1] = text
                path[-1] = (
                    text.strip() if _may_be_shown(text.strip()) or column_name(text) in columns else "*"
                )
            else:
                yield Scalar("value", ".".join(path), text, *pending.span(), places.here(path), ".".join(raw))
            pending = None
        if found["string"] is not None:
            pending = found
        elif found["number"] is not None:
            yield Scalar("number", ".".join(path), found[0], *found.span(), places.here(path), ".".join(raw))
        elif found["word"] is not None:
            yield Scalar("boolean", ".".join(path), found[0], *found.span(), places.here(path), ".".join(raw))
        elif mark in ("{", "["):
            path.append("[]" if mark == "[" else "")
            raw.append(path[-1])
            places.open()
            if len(path) > max_depth:
                raise too_deep(document_id, max_depth)
        elif mark in ("}", "]"):
            path.pop()
            raw.pop()
            places.close()
        elif mark == ",":
            places.step()
    if pending is not None:
        yield Scalar("value", ".".join(path), json.loads(pending[0]), *pending.span())


class _ArrayPlaces:
    """Which array of its kind a value stands in, and at which place of it."""

    def __init__(self) -> None:
        self._at: list[int] = []
        self._rows: Counter[int] = Counter()

    def open(self) -> None:
        """An array or object begins."""
        self._at.append(0)
        self._rows[len(self._at)] += 1

    def close(self) -> None:
        """It ends."""
        self._at.pop()

    def step(self) -> None:
        """The next value of the innermost one."""
        if self._at:
            self._at[-1] += 1

    def here(self, path: Sequence[str]) -> tuple[int, int] | None:
        """Row and column of a value in an array of arrays, or in one that is a line; else None."""
        if not path or path[-1] != "[]" or (len(path) > 1 and path[-2] != "[]"):
            return None
        return self._rows[len(self._at)], self._at[-1]


def _may_be_shown(key: str) -> bool:
    """Whether a key is a name of schema: one word, or words of the vocabulary of headers."""
    if re.search(r"\d{3}", key):
        return False
    if _SCHEMA_KEY.fullmatch(key):
        return True
    return bool(_SPACED_KEY.fullmatch(key)) and meaning_of(key) is not None


def _write_number(text: str) -> str:
    """A number or ``true`` as it is, nothing as ``null``, all else as a string."""
    is_literal = _NUMBER.fullmatch(text) or text in ("true", "false")
    return text if is_literal else json.dumps(text or None, ensure_ascii=False)


def _writer(source: str, scalar: Scalar) -> Escape:
    return _write_ascii if source[scalar.start : scalar.end].isascii() else _write_unicode


def _write_ascii(text: str) -> str:
    return json.dumps(text)


def _write_unicode(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _add_keys(layout: Layout[Slice], keys: dict[str, list[tuple[int, int]]]) -> None:
    """One part per distinct key, changed wherever it stands; two keys never become one."""
    taken: dict[str, str] = {json.loads(raw): raw for raw in keys}
    for raw, places in keys.items():

        def escape(text: str, raw: str = raw) -> str:
            wanted, n = text, 1
            while taken.setdefault(wanted, raw) != raw:
                n += 1
                wanted = f"{text} ({n})"
            return _write_ascii(wanted) if raw.isascii() else _write_unicode(wanted)

        place = Slice(*places[0], escape, whole=True, repeats=tuple(places[1:]))
        layout.add("key", [Run(json.loads(raw), place)])

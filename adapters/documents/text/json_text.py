"""JSON and JSON Lines: every string and number is a part named by its path; keys are parts too."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from adapters.documents.faults import malformed, too_deep
from adapters.documents.health.fhir import fhir_texts, open_fhir
from adapters.documents.layout import Layout, Run
from adapters.documents.settings import DEFAULT, Settings
from adapters.documents.text.encoding import decode, stream_text
from adapters.documents.text.paths import PathColumns, shown_key
from adapters.documents.text.source import Escape, Slice, SourceDocument
from engine.ports import OpenDocument
from engine.text import CellPlace, SensitiveText, column_name

_TOKEN = re.compile(
    r"""(?P<string>"[^"\\]*+(?:\\.[^"\\]*+)*")|(?P<number>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(?P<mark>[{}\[\],:])"""
    r"|(?P<word>true|false)"
)
_CHARACTER = re.compile(
    r"\\u[dD][89aAbB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.|.", re.DOTALL
)
"""What stands for one character inside a string."""
_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?")


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
    inside : int
        In how many strings it stands: 1 in JSON that is a string's text, 2 in a string of that...
    """

    kind: str
    path: str
    text: str
    start: int
    end: int
    array: tuple[int, int] | None = None
    column: str = ""
    inside: int = 0


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
        resources = open_fhir(document_id, decoded.text, self._settings, self._lines)
        if resources is not None:
            return resources
        layout: Layout[Slice] = Layout()
        keys: dict[_Key, list[tuple[int, int]]] = {}
        columns = self._settings.columns
        places = _Places()
        for scalar in scalars(document_id, decoded.text, self._settings.max_depth, columns):
            if scalar.kind == "boolean" and not _is_wanted(scalar.path, columns):
                continue
            if scalar.kind == "key":
                key = _Key(scalar.text, decoded.text[scalar.start : scalar.end], scalar.inside)
                keys.setdefault(key, []).append((scalar.start, scalar.end))
            else:
                escape = _in_strings(_escape(decoded.text, scalar), scalar.inside)
                place = Slice(scalar.start, scalar.end, escape, whole=True)
                layout.add(
                    scalar.kind, [Run(scalar.text, place)], scalar.path, places.next(scalar, self._lines)
                )
        _add_keys(layout, keys)
        return SourceDocument(layout.document(document_id), decoded, layout)

    def read_back(self, content: bytes) -> Sequence[SensitiveText]:
        """All keys, strings and numbers, by Python's json module."""
        texts: list[str] = []
        source = stream_text(content, self._settings)
        resources = fhir_texts(source, self._settings, self._lines)
        for value in self._values("", source) if resources is None else ():
            texts += _flat(value)
        texts += resources or []
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
        self._columns = PathColumns()
        self._tables: dict[str, int] = {}

    def next(self, scalar: Scalar, lines: bool) -> CellPlace:
        """The place of the next value; in a file of lines an array is a row too."""
        if scalar.array is not None and (lines or scalar.path != "[]"):
            return CellPlace(self._tables.setdefault(scalar.path, 1 + len(self._tables)), *scalar.array)
        return self._columns.next(scalar.column)


def _flat(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
        if _holds_record(value):
            yield from _flat(json.loads(value, parse_int=str, parse_float=str, object_pairs_hook=list))
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
                path[-1] = shown_key(text, columns)
            else:
                found_here = Scalar(
                    "value", ".".join(path), text, *pending.span(), places.here(path), ".".join(raw)
                )
                yield from _opened(document_id, source, found_here, max_depth - len(path), columns)
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
        last = Scalar("value", ".".join(path), json.loads(pending[0]), *pending.span())
        yield from _opened(document_id, source, last, max_depth - len(path), columns)


def _opened(
    document_id: str, source: str, scalar: Scalar, max_depth: int, columns: Collection[str]
) -> Iterator[Scalar]:
    """A string; where its text is a record of JSON, the values and keys of that in its place."""
    if not _holds_record(scalar.text) or max_depth < 2:
        yield scalar
        return
    places = _raw_places(source, scalar)
    above, hidden = (f"{path}." if path else "" for path in (scalar.path, scalar.column))
    for inner in scalars(document_id, scalar.text, max_depth - 1, columns):
        path, column = (
            ("", "") if inner.kind == "key" else (f"{above}{inner.path}", f"{hidden}{inner.column}")
        )
        start, end = places[inner.start], places[inner.end]
        yield inner._replace(
            path=path, column=column, start=start, end=end, array=None, inside=inner.inside + 1
        )


def _holds_record(text: str) -> bool:
    if text.lstrip()[:1] not in ("{", "["):
        return False
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return bool(found) and (isinstance(found, dict) or isinstance(found[0], dict))


def _raw_places(source: str, scalar: Scalar) -> list[int]:
    """Where in the source each character of a string's text begins, and where its last one ends."""
    places = [found.start() for found in _CHARACTER.finditer(source, scalar.start + 1, scalar.end - 1)]
    return [*places, scalar.end - 1]


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


def _write_number(text: str) -> str:
    """A number or ``true`` as it is, nothing as ``null``, all else as a string."""
    is_literal = _NUMBER.fullmatch(text) or text in ("true", "false")
    return text if is_literal else json.dumps(text or None, ensure_ascii=False)


def _escape(source: str, scalar: Scalar) -> Escape:
    """How a value is written."""
    if scalar.kind in ("number", "boolean"):
        return _write_number
    return _write_ascii if source[scalar.start : scalar.end].isascii() else _write_unicode


def _in_strings(escape: Escape, n: int) -> Escape:
    """`escape` for what stands inside `n` strings."""
    for _ in range(n):
        escape = _in_string(escape)
    return escape


def _in_string(escape: Escape) -> Escape:
    return lambda text: json.dumps(escape(text), ensure_ascii=False)[1:-1]


def _write_ascii(text: str) -> str:
    return json.dumps(text)


def _write_unicode(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


class _Key(NamedTuple):
    """A key, as it stands in the source, and in how many strings."""

    text: str
    raw: str
    inside: int


def _add_keys(layout: Layout[Slice], keys: dict[_Key, list[tuple[int, int]]]) -> None:
    """One part per distinct key, changed wherever it stands; two keys never become one."""
    taken = {key.text: key for key in keys}
    for key, places in keys.items():

        def write(text: str, key: _Key = key) -> str:
            wanted, n = text, 1
            while taken.setdefault(wanted, key) != key:
                n += 1
                wanted = f"{text} ({n})"
            return _write_ascii(wanted) if key.raw.isascii() else _write_unicode(wanted)

        escape = _in_strings(write, key.inside)
        place = Slice(*places[0], escape, whole=True, repeats=tuple(places[1:]))
        layout.add("key", [Run(key.text, place)])

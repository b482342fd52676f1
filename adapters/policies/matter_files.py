"""Facts of a matter from a small YAML or CSV file; no message ever shows a value of it."""

from __future__ import annotations

import csv
import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from adapters.policies.yaml_file import YamlFile, parse_yaml
from engine.catalog.names import did_you_mean
from engine.errors import Fault, InvalidError, fault
from engine.methods.names.matter import Matter, Person, Subject

MAX_BYTES = 2_000_000
COLUMNS = ("name", "aliases", "born", "minor", "accounts", "employers", "relatives")
"""Columns of a CSV file, one subject a row; several values in a cell are parted by semicolons."""
_LISTS = ("aliases", "accounts", "employers", "relatives")
_YES = {"yes": True, "true": True, "y": True, "1": True, "no": False, "false": False, "n": False, "0": False}
_KEYS = tuple(dict.fromkeys((*Matter.model_fields, *Subject.model_fields, *Person.model_fields)))
_MUST = {
    "born": "must be a date, e.g. 1961-02-14",
    "minor": "must be yes or no (true or false in YAML)",
    "name": "must be one name, of 2 letters or more",
    "aliases": "must be a list of names, each of 2 letters or more",
    "employers": "must be a list of names, each of 2 letters or more",
    "organisations": "must be a list of names, each of 2 letters or more",
    "accounts": "must be a list of numbers in quotes, each of 4 letters or digits or more",
    "subjects": "must be a list of subjects",
    "relatives": "must be a list of persons, each with name, born or accounts",
}
_ADVICE = "The value is not shown: facts of a matter are secret."


@dataclass(frozen=True)
class LoadedMatter:
    """The facts of a matter, and a digest that tells one file from another.

    Parameters
    ----------
    matter : Matter
    sha256 : str
        Of the file's bytes; secret too, since short files can be guessed: only ever used under a key.
    """

    matter: Matter
    sha256: str = field(repr=False)


def load_matter(path: Path) -> LoadedMatter:
    """Read the facts of a matter.

    Parameters
    ----------
    path : Path
        ``.yaml``, ``.yml`` or ``.csv``.

    Raises
    ------
    InvalidError
        MAT001 not readable, MAT002 not well-formed, MAT003 unknown key or column, MAT004 a value that
        cannot be, MAT005 no fact at all; all faults at once, with line and column, without values.
    """
    content = _read(path)
    if path.suffix.lower() == ".csv":
        matter = _checked(*_csv_data(content, str(path)))
    else:
        file = _parsed(content, str(path))
        matter = _checked(file.data, lambda where: _yaml_place(file, where))
    return LoadedMatter(matter, hashlib.sha256(content).hexdigest())


def _read(path: Path) -> bytes:
    advice = "Facts are a YAML file (.yaml) or a table (.csv), in UTF-8."
    if path.suffix.lower() not in (".yaml", ".yml", ".csv"):
        raise InvalidError(fault("MAT001", str(path), "must be a .yaml or .csv file", "", advice))
    try:
        with path.open("rb") as stream:
            content = stream.read(MAX_BYTES + 1)
    except OSError as error:
        reason = error.strerror or "an error"
        raise InvalidError(
            fault("MAT001", str(path), "must be a file that can be read", reason, advice)
        ) from None
    if len(content) > MAX_BYTES:
        raise InvalidError(fault("MAT001", str(path), f"must be at most {MAX_BYTES} bytes", "more", advice))
    try:
        content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise InvalidError(fault("MAT001", f"{path}:{line}", "must be UTF-8 text", "", advice)) from None
    return content


def _parsed(content: bytes, name: str) -> YamlFile:
    """The YAML file; what the reader says of its text is kept to line and column."""
    try:
        file = parse_yaml(content, name)
    except InvalidError as error:
        raise InvalidError(*(_malformed(found, name) for found in error.faults)) from None
    if file.faults:
        raise InvalidError(*(_malformed(found, name) for _, found in file.faults))
    return file


def _malformed(found: Fault, name: str) -> Fault:
    place = re.match(r":\d+(:\d+)?", found.where.removeprefix(name))
    advice = f"Look at indentation, colons and quotes. {_ADVICE}"
    return fault("MAT002", name + (place[0] if place else ""), found.must, "", advice)


def _checked(data: object, place: Any) -> Matter:
    try:
        return Matter.model_validate(data)
    except ValidationError as error:
        found = [
            _fault_of(dict(each), place) for each in error.errors(include_input=False, include_url=False)
        ]
        raise InvalidError(*dict.fromkeys(found)) from None


def _fault_of(error: Mapping[str, Any], place: Any) -> Fault:
    path = tuple(error["loc"])
    where = place(path)
    if not path and error["type"] == "value_error":
        advice = "Give at least one name, date of birth, account or organisation."
        return fault("MAT005", where, "must hold a fact", "", advice)
    if error["type"] == "extra_forbidden":
        must = f"must be one of {', '.join(_KEYS)}"
        near = did_you_mean(str(path[-1]), _KEYS, shown=0)
        return fault("MAT003", where, must, "another key", near or "Remove it, or correct its spelling.")
    named = next((key for key in reversed(path) if key in _MUST), None)
    must = _MUST.get(str(named), "must hold subjects, organisations or accounts")
    return fault("MAT004", where, must, "", _ADVICE)


def _field(path: Iterable[str | int]) -> str:
    """A path by the language's own words: a key that is none of them is left out."""
    steps = [
        f"[{step}]" if isinstance(step, int) else f".{step}"
        for step in path
        if type(step) is int or step in _KEYS
    ]
    return "".join(steps).lstrip(".")


def _yaml_place(file: YamlFile, path: tuple[str | int, ...]) -> str:
    line, column = file.place(path, at_key=bool(path) and isinstance(path[-1], str) and path[-1] not in _KEYS)
    return f"{file.name}:{line}:{column} {_field(path)}".rstrip()


def _csv_data(content: bytes, name: str) -> tuple[object, Any]:
    """Rows as subjects, and where each stands."""
    text = content.decode("utf-8-sig")
    reader = csv.reader(text.splitlines(), strict=True)
    rows: list[tuple[int, list[str]]] = []
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                rows.append((reader.line_num, row))
    except csv.Error:
        advice = f"Look at the quotes. {_ADVICE}"
        raise InvalidError(
            fault("MAT002", f"{name}:{reader.line_num}", "must be a table", "", advice)
        ) from None
    header = [cell.strip().lower() for cell in rows[0][1]] if rows else []
    faults = [*_header_faults(header, name), *_width_faults(rows, header, name)]
    if faults:
        raise InvalidError(*faults)
    lines = [line for line, _ in rows[1:]]
    subjects = [dict(_cells(header, row)) for _, row in rows[1:]]
    return {"subjects": subjects}, lambda path: _csv_place(name, lines, path)


def _header_faults(header: list[str], name: str) -> Iterator[Fault]:
    for place, column in enumerate(header, 1):
        if column not in COLUMNS or column in header[: place - 1]:
            advice = did_you_mean(column, COLUMNS, shown=0) or "The first row names the columns, each once."
            yield fault(
                "MAT003", f"{name}:1 column {place}", f"must be one of {', '.join(COLUMNS)}", "", advice
            )


def _width_faults(rows: list[tuple[int, list[str]]], header: list[str], name: str) -> Iterator[Fault]:
    for line, row in rows[1:]:
        if len(row) != len(header):
            must = f"must have {len(header)} cells"
            yield fault("MAT002", f"{name}:{line}", must, len(row), "Put cells that hold commas in quotes.")


def _cells(header: list[str], row: list[str]) -> Iterator[tuple[str, object]]:
    for column, cell in zip(header, row, strict=True):
        value = cell.strip()
        if not value:
            continue
        if column == "relatives":
            yield column, [{"name": part} for part in _several(value)]
        elif column in _LISTS:
            yield column, _several(value)
        elif column == "minor":
            yield column, _YES.get(value.lower(), value)
        else:
            yield column, value


def _several(cell: str) -> list[str]:
    return [part.strip() for part in cell.split(";") if part.strip()]


def _csv_place(name: str, lines: list[int], path: tuple[str | int, ...]) -> str:
    row = path[1] if len(path) > 1 else None
    line = lines[row] if isinstance(row, int) else 1
    column = f" {path[2]}" if len(path) > 2 else ""
    return f"{name}:{line}{column}"

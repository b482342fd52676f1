"""Notes in which people marked who is named and what is medicine: read from a file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal, NamedTuple, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from adapters.policies.yaml_file import read_yaml
from engine.errors import InvalidError, fault

Identifying = Literal["person", "organisation", "location", "date", "code"]
Clinical = Literal["drug", "dose", "diagnosis", "anatomy", "finding", "test"]
IDENTIFYING: tuple[Identifying, ...] = get_args(Identifying)
CLINICAL: tuple[Clinical, ...] = get_args(Clinical)

_MARK = re.compile(r"\{(\w+): ([^{}]+)\}")


class Mark(NamedTuple):
    """What people marked: [start, end) of the note's text and its kind, one of both lists above."""

    start: int
    end: int
    kind: str


class Note(NamedTuple):
    """A note and its marks, sorted by start."""

    id: str
    text: str
    marks: Sequence[Mark]


class _Written(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", coerce_numbers_to_str=True)

    id: str
    text: Annotated[str, Field(min_length=1)]


class _Notes(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    notes: tuple[_Written, ...] = Field(min_length=1)


def read_notes(path: Path) -> list[Note]:
    """The notes of a file.

    Raises
    ------
    InvalidError
        ``EVA008`` where the file is not of the form that docs/methods/identifiers.md gives.
    """
    try:
        written = _Notes.model_validate(read_yaml(path).data).notes
    except ValidationError as error:
        raise _wrong(path, ".".join(map(str, error.errors()[0]["loc"]))) from None
    return [_note(path, one) for one in written]


def _note(path: Path, written: _Written) -> Note:
    pieces: list[str] = []
    marks: list[Mark] = []
    at = end = 0
    for found in _MARK.finditer(written.text):
        kind, value = found.groups()
        if kind not in (*IDENTIFYING, *CLINICAL):
            raise _wrong(path, f"a mark of an unknown kind in note {written.id}")
        before = written.text[at : found.start()]
        pieces += [before, value]
        marks.append(Mark(end + len(before), end + len(before) + len(value), kind))
        at, end = found.end(), marks[-1].end
    return Note(written.id, "".join([*pieces, written.text[at:]]), marks)


def _wrong(path: Path, got: str) -> InvalidError:
    must = "must hold notes with an id and a text, in which {kind: words} marks what is of a kind"
    advice = "docs/methods/identifiers.md shows the form and the kinds."
    return InvalidError(fault("EVA008", path.name, must, got, advice))

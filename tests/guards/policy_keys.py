"""Every key of the policy language, as paths; a policy with one key set; what can be seen of it."""

from __future__ import annotations

import copy
import datetime as dt
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel
from ruamel.yaml import YAML

from adapters.documents.opening.sources import Source
from adapters.reports.html import render_report
from engine.errors import SafereleaseError
from engine.policy.model import Policy
from engine.record.report import summarize
from flows.authoring.explaining import explain_policy
from flows.compiling.compilation import Compiled, compile_policy
from flows.compiling.in_force import require_in_force
from flows.document.document import DocumentPipeline

ABSENT = object()
See = Callable[[Path], object]
"""What a reader, an operator or a released file shows of a policy's file."""


def _model_in(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next((found for part in get_args(annotation) if (found := _model_in(part))), None)


def key_paths(model: type[BaseModel] = Policy, above: str = "") -> Iterator[str]:
    """Paths of all keys that hold a value of their own, e.g. ``identifiers.replace_with.census``."""
    for name, field in model.model_fields.items():
        path = above + (field.alias or name)
        inner = _model_in(field.annotation)
        if inner is None:
            yield path
        else:
            yield from key_paths(inner, f"{path}.")


@dataclass(frozen=True)
class Faults:
    """The codes of what is wrong with a policy or a document."""

    codes: tuple[str, ...]


@dataclass(frozen=True)
class Trial:
    """Two values of one key, in a policy that is otherwise the same, and where they must differ.

    Parameters
    ----------
    policy : mapping
        The policy without the key.
    place : sequence
        Where the key stands in it, with places in lists.
    one, other : object
        Its values; `ABSENT` leaves it out.
    see : callable
    """

    policy: Mapping[str, Any]
    place: tuple[str | int, ...]
    one: object
    other: object
    see: See

    def seen(self, folder: Path, value: object) -> object:
        """What is seen of the policy with this value; its faults when it has any."""
        path = write(folder, with_value(self.policy, self.place, value))
        try:
            return self.see(path)
        except SafereleaseError as error:
            return Faults(tuple(sorted({fault.code for fault in error.faults})))


@dataclass(frozen=True)
class Held:
    """A key whose effect takes a whole run: the test that shows it, as ``file::name``."""

    test: str


def with_value(policy: Mapping[str, Any], place: tuple[str | int, ...], value: object) -> dict[str, Any]:
    """A copy of `policy` with `value` at `place`."""
    made: Any = copy.deepcopy(dict(policy))
    inner = made
    for step, following in pairwise(place):
        if isinstance(inner, dict):
            inner = inner.setdefault(step, [] if isinstance(following, int) else {})
        else:
            inner = inner[step]
    if value is ABSENT:
        inner.pop(place[-1], None)
    else:
        inner[place[-1]] = value
    return dict(made)


def write(folder: Path, policy: Mapping[str, Any], name: str = "p.yaml") -> Path:
    """Write a policy into a folder."""
    path = folder / name
    with path.open("w", encoding="utf-8") as stream:
        YAML(typ="safe").dump(dict(policy), stream)
    return path


def explained(path: Path) -> object:
    """What `policy explain` says, but for the plan's number."""
    said = explain_policy(str(path))
    return {key: value for key, value in said.items() if key != "plan_id"}


def reported(path: Path) -> object:
    """The compliance report of a release of no document."""
    plan, created = compile_policy(str(path)).plan, "2026-01-01T00:00:00+00:00"
    report = summarize(release_id="r", created=created, tool="t", plan=plan, documents=[])
    return render_report(report)


def pipeline(path: Path) -> DocumentPipeline:
    """The pipeline of a policy, with a fixed key and year."""
    return DocumentPipeline(compile_policy(str(path)), b"k" * 32, 2024)


def compiled(path: Path) -> Compiled:
    """The compiled policy."""
    return compile_policy(str(path))


def file(name: str, content: bytes, relative: str = "") -> See:
    """The released bytes of a file, its name, and what was counted of it."""

    def see(path: Path) -> object:
        released = pipeline(path).release(Source("000001", "", relative or name), content)
        record = released.record.model_dump(mode="json", exclude={"sha256"})
        decisions = [
            (d.start, d.end, d.replacement, json.dumps(dict(d.why), default=str)) for d in released.decisions
        ]
        return released.content, record, decisions

    return see


def text(content: str) -> See:
    """The released form of a text."""

    def see(path: Path) -> object:
        return pipeline(path).release(Source("000001", "", "a.txt"), content.encode()).content

    return see


def in_force(today: dt.date) -> See:
    """Whether a release may begin on a day."""

    def see(path: Path) -> object:
        require_in_force(compiled(path).plan, today)
        return "in force"

    return see

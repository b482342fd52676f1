"""What helps who writes a policy: faults at their lines, the law of a clause, what may stand where."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from adapters.policies.yaml_file import read_yaml
from engine.errors import Fault, InvalidError
from engine.policy.model import CLAUSE_LISTS, Policy
from engine.policy.pages.schema import policy_schema
from flows.compiling.compilation import machine_catalog
from service.app.message import Message
from service.policies.books import checked
from service.policies.files import passing_file

_LINE = re.compile(r"line (\d+)")
_KEY = re.compile(r"^(?P<blank> *)(?P<dash>(?:- )*)(?P<key>[A-Za-z_][\w-]*):")
_MAX_OFFERS = 60


class FaultOut(Message):
    """A fault and its line; 0 where it is about the whole."""

    line: int
    code: str
    sentence: str


class ClauseOut(Message):
    """The clause at the cursor and its law."""

    id: str
    title: str
    law: str
    about: str
    jurisdiction: str
    effective: str


@dataclass(frozen=True)
class Offer:
    """A key, or a value, that may stand in a place."""

    text: str
    about: str


def faults_at(text: str) -> list[FaultOut]:
    """What `policy check` says of a text, line by line."""
    return weighed(text)[1]


def weighed(text: str) -> tuple[Policy | None, list[FaultOut]]:
    """The policy that a text holds, composed with what it stands on; or its faults."""
    try:
        return checked(text), []
    except InvalidError as error:
        return None, [_placed(one) for one in error.faults]


def told(one: Fault) -> str:
    """A fault in a sentence for a page: by its line, since the file that was read is none of the author's."""
    placed = _placed(one)
    return f"Line {placed.line}: {placed.sentence} [{placed.code}]" if placed.line else str(one)


def _placed(one: Fault) -> FaultOut:
    line = _LINE.search(one.where)
    where = one.where.split(" ", 2)[-1] if line and one.where.count(" ") > 1 else ""
    got = f"; got {one.got}" if one.got else ""
    sentence = f"{where} {one.must}{got}. {one.advice}".strip()
    return FaultOut(
        line=int(line[1]) if line else 0, code=one.code, sentence=sentence[:1].upper() + sentence[1:]
    )


def clause_at(text: str, line: int) -> ClauseOut | None:
    """The clause of a text that holds a line; None outside of clauses, and where the YAML is broken."""
    try:
        with passing_file(text) as path:
            file = read_yaml(path)
    except InvalidError:
        return None
    starts = {
        place[1][0]: (path[0], path[1])
        for path, place in file.places.items()
        if len(path) == 2 and path[0] in CLAUSE_LISTS
    }
    tops = sorted(place[0][0] for path, place in file.places.items() if len(path) == 1)
    before = [start for start in starts if start <= line]
    if not before or any(max(before) < top <= line for top in tops):
        return None
    part, index = starts[max(before)]
    assert isinstance(file.data, dict)
    return _clause(file.data[part][index])


def _clause(clause: Any) -> ClauseOut | None:
    if not isinstance(clause, dict):
        return None
    cited = str(clause.get("law", ""))
    law = machine_catalog().laws.get(cited)
    return ClauseOut(
        id=str(clause.get("id", "")),
        title=str(clause.get("title", "")),
        law=cited,
        about=law.title if law else "",
        jurisdiction=law.jurisdiction if law else "",
        effective=law.effective if law else "",
    )


def offers_at(text: str, line: int, column: int) -> list[Offer]:
    """What may stand where somebody writes: values after a key, else the keys that are not there yet.

    Parameters
    ----------
    text : str
    line, column : int
        Of the place, from 1.
    """
    lines = text.split("\n")
    if not 1 <= line <= len(lines):
        return []
    before = lines[line - 1][: max(0, column - 1)]
    path, siblings = _path_of(lines, line - 1)
    node = _node(path)
    key = _KEY.match(before)
    if key is not None:
        return _values(_properties(node).get(key["key"], {}))
    return [
        Offer(name, _about(schema)) for name, schema in _properties(node).items() if name not in siblings
    ][:_MAX_OFFERS]


def _path_of(lines: Sequence[str], at: int) -> tuple[list[str], set[str]]:
    """Keys above a line, outermost first, and the keys beside it."""
    wanted, beside = _indent(lines[at]), True
    path: list[str] = []
    siblings: set[str] = set()
    if lines[at].lstrip().startswith("- "):
        wanted, beside = len(lines[at]) - len(lines[at].lstrip()) + 1, False
    for one in reversed(lines[:at]):
        found = _KEY.match(one)
        if found is None:
            continue
        indent = len(found["blank"]) + len(found["dash"])
        if beside and indent == wanted:
            siblings.add(found["key"])
        if indent < wanted:
            path.insert(0, found["key"])
        if indent < wanted or (beside and indent == wanted and found["dash"]):
            wanted, beside = len(found["blank"]) + bool(found["dash"]), False
    return path, siblings


def _indent(line: str) -> int:
    return len(line) - len(re.sub(r"^[ -]*", "", line))


@cache
def _schema() -> dict[str, Any]:
    return policy_schema(machine_catalog())


def _node(path: Iterable[str]) -> dict[str, Any]:
    node = _schema()
    for key in path:
        node = _properties(node).get(key, {})
        for one in _branches(node):
            if "items" in one:
                node = one["items"]
                break
    return node


def _branches(node: dict[str, Any]) -> list[dict[str, Any]]:
    """A schema and all that it refers to."""
    found = [node]
    if "$ref" in node:
        found += _branches(_schema()["$defs"][node["$ref"].rsplit("/", 1)[-1]])
    for word in ("anyOf", "oneOf", "allOf"):
        for one in node.get(word, []):
            found += _branches(one)
    return found


def _properties(node: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for one in _branches(node):
        for name, value in one.get("properties", {}).items():
            found.setdefault(name, value)  # what stands first describes the key, later ones restrict it
    return found


def _about(schema: dict[str, Any]) -> str:
    return next((str(one["description"]) for one in _branches(schema) if "description" in one), "")


def _values(schema: dict[str, Any]) -> list[Offer]:
    within = [*_branches(schema), *(b for one in _branches(schema) for b in _branches(one.get("items", {})))]
    found = [str(value) for one in within for value in one.get("enum", [])]
    found += [str(one["const"]) for one in within if "const" in one]
    found += [word for one in within for word in (("true", "false") if one.get("type") == "boolean" else ())]
    return [Offer(value, "") for value in dict.fromkeys(found)][:_MAX_OFFERS]

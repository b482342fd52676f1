"""One change of a YAML text at a time: every other character stays as its author wrote it.

The place of the change is what ruamel's marks say. Behind each change the text is read again: it must hold
what was there before and the change, and nothing else.
"""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Mapping, Sequence
from copy import deepcopy
from functools import lru_cache
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from adapters.policies.yaml_file import YamlFile, parse_yaml
from engine.errors import InvalidError, fault
from engine.policy.problem import Path, field_name

_NAME = "text"


def data_of(text: str) -> dict[str, Any]:
    """The data of a YAML text.

    Parameters
    ----------
    text : str
        A mapping.

    Raises
    ------
    InvalidError
        What `parse_yaml` raises; POL011 for a list, a single value, or nothing at all.
    """
    data = deepcopy(_read(text).data)
    assert isinstance(data, dict)
    return data


@lru_cache(maxsize=16)
def _read(text: str) -> YamlFile:
    """A text as read; what confirms one change is where the next begins."""
    file = parse_yaml(text.encode(), _NAME)
    file.fail([])
    if not isinstance(file.data, dict):
        raise InvalidError(fault("POL011", _NAME, "must be a mapping", "", "Begin with policy: and a name."))
    return file


def put(text: str, path: Path, value: object, order: Sequence[str] = ()) -> str:
    """The text with `value` at `path`, in the place of what stands there; keys above are made.

    Parameters
    ----------
    text : str
        YAML, a mapping.
    path : tuple of str or int
        Keys and places from the top down; the last is a key.
    value : object
        A string, number, truth value, date, or a list or mapping of such.
    order : sequence of str
        Order of the keys beside a new one.

    Raises
    ------
    InvalidError
        POL063, where it cannot be changed and all else be kept; what `data_of` raises.

    Examples
    --------
    >>> put("a: 1  # one\\nb: {c: 2}\\n", ("b", "c"), "x: y")
    'a: 1  # one\\nb: {c: "x: y"}\\n'
    """
    wanted = data_of(text)
    parent: Any = wanted
    for depth, step in enumerate(path[:-1]):
        if isinstance(parent, dict) and parent.get(str(step)) is None:
            return put(text, path[: depth + 1], _nested(path[depth + 1 :], value), order)
        parent = parent[step]
    if not isinstance(parent, dict):
        raise _refused(path)
    parent[path[-1]] = value
    node = _node(text, path[:-1])
    found = _entry(node, str(path[-1]))
    made = _replaced(text, *found, value) if found else _inserted(text, node, str(path[-1]), value, order)
    return _confirmed(made, wanted, path)


def take(text: str, path: Path) -> str:
    """The text without the key or item at `path`; a mapping or list that it leaves empty goes too.

    Examples
    --------
    >>> take("a: 1\\nb:\\n  - x  # the x\\n  - y\\n", ("b", 0))
    'a: 1\\nb:\\n  - y\\n'
    """
    wanted: Any = data_of(text)
    parent: Any = wanted
    for step in path[:-1]:
        parent = parent[step]
    if len(parent) == 1 and len(path) > 1:
        return take(text, path[:-1])
    del parent[path[-1]]
    return _confirmed(_without(text, path), wanted, path)


def add(text: str, path: Path, value: object, order: Sequence[str] = ()) -> str:
    """The text with `value` as the last item of the list at `path`, which is made where there is none.

    Examples
    --------
    >>> add("find: [ssn]  # numbers\\n", ("find",), "zip")
    'find: [ssn, zip]  # numbers\\n'
    """
    wanted: Any = data_of(text)
    items: Any = wanted
    for step in path:
        items = items.get(step) if isinstance(items, dict) else items[step]
        if not items:
            return put(text, path, [value], order)
    if not isinstance(items, list):
        raise _refused(path)
    node = _node(text, path)
    items.append(value)
    last = _end(text, node.value[-1])
    if node.flow_style:
        return _confirmed(f"{text[:last]}, {_flow(value)}{text[last:]}", wanted, path)
    at, column = _line_end(text, last), node.start_mark.column
    gap = "\n" if "\n\n" in text[node.start_mark.index : last] and isinstance(value, Mapping) else ""
    made = _block_item(value, column)
    return _confirmed(f"{text[:at]}\n{gap}{made}{text[at:] or chr(10)}", wanted, path)


def _nested(path: Path, value: object) -> object:
    for step in reversed(path):
        value = {step: value}
    return value


def _confirmed(made: str, wanted: object, path: Path) -> str:
    """Fail closed: a change that changed anything else is none."""
    try:
        found: object = data_of(made)
    except InvalidError:
        found = None
    if found != wanted:
        raise _refused(path)
    return made


def _refused(path: Path) -> InvalidError:
    advice = "Change it in the text of the policy."
    must = "must be so written that it alone can be changed"
    return InvalidError(fault("POL063", field_name(path), must, "", advice))


def _node(text: str, path: Path) -> Any:
    node: Any = _read(text).node
    for step in path:
        entry = None if isinstance(step, int) else _entry(node, step)
        node = entry[1] if entry else node.value[step]
    return node


def _entry(node: Any, key: str) -> tuple[Node, Node] | None:
    return next(((name, value) for name, value in node.value if name.value == key), None)


def _end(text: str, node: Any) -> int:
    """Where a node ends; marks of blocks lie behind the comments that follow."""
    if isinstance(node, ScalarNode):
        return len(text[: node.end_mark.index].rstrip()) if _is_written(node) else int(node.start_mark.index)
    if node.flow_style:
        return int(node.end_mark.index)
    last = node.value[-1]
    if not isinstance(node, MappingNode):
        return _end(text, last)
    return _end(text, last[1]) if _is_written(last[1]) else text.index(":", last[0].end_mark.index) + 1


def _is_written(node: Any) -> bool:
    return int(node.start_mark.index) != int(node.end_mark.index)


def _line_start(text: str, at: int) -> int:
    return text.rfind("\n", 0, at) + 1


def _line_end(text: str, at: int) -> int:
    found = text.find("\n", at)
    return len(text) if found < 0 else found


def _replaced(text: str, key: Any, node: Any, value: object) -> str:
    if not _is_written(node):
        at = text.index(":", key.end_mark.index) + 1
        return f"{text[:at]} {_flow(value)}{text[at:]}"
    start, end = int(node.start_mark.index), _end(text, node)
    return f"{text[:start]}{_flow(value)}{text[end:]}"


def _inserted(text: str, node: Any, key: str, value: object, order: Sequence[str]) -> str:
    if node.flow_style:
        return _inserted_in_line(text, node, f"{key}: {_flow(value)}")
    before = [
        entry for entry in node.value if key not in order or _rank(order, entry[0].value) < _rank(order, key)
    ]
    column = int(node.start_mark.column)
    made = _block_entry(key, value, column)
    if not before:
        at = int(node.start_mark.index)
        return f"{text[:at]}{made.lstrip()}\n{' ' * column}{text[at:]}"
    return _inserted_behind(text, before[-1], made, column)


def _inserted_in_line(text: str, node: Any, made: str) -> str:
    if not node.value:
        at = int(node.start_mark.index) + 1
        return f"{text[:at]}{made}{text[at:]}"
    at = _end(text, node.value[-1][1])
    return f"{text[:at]}, {made}{text[at:]}"


def _inserted_behind(text: str, entry: tuple[Any, Any], made: str, column: int) -> str:
    name, last = entry
    end = _end(text, last) if _is_written(last) else int(name.end_mark.index)
    at = _line_end(text, end)
    gap = "\n" if "\n" in made and not column else ""
    return f"{text[:at]}\n{gap}{made}{text[at:] or chr(10)}"


def _rank(order: Sequence[str], key: str) -> int:
    return order.index(key) if key in order else len(order)


def _without(text: str, path: Path) -> str:
    node = _node(text, path[:-1])
    place = path[-1] if isinstance(node, SequenceNode) else _place_of(node, str(path[-1]))
    assert isinstance(place, int)
    starts, ends = _extents(text, node)
    if node.flow_style:
        cut = (
            (ends[place - 1], ends[place])
            if place
            else (starts[0], starts[1] if len(starts) > 1 else ends[0])
        )
        return text[: cut[0]] + text[cut[1] :]
    start = _line_start(text, starts[place])
    if text[start : starts[place]].strip():  # behind a dash: what follows takes its place
        return text[: starts[place]] + text[starts[place + 1] :]
    return text[:start] + text[_line_end(text, ends[place]) + 1 :]


def _place_of(node: Any, key: str) -> int:
    return next(place for place, (name, _) in enumerate(node.value) if name.value == key)


def _extents(text: str, node: Any) -> tuple[list[int], list[int]]:
    """Where each entry or item of a node begins, with its dash, and ends."""
    if isinstance(node, MappingNode):
        starts = [int(name.start_mark.index) for name, _ in node.value]
        return starts, [
            _end(text, value) if _is_written(value) else int(name.end_mark.index) + 1
            for name, value in node.value
        ]
    starts = [int(item.start_mark.index) for item in node.value]
    if not node.flow_style:
        starts = [text.rindex("-", 0, start) for start in starts]
    return starts, [_end(text, item) for item in node.value]


def _block_entry(key: str, value: object, column: int) -> str:
    blank = " " * column
    if isinstance(value, list) and value and isinstance(value[0], Mapping):
        return f"{blank}{key}:\n" + "\n".join(_block_item(item, column + 2) for item in value)
    if isinstance(value, Mapping):
        return f"{blank}{key}:\n" + "\n".join(_block_entry(k, v, column + 2) for k, v in value.items())
    return f"{blank}{key}: {_flow(value)}"


def _block_item(value: object, column: int) -> str:
    if not isinstance(value, Mapping):
        return f"{' ' * column}- {_flow(value)}"
    inside = "\n".join(_block_entry(key, each, column + 2) for key, each in value.items())
    return f"{' ' * column}- {inside.lstrip()}"


def _flow(value: object) -> str:
    """A value on one line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_flow(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_flow, value)) + "]"
    if isinstance(value, bool) or value is None:
        return json.dumps(value)
    if isinstance(value, dt.date):
        return value.isoformat()
    return _plain(value) if isinstance(value, str) else str(value)


def _plain(words: str) -> str:
    """Without quotation marks where it reads the same."""
    try:
        same = YAML(typ="safe", pure=True).load(f"[{words}, {{a: {words}}}]") == [words, {"a": words}]
    except (YAMLError, ValueError):
        same = False
    return words if same and "\n" not in words else json.dumps(words, ensure_ascii=False)

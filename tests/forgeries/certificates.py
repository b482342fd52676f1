"""Certificates as somebody forges them who can sign: one thing changed, and everything written anew."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator
from typing import Any

Path_ = tuple[str | int, ...]


def leaves(value: Any, path: Path_ = ()) -> Iterator[Path_]:
    """The place of everything in a certificate, lists and mappings too."""
    yield path
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(inner, (*path, key))


def at(value: Any, path: Path_) -> Any:
    for key in path:
        value = value[key]
    return value


def _number(draw: random.Random, old: float) -> object:
    step = draw.choice([1, 2, 7, 100]) if isinstance(old, int) else draw.choice([1e-6, 0.001, 0.5])
    near = [old + step, old - step, -old, old * 2, 0, old * 10, None, str(old), [old], not old]
    return draw.choice([*near, float(old) if isinstance(old, int) else int(old)])


def _text(draw: random.Random, old: str) -> object:
    place = draw.randrange(len(old)) if old else 0
    other = draw.choice("0123456789abcdefz")
    return draw.choice([old[:place] + other + old[place + 1 :], old[:-1], old + "0", "", old.upper(), None])


def _list(draw: random.Random, old: list[Any]) -> list[Any]:
    new = copy.deepcopy(old)
    place, other = draw.randrange(len(new) or 1), draw.randrange(len(new) or 1)
    what = draw.choice(["drop", "twice", "swap", "empty", "end", "made up"])
    if not new or what == "made up":
        return [*new, draw.choice([0, "0" * 16, [[0, 1], 9, 3], {}, new[0] if new else []])]
    if what == "drop":
        del new[place]
    elif what == "twice":
        new.insert(other, new[place])
    elif what == "swap":
        new[place], new[other] = new[other], new[place]
    return [] if what == "empty" else new[:place] if what == "end" else new


def _mapping(draw: random.Random, old: dict[str, Any]) -> dict[str, Any]:
    new, key = copy.deepcopy(old), draw.choice(sorted(old))
    value = new.pop(key)
    return draw.choice([new, new | {f"{key}_": value}, old | {"more": 1}, {}])


def forged(draw: random.Random, said: Any) -> tuple[Path_, Any]:
    """One thing of a certificate changed: where it stands, and the certificate."""
    new = copy.deepcopy(said)
    path = draw.choice(_by_kind(draw, said))
    old = at(new, path)
    kinds: list[tuple[type, Callable[[random.Random, Any], object]]] = [
        (dict, _mapping),
        (list, _list),
        (str, _text),
        (int, _number),
        (float, _number),
    ]
    value = next(change for kind, change in kinds if isinstance(old, kind))(draw, old)
    if not path:
        return path, value
    at(new, path[:-1])[path[-1]] = value
    return path, new


def _by_kind(draw: random.Random, said: Any) -> list[Path_]:
    """Places of one kind: without it nearly all would be counts, which are the most."""
    kinds: dict[tuple[object, ...], list[Path_]] = {}
    for path in leaves(said):
        kinds.setdefault(tuple(key if isinstance(key, str) else "#" for key in path), []).append(path)
    return kinds[draw.choice(sorted(kinds, key=str))]


def written(said: object) -> bytes:
    """A certificate as saferelease writes it."""
    return (json.dumps(said, separators=(",", ":"), sort_keys=True) + "\n").encode()

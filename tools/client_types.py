"""The types of the client's calls, read from the routes of the API.

``python -m tools.client_types`` writes service/client/operations.pyi.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Collection
from inspect import Parameter
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from service.client.calls import Call, calls

PLACE = Path(__file__).resolve().parents[1] / "service" / "client" / "operations.pyi"


def types() -> str:
    """The file as it should be."""
    modules: set[str] = set()
    methods = [_method(call, modules) for call in calls()]
    imports = [_import(name) for name in sorted(modules)]
    lines = ['"""Written by ``python -m tools.client_types``."""', *imports, "class Operations:", *methods]
    sorted_ = _ruff("\n".join(lines), "check", "--fix-only", "--select=I", "--quiet")
    return _ruff(sorted_, "format")


def _ruff(source: str, *how: str) -> str:
    command = [sys.executable, "-m", "ruff", *how, "--stdin-filename", str(PLACE), "-"]
    return subprocess.run(command, input=source, capture_output=True, text=True, check=True).stdout


def _method(call: Call, modules: set[str]) -> str:
    taken = [
        f"{name}: {_told(one.annotation, modules, list_as=Collection)}"
        + ("" if one.default is Parameter.empty else " = ...")
        for name, one in call.signature.parameters.items()
    ]
    returned = _told(call.signature.return_annotation, modules, list_as=list)
    return f"    def {call.name}({', '.join(['self', *taken])}) -> {returned}: ..."


def _told(kind: Any, modules: set[str], *, list_as: type) -> str:
    """A type in words; any collection is taken where the API takes a list."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _told(parts[0], modules, list_as=list_as)
    if origin is Literal:
        modules.add("typing")
        return f"typing.Literal{list(parts)}"
    said = [_told(one, modules, list_as=list_as) for one in parts]
    if origin in (Union, UnionType):
        return " | ".join(said)
    if parts:
        held = _told(list_as if origin is list else origin, modules, list_as=list_as)
        return f"{held}[{', '.join(said)}]"
    if kind in (None, NoneType):
        return "None"
    if kind.__module__ == "builtins":
        return str(kind.__name__)
    modules.add(kind.__module__)
    return f"{kind.__module__.replace('.', '_')}.{kind.__name__}"


def _import(module: str) -> str:
    room, _, name = module.rpartition(".")
    return f"from {room} import {name} as {module.replace('.', '_')}" if room else f"import {name}"


if __name__ == "__main__":
    PLACE.write_text(types(), encoding="utf-8")

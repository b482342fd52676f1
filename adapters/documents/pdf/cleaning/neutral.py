"""Names in a PDF that only link its objects, and names of colours: neutral ones in their place."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from pikepdf import Array, Dictionary, Name, Pdf, Stream, String

_NAMED = ("/Font", "/XObject", "/ExtGState", "/ColorSpace", "/Pattern", "/Shading")
_NAMING = frozenset({"Tf", "Do", "gs", "cs", "CS", "scn", "SCN", "sh"})
_DEFAULTS = frozenset({"/DefaultGray", "/DefaultRGB", "/DefaultCMYK"})
_INKS = frozenset({"/All", "/None", "/Cyan", "/Magenta", "/Yellow", "/Black", "/Red", "/Green", "/Blue"})
_DEVICES = {1: Name.DeviceGray, 3: Name.DeviceRGB, 4: Name.DeviceCMYK}
_NEUTRAL = re.compile(r"/R\d{1,4}|/SafereleaseHelvetica|/Default(?:Gray|RGB|CMYK)")
_WORD = re.compile(rb"[A-Za-z0-9@. _-]{5,}")


def names_of(drawn: Iterable[tuple[Any, Any]]) -> dict[str, str]:
    """Neutral names for all resources of a file, by the name they have.

    Parameters
    ----------
    drawn : iterable of (object, resources)
        Its content streams, see `clean.content_streams`.
    """
    old = {str(key) for _, resources in drawn for group in _groups(resources) for key, _ in group.items()}
    if all(_NEUTRAL.fullmatch(name) for name in old):
        return {}
    prefix = _unused_prefix(old)
    return {name: f"{prefix}{number}" for number, name in enumerate(sorted(old - _DEFAULTS), 1)}


def rename_operands(operator: str, operands: list[Any], names: dict[str, str]) -> list[Any]:
    """The operands of an operator that names a resource, by its neutral name."""
    return [_renamed(operand, names) for operand in operands] if operator in _NAMING else operands


def rename_resources(target: Pdf, drawn: Iterable[tuple[Any, Any]], names: dict[str, str]) -> None:
    """Rename resources where they are listed; inks, profiles and tables of colours get neutral ones too."""
    for _, resources in drawn:
        for group in _groups(resources):
            _rename(group, names)
    for item in target.objects:
        _clean_colours(item)


def _unused_prefix(names: Iterable[str]) -> str:
    """A prefix that no name begins with: a dictionary named anew is told from one that is not."""
    taken = set(names)
    prefixes = ("/R" + "s" * length for length in range(len(taken) + 1))
    return next(prefix for prefix in prefixes if not any(re.fullmatch(rf"{prefix}\d+", n) for n in taken))


def _groups(resources: Any) -> list[Any]:
    if not isinstance(resources, Dictionary):
        return []
    return [resources[key] for key in _NAMED if isinstance(resources.get(key), Dictionary)]


def _rename(group: Any, names: dict[str, str]) -> None:
    for key, value in list(group.items()):
        if key in names:
            del group[key]
            group[names[key]] = value


def _renamed(operand: Any, names: dict[str, str]) -> Any:
    return Name(names[str(operand)]) if isinstance(operand, Name) and str(operand) in names else operand


def _clean_colours(item: Any) -> None:
    """Colour spaces inside an object: no names of inks, no profiles, no tables that hold words."""
    waiting, n_seen = [item], 0
    while waiting and n_seen < 100_000:
        found, n_seen = waiting.pop(), n_seen + 1
        if isinstance(found, Array):
            _clean_space(found)
        children = list(found) if isinstance(found, Array) else []
        if isinstance(found, Dictionary | Stream):
            children = [value for _, value in found.items()]
        waiting += [c for c in children if isinstance(c, Array | Dictionary) and not c.is_indirect]


def _clean_space(space: Any) -> None:
    kind = str(space[0]) if len(space) > 1 and isinstance(space[0], Name) else ""
    if kind == "/Separation":
        space[1] = _ink(space[1], 1)
    elif kind == "/DeviceN" and isinstance(space[1], Array):
        space[1] = Array([_ink(name, number) for number, name in enumerate(space[1], 1)])
        while len(space) > 4:
            del space[4]
    elif kind == "/Indexed" and len(space) == 4 and isinstance(space[3], String):
        table = bytes(space[3])
        space[3] = String(bytes(len(table)) if _WORD.search(table) else table)
    elif kind == "/ICCBased" and isinstance(space[1], Stream):
        space[0] = _DEVICES.get(int(space[1].get("/N", 3)), Name.DeviceRGB)
        del space[1]


def _ink(name: Any, number: int) -> Any:
    return name if str(name) in _INKS else Name(f"/Ink{number}")

"""Names of the Office Open XML schemas, read from `schema_words.txt` beside this module."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files


def _sections() -> Mapping[str, frozenset[str]]:
    """The words of each section of the file; a line that begins with ``#`` tells of those below it."""
    found: dict[str, set[str]] = {}
    words: set[str] = set()
    for line in files(__package__).joinpath("schema_words.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            words = found.setdefault(line.strip("[]"), set())
        elif not line.startswith("#"):
            words.update(line.split())
    return {name: frozenset(listed) for name, listed in found.items()}


_SECTIONS = _sections()
ELEMENTS = _SECTIONS["elements"]
"""Elements that a released package may hold, of any of its namespaces."""
ATTRIBUTES = _SECTIONS["attributes"]
"""Attributes that lay out, whose values are numbers, colours, truth values or enumerated words."""
VALUES = _SECTIONS["values"]
"""Values that the schemas enumerate, wherever they stand."""

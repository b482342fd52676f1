"""Names of objects, which may be what no file of this machine could be called."""

from __future__ import annotations

from collections.abc import Iterable

_MOST_BYTES = 255
"""Of one part of a path, on the file systems of Linux."""
_VERSION = "?versionid="
"""Where libraries end a name, in small or large letters: they would read another object."""


def is_file_name(name: str) -> bool:
    """Whether a file could have this path, and the library reads the object of this name."""
    return "\0" not in name and _VERSION not in name.casefold() and all(map(_is_part, name.split("/")))


def folders_of(names: Iterable[str]) -> set[str]:
    """The folders that these names lie in; in a store a document can have such a name too."""
    return {name[:i] for name in names for i, character in enumerate(name) if character == "/"}


def _is_part(part: str) -> bool:
    return part not in ("", ".", "..") and len(part.encode()) <= _MOST_BYTES

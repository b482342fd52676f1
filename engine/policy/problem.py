"""A problem of a policy: where in the file's structure, and what to do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

Path = tuple[str | int, ...]
"""Keys and places from the top of the file down, e.g. ``("concepts", 2, "alpha")``."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A fault that still has to be located in its file.

    Parameters
    ----------
    path : tuple of str or int
        Where; `field_name` writes it as ``concepts[2].alpha``.
    code, must, got, advice : str
        As in `engine.errors.Fault`.
    at_key : bool
        Whether the key itself is at fault rather than its value.
    """

    path: Path
    code: str
    must: str
    got: str
    advice: str
    at_key: bool = False


def field_name(path: Path) -> str:
    """A path as people write it: ``concepts[2].alpha``.

    Examples
    --------
    >>> field_name(("concepts", 2, "alpha"))
    'concepts[2].alpha'
    """
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).lstrip(".")


def value_at(data: object, path: Path) -> object:
    """What stands at `path`, or the last thing found on the way to it."""
    for step in path:
        if isinstance(data, Mapping):
            inside: Mapping[str | int, object] = data
        elif isinstance(data, list | tuple):
            inside = dict(enumerate(data))
        else:
            break
        if step not in inside:
            break
        data = inside[step]
    return data

"""Columns of values that stand under paths of keys: JSON, XML, YAML and settings have them alike."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection

from engine.methods.columns.headers import meaning_of
from engine.text import CellPlace, column_name

_SCHEMA_KEY = re.compile(r"[A-Za-z_$@][\w$\-]{0,39}")
_SPACED_KEY = re.compile(r"(?=.*[^\W\d_])[\w\s\-/()\[\]#№%°'’\":.,;+*<>≤≥=&?!|~–—]{1,60}|#", re.DOTALL)


class PathColumns:
    """Places of values: each path is a column, its values are the rows."""

    def __init__(self) -> None:
        self._columns: dict[str, int] = {}
        self._rows: Counter[str] = Counter()

    def next(self, path: str) -> CellPlace:
        """The place of the next value under a path, which is given with all its keys."""
        column = self._columns.setdefault(path, len(self._columns))
        self._rows[path] += 1
        return CellPlace(0, self._rows[path] - 1, column, by_path=True)


def shown_key(key: str, columns: Collection[str] = ()) -> str:
    """A key as a path may show it: a name of schema, or one that the policy names; else a star.

    Examples
    --------
    >>> shown_key("birthDate"), shown_key("Jane M. Doe"), shown_key("219-09-9999")
    ('birthDate', '*', '*')
    """
    shown = key.replace("*", "").strip()
    return shown if shown and (_may_be_shown(shown) or column_name(key) in columns) else "*"


def unused(wanted: str, taken: Collection[str], form: str = "{} ({})") -> str:
    """A name that is not taken: `wanted`, or that with a number; two keys never become one.

    Examples
    --------
    >>> unused("[PERSON]", {"a", "[PERSON]"})
    '[PERSON] (2)'
    """
    number, name = 1, wanted
    while name in taken:
        number += 1
        name = form.format(wanted, number)
    return name


def _may_be_shown(key: str) -> bool:
    """Whether a key is a name of schema: one word, or words of the vocabulary of headers."""
    if re.search(r"\d{3}", key):
        return False
    if _SCHEMA_KEY.fullmatch(key):
        return True
    return bool(_SPACED_KEY.fullmatch(key)) and meaning_of(key) is not None

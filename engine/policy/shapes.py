"""What an author's examples of a number have in common, as patterns that can be read and tried."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby

_MOST = 8
"""Most examples of different build: more are no kind of number any more."""

_FEW_DIGITS = 7
"""A run of fewer digits is an amount as often as a number of this kind."""
_DIGITS = re.compile(r"\\d(?:\{(\d+)(?:,\d+)?\})?")


def shapes_of(examples: Iterable[str]) -> tuple[str, ...]:
    """Patterns (RE2) that match every example, one for each build.

    Digits stand for any digits and letters for any letters of the same case, as many as the examples
    have. Letters that all examples of a build share stay as they are, if there are two examples or more;
    so do all other signs. Blanks may be missing or be hyphens.

    Raises
    ------
    ValueError
        An example holds no digit, or they are of too many builds.

    Examples
    --------
    >>> shapes_of(["B-22014", "B-9921"])
    ('B\\\\-\\\\d{4,5}',)
    >>> shapes_of(["KX 4471 a", "QR 0032 f"])
    ('[A-Z]{2}[ \\\\-]?\\\\d{4}[ \\\\-]?[a-z]',)
    """
    builds: dict[str, list[list[str]]] = {}
    for example in dict.fromkeys(one.strip() for one in examples):
        if not any(map(str.isdecimal, example)):
            raise ValueError(f"must each hold a digit; {len(example)} signs without one are a word")
        runs = ["".join(run) for _, run in groupby(example, _kind)]
        builds.setdefault("".join(_kind(run[0]) for run in runs), []).append(runs)
    if len(builds) > _MOST:
        raise ValueError(f"must be of at most {_MOST} builds; divide them into clauses")
    return tuple("".join(map(_pattern, zip(*build, strict=True))) for build in builds.values())


def is_plain(shape: str) -> bool:
    """Whether a pattern is so plain, a few digits, that it counts only after a label.

    Examples
    --------
    >>> is_plain(r"\\d{4}"), is_plain(r"\\d{7,8}"), is_plain(r"B\\d{4}")
    (True, False, False)
    """
    digits = _DIGITS.fullmatch(shape)
    return digits is not None and int(digits[1] or 1) < _FEW_DIGITS


def _kind(sign: str) -> str:
    """Digit, capital, small letter, blank, or the sign itself."""
    if sign.isdecimal():
        return "9"
    if sign.isalpha():
        return "A" if sign.isupper() else "a"
    return " " if sign.isspace() else sign


def _pattern(runs: Sequence[str]) -> str:
    """Pattern of what the examples have at one place."""
    kind = _kind(runs[0][0])
    if kind in "Aa" and len(runs) > 1 and len(set(runs)) == 1:
        return re.escape(runs[0])
    lengths = sorted({len(run) for run in runs})
    said = {"9": r"\d", "A": "[A-Z]", "a": "[a-z]", " ": r"[ \-]?"}
    if kind not in said:
        return re.escape(runs[0])
    return said[kind] + (_times(lengths[0], lengths[-1]) if kind != " " else "")


def _times(least: int, most: int) -> str:
    if least == most:
        return "" if least == 1 else f"{{{least}}}"
    return f"{{{least},{most}}}"

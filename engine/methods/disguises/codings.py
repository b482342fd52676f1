"""Codings other than long base64: base32, Ascii85, short base64, numbers of characters, Unicode tags."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import re2

from engine.methods.disguises.stretch import quick


class Coded(NamedTuple):
    """Characters [start, end) of a text, the bytes that they say, and how they say them."""

    start: int
    end: int
    encoding: str
    content: bytes


_URL_SAFE = str.maketrans("-_", "+/")
_FIRST = "[LMNO][ACDQSTgijwyz]"
_DIGIT = r"[LMNO][CDSTijyz][A-Za-z][A-Za-z0-9]"
"""Four characters of base64 for three digits or dashes."""
_BASE32 = re.compile(
    r"(?<![A-Za-z0-9+/=])(?:[A-Z2-7]{8,}={1,6}|(?=[A-Z]*[2-7])[A-Z2-7]{16,})(?![A-Za-z0-9+/=])"
)
_ASCII85 = re.compile(r"<~([!-uz\s]{5,20000}?)~>")
_PADDED = re.compile(r"(?<![A-Za-z0-9+/=_\-])[A-Za-z0-9+/_\-]{6,13}={1,2}(?![A-Za-z0-9+/=])")
_IN_URI = re.compile(r"(?<=;base64,)[A-Za-z0-9+/_\-]{4,13}={0,2}")
_OF_DIGITS = re.compile(
    rf"(?<![A-Za-z0-9+/=_\-])(?:{_DIGIT}){{2,4}}(?:{_FIRST}[A-Za-z]?)?=?=?(?![A-Za-z0-9+/=])"
)
_DIGITS = re.compile(rb"[0-9][0-9\-]{4,14}")

_POINT = r"(?:[01]{8}|[0-7]{3}|[3-9]\d|1[01]\d|12[0-6]|[uU]\+00[2-7][0-9A-Fa-f])"
_POINTS = re.compile(rf"(?<![\w.+]){_POINT}(?:[ ,;|]{{1,2}}{_POINT}){{7,2000}}(?![\w.])")
_SAID = quick(
    r"(?:(?:[A-Z]?[a-z]{2,}|[A-Z]+|[0-9]+(?:[\-/.][0-9]+)*|[\w.+\-]+@[\w.\-]+)(?:[.,:;]? |[,:;'\-.]|$))+"
)
"""What numbers of characters spell: words and numbers. Readings in a row give signs and mixed letters."""
_PARTS = frozenset(" -.@")
"""One of these is in what is spelled; among readings in a row hardly ever a number is so low."""
_TAGS = re.compile(r"(?<![\U0001f3f4\U000e0020-\U000e007e])[\U000e0020-\U000e007e]{3,}")
"""Characters that print nothing, one for each of ASCII; behind a black flag they name a country's part."""


def _points(run: str) -> bytes:
    numbers = re.findall(r"[0-9A-Fa-f]+", re.sub(r"[uU]\+", "", run))
    for base, length in ((2, 8), (16, 4), (8, 3), (10, None)):
        try:
            plain = "".join(chr(int(n, base)) for n in numbers if length in (None, len(n)))
        except ValueError:
            continue
        if len(plain) == len(numbers) and _PARTS.intersection(plain) and _SAID.fullmatch(plain):
            return plain.encode()
    raise ValueError


def _tags(run: str) -> bytes:
    return "".join(chr(ord(tag) - 0xE0000) for tag in run).encode()


def _base32(run: str) -> bytes:
    letters = run.rstrip("=")
    return base64.b32decode(letters + "=" * (-len(letters) % 8))


def _base64(run: str) -> bytes:
    letters = run.rstrip("=").translate(_URL_SAFE)
    return base64.b64decode(letters + "=" * (-len(letters) % 4), validate=True)


def _digits(run: str) -> bytes:
    content = _base64(run)
    if not _DIGITS.fullmatch(content):
        raise ValueError
    return content


def _ascii85(run: str) -> bytes:
    return base64.a85decode(run[2:-2])


_CODINGS: Iterable[tuple[str, re2._Regexp, re.Pattern[str], Callable[[str], bytes]]] = (
    ("code points", quick(rf"(?:{_POINT}[ ,;|]{{1,2}}){{7}}"), _POINTS, _points),
    ("tags", quick(r"[\x{e0020}-\x{e007e}]{3}"), _TAGS, _tags),
    ("base32", quick(r"[A-Z2-7]{8}(?:[A-Z2-7]{8}|[A-Z2-7]*=)"), _BASE32, _base32),
    ("ascii85", quick(r"<~[!-uz]"), _ASCII85, _ascii85),
    ("base64", quick(r"[A-Za-z0-9+/_\-]{6}=(?:[^A-Za-z0-9+/]|$)"), _PADDED, _base64),
    ("base64", quick(r";base64,"), _IN_URI, _base64),
    ("base64", quick(f"(?:{_DIGIT}){{2}}"), _OF_DIGITS, _digits),
)


def coded(text: str) -> Iterator[Coded]:
    """Runs of `text` that decode to bytes; whether these are a text is the caller's question."""
    for encoding, glance, pattern, decoded in _CODINGS:
        if not glance.search(text):
            continue
        for run in pattern.finditer(text):
            try:
                yield Coded(run.start(), run.end(), encoding, decoded(run[0]))
            except (ValueError, binascii.Error):
                continue

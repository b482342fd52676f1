"""Codings of bytes other than long base64: base32, Ascii85, and base64 too short to be told by its look."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import re2

from engine.methods.disguises.glance import quick


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

"""Columns of numbers as planes of bytes, each compressed where that helps: how a compact index is written."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

_MAX_PART_BYTES = 1 << 30

Columns = Mapping[str, npt.NDArray[np.integer[Any]]]


def planes(columns: Columns) -> Iterator[tuple[str, bytes]]:
    """The lowest bytes of each column's numbers (>= 0), then the next ones, with the name of each plane."""
    for name, column in columns.items():
        for plane in range(_bytes_of(column)):
            yield f"{name}/{plane}", ((column >> (8 * plane)) & 0xFF).astype(np.uint8).tobytes()


def written(header: Mapping[str, Any], columns: Columns) -> bytes:
    """A line of JSON with `header` and the sizes of the planes, then the planes; `read` takes it."""
    parts = [(name, len(part), _deflated(part)) for name, part in planes(columns)]
    sizes = [[name, n_bytes, len(part)] for name, n_bytes, part in parts]
    line = json.dumps({**header, "parts": sizes}, sort_keys=True).encode() + b"\n"
    return line + b"".join(part for *_, part in parts)


def read(content: bytes) -> tuple[dict[str, Any], Columns]:
    """Header and columns of `written`.

    Raises
    ------
    ValueError, KeyError, TypeError, IndexError, zlib.error
        When `content` is damaged.
    """
    line, _, rest = content.partition(b"\n")
    header = json.loads(line)
    found: dict[str, dict[int, npt.NDArray[np.uint8]]] = {}
    at = 0
    for name, n_bytes, length in header["parts"]:
        column, _, plane = str(name).partition("/")
        found.setdefault(column, {})[int(plane)] = _inflated(rest[at : at + length], int(n_bytes))
        at += length
    if at != len(rest):
        raise ValueError
    return header, {column: _joined(by_plane) for column, by_plane in found.items()}


def _joined(planes: Mapping[int, npt.NDArray[np.uint8]]) -> npt.NDArray[np.uint32]:
    """Numbers of which `planes` hold the bytes, the lowest first."""
    joined = np.zeros((len(planes[0]), 4), np.uint8)
    for number, plane in planes.items():
        joined[:, number] = plane
    return joined.view("<u4").reshape(-1)


def _deflated(plane: bytes) -> bytes:
    """Compressed where that saves a tenth; the lowest bytes of gaps are as good as drawn at random."""
    compressed = zlib.compress(plane, 9)
    return compressed if len(compressed) < 0.9 * len(plane) else plane


def _inflated(compressed: bytes, n_bytes: int) -> npt.NDArray[np.uint8]:
    if not 0 <= n_bytes <= _MAX_PART_BYTES:
        raise ValueError
    is_plain = len(compressed) == n_bytes
    plane = compressed if is_plain else zlib.decompress(compressed, bufsize=max(1, n_bytes))
    if len(plane) != n_bytes:
        raise ValueError
    return np.frombuffer(plane, np.uint8)


def _bytes_of(column: npt.NDArray[np.integer[Any]]) -> int:
    """Bytes that the largest of some numbers >= 0 takes."""
    return max(1, -(-int(column.max(initial=0)).bit_length() // 8))

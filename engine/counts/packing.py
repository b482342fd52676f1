"""Keys and columns of numbers as bytes: canonical, compact, and refused when damaged."""

from __future__ import annotations

import hashlib
import json
import lzma
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from engine.errors import InvalidError, fault

IntArray = npt.NDArray[np.int64]

_MAX_CONTENT_BYTES = 1 << 30


class Packed(NamedTuple):
    """A header of JSON values, keys without line feeds, and columns of integers >= 0."""

    header: dict[str, Any]
    keys: tuple[str, ...]
    columns: list[IntArray]


def pack(header: Mapping[str, Any], keys: Sequence[str], *columns: IntArray) -> bytes:
    """Canonical bytes of a header, keys and columns (of any lengths)."""
    sizes = {"rows": len(keys), "columns": [len(column) for column in columns]}
    line = json.dumps({**header, **sizes}, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    text = "".join(f"{key}\n" for key in (line, *keys))
    return text.encode() + b"".join(map(_by_byte, columns))


def _by_byte(column: IntArray) -> bytes:
    """Low bytes first, then the next ones: equal bytes stand together and compress."""
    return np.ascontiguousarray(column.astype("<u8").view(np.uint8).reshape(-1, 8).T).tobytes()


def _from_bytes(block: bytes) -> IntArray:
    planes = np.frombuffer(block, np.uint8).reshape(8, -1)
    return np.ascontiguousarray(planes.T).view("<u8").reshape(-1).astype(np.int64)


def compress(magic: bytes, content: bytes) -> bytes:
    """`content` of `pack`, compressed, after the mark of its kind and version."""
    return magic + lzma.compress(content, preset=6)


def unpack(magic: bytes, compressed: bytes, where: str) -> Packed:
    """Read what `pack` and `compress` made.

    Raises
    ------
    InvalidError
        ``CNT001`` when the bytes are of another kind or version, or not whole.
    """
    if not compressed.startswith(magic):
        raise damaged(where, "another kind or version of file")
    try:
        return _unpack(_decompressed(compressed[len(magic) :]))
    except (lzma.LZMAError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise damaged(where, type(error).__name__) from None


def _decompressed(compressed: bytes) -> bytes:
    decompressor = lzma.LZMADecompressor()
    content = decompressor.decompress(compressed, max_length=_MAX_CONTENT_BYTES)
    if not decompressor.eof or decompressor.unused_data:
        raise ValueError
    return content


def _unpack(content: bytes) -> Packed:
    line, _, rest = content.partition(b"\n")
    header = json.loads(line)
    n_rows, lengths = int(header.pop("rows")), [int(n) for n in header.pop("columns")]
    start = len(rest) - 8 * sum(lengths)
    if start < 0:
        raise ValueError
    keys = rest[:start].decode().split("\n")
    if len(keys) != n_rows + 1 or keys.pop():
        raise ValueError
    columns = []
    for n in lengths:
        columns.append(_from_bytes(rest[start : start + 8 * n]))
        start += 8 * n
    return Packed(header, tuple(keys), columns)


def sha256(magic: bytes, content: bytes) -> str:
    """Fingerprint of a content, independent of its compression."""
    return hashlib.sha256(magic + content).hexdigest()


def damaged(where: str, got: str) -> InvalidError:
    """``CNT001``: a vocabulary or table that is not whole."""
    return InvalidError(
        fault("CNT001", where, "must be whole and unchanged", got, "Fetch it again, or build it again.")
    )


def other_vocabulary(where: str) -> InvalidError:
    """``CNT002``: counts that were made with another vocabulary."""
    must = "must belong to the vocabulary it is read with"
    advice = "Build the tables and the vocabulary from one corpus, together."
    return InvalidError(fault("CNT002", where, must, advice=advice))

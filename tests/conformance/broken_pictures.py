"""PNG files that are broken inside: checksums are right again, so that decoders get to see what is wrong."""

from __future__ import annotations

import random
import struct
import zlib
from collections.abc import Iterator

SIGNATURE = b"\x89PNG\r\n\x1a\n"
Chunk = tuple[bytes, bytes]


def chunks(content: bytes) -> Iterator[Chunk]:
    """The chunks of a whole PNG: kind and data."""
    at = len(SIGNATURE)
    while at + 12 <= len(content):
        (length,) = struct.unpack_from(">I", content, at)
        kind = content[at + 4 : at + 8]
        yield kind, content[at + 8 : at + 8 + length]
        if kind == b"IEND":
            return
        at += 12 + length


def written(pieces: list[Chunk]) -> bytes:
    """A PNG of these chunks, with their checksums."""
    return SIGNATURE + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in pieces
    )


def broken_inside(content: bytes, rng: random.Random) -> bytes:
    """A PNG with a change in its header, metadata or pixels, or with chunks doubled or moved."""
    pieces = list(chunks(content))
    kind = rng.randrange(4)
    at = rng.randrange(len(pieces) - 1)
    name, data = pieces[at]
    if kind == 0 and data:
        pieces[at] = name, _changed(data, rng)
    elif kind == 1:
        pieces.insert(rng.randrange(1, len(pieces)), pieces[at])
    elif kind == 2:
        pieces.insert(rng.randrange(len(pieces)), pieces.pop(at))
    else:
        packed = b"".join(data for name, data in pieces if name == b"IDAT")
        pixels = zlib.compress(_changed(zlib.decompress(packed), rng))
        first = [name for name, _ in pieces].index(b"IDAT")
        rest = [piece for piece in pieces if piece[0] != b"IDAT"]
        pieces = [*rest[:first], (b"IDAT", pixels), *rest[first:]]
    return written(pieces)


def _changed(data: bytes, rng: random.Random) -> bytes:
    """Some bytes changed, and now and then the end cut off or more of it."""
    found = bytearray(data)
    for _ in range(rng.randrange(1, 12)):
        found[rng.randrange(len(found))] = rng.randrange(256)
    if rng.random() < 0.2:
        return bytes(found[: rng.randrange(len(found))])
    return bytes(found) + bytes(found[:40]) * (rng.random() < 0.1)

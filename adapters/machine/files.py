"""Files as an installation writes them: whole or not at all, and safe from a crash; JSON in one form."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

PART = ".part"
"""Ends the name of a file while it is written; no format has this ending, so no document."""


def sync_path(path: Path) -> None:
    """Bring a file's content, or a folder's names, to the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def make_folder(path: Path, mode: int = 0o777) -> None:
    """Make a folder with those above it, and bring their names to the disk."""
    if path.is_dir():
        return
    make_folder(path.parent)
    path.mkdir(mode, exist_ok=True)
    sync_path(path.parent)


def remove_parts(folder: Path) -> None:
    """Remove what writers that were killed left half-written anywhere below `folder`."""
    for path in folder.rglob(f"*{PART}"):
        path.unlink()


def write_atomically(
    path: Path, content: bytes | Iterable[bytes], durable: bool = True, mode: int = 0o666
) -> None:
    """Write, flush to disk, rename: a reader sees the old file or the whole new one, after a crash too.

    `durable` false leaves the flush out: for files whose hash is checked before they count. `mode` is who
    may read it, from its first byte on; the process's mask takes away more. `content` may come in pieces.
    """
    if durable:
        make_folder(path.parent)
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(path.name + PART)
    try:
        with open(partial, "wb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
            file.writelines([content] if isinstance(content, bytes) else content)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        partial.replace(path)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise
    if durable:
        sync_path(path.parent)


def canonical_json(content: object) -> bytes:
    """JSON with sorted keys, indented for people, UTF-8, one newline at the end."""
    made = io.StringIO()  # takes a third of the memory of a list of all pieces, as `json.dumps` makes it
    json.dump(content, made, sort_keys=True, indent=1, ensure_ascii=False)
    return (made.getvalue() + "\n").encode()


def canonical_pieces(content: Mapping[str, object]) -> Iterator[bytes]:
    """What `canonical_json` makes of a mapping, piece by piece: a long list takes much memory as a whole.

    Parameters
    ----------
    content : mapping
        An iterator in it, or in a mapping inside it, stands for a list of what it yields.
    """
    yield from (piece.encode() for piece in _pieces(content, "\n"))
    yield b"\n"


def _pieces(value: object, line: str) -> Iterator[str]:
    """A value as text; `line` begins a line at its depth."""
    if isinstance(value, Iterator):
        before = "["
        for item in value:
            yield f"{before}{line} {_whole(item, line + ' ')}"
            before = ","
        yield "[]" if before == "[" else line + "]"
    elif isinstance(value, Mapping) and _is_lazy(value):
        before = "{"
        for name in sorted(value):
            yield f"{before}{line} {json.dumps(name, ensure_ascii=False)}: "
            yield from _pieces(value[name], line + " ")
            before = ","
        yield line + "}"
    else:
        yield _whole(value, line)


def _is_lazy(value: object) -> bool:
    return isinstance(value, Iterator) or (isinstance(value, Mapping) and any(map(_is_lazy, value.values())))


def _whole(value: object, line: str) -> str:
    return json.dumps(value, sort_keys=True, indent=1, ensure_ascii=False).replace("\n", line)

"""TAR archives and gzip: read with limits, written without a trace of time, machine or user."""

from __future__ import annotations

import gzip
import io
import tarfile
import zlib
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath

from adapters.documents.faults import hostile_archive, malformed, too_large
from adapters.documents.settings import Settings

_MAX_ENTRIES = 20_000
_CHUNK = 1 << 16
_HAS_NAME, _HAS_EXTRA = 0x08, 0x04
_BROKEN = (tarfile.TarError, EOFError, ValueError, OverflowError, OSError, zlib.error, KeyError, IndexError)


def read_tar(document_id: str, content: bytes, settings: Settings) -> dict[str, bytes]:
    """Files of an archive by their path, in the archive's order.

    Parameters
    ----------
    document_id : str
        Names the document in errors.
    content : bytes
        The archive, not compressed.
    settings : Settings
        `max_bytes` of the archive, `max_expanded_bytes` of all it holds.

    Raises
    ------
    UnreadableError
        DOC003 too large, DOC007 broken, DOC012 hostile: links, devices, paths that leave the archive.
    """
    if len(content) > settings.max_expanded_bytes:
        raise too_large(document_id, len(content), settings.max_expanded_bytes)
    try:
        with tarfile.open(fileobj=io.BytesIO(content), mode="r:") as archive:
            files = _files(document_id, archive, settings.max_expanded_bytes)
    except _BROKEN:
        raise malformed(document_id, "TAR", "an archive that cannot be unpacked") from None
    settings.count.take(document_id, 0, len(files))  # what it holds is no longer than itself
    return files


def _files(document_id: str, archive: tarfile.TarFile, limit: int) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    seen: set[str] = set()
    for number, entry in enumerate(archive):
        if number >= _MAX_ENTRIES:
            raise hostile_archive(document_id, f"more than {_MAX_ENTRIES} entries")
        _require_ordinary(document_id, entry, seen)
        if entry.isdir():
            continue
        limit -= entry.size
        if limit < 0:
            raise too_large(document_id, entry.size, max(0, limit + entry.size))
        stream = archive.extractfile(entry)
        files[entry.name] = stream.read() if stream is not None else b""
    return files


def _require_ordinary(document_id: str, entry: tarfile.TarInfo, seen: set[str]) -> None:
    path = PurePosixPath(entry.name.replace("\\", "/"))
    if path.is_absolute() or ".." in path.parts or ":" in entry.name or "\0" in entry.name:
        raise hostile_archive(document_id, "a path that leaves the archive")
    if not (entry.isfile() or entry.isdir()) or entry.issparse():
        raise hostile_archive(document_id, "a link, a device or a file with holes")
    if not entry.isdir() and entry.name.lower() in seen:
        raise hostile_archive(document_id, "two entries of one name")
    seen.add(entry.name.lower())


def write_tar(files: Mapping[str, bytes]) -> bytes:
    """An archive of `files`: same input, same bytes; no times, no owners."""
    written = io.BytesIO()
    with tarfile.open(fileobj=written, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name, content in files.items():
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode = len(content), 0o600
            archive.addfile(entry, io.BytesIO(content))
    return written.getvalue()


def read_gzip(document_id: str, content: bytes, settings: Settings) -> tuple[str, bytes]:
    """The name that a gzip file gives to what it holds (empty for none), and that.

    Raises
    ------
    UnreadableError
        DOC003 too large, DOC007 broken, or with bytes behind its end.
    """
    if len(content) > settings.max_bytes:
        raise too_large(document_id, len(content), settings.max_bytes)
    count = settings.count
    try:
        name = _name(content)
        with count.room(document_id) as limit:
            inner = b"".join(_inflated(document_id, content, limit))
    except _BROKEN:
        raise malformed(document_id, "gzip", "a file that cannot be unpacked") from None
    count.take(document_id, len(inner))
    return name, inner


def _inflated(document_id: str, content: bytes, limit: int) -> Iterator[bytes]:
    """What the members of a gzip file hold, piece by piece."""
    size, rest = 0, content
    while rest:
        reader = zlib.decompressobj(wbits=31)
        waiting = rest
        while not reader.eof:
            piece = reader.decompress(waiting, _CHUNK)
            waiting = reader.unconsumed_tail
            size += len(piece)
            if size > limit:
                raise too_large(document_id, size, limit)
            if not piece and not waiting and not reader.eof:
                raise EOFError
            yield piece
        rest = reader.unused_data.lstrip(b"\0")


def _name(content: bytes) -> str:
    """The name in the header (RFC 1952, 2.3)."""
    flags, at = content[3], 10
    if flags & _HAS_EXTRA:
        at += 2 + int.from_bytes(content[at : at + 2], "little")
    return content[at : content.index(b"\0", at)].decode("latin-1") if flags & _HAS_NAME else ""


def write_gzip(name: str, content: bytes) -> bytes:
    """A gzip file of `content` under a name, without a time."""
    written = io.BytesIO()
    with gzip.GzipFile(filename=name, mode="wb", fileobj=written, mtime=0) as stream:
        stream.write(content)
    return written.getvalue()

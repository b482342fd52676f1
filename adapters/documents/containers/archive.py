"""ZIP archives: read with limits, written without a trace of time or machine."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import PurePosixPath

from adapters.documents.faults import encrypted, hostile_archive, malformed, too_large
from adapters.documents.settings import Settings

_MAX_ENTRIES = 20_000
_CHUNK = 1 << 16
_EPOCH = (1980, 1, 1, 0, 0, 0)
_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    struct.error,
    NotImplementedError,
    RuntimeError,
    ValueError,
    OverflowError,
    OSError,
)


def read_archive(document_id: str, content: bytes, settings: Settings) -> dict[str, bytes]:
    """Files of an archive by their path, in the archive's order.

    Parameters
    ----------
    document_id : str
        Names the document in errors.
    content : bytes
        The archive.
    settings : Settings
        `max_bytes` of the archive, `max_expanded_bytes` of all it holds.

    Raises
    ------
    UnreadableError
        DOC003 too large, DOC007 broken, DOC008 encrypted, DOC012 hostile.
    """
    if len(content) > settings.max_bytes:
        raise too_large(document_id, len(content), settings.max_bytes)
    count = settings.count
    try:
        with (
            count.room(document_id) as limit,
            zipfile.ZipFile(io.BytesIO(content)) as archive,
        ):
            files = _files(document_id, archive, limit)
    except _BROKEN:
        raise malformed(document_id, "ZIP", "an archive that cannot be unpacked") from None
    count.take(document_id, sum(map(len, files.values())), len(files))
    return files


def _files(document_id: str, archive: zipfile.ZipFile, limit: int) -> dict[str, bytes]:
    entries = archive.infolist()
    if len(entries) > _MAX_ENTRIES:
        raise hostile_archive(document_id, f"{len(entries)} entries")
    files: dict[str, bytes] = {}
    seen: set[str] = set()
    for entry in entries:
        _require_ordinary(document_id, entry, seen)
        if not entry.is_dir():
            files[entry.filename] = _expanded(document_id, archive, entry, limit)
            limit -= len(files[entry.filename])
    return files


def _require_ordinary(document_id: str, entry: zipfile.ZipInfo, seen: set[str]) -> None:
    if entry.flag_bits & 0x41:
        raise encrypted(document_id)
    path = PurePosixPath(entry.filename.replace("\\", "/"))
    if path.is_absolute() or ".." in path.parts or ":" in entry.filename or "\0" in entry.filename:
        raise hostile_archive(document_id, "a path that leaves the archive")
    if entry.external_attr >> 28 == 0xA:
        raise hostile_archive(document_id, "a symbolic link")
    if entry.filename.lower() in seen:
        raise hostile_archive(document_id, "two entries of one name")
    seen.add(entry.filename.lower())


def _expanded(document_id: str, archive: zipfile.ZipFile, entry: zipfile.ZipInfo, limit: int) -> bytes:
    """The entry's content; what its header says about its size is not believed."""
    chunks, size = [], 0
    with archive.open(entry) as stream:
        while chunk := stream.read(_CHUNK):
            size += len(chunk)
            if size > limit:
                raise too_large(document_id, size, limit)
            chunks.append(chunk)
    return b"".join(chunks)


def write_archive(files: Mapping[str, bytes]) -> bytes:
    """An archive of `files`: same input, same bytes; no times, no comments, no extra fields."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.compress_type = zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED
            entry.external_attr = 0o600 << 16
            archive.writestr(entry, content)
    return written.getvalue()

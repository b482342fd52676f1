"""7z archives: read with limits, released as ZIP archives."""

from __future__ import annotations

import io
import lzma
import struct
import zlib
from collections.abc import Sequence
from pathlib import PurePosixPath

from py7zr import FileInfo, SevenZipFile
from py7zr.exceptions import ArchiveError, DecompressionBombError, PasswordRequired
from py7zr.io import BytesIOFactory

from adapters.documents.containers.zip_folder import ZipFolder
from adapters.documents.faults import encrypted, hostile_archive, malformed, too_large
from adapters.documents.settings import Settings
from engine.ports import OpenDocument
from engine.text import SensitiveText

_MAX_ENTRIES = 20_000
_BROKEN = (
    *(ArchiveError, lzma.LZMAError, zlib.error, struct.error, EOFError, OSError, ValueError, TypeError),
    *(LookupError, AttributeError, OverflowError, RuntimeError, NotImplementedError, AssertionError),
)
"""What the library and its decoders raise on files that are no archives."""


class SevenZip(ZipFolder):
    """7z archives of documents, as `ZipFolder`; what is written is a ZIP archive."""

    name = "7z"
    suffixes: Sequence[str] = (".7z",)

    def open(self, document_id: str, content: bytes) -> OpenDocument:
        """Open an archive; DOC003, DOC006 nested too deep, DOC007, DOC008, DOC012 hostile."""
        return super().open(document_id, content)

    def read_back(self, content: bytes) -> Sequence[SensitiveText]:
        """What the ZIP archive says that was written."""
        return ZipFolder(self._settings).read_back(content)

    def _read(self, document_id: str, content: bytes, settings: Settings) -> dict[str, bytes]:
        return read_seven_zip(document_id, content, settings)


def read_seven_zip(document_id: str, content: bytes, settings: Settings) -> dict[str, bytes]:
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
    with count.room(document_id) as limit:
        files = _unpacked(document_id, content, limit)
    count.take(document_id, sum(map(len, files.values())), len(files))
    return files


def _unpacked(document_id: str, content: bytes, limit: int) -> dict[str, bytes]:
    try:
        with SevenZipFile(io.BytesIO(content), max_extract_size=limit) as archive:
            if archive.needs_password():
                raise encrypted(document_id)
            entries = _ordinary(document_id, archive.list(), limit)
            unpacked = BytesIOFactory(limit + 1)
            archive.extract(factory=unpacked)
    except PasswordRequired:
        raise encrypted(document_id) from None
    except DecompressionBombError:
        raise too_large(document_id, limit + 1, limit) from None
    except _BROKEN:
        raise malformed(document_id, "7z", "an archive that cannot be unpacked") from None
    return {path: _content(unpacked, path) for path in entries}


def _ordinary(document_id: str, entries: Sequence[FileInfo], limit: int) -> list[str]:
    """Paths of the files of an archive; DOC003 or DOC012 if it is not an ordinary one."""
    if len(entries) > _MAX_ENTRIES:
        raise hostile_archive(document_id, f"{len(entries)} entries")
    said = sum(entry.uncompressed or 0 for entry in entries)
    if said > limit:
        raise too_large(document_id, said, limit)
    seen: set[str] = set()
    for entry in entries:
        _require_ordinary(document_id, entry, seen)
    return [entry.filename for entry in entries if not entry.is_directory]


def _require_ordinary(document_id: str, entry: FileInfo, seen: set[str]) -> None:
    path = PurePosixPath(entry.filename.replace("\\", "/"))
    if path.is_absolute() or ".." in path.parts or ":" in entry.filename or "\0" in entry.filename:
        raise hostile_archive(document_id, "a path that leaves the archive")
    if entry.is_symlink or not (entry.is_file or entry.is_directory):
        raise hostile_archive(document_id, "a link or a device")
    name = str(path).lower()  # "a" and "./a" are one file to the library too
    if not entry.is_directory and name in seen:
        raise hostile_archive(document_id, "two entries of one name")
    seen.add(name)


def _content(unpacked: BytesIOFactory, path: str) -> bytes:
    """The content of a file; an empty one is not unpacked."""
    made = unpacked.products.get(PurePosixPath(path).as_posix())
    return made.read() if made is not None else b""

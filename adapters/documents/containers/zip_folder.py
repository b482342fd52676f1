"""ZIP and TAR archives: every file by its own format, names of files and folders as text."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import PurePosixPath

from adapters.documents.containers.archive import read_archive, write_archive
from adapters.documents.containers.composite import Composite, nested_texts, one_line, open_lines, open_nested
from adapters.documents.containers.tar_archive import read_tar, write_tar
from adapters.documents.opening.sources import one_name
from adapters.documents.registry import released_suffix
from adapters.documents.settings import DEFAULT, Settings
from engine.ports import OpenDocument, Replacement
from engine.text import Document, SensitiveText

REMOVED_NOTE = b"This file was removed: it could not be searched.\n"
_NOT_IN_NAMES = re.compile(r'[\x00-\x1f<>:"|?*\\]')


class ZipFolder:
    """ZIP archives of documents.

    The path of each file is a part, and so is all that its format finds in
    it, archives in archives included. A file that cannot be opened is replaced
    by a note, or the archive refused (``unopened``). Times, comments and
    extra fields of the archive leave. With ``names="number"`` the paths are numbers instead.

    Parameters
    ----------
    settings : Settings
        ``unopened``, ``names`` and the limits.
    """

    name = "zip"
    suffixes: Sequence[str] = (".zip",)

    def __init__(self, settings: Settings = DEFAULT) -> None:
        self._settings = settings

    def open(self, document_id: str, content: bytes) -> OpenDocument:
        """Open an archive; DOC003, DOC006 nested too deep, DOC007, DOC008, DOC012 hostile or endless."""
        settings = self._settings.counted()
        files = self._read(document_id, content, settings)
        paths = [PurePosixPath(one_line(name.replace("\\", "/"))) for name in files]
        opened = [
            open_nested(f"{document_id}.{number}", path.suffix, data, settings)
            for number, (path, data) in enumerate(zip(paths, files.values(), strict=True), 1)
        ]
        numbers = numbered(paths) if self._settings.names == "number" else ()
        return ZipDocument(document_id, paths, opened, self._write, numbers)

    def read_back(self, content: bytes) -> Sequence[SensitiveText]:
        """Names of all files, and what the formats of the files read back."""
        settings = self._settings.counted()
        texts: list[str] = []
        for name, data in self._read("", content, settings).items():
            texts.append(name)
            texts += nested_texts(PurePosixPath(name).suffix, data, settings)
        return [SensitiveText(text) for text in texts if text.strip()]

    def _read(self, document_id: str, content: bytes, settings: Settings) -> dict[str, bytes]:
        return read_archive(document_id, content, settings)

    def _write(self, files: Mapping[str, bytes]) -> bytes:
        return write_archive(files)


class TarFolder(ZipFolder):
    """TAR archives of documents, as `ZipFolder`; users, groups and links have no place in them."""

    name = "tar"
    suffixes: Sequence[str] = (".tar",)

    def _read(self, document_id: str, content: bytes, settings: Settings) -> dict[str, bytes]:
        return read_tar(document_id, content, settings)

    def _write(self, files: Mapping[str, bytes]) -> bytes:
        return write_tar(files)


class ZipDocument:
    """An open archive: the paths of its files, and the files that could be opened."""

    def __init__(
        self,
        document_id: str,
        paths: Sequence[PurePosixPath],
        opened: Sequence[OpenDocument | None],
        write: Callable[[Mapping[str, bytes]], bytes],
        numbers: Sequence[str] = (),
    ) -> None:
        self._write = write
        suffixes = [released_suffix(path.suffix) for path in paths]
        self._suffixes = [suffix.lower() for suffix in suffixes] if numbers else suffixes
        self._is_open = [document is not None for document in opened]
        self._numbers = numbers
        named = [("path", str(path.with_suffix(""))) for path in paths]
        names = open_lines(document_id, "filename", [] if numbers else named)
        self._composite = Composite(document_id, [names, *(d for d in opened if d is not None)])

    @property
    def document(self) -> Document:
        """Paths and texts of all files."""
        return self._composite.document

    def rewrite(self, replacements: Sequence[Replacement]) -> bytes:
        """The archive written anew with `replacements` applied to names and files."""
        names, *contents = self._composite.rewritten(replacements)
        waiting = iter(contents)
        files: dict[str, bytes] = {}
        paths = self._numbers or (names.decode("utf-8").split("\n") if self._suffixes else [])
        for path, suffix, is_open in zip(paths, self._suffixes, self._is_open, strict=True):
            name = _unused(files, _safe(path), suffix if is_open else ".removed.txt")
            files[name] = next(waiting) if is_open else REMOVED_NOTE
        return self._write(files)


def numbered(paths: Sequence[PurePosixPath]) -> list[str]:
    """Names that say nothing: files by their number in the archive, folders by theirs."""
    folders = {folder: n for n, folder in enumerate(dict.fromkeys(path.parent for path in paths), 1)}
    few = len(folders) == 1
    return [
        f"document-{n:06d}" if few else f"folder-{folders[path.parent]}/document-{n:06d}"
        for n, path in enumerate(paths, 1)
    ]


def _safe(path: str) -> str:
    """A path that stays inside the folder it is unpacked in, on every system."""
    pieces = [_NOT_IN_NAMES.sub("_", piece).strip(" .") for piece in path.split("/")]
    return "/".join(piece for piece in pieces if piece) or "document"


def _unused(files: dict[str, bytes], path: str, suffix: str) -> str:
    """The path, numbered if replacing has made it equal to another one."""
    taken = {one_name(name) for name in files}
    name, n = f"{path}{suffix}", 1
    while one_name(name) in taken:
        n += 1
        name = f"{path} ({n}){suffix}"
    return name

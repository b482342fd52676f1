"""Finding the documents of a release: files in a stable order, each with an opaque number."""

from __future__ import annotations

import hashlib
import os
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath

from engine.errors import Fault, InvalidError, UnreadableError, fault

BARRED = {
    "link": ("must be a file, not a link to one", "Put the file itself there."),
    "special": ("must be a file, not a pipe, socket or device", "Take it out of the folder."),
    "large": (
        "must be at most 1 GiB in an object store",
        "Copy it to this machine and release it from there.",
    ),
    "name": (
        "must have a name that a file could have",
        "Rename it in its store: no empty part, no zero byte, at most 255 bytes a part, no folder's name.",
    ),
    "hidden": ("must not be hidden", "Rename it, without the dot that its name begins with, to release it."),
}
"""Entries that are never opened: what a document must be instead, and what to do."""


@dataclass(frozen=True, slots=True)
class Source:
    """One input file.

    Parameters
    ----------
    id : str
        Number of the document in this release, ``"000001"`` upwards; the only name in logs.
    path : str
        Where it is read.
    relative : str
        Its path below the source folder; used for the released name only when the policy says so.
    folder : str
        Number of the folder that it lies in, ``"001"`` upwards.
    barred : str
        Why it is never opened: ``"link"``, ``"special"`` (a pipe, socket or device), ``"large"``,
        ``"name"`` (of an object in a store), ``"hidden"``; empty for a file.
    written : int or None
        When it was last written to as it was listed, in nanoseconds; None where nobody looked.
    crowded : bool
        Whether a file or folder of another document may get the name under which it would be released.
    """

    id: str
    path: str
    relative: str
    folder: str = "001"
    barred: str = ""
    written: int | None = None
    crowded: bool = False

    @property
    def folders(self) -> list[str]:
        """Names of the folders that it lies in, the nearest first."""
        below = PurePosixPath(self.relative).parts[:-1]
        above = Path(self.path).parents
        root = [above[len(below)].name] if len(below) < len(above) else []
        return [*reversed(below), *root]

    def n_bytes(self) -> int:
        """The file's size."""
        self._require_file()
        return Path(self.path).stat().st_size

    def read(self) -> bytes:
        """The file's bytes.

        Raises
        ------
        UnreadableError
            ``SRC004`` for what is no file; ``SRC005`` as `require_as_listed`.
        """
        self._require_file()
        content = Path(self.path).read_bytes()
        self.require_as_listed()
        return content

    def require_as_listed(self) -> None:
        """Refuse a file that was written to since it was listed: what was read may be half a document.

        Raises
        ------
        UnreadableError
            ``SRC005``.
        """
        if self.written not in (None, _written(self.path)):
            must, advice = "must not change while it is released", "Release it when it is written."
            raise UnreadableError(fault("SRC005", self.id, must, "a file that is being written", advice))

    def _require_file(self) -> None:
        if self.barred:
            must, advice = BARRED[self.barred]
            raise UnreadableError(fault("SRC004", self.id, must, "", advice))

    def digest(self) -> str:
        """SHA-256 of the file's bytes."""
        with Path(self.path).open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()

    @contextmanager
    def on_disk(self) -> Iterator[Source]:
        """The same, for readers that want a file of plain bytes."""
        yield self


@dataclass(frozen=True, slots=True)
class SealedSource(Source):
    """An input that lies encrypted on disk (AES-256-GCM).

    Parameters
    ----------
    key : bytes
        Opens it; never printed.
    label : str
        What it was sealed under.
    """

    key: bytes = field(default=b"", repr=False)
    label: str = ""

    def n_bytes(self) -> int:
        """The size of what is inside."""
        from adapters.keys.sealing import SEAL_BYTES

        return max(0, Path(self.path).stat().st_size - SEAL_BYTES)

    def read(self) -> bytes:
        """What is inside."""
        from adapters.keys.sealing import decrypt  # a library that most texts do without

        return decrypt(self.key, Path(self.path).read_bytes(), self.label)

    def digest(self) -> str:
        """SHA-256 of what is inside."""
        return hashlib.sha256(self.read()).hexdigest()

    @contextmanager
    def on_disk(self) -> Iterator[Source]:
        """What is inside as a file in memory, which no disk ever holds."""
        handle = os.memfd_create("document")
        try:
            with os.fdopen(handle, "wb", closefd=False) as file:
                file.write(self.read())
            yield Source(self.id, f"/proc/self/fd/{handle}", self.relative, self.folder)
        finally:
            os.close(handle)


def one_name(path: str) -> str:
    """A path as every file system sees it: of two that are equal here, one may take the other's place.

    Examples
    --------
    >>> one_name("Akten/Stra\N{LATIN SMALL LETTER SHARP S}e. ") == one_name("AKTEN/STRASSE")
    True
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", path).casefold())
    return "/".join(part.rstrip(". ") for part in folded.split("/"))


def told_crowded(sources: Sequence[Source]) -> list[Source]:
    """`sources`, those marked of which another may be released under the same name.

    A document is released under its own name, or with an ending added. So it is crowded by a file or folder
    that is called as it is, or as it is with one ending more. What is marked depends on no order.
    """
    paths = [PurePosixPath(one_name(source.relative)) for source in sources]
    folders = {folder for path in paths for folder in path.parents}
    borne = Counter(paths)
    longer = {each.with_suffix("") for each in {*paths, *folders} if each.suffix}
    return [
        replace(source, crowded=borne[path] > 1 or path in folders or path in longer)
        for source, path in zip(sources, paths, strict=True)
    ]


def find_sources(roots: Sequence[Path]) -> list[Source]:
    """Everything below `roots` that is no folder, sorted by path.

    No link is followed. Links, pipes, sockets, devices and hidden entries are listed as barred, so that
    the report names them; a hidden folder is one entry.

    Raises
    ------
    InvalidError
        ``SRC001`` when a root does not exist, ``SRC002`` when there is nothing to release:
        a run that processes nothing is never a success.
    """
    missing = [root for root in roots if not root.exists()]
    if missing:
        raise InvalidError(*(_missing(root) for root in missing))
    found = _told_apart(sorted({entry for root in roots for entry in _below(root)}))
    if all(barred for _, _, barred in found):
        where = ", ".join(map(str, roots))
        got = f"{len(found)} links, hidden or special files" if found else "none"
        raise InvalidError(fault("SRC002", where, "must hold a document", got, "Nothing was released."))
    width = max(6, len(str(len(found))))
    parents = dict.fromkeys(str(Path(path).parent) for path, _, _ in found)
    folders = {folder: f"{i:03d}" for i, folder in enumerate(parents, 1)}
    return [
        Source(
            f"{i:0{width}d}",
            path,
            relative,
            folders[str(Path(path).parent)],
            barred,
            None if barred else _written(path),
        )
        for i, (path, relative, barred) in enumerate(found, 1)
    ]


def _below(root: Path) -> Iterator[tuple[str, str, str]]:
    """Path, path below the root, and what bars it, of each entry."""
    if not root.is_dir():
        yield str(root.resolve()), _shown(root.name), "" if root.is_file() else "special"
        return
    top = root.resolve()
    waiting = [top]
    while waiting:
        for entry in sorted(os.scandir(waiting.pop()), key=lambda entry: entry.name):
            barred = _barred(entry)
            if not barred and entry.is_dir(follow_symlinks=False):
                waiting.append(Path(entry.path))
            else:
                yield entry.path, _shown(Path(entry.path).relative_to(top).as_posix()), barred


def _told_apart(found: list[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    """Entries of which no two bear one name: where two roots hold it, with as much of the path as needed."""
    names = [relative for _, relative, _ in found]
    while len(set(names)) < len(names):
        borne = Counter(names)
        longer = [
            name if borne[name] == 1 else _with_folder(path, name)
            for name, (path, _, _) in zip(names, found, strict=True)
        ]
        if longer == names:
            break
        names = longer
    return [(path, name, barred) for name, (path, _, barred) in zip(names, found, strict=True)]


def _with_folder(path: str, name: str) -> str:
    """The end of a path, longer by one folder than `name`."""
    parts = Path(path).parts[1:]
    return _shown("/".join(parts[-(name.count("/") + 2) :]))


def _written(path: str) -> int | None:
    """When a file was last written to; None where it cannot be asked: reading it will say why."""
    try:
        return Path(path).stat().st_mtime_ns
    except OSError:
        return None


def _barred(entry: os.DirEntry[str]) -> str:
    if entry.name.startswith("."):
        return "hidden"
    if entry.is_symlink():
        return "link"
    is_plain = entry.is_file(follow_symlinks=False) or entry.is_dir(follow_symlinks=False)
    return "" if is_plain else "special"


def _shown(name: str) -> str:
    """A name as text: bytes that are no UTF-8 are written out, as in ``caf\\xe9.txt``."""
    return os.fsencode(name).decode("utf-8", "backslashreplace")


def system_reason(error: OSError) -> str:
    """What the operating system said, without the path, which may name a document or a client."""
    return os.strerror(error.errno) if error.errno else type(error).__name__


def _missing(root: Path) -> Fault:
    return fault("SRC001", str(root), "must be a file or folder", "", "Check the path; nothing was released.")


def inputs_digest(sources: Sequence[Source]) -> str:
    """SHA-256 over names and contents of all inputs: tells whether a run may resume another.

    A file that cannot be read counts as such: the worker that tries it quarantines it.
    """
    digest = hashlib.sha256()
    for source in sources:
        digest.update(f"{source.id}\0{source.relative}\0{_content_digest(source)}\n".encode())
    return digest.hexdigest()


def _content_digest(source: Source) -> str:
    if source.barred:
        return source.barred
    try:
        return source.digest()
    except OSError:
        return "unread"

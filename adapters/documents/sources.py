"""Finding the documents of a release: files in a stable order, each with an opaque number."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from engine.errors import Fault, InvalidError, fault


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
    """

    id: str
    path: str
    relative: str
    folder: str = "001"

    @property
    def folders(self) -> list[str]:
        """Names of the folders that it lies in, the nearest first."""
        below = PurePosixPath(self.relative).parts[:-1]
        above = Path(self.path).parents
        root = [above[len(below)].name] if len(below) < len(above) else []
        return [*reversed(below), *root]

    def n_bytes(self) -> int:
        """The file's size."""
        return Path(self.path).stat().st_size

    def read(self) -> bytes:
        """The file's bytes."""
        return Path(self.path).read_bytes()


def find_sources(roots: Sequence[Path]) -> list[Source]:
    """All files below `roots`, sorted by path; hidden files and folders are left out.

    Raises
    ------
    InvalidError
        ``SRC001`` when a root does not exist, ``SRC002`` when there is nothing to release:
        a run that processes nothing is never a success.
    """
    missing = [root for root in roots if not root.exists()]
    if missing:
        raise InvalidError(*(_missing(root) for root in missing))
    found = sorted({(str(path), relative) for root in roots for path, relative in _below(root)})
    if not found:
        raise InvalidError(
            fault(
                "SRC002", ", ".join(map(str, roots)), "must hold a document", "none", "Nothing was released."
            )
        )
    width = max(6, len(str(len(found))))
    folders = {
        folder: f"{i:03d}"
        for i, folder in enumerate(dict.fromkeys(str(Path(path).parent) for path, _ in found), 1)
    }
    return [
        Source(f"{i:0{width}d}", path, relative, folders[str(Path(path).parent)])
        for i, (path, relative) in enumerate(found, 1)
    ]


def _below(root: Path) -> Iterable[tuple[Path, str]]:
    if root.is_file():
        yield root.resolve(), root.name
        return
    for path in root.rglob("*"):
        relative = path.relative_to(root)
        if any(part.startswith(".") for part in relative.parts):
            continue
        if path.is_file() or _leads_nowhere(path):
            yield path.resolve(), relative.as_posix()


def system_reason(error: OSError) -> str:
    """What the operating system said, without the path, which may name a document or a client."""
    return os.strerror(error.errno) if error.errno else type(error).__name__


def _leads_nowhere(path: Path) -> bool:
    """A link to a folder or to nothing: not followed, and quarantined rather than passed over."""
    return path.is_symlink() and (path.is_dir() or not path.exists())


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
    try:
        with Path(source.path).open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return "unread"

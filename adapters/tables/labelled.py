"""Labelled corpora in files: a folder per class, or columns of CSV, JSONL or Parquet."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from adapters.machine.extras import require
from engine.errors import InvalidError, UnreadableError, fault
from engine.methods.k_redactor.corpus import Labelled
from engine.text import SensitiveText


def read_text(path: Path) -> str:
    """A file as UTF-8 text."""
    return path.read_text(encoding="utf-8")


def read_folders(
    root: Path,
    utility_of: Mapping[str, str] | None = None,
    read: Callable[[Path], str] = read_text,
) -> Iterator[Labelled]:
    """Files below `root`, hidden ones left out: the folder is the sensitive class.

    Parameters
    ----------
    root : Path
        ``root/<class>/<any file>``, or ``root/<utility>/<class>/<any file>``.
    utility_of : mapping, optional
        Class -> utility class, for the first layout.
    read : callable
        The text of a file; by default UTF-8 text is read.

    Raises
    ------
    UnreadableError
        ``LAB001`` when a file cannot be read (which one is not said: names may be sensitive).
    InvalidError
        ``LAB002`` when there is no file, or files at other depths.
    """
    files = sorted(path for path in root.rglob("*") if path.is_file() and not _is_hidden(path, root))
    depths = {len(path.relative_to(root).parts) for path in files}
    if depths not in ({2}, {3}):
        must = "must hold files as <class>/<file> or <utility>/<class>/<file>"
        raise InvalidError(
            fault("LAB002", "corpus folder", must, f"{len(files)} files at depths {sorted(depths)}")
        )
    for number, path in enumerate(files):
        *above, sensitive, _ = path.relative_to(root).parts
        utility = above[0] if above else (utility_of or {}).get(sensitive)
        yield Labelled(_text(path, number, read), sensitive, utility)


def _is_hidden(path: Path, root: Path) -> bool:
    return any(part.startswith(".") for part in path.relative_to(root).parts)


def _text(path: Path, number: int, read: Callable[[Path], str]) -> SensitiveText:
    try:
        return SensitiveText(read(path))
    except (UnicodeDecodeError, OSError, UnreadableError) as error:
        where = f"corpus file {number + 1}"
        advice = "Convert or remove it; files are counted in the order of their paths."
        must = "must be UTF-8 text or a document that can be read"
        raise UnreadableError(fault("LAB001", where, must, type(error).__name__, advice)) from None


def read_labelled(path: Path, text: str, sensitive: str, utility: str | None = None) -> Iterator[Labelled]:
    """Rows of a CSV, JSONL or Parquet file (also compressed), by the names of their columns.

    Parameters
    ----------
    path : Path
    text, sensitive, utility : str
        Columns; without `utility` the corpus has no utility classes.

    Raises
    ------
    InvalidError
        ``LAB003`` a column is absent; ``LAB004`` a row has no class; ``EXT001`` the extra is missing.
    """
    require("tables", "labelled documents in one file")
    from adapters.tables.files import read_columns  # labelled documents in folders need no extra

    names = [text, sensitive, *([utility] if utility else [])]
    columns = read_columns(path, names)
    if absent := [name for name in names if name not in columns]:
        raise InvalidError(
            *(fault("LAB003", f"column {name}", "must be in the corpus file") for name in absent)
        )
    for row, cells in enumerate(zip(*(columns[name] for name in names), strict=True)):
        if not all(cells[1:]):
            advice = "Fill or remove the row."
            raise InvalidError(fault("LAB004", f"corpus row {row + 1}", "must have a class", "", advice))
        yield Labelled(SensitiveText(cells[0] or ""), str(cells[1]), cells[2] if utility else None)

"""Labelled corpora in files: a folder per class, or columns of CSV, JSONL or Parquet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from adapters.tables import read_columns
from engine.errors import InvalidError, UnreadableError, fault
from engine.methods.k_confusable.corpus import Labelled
from engine.text import SensitiveText


def read_folders(root: Path, utility_of: Mapping[str, str] | None = None) -> Iterator[Labelled]:
    """Text files below `root`: the folder is the sensitive class.

    Parameters
    ----------
    root : Path
        ``root/<class>/<any file>``, or ``root/<utility>/<class>/<any file>``.
    utility_of : mapping, optional
        Class -> utility class, for the first layout.

    Raises
    ------
    UnreadableError
        ``LAB001`` when a file is not UTF-8 text (which one is not said: names may be sensitive).
    InvalidError
        ``LAB002`` when there is no file, or files at other depths.
    """
    files = sorted(path for path in root.rglob("*") if path.is_file())
    depths = {len(path.relative_to(root).parts) for path in files}
    if depths not in ({2}, {3}):
        must = "must hold files as <class>/<file> or <utility>/<class>/<file>"
        raise InvalidError(
            fault("LAB002", "corpus folder", must, f"{len(files)} files at depths {sorted(depths)}")
        )
    for number, path in enumerate(files):
        *above, sensitive, _ = path.relative_to(root).parts
        utility = above[0] if above else (utility_of or {}).get(sensitive)
        yield Labelled(_text(path, number), sensitive, utility)


def _text(path: Path, number: int) -> SensitiveText:
    try:
        return SensitiveText(path.read_text(encoding="utf-8"))
    except (UnicodeDecodeError, OSError) as error:
        where = f"corpus file {number + 1}"
        raise UnreadableError(
            fault(
                "LAB001", where, "must be readable UTF-8 text", type(error).__name__, "Convert or remove it."
            )
        ) from None


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
        ``LAB003`` a column is absent; ``LAB004`` a row has no class.
    """
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

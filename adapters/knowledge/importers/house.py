"""Taxonomies that an office writes itself: an indented list, or a table of terms and their kinds."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from adapters.knowledge.importers.draft import DraftLabel, TaxonomyDraft
from engine.errors import InvalidError, fault

_TAB = 4
_COLUMNS = ("term", "broader", "also")

Row = tuple[Sequence[str], str]
"""Names of a term, the preferred one first, and the preferred name of what it is a kind of; or ""."""


def outline_of(path: Path, name: str, sha256: str) -> TaxonomyDraft:
    """Read an indented list: a term below another one, and further in, is a kind of it.

    Parameters
    ----------
    path : Path
        UTF-8 text. Other names of a term follow it after semicolons. A term that stands at several places
        is one concept. Lines that begin with # are comments.
    name : str
        Name for policies.
    sha256 : str
        Of the file; it stands for the version.

    Raises
    ------
    InvalidError
        KNO021 names the line that cannot be read.

    Examples
    --------
    ::

        medicine; drug
            HIV medicine
                Biktarvy
    """
    return _draft(path, name, sha256, _outlined)


def table_of(path: Path, name: str, sha256: str) -> TaxonomyDraft:
    """Read a CSV table with columns ``term``, ``broader`` and, if wanted, ``also`` (names by semicolons).

    Parameters
    ----------
    path, name, sha256
        As `outline_of`. A term with several generalizations has several rows.

    Raises
    ------
    InvalidError
        KNO021 names the line that cannot be read.
    """
    return _draft(path, name, sha256, _tabled)


def _draft(path: Path, name: str, sha256: str, read: Callable[[str, Path], Iterator[Row]]) -> TaxonomyDraft:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise _unreadable(path, 1, "letters that are not UTF-8", "Save the file as UTF-8.") from None
    draft = TaxonomyDraft(name, f"{name}:{sha256[:12]}", "written by this office", "house")
    for names, broader in read(text, path):
        concept = _add(draft, names)
        if broader:
            draft.broader.append((concept, _add(draft, [broader])))
    return draft


def _add(draft: TaxonomyDraft, names: Sequence[str]) -> str:
    """The concept of a term, with the names that it has not got yet."""
    concept = "-".join(names[0].casefold().split())
    draft.concepts.add(concept)
    for place, text in enumerate(names):
        kind = "other name" if place else "term"
        label = DraftLabel(concept, text, "en", f"house:{kind.replace(' ', '-')}", (min(place, 1),))
        if label not in draft.labels:
            draft.labels.append(label)
    return concept


def _outlined(text: str, path: Path) -> Iterator[Row]:
    above: list[tuple[int, str]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        names, depth = _names(line), _depth(line)
        if not names:
            raise _unreadable(path, number, "no term before the semicolon", "Write the term first.")
        while above and above[-1][0] >= depth:
            above.pop()
        if not above and depth:
            raise _unreadable(path, number, "a term further in than all above it", "Move it to the left.")
        yield names, above[-1][1] if above else ""
        above.append((depth, names[0]))


def _tabled(text: str, path: Path) -> Iterator[Row]:
    rows = csv.DictReader(text.splitlines(), skipinitialspace=True)
    if not {"term", "broader"} <= {str(column).strip().casefold() for column in rows.fieldnames or ()}:
        advice = f"Name the columns {', '.join(_COLUMNS)} in the first line."
        raise _unreadable(path, 1, "no columns term and broader", advice)
    for row in rows:
        cells = {
            str(column).strip().casefold(): cell for column, cell in row.items() if isinstance(cell, str)
        }
        term, broader, also = (cells.get(column, "").strip() for column in _COLUMNS)
        if not term:
            raise _unreadable(path, rows.line_num, "a row without a term", "Fill it, or delete the row.")
        yield [term, *_names(also)], broader


def _names(line: str) -> list[str]:
    first, *others = (" ".join(name.split()) for name in line.split(";"))
    return [first, *filter(None, others)] if first else []


def _depth(line: str) -> int:
    (margin,) = re.findall(r"^\s*", line)
    return len(margin.expandtabs(_TAB))


def _unreadable(path: Path, line: int, got: str, advice: str) -> InvalidError:
    must = "must be a list of terms, indented or as a table"
    return InvalidError(fault("KNO021", f"{path.name}:{line}", must, got, advice))

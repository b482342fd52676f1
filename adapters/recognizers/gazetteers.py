"""Word lists that help a learner: names, places, months, nationalities."""

from __future__ import annotations

import csv
import lzma
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from engine.errors import InvalidError, fault

SHIPPED = Path(__file__).parent / "lexicons"
_WORD = re.compile(r"[^\W\d_]+")


def shipped_lexicon() -> dict[str, frozenset[str]]:
    """The word lists written for this product: months, nationalities, occupations and more."""
    return {path.stem: read_words(path) for path in sorted(SHIPPED.glob("*.txt"))}


def read_words(path: Path, first: int = 0, last: int | None = None) -> frozenset[str]:
    """Words of a file, one per line, in lower case; of lines ``first`` to ``last`` only."""
    lines = [line.strip().lower() for line in _lines(path)]
    return frozenset(word for word in lines[first:last] if word and not word.startswith("#"))


@cache
def ordinary_words(language: str) -> frozenset[str]:
    """The shipped list of ordinary words of German, Spanish or French, read once."""
    data = lzma.decompress((SHIPPED / f"ordinary-{language}.txt.xz").read_bytes())
    return frozenset(data.decode().split("\n"))


def read_column(
    path: Path, column: str, delimiter: str = ",", within: Mapping[str, Sequence[str]] | None = None
) -> frozenset[str]:
    """Words of more than two letters in a column of a table, in lower case.

    Parameters
    ----------
    path : Path
        A table of text in UTF-8 whose first row names the columns.
    column : str
    delimiter : str
        What divides its columns.
    within : mapping of str to sequence of str, optional
        Only rows whose column (the key) begins with one of these: branches of a classification.
    """
    rows = csv.DictReader(_lines(path), delimiter=delimiter)
    asked = (within or {}).items()
    chosen = (row for row in rows if all(row[name].startswith(tuple(heads)) for name, heads in asked))
    words = {w for row in chosen for w in _WORD.findall(row[column].lower())}
    return frozenset(w for w in words if len(w) > 2)


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError):
        raise InvalidError(
            fault(
                "TRN004", str(path), "must be a readable word list in UTF-8", "", "Check the recipe's paths."
            )
        ) from None

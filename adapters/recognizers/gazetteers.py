"""Word lists that help a learner: names, places, months, nationalities."""

from __future__ import annotations

import csv
import re
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


def read_column(path: Path, column: str) -> frozenset[str]:
    """Words of more than two letters in a column of a CSV file, in lower case."""
    rows = csv.DictReader(_lines(path))
    words = {w for row in rows for w in _WORD.findall(row[column].lower())}
    return frozenset(w for w in words if len(w) > 2)


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        raise InvalidError(
            fault(
                "TRN004", str(path), "must be a readable word list in UTF-8", "", "Check the recipe's paths."
            )
        ) from None

"""Values in pieces: words joined by underscores, one character to a line or a cell, numbers over cells.

Every character stays where it was, so a finding is exactly as long as what it found.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from engine.methods.disguises.stretch import Glanced, Stretch, quick

_UNDERSCORED = re.compile(r"(?<![^\W_])[^\W_]+(?:[_~]{1,3}[^\W_]+){1,24}")
_TELLS = re.compile(r"\d{3}|\d[_~]+\d|(?:^|[_~])[A-Z][a-z]+[_~]+[A-Z][a-z]+(?:[_~]|$)")
_ONE_EACH = re.compile(r"(?:(?<=\n)|(?<![\s\S]))(?:[^\n]\n{1,2}){6,600}[^\n](?=\n|\Z)")
_NUMBER_CELL = r"[\d()+\-][\d()+\-. /]{0,14}"
_CELLS = re.compile(rf"(?:(?<=\n\n)|(?<![\s\S])){_NUMBER_CELL}(?:\n\n{_NUMBER_CELL})*(?=\n\n|\Z)")
_MOST_CELLS = 6
_CARETS = re.compile(r"(?<![\w^])[A-Z][a-zA-Z'\-]{1,30}\^[A-Z][a-z'\-]{1,30}(?:\^[A-Z][a-z]{0,20})?(?![\w])")
_CUT = re.compile(r"[-(+]$|^[-)]")


def underscored(text: str) -> Iterator[Stretch]:
    """Words joined by underscores or tildes, as in names of files: ``John_Doe_SSN_219_09_9999``."""
    for found in _UNDERSCORED.finditer(text):
        if _TELLS.search(found[0]):
            plain, places = re.sub("[_~]", " ", found[0]), range(found.start(), found.end())
            yield Stretch(found.start(), found.end(), plain, places, may_name=True)


def one_each(text: str) -> Iterator[Stretch]:
    """Text with one character to each line or cell."""
    for found in _ONE_EACH.finditer(text):
        yield _without_line_ends(text, found.start(), found.end(), may_name=True)


def over_cells(text: str) -> Iterator[Stretch]:
    """A number cut into neighbouring cells, at or beside its dashes or brackets."""
    for found in _CELLS.finditer(text):
        cells = found[0].split("\n\n")
        if 2 <= len(cells) <= _MOST_CELLS and _is_cut(cells):
            stretch = _without_line_ends(text, found.start(), found.end())
            if 7 <= sum(character.isdecimal() for character in stretch.plain) <= 19:
                yield stretch


def _is_cut(cells: Sequence[str]) -> bool:
    return any(_CUT.search(cell) for cell in cells) or sum("-" in cell for cell in cells) > 1


def _without_line_ends(text: str, start: int, end: int, may_name: bool = False) -> Stretch:
    places = [at for at in range(start, end) if text[at] != "\n"]
    return Stretch(start, end, "".join(text[at] for at in places), places, may_name)


def with_carets(text: str) -> Iterator[Stretch]:
    """Names in the components of a message: ``Doe^Jane^M``, the last name first."""
    for found in _CARETS.finditer(text):
        last, *others = found[0].rstrip("^").split("^")
        yield Stretch(found.start(), found.end(), " ".join([*others, last]), may_name=True)


WAYS: Iterable[Glanced] = (
    (quick(r"[0-9A-Za-z][_~]{1,3}[0-9A-Za-z]"), underscored),
    (quick(r"(?:\n[^\n]\n?){6}"), one_each),
    (quick(r"(?:[(\-]|[0-9])\n\n[)\-]? ?[0-9]|[0-9]\n\n[0-9]"), over_cells),
    (quick(r"\^"), with_carets),
)

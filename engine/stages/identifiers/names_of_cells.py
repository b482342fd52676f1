"""Names that a column of persons told, where running text or a remark says one word of them again."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from engine.catalog.rules import nothing, rule
from engine.methods.columns.known_values import KNOWN_WORDS
from engine.methods.columns.typing import ListsOf
from engine.stages.identifiers.listed_names import NAMES, only_names
from engine.stages.repeats.in_document import found_repeats
from engine.text import Span

_WORD = re.compile(r"[^\W\d_][^\W\d_'’\-]*(?:['’\-][^\W\d_]+)*")
_MOST_WORDS = 6
_SHORTEST = 4
_PLACES = frozenset({"city"})
"""Lists whose words are names of people, too: of a state or a country, most often not."""
_PARTICLES_WORDS = """
and of the de da di du del la le van von der den bin al el
"""
_PARTICLES = frozenset(_PARTICLES_WORDS.split())


@rule("names-of-cells", without=nothing)
def names_of_cells(text: str, cells: Sequence[Span], lists_of: ListsOf) -> list[Span]:
    """Occurrences of `cells`, and of the single names in them, as whole words anywhere else.

    Parameters
    ----------
    text : str
    cells : sequence of Span
        Values of columns of persons.
    lists_of : callable
        Names of the lists of names that hold a word.

    Returns
    -------
    list of Span
        Sorted. A name is a word of a list of names, or of no list, that means nothing else.

    Examples
    --------
    >>> text = "Sunniva & Torvald Breck, at noon (Torvald only)"
    >>> [text[s.start : s.end] for s in names_of_cells(text, [Span(0, 23, "person")], lambda word: ())]
    ['Torvald']
    """
    names = [name for cell in cells for name in _names(text, cell, lists_of)]
    told = {(cell.start, cell.end) for cell in cells}
    return [span for span in found_repeats(text, [*cells, *names]) if (span.start, span.end) not in told]


def _names(text: str, cell: Span, lists_of: ListsOf) -> Iterator[Span]:
    """The words of a cell that are names: of one that says more than names, none."""
    words = list(_WORD.finditer(text, cell.start, cell.end))
    written = [word[0] for word in words if word[0] not in _PARTICLES]
    if any(map(str.isdecimal, text[cell.start : cell.end])):
        return
    if len(words) > _MOST_WORDS or not all(word[:1].isupper() for word in written):
        return
    for word in words:
        if len(word[0]) >= _SHORTEST and _is_name(word[0].lower(), lists_of):
            yield Span(*word.span(), cell.category, cell.score, cell.why)


def _is_name(word: str, lists_of: ListsOf) -> bool:
    is_unknown = not lists_of(word) and word not in KNOWN_WORDS
    return is_unknown or only_names(word, NAMES | _PLACES, lists_of)

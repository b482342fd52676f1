"""Tables of Markdown: where their cells stand in the source."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from markdown_it import MarkdownIt

from engine.text import CellPlace

_RULE = re.compile(r"^(?=[^\w\n]*+$)(?=[^-\n]*+-)", re.MULTILINE)
"""A line that may divide the names of columns from the cells."""
_LINE_END = re.compile(r"\r\n|\n|\r|\Z")
_INDENT = re.compile(r"[ \t>]*+")
_BEFORE = re.compile(r"[ \t>]*+(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*[ \t>]*+")
_BAR = re.compile(r"(?<!\\)\|")


class Region(NamedTuple):
    """Characters [start, end) of the source: a cell, or text between tables."""

    kind: str
    start: int
    end: int
    cell: CellPlace | None = None


def regions(source: str, start: int) -> Iterator[Region]:
    """The text of the source from `start`, in order; of tables their cells, without bars and rules."""
    at = start
    for number, lines in enumerate(_tables(source, start)):
        if at < lines[0][0]:
            yield Region("body", at, lines[0][0])
        for row, (first, end) in enumerate(lines):
            before, *cells = _row(source, first, end)
            if any(character.isalnum() for character in source[slice(*before)]):
                yield Region("body", *before)
            for column, cell in enumerate(cells):
                yield Region(
                    "header" if row == 0 else "cell", *cell, CellPlace(number, row, column, of_text=True)
                )
            at = end
    if at < len(source):
        yield Region("body", at, len(source))


def _tables(source: str, start: int) -> Iterator[list[tuple[int, int]]]:
    """The lines of each table, as markdown-it reads them: without the rule below the names."""
    if "|" not in source or not _RULE.search(source, start):
        return
    lines = list(_lines(source, start))
    for token in MarkdownIt("commonmark").enable("table").parse(source[start:]):
        if token.type == "table_open" and token.map:
            first, last = token.map
            yield [lines[first], *lines[first + 2 : last]]


def _lines(source: str, start: int) -> Iterator[tuple[int, int]]:
    at = start
    for end in _LINE_END.finditer(source, start):
        yield at, end.start()
        at = end.end()


def _row(source: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The cells of a line, without blanks around them; first what stands before a bar that begins it."""
    before = _BEFORE.match(source, start, end)
    at = before.end() if before else start
    if source[at : at + 1] != "|":
        indent = _INDENT.match(source, start, end)
        at = indent.end() if indent else start
        yield at, at
    else:
        yield start, at
        at += 1
    for bar in _BAR.finditer(source, at, end):
        yield _trimmed(source, at, bar.start())
        at = bar.end()
    if source[at:end].strip():
        yield _trimmed(source, at, end)


def _trimmed(source: str, start: int, end: int) -> tuple[int, int]:
    text = source[start:end]
    stripped = text.strip()
    start += text.find(stripped) if stripped else 0
    return start, start + len(stripped)

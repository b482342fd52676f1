"""Where a text stops running although only blanks or a line end show it: cells, form fields, list lines.

"Harold Vance" at the end of one line of a form and "Sex" at the beginning of the next are two things;
"Harold" and "Vance" divided by a line end of running text are one. Formats that know their cells separate
them by an empty line (`engine.text.PART_BREAK`); this is about pages of a PDF, mails and plain text, where
only the look of the lines tells.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from engine.language.layout.wrapped_lines import CELL, are_listed, soft_line_ends
from engine.language.word_lists.stop_words import STOP_WORDS

_END = re.compile(r"\n")
_NUMBERED = re.compile(r"\(?(?:\d{1,3}|[A-Za-z])[.)][ \t]")
_UNFINISHED = re.compile(r"(?:[,(&/‐-]|\b[A-Z][a-z]{0,3}\.)\Z")


def layout_breaks(text: str) -> list[int]:
    """Offsets at which a cell, a form field or a line that is no running text begins.

    Parameters
    ----------
    text : str
        Text of a document; empty lines are no concern of this function.

    Returns
    -------
    list of int
        In ascending order.

    Notes
    -----
    A line end counts unless running text goes on after it: the line is full
    (`wrapped.soft_line_ends`), the next one begins with a small letter, both its neighbours do, or the
    line stops at a comma or after a small word. A line of cells before another one, two lines that both begin
    with a label ("Ward: 4"), and bulleted lines are no running text, full or not.
    """
    found = [match.end() for match in CELL.finditer(text)] if _may_have_cells(text) else []
    if "\n" in text:
        found += _hard_line_ends(text)
    return sorted(found)


def _may_have_cells(text: str) -> bool:
    return "\t" in text or "   " in text or " | " in text


def _hard_line_ends(text: str) -> Iterator[int]:
    lines = [line.strip() for line in text.split("\n")]
    pairs = [i for i, (before, after) in enumerate(pairwise(lines)) if before and after]
    if not pairs:
        return
    soft = {text.index("\n", start) for start, _ in soft_line_ends(text)}
    ends = [match.start() for match in _END.finditer(text)]
    for i in pairs:
        if _divides(lines, i, ends[i] in soft):
            yield ends[i] + 1


def _divides(lines: Sequence[str], i: int, is_soft: bool) -> bool:
    """Whether line `i` and the next are two things."""
    before, after = lines[i], lines[i + 1]
    if are_listed(before, after) or (CELL.search(before) and CELL.search(after)):
        return True
    if is_soft or after[0].islower() or _is_unfinished(before):
        return False
    in_running_text = before[0].islower() and i + 2 < len(lines) and lines[i + 2][:1].islower()
    return bool(_NUMBERED.match(after)) or not in_running_text


def _is_unfinished(line: str) -> bool:
    last = line.rsplit(None, 1)[-1]
    return last.lower() in STOP_WORDS or bool(_UNFINISHED.search(last))

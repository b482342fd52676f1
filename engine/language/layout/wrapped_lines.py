"""Lines that were broken to fit a page or a mail, read as the running text they are.

A date at the end of a line ("April", then "2, 2024") is one date. Pages of a
PDF, mails and text files break lines wherever the next word would not fit;
a list or a form ends its lines where the writer ended them. Only the former
are joined, and every character keeps its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

LEAST_CHARACTERS = 30
LEAST_WORDS = 4
FULL = 0.85
"""A line is full when the next word would have made it longer than this share of the longest line nearby."""

_WITHIN_BLOCK = re.compile(r"\n(?=[^\n])")
_QUOTED = re.compile(r"[ \t]*(?:>[ \t]?)*[ \t]*")
_FIRST_WORD = re.compile(r"\S+")
CELL = re.compile(r"(?<=\S)(?:(?:[ \xa0]*\t[^\S\n]*| {3,})(?=\S)| \|(?= +\S))")
_BULLET = re.compile(r"[-*•‣▪◦·–\uf0b7\uf0a7][ \t]")
_LABEL = re.compile(r"[^\W\d_][\w/'()#-]*(?: [\w/'()#-]+){0,5} ?:(?!\S)")
_DROPPED = "\u200b"  # prints nothing: folding leaves it out and remembers where it stood


def unwrapped(text: str) -> str:
    """`text` with the line ends of running text as spaces; same length, same offsets.

    Parameters
    ----------
    text : str
        Text of a document.

    Returns
    -------
    str
        A line end after a full line of at least four words becomes a space, or a zero-width space after a
        hyphen or slash ("555-", then "0119"); marks of quotation and blanks before the next line become
        zero-width spaces.
    """
    if not any(_is_long(text, end.start()) for end in _WITHIN_BLOCK.finditer(text)):
        return text
    pieces, at = [], 0
    for start, end in soft_line_ends(text):
        joined = _DROPPED if text[start - 1] in "-/" else " "
        pieces += [text[at:start], joined, _DROPPED * (end - start - 1)]
        at = end
    return "".join([*pieces, text[at:]])


def _is_long(text: str, end: int) -> bool:
    """Whether the line that ends at `end` has so many characters that its end may be soft."""
    return end - LEAST_CHARACTERS >= 0 and text.rfind("\n", end - LEAST_CHARACTERS, end) < 0


def soft_line_ends(text: str) -> Iterator[tuple[int, int]]:
    """Where lines were broken: from the last word of one to the first word of the next."""
    for lines in _blocks(text):
        longest = max(end - start for start, end in lines)
        for (start, end), (following, after) in pairwise(lines):
            line = text[start:end].rstrip()
            if len(line) < LEAST_CHARACTERS or len(line.split(None, LEAST_WORDS)) < LEAST_WORDS:
                continue
            opening = _opening(line, text[following:after])
            word = _FIRST_WORD.match(text, following + opening)
            if CELL.search(line) or are_listed(line, text[following:after].strip()):
                continue
            if word and len(line) + 1 + len(word[0]) > FULL * longest:
                yield start + len(line), following + opening


def are_listed(line: str, following: str) -> bool:
    """Whether two lines are no running text: bulleted, or both with a label ("Ward: 4")."""
    return bool(_BULLET.match(following) or (_LABEL.match(line) and _LABEL.match(following)))


def _blocks(text: str) -> Iterator[list[tuple[int, int]]]:
    """Starts and ends of the lines of each run of two or more lines that are not empty."""
    block: list[tuple[int, int]] = []
    at = 0
    for line in [*text.split("\n"), ""]:
        if line:
            block.append((at, at + len(line)))
        else:
            if len(block) > 1:
                yield block
            block = []
        at += len(line) + 1


def _opening(line: str, following: str) -> int:
    """Length of the blanks and marks of quotation that open a line, when the line before is quoted alike."""
    marks = _QUOTED.match(following)
    before = _QUOTED.match(line)
    if marks is None or before is None or before[0].count(">") != marks[0].count(">"):
        return 0
    return marks.end()

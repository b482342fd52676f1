"""Line ends of running text, undone before values are searched for: "April" and "2, 2024" are one date."""

from __future__ import annotations

import re
from itertools import pairwise

LEAST_CHARACTERS, LEAST_WORDS = 30, 4
FULL = 0.85
"""Share of the longest line of its paragraph that a line and the next word exceed when it was full."""

_NOTHING = "\u200b"  # a sign that prints nothing: searching leaves it out
_OPENING = re.compile(r"[ \t]*(?:>[ \t]?)*[ \t]*")


def without_line_ends(text: str) -> str:
    """`text` with the line ends of running text as blanks; same length, same offsets.

    Parameters
    ----------
    text : str
        A released text.

    Notes
    -----
    A line end is one of running text when its line has 30 characters and four words, and the first word of
    the next would not have fitted beside them. Behind a hyphen or a slash nothing stands for it. Marks of
    quotation go with the line end when both lines have as many.
    """
    if "\n" not in text:
        return text
    return "\n\n".join(_joined(paragraph) for paragraph in text.split("\n\n"))


def _joined(paragraph: str) -> str:
    lines = paragraph.split("\n")
    if len(lines) < 2:
        return paragraph
    longest = max(map(len, lines))
    pieces = [lines[0]]
    for line, following in pairwise(lines):
        opening = _quotation(line, following)
        if _is_full(line, following[opening:], longest):
            rest = len(line) - len(line.rstrip())
            pieces[-1] = pieces[-1][: len(pieces[-1]) - rest]
            gap = _NOTHING if pieces[-1][-1] in "-/" else " "
            pieces += [gap + _NOTHING * (rest + opening), following[opening:]]
        else:
            pieces += ["\n", following]
    return "".join(pieces)


def _quotation(line: str, following: str) -> int:
    """Length of what opens the next line, blanks and marks of quotation; 0 where the two differ."""
    before, behind = _OPENING.match(line), _OPENING.match(following)
    same = before and behind and before[0].count(">") == behind[0].count(">")
    return len(behind[0]) if same and behind else 0


def _is_full(line: str, following: str, longest: int) -> bool:
    line, words = line.rstrip(), following.split(None, 1)
    if not words or following[0].isspace() or len(line) < LEAST_CHARACTERS or len(line.split()) < LEAST_WORDS:
        return False
    return len(line) + 1 + len(words[0]) > FULL * longest

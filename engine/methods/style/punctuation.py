"""Habits of punctuation: runs, dashes, quotation marks, dots, blanks around signs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.methods.style.changes import Change, Rule, patterns_to_text

_ELLIPSIS = re.compile(r"(?<=[A-Za-z)\"'])[ \t]*(?:…|\.{2,4}|(?:\. ){2,3}\.)(?!\.)(?P<after>[ \t\n]*)")
_SINGLE_QUOTED = re.compile(
    r"(?<![\w'])'(?!(?:em|tis|twas|til|till|cause|n|s|t|re|ve|ll)\b)([A-Za-z][^'\"\n]{0,80}[A-Za-z.,!?])'(?![\w'])"
)
_EMPHASIS = re.compile(r"(?<![\w*_/\\.:])([*_])([A-Za-z](?:[A-Za-z '-]{0,40}[A-Za-z])?)\1(?![\w*_/\\(=])")

_MARKS = patterns_to_text(
    [
        ("[‘’‚‛]", "'"),
        ("[“”„‟]|``|(?<!')''(?!')", '"'),
        (r"`(?=[A-Za-z][^'`\n]{0,60}')", "'"),
    ]
)
_RUNS = patterns_to_text(
    [
        (r"(?<=[\w)\"'])[ \t]*!{2,}(?![?!])", "!"),
        (r"(?<=[\w)\"'])[ \t]*(?:\?{2,}(?!!)|[?!]*\?![?!]*|[?!]*!\?[?!]*)(?![?!])", "?"),
        (
            r"(?<=[A-Za-z)\"'])[ \t]*(?:(?<![ \t])-{2,3}|-{2,3}(?=[ \t])|—|―|[ \t]–)[ \t]*(?=[A-Za-z\"'(])",
            " - ",
        ),
        (r"(?<=[A-Za-z)]) +(?=[,;!?](?:\s|$))", ""),
        (r"(?<=[A-Za-z])([,;])(?=[A-Za-z]{2})", r"\1 "),
        (r"(?<![\w.'’&-])([a-z]+) &(?= [a-z])", r"\1 and"),
        (r"(?<![\w:])([:;])-([)(DP])(?!\w)", r"\1\2"),
        (r"(?<![\w:=])=-?([)(])(?!\w)", r":\1"),
    ]
)
_BLANKS = patterns_to_text([(r"(?<=[A-Za-z)\"'][.!?:;,])[ \t]{2,3}(?=[A-Za-z\"'(])", " ")])


def _is_quoted(text: str, start: int) -> bool:
    """Whether a place lies between two quotation marks of its paragraph."""
    return text.count('"', text.rfind("\n\n", 0, start) + 1, start) % 2 == 1


def dots(text: str) -> Iterator[Change]:
    """An ellipsis as a comma inside a sentence, as a full stop at its end; inside quotations it stays."""
    for match in _ELLIPSIS.finditer(text):
        start, end = match.span()
        after = text[end : end + 1]
        if _is_quoted(text, start) or after == ")":
            continue
        blank = match["after"] or ("" if not after or not after.isalnum() else " ")
        ends = not after or not after.islower() or blank.count("\n") > 1
        yield Change(start, end, ("" if after in ",;:?!" and after else "." if ends else ",") + blank)


def quotations(text: str) -> Iterator[Change]:
    """Single quotation marks as double ones."""
    for match in _SINGLE_QUOTED.finditer(text):
        if _is_quoted(text, match.start()):
            continue
        yield Change(match.start(), match.start() + 1, '"')
        yield Change(match.end() - 1, match.end(), '"')


def emphasis(text: str) -> Iterator[Change]:
    """Words between stars or lines, without them."""
    for match in _EMPHASIS.finditer(text):
        yield Change(match.start(), match.start() + 1, "")
        yield Change(match.end() - 1, match.end(), "")


PUNCTUATION: tuple[Rule, ...] = (_MARKS, dots, _RUNS, _BLANKS, quotations, emphasis)

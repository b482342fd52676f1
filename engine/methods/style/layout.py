"""Habits of laying out plain text: margins, blanks at the end of lines, empty lines, indents."""

from __future__ import annotations

from engine.methods.style.changes import Rule, patterns_to_text

LAYOUT: tuple[Rule, ...] = (
    patterns_to_text([(r"(?<=\S)[ \t]+(?=\n)", ""), (r"\n(?:[ \t]*\n){2,}", "\n\n")]),
    patterns_to_text(
        [
            (r"(?<=[^\n]{40}[a-z,;])\n(?=[a-z\"'(])", " "),
            (r"(?<=[^\n]{55}[\w,;:.!?)\"'])\n(?=[A-Za-z\"'(])", " "),
            (r"(?<=\n\n)(?:[ ]{1,3}|\t|[ ]{5})(?=[A-Z\"'][^\n]{40})", ""),
        ]
    ),
)

"""All that a released RTF file says, by replacing its words in turn, where the reader goes token by token."""

from __future__ import annotations

import re
from collections.abc import Iterator

from adapters.documents.office.ooxml.builtin_names import is_builtin_style
from adapters.documents.office.rich_text import words

_WORDS = re.compile(r"\\([a-zA-Z]+)(-?\d*) ?")
_OWN = words.KEPT | words.STORIES | frozenset({"rtf", "ansi", "ansicpg", "deff", "uc"})
_TABLES = re.compile(
    rf"\{{\\fonttbl(?:{words.FONT_ENTRY})*\}}"
    r"|\{\\colortbl(?:(?:\\(?:red|green|blue)\d{1,3})*;)*\}"
)
_STYLES = re.compile(r"\{\\stylesheet((?:\{[^{}]*\})*)\}")
_STYLE = re.compile(r"\{(?:\\\*)?((?:\\[a-zA-Z]+-?\d* )*)([a-zA-Z0-9 .,()/\[\]%-]{0,60});\}")


def rtf_texts(source: str) -> Iterator[str]:
    """The text of a released file: its own tables and words out, letters by their numbers.

    Parameters
    ----------
    source : str
        The file as Latin-1.
    """
    text = re.sub(
        r"\\'([0-9a-fA-F]{2})", lambda found: chr(int(found[1], 16)), _styles_out(_TABLES.sub("", source))
    )
    text = re.sub(r"(?:\\u-?\d+\?)+", _by_number, text)
    text = re.sub(r"\\([\\{}])", lambda found: f"\x00{ord(found[1]):03d}", text)

    def word(found: re.Match[str]) -> str:
        if found[1] in words.ENDS:
            return "\f"
        if found[1] in ("tab", "line"):
            return "\t" if found[1] == "tab" else "\n"
        is_bounded = len(found[2].lstrip("-")) <= 5
        return "" if found[1] in _OWN and is_bounded else f"\f{found[1]} {found[2]}\f"

    text = re.sub(r"\{\\(?:headerl?|headerr|headerf|footerl?|footerr|footerf|footnote) ", "\f", text)
    text = re.sub("[{}]", "", _WORDS.sub(word, text).replace("\n", ""))
    for part in text.split("\f"):
        yield re.sub("\x00(\\d{3})", lambda found: chr(int(found[1])), part)


def _styles_out(source: str) -> str:
    """The table of styles without the names that say nothing of who wrote it; its words stay to be judged."""

    def named(found: re.Match[str]) -> str:
        says_nothing = is_builtin_style(found[2]) or re.fullmatch(r"style \d{1,5}", found[2])
        return found[1] if says_nothing else found[0]

    return _STYLES.sub(lambda table: "\f" + _STYLE.sub(named, table[1]) + "\f", source)


def _by_number(found: re.Match[str]) -> str:
    units = (int(number) & 0xFFFF for number in re.findall(r"\\u(-?\d+)", found[0]))
    return b"".join(unit.to_bytes(2, "little") for unit in units).decode("utf-16-le", "replace")

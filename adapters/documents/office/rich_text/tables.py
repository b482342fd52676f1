"""Tables at the head of an RTF file, written anew: fonts, colours and styles."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from adapters.documents.office.ooxml.builtin_names import is_builtin_style
from adapters.documents.office.rich_text import words

_FONT = re.compile(r"\\f(\d{1,5})((?:\\[a-z]+-?\d*\s?)*)(?:\{[^{}]*\})*([^;{}\\]{0,40})")
"""A font's number, its words, and its name."""
_COLOUR = re.compile(r"((?:\\(?:red|green|blue)\d{1,3}\s*)*);")
_STYLE = re.compile(r"\{((?:\\\*)?)((?:\\[a-zA-Z]+-?\d{0,10}\s?)*)(?:\{[^{}]*\})*([^;{}\\]{0,60});?\s*\}")
"""A style: whether other readers may pass over it, its words, and its name."""
_WORD = re.compile(r"\\([a-zA-Z]+)(-?\d{0,10})")
_MOST_COLOURS = 256
Bounded = Callable[[str, int | None], str]
"""Writes a word of the closed vocabulary with its number, or nothing."""


def fonts(group: str) -> tuple[str, dict[int, str]]:
    """The table of fonts, and the coding of letters in each.

    Parameters
    ----------
    group : str
        The table in the original.

    Returns
    -------
    tuple of str and dict
        A font that only some have is written as one of its family.
    """
    written, codecs = [], {}
    for number, rest, name in _FONT.findall(group):
        family = next((family for family in words.FAMILIES if f"\\f{family}" in rest), "swiss")
        charset = re.search(r"\\fcharset(\d{1,3})", rest)
        codecs[int(number)] = words.CHARSETS.get(int(charset[1]) if charset else 0, "cp1252")
        known = name.strip() if name.strip() in words.FONTS else words.FAMILIES[family]
        written.append(words.font_entry(int(number), family, known))
    return f"{{\\fonttbl{''.join(written)}}}", codecs


def colours(group: str) -> str:
    """The table of colours."""
    found = _COLOUR.findall(group)[:_MOST_COLOURS]
    return "{\\colortbl" + "".join("".join(one.split()) + ";" for one in found) + "}\n"


def styles(group: str, bounded: Bounded) -> str:
    """The table of styles: their layout, and names that programs bring with them; others become numbers."""
    written = "".join(_styles(group, bounded))
    return f"{{\\stylesheet{written}}}\n" if written else ""


def _styles(group: str, bounded: Bounded) -> Iterator[str]:
    for star, said, name in _STYLE.findall(group):
        told = [(word, int(number) if number.lstrip("-") else None) for word, number in _WORD.findall(said)]
        kind, number = next(
            ((w, n) for w, n in told if w in ("s", "cs") and n is not None), ("" if star else "s", 0)
        )
        if not kind or number is None:
            continue
        laid = "".join(bounded(word, n) for word, n in told if word not in ("s", "cs"))
        plain = name.strip()
        known = plain if plain.isascii() and is_builtin_style(plain) else f"style {abs(number)}"
        yield f"{{{star}{bounded(kind, number)}{laid}{known};}}"

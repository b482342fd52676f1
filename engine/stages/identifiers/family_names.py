"""Last names that are countries or States: they stand behind a first name that was found alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from engine.language.unseen import UNSEEN
from engine.methods.names.entities.place_forms import is_large
from engine.text import Span

_FIRST = re.compile(r"[^\W\d_]{2,}")
_GAP = rf"(?:<[^<>\n]{{0,20}}>|[-=]?\n(?!\n)|[ \t*_~`'\"{UNSEEN}\[\](){{}}|]){{1,8}}"
_LAST = re.compile(rf"{_GAP}([A-Z][a-z]{{3,}})(?![\w'’])")


def with_family_names(
    spans: Sequence[Span], text: str, lists_of: Callable[[str], Sequence[str]] | None
) -> list[Span]:
    """`spans` in which a person of a first name alone goes on to a country or State behind it.

    A recogniser takes "Montenegro" of "Harriet Montenegro" for the country, which a policy may keep.

    Examples
    --------
    >>> def lists_of(word): return ("first",) if word == "harriet" else ()
    >>> with_family_names([Span(4, 11, "person")], "For Harriet Montenegro, 4 May", lists_of)[0].end
    22
    """
    if lists_of is None:
        return list(spans)
    return [_with_family_name(span, text, lists_of) for span in spans]


def _with_family_name(span: Span, text: str, lists_of: Callable[[str], Sequence[str]]) -> Span:
    if span.category != "person":
        return span
    first = _FIRST.fullmatch(text, span.start, span.end)
    if first is None or "first" not in lists_of(first[0].lower()):
        return span
    last = _LAST.match(text, span.end)
    return replace(span, end=last.end(1)) if last and is_large(last[1]) else span

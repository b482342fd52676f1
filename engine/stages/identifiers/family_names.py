"""Last names that are countries or States: beside a first name that was found alone, or behind a title."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from engine.language.unseen import UNSEEN
from engine.methods.names.entities.place_forms import is_large
from engine.rules import nothing, rule, unchanged
from engine.text import Span

_FIRST = re.compile(r"([^\W\d_]{2,})(?:[ ][A-Z]\.?){0,2}")
_GAP = rf"(?:<[^<>\n]{{0,20}}>|[-=]?\n(?!\n)|[ \t*_~`'\"{UNSEEN}\[\](){{}}|]){{1,8}}"
_INITIAL = r"(?:(?<=[ ][A-Z])\.|[ ][A-Z]\.?)?"
_NAME_ENDS = r"(?!\w|['’](?!s\b))"
_LAST = re.compile(rf"{_INITIAL}{_GAP}([A-Z][a-z]{{3,}}){_NAME_ENDS}")
_LAST_BEFORE = re.compile(r"(?:\A|[\n\t|:;\"(])[ ]*([A-Z][a-z]{3,}), ?\Z")
_LOOK_BACK = 40
_TITLES = (
    "Dr|Mr|Mrs|Ms|Mx|Miss|Prof|Professor|Nurse|Sister|Brother|Father|Rev|Reverend|Rabbi|Pastor|Sgt|Sergeant|Capt|"
    "Captain|Lt|Lieutenant|Cpl|Corporal|Officer|Deputy|Detective|Judge|Justice|Attorney|Sir|Dame|Lord|Lady|Uncle|"
    "Aunt|Auntie|Cousin|Coach"
)
_TITLED = re.compile(rf"\b(?:{_TITLES})\b\.?[ ]([A-Z][a-z]{{3,}})(?!\w)")
_SURE = 0.8


@rule("with-family-names", without=unchanged)
def with_family_names(
    spans: Sequence[Span], text: str, lists_of: Callable[[str], Sequence[str]] | None
) -> list[Span]:
    """`spans` in which a person of a first name alone goes on to a country or State beside it.

    A recogniser takes "Montenegro" of "Harriet Montenegro" for the country, which a policy may keep.

    Examples
    --------
    >>> def lists_of(word): return ("first",) if word == "harriet" else ()
    >>> with_family_names([Span(4, 11, "person")], "For Harriet Montenegro, 4 May", lists_of)[0].end
    22
    >>> with_family_names([Span(12, 19, "person")], "Montenegro, Harriet", lists_of)[0].start
    0
    """
    if lists_of is None:
        return list(spans)
    return [_with_family_name(span, text, lists_of) for span in spans]


@rule("titled-places", without=nothing)
def titled_places(text: str) -> Iterator[Span]:
    """Countries and States behind a title ("Nurse Ireland"): people.

    Examples
    --------
    >>> [(span.start, span.end) for span in titled_places("Sgt. Panama flew to Panama.")]
    [(5, 11)]
    """
    for found in _TITLED.finditer(text):
        if is_large(found[1]):
            yield Span(found.start(1), found.end(1), "person", _SURE, {"pattern": "titled-place"})


def _with_family_name(span: Span, text: str, lists_of: Callable[[str], Sequence[str]]) -> Span:
    if span.category != "person":
        return span
    first = _FIRST.fullmatch(text, span.start, span.end)
    if first is None or "first" not in lists_of(first[1].lower()):
        return span
    last = _LAST.match(text, span.end)
    if last and is_large(last[1]):
        return replace(span, end=last.end(1))
    before = _LAST_BEFORE.search(text[max(0, span.start - _LOOK_BACK) : span.start])
    if before and is_large(before[1]):
        return replace(span, start=span.start - len(before[0]) + before.start(1) - before.start())
    return span

"""Values of findings that stand in a document once more, before anything is decided."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate

from ahocorasick_rs import AhoCorasick

from engine.catalog.disease_names import diseases_in
from engine.catalog.names import LEARNED
from engine.catalog.rules import nothing, rule, second
from engine.checks.identifiers import normalized, residual_identifiers
from engine.text import PART_BREAK, PLACEHOLDER, Decision, Span

WALL = f"{PART_BREAK}|{PART_BREAK}"
"""Stands between texts that are no neighbours: no value goes on behind it."""
_SHORTEST = 5
_SHORTEST_NAME = 3


@rule("found-repeats", without=nothing)
def found_repeats(text: str, found: Sequence[Span]) -> list[Span]:
    """Occurrences of the values of `found` as whole words that no finding covers.

    Values of five characters or more are looked for; a shorter one from three on when it begins with
    a capital and its recogniser had no view of the whole document (one that has counts the `mentions`).

    Parameters
    ----------
    text : str
    found : sequence of Span

    Returns
    -------
    list of Span
        With the category and score of the finding that they repeat. A name inside the name of a disease
        ("Parkinson's disease") is no repeat.
    """
    values: dict[str, Span] = {}
    for span in found:
        value = text[span.start : span.end]
        is_name = value[:1].isupper() and "mentions" not in span.why
        if len(value) >= (_SHORTEST_NAME if is_name else _SHORTEST):
            values.setdefault(value, span)
    places = set(_whole_words(text, list(values))) - {(span.start, span.end) for span in found}
    return outside_diseases(text, [_like(values[text[a:b]], a, b) for a, b in sorted(places)])


@rule("outside-diseases", without=second)
def outside_diseases(text: str, found: Sequence[Span]) -> list[Span]:
    """`found` without repeats of names that stand inside the name of a disease ("Parkinson's disease")."""
    if not any(map(_is_repeated_name, found)):
        return list(found)
    is_inside = diseases_in(text)
    return [s for s in found if not (_is_repeated_name(s) and is_inside(s.start, s.end))]


def _is_repeated_name(span: Span) -> bool:
    return span.category in LEARNED and span.why.get("link", "found") != "found"


def _like(span: Span, start: int, end: int) -> Span:
    return Span(start, end, span.category, span.score, {"link": "same"})


def _whole_words(text: str, values: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Where `values` stand as whole words, from the left: of those that begin at one place the longest.

    What ``(?<!\\w)(?:longest|...|shortest)(?!\\w)`` finds, in one pass however many there are.
    """
    found = AhoCorasick(values).find_matches_as_indexes(text, overlapping=True) if values else []
    free = 0
    for start, end in sorted(((first, last) for _, first, last in found), key=_longest_first):
        if start >= free and not _of_word(text[start - 1 : start]) and not _of_word(text[end : end + 1]):
            yield start, end
            free = end


def _longest_first(place: tuple[int, int]) -> tuple[int, int]:
    return place[0], -place[1]


def _of_word(character: str) -> bool:
    return character.isalnum() or character == "_"


def removed_values(text: str, decisions: Sequence[Decision]) -> set[tuple[str, str]]:
    """Category and value of every identifier that `decisions` remove."""
    return {(d.category, text[d.start : d.end]) for d in decisions if d.stage == "identifiers"}


def without_removed(text: str, decisions: Sequence[Decision]) -> list[Decision]:
    """`decisions`, none of whose generalizations says a value that another one removes.

    "Brazil" becomes "South American nation", but "South" had to go as part of a name: then nothing stands
    in its place.
    """
    said = sorted({d.replacement for d in decisions if d.stage == "concepts"})
    saying = _saying(said, removed_values(text, decisions)) if said else set()
    return [
        replace(d, replacement=PLACEHOLDER) if d.stage == "concepts" and d.replacement in saying else d
        for d in decisions
    ]


def _saying(said: Sequence[str], removed: Collection[tuple[str, str]]) -> set[str]:
    """Those of `said` that hold a removed value; all are looked through at once."""
    plain = [normalized(one) for one in said]
    ends = list(accumulate(len(one) + len(WALL) for one in plain))
    found = residual_identifiers(WALL.join(plain), (), removed)
    return {said[bisect_right(ends, left.start)] for left in found}

"""Repeats: values that stand in a document once more.

Before anything is decided, those of every finding, whoever found it (`found_repeats`); after that, those
that are removed in one place and would stay in another (`removed_repeats`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ahocorasick_rs import AhoCorasick

from engine.catalog.disease_names import diseases_in
from engine.catalog.names import LEARNED
from engine.checks.identifiers import residual_identifiers
from engine.stages.repeats.normalized import Normalized, blotted_out
from engine.text import PLACEHOLDER, Decision, Span

_SHORTEST = 5
_SHORTEST_NAME = 3


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


def removed_repeats(text: str, decisions: Sequence[Decision]) -> list[Span]:
    """Where `text` holds values that `decisions` remove in another place, as the verifier looks for them.

    Parameters
    ----------
    text : str
        The document's text.
    decisions : sequence of Decision
        What is removed; only identifiers are looked for.

    Returns
    -------
    list of Span
        Sorted and disjoint.
    """
    removed = removed_values(text, decisions)
    if not removed:
        return []
    plain = Normalized(blotted_out(text, decisions))
    found: list[Span] = []
    for left in residual_identifiers(plain.text, (), removed):
        start, end = plain.span(left.start, left.end)
        if not found or start >= found[-1].end:
            found.append(Span(start, end, left.category, 1.0, {"pattern": "repeat"}))
    return found


def removed_values(text: str, decisions: Sequence[Decision]) -> set[tuple[str, str]]:
    """Category and value of every identifier that `decisions` remove."""
    return {(d.category, text[d.start : d.end]) for d in decisions if d.stage == "identifiers"}


def without_removed(text: str, decisions: Sequence[Decision]) -> list[Decision]:
    """`decisions`, none of whose generalizations says a value that another one removes.

    "Brazil" becomes "South American nation", but "South" had to go as part of a name: then nothing stands
    in its place.
    """
    removed = removed_values(text, decisions)
    said = {d.replacement for d in decisions if d.stage == "concepts"}
    saying = {one for one in said if residual_identifiers(one, (), removed)}
    return [
        replace(d, replacement=PLACEHOLDER) if d.stage == "concepts" and d.replacement in saying else d
        for d in decisions
    ]

"""Fast searches for many values find what a plain loop over the values finds."""

from __future__ import annotations

import re
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.checks import identifiers
from engine.checks.identifiers import residual_identifiers
from engine.methods.identifiers import terms as terms_module
from engine.methods.identifiers.terms import TermFinder
from engine.methods.intervals import Intervals
from engine.stages.repeats.in_document import found_repeats
from engine.text import Span

LETTERS = "aAbBß1_ .-'\u00e9\u0301\uffff\n"
texts = st.text(LETTERS, max_size=40)
terms = st.lists(st.text("abB1 .-'_", min_size=1, max_size=4).filter(str.strip), max_size=6)
stretches = st.lists(st.tuples(st.integers(0, 30), st.integers(1, 9)).map(lambda one: (one[0], sum(one))))


def whole_places(text: str, term: str) -> set[tuple[int, int]]:
    """Where `term` stands in `text`, cutting no run of letters and digits."""
    places = ((at, at + len(term)) for at in range(len(text)) if text.startswith(term, at))
    return {(a, b) for a, b in places if not _cut(text, a) and not _cut(text, b)}


def _cut(text: str, at: int) -> bool:
    return 0 < at < len(text) and text[at - 1].isalnum() and text[at].isalnum()


@given(texts, terms, terms)
@settings(deadline=None)
def test_terms_are_found_as_whole_words_for_each_of_their_categories(
    text: str, some: list[str], others: list[str]
) -> None:
    text = re.sub(r"\s+", " ", text)
    finder = TermFinder({"person": some, "organisation": others})
    found = {(s.category, s.start, s.end) for s in finder.find(text, "list")}
    lowered = text.lower()
    plain = {
        (category, *place)
        for category, words in (("person", some), ("organisation", others))
        for word in words
        for place in whole_places(lowered, re.sub(r"\s+", " ", word.lower()).strip())
    }
    assert found == plain
    with mock.patch.object(terms_module, "_BLOCK", 2):  # as of a large text, which is marked in blocks
        assert {(s.category, s.start, s.end) for s in finder.find(text, "list")} == plain


@given(st.text("aB1 .(", max_size=60), stretches)
def test_values_are_found_again_as_one_expression_of_all_finds_them(
    text: str, places: list[tuple[int, int]]
) -> None:
    spans = [Span(a, min(b, len(text)), "code", 0.9) for a, b in places if a < len(text)]
    values = {value for s in spans if len(value := text[s.start : s.end]) >= (3 if value[0].isupper() else 5)}
    longest_first = "|".join(map(re.escape, sorted(values, key=lambda value: (-len(value), value))))
    matches = re.finditer(rf"(?<!\w)(?:{longest_first})(?!\w)", text) if values else ()
    known = {(s.start, s.end) for s in spans}
    assert [(s.start, s.end) for s in found_repeats(text, spans)] == [
        m.span() for m in matches if m.span() not in known
    ]


@given(stretches, st.integers(0, 30), st.integers(1, 9))
def test_intervals_are_those_that_a_loop_over_all_finds(
    places: list[tuple[int, int]], start: int, length: int
) -> None:
    intervals, end = Intervals(places), start + length
    assert intervals.touching(start, end) == sorted((a, b) for a, b in places if a < end and b > start)
    assert intervals.cover(start, end) == any(a <= start and end <= b for a, b in places)


VALUES = ("abbBa", "abbB1", "aB a b", "bbBa1", "11111", "1-1 111", "111112", "(aB)bb", "bbBaé")
written = st.lists(st.sampled_from([*VALUES, " ", "a", "1", "-", "é", "\n"]), max_size=12).map("".join)
removed = st.lists(st.tuples(st.sampled_from(["person", "url", "mrn", "date"]), st.sampled_from(VALUES)))


@pytest.mark.parametrize("few", [0, 100])
@given(text=written, values=removed)
def test_many_removed_values_are_found_as_each_by_itself_is(
    few: int, text: str, values: list[tuple[str, str]]
) -> None:
    with mock.patch.object(identifiers, "_FEW_VALUES", few):  # in one pass, and one by one
        together = residual_identifiers(text, (), values)
    alone = [one for value in set(values) for one in residual_identifiers(text, (), [value])]
    assert {*together} == {*alone}


def test_a_removed_value_is_found_wherever_it_stands_alone() -> None:
    found = residual_identifiers("abbBa, abbBab, abbBa", (), [("person", "abbBa"), ("person", "11111")])
    assert [(one.start, one.end) for one in found] == [(0, 5), (15, 20)]

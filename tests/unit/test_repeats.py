"""Removed values that stand once more where their recogniser did not know them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from time import process_time

from engine.checks.identifiers import ResidualIdentifier, residual_identifiers
from engine.stages.repeats.as_released import LeftStanding
from engine.stages.repeats.in_document import found_repeats, without_removed
from engine.text import Decision, Span


def gone(text: str, value: str, category: str = "url") -> list[str]:
    start = text.index(value)
    decision = Decision(start, start + len(value), "identifiers", category, "replace", "[X]", "c")
    return [text[s.start : s.end] for s in LeftStanding(text, _values_left).under([decision])]


def _values_left(
    text: str, removed: Collection[tuple[str, str]], *, forms: bool
) -> Sequence[ResidualIdentifier]:
    return residual_identifiers(text, (), removed)


def test_a_value_is_found_again_glued_to_a_letter_that_is_no_sign_of_it() -> None:
    text = "see webpage.com or, as it was said™, webpage.com, there"
    assert gone(text, "webpage.com") == ["webpage.com"]


def test_offsets_stay_where_characters_would_become_several() -> None:
    assert gone("\u2122\ufb01\u200b on 2022/12/13 and in /2022/12/13/10", "2022/12/13", "date") == [
        "2022/12/13"
    ]


def test_what_stands_once_is_not_left() -> None:
    assert gone("see webpage.com there", "webpage.com") == []


def test_a_value_is_found_where_the_text_changes_its_length_when_normalized() -> None:
    text = "the e\u0301lan of Venetian\u00a0masters \u2167 and ﬁne ½ Venetian work of \u0301Vene\u200btian"
    assert gone(text, "Venetian", "location") == ["Venetian", "Vene\u200btian"]


def test_a_generalization_that_says_a_removed_value_gives_way() -> None:
    text = "Brazil lies in South America"
    country = Decision(0, 6, "concepts", "hiv", "generalize", "South American nation", "c")
    place = Decision(15, 20, "identifiers", "location", "replace", "[LOCATION]", "d")
    kept = Decision(21, 28, "concepts", "hiv", "generalize", "continent", "c")
    done = without_removed(text, [country, place, kept])
    assert [d.replacement for d in done] == ["[REDACTED]", "[LOCATION]", "continent"]


def test_a_surname_is_no_repeat_in_the_name_of_a_disease() -> None:
    text = "Dr. Parkinson asked about Parkinson's disease; Parkinson left."
    assert gone(text, "Parkinson", "person") == ["Parkinson"]
    repeats = found_repeats(text, [Span(4, 13, "person", 0.9, {})])
    assert [text[s.start : s.end + 5] for s in repeats] == ["Parkinson left"]


def test_many_diseases_are_looked_through_once() -> None:
    """Each place was compared with each disease: a text of a megabyte took a minute."""
    n = 20_000
    text = "Dr. Wilson came. " + "Wilson's disease. " * n + "Wilson left."
    begun = process_time()
    assert gone(text, "Wilson", "person") == ["Wilson"]
    assert len(found_repeats(text, [Span(4, 10, "person", 0.9, {})])) == 1
    assert process_time() - begun < 30


def test_a_surname_behind_an_initial_is_a_repeat() -> None:
    text = "Dr. Wilson came. Signed, M. Wilson. Mr. Wilson's disease progresses."
    assert gone(text, "Wilson", "person") == ["Wilson", "Wilson"]
    assert len(found_repeats(text, [Span(4, 10, "person", 0.9, {})])) == 2

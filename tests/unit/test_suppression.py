"""Words that may go too: the strongest first, and what is told once they are gone."""

from __future__ import annotations

import pytest

from engine.methods.c_sanitized import CompiledConcept, compile_concept
from engine.methods.combinations import Evidence
from engine.methods.combinations.reading import Reading
from engine.methods.combinations.suppression import suppression_of
from engine.methods.combinations.telling import LEAST_BITS, MOST_WORDS, told_of_concept
from engine.policy.clauses.concepts import ConceptRule
from engine.text import BLOT
from flows.compiling.reference_corpora import shipped_corpus
from tests.c_sanitized_corpus import TinyKnowledge, compiled, sanitizer

TEXT = "The infectious diseases ward treated the infection. His infectious partner must be tested as well."


@pytest.fixture(scope="module")
def hiv() -> tuple[CompiledConcept, Evidence]:
    table = shipped_corpus("wikipedia").table("HIV", ["hiv"], ["hiv"])
    rule = ConceptRule(protect="HIV", alpha=1.5, combinations=0.85, unseen="keep")
    return compile_concept(rule, table), Evidence(table)


def test_each_word_leaves_what_the_methods_measure_without_it(
    hiv: tuple[CompiledConcept, Evidence],
) -> None:
    found = suppression_of(*hiv, TEXT)
    assert 1 < len(found.words) <= MOST_WORDS
    text = TEXT
    told = told_of_concept(*hiv, TEXT, TEXT)
    assert (found.singly, found.whole) == (told.singly.after, told.whole.after)
    for one in found.words:
        assert one.bits >= LEAST_BITS
        for start, end in one.places:
            text = text[:start] + BLOT * (end - start) + text[end:]
        told = told_of_concept(*hiv, TEXT, text)
        assert (one.singly, one.whole) == (told.singly.after, told.whole.after)
    assert told.words == (), "nothing that points to it by a bit is left"


def test_a_phrase_takes_its_words_along_and_other_places_stay(
    hiv: tuple[CompiledConcept, Evidence],
) -> None:
    places = [TEXT[start:end] for one in suppression_of(*hiv, TEXT).words for start, end in one.places]
    assert len(places) == len({p for one in suppression_of(*hiv, TEXT).words for p in one.places})
    reading = Reading(TEXT, hiv[1])
    assert reading.spans("infectious") == ((4, 14), (56, 66))
    assert reading.spans("infectious disease") == ((4, 23),)
    assert reading.spans("no such word") == ()
    assert any(place.startswith("infectious") for place in places)


def test_a_text_that_tells_nothing_suggests_nothing_and_prints_hide_words(
    hiv: tuple[CompiledConcept, Evidence],
) -> None:
    assert suppression_of(*hiv, "").words == ()
    assert suppression_of(*hiv, "The council met on Monday.").words == ()
    assert "infect" not in repr(suppression_of(*hiv, TEXT).words)


def test_levels_lead_from_the_nearest_to_the_most_general_and_disclose_nothing() -> None:
    parents = {"syphilis": ["hiv"], "hiv": ["disease"], "disease": ["condition"], "condition": []}
    knowledge = TinyKnowledge(parents, {})
    using = sanitizer(compiled(), [knowledge])
    text = "Late latent syphilis was seen."
    assert using.levels(text, [(0, 20), (12, 20), (25, 29)]) == [("disease", "condition")] * 2 + [()]
    assert not using.is_safe("hiv"), "the level between them names what is protected"

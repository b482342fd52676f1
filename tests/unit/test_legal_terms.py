"""Terms of contracts, filings and orders are no names; who stands beside them is."""

from __future__ import annotations

import pytest

from adapters.recognizers.learned import default_model
from engine.methods.names.entities.capitals import of_both
from engine.methods.names.entities.decoding import Entity, Mention
from engine.methods.names.entities.legal_terms import is_legal, without_terms
from engine.methods.names.tagger.features import tokenize

CONTRACT = (
    "WHEREAS Tarrow Ltd (the “Landlord”) and Ifeoma Nwosu hereby agree: the Demised Roof shall be kept dry, "
    "each Upkeep Charge shall be paid, and the Golden Thread shall pay the Landlord pursuant to clause 4."
)


def _left(words: str, probability: float, text: str = CONTRACT, category: str = "organisation") -> bool:
    """Whether an entity stays one, of a text where its words stand once."""
    tokens, wanted = tokenize(text), words.split()
    first = next(i for i in range(len(tokens)) if tokens.words[i : i + len(wanted)] == wanted)
    entity = Entity(category, [Mention(first, first + len(wanted), 0.9)])
    return bool(without_terms([(entity, probability)], tokens, default_model().tagger.lexicon))


def test_a_paper_of_law_is_told_by_three_of_its_words() -> None:
    assert is_legal(tokenize(CONTRACT))
    assert not is_legal(tokenize("We shall meet the seller at noon, and Mr Keller will bring the cake."))


@pytest.mark.parametrize(
    ("words", "probability"),
    [
        ("Landlord", 0.95),  # takes part in a contract, however sure the model is
        ("Upkeep Charge", 0.4),  # ordinary words after "each", and the model is unsure
    ],
)
def test_terms_are_no_names(words: str, probability: float) -> None:
    assert not _left(words, probability)


@pytest.mark.parametrize(
    ("words", "probability"),
    [
        ("Upkeep Charge", 0.9),  # the model is sure
        ("Tarrow", 0.2),  # no ordinary word
        ("Ifeoma Nwosu", 0.2),
        ("Golden Thread", 0.9),
    ],
)
def test_names_stay_names(words: str, probability: float) -> None:
    assert _left(words, probability)


def test_what_a_paper_defines_is_a_term_at_any_probability() -> None:
    defined = CONTRACT.replace("the Demised Roof", "the roof (the “Wet Cover”)")
    assert _left("Wet Cover", 0.9, CONTRACT.replace("the Demised Roof", "Mr Roof of Wet Cover"))
    assert not _left("Wet Cover", 0.9, defined)


def test_what_stands_in_small_letters_too_is_a_term_where_the_model_is_unsure() -> None:
    text = CONTRACT + " Rainwater shall go by pipes. A store of rainwater is no matter of the tenant."
    assert not _left("Rainwater", 0.4, text)
    assert _left("Rainwater", 0.4, text.replace("of rainwater", "of water"))


def test_a_cited_statute_is_no_name() -> None:
    text = CONTRACT + " See N.Y. Labor Law § 190 and Keller Law Firm."
    assert not _left("N . Y . Labor", 0.9, text)
    assert _left("Keller", 0.9, text)


def test_ages_dates_and_attributes_are_not_looked_at() -> None:
    assert _left("Landlord", 0.2, category="demographic")


def _one(first: int, end: int) -> Entity:
    return Entity("person", [Mention(first, end, 0.9)])


def test_two_readings_of_a_text_decide_together() -> None:
    both, only, late = _one(0, 2), _one(3, 4), _one(5, 6)
    found = {
        e.mentions[0].first: p
        for e, p in of_both([(both, 0.8), (only, 0.5)], [(both, 0.8), (late, 0.9)], 8, 0.03)
    }
    assert sorted(found) == [0, 3, 5]
    assert found[0] == pytest.approx(0.8)
    assert found[3] == pytest.approx(0.15, abs=0.01)  # odds of 1 and of .031, their geometric mean is .176
    assert 0.3 < found[5] < 0.4

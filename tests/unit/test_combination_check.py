"""The check of combinations by itself: its calibration, its limits, its stretches, on made-up counts."""

from __future__ import annotations

from math import exp, log

import pytest

from engine.checks.combinations import CombinationCheck, _Judge, _lift
from engine.checks.concepts import WordKeys
from engine.counts.calibration import LENGTHS, OFFSETS, SLOPES, WINDOW
from engine.methods.combinations.evidence import calibrated_lift
from tests.unit.test_term_check import N_CONCEPT, N, concept

FILLER = [f"word{number}" for number in range(WINDOW)]


def judge(**changes: object) -> _Judge:
    found = concept(**{"combinations": 0.9, **changes})
    return _Judge(found, WordKeys([found.table]))


@pytest.mark.parametrize("n_words", [1, 6, 7, 14, 15, 26, 27, 44, 45, 71, 72, 73, 125, 126, 127, 900])
@pytest.mark.parametrize("nats", [-5.0, 0.0, 12.0])
def test_the_lift_is_that_of_the_method(nats: float, n_words: int) -> None:
    assert _lift(nats, n_words) == pytest.approx(calibrated_lift(nats, n_words))


def test_the_lift_at_lengths_that_were_measured() -> None:
    assert _lift(10.0, 72) == pytest.approx(OFFSETS[-2] + 10 * SLOPES[-2])
    assert _lift(10.0, 126) == pytest.approx(OFFSETS[-1] + 10 * SLOPES[-1])
    assert _lift(10.0, 252) == pytest.approx(OFFSETS[-1] + 10 * SLOPES[-1] / 2)
    assert _lift(10.0, 1) == pytest.approx(OFFSETS[0] + 10 * SLOPES[0])
    assert LENGTHS[-2:] == (72.0, 126.0)


@pytest.mark.parametrize(
    ("changes", "allowed"),
    [
        ({"alpha": 2.0}, (N_CONCEPT / N) ** 0.5),
        ({"alpha": None, "disclose_at_most": "tin"}, N_CONCEPT / 900),
    ],
)
def test_the_whole_may_tell_what_a_single_term_may(changes: dict[str, object], allowed: float) -> None:
    """The square root of the share with alpha 2, or what a named word may; half a nat more is tolerated."""
    odds = allowed / (1 - allowed) * exp(0.5)
    limit = odds / (1 + odds)
    assert judge(**changes).too_much(limit * 1.001)
    assert not judge(**changes).too_much(limit * 0.999)


def test_with_alpha_1_all_may_be_told() -> None:
    assert not judge(alpha=1.0).too_much(1.0)


def test_a_stretch_is_as_long_as_the_window() -> None:
    found = judge()
    telling = max(found._table.keys, key=lambda key: 0.0 if " " in key else found.nats(key))
    assert found.nats(telling) > 0
    for words in ([telling], [*FILLER[1:], telling], [*FILLER, telling], [telling, *FILLER]):
        total, first, end = found.stretches(words, [True] * len(words))
        assert total == pytest.approx(found.nats(telling))
        assert telling in words[first:end]
        assert end - first == min(WINDOW, len(words))


def test_words_of_a_stretch_count_once_and_leave_with_it() -> None:
    found = judge()
    telling = max(found._table.keys, key=lambda key: 0.0 if " " in key else found.nats(key))
    twice = [telling, telling, *FILLER, *FILLER]
    assert found.stretches(twice, [True] * len(twice))[0] == pytest.approx(found.nats(telling))


def test_a_clause_that_judges_no_combinations_is_passed_over() -> None:
    assert CombinationCheck([concept()]).residual("border nickel") == []


def test_phrases_have_three_words_at_most() -> None:
    assert judge().phrases(["pair", "copper", "pair"], 0) == ["pair copper pair"]
    assert judge().phrases(["the", "pair"], 0) == ["the pair"], 'no key of the table is "the" alone'
    assert judge().phrases(["iron", "copper", "pair", "iron"], 0) == []


def test_a_stretch_that_says_too_much_is_found_with_its_probability() -> None:
    """border: 10 of 100 contexts, 1 by chance; nickel: 3 of 20, 0.2 by chance; a quarter is added to each."""
    odds = exp(log(10.25 / 1.25) + log(3.25 / 0.45)) * N_CONCEPT / (N - N_CONCEPT)
    (found,) = CombinationCheck([concept(combinations=0.2)]).residual("border nickel")
    assert found.probability == pytest.approx(odds / (1 + odds))
    assert (found.clause, found.start, found.end) == ("c1", 0, 2)
    assert CombinationCheck([concept(combinations=0.9)]).residual("border nickel") == []


def test_a_stretch_that_reaches_the_limit_is_found() -> None:
    check = CombinationCheck([concept(combinations=0.9)])
    (judge,) = check._judges
    judge.limit, _, _ = judge.stretches(["border", "nickel"], [True, True])
    assert check.residual("border nickel") != []


def test_a_whole_text_that_tells_too_much_is_found_though_no_stretch_is() -> None:
    """126 words that say nothing alone: the length of the text moves the odds, as was measured."""
    text = " ".join(f"word{number}" for number in range(126))
    odds = exp(OFFSETS[-1]) * N_CONCEPT / (N - N_CONCEPT)
    (found,) = CombinationCheck([concept(combinations=0.9, alpha=10.0)]).residual(text)
    assert (found.clause, found.start, found.end) == ("c1", 0, 126)
    assert found.probability == pytest.approx(odds / (1 + odds))
    assert CombinationCheck([concept(combinations=0.9, alpha=2.0)]).residual(text) == []


def test_words_of_many_contexts_say_nothing_and_fill_no_stretch() -> None:
    found = judge()
    assert [found.is_common(word) for word in ("the", "argon", "unheard")] == [True, False, False]
    assert found.nats("the") == 0.0

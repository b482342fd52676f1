"""Words evened out among classes: rates, groups, lots, and what the stage makes of them."""

from __future__ import annotations

import numpy as np
import pytest

from engine.methods.k_redactor import ClassHider, Evenness, Labelled, Settings, build_corpus
from engine.methods.k_redactor.even_words import EvenWords, even_words
from engine.methods.k_redactor.words import features
from engine.plan.steps import PlannedEvenness
from engine.policy.combining.strictness import more_even
from engine.stages.hide_class.stage import HideClassStage
from engine.text import Document, SensitiveText
from tests.unit.test_hide_class_stage import STEP
from tests.unit.test_k_redactor import CORPUS, TEXT

STRICT = Evenness(1.01, 5)


def rates(own: int) -> np.ndarray:
    rows = CORPUS.documents[np.flatnonzero(CORPUS.sensitive == own)]
    return np.asarray(rows.sum(axis=0)).ravel() / rows.shape[0]


@pytest.mark.parametrize("at_most", [1.05, 1.5, 3.0])
def test_no_word_is_expected_more_often_in_a_class_than_the_clause_allows(at_most: float) -> None:
    """But for the two documents of the group that each class is thought to have besides its own."""
    even = even_words(CORPUS, Evenness(at_most, 6))
    left = np.stack([rates(own) * even.stays[own] for own in range(6)])
    slack = 2 / 12 * np.stack([rates(own) for own in range(6)]).mean(axis=0)
    assert (left <= at_most * (left.mean(axis=0) + slack) + 1e-6).all()
    loose = even_words(CORPUS, Evenness(10.0, 6))
    assert even.stays.mean() < loose.stays.mean() <= 1


def test_classes_of_one_class_to_keep_are_a_group_and_small_groups_are_joined() -> None:
    texts = {"a": "red green", "b": "red blue", "c": "salt pepper", "d": "salt sugar", "e": "salt pepper red"}
    topics = {"a": "x", "b": "x", "c": "y", "d": "y", "e": "z"}
    rows = [Labelled(SensitiveText(texts[one]), one, topics[one]) for one in texts for _ in range(4)]
    corpus = build_corpus(rows)
    stays = even_words(corpus, Evenness(1.01, 2)).stays
    word = corpus.vocabulary
    assert stays[0, word["red"]] == pytest.approx(1, abs=0.02), "a and b both say it"
    assert stays[0, word["green"]] < 0.5, "b never says it"
    assert stays[4, word["salt"]] > 0.5, "e is joined to c and d, which say it"
    assert stays[4, word["red"]] < 0.5, "and they never say this"


def test_lots_are_drawn_by_key_and_document() -> None:
    even = EvenWords(np.array([[0.0, 1.0] + [0.5] * 400], np.float32))
    words = range(402)
    gone = even.leave(0, words, b"key", b"document")
    assert gone == even.leave(0, words, b"key", b"document")
    assert gone != even.leave(0, words, b"other", b"document")
    assert gone != even.leave(0, words, b"key", b"another")
    assert 0 in gone
    assert 1 not in gone
    assert 140 < len(gone) < 260


def stage(key: bytes, evenness: Evenness | None = STRICT) -> HideClassStage:
    return HideClassStage(STEP, ClassHider(CORPUS, Settings(k=3), evenness=evenness), None, key)


def shown(made: HideClassStage) -> set[str]:
    document = Document("000001", SensitiveText(TEXT))
    hidden_class = made.decide(document, (), ["Carrefour"])
    assert made.faults(hidden_class, [hidden_class.text]) == []
    return features(hidden_class.text)


def test_words_drawn_to_leave_are_gone_and_the_class_is_hidden_besides() -> None:
    made = stage(b"key")
    hider = ClassHider(CORPUS, Settings(k=3), evenness=STRICT)
    drawn = hider.leaving(TEXT, TEXT, "Carrefour", b"key")
    assert drawn
    assert drawn.isdisjoint(shown(made))
    assert shown(made) == shown(made)
    assert not hider.leaving(TEXT, TEXT, "Carrefour", b"key") - features(TEXT)
    assert shown(stage(b"key", None)) - shown(made)


def test_evener_is_stronger() -> None:
    one, other = PlannedEvenness(at_most=1.2, among=5), PlannedEvenness(at_most=1.1, among=6)
    assert more_even(None, one) == more_even(one, other) == "stronger"
    assert more_even(one, None) == "weaker"
    assert more_even(one, PlannedEvenness(at_most=1.1, among=4)) == "unknown"
    assert more_even(one, one) == more_even(None, None) == "equivalent"

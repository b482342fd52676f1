"""A class that is hidden a second time: what the earlier release shows, promised, and was judged by."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import numpy as np
import pytest

from engine.methods.k_redactor.words import feature_of, features, stop_spellings
from engine.methods.overlaps.reading import KeyedWords
from engine.methods.overlaps.register import Entry, Register
from engine.methods.overlaps.sketch import Sketch
from engine.plan.steps import PlannedEarlierReleases
from engine.stages.hide_class.earlier import EarlierText, Promise
from engine.stages.hide_class.seen import together
from engine.stages.hide_class.stage import HiddenClass, HideClassStage
from engine.stages.repeats.earlier_releases import EarlierReleasesStage
from engine.text import Decision, Document, SensitiveText, carried_out
from tests.unit.test_hide_class_stage import stage
from tests.unit.test_k_redactor import CORPUS, TEXT, brute_rank, labelled

WORDS = KeyedWords(b"the key of a test, 32 bytes of it")
STEP_EARLIER = PlannedEarlierReleases(then="hide_both", keep_days=1)
REVISED = TEXT.replace("The loyalty plan", "Loans of the bank branch, a new plan with eagle and mortgages,")


def released(
    made: HideClassStage,
    text: str,
    *before: Sketch,
    folders: Sequence[str] = ("Carrefour",),
    named: Sequence[Decision] = (),
) -> tuple[HiddenClass, Sketch]:
    """What is decided about a text after earlier releases, and what the register keeps of it."""
    document = Document("d", SensitiveText(text))
    register = Register(WORDS, [Entry("r", "1", "2026", "p", before)] if before else [])
    earlier = EarlierReleasesStage(STEP_EARLIER, register, "___")
    decisions = earlier.extend(document, named)
    found = made.decide(document, decisions, folders, seen=earlier.seen(document, made))
    shown = carried_out(text, found.decisions)
    assert made.faults(found, [shown]) == []
    return found, earlier.sketch(document, found.decisions, [shown], made.promise(found))


def rank_together(*found: HiddenClass) -> int:
    return brute_rank("\n".join(one.text for one in found), "Carrefour")


@pytest.mark.parametrize("method", ["k-redactor", "simple-redactor"])
def test_a_revised_text_is_hidden_alone_and_together_and_keeps_what_it_can(method: str) -> None:
    made = stage(k=4, method=method)
    first, sketch = released(made, TEXT)
    second, _ = released(made, REVISED, sketch)
    assert brute_rank(second.text, "Carrefour") >= 4
    assert rank_together(first, second) >= 4
    assert features(second.text) - features(first.text)


def test_of_a_lower_k_that_was_promised_before_no_more_is_asked() -> None:
    first, sketch = released(stage(k=2), TEXT)
    made = stage(k=5)
    second, _ = released(made, REVISED, sketch)
    assert brute_rank(second.text, "Carrefour") >= 5
    assert rank_together(first, second) >= 2
    assert made.count(second, [second.text]).with_earlier == 2
    assert stage(k=5).count(released(made, TEXT)[0], [""]).with_earlier is None


def test_a_promise_about_another_class_or_none_counts_for_nothing() -> None:
    shown = frozenset({"bank"})
    earlier = [
        EarlierText(shown, Promise(2, "Tesco")),
        EarlierText(shown),
        EarlierText(shown, Promise(9, "A")),
    ]
    assert [one.k for one in together(earlier, "A", 5)] == [5, 5, 5, 5]
    assert [one.k for one in together(earlier, "Tesco", 5)] == [2, 5, 5, 2]


def test_the_class_that_was_hidden_before_is_hidden_again() -> None:
    guessing = stage(class_of="most-likely")
    _, sketch = released(guessing, TEXT)
    part = TEXT.partition("\n\n")[2] + " Yoghurt of Evian, dairy bottles, Danone Danone factory brand."
    assert released(guessing, part)[0].request.sensitive == "Danone"
    assert released(guessing, part, sketch)[0].request.sensitive == "Carrefour"


def test_a_version_of_a_labelled_document_is_judged_as_the_document_was() -> None:
    text = next(row.text.reveal() for row in labelled() if row.sensitive == "Carrefour")
    made = stage(k=2)
    first, sketch = released(made, text)
    assert first.request.in_corpus
    version = f"{text} Evian"
    second, _ = released(made, version, sketch)
    assert second.request.in_corpus
    assert set(second.request.labelled) == features(text) & CORPUS.vocabulary.keys()
    assert made.private(second, [second.text])["in_corpus"] is False
    assert not released(made, version)[0].request.in_corpus
    assert not released(stage(k=2, guard=0.0), version, sketch)[0].request.in_corpus


def test_placeholders_lose_words_before_a_text_is_refused() -> None:
    made = stage(k=3)
    first, sketch = released(made, TEXT)
    at = TEXT.index("Paris")
    label = "[HYPERMARKET-FRENCH-AISLES]"
    named = [Decision(at, at + 5, "identifiers", "location", "replace", label, "identifiers[0]")]
    second, _ = released(made, TEXT, sketch, named=named)
    assert label not in second.text
    assert rank_together(first, second) >= 3


def test_random_earlier_releases_never_lower_the_rank_together() -> None:
    rng, made = np.random.default_rng(5), stage(k=3)
    words, n = sorted(CORPUS.words), 0
    for _ in range(40):
        one, other = (" ".join(rng.choice(words, 14, replace=False)) for _ in range(2))
        found = stage(k=3).decide(Document("d", SensitiveText(one)), (), ["Carrefour"])
        before = EarlierText(frozenset(features(found.text)), Promise(3, "Carrefour"))
        document = Document("d", SensitiveText(f"{one} {other}"))
        again = made.decide(document, (), ["Carrefour"], seen=[before])
        assert brute_rank(again.text, "Carrefour") >= 3
        assert rank_together(found, again) >= 3
        n += bool(features(again.text) - before.features)
    assert n > 10


def test_every_stop_word_is_among_the_spellings_of_its_stem() -> None:
    found = stop_spellings()
    assert set(found["find"]) == {"find", "found"}
    assert not any(map(feature_of, chain.from_iterable(found.values())))

"""Personal attributes: rare words by their part of speech, numbers, and the phrase around a finding."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import numpy as np
import pytest

from engine.counts.disclosure import Vocabulary
from engine.language.terms import term_key
from engine.methods.c_sanitized import Taxonomy
from engine.plan.steps import AttributeStep
from engine.ports import Label
from engine.stages.attributes import AttributeStage
from engine.text import Document, SensitiveText, carried_out

RARE = {
    "wibbler": 1500,
    "snorfle": 1500,
    "grocket": 300,
    "tindle": 3000,
    "zandle": 3000,
    "flarpy": 3000,
    "qwixy": 30,
    "hrumble": 30,
}
NAMES = {
    "went-v": "went",
    "watched-v": "watched",
    "qwixy-a": "qwixy",
    "flarpy-a": "flarpy",
    "animal": "animal",
    "tool": "tool",
    "group": "group",
    "wibbler": "wibbler",
    "snorfle": "snorfle",
    "snorfle-v": "snorfle",
    "grocket 1": "grocket",
    "grocket 2": "grocket",
    "zandle": "zandle",
    "tindle": "tindle",
    "tindle-v": "tindle",
}
ABOVE = {
    "wibbler": ["animal"],
    "snorfle": ["tool"],
    "grocket 1": ["animal"],
    "grocket 2": ["tool"],
}


class Farm:
    """A knowledge base of a few words."""

    name = fingerprint = "farm"

    def concepts(self, label: str) -> Sequence[str]:
        return [concept for concept, name in NAMES.items() if name == label.casefold()]

    def labels(self, concept: str, language: str = "en") -> Sequence[Label]:
        return [Label(NAMES[concept], language, "farm")]

    def ancestors(self, concept: str) -> Sequence[str]:
        return ABOVE.get(concept, [])

    def descendants(self, concept: str) -> Sequence[str]:
        return [each for each, above in ABOVE.items() if concept in above]

    def vocabulary(self) -> Iterable[str]:
        return NAMES.values()


def vocabulary(text: str) -> Vocabulary:
    """Counts of the words of a text: all are common but the made-up ones."""
    counts = {term_key(word): 90_000 for word in re.findall(r"\w+", text.lower()) if word not in RARE}
    counts |= {term_key(word): count for word, count in RARE.items()}
    keys = tuple(sorted(counts))
    return Vocabulary("farm", "0" * 64, "paragraph", 1_000_000, 1, keys, np.array([counts[k] for k in keys]))


def released(text: str, rare_words: int = 2000, hide: str = "occupation") -> str:
    step = AttributeStep(id="a", hide=(hide,), disclose_at_most="nothing", rare_words=rare_words)  # type: ignore[arg-type]
    stage = AttributeStage([step], vocabulary(text), Taxonomy.read([Farm()]))
    return carried_out(text, stage.decide(Document("1", SensitiveText(text))))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("They watched the wibbler go.", "They watched the animal go."),
        ("They watched the grocket go.", "They watched the [REDACTED] go."),
        ("They watched the snorfle.", "They watched the tool."),
        ("They snorfle on.", "They snorfle on."),
        ("It was a qwixy visit.", "It was a [REDACTED] visit."),
        ("It was a hrumble visit.", "It was a [REDACTED] visit."),
        ("It was a flarpy visit.", "It was a flarpy visit."),
    ],
)
def test_a_rare_word_goes_by_what_it_is_in_its_sentence(text: str, expected: str) -> None:
    """A kind stands for it if it has one in all its senses, else a label; a verb is no thing."""
    assert released(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It is forty-one miles off.", "It is some miles off."),
        ("It was 98 degrees at nine.", "It was some degrees at nine."),
        ("It took nine and a half hours.", "It took some hours."),
    ],
)
def test_numbers_are_hints_where_rare_words_are(text: str, expected: str) -> None:
    assert released(text) == expected
    assert released(text, rare_words=0) == text


@pytest.mark.parametrize("text", ["I counted 74 of them.", "It was 10:30 and 5 % off.", "It took 26 tries."])
def test_other_numbers_stay(text: str) -> None:
    assert released(text) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("My nurse zandle was old.", "My worker was old."),
        ("A flarpy nurse went.", "A worker went."),
        ("An old nurse went.", "An old worker went."),
        ("The nurse zandles well.", "The worker zandles well."),
        ("The nurse tindle well.", "The worker tindle well."),
        ("It was a nurse of zandle.", "It was a worker."),
        ("The nurse, zandle in hand, went.", "The worker, zandle in hand, went."),
    ],
)
def test_rare_words_of_a_phrase_go_with_what_tells_in_it(text: str, expected: str) -> None:
    assert released(text) == expected


def test_neighbours_that_become_labels_become_one() -> None:
    assert released("We went to the grocket hrumble.") == "We went to the [REDACTED]."

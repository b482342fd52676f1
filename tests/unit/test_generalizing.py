"""More general words: nouns only, in a sense that holds, in the form that the sentence needs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.methods.c_sanitized import Taxonomy
from engine.ports import Label
from engine.stages.generalizing import Generalizations, worded
from engine.text import Decision

NAMES = {
    "hypermarket-n": "hypermarket",
    "shop-n": "shop",
    "market-n": "marketplace",
    "sail1-n": "sail",
    "sail2-v": "sail",
    "card1-n": "card",
    "card2-n": "card",
    "paper-n": "paper",
    "circuit-n": "circuit",
    "wares-n": "wares",
}
ABOVE = {
    "hypermarket-n": ["shop-n", "market-n"],
    "sail1-n": ["wares-n"],
    "card1-n": ["paper-n", "wares-n"],
    "card2-n": ["circuit-n", "wares-n"],
}


class Small:
    """A knowledge base of a few words."""

    name = fingerprint = "small"

    def concepts(self, label: str) -> Sequence[str]:
        return [concept for concept, name in NAMES.items() if name == label.casefold()]

    def labels(self, concept: str, language: str = "en") -> Sequence[Label]:
        return [Label(NAMES[concept], language, "small")]

    def ancestors(self, concept: str) -> Sequence[str]:
        return ABOVE.get(concept, [])

    def descendants(self, concept: str) -> Sequence[str]:
        return [each for each, above in ABOVE.items() if concept in above]

    def vocabulary(self) -> Iterable[str]:
        return NAMES.values()


def generalizations(word: str, text: str = "", unsafe: str = "") -> Sequence[str]:
    return Generalizations(Taxonomy.read([Small()]), lambda label: label != unsafe).of(text)(word)


def test_the_most_specific_comes_first_and_plurals_are_known() -> None:
    assert generalizations("hypermarket") == ["shop", "marketplace"]
    assert generalizations("hypermarkets") == ["shop", "marketplace"]
    assert generalizations("Carrefour") == []


def test_what_discloses_a_protected_concept_is_left_out() -> None:
    assert generalizations("hypermarket", unsafe="shop") == ["marketplace"]


def test_a_word_that_may_be_a_verb_gets_none() -> None:
    assert generalizations("sail") == []


def test_without_evidence_a_generalization_holds_in_every_sense() -> None:
    assert generalizations("card") == ["wares"]
    assert generalizations("card", "The circuit and the wares on the card") == [
        "wares"
    ]  # one word is not enough


def test_the_form_of_the_word_is_kept() -> None:
    text = "Hypermarkets grow. A hypermarket's price."
    decisions = [
        Decision(0, 12, "hide_class", "inference", "generalize", "shop", "c"),
        Decision(21, 34, "hide_class", "inference", "generalize", "outlet", "c"),
        Decision(35, 40, "hide_class", "inference", "redact", "___", "c"),
    ]
    assert [(d.start, d.replacement) for d in worded(text, decisions)] == [
        (0, "Shops"), (19, "An outlet's"), (35, "___"),
    ]  # fmt: skip

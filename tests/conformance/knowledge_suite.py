"""What every knowledge base must do, checked against a small taxonomy closed by hand.

An adapter's test writes `CONCEPTS` in the adapter's own format, imports it and
inherits `KnowledgeSuite`.
"""

from __future__ import annotations

import pickle
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pytest

from engine.errors import InvalidError
from engine.ports import KnowledgeBase


@dataclass(frozen=True)
class Concept:
    """A concept of the sample: names (the preferred one first) and direct generalizations."""

    names: Sequence[str]
    parents: Sequence[str] = ()
    french: Sequence[str] = ()


CONCEPTS: Mapping[str, Concept] = {
    "condition": Concept(["condition"]),
    "disease": Concept(["disease", "illness"], ["condition"], ["maladie"]),
    "infection": Concept(["infection", "infectious disease"], ["disease"]),
    "viral": Concept(["viral infection"], ["infection"]),
    "std": Concept(
        ["sexually transmitted disease", "STD"], ["infection"], ["infection sexuellement transmissible"]
    ),
    "hiv": Concept(["HIV infection", "human immunodeficiency virus infection"], ["viral", "std"]),
    "aids": Concept(["AIDS", "acquired immune deficiency syndrome"], ["disease", "hiv"], ["Sida"]),
    "cold": Concept(["cold", "common cold"], ["viral"]),
    "chill": Concept(["low temperature", "cold"], ["condition"]),
    "chicken": Concept(["Chickenpox Ærø"], ["viral"]),
    "loop1": Concept(["first of a loop"], ["loop2"]),
    "loop2": Concept(["second of a loop"], ["loop3"]),
    "loop3": Concept(["third of a loop"], ["loop1", "disease"]),
    "itself": Concept(["its own parent"], ["itself"]),
}
"""A diamond (hiv), a redundant link to a remote generalization (aids, disease), a shared name
("cold"), a cycle of three with a way out, a link to itself; "aids" also links to no concept."""

UNKNOWN_PARENT = "nowhere"

GENERALIZATIONS: Mapping[str, set[str]] = {
    "condition": set(),
    "disease": {"condition"},
    "infection": {"disease", "condition"},
    "viral": {"infection", "disease", "condition"},
    "std": {"infection", "disease", "condition"},
    "hiv": {"viral", "std", "infection", "disease", "condition"},
    "aids": {"hiv", "viral", "std", "infection", "disease", "condition"},
    "cold": {"viral", "infection", "disease", "condition"},
    "chill": {"condition"},
    "chicken": {"viral", "infection", "disease", "condition"},
    "itself": set(),
}
"""Closed by hand; the loop is left out, because a link of it must be broken."""


class KnowledgeSuite:
    """Inherit it, give a fixture `knowledge` and say what ids look like."""

    has_french = True

    @pytest.fixture
    def knowledge(self) -> KnowledgeBase:
        raise NotImplementedError

    def id_of(self, concept: str) -> str:
        """Id that the adapter gives to a concept of the sample."""
        raise NotImplementedError

    def ids_of(self, concepts: Sequence[str] | set[str]) -> list[str]:
        return [self.id_of(concept) for concept in concepts]

    def test_is_a_port(self, knowledge: KnowledgeBase) -> None:
        assert isinstance(knowledge, KnowledgeBase)
        assert knowledge.name
        assert len(knowledge.fingerprint) == 64
        assert int(knowledge.fingerprint, 16)

    @pytest.mark.parametrize("concept", GENERALIZATIONS)
    def test_ancestors_are_the_closure(self, knowledge: KnowledgeBase, concept: str) -> None:
        assert sorted(knowledge.ancestors(self.id_of(concept))) == sorted(
            self.ids_of(GENERALIZATIONS[concept])
        )

    @pytest.mark.parametrize("concept", CONCEPTS)
    def test_each_ancestor_once_and_never_itself(self, knowledge: KnowledgeBase, concept: str) -> None:
        ancestors = knowledge.ancestors(self.id_of(concept))
        assert len(set(ancestors)) == len(ancestors)
        assert self.id_of(concept) not in ancestors

    @pytest.mark.parametrize("concept", CONCEPTS)
    def test_most_specific_first(self, knowledge: KnowledgeBase, concept: str) -> None:
        ancestors = list(knowledge.ancestors(self.id_of(concept)))
        for place, ancestor in enumerate(ancestors):
            assert not set(ancestors[place + 1 :]) & set(knowledge.descendants(ancestor))

    def test_order_of_a_diamond_with_a_shortcut(self, knowledge: KnowledgeBase) -> None:
        ancestors = knowledge.ancestors(self.id_of("aids"))
        assert ancestors[0] == self.id_of("hiv")
        assert set(ancestors[1:3]) == {self.id_of("viral"), self.id_of("std")}
        assert ancestors[3:] == self.ids_of(["infection", "disease", "condition"])

    def test_fewer_specializations_first_at_equal_distance(self, knowledge: KnowledgeBase) -> None:
        assert list(knowledge.ancestors(self.id_of("hiv")))[:2] == self.ids_of(["std", "viral"])

    def test_a_cycle_is_broken_once(self, knowledge: KnowledgeBase) -> None:
        loop = {
            concept: set(knowledge.ancestors(self.id_of(concept))) for concept in ("loop1", "loop2", "loop3")
        }
        for concept, ancestors in loop.items():
            assert self.id_of(concept) not in ancestors
            assert ancestors >= set(self.ids_of(["disease", "condition"]))
        in_loop = set(self.ids_of(list(loop)))
        assert sorted(len(ancestors & in_loop) for ancestors in loop.values()) == [0, 1, 2]

    def test_descendants_are_the_inverse(self, knowledge: KnowledgeBase) -> None:
        down = {(self.id_of(a), b) for a in CONCEPTS for b in knowledge.descendants(self.id_of(a))}
        up = {(b, self.id_of(a)) for a in CONCEPTS for b in knowledge.ancestors(self.id_of(a))}
        assert down == up
        descendants = knowledge.descendants(self.id_of("disease"))
        assert len(set(descendants)) == len(descendants)

    @pytest.mark.parametrize(
        "label",
        ["hiv infection", "HIV INFECTION", "  HIV\u00a0 infection\n", "HIV infections", "hiv Infection"],
    )
    def test_look_up_folds_case_space_and_number(self, knowledge: KnowledgeBase, label: str) -> None:
        assert list(knowledge.concepts(label)) == [self.id_of("hiv")]

    def test_look_up_folds_letters_beyond_ascii(self, knowledge: KnowledgeBase) -> None:
        assert list(knowledge.concepts("CHICKENPOX ÆRØ")) == [self.id_of("chicken")]

    def test_every_name_leads_to_its_concept(self, knowledge: KnowledgeBase) -> None:
        for concept, sample in CONCEPTS.items():
            for name in sample.names:
                assert self.id_of(concept) in knowledge.concepts(name)

    def test_a_shared_name_means_its_preferred_concept_first(self, knowledge: KnowledgeBase) -> None:
        assert list(knowledge.concepts("cold")) == self.ids_of(["cold", "chill"])

    @pytest.mark.parametrize("label", ["", " ", "never heard of", "hiv infection x"])
    def test_an_unknown_name_means_nothing(self, knowledge: KnowledgeBase, label: str) -> None:
        assert list(knowledge.concepts(label)) == []

    def test_labels_as_written_the_preferred_one_first(self, knowledge: KnowledgeBase) -> None:
        for concept, sample in CONCEPTS.items():
            assert [label.text for label in knowledge.labels(self.id_of(concept))] == list(sample.names)

    def test_labels_by_language(self, knowledge: KnowledgeBase) -> None:
        if not self.has_french:
            pytest.skip("the format has one language")
        french = knowledge.labels(self.id_of("aids"), "fr")
        assert (french[0].text, french[0].language) == ("Sida", "fr")
        assert {label.language for label in french} <= {"fr", ""}
        assert list(knowledge.concepts("SIDA")) == [self.id_of("aids")]
        assert {label.language for label in knowledge.labels(self.id_of("aids"), "ru")} <= {""}

    def test_every_label_says_where_it_comes_from(self, knowledge: KnowledgeBase) -> None:
        for concept in CONCEPTS:
            for label in knowledge.labels(self.id_of(concept), ""):
                edition, shown, *_ = label.source.split(" ")
                assert ":" in edition
                assert shown == self.id_of(concept)

    def test_vocabulary_is_every_name_folded_once(self, knowledge: KnowledgeBase) -> None:
        vocabulary = list(knowledge.vocabulary())
        assert len(set(vocabulary)) == len(vocabulary)
        assert {name.casefold() for sample in CONCEPTS.values() for name in sample.names} <= set(vocabulary)
        assert all(word == word.casefold() and knowledge.concepts(word) for word in vocabulary)

    @pytest.mark.parametrize("look_up", ["labels", "ancestors", "descendants"])
    def test_an_unknown_concept_is_an_error(self, knowledge: KnowledgeBase, look_up: str) -> None:
        with pytest.raises(InvalidError, match="KNO001"):
            getattr(knowledge, look_up)(self.id_of(UNKNOWN_PARENT))

    def test_a_worker_process_gets_the_same(self, knowledge: KnowledgeBase) -> None:
        copy = pickle.loads(pickle.dumps(knowledge))  # noqa: S301
        assert copy.fingerprint == knowledge.fingerprint
        assert copy.ancestors(self.id_of("aids")) == knowledge.ancestors(self.id_of("aids"))

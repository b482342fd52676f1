"""The generalizations of a term: senses told apart by context, knowledge bases in priority order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.language.terms import term_key, term_keys
from engine.ports import KnowledgeBase

_MAX_SIGNATURE = 8
"""Words of a sense that count as evidence for it: more would favour senses with many names."""

_NOT_NOUNS = ("-v", "-a", "-s", "-r")
"""Ends of concept ids of verbs, adjectives and adverbs, as all WordNets in WN-LMF write them."""

_READABLE = {"ill health": "health problem", "geographical area": "area", "geographic area": "area"}
"""Labels that cannot stand after an article, and what a reader would say."""

_ABSTRACT_LABELS = """
entity; physical entity; abstraction; abstract entity; thing; object; physical object; whole; unit;
matter; psychological feature; attribute; relation; measure; quantity; amount; group; grouping; set;
collection; causal agent; cause; causal agency; agent; process; physical process; natural process;
artifact; artefact; living thing; animate thing; being; cognition; knowledge; noesis; content;
cognitive content; mental object; act; deed; human action; human activity; instrumentality;
instrumentation; definite quantity; indefinite quantity; state; property; quality; part; portion;
component; constituent; fragment; piece; happening; occurrence; occurrent; natural event;
phenomenon; natural phenomenon; physical phenomenon; communication; message; subject matter; signal;
representation; symbol; change; action; point; extent; magnitude; dimension; form; shape; kind;
sort; category; class; member; unit of measurement; creation; product; way; course; cardinal virtue;
theological virtue; irrational motive; motivation; motive; topographic point; geographic point;
causal factor; information; evidence; grounds; indication; clinical finding; finding; SNOMED CT
Concept; body of work; social group; physical condition; pathological state; thing in general;
topconcept; concept; value; number; unit of time; time unit; fundamental quantity; good; matter of
fact; line; surface; boundary; extremity; part of; assemblage; aggregation; covering; consequence;
effect; outcome; result; sign; mark; position; status; capability; ability; power; statement;
auditory communication; written communication; visual communication; indicator; sound
"""

TOO_ABSTRACT = frozenset(map(term_key, _ABSTRACT_LABELS.split(";")))
"""Keys of labels that tell a reader nothing: the upper storeys of WordNet and SNOMED CT."""


class Generalization(NamedTuple):
    """A more general concept that may stand for a term.

    Parameters
    ----------
    label : str
        Its preferred label.
    source : str
        Provenance of the label: knowledge base, edition, concept.
    """

    label: str
    source: str


class Sense(NamedTuple):
    """A sense of a term.

    Parameters
    ----------
    generalizations : tuple of Generalization
        Most specific first, without those that tell a reader nothing.
    signature : tuple of str
        Keys of the words of its own and its nearest generalizations' labels: they speak for it.
    """

    generalizations: tuple[Generalization, ...]
    signature: tuple[str, ...]


class Taxonomy:
    """Generalizations from knowledge bases in priority order.

    Parameters
    ----------
    knowledge : sequence of KnowledgeBase
        In order of priority.
    """

    def __init__(self, knowledge: Sequence[KnowledgeBase]) -> None:
        self._knowledge = tuple(knowledge)
        self._senses = lru_cache(maxsize=50_000)(self._read_senses)

    @classmethod
    def read(cls, knowledge: Sequence[KnowledgeBase]) -> Taxonomy:
        """Taxonomy over `knowledge`, in order of priority."""
        return cls(knowledge)

    def __reduce__(self) -> tuple[type[Taxonomy], tuple[tuple[KnowledgeBase, ...]]]:
        return Taxonomy, (self._knowledge,)

    @property
    def fingerprints(self) -> tuple[str, ...]:
        """Fingerprints of the knowledge bases, in order of priority."""
        return tuple(kb.fingerprint for kb in self._knowledge)

    def senses(self, label: str) -> Sequence[Sequence[Sense]]:
        """Senses of `label` as a noun, by knowledge base in order of priority.

        Parameters
        ----------
        label : str
            A term as the document spells it.

        Returns
        -------
        sequence of sequence of Sense
            Only knowledge bases that know the label and something more general; most
            frequent sense first.
        """
        return self._senses(label)

    def is_noun_alone(self, label: str) -> bool:
        """Whether no knowledge base knows `label` as a verb, an adjective or an adverb."""
        concepts = (concept for kb in self._knowledge for concept in kb.concepts(label))
        return not any(concept.endswith(_NOT_NOUNS) for concept in concepts)

    def _read_senses(self, label: str) -> tuple[tuple[Sense, ...], ...]:
        own = frozenset(term_keys(label))
        found = (tuple(_read(kb, label, own)) for kb in self._knowledge)
        return tuple(senses for senses in found if senses)


def _read(kb: KnowledgeBase, label: str, own: frozenset[str]) -> Iterator[Sense]:
    for concept in kb.concepts(label):
        if concept.endswith(_NOT_NOUNS):
            continue
        above = [labels[0] for labels in map(kb.labels, kb.ancestors(concept)) if labels]
        useful = [each for each in above if term_key(each.text) not in TOO_ABSTRACT]
        if useful:
            names = [each.text for each in (*kb.labels(concept), *useful)]
            words = dict.fromkeys(key for name in names for key in term_keys(name) if key not in own)
            yield Sense(
                tuple(Generalization(_READABLE.get(g.text, g.text), g.source) for g in useful),
                tuple(words)[:_MAX_SIGNATURE],
            )

"""The generalizations of a term: senses told apart by context, knowledge bases in priority order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.ports import KnowledgeBase
from engine.terms import term_key, term_keys

Weight = Callable[[str], float]
"""How much a word speaks for a sense, in bits: 0 for a word that has nothing to do with the document."""

_SENSE_BITS = 4.0
"""Evidence, in bits, that a sense must have over a more frequent one to be preferred to it."""

_MAX_EVIDENCE = 3
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

    def generalizations(self, label: str, weight: Weight) -> Iterator[Generalization]:
        """Generalizations of `label` in the sense that fits the document.

        Parameters
        ----------
        label : str
            A term as the document spells it.
        weight : callable
            ``weight(key)``: bits by which a word speaks for a sense, see `Weight`.

        Yields
        ------
        Generalization
            Most specific first; the first knowledge base first. Only one sense of
            each knowledge base is followed: a generalization of another sense
            ("virus", "malicious program") would be a wrong release.

        Notes
        -----
        The evidence for a sense is the sum of `weight` over the words of its
        labels and of its nearest generalizations. The most frequent sense is taken
        unless another has 4 bits more (senses of one concept are listed by frequency).

        References
        ----------
        [CS] Algorithm 1, lines 13-18. Lesk (1986) for the overlap with the context.
        """
        for number in range(len(self._knowledge)):
            senses = self._senses(number, label)
            if senses:
                yield from _best(senses, weight).ancestors

    def _read_senses(self, number: int, label: str) -> tuple[_Sense, ...]:
        kb = self._knowledge[number]
        own = frozenset(term_keys(label))
        nouns = (concept for concept in kb.concepts(label) if not concept.endswith(_NOT_NOUNS))
        senses = (_Sense.read(kb, concept, own) for concept in nouns)
        return tuple(sense for sense in senses if sense.ancestors)


class _Sense(NamedTuple):
    ancestors: tuple[Generalization, ...]
    signature: frozenset[str]

    @classmethod
    def read(cls, kb: KnowledgeBase, concept: str, own: frozenset[str]) -> _Sense:
        above = kb.ancestors(concept)
        preferred = [labels[0] for labels in map(kb.labels, above) if labels]
        words = {label.text for label in kb.labels(concept)}
        words.update(label.text for label in preferred if term_key(label.text) not in TOO_ABSTRACT)
        signature = {key for text in words for key in term_keys(text)} - own
        ancestors = tuple(
            Generalization(_READABLE.get(label.text, label.text), label.source)
            for label in preferred
            if term_key(label.text) not in TOO_ABSTRACT
        )
        return cls(ancestors, frozenset(signature))


def _best(senses: Sequence[_Sense], weight: Weight) -> _Sense:
    best, best_bits = senses[0], _evidence(senses[0], weight)
    for sense in senses[1:]:
        bits = _evidence(sense, weight)
        if bits >= best_bits + _SENSE_BITS:
            best, best_bits = sense, bits
    return best


def _evidence(sense: _Sense, weight: Weight) -> float:
    return sum(sorted(map(weight, sense.signature), reverse=True)[:_MAX_EVIDENCE])

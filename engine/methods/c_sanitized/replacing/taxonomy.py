"""The generalizations of a term: senses told apart by context, knowledge bases in priority order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol, runtime_checkable

from engine.catalog.lexicon import words
from engine.language.terms import term_key, term_keys
from engine.language.word_lists.class_nouns import CLASS_NOUNS
from engine.ports import KnowledgeBase

_MAX_SIGNATURE = 8
"""Words of a sense that count as evidence for it: more would favour senses with many names."""

_NOT_NOUNS = ("-v", "-a", "-s", "-r")
"""Ends of concept ids of verbs, adjectives and adverbs, as all WordNets in WN-LMF write them."""

_NOUN = "-n"
"""End of the ids of nouns in WordNets, which hold many labels that nobody uses."""

_PARTS_OF_SPEECH = {"-v": "v", "-a": "a", "-s": "a", "-r": "r"}

_READABLE = {"ill health": "health problem", "geographical area": "area", "geographic area": "area"}
"""Labels that cannot stand after an article, and what a reader would say."""
_PHRASES = frozenset(_READABLE.values()) - {"area"}

TOO_ABSTRACT = frozenset(map(term_key, words("grammar/too-abstract")))
"""Keys of labels that tell a reader nothing: the upper storeys of WordNet and SNOMED CT."""


class Generalization(NamedTuple):
    """A more general concept that may stand for a term.

    Parameters
    ----------
    label : str
        Its preferred label.
    source : str
        Provenance of the label: knowledge base, edition, concept.
    names : tuple of str
        Those of its labels that people understand as it: they mean nothing else first.
    key : str
        Key of its preferred label.
    """

    label: str
    source: str
    names: tuple[str, ...] = ()
    key: str = ""


class Sense(NamedTuple):
    """A sense of a term.

    Parameters
    ----------
    generalizations : tuple of Generalization
        Most specific first, without those that tell a reader nothing.
    signature : tuple of str
        Keys of the words of its own and its nearest generalizations' labels: they speak for it.
    above : tuple of str
        Keys of the preferred labels of everything more general, most specific first.
    spelt : frozenset of str
        Its labels as they are spelt: a name is one only as it is spelt.
    shared : tuple of (str, int)
        Itself and everything more general: id, and how many concepts of the knowledge base lie below.
    """

    generalizations: tuple[Generalization, ...]
    signature: tuple[str, ...]
    above: tuple[str, ...] = ()
    spelt: frozenset[str] = frozenset()
    shared: tuple[tuple[str, int], ...] = ()


@runtime_checkable
class _Sized(Protocol):
    """A knowledge base that tells how many specializations a concept has."""

    def n_descendants(self, concept: str) -> int: ...


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
        self._readings = lru_cache(maxsize=200_000)(self._read_readings)
        self._generalizations: list[dict[str, Generalization | None]] = [{} for _ in knowledge]
        self._sizes = tuple(kb.n_descendants if isinstance(kb, _Sized) else None for kb in knowledge)

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

    def readings(self, word: str) -> str:
        """Parts of speech that `word` may have, the most frequent first.

        Returns
        -------
        str
            Letters of ``n`` (noun), ``v``, ``a``, ``r`` (adverb), each once; empty for an unknown word.
        """
        return self._readings(word)

    def _read_readings(self, word: str) -> str:
        lower = word.casefold()
        found = (concept[-2:] for kb in self._knowledge for concept in kb.concepts(lower))
        return "".join(dict.fromkeys(_PARTS_OF_SPEECH.get(ending, "n") for ending in found))

    def _read_senses(self, label: str) -> tuple[tuple[Sense, ...], ...]:
        own = frozenset(term_keys(label))
        found = (tuple(self._read(number, label, own)) for number in range(len(self._knowledge)))
        return tuple(senses for senses in found if senses)

    def _read(self, number: int, label: str, own: frozenset[str]) -> Iterator[Sense]:
        kb = self._knowledge[number]
        for concept in kb.concepts(label):
            if concept.endswith(_NOT_NOUNS):
                continue
            ancestors = kb.ancestors(concept)
            above = [found for each in ancestors if (found := self._generalization(number, each))]
            useful = tuple([g for g in above if g.key not in TOO_ABSTRACT])
            if useful:
                spelt = [each.text for each in kb.labels(concept)]
                size = self._sizes[number]
                shared = tuple([(each, size(each)) for each in (concept, *ancestors)]) if size else ()
                signature = _signature((*spelt, *(g.label for g in useful)), own)
                yield Sense(useful, signature, tuple([g.key for g in above]), frozenset(spelt), shared)

    def _generalization(self, number: int, concept: str) -> Generalization | None:
        known = self._generalizations[number]
        if concept not in known:
            known[concept] = _generalization(self._knowledge[number], concept)
        return known[concept]


def _signature(names: Sequence[str], own: frozenset[str]) -> tuple[str, ...]:
    words: dict[str, None] = {}
    for name in names:
        words.update(dict.fromkeys(key for key in term_keys(name) if key not in own))
        if len(words) >= _MAX_SIGNATURE:
            break
    return tuple(words)[:_MAX_SIGNATURE]


def _generalization(kb: KnowledgeBase, concept: str) -> Generalization | None:
    """A concept as a replacement; None when it has no label."""
    labels = kb.labels(concept)
    if not labels:
        return None
    first = labels[0]
    readable = (_READABLE.get(each.text, each.text) for each in labels)
    names = dict.fromkeys(
        name for name in readable if _says_something(concept, name) and _is_apt(kb, concept, name)
    )
    meant = tuple(name for name in names if _means_first(kb, name, concept))
    return Generalization(_READABLE.get(first.text, first.text), first.source, meant, term_key(first.text))


def _says_something(concept: str, name: str) -> bool:
    """Whether a label tells a reader what a thing is; a label of WordNet must be a class noun for it."""
    key = term_key(name)
    if key in TOO_ABSTRACT:
        return False
    return not concept.endswith(_NOUN) or key.rpartition(" ")[2] in CLASS_NOUNS or name in _PHRASES


def _is_apt(kb: KnowledgeBase, concept: str, name: str) -> bool:
    """Whether the last word of a label of WordNet is what the thing is: a sea dog is no dog."""
    if " " not in name or name in _PHRASES or not concept.endswith(_NOUN):
        return True
    last = term_key(name).rpartition(" ")[2]
    return any(
        term_key(label.text) == last
        for each in (concept, *kb.ancestors(concept))
        for label in kb.labels(each)
    )


def _means_first(kb: KnowledgeBase, name: str, concept: str) -> bool:
    """Whether `name` is understood as `concept`: its most frequent sense as a noun, or its only reading."""
    nouns = (each for each in kb.concepts(name) if not each.endswith(_NOT_NOUNS))
    return next(nouns, concept) == concept

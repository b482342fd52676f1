"""The names of a protected concept, in the sense that its policy means."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from engine.errors import InvalidError, fault
from engine.language.terms import term_key, term_keys
from engine.policy.clauses.concepts import ConceptRule
from engine.ports import KnowledgeBase

_STEM = 5
"""Letters that a derived word shares with a name ("syphilitic", syphilis; not "accustom", addiction)."""
_NEAREST = 2
"""Generalizations of the word that names a sense which count as that sense: who writes "influenza" means a
disease."""
_SPECIFIC = 4
"""Generalizations that such a one must have itself: "condition" or "entity" would fit nearly every sense."""

_AMBIGUOUS = 2
"""Other things that a name may mean from which on it alone shows nothing."""


@runtime_checkable
class DerivedWords(Protocol):
    """A knowledge base that also links words derived from each other ("syphilis", "syphilitic")."""

    def related(self, concept: str) -> Sequence[str]:
        """Concepts linked to `concept` otherwise than by is-a."""
        ...


@dataclass(frozen=True)
class ConceptNames:
    """Keys of a concept's names.

    Parameters
    ----------
    all : tuple of str
        Every name, sorted.
    shared : tuple of str
        Those of them that name other things too, sorted; empty unless the rule names a sense.
    """

    all: tuple[str, ...]
    shared: tuple[str, ...] = ()


def lexicalizations(rule: ConceptRule, knowledge: Sequence[KnowledgeBase]) -> tuple[str, ...]:
    """Names under which the concept is counted, `ConceptNames.all` of `concept_names`."""
    return concept_names(rule, knowledge).all


def concept_names(rule: ConceptRule, knowledge: Sequence[KnowledgeBase]) -> ConceptNames:
    """Names under which the concept is counted: build its disclosure table for these.

    Parameters
    ----------
    rule : ConceptRule
        The concept, its other names and its sense.
    knowledge : sequence of KnowledgeBase
        In order of priority.

    Returns
    -------
    ConceptNames
        Keys (`engine.language.terms.term_key`). With string counting the concept's own
        name and `also`; with coherent counting also the labels of the concept, of all
        its specializations and of the words derived from it. An entity that no
        knowledge base knows keeps its own names.

    Raises
    ------
    InvalidError
        ``CSN005`` more names than the rule allows: a class that wide is a slip, or says little.
        ``CSN006`` no knowledge base knows the concept in the sense that the rule names.

    Notes
    -----
    In each knowledge base a name means the sense that the rule names, else its first sense, senses
    spelt exactly like the name (in case too) before others. A label counts only when its own first
    sense lies in the closure: else "clap" would add every applause to the count of gonorrhea, and
    one ambiguous label would raise n(c) so far that nothing discloses c any more.

    References
    ----------
    [CS] section on the probability of terms; Resnik (1995).
    """
    own = (rule.protect, *rule.also)
    names = set(own)
    shared: set[str] = set()
    if rule.counting == "coherent":
        _require_sense(rule, knowledge)
        for kb in knowledge:
            for name in own:
                sense = _meant(kb, name, rule.sense)
                labels = set(_closure_labels(kb, sense)) if sense else set()
                names |= labels
                if rule.sense and sense:
                    shared |= _named_otherwise(kb, sense, {name, *labels})
    keys = {key for key in map(term_key, names) if key}
    if len(keys) > rule.max_names:
        raise _too_many(rule, len(keys))
    return ConceptNames(tuple(sorted(keys)), tuple(sorted(map(term_key, shared))))


def ambiguous_names(rule: ConceptRule, knowledge: Sequence[KnowledgeBase]) -> frozenset[str]:
    """Keys of those names that some knowledge base uses for at least two things outside the concept.

    One other thing may stay: many a word has a second sense that hardly anybody uses.
    """
    found: set[str] = set()
    for kb in knowledge:
        for name in (rule.protect, *rule.also):
            sense = _meant(kb, name, rule.sense)
            if sense is None:
                continue
            closure = {sense, *kb.descendants(sense)}
            labels = {name, *_closure_labels(kb, sense)}
            found |= {label for label in labels if len(set(kb.concepts(label)) - closure) >= _AMBIGUOUS}
    return frozenset(filter(None, map(term_key, found)))


def _closure_labels(kb: KnowledgeBase, sense: str) -> Iterator[str]:
    closure = {sense, *kb.descendants(sense)}
    derived = set(kb.related(sense)) - closure if isinstance(kb, DerivedWords) else set()
    stems = {key[:_STEM] for label in kb.labels(sense) for key in term_keys(label.text) if len(key) >= _STEM}
    for concept in sorted(closure | derived):
        for label in kb.labels(concept):
            first = kb.concepts(label.text)[:1]
            if not first or first[0] not in closure | derived:
                continue
            if concept in closure or term_key(label.text)[:_STEM] in stems:
                yield label.text


def _named_otherwise(kb: KnowledgeBase, sense: str, names: set[str]) -> set[str]:
    """Those of `names` that mean something outside the concept too."""
    closure = {sense, *kb.descendants(sense)}
    return {name for name in names if set(kb.concepts(name)) - closure}


def _meant(kb: KnowledgeBase, name: str, sense: str | None) -> str | None:
    """The sense of `name` that a rule means: the one it names where `kb` has it, else the first."""
    return (sense and _sense_like(kb, name, sense)) or _first_sense(kb, name)


def _first_sense(kb: KnowledgeBase, name: str) -> str | None:
    senses = kb.concepts(name)
    exact = (s for s in senses if any(label.text == name for label in kb.labels(s)))
    return next(exact, senses[0] if senses else None)


def _sense_like(kb: KnowledgeBase, name: str, sense: str) -> str | None:
    """The sense of `name` that is `sense`, a kind of it, or else a kind of its nearest generalization."""
    near: dict[str, int] = {}
    for meant in kb.concepts(sense):
        wider = (each for each in kb.ancestors(meant)[:_NEAREST] if len(kb.ancestors(each)) >= _SPECIFIC)
        for distance, concept in enumerate((meant, *wider)):
            near[concept] = min(distance, near.get(concept, distance))
    found = [
        (min(near[concept] for concept in line if concept in near), place, candidate)
        for place, candidate in enumerate(kb.concepts(name))
        if not near.keys().isdisjoint(line := (candidate, *kb.ancestors(candidate)))
    ]
    return min(found)[2] if found else None


def _require_sense(rule: ConceptRule, knowledge: Sequence[KnowledgeBase]) -> None:
    if rule.sense is None or any(_sense_like(kb, rule.protect, rule.sense) for kb in knowledge):
        return
    senses = [_described(kb, sense) for kb in knowledge for sense in kb.concepts(rule.protect)]
    raise InvalidError(
        fault(
            "CSN006",
            f"{rule.clause}.sense",
            f"must name what {rule.protect} is here, in words of a knowledge base",
            rule.sense,
            f"Its senses are: {'; '.join(senses)}."
            if senses
            else "No knowledge base knows it; leave `sense` out.",
        )
    )


def _described(kb: KnowledgeBase, sense: str) -> str:
    """A sense as its kind, or by another name where it has no kind."""
    kinds = [label.text for concept in kb.ancestors(sense)[:1] for label in kb.labels(concept)[:1]]
    return (kinds or [label.text for label in kb.labels(sense)] or [sense])[0]


def _too_many(rule: ConceptRule, found: int) -> InvalidError:
    return InvalidError(
        fault(
            "CSN005",
            f"{rule.clause}.protect",
            f"must be a class of at most {rule.max_names:,} names",
            f"{found:,}",
            "Protect a narrower class, or raise max_names.",
        )
    )

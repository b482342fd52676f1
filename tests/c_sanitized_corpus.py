"""A corpus and a taxonomy small enough to count by hand, for the tests of C-sanitized."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from engine.checks.concepts import ProtectedConcept
from engine.counts.disclosure import DisclosureTable, Vocabulary
from engine.language.terms import term_key, term_keys
from engine.methods.c_sanitized import (
    CompiledConcept,
    Sanitizer,
    Taxonomy,
    compile_concept,
    lexicalizations,
)
from engine.policy.clauses.concepts import ConceptRule, Evidence
from engine.ports import Label
from engine.text import Decision, Document, SensitiveText, carried_out

FILLER = ["the city council met on monday to discuss roads and schools"] * 28
ABOUT_HIV = [
    "hiv is a retrovirus and patients take antiretroviral drugs",
    "hiv infection was treated with antiretroviral drugs in the hospital",
    "antiretroviral therapy against hiv helps many patients",
    "the hospital saw an opportunistic infection in patients with hiv",
]
OTHER = [
    "the hospital treated a common infection with drugs",
    "patients wait in the hospital for drugs",
    "drugs against a disease of the heart helped patients",
    "a disease is a condition and an infection is a condition",
]
CONTEXTS = [*ABOUT_HIV, *OTHER, *FILLER * 5]

PARENTS = {
    "hiv infection": ["viral infection"],
    "viral infection": ["infection"],
    "infection": ["disease"],
    "disease": ["condition"],
    "condition": ["entity"],
    "retrovirus": ["virus (biology)"],
    "virus (biology)": ["organism"],
    "virus (software)": ["program"],
    "program": ["condition"],
    "organism": ["entity"],
    "antiretroviral": ["drug"],
    "drug": ["entity"],
    "entity": [],
}
LABELS = {
    "hiv infection": ["HIV", "HIV infection"],
    "virus (biology)": ["virus"],
    "virus (software)": ["virus", "computer virus"],
}


class TinyKnowledge:
    """A knowledge base over `parents` (concept to broader concepts) and `labels`."""

    def __init__(
        self,
        parents: Mapping[str, Sequence[str]] = PARENTS,
        labels: Mapping[str, Sequence[str]] = LABELS,
        name: str = "tiny",
    ) -> None:
        self.name = name
        self.fingerprint = f"{name}-1"
        self._parents = parents
        self._labels = {concept: labels.get(concept, [concept]) for concept in parents}

    def concepts(self, label: str) -> Sequence[str]:
        key = term_key(label)
        return [c for c, names in self._labels.items() if key in map(term_key, names)]

    def labels(self, concept: str, language: str = "en") -> Sequence[Label]:
        return [Label(name, "en", f"{self.name} {concept}") for name in self._labels[concept]]

    def ancestors(self, concept: str) -> Sequence[str]:
        found: dict[str, None] = {}
        level = list(self._parents[concept])
        while level:
            found.update(dict.fromkeys(level))
            level = [up for each in level for up in self._parents[each] if up not in found]
        return list(found)

    def descendants(self, concept: str) -> Sequence[str]:
        return [each for each in self._parents if concept in self.ancestors(each)]

    def vocabulary(self) -> Iterable[str]:
        return (name.casefold() for names in self._labels.values() for name in names)


def count_table(
    contexts: Sequence[str], names: Sequence[str], concept: str = "c", longest: int = 3
) -> DisclosureTable:
    """The disclosure table of a corpus, by plain counting."""
    n_t: dict[str, int] = {}
    n_ct: dict[str, int] = {}
    n_concept = 0
    keys_of_names = [term_key(name) for name in names]
    for context in contexts:
        keys = term_keys(context)
        terms = {
            " ".join(keys[i : i + n])
            for n in range(1, max(longest, *(k.count(" ") + 1 for k in keys_of_names)) + 1)
            for i in range(len(keys) - n + 1)
        }
        mentions = not terms.isdisjoint(keys_of_names)
        n_concept += mentions
        for term in terms:
            n_t[term] = n_t.get(term, 0) + 1
            if mentions:
                n_ct[term] = n_ct.get(term, 0) + 1
    words = sorted(term for term in n_t if " " not in term)
    joint = sorted(n_ct)
    vocabulary = Vocabulary(
        "tiny", "0" * 64, "paragraph", len(contexts), 1, tuple(words), np.array([n_t[w] for w in words])
    )
    return DisclosureTable(
        concept,
        tuple(sorted(keys_of_names)),
        vocabulary,
        n_concept,
        tuple(joint),
        np.array([n_t[term] for term in joint], dtype=np.int64),
        np.array([n_ct[term] for term in joint], dtype=np.int64),
    )


def concept_rule(protect: str = "HIV", *, z: float = 1.0, min_joint: int = 3, **settings: Any) -> ConceptRule:
    """A rule as a policy's clause gives it."""
    return ConceptRule(protect=protect, evidence=Evidence(z=z, min_joint=min_joint), **settings)


def but(rule: ConceptRule, **changes: Any) -> ConceptRule:
    """The same rule with other settings."""
    evidence = {key: changes.pop(key) for key in ("z", "min_joint") if key in changes}
    return rule.model_copy(update={**changes, "evidence": rule.evidence.model_copy(update=evidence)})


RAW = concept_rule(alpha=1.5, z=0.0, min_joint=1)
"""Raw counts, as the paper takes them."""


def compiled(
    rule: ConceptRule = RAW,
    contexts: Sequence[str] = CONTEXTS,
    knowledge: Sequence[TinyKnowledge] = (),
    **changes: Any,
) -> CompiledConcept:
    """`rule` (with `changes`) compiled against `contexts`."""
    rule = but(rule, **changes)
    table = count_table(contexts, lexicalizations(rule, knowledge), rule.protect)
    return compile_concept(rule, table, knowledge)


def protected(
    rule: ConceptRule = RAW,
    contexts: Sequence[str] = CONTEXTS,
    knowledge: Sequence[TinyKnowledge] = (),
    **changes: Any,
) -> ProtectedConcept:
    """The same for the check of released texts: what the rule says, and the raw counts."""
    rule = but(rule, **changes)
    return ProtectedConcept(rule, count_table(contexts, lexicalizations(rule, knowledge), rule.protect))


def sanitizer(
    concepts: Sequence[CompiledConcept] | CompiledConcept,
    knowledge: Sequence[TinyKnowledge] | None = None,
    key: bytes = b"",
) -> Sanitizer:
    """A sanitizer over the tiny taxonomy, with the key of a release for what is drawn."""
    concepts = [concepts] if isinstance(concepts, CompiledConcept) else list(concepts)
    return Sanitizer(concepts, Taxonomy.read([TinyKnowledge()] if knowledge is None else knowledge), key)


def decide(text: str, using: Sanitizer) -> Sequence[Decision]:
    """Decisions for a document with this text."""
    return using.sanitize(Document("d1", SensitiveText(text)))


def release(text: str, using: Sanitizer) -> str:
    """The released text."""
    return carried_out(text, decide(text, using))

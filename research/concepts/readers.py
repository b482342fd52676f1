"""Readers who guess which concept a text is about: a classifier, and one who looks every term up."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

from ahocorasick_rs import AhoCorasick
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression

from engine.counts.disclosure import DisclosureTable
from engine.counts.information import lower_bound
from engine.errors import InvalidError
from engine.language.terms import term_keys
from engine.language.word_lists.function_words import is_content_word
from engine.methods.c_sanitized import concept_names
from engine.policy.clauses.concepts import ConceptRule, ConceptSettings
from engine.ports import KnowledgeBase
from flows.compiling.compilation import concept_table
from flows.compiling.reference_corpora import Corpus

OTHERS = """
HIV; sexually transmitted disease; drug addiction; mental illness; pregnancy; trade union; homosexuality;
cancer; bankruptcy; religion; diabetes; epilepsy; asthma; heart disease; tuberculosis; hepatitis; stroke;
arthritis; dementia; obesity; alcoholism; divorce; adoption; unemployment; immigration; prison;
military service; political party; gambling; blindness
"""
"""Concepts among which a reader guesses, beside those of the letters."""
N_CONCEPTS = 30
_STRONGEST = 5
"""Terms that a reader who looks up weighs together."""
_LONGEST = 3
_MIN_JOINT = 3


class Reader(Protocol):
    """Names the concept of a text."""

    def guesses(self, texts: Sequence[str]) -> list[str]:
        """The likeliest concept of each text."""
        ...


@dataclass(frozen=True)
class Subjects:
    """The concepts among which readers guess.

    Parameters
    ----------
    concepts : mapping of str to ConceptSettings
        By name.
    knowledge : sequence of KnowledgeBase
        For their names.
    """

    concepts: Mapping[str, ConceptSettings]
    knowledge: Sequence[KnowledgeBase]

    @classmethod
    def of_letters(cls, wanted: Iterable[ConceptSettings], knowledge: Sequence[KnowledgeBase]) -> Subjects:
        """Those of letters, filled up to thirty."""
        concepts = {each.protect: each for each in wanted}
        for name in map(str.strip, OTHERS.split(";")):
            if len(concepts) < N_CONCEPTS:
                concepts.setdefault(name, ConceptSettings(protect=name, alpha=1.5))
        return cls(concepts, knowledge)

    def rule(self, name: str) -> ConceptRule:
        """A concept with its settings."""
        return ConceptRule.of(self.concepts[name], name)

    def of(self, paragraph: str) -> str | None:
        """The concept whose names a paragraph holds, if it holds those of one alone."""
        text = f" {' '.join(paragraph.lower().split())} "
        automaton, concept_of = self._named
        found = {
            concept_of[number]
            for number, _, end in automaton.find_matches_as_indexes(text, overlapping=True)
            if not text[end].isalnum()
        }
        return found.pop() if len(found) == 1 else None

    @cached_property
    def _named(self) -> tuple[AhoCorasick, list[str]]:
        pairs = [
            (f" {key}{ending}", name)
            for name in self.concepts
            for key in concept_names(self.rule(name), self.knowledge).all
            for ending in ("", "s")
        ]
        return AhoCorasick([pattern for pattern, _ in pairs]), [name for _, name in pairs]


@dataclass(frozen=True)
class Classifier:
    """Logistic regression over the words of encyclopedia paragraphs."""

    vectorizer: Any
    model: Any

    @classmethod
    def taught(cls, paragraphs: Mapping[str, Sequence[str]]) -> Classifier:
        """Learn from paragraphs by concept."""
        texts = [text for found in paragraphs.values() for text in found]
        labels = [concept for concept, found in paragraphs.items() for _ in found]
        vectorizer = TfidfVectorizer(sublinear_tf=True, stop_words="english")
        model = LogisticRegression(C=3, max_iter=300, class_weight="balanced")
        return cls(vectorizer, model.fit(vectorizer.fit_transform(texts), labels))

    def guesses(self, texts: Sequence[str]) -> list[str]:
        """The likeliest concept of each text."""
        return [str(guess) for guess in self.model.predict(self.vectorizer.transform(texts))]


@dataclass(frozen=True)
class Counting:
    """A reader who looks every term up, as the method does, and weighs the strongest together.

    Notes
    -----
    A concept's score is the sum of PMI(c; t) / IC(c) over the five terms that say most about it.
    """

    tables: Mapping[str, DisclosureTable]

    @classmethod
    def of(cls, subjects: Subjects, corpus: Corpus) -> Counting:
        """With the counts of a corpus; concepts that it never mentions are never guessed."""
        tables = {}
        for name in subjects.concepts:
            with suppress(InvalidError):
                tables[name] = concept_table(subjects.rule(name), corpus, subjects.knowledge)
        return cls(tables)

    def guesses(self, texts: Sequence[str]) -> list[str]:
        """The likeliest concept of each text."""
        return [max(self.tables, key=lambda name: self._score(name, terms)) for terms in map(_terms, texts)]

    def _score(self, name: str, terms: Iterable[str]) -> float:
        table = self.tables[name]
        p_concept = table.n_concept / table.n_contexts
        bits = sorted((_bits(*table.counts(term), p_concept) for term in terms), reverse=True)
        return sum(bits[:_STRONGEST]) / -math.log2(p_concept)


def _bits(n_term: int, n_joint: int, p_concept: float) -> float:
    """What a term says for a concept, in bits, by its lower evidence bound."""
    if n_joint < _MIN_JOINT:
        return 0.0
    return max(0.0, math.log2(lower_bound(n_joint, n_term, 1.0) / p_concept))


def _terms(text: str) -> set[str]:
    """Words and phrases of a text, none with a function word at an end."""
    keys = term_keys(text)
    runs = (keys[start : start + n] for n in range(1, _LONGEST + 1) for start in range(len(keys) - n + 1))
    return {" ".join(run) for run in runs if is_content_word(run[0]) and is_content_word(run[-1])}

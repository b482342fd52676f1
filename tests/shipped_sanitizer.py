"""C-sanitized as it ships: the tables of the encyclopedia, WordNet, alpha 1.5."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from adapters.knowledge.registry import open_knowledge
from adapters.machine.locations import kb_cache
from engine.checks.concepts import ProtectedConcept, TermCheck
from engine.methods.c_sanitized import CompiledConcept, Sanitizer, Taxonomy, compile_concept, lexicalizations
from engine.policy.clauses.concepts import ConceptRule
from engine.text import Decision, Document, SensitiveText, carried_out
from flows.compiling.reference_corpora import shipped_corpus


class Shipped(NamedTuple):
    """A sanitizer for one concept, and the concept as the independent reader knows it."""

    sanitizer: Sanitizer
    protected: ProtectedConcept
    compiled: CompiledConcept
    check: TermCheck

    def decide(self, text: str, named: Sequence[tuple[int, int]] = ()) -> Sequence[Decision]:
        """What changes in a text."""
        return self.sanitizer.sanitize(Document("d", SensitiveText(text)), named)

    def release(self, text: str, named: Sequence[tuple[int, int]] = ()) -> str:
        """The released text, which must pass the independent check."""
        released = carried_out(text, self.decide(text, named))
        assert not self.check.residual(released)
        return released


@cache
def shipped(concept: str, alpha: float = 1.5) -> Shipped:
    """Built once per process."""
    wordnet = open_knowledge("wordnet", kb_cache())
    rule = ConceptRule(protect=concept, alpha=alpha)
    own = lexicalizations(rule.model_copy(update={"counting": "string"}), ())
    corpus = shipped_corpus("wikipedia")
    table = corpus.table(concept, lexicalizations(rule, [wordnet]), own)
    compiled = compile_concept(rule, table, [wordnet])
    sanitizer = Sanitizer([compiled], Taxonomy.read([wordnet]))
    protected = ProtectedConcept(rule, table)
    return Shipped(sanitizer, protected, compiled, TermCheck([protected]))

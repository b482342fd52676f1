"""What the sources of a pool say of one concept, and the terms on which they disagree."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adapters.knowledge.registry import open_knowledge
from adapters.machine.locations import kb_cache
from engine.counts.information import allowed_probability, information_content
from engine.counts.pooling import disagreements
from engine.errors import InvalidError, fault
from engine.methods.c_sanitized.names import concept_names, lexicalizations
from engine.policy.clauses.concepts import ConceptRule, ConceptSettings
from flows.compiling.pooled_corpora import PooledCorpus
from flows.compiling.reference_corpora import open_corpus


def compare_sources(
    name: str, concept: str, alpha: float, knowledge: Sequence[str], most: int
) -> dict[str, Any]:
    """Counts of a concept by source and together, and terms that one source finds telling and another safe.

    Parameters
    ----------
    name : str
        Of the pool.
    concept : str
        As a policy would protect it.
    alpha : float
        Strictness: sets the probability that all sources are judged by.
    knowledge : sequence of str
        Knowledge bases, in order of priority.
    most : int
        Terms to list.

    Returns
    -------
    dict
        JSON values.

    Raises
    ------
    InvalidError
        ``CRP012`` for a corpus that is no pool; ``CNT015`` when no source mentions the concept; what
        opening and counting raise.
    """
    pool = open_corpus(name)
    if not isinstance(pool, PooledCorpus):
        advice = "Make one: saferelease corpus pool."
        raise InvalidError(fault("CRP012", f"corpus {name!r}", "must be a pool of corpora", "", advice))
    rule = ConceptRule.of(ConceptSettings(protect=concept, alpha=alpha), "concept")
    opened = [open_knowledge(each, kb_cache()) for each in knowledge]
    own = lexicalizations(rule.model_copy(update={"counting": "string"}), ())
    names = concept_names(rule, opened).all
    counted, together = pool.counted(concept, names, own), pool.table(concept, names, own)
    if not together.n_concept:
        advice = "Add the names it goes by, or choose a corpus that knows it."
        raise InvalidError(fault("CNT015", concept, "must be mentioned in the corpus", "", advice))
    allowed = allowed_probability(together.n_concept / together.n_contexts, alpha)
    found = disagreements(counted.tables, allowed, rule.evidence.z, rule.evidence.min_joint)
    return {
        "pool": name,
        "concept": concept,
        "allowed_probability": round(allowed, 6),
        "sources": [
            {"name": source, "weight": weight, **_facts(table.n_concept, table.n_contexts)}
            for source, weight, table in zip(counted.names, counted.weights, counted.tables, strict=True)
        ],
        "together": _facts(together.n_concept, together.n_contexts),
        "disagreements": len(found),
        "terms": [
            {
                "term": each.key,
                "sources": [
                    {"name": source, "verdict": told, "contexts": n_term, "with_concept": n_joint}
                    for source, told, (n_term, n_joint) in zip(
                        counted.names, each.told, each.counts, strict=True
                    )
                ],
            }
            for each in found[:most]
        ],
    }


def _facts(n_concept: int, n_contexts: int) -> dict[str, Any]:
    bits = round(information_content(n_concept, n_contexts), 3) if n_concept else None
    return {"contexts": n_contexts, "with_concept": n_concept, "information_content_bits": bits}

"""A protected concept in plain words: its threshold, its names, and the terms that disclose it most."""

from __future__ import annotations

import numpy as np

from engine.counts.information import lower_bound
from engine.methods.c_sanitized import CompiledConcept

Row = dict[str, object]


def explained_concept(concept: CompiledConcept, n_terms: int) -> Row:
    """What `policy explain` tells of a concept, with `n_terms` of the strongest and borderline terms."""
    ranked = _ranked(concept)
    return {
        "clause": concept.rule.clause,
        "protect": concept.rule.protect,
        "sentence": _sentence(concept),
        "threshold_bits": concept.threshold_bits,
        "information_content_bits": concept.information_content_bits,
        "allowed_probability": concept.allowed_probability,
        "names": list(concept.lexicalizations),
        "expands_to": _expansion(concept),
        "strongest": ranked[:n_terms],
        "borderline": ranked[max(n_terms, len(ranked) - n_terms) :] if n_terms else [],
    }


def _sentence(concept: CompiledConcept) -> str:
    return (
        f"A term is removed when a reader who sees it would be right about {concept.rule.protect} with a "
        f"probability of {concept.allowed_probability:.1%} or more. "
        f"(Strictness alpha {concept.alpha:.4g}: at most {concept.threshold_bits:.2f} of the concept's "
        f"{concept.information_content_bits:.2f} bits of information.) {concept.n_concept:,} of "
        f"{concept.n_contexts:,} {concept.rule.unit}s of the corpus mention the concept. "
        f"{concept.n_disclosing_terms:,} terms disclose it."
    )


def _expansion(concept: CompiledConcept) -> str:
    """Through what the concept became so many names, and how many it may have."""
    rule, n = concept.rule, len(concept.lexicalizations)
    if rule.counting == "string":
        return f"Counted under its own {n:,} names only."
    sense = (
        f" Its sense is {rule.sense}: where only a name of several meanings stands, a text counts if words "
        "around it speak for that sense."
        if rule.sense
        else ""
    )
    return (
        f"Counted under {n:,} names: its own, those of all its kinds that the knowledge bases know, and "
        f"words derived from them (at most {rule.max_names:,}).{sense}"
    )


def _ranked(concept: CompiledConcept) -> list[Row]:
    """Disclosing terms by the evidence bound of p(c | t), strongest first."""
    p_concept = concept.p_concept
    rows: list[Row] = []
    for term, (n_t, n_ct) in concept.disclosing.items():
        bound = lower_bound(n_ct, n_t, concept.rule.evidence.z)
        rows.append(
            {
                "term": term,
                "probability": bound,
                "pmi_bits": float(np.log2(bound / p_concept)),
                "n": n_t,
                "n_joint": n_ct,
            }
        )
    return sorted(rows, key=lambda row: (-float(str(row["probability"])), str(row["term"])))

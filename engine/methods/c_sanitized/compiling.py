"""Compile a protected concept: its names, its threshold, and the verdict of every term of the corpus."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from engine.disclosure import DisclosureTable
from engine.errors import InvalidError, fault
from engine.information import information_content
from engine.methods.c_sanitized.rule import CompiledConcept, ConceptRule
from engine.ports import KnowledgeBase
from engine.terms import term_key


def lexicalizations(rule: ConceptRule, knowledge: Sequence[KnowledgeBase]) -> tuple[str, ...]:
    """Names under which the concept is counted: build its disclosure table for these.

    Parameters
    ----------
    rule : ConceptRule
        The concept and its other names.
    knowledge : sequence of KnowledgeBase
        In order of priority.

    Returns
    -------
    tuple of str
        Keys (`engine.terms.term_key`), sorted. With string counting the concept's own
        name and `also`; with coherent counting the labels of the concept and of all
        its specializations too. An entity that no knowledge base knows keeps its own names.

    Notes
    -----
    A concept is what its name means in its first sense in each knowledge base. A
    label of the closure counts only when its own first sense lies in the closure:
    else "clap" would add every applause to the count of gonorrhea.

    References
    ----------
    [CS] "coherent" counting, section on probability calculus; Resnik (1995).
    """
    names = {rule.protect, *rule.also}
    if rule.counting == "coherent":
        for kb in knowledge:
            for name in (rule.protect, *rule.also):
                names.update(_closure_labels(kb, name))
    return tuple(sorted({key for key in map(term_key, names) if key}))


def _closure_labels(kb: KnowledgeBase, name: str) -> Iterator[str]:
    senses = kb.concepts(name)
    if not senses:
        return
    closure = {senses[0], *kb.descendants(senses[0])}
    for concept in sorted(closure):
        for label in kb.labels(concept):
            first = kb.concepts(label.text)[:1]
            if first and first[0] in closure:
                yield label.text


def compile_concept(
    rule: ConceptRule, table: DisclosureTable, knowledge: Sequence[KnowledgeBase] = ()
) -> CompiledConcept:
    """Compile one protected concept against its disclosure table.

    Parameters
    ----------
    rule : ConceptRule
        What the policy asks for.
    table : DisclosureTable
        Counts of every term with the concept, built for `lexicalizations(rule, knowledge)`.
    knowledge : sequence of KnowledgeBase
        In order of priority.

    Returns
    -------
    CompiledConcept
        The same for the same arguments.

    Raises
    ------
    InvalidError
        ``CSN001`` the corpus never mentions the concept; ``CSN002`` it was counted by
        another unit; ``CSN003`` the corpus never mentions `disclose_at_most`;
        ``CSN004`` alpha would be below 1.
    """
    _check(rule, table)
    alpha = _alpha(rule, table)
    p_concept = table.n_concept / table.n_contexts
    return CompiledConcept(
        rule=rule,
        lexicalizations=tuple(sorted({*lexicalizations(rule, knowledge), *table.lexicalizations})),
        alpha=alpha,
        n_contexts=table.n_contexts,
        n_concept=table.n_concept,
        disclosing=_disclosing(rule, table, p_concept ** (1 - 1 / alpha)),
        vocabulary=table.vocabulary,
        table_fingerprint=table.fingerprint,
    )


def _check(rule: ConceptRule, table: DisclosureTable) -> None:
    if not table.n_concept:
        raise InvalidError(
            fault(
                "CSN001",
                rule.clause,
                "must protect a concept that the corpus mentions",
                rule.protect,
                "Without a count there is no threshold: add other names under `also`, or a larger corpus.",
            )
        )
    if table.unit.split(":")[0] != rule.unit:
        raise InvalidError(
            fault(
                "CSN002",
                rule.clause,
                f"must be counted by {table.unit}, as the corpus was built",
                rule.unit,
                "Change the clause's unit, or build the corpus with that unit.",
            )
        )


def _alpha(rule: ConceptRule, table: DisclosureTable) -> float:
    if rule.alpha is not None:
        return rule.alpha
    key = term_key(rule.disclose_at_most or "")
    n_at_most, _ = table.counts(key)
    if not n_at_most:
        raise InvalidError(
            fault(
                "CSN003",
                f"{rule.clause}.disclose_at_most",
                "must be a term that the corpus mentions",
                rule.disclose_at_most,
                "Name a more common word, or give alpha.",
            )
        )
    ic_concept = information_content(table.n_concept, table.n_contexts)
    ic_at_most = information_content(n_at_most, table.n_contexts)
    if not 0 < ic_at_most <= ic_concept:
        raise InvalidError(
            fault(
                "CSN004",
                f"{rule.clause}.disclose_at_most",
                "must be more general than the protected concept and not in every context",
                rule.disclose_at_most,
                "A word rarer than the concept would allow everything.",
            )
        )
    return ic_concept / ic_at_most


def _disclosing(rule: ConceptRule, table: DisclosureTable, allowed: float) -> dict[str, tuple[int, int]]:
    """Terms whose p(c | t), at its evidence bound, reaches `allowed`; `lower_bound` on whole columns."""
    keys, n_t, n_ct = table.rows()
    share = n_ct / n_t
    spread = rule.z * np.sqrt(share * (1 - share) / n_t + (rule.z / (2 * n_t)) ** 2)
    bound = (share + rule.z**2 / (2 * n_t) - spread) / (1 + rule.z**2 / n_t)
    rows = np.flatnonzero((bound >= allowed) & (n_ct >= rule.min_joint))
    return {keys[row]: (int(n_t[row]), int(n_ct[row])) for row in rows}

"""Compile a protected concept: its names, its threshold, and the verdict of every term of the corpus."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from engine.counts.disclosure import DisclosureTable
from engine.counts.information import allowed_probability, information_content
from engine.errors import InvalidError, fault
from engine.language.terms import term_key
from engine.language.word_lists.function_words import is_content_word
from engine.methods.c_sanitized.concept import CompiledConcept
from engine.methods.c_sanitized.names import ambiguous_names, lexicalizations
from engine.policy.clauses.concepts import ConceptRule
from engine.ports import KnowledgeBase

MAX_PHRASE_WORDS = 3
"""Longer phrases of the corpus are not judged: they are rare, and their parts are."""

Floats = npt.NDArray[np.float64]


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
        ``CSN004`` `disclose_at_most` is not more general than the concept.
    """
    _check(rule, table)
    alpha = _alpha(rule, table)
    allowed = allowed_probability(table.n_concept / table.n_contexts, alpha)
    disclosing, unproven, n_needed = _verdicts(rule, table, allowed)
    return CompiledConcept(
        rule=rule,
        lexicalizations=tuple(sorted({*lexicalizations(rule, knowledge), *table.lexicalizations})),
        alpha=alpha,
        n_contexts=table.n_contexts,
        n_concept=table.n_concept,
        disclosing=disclosing,
        unproven=unproven,
        n_needed=n_needed,
        vocabulary=table.vocabulary,
        table_fingerprint=table.fingerprint,
        ambiguous=ambiguous_names(rule, knowledge),
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
    n_at_most, _ = table.counts(term_key(rule.disclose_at_most or ""))
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


def _verdicts(
    rule: ConceptRule, table: DisclosureTable, allowed: float
) -> tuple[dict[str, tuple[int, int]], dict[str, tuple[int, int]], int]:
    """Disclosing terms, unproven words, and how often a word must be seen to be shown safe."""
    n_needed = contexts_needed(allowed, rule.evidence.z)
    keys, n_t, n_ct = table.rows()
    lower, upper = _bounds(n_ct, n_t, rule.evidence.z)
    discloses = ((lower >= allowed) | (n_ct == n_t)) & (n_ct >= rule.evidence.min_joint)
    disclosing = _chosen(table, discloses, phrases=True)
    is_word = np.fromiter((" " not in key for key in keys), bool, len(keys))
    unproven = is_word & ~discloses & (upper >= allowed)
    return disclosing, _chosen(table, unproven, phrases=False), n_needed


def contexts_needed(allowed: float, z: float) -> int:
    """Contexts of a word, none of them with c, that show p(c | t) < `allowed`.

    Parameters
    ----------
    allowed : float
        Allowed probability in (0, 1].
    z : float
        Standard errors, >= 0.

    Returns
    -------
    int
        The least n >= 1 with ``upper_bound(0, n, z) < allowed``: z^2 / (n + z^2) < allowed.

    Examples
    --------
    >>> contexts_needed(allowed=0.096, z=1.0)
    10
    """
    return max(1, math.floor(z * z * (1.0 / allowed - 1.0)) + 1)


def _bounds(n_ct: npt.NDArray[np.int64], n_t: npt.NDArray[np.int64], z: float) -> tuple[Floats, Floats]:
    """`engine.counts.information.lower_bound` and `upper_bound` on whole columns."""
    share = n_ct / n_t
    spread = z * np.sqrt(share * (1 - share) / n_t + (z / (2 * n_t)) ** 2)
    centre, scale = share + z**2 / (2 * n_t), 1 + z**2 / n_t
    return (centre - spread) / scale, np.minimum((centre + spread) / scale, 1.0)


def _chosen(table: DisclosureTable, rows: npt.NDArray[np.bool_], phrases: bool) -> dict[str, tuple[int, int]]:
    """Terms of `rows` with their counts; a phrase that begins or ends with a function word is none."""
    keys, n_t, n_ct = table.rows()
    return {
        keys[row]: (int(n_t[row]), int(n_ct[row]))
        for row in np.flatnonzero(rows)
        if not phrases or _is_term(keys[row])
    }


def _is_term(key: str) -> bool:
    words = key.split(" ")
    if len(words) == 1:
        return True
    return len(words) <= MAX_PHRASE_WORDS and is_content_word(words[0]) and is_content_word(words[-1])

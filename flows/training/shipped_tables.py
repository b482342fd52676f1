"""Computing the disclosure tables that come with saferelease: numbers and term keys, a few MB in all."""

from __future__ import annotations

from collections.abc import Sequence

from adapters.counts.local import LocalCounts
from adapters.knowledge.registry import open_knowledge
from adapters.machine.locations import kb_cache
from engine.counts.disclosure import DisclosureTable, Vocabulary
from engine.methods.c_sanitized import lexicalizations
from flows.compiling.compilation import concept_rules, load

MIN_CONTEXTS = 2
"""Words in fewer contexts are left out of the shipped vocabulary, and so count as unseen."""
MIN_JOINT = 3
"""Phrases with fewer joint contexts are left out of the shipped tables: no evidence bound accepts them."""


def count_for_shipping(
    policies: Sequence[str], index: LocalCounts
) -> tuple[Vocabulary, list[DisclosureTable]]:
    """One table per concept that `policies` protect, and the vocabulary they share."""
    tables: dict[str, DisclosureTable] = {}
    for name in policies:
        policy = load(name).policy
        knowledge = [open_knowledge(kb, kb_cache()) for kb in policy.knowledge]
        for rule in (rule for rule in concept_rules(policy) if rule.sense is None):
            tables[rule.protect] = index.disclosure_table(
                rule.protect,
                lexicalizations(rule, knowledge),
                min_contexts=MIN_CONTEXTS,
                min_joint=MIN_JOINT,
                only_positive=True,
            )
    return index.vocabulary(MIN_CONTEXTS), list(tables.values())

"""Two clauses compared by their settings alone: which protects more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from engine.catalog.attributes import LEVELS, AttributeName, Level
from engine.catalog.names import LEARNED
from engine.policy.clauses.attributes import AttributeClause
from engine.policy.clauses.concepts import ConceptClause
from engine.policy.clauses.hide_class import HideClassClause
from engine.policy.clauses.learning import compare_learning
from engine.policy.clauses.tables import TableClause
from engine.policy.clauses.text import IdentifierClause, LegalClause
from engine.policy.combining import strictness
from engine.policy.combining.concepts import concept_settings


def compare_clauses(old: LegalClause, new: LegalClause) -> strictness.Verdict:
    """Whether `new` protects more than `old`, by their settings alone; unknown for different kinds."""
    if isinstance(old, IdentifierClause) and isinstance(new, IdentifierClause):
        return _compare_identifiers(old, new)
    if isinstance(old, ConceptClause) and isinstance(new, ConceptClause):
        return strictness.together(verdict for *_, verdict in concept_settings(old, new))
    if isinstance(old, AttributeClause) and isinstance(new, AttributeClause):
        return strictness.together(verdict for *_, verdict in attribute_settings(old, new))
    if isinstance(old, HideClassClause) and isinstance(new, HideClassClause):
        return _compare_hide_class(old, new)
    if isinstance(old, TableClause) and isinstance(new, TableClause):
        return _compare_tables(old, new)
    return "unknown"


def _compare_identifiers(old: IdentifierClause, new: IdentifierClause) -> strictness.Verdict:
    before, after = old.replace_with, new.replace_with
    return strictness.together(
        [
            strictness.superset(old.find, new.find),
            strictness.operator(before.operator, after.operator),
            strictness.same((before.census, before.code), (after.census, after.code))
            if before.operator == after.operator
            else "equivalent",
            strictness.less(old.threshold, new.threshold),
            strictness.subset(old.allow, new.allow),
            strictness.superset(old.deny, new.deny),
            strictness.superset(old.like, new.like),
            strictness.superset(old.near, new.near),
            strictness.superset(old.countries, new.countries),
            compare_learning(old.learn, new.learn, any(c in LEARNED for c in new.find)),
        ]
    )


class _AboutAttributes(Protocol):
    """What a clause about attributes and its step share."""

    @property
    def hide(self) -> tuple[AttributeName, ...]: ...
    @property
    def disclose_at_most(self) -> Level: ...
    @property
    def rare_words(self) -> int: ...
    @property
    def allow(self) -> tuple[str, ...]: ...


def attribute_settings(
    old: _AboutAttributes, new: _AboutAttributes
) -> Iterator[tuple[str, str, str, strictness.Verdict]]:
    """Every setting of two clauses about attributes, old and new value, and which protects more."""
    yield "hide", ", ".join(old.hide), ", ".join(new.hide), strictness.superset(old.hide, new.hide)
    levels = old.disclose_at_most, new.disclose_at_most
    shared = [LEVELS[name] for name in old.hide if all(level in LEVELS[name] for level in levels)]
    verdict = strictness.in_order(*levels, shared[0]) if shared else strictness.same(*levels)
    yield "disclose_at_most", *levels, verdict
    rare = old.rare_words, new.rare_words
    yield "rare_words", f"{rare[0]}", f"{rare[1]}", strictness.more(*rare)
    allowed = f"{len(old.allow)} terms", f"{len(new.allow)} terms"
    yield "allow", *allowed, strictness.subset(old.allow, new.allow)


def _compare_hide_class(old: HideClassClause, new: HideClassClause) -> strictness.Verdict:
    """By what is guaranteed; method, objective and solution choose among texts that keep the guarantee."""
    return strictness.together(
        [
            strictness.same(old.corpus, new.corpus),
            strictness.same(old.class_of, new.class_of),
            strictness.more(old.k, new.k),
            strictness.same(old.priors, new.priors),
            strictness.in_order(old.operator, new.operator, ("generalize", "suppress")),
            strictness.in_order(old.class_names, new.class_names, ("as-decided", "suppress")),
            strictness.more(_lead(old.guard), _lead(new.guard)),
            strictness.more_even(old.even_words, new.even_words),
            strictness.less(old.attacker_at_most or 1.0, new.attacker_at_most or 1.0),
        ]
    )


def _compare_tables(old: TableClause, new: TableClause) -> strictness.Verdict:
    return strictness.together(
        [
            strictness.superset(old.files, new.files),
            strictness.more(old.k, new.k),
            strictness.more(old.protect_zeros, new.protect_zeros),
            strictness.more(old.l_diversity, new.l_diversity),
            strictness.less(old.t_closeness or 1.0, new.t_closeness or 1.0),
            strictness.table_columns(old.columns, new.columns),
        ]
    )


def _lead(guard: float | None) -> float:
    """A guard's lead; less than any when there is no guard."""
    return -1.0 if guard is None else guard

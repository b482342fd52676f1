"""A policy that extends another: its clauses in their place, and none weaker without a reason."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from engine.catalog.names import did_you_mean
from engine.policy.clauses.attributes import AttributeClause
from engine.policy.clauses.concepts import ConceptClause
from engine.policy.clauses.hide_class import HideClassClause
from engine.policy.clauses.tables import TableClause
from engine.policy.clauses.text import IdentifierClause, LegalClause, NotCovered
from engine.policy.combining.conflict import Loosened
from engine.policy.combining.documents import extend
from engine.policy.combining.sides import compare, looser_keys
from engine.policy.model import Policy
from engine.policy.problem import Path, Problem

ListedClause = TypeVar(
    "ListedClause", IdentifierClause, ConceptClause, AttributeClause, TableClause, NotCovered
)


def extend_policy(policy: Policy, bases: Mapping[str, Policy]) -> tuple[Policy, list[Problem]]:
    """The policy with the clauses of the one it extends, and what is wrong about that."""
    if policy.extends is None:
        return policy, list(idle_reasons(policy.clauses, ()))
    base = bases[policy.extends]
    problems = list(_left_out(policy, base))
    problems += idle_reasons(policy.clauses, _replaced(policy, base))
    problems += _unexcused(policy, base)
    gone = {entry.clause for entry in policy.without}
    update: dict[str, object] = {
        "identifiers": _merged(base.identifiers, policy.identifiers, gone),
        "concepts": _merged(base.concepts, policy.concepts, gone),
        "attributes": _merged(base.attributes, policy.attributes, gone),
        "hide_class": policy.hide_class or _kept(base.hide_class, gone),
        "tables": _merged(base.tables, policy.tables, gone),
        "not_covered": _merged(base.not_covered, policy.not_covered, ()) + tuple(_said(policy, base)),
        "laws": (*base.laws, *policy.laws),
        "counts": policy.counts or base.counts,
        "knowledge": policy.knowledge or base.knowledge,
        "known_terms": policy.known_terms or base.known_terms,
        "documents": extend(base.documents, policy.documents),
    }
    return policy.model_copy(update=update), problems


def _kept(clause: HideClassClause | None, gone: Iterable[str]) -> HideClassClause | None:
    return clause if clause is not None and clause.id not in set(gone) else None


def _merged(
    old: tuple[ListedClause, ...], new: tuple[ListedClause, ...], gone: Iterable[str]
) -> tuple[ListedClause, ...]:
    """The old clauses with those of the same id replaced, then the new ones."""
    own: dict[str, ListedClause] = {clause.id: clause for clause in new}
    kept: list[ListedClause] = [own.pop(clause.id, clause) for clause in old if clause.id not in set(gone)]
    kept.extend(own.values())
    return tuple(kept)


def _said(policy: Policy, base: Policy) -> Iterator[NotCovered]:
    """What is left out is not covered, and the report says why."""
    clauses = {clause.id: clause for clause in base.clauses}
    for entry in policy.without:
        if (clause := clauses.get(entry.clause)) is not None:
            yield NotCovered(
                id=f"{entry.clause}+left-out",
                title=clause.title,
                law=clause.law,
                reason=f"Left out by {policy.policy}: {entry.because}",
                unverified=clause.unverified,
            )


def _left_out(policy: Policy, base: Policy) -> Iterator[Problem]:
    known = [clause.id for clause in base.clauses]
    for place, entry in enumerate(policy.without):
        if entry.clause not in known:
            advice = did_you_mean(entry.clause, known, shown=40)
            must = f"must be the id of a clause of {base.policy}"
            yield Problem(("without", place, "clause"), "POL052", must, entry.clause, advice)


def idle_reasons(clauses: Sequence[LegalClause], replaced: Container[str]) -> Iterator[Problem]:
    for path, clause in _placed(clauses):
        if clause.because is not None and clause.id not in replaced:
            must = "must be left out unless the clause replaces one of an extended policy"
            yield Problem((*path, "because"), "POL053", must, "", "Write it as a note.")


def _placed(clauses: Sequence[LegalClause]) -> Iterator[tuple[Path, LegalClause]]:
    kinds = (
        (IdentifierClause, "identifiers"),
        (ConceptClause, "concepts"),
        (AttributeClause, "attributes"),
        (TableClause, "tables"),
    )
    for kind, key in kinds:
        for place, clause in enumerate(each for each in clauses if isinstance(each, kind)):
            yield (key, place), clause
    yield from ((("hide_class",), each) for each in clauses if isinstance(each, HideClassClause))


def _replaced(policy: Policy, base: Policy) -> dict[str, LegalClause]:
    """Clauses of `base` by the id of what replaces them; a policy has one about classes, whatever its id."""
    old: dict[str, LegalClause] = {clause.id: clause for clause in base.clauses}
    if policy.hide_class is not None and base.hide_class is not None:
        old[policy.hide_class.id] = base.hide_class
    return old


def _looser(policy: Policy, base: Policy) -> Iterator[tuple[Path, LegalClause, LegalClause]]:
    """Clauses that are looser than those they replace, or cannot be compared: place, old and new clause."""
    old = _replaced(policy, base)
    for path, clause in _placed(policy.clauses):
        before = old.get(clause.id)
        if before is not None and compare(before, clause) in ("weaker", "unknown"):
            yield path, before, clause


def _unexcused(policy: Policy, base: Policy) -> Iterator[Problem]:
    """Clauses that are looser than those they replace, and give no reason."""
    for path, before, clause in _looser(policy, base):
        if clause.because is None:
            must = f"must not be looser than {base.policy}/{before.id}, which it replaces"
            got = (
                "a looser clause"
                if compare(before, clause) == "weaker"
                else "a clause that cannot be compared"
            )
            advice = "Tighten it, or say in because: why it may be looser."
            yield Problem(path, "POL051", must, got, advice)


def loosened_clauses(policy: Policy, base: Policy) -> Iterator[Loosened]:
    """Clauses that are looser than those they replace, with their reasons."""
    for _, before, clause in _looser(policy, base):
        keys = looser_keys(before, clause) if type(before) is type(clause) else ()
        yield Loosened(clause.id, tuple(keys), base.policy, clause.because or "")

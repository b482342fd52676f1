"""Composition: a policy that extends one policy and combines others, resolved into one."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from engine.policy.clauses.concepts import ConceptClause
from engine.policy.clauses.documents import DocumentsClause
from engine.policy.clauses.hide_class import HideClassClause
from engine.policy.clauses.learning import Gate
from engine.policy.clauses.reidentification import ReidentificationClause
from engine.policy.clauses.review import ReviewClause
from engine.policy.clauses.tables import TableClause
from engine.policy.clauses.text import IdentifierClause
from engine.policy.combining.conflict import Conflict, Loosened
from engine.policy.combining.documents import Party, combine, unsought
from engine.policy.combining.extending import ListedClause, extend_policy, idle_reasons
from engine.policy.combining.identifiers import combine_identifiers
from engine.policy.combining.loosening import loosened, loosening_problems
from engine.policy.combining.sides import compare, strictest
from engine.policy.model import Policy, ReleaseClause, unmet
from engine.policy.problem import Problem


class Composed(NamedTuple):
    """A policy that stands on its own, the conflicts that were settled, and what it loosens for a reason."""

    policy: Policy
    conflicts: tuple[Conflict, ...]
    loosened: tuple[Loosened, ...]
    problems: tuple[Problem, ...]


def compose(policy: Policy, bases: Mapping[str, Policy]) -> Composed:
    """Resolve `extends` and `combines`; the result names them still, for the record.

    Parameters
    ----------
    policy : Policy
        As written.
    bases : mapping
        The policies it names, each composed already.

    Returns
    -------
    Composed
        Clauses of the extended policy keep their ids; those of a combined policy get its
        name in front, as in ``"hipaa-safe-harbor/G"``. Problems make the policy invalid.

    Notes
    -----
    *Extends*: a clause replaces the one of the same id and must not be weaker than it
    (`engine.policy.combining.strictness`) unless it says `because`. *Combines*: every category gets
    the strictest operator, the lowest threshold, the terms that all clauses allow and those
    that any denies, also when two clauses of one policy name it; with precedence `first`,
    those of the clause named first. Clauses about concepts all stay, since a term must
    satisfy each of them. Of clauses about the same tables the highest k prevails.
    """
    if not policy.bases:
        return _alone(policy)
    extended, problems = extend_policy(policy, bases)
    parties = [extended, *(_prefixed(bases[name]) for name in policy.combines)]
    identifiers, conflicts = combine_identifiers(parties, policy.precedence == "first")
    concepts = tuple(clause for party in parties for clause in party.concepts)
    conflicts += _concept_conflicts(concepts)
    tables, overruled = _combine_tables(parties)
    conflicts += overruled
    problems += _sources(policy, parties)
    gate, gate_problems = _gate(policy, bases)
    problems += gate_problems
    earlier = strictest(policy.earlier_releases, (base.earlier_releases for base in bases.values()))
    hide_class = _combine_hide_class(parties, conflicts, problems)
    documents, disagreed = _documents(policy, parties)
    conflicts += disagreed
    problems += unsought(documents, _categories(identifiers))
    if not documents.formats and any(one.documents.formats for one in (policy, *bases.values())):
        must = "must leave a document format that every policy allows"
        path = ("documents", "formats")
        problems.append(Problem(path, "POL055", must, "none", "List formats that they share."))
    composed = extended.model_copy(
        update={
            **_gathered(parties),
            **_said_or_gathered(policy, parties, bases),
            "identifiers": tuple(identifiers),
            "concepts": concepts,
            "hide_class": hide_class,
            "tables": tables,
            "documents": documents,
            "gate": gate,
            "review": _review(policy, bases),
            "earlier_releases": earlier,
            "reidentification": _people(policy, bases),
            "release": _release(policy, bases),
        }
    )
    problems += _unmet(composed)
    less = tuple(loosened(policy, composed, bases))
    problems += loosening_problems(policy, less, problems)
    return Composed(composed, tuple(conflicts), less, tuple(problems))


def _gathered(parties: Sequence[Policy]) -> dict[str, object]:
    """What of all parties stays side by side."""
    return {
        "attributes": tuple(clause for party in parties for clause in party.attributes),
        "not_covered": tuple(entry for party in parties for entry in party.not_covered),
        "laws": tuple({law.cite: law for party in parties for law in party.laws}.values()),
        "counts": next((party.counts for party in parties if party.counts), None),
    }


def _said_or_gathered(
    policy: Policy, parties: Sequence[Policy], bases: Mapping[str, Policy]
) -> dict[str, object]:
    """What the policy says itself, else what those that it names say together."""
    everybody = (policy, *bases.values())
    terms = [party.known_terms for party in parties if party.concepts]
    return {
        "effective": max((one.effective for one in everybody if one.effective), default=None),
        "knowledge": policy.knowledge or _union(party.knowledge for party in parties),
        "known_terms": policy.known_terms or _shared(terms),
        "standards": _union(party.standards for party in everybody),
        "style": _union(party.style for party in everybody),
    }


def _alone(policy: Policy) -> Composed:
    """A policy that names no other: its own clauses may still disagree about a category."""
    settled, conflicts = combine_identifiers([policy], False)
    problems = [*idle_reasons(policy.clauses, ()), *loosening_problems(policy, (), ())]
    problems += unsought(policy.documents, _categories(policy.identifiers))
    alone = policy.model_copy(update={"identifiers": tuple(settled)})
    return Composed(alone, tuple(conflicts), (), tuple(problems))


def _shared(lists: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """What all of `lists` hold, in the order of the first."""
    first, *others = [*lists] or [()]
    return tuple(each for each in first if all(each in other for other in others))


def _union(lists: Iterable[Sequence[str]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each for entries in lists for each in entries))


def _prefixed(base: Policy) -> Policy:
    """A combined policy, its ids made unique by its name."""

    def renamed(clauses: tuple[ListedClause, ...]) -> tuple[ListedClause, ...]:
        return tuple(c.model_copy(update={"id": f"{base.policy}/{c.id}"}) for c in clauses)

    return base.model_copy(
        update={
            "identifiers": renamed(base.identifiers),
            "concepts": renamed(base.concepts),
            "attributes": renamed(base.attributes),
            "hide_class": base.hide_class
            and base.hide_class.model_copy(update={"id": f"{base.policy}/{base.hide_class.id}"}),
            "tables": renamed(base.tables),
            "not_covered": renamed(base.not_covered),
        }
    )


def _concept_conflicts(concepts: Sequence[ConceptClause]) -> list[Conflict]:
    """Clauses about one concept with different alphas: each stays, the highest decides."""
    strictest: dict[str, ConceptClause] = {}
    for clause in concepts:
        name = clause.protect.casefold()
        if clause.alpha and clause.alpha > (strictest[name].alpha or 0 if name in strictest else 0):
            strictest[name] = clause
    return [
        Conflict(
            clause.protect, "alpha", top.id, top.law, str(top.alpha), clause.id, clause.law, str(clause.alpha)
        )
        for clause in concepts
        if clause.alpha and (top := strictest[clause.protect.casefold()]).alpha != clause.alpha
    ]


def _combine_hide_class(
    parties: Sequence[Policy], conflicts: list[Conflict], problems: list[Problem]
) -> HideClassClause | None:
    """The strictest of the clauses; ones that cannot be compared are a problem."""
    asking = [party.hide_class for party in parties if party.hide_class is not None]
    if not asking:
        return None
    kept = asking[0]
    for other in asking[1:]:
        verdict = compare(kept, other)
        if verdict == "unknown":
            must = (
                "must agree on hide_class but for k, names, guard, even words and bound, "
                "since a document has one class"
            )
            problems.append(
                Problem(("combines",), "KCF020", must, f"{kept.id}, {other.id}", "Leave one of them out.")
            )
            continue
        loser, kept = (kept, other) if verdict == "stronger" else (other, kept)
        if verdict != "equivalent":
            values = str(kept.k), str(loser.k)
            conflicts.append(
                Conflict(
                    "class of a document", "k", kept.id, kept.law, values[0], loser.id, loser.law, values[1]
                )
            )
    return kept


def _combine_tables(parties: Sequence[Policy]) -> tuple[tuple[TableClause, ...], list[Conflict]]:
    """All clauses about tables; of those that read the same files alike the strictest, with the highest k."""
    kept: list[TableClause] = []
    conflicts: list[Conflict] = []
    for clause in (clause for party in parties for clause in party.tables):
        place = next((i for i, other in enumerate(kept) if _same_tables(other, clause)), None)
        if place is None:
            kept.append(clause)
            continue
        kept[place], overruled = _strictest_table(kept[place], clause)
        conflicts += overruled
    return tuple(kept), conflicts


_TABLE_LIMITS: Mapping[str, Callable[[TableClause], float]] = {
    "k": lambda clause: clause.k,
    "protect_zeros": lambda clause: clause.protect_zeros,
    "l_diversity": lambda clause: clause.l_diversity,
    "t_closeness": lambda clause: -(clause.t_closeness or 1.0),
}
"""What is asked of a released table, as numbers that protect more the higher they are."""


def _strictest_table(one: TableClause, other: TableClause) -> tuple[TableClause, list[Conflict]]:
    """Two clauses about the same tables as one with the stricter of each limit, and what it overrules."""
    conflicts, asked = list[Conflict](), dict[str, object]()
    for key, strictness in _TABLE_LIMITS.items():
        low, high = sorted((one, other), key=strictness)
        asked[key] = getattr(high, key)
        if strictness(high) > strictness(low):
            values = [json.dumps(getattr(clause, key)) for clause in (high, low)]
            conflicts.append(
                Conflict(
                    ", ".join(other.files), key, high.id, high.law, values[0], low.id, low.law, values[1]
                )
            )
    kept = max((one, other), key=lambda clause: (clause.protect_zeros, clause.limits_labels, clause.k))
    return kept.model_copy(update=asked), conflicts


def _same_tables(one: TableClause, other: TableClause) -> bool:
    return set(one.files) == set(other.files) and one.columns == other.columns


def _sources(policy: Policy, parties: Sequence[Policy]) -> Iterator[Problem]:
    """Concepts need one corpus."""
    corpora = _union([party.counts] if party.counts else [] for party in parties)
    if policy.counts is None and len(corpora) > 1:
        must = "must name the corpus, since the policies it is made of name different ones"
        yield Problem(("counts",), "POL054", must, ", ".join(corpora), "Write counts: with one of them.")


def _unmet(composed: Policy) -> Iterator[Problem]:
    """What the clauses of all policies together need and none of them brings."""
    for key, must in unmet(composed):
        got = composed.documents.names if key == "documents.names" else ""
        yield Problem(tuple(key.split(".")), "POL016", must, got, "")


def _gate(policy: Policy, bases: Mapping[str, Policy]) -> tuple[Gate | None, list[Problem]]:
    """The gate of a composed policy: its own, or the strictest of its parts; a problem where none is."""
    gates = [base.gate for base in bases.values() if base.gate is not None]
    if policy.gate is not None or not gates:
        return policy.gate, []
    gate = min(gates, key=lambda each: each.gain_at_most)
    if all(compare(each, gate) in ("stronger", "equivalent") for each in gates):
        return gate, []
    must = "must name the sample, since the policies it is made of name different ones"
    return None, [Problem(("gate",), "POL057", must, "", "Write gate: with because.")]


def _people(policy: Policy, bases: Mapping[str, Policy]) -> ReidentificationClause | None:
    """Its own part about people in tables, or all columns and the highest k of its parts."""
    asked = [base.reidentification for base in bases.values() if base.reidentification is not None]
    if policy.reidentification is not None or not asked:
        return policy.reidentification
    columns = {name: how for one in reversed(asked) for name, how in one.quasi_identifiers.items()}
    return strictest(asked[0], asked[1:]).model_copy(update={"quasi_identifiers": columns})


def _review(policy: Policy, bases: Mapping[str, Policy]) -> ReviewClause | None:
    """A review that asks for whatever any policy asks for; who looks at every document draws no sample."""
    asked = [one.review for one in (policy, *bases.values()) if one.review is not None]
    if not asked:
        return None
    found = strictest(asked[0], asked[1:])
    return found if found.all_above else found.model_copy(update={"sample": 0, "bound": None})


def _release(policy: Policy, bases: Mapping[str, Policy]) -> ReleaseClause | None:
    """Its own source, target and schedule, and whatever any policy asks of a release."""
    asked = [one.release for one in (policy, *bases.values()) if one.release is not None]
    return strictest(policy.release or ReleaseClause(), asked) if asked else None


def _documents(policy: Policy, parties: Sequence[Policy]) -> tuple[DocumentsClause, list[Conflict]]:
    """The documents clause that meets every policy, and where they disagree."""
    own, *combined = parties
    asked = [
        Party(own.policy, own.documents, stands_alone=bool(policy.extends)),
        *(Party(party.policy, party.documents) for party in combined),
    ]
    clause, overruled = combine(asked, policy.precedence == "first")
    conflicts = [
        Conflict(
            "documents", o.setting, o.kept, o.kept, o.kept_value, o.overruled, o.overruled, o.overruled_value
        )
        for o in overruled
    ]
    return clause, conflicts


def _categories(clauses: Iterable[IdentifierClause]) -> list[str]:
    return list(dict.fromkeys(category for clause in clauses for category in clause.find))

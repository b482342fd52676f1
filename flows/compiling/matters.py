"""A compiled policy under the facts of a matter: the plan says that there are some, never which."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from adapters.documents.opening.sources import Source, find_sources
from adapters.keys.installation import Keys, keyed_hash
from adapters.policies.matter_files import load_matter
from engine.catalog.names import FACTS
from engine.errors import InvalidError, fault
from engine.methods.names.matter import CATEGORIES, Matter
from engine.plan.plan import Plan
from engine.plan.steps import IdentifierStep, PlannedClause
from engine.stages.identifiers.stage import MATTER_CLAUSE
from flows.compiling.compilation import Compiled

_SHOWN_HASH = 16
_UNMATCHED = 1.0
"""Threshold that no learned finding reaches: a matter's facts do not ask for what is not among them."""
NO_FACTS = "No facts of the matter were given, so this clause had nothing to work on."
NO_MINOR = "The facts of the matter name no minor, so this clause had nothing to work on."


def under_matter(compiled: Compiled, path: Path | None, keys: Keys) -> Compiled:
    """Read the facts of a matter and note in the plan that they are used, or that there are none.

    Parameters
    ----------
    compiled : Compiled
        The policy.
    path : Path or None
        YAML or CSV file of the facts.
    keys : Keys
        Of the installation: the plan holds a hash of the file under them.

    Returns
    -------
    Compiled
        The policy with the facts, and with a clause for what its own clauses do not ask for. Clauses
        that rest on facts which are not there are no longer called covered.

    Raises
    ------
    InvalidError
        Faults of the file, MAT001 to MAT005.
    """
    if path is None:
        return replace(compiled, plan=_without_facts(compiled.plan, NO_FACTS))
    loaded = load_matter(path)
    mark = keyed_hash(keys.lasting("matter"), loaded.sha256.encode())[:_SHOWN_HASH]
    return under_facts(compiled, loaded.matter, f"Declared in a file that stays secret; keyed hash {mark}.")


def under_facts(compiled: Compiled, matter: Matter, note: str) -> Compiled:
    """`compiled` with the facts; `note` tells the reader of the report where they come from."""
    plan = _plan(compiled.plan, note)
    if not any(person.minor and person.names for person in matter.people):
        plan = _without_facts(plan, NO_MINOR)
    return replace(compiled, plan=plan, matter=matter)


def idle_for_facts(plan: Plan) -> list[str]:
    """Ids of the clauses that had no facts to work on."""
    return [clause.id for clause in plan.clauses if clause.note.startswith((NO_FACTS, NO_MINOR))]


def _without_facts(plan: Plan, reason: str) -> Plan:
    """The plan with every clause that needs facts called not covered, or partly when it does more."""
    asked = {step.id: set(step.find) for step in plan.identifiers}
    return changed_plan(plan, clauses=tuple(_fallen(plan.clauses, asked, reason)))


def _fallen(
    clauses: Sequence[PlannedClause], asked: dict[str, set[str]], why: str
) -> Iterator[PlannedClause]:
    for clause in clauses:
        found = asked.get(clause.id, set())
        if not found & set(FACTS):
            yield clause
            continue
        status = "partly" if found - set(FACTS) else "not covered"
        yield clause.model_copy(update={"status": status, "note": f"{why} {clause.note}".rstrip()})


def _plan(plan: Plan, note: str) -> Plan:
    clause = PlannedClause(
        id=MATTER_CLAUSE,
        kind="identifiers",
        title="Persons, dates of birth, accounts and organisations of the matter",
        law="Facts of the matter",
        status="covered",
        note=note,
    )
    found = {category for step in plan.identifiers for category in step.find}
    names = tuple(c for c in CATEGORIES if c in ("person", "organisation") and c not in found)
    step = IdentifierStep(
        id=MATTER_CLAUSE,
        find=names,
        operator="placeholder",
        census=None,
        threshold=_UNMATCHED,
        allow=(),
        deny=(),
    )
    identifiers = (*plan.identifiers, step) if names else plan.identifiers
    return changed_plan(plan, clauses=(*plan.clauses, clause), identifiers=identifiers)


def changed_plan(plan: Plan, **update: object) -> Plan:
    """`plan` with other fields, under an id of its own."""
    return Plan(**{name: getattr(plan, name) for name in Plan.model_fields} | update)


def documents_of(roots: Sequence[Path], matter: Path | None) -> list[Source]:
    """All files below `roots` but the facts themselves, which often lie beside the documents.

    Raises
    ------
    InvalidError
        SRC001, SRC002 as `find_sources`; SRC002 too when nothing is left.
    """
    found = find_sources(roots)
    if matter is None:
        return found
    facts = str(matter.resolve())
    documents = [source for source in found if source.path != facts]
    if not documents:
        where = ", ".join(map(str, roots))
        raise InvalidError(
            fault("SRC002", where, "must hold a document", "the facts alone", "Nothing was released.")
        )
    return documents

"""A compiled policy under the facts of a matter: the plan says that there are some, never which."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from adapters.keys import Keys, keyed_hash
from adapters.matter import load_matter
from engine.errors import InvalidError, fault
from engine.identifier_stage import MATTER_CLAUSE
from engine.matter import CATEGORIES
from engine.plan import IdentifierStep, Plan, PlannedClause
from flows.compilation import Compiled
from flows.sources import Source, find_sources

_SHOWN_HASH = 16
_UNMATCHED = 1.0
"""Threshold that no learned finding reaches: a matter's facts do not ask for what is not among them."""


def under_matter(compiled: Compiled, path: Path, keys: Keys) -> Compiled:
    """Read the facts of a matter and note in the plan that they are used.

    Parameters
    ----------
    compiled : Compiled
        The policy.
    path : Path
        YAML or CSV file of the facts.
    keys : Keys
        Of the installation: the plan holds a hash of the file under them.

    Returns
    -------
    Compiled
        The policy with the facts, and with a clause for what its own clauses do not ask for.

    Raises
    ------
    InvalidError
        Faults of the file, MAT001 to MAT005.
    """
    loaded = load_matter(path)
    mark = keyed_hash(keys.derive("matter"), loaded.sha256.encode())[:_SHOWN_HASH]
    return replace(compiled, plan=_plan(compiled.plan, mark), matter=loaded.matter)


def _plan(plan: Plan, mark: str) -> Plan:
    clause = PlannedClause(
        id=MATTER_CLAUSE,
        kind="identifiers",
        title="Persons, dates of birth, accounts and organisations of the matter",
        law="Facts of the matter",
        status="covered",
        note=f"Declared in a file that stays secret; keyed hash {mark}.",
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
    fields = {name: getattr(plan, name) for name in Plan.model_fields}
    return Plan(**fields | {"clauses": (*plan.clauses, clause), "identifiers": identifiers})


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

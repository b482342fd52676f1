"""The plan: a policy with every name resolved and every threshold in bits, as canonical bytes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Literal

from engine.catalog.style import Habit
from engine.plan.steps import (
    AttributeStep,
    ClauseKind,
    ConceptStep,
    CorpusRef,
    HideClassStep,
    IdentifierStep,
    KnowledgeRef,
    ModelRef,
    Planned,
    PlannedClause,
    PlannedDocuments,
    PlannedEarlierReleases,
    PlannedGate,
    PlannedReview,
    TableStep,
)
from engine.policy import Policy
from engine.policy.clauses.attributes import AttributeClause
from engine.policy.clauses.concepts import ConceptClause
from engine.policy.clauses.documents import DocumentsClause
from engine.policy.clauses.hide_class import HideClassClause
from engine.policy.clauses.reidentification import ReidentificationClause
from engine.policy.clauses.review import ReviewClause
from engine.policy.clauses.tables import TableClause, TablePolicy
from engine.policy.clauses.text import IdentifierClause, LegalClause
from engine.policy.combining.conflict import Conflict, Loosened
from engine.policy.shapes import shapes_of


class Plan(Planned):
    """A compiled policy. Same policy, knowledge and counts give the same bytes."""

    format: Literal[1] = 1
    policy: str
    version: str
    title: str
    effective: str = ""
    language: str = "en"
    standards: tuple[str, ...] = ()
    policy_sha256: str
    included: dict[str, str] = {}
    clauses: tuple[PlannedClause, ...]
    conflicts: tuple[Conflict, ...] = ()
    loosened: tuple[Loosened, ...] = ()
    identifiers: tuple[IdentifierStep, ...]
    concepts: tuple[ConceptStep, ...]
    attributes: tuple[AttributeStep, ...] = ()
    corpus: CorpusRef | None
    knowledge: tuple[KnowledgeRef, ...]
    known_terms: tuple[str, ...] = ()
    models: tuple[ModelRef, ...] = ()
    gate: PlannedGate | None = None
    review: PlannedReview | None = None
    earlier_releases: PlannedEarlierReleases | None = None
    matter_pseudonyms: str = ""
    hide_class: HideClassStep | None = None
    style: tuple[Habit, ...] = ()
    tables: tuple[TableStep, ...] = ()
    reidentification: ReidentificationClause | None = None
    formats: tuple[str, ...]
    names: str
    documents: PlannedDocuments = PlannedDocuments()
    quarantine: str
    require_approved: bool = False
    certificates: Literal["none", "written", "with-program"] = "none"

    def canonical(self) -> bytes:
        """Canonical JSON: keys sorted, no spaces, UTF-8; without `standards` where the policy names none."""
        content = self.model_dump(mode="json", exclude=None if self.standards else {"standards"})
        return json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()

    def published(self) -> Plan:
        """The plan as a bundle shows it: of lists of terms their lengths alone, and no name of a matter.

        A list may name the clients whose names go. Its plan is not the one that `plan_id` is of.
        """
        matter = "not shown here" if self.matter_pseudonyms else ""
        identifiers = [
            step.model_copy(update=_lengths(allow=step.allow, deny=step.deny)) for step in self.identifiers
        ]
        attributes = [step.model_copy(update=_lengths(allow=step.allow)) for step in self.attributes]
        lists = {"identifiers": tuple(identifiers), "attributes": tuple(attributes)}
        return self.model_copy(update=lists | {"matter_pseudonyms": matter})

    @cached_property
    def plan_id(self) -> str:
        """SHA-256 of the canonical bytes, in hexadecimal."""
        return hashlib.sha256(self.canonical()).hexdigest()


def _lengths(**lists: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    return {name: (f"{len(terms)} terms, not shown here",) for name, terms in lists.items() if terms}


def compile_plan(
    policy: Policy,
    *,
    policy_sha256: str,
    included: Mapping[str, str] | None = None,
    conflicts: Sequence[Conflict] = (),
    loosened: Sequence[Loosened] = (),
    concepts: Sequence[ConceptStep] = (),
    corpus: CorpusRef | None = None,
    knowledge: Sequence[KnowledgeRef] = (),
    models: Sequence[ModelRef] = (),
    gate: PlannedGate | None = None,
    hide_class: HideClassStep | None = None,
) -> Plan:
    """Resolve `policy` into a plan.

    Parameters
    ----------
    policy : Policy
        As loaded; its names were checked against the catalog.
    policy_sha256 : str
        Hash of the policy's text.
    included : mapping
        SHA-256 of every other file that it rests on: lists of terms, policies that it combines.
    conflicts : sequence of Conflict
        Where policies that it combines disagree.
    loosened : sequence of Loosened
        Where it is looser than a policy that it is made of, and why.
    concepts : sequence of ConceptStep
        One per concept clause, in order: what compiling its disclosure table found.
    corpus, knowledge, models
        The versions that were used.
    gate : PlannedGate or None
        The attack that the release must withstand.
    hide_class : HideClassStep
        When the policy has a clause about classes: what compiling its corpus found.
    """
    wanted = [clause.id for clause in policy.concepts]
    if wanted != [step.id for step in concepts]:
        raise ValueError("one compiled concept per concept clause, in order")
    if (policy.hide_class is None) != (hide_class is None):
        raise ValueError("a compiled corpus for the clause about classes, and only for it")
    return Plan(
        policy=policy.policy,
        version=policy.version,
        title=policy.title,
        effective=policy.effective.isoformat() if policy.effective else "",
        language=policy.language,
        standards=policy.standards,
        policy_sha256=policy_sha256,
        included=dict(included or {}),
        clauses=tuple(_clauses(policy)),
        conflicts=tuple(conflicts),
        loosened=tuple(loosened),
        identifiers=tuple(map(identifier_step, policy.identifiers)),
        concepts=tuple(concepts),
        attributes=tuple(map(attribute_step, policy.attributes)),
        corpus=corpus,
        knowledge=tuple(knowledge),
        known_terms=policy.known_terms,
        models=tuple(models),
        gate=gate,
        review=planned_review(policy.review),
        earlier_releases=PlannedEarlierReleases.model_validate(policy.earlier_releases.model_dump()),
        matter_pseudonyms=policy.matter_pseudonyms or "",
        hide_class=hide_class,
        style=policy.style,
        tables=tuple(map(table_step, policy.tables)),
        reidentification=policy.reidentification,
        formats=policy.documents.formats,
        names=policy.documents.names,
        documents=planned_documents(policy.documents),
        quarantine=policy.release.quarantine if policy.release else "allow",
        require_approved=bool(policy.release and policy.release.require_approved),
        certificates=policy.release.certificates if policy.release else "none",
    )


def planned_review(clause: ReviewClause | None) -> PlannedReview | None:
    """The runnable form of the review clause."""
    return PlannedReview.model_validate(clause.model_dump()) if clause else None


def planned_documents(clause: DocumentsClause) -> PlannedDocuments:
    """The runnable form of the documents clause."""
    settings = clause.model_dump(exclude={"formats", "names", "because", "limits"})
    return PlannedDocuments.model_validate(settings | clause.limits.model_dump())


def identifier_step(clause: IdentifierClause) -> IdentifierStep:
    """The runnable form of a clause about identifiers."""
    return IdentifierStep(
        id=clause.id,
        find=clause.find,
        operator=clause.replace_with.operator,
        census=clause.replace_with.census,
        threshold=clause.threshold,
        allow=clause.allow,
        deny=clause.deny,
        shapes=shapes_of(clause.like),
        near=clause.near,
        countries=clause.countries,
        code=clause.replace_with.code or "",
        recognizers=clause.learn.recognizers if clause.learn else (),
        loss_ratio=clause.learn.loss_ratio if clause.learn else None,
    )


def attribute_step(clause: AttributeClause) -> AttributeStep:
    """The runnable form of a clause about personal attributes."""
    return AttributeStep(**{name: getattr(clause, name) for name in AttributeStep.model_fields})


def table_step(clause: TableClause) -> TableStep:
    """The runnable form of a clause about tables."""
    return TableStep(
        id=clause.id,
        files=clause.files,
        settings=TablePolicy(**{name: getattr(clause, name) for name in TablePolicy.model_fields}),
        release_as=clause.release_as,
        measure=clause.measure,
    )


def _clauses(policy: Policy) -> Iterable[PlannedClause]:
    for clause in policy.clauses:
        yield PlannedClause(
            id=clause.id,
            kind=_kind(clause),
            title=clause.title or _default_title(clause),
            law=clause.law,
            status=clause.status,
            note=clause.note or "",
            unverified=clause.unverified,
        )
    for entry in policy.not_covered:
        yield PlannedClause(
            id=entry.id,
            kind="not_covered",
            title=entry.title or entry.law,
            law=entry.law,
            status="not covered",
            note=entry.reason,
            unverified=entry.unverified,
        )


def _kind(clause: LegalClause) -> ClauseKind:
    kinds: dict[type[LegalClause], ClauseKind] = {
        ConceptClause: "concepts",
        AttributeClause: "attributes",
        HideClassClause: "hide_class",
        TableClause: "tables",
    }
    return kinds.get(type(clause), "identifiers")


def _default_title(clause: object) -> str:
    if isinstance(clause, HideClassClause):
        return "Class of a document"
    if isinstance(clause, ConceptClause):
        return clause.protect
    if isinstance(clause, AttributeClause):
        return ", ".join(clause.hide).capitalize()
    if isinstance(clause, TableClause):
        return f"Tables {', '.join(clause.files)}, k = {clause.k}"
    return ", ".join(clause.find) if isinstance(clause, IdentifierClause) else ""


def by_law(clauses: Iterable[PlannedClause]) -> Mapping[str, list[PlannedClause]]:
    """Clauses grouped by the law they cite, in order of first mention."""
    grouped: dict[str, list[PlannedClause]] = {}
    for clause in clauses:
        grouped.setdefault(clause.law, []).append(clause)
    return grouped

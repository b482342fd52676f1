"""The plan: a policy with every name resolved and every threshold in bits, as canonical bytes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from functools import cached_property
from typing import Literal

from pydantic import BaseModel, ConfigDict

from engine.policy import Policy
from engine.policy.clauses import ConceptClause, IdentifierClause, LegalClause
from engine.policy.compose import Conflict
from engine.policy.confusion import ConfuseClause
from engine.policy.documents import DocumentsClause
from engine.policy.tables import TableClause, TableFormat, TablePolicy

ClauseKind = Literal["identifiers", "concepts", "confuse", "tables", "not_covered"]


class Planned(BaseModel):
    """Base of the plan's parts: frozen, nothing unknown."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class CorpusRef(Planned):
    """The corpus whose counts stand for what a reader knows."""

    name: str
    fingerprint: str
    unit: str
    n_contexts: int
    source: str = ""


class KnowledgeRef(Planned):
    """A knowledge base that generalizes terms, at the version that was used."""

    name: str
    fingerprint: str


class ModelRef(Planned):
    """A learned recogniser, at the model that was used.

    Parameters
    ----------
    file : str
        Its file beside the policy; empty for the shipped model.
    kind : {"model", "greedy", "presidio"}
        What it is: a trained model, a set fitted by GreedySanitize, an analyzer of Presidio.
    loss_ratio : float or None
        L/C that the policy asks for; None leaves it to the recogniser and to the clauses' thresholds.
    rounds : int
        For a fitted set: how many of its rounds are applied at this loss ratio.
    """

    name: str
    fingerprint: str
    categories: tuple[str, ...]
    file: str = ""
    kind: Literal["model", "greedy", "presidio"] = "model"
    loss_ratio: float | None = None
    rounds: int = 0


class PlannedGate(Planned):
    """The attack that a release must withstand; the sample is known by its hash alone.

    Parameters
    ----------
    sensitive : tuple of str
        Categories that the attacker is after.
    gain_at_most : float, in [0, 1]
        Share of the sample's sensitive words that he may gain over random inspection.
    """

    file: str
    format: str
    sample_sha256: str
    n_documents: int
    sensitive: tuple[str, ...]
    gain_at_most: float


class PlannedClause(Planned):
    """A clause as the report lists it: its law and how far it is covered."""

    id: str
    kind: ClauseKind
    title: str
    law: str
    status: Literal["covered", "partly", "not covered"]
    note: str = ""
    unverified: bool = False


class IdentifierStep(Planned):
    """One clause about identifiers, ready to run."""

    id: str
    find: tuple[str, ...]
    operator: str
    census: int | None
    threshold: float
    allow: tuple[str, ...]
    deny: tuple[str, ...]
    recognizers: tuple[str, ...] = ()
    loss_ratio: float | None = None


class ConceptStep(Planned):
    """One protected concept, with its threshold in bits.

    Parameters
    ----------
    information_content_bits : float
        IC(c) = -log2 p(c).
    threshold_bits : float
        IC(c) / alpha: a term whose PMI with c reaches it goes.
    allowed_probability : float
        The same threshold as p(c | t) = p(c)^(1 - 1/alpha).
    table_sha256 : str
        Fingerprint of the compiled disclosure table.
    """

    id: str
    protect: str
    lexicalizations: tuple[str, ...]
    alpha: float
    disclose_at_most: str | None
    unit: str
    counting: str
    unseen: str
    z: float
    min_joint: int
    replace_with: str
    n_contexts: int
    n_concept: int
    information_content_bits: float
    threshold_bits: float
    allowed_probability: float
    n_disclosing_terms: int
    table_sha256: str


class ConfuseStep(Planned):
    """How the class of a document is kept confusable; nothing of the labelled documents but their number.

    Parameters
    ----------
    corpus_sha256 : str
        Fingerprint of the labelled documents and their classes.
    n_documents, n_classes, n_topics, n_words : int
        Labelled documents, classes to hide, classes to keep, words of the model.
    """

    id: str
    k: int
    class_of: str
    method: str
    objective: str
    solution: str
    priors: bool
    operator: str
    class_names: str
    guard: float | None
    corpus_sha256: str
    n_documents: int
    n_classes: int
    n_topics: int
    n_words: int


class PlannedColumns(Planned):
    """What happens to columns of these names."""

    named: tuple[str, ...]
    then: str
    category: str | None = None


class PlannedDocuments(Planned):
    """How documents are opened and what leaves them; the fields are those of the `documents` clause."""

    encoding: str | None = None
    comments: str = "remove"
    revisions: str = "accept"
    embedded: str = "remove"
    scripts: str = "remove"
    images: str = "blank"
    scanned_pages: str = "refuse"
    earlier_revisions: str = "remove"
    attachments: str = "recurse"
    unopened: str = "remove"
    columns: tuple[PlannedColumns, ...] = ()
    file_mb: int = 64
    expanded_mb: int = 512
    seconds: int = 180
    memory_mb: int = 1536


class TableStep(Planned):
    """One clause about table files, ready to run.

    Parameters
    ----------
    settings : TablePolicy
        Columns, k and method.
    """

    id: str
    files: tuple[str, ...]
    settings: TablePolicy
    release_as: TableFormat = "same"
    measure: bool = True


class PlannedConflict(Planned):
    """Two clauses that ask for different things, and which of them prevailed."""

    subject: str
    setting: str
    kept: str
    kept_law: str
    kept_value: str
    overruled: str
    overruled_law: str
    overruled_value: str


class Plan(Planned):
    """A compiled policy. Same policy, knowledge and counts give the same bytes."""

    format: Literal[1] = 1
    policy: str
    version: str
    title: str
    policy_sha256: str
    included: dict[str, str] = {}
    clauses: tuple[PlannedClause, ...]
    conflicts: tuple[PlannedConflict, ...] = ()
    identifiers: tuple[IdentifierStep, ...]
    concepts: tuple[ConceptStep, ...]
    corpus: CorpusRef | None
    knowledge: tuple[KnowledgeRef, ...]
    known_terms: tuple[str, ...] = ()
    models: tuple[ModelRef, ...] = ()
    gate: PlannedGate | None = None
    confuse: ConfuseStep | None = None
    tables: tuple[TableStep, ...] = ()
    formats: tuple[str, ...]
    names: str
    documents: PlannedDocuments = PlannedDocuments()
    quarantine: str
    require_approved: bool = False

    def canonical(self) -> bytes:
        """Canonical JSON: keys sorted, no spaces, UTF-8."""
        content = self.model_dump(mode="json")
        return json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()

    def published(self) -> Plan:
        """The plan as a bundle shows it: of lists of terms their lengths alone.

        A list may name the clients whose names go. Its plan is not the one that `plan_id` is of.
        """
        steps = [step.model_copy(update=_lengths(step)) for step in self.identifiers]
        return self.model_copy(update={"identifiers": tuple(steps)})

    @cached_property
    def plan_id(self) -> str:
        """SHA-256 of the canonical bytes, in hexadecimal."""
        return hashlib.sha256(self.canonical()).hexdigest()


def _lengths(step: IdentifierStep) -> dict[str, tuple[str, ...]]:
    lists = {"allow": step.allow, "deny": step.deny}
    return {name: (f"{len(terms)} terms, not shown here",) for name, terms in lists.items() if terms}


def compile_plan(
    policy: Policy,
    *,
    policy_sha256: str,
    included: Mapping[str, str] | None = None,
    conflicts: Sequence[Conflict] = (),
    concepts: Sequence[ConceptStep] = (),
    corpus: CorpusRef | None = None,
    knowledge: Sequence[KnowledgeRef] = (),
    models: Sequence[ModelRef] = (),
    gate: PlannedGate | None = None,
    confuse: ConfuseStep | None = None,
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
    concepts : sequence of ConceptStep
        One per concept clause, in order: what compiling its disclosure table found.
    corpus, knowledge, models
        The versions that were used.
    gate : PlannedGate or None
        The attack that the release must withstand.
    confuse : ConfuseStep
        When the policy has a clause about classes: what compiling its corpus found.
    """
    wanted = [clause.id for clause in policy.concepts]
    if wanted != [step.id for step in concepts]:
        raise ValueError("one compiled concept per concept clause, in order")
    if (policy.confuse is None) != (confuse is None):
        raise ValueError("a compiled corpus for the clause about classes, and only for it")
    return Plan(
        policy=policy.policy,
        version=policy.version,
        title=policy.title,
        policy_sha256=policy_sha256,
        included=dict(included or {}),
        clauses=tuple(_clauses(policy)),
        conflicts=tuple(PlannedConflict(**asdict(conflict)) for conflict in conflicts),
        identifiers=tuple(map(identifier_step, policy.identifiers)),
        concepts=tuple(concepts),
        corpus=corpus,
        knowledge=tuple(knowledge),
        known_terms=policy.known_terms,
        models=tuple(models),
        gate=gate,
        confuse=confuse,
        tables=tuple(map(table_step, policy.tables)),
        formats=policy.documents.formats,
        names=policy.documents.names,
        documents=planned_documents(policy.documents),
        quarantine=policy.release.quarantine if policy.release else "allow",
        require_approved=bool(policy.release and policy.release.require_approved),
    )


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
        recognizers=clause.learn.recognizers if clause.learn else (),
        loss_ratio=clause.learn.loss_ratio if clause.learn else None,
    )


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
        ConfuseClause: "confuse",
        TableClause: "tables",
    }
    return kinds.get(type(clause), "identifiers")


def _default_title(clause: object) -> str:
    if isinstance(clause, ConfuseClause):
        return "Class of a document"
    if isinstance(clause, ConceptClause):
        return clause.protect
    if isinstance(clause, TableClause):
        return f"Tables {', '.join(clause.files)}, k = {clause.k}"
    return ", ".join(clause.find) if isinstance(clause, IdentifierClause) else ""


def by_law(clauses: Iterable[PlannedClause]) -> Mapping[str, list[PlannedClause]]:
    """Clauses grouped by the law they cite, in order of first mention."""
    grouped: dict[str, list[PlannedClause]] = {}
    for clause in clauses:
        grouped.setdefault(clause.law, []).append(clause)
    return grouped

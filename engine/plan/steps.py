"""The parts of a plan: what it rests on, its clauses as a report lists them, its steps ready to run."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from pydantic import BaseModel, ConfigDict

from engine.catalog.attributes import AttributeName, Level, tells_more
from engine.policy.clauses.concepts import ConceptSettings
from engine.policy.clauses.earlier_releases import Then
from engine.policy.clauses.learning import ReaderName
from engine.policy.clauses.tables import TableFormat, TablePolicy

ClauseKind = Literal["identifiers", "concepts", "attributes", "hide_class", "tables", "not_covered"]


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
    reader : {"fast", "careful", "careful-all"}
        Who reads for the shipped English model; with `encoder`, the sha256 of the careful reader's file.
    rounds : int
        For a fitted set: how many of its rounds are applied at this loss ratio.
    """

    name: str
    fingerprint: str
    categories: tuple[str, ...]
    file: str = ""
    kind: Literal["model", "greedy", "presidio"] = "model"
    loss_ratio: float | None = None
    reader: ReaderName = "fast"
    encoder: str = ""
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


class PlannedReview(Planned):
    """What people look at before a release; see `engine.policy.clauses.review.ReviewClause`.

    What was added later has a default: a release may wait for people while its service is upgraded.
    """

    all_above: int
    sample: int
    bound: float | None
    reviewers: int
    separate: bool
    own_signature: bool = False
    keep_days: int


class PlannedEarlierReleases(Planned):
    """What happens to texts that were released before; fields of `EarlierReleasesClause`."""

    then: Then
    keep_days: int


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
    shapes: tuple[str, ...] = ()
    near: tuple[str, ...] = ()
    countries: tuple[str, ...] = ()
    code: str = ""
    recognizers: tuple[str, ...] = ()
    loss_ratio: float | None = None


class ConceptStep(Planned):
    """One protected concept, with its threshold in bits.

    Parameters
    ----------
    settings : ConceptSettings
        What its clause asks.
    alpha : float
        Given, or IC(c) / IC(disclose_at_most).
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
    settings: ConceptSettings
    lexicalizations: tuple[str, ...]
    alpha: float
    n_contexts: int
    n_concept: int
    information_content_bits: float
    threshold_bits: float
    allowed_probability: float
    n_disclosing_terms: int
    table_sha256: str


class AttributeStep(Planned):
    """One clause about personal attributes, ready to run.

    Parameters
    ----------
    rare_words : int
        Contexts in a million below which a word counts as rare; 0 leaves rare words alone.
    """

    id: str
    hide: tuple[AttributeName, ...]
    disclose_at_most: Level
    allow: tuple[str, ...] = ()
    rare_words: int = 0


def by_attribute(steps: Iterable[AttributeStep]) -> dict[AttributeName, AttributeStep]:
    """What all clauses about an attribute ask for together: the strictest of each setting.

    Two clauses may hide one attribute, most often those of policies that are combined.
    """
    found: dict[AttributeName, AttributeStep] = {}
    for step in steps:
        for name in step.hide:
            found[name] = _strictest(name, found[name], step) if name in found else step
    return found


def _strictest(name: AttributeName, one: AttributeStep, other: AttributeStep) -> AttributeStep:
    kept = other if tells_more(name, one.disclose_at_most, than=other.disclose_at_most) else one
    allowed = {term.casefold() for term in other.allow}
    both = tuple(term for term in one.allow if term.casefold() in allowed)
    return kept.model_copy(update={"allow": both, "rare_words": max(one.rare_words, other.rare_words)})


class PlannedEvenness(Planned):
    """How far words are evened out among classes; the fields are those of the `even_words` clause."""

    at_most: float
    among: int


class HideClassStep(Planned):
    """How the class of a document is kept confusable; nothing of the labelled documents but their number.

    Parameters
    ----------
    corpus_sha256 : str
        Fingerprint of the labelled documents and their classes.
    n_documents, n_classes, n_topics, n_words : int
        Labelled documents, classes to hide, classes to keep, words of the model.
    even_words : PlannedEvenness or None
    attacker_at_most : float or None
        Share of documents of which a measured attacker may name the class.
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
    even_words: PlannedEvenness | None = None
    attacker_at_most: float | None = None


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
    unreadable_pictures: str = "refuse"
    codes: str = "cover"
    faces: str = "cover"
    signatures: str = "cover"
    stamps: str = "cover"
    earlier_revisions: str = "remove"
    covered_text: str = "remove"
    attachments: str = "recurse"
    unopened: str = "remove"
    columns: tuple[PlannedColumns, ...] = ()
    encoded: str = "remove"
    unknown_columns: str = "remove"
    more_languages: tuple[str, ...] = ()
    other_languages: str = "refuse"
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

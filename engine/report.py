"""The data of a release: outcomes per document, counts per clause, the manifest. Never text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from engine.approval import Approval
from engine.errors import Outcome
from engine.plan import CorpusRef, KnowledgeRef, ModelRef, Plan

_INFEASIBLE = "[KCF010]"
DocumentOutcome = Literal["released", "refused", "quarantined"]


class Record(BaseModel):
    """Base of everything that a release writes down."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class ConceptCount(Record):
    """What protecting one concept changed, in a document or a whole release.

    Parameters
    ----------
    removed : int
        Changes made.
    documents : int
        Documents changed.
    highest : float or None
        Largest p(concept | term) among the removed terms that the corpus knows.
    unseen : int
        Changes that rest on the rule for unseen terms or on the evidence bound's absence.
    """

    removed: int
    documents: int
    highest: float | None = None
    unseen: int = 0

    def __add__(self, other: ConceptCount) -> ConceptCount:
        known = [count.highest for count in (self, other) if count.highest is not None]
        return ConceptCount(
            removed=self.removed + other.removed,
            documents=self.documents + other.documents,
            highest=max(known, default=None),
            unseen=self.unseen + other.unseen,
        )


class ConfuseCount(Record):
    """What keeping a document's class confusable changed. Its class and rank are in the private record only.

    Parameters
    ----------
    words, suppressed : int
        Distinct words of the model in the document, and those of them that are gone.
    mentions : int
        Changes of the text: every mention of each of these words, and of the class's name.
    generalized : int
        Mentions of them that a more general word replaced.
    topic_kept : bool or None
        Whether the class to keep is still the likeliest for the released text; None: there is none.
    """

    words: int
    suppressed: int
    mentions: int
    generalized: int = 0
    topic_kept: bool | None = None


class ConfuseTotals(Record):
    """The same over all released documents, and how many could not be hidden.

    Parameters
    ----------
    documents, changed : int
        Documents released, and those of them in which anything was suppressed.
    words, suppressed, mentions, generalized : int
        Sums over the documents.
    topics, topics_kept : int
        Documents that have a class to keep, and those of them where it is still the likeliest.
    infeasible : int
        Documents refused since no choice of words hides their class.
    """

    documents: int
    changed: int
    words: int
    suppressed: int
    mentions: int
    generalized: int
    topics: int
    topics_kept: int
    infeasible: int


class AttackerRecord(Record):
    """What one attacker found in what a policy leaves of the gate's sample.

    Parameters
    ----------
    learner : str
        ``"crf"``, ``"svm"``, ``"ensemble"``, or ``"unforeseen"``: one that no publisher uses.
    true_positives, false_positives : int
        Words that its classifier takes for sensitive: those that are, and those that are not.
    found : tuple of float
        Sensitive words found when the budgets of the record are inspected, best guesses first.
    gain : float, in [0, 1]
        Most that it finds beyond random inspection, at any budget, as a share of all sensitive words.
    """

    learner: str
    true_positives: int
    false_positives: int
    found: tuple[float, ...]
    gain: float


class GateRecord(Record):
    """The attack that a release had to withstand, in counts of words.

    Parameters
    ----------
    passed : bool
        Whether no attacker gained more than `gain_at_most`.
    documents, tokens, published : int
        Of the sample: documents, words, and words that the policy leaves.
    sensitive, sensitive_left : int
        Words that people marked, and how many of them the policy leaves.
    budget_shares : tuple of float
        Shares of the published words that an attacker inspects.
    found_at_random : tuple of float
        Sensitive words that inspection at random finds, by budget.
    """

    passed: bool
    gain_at_most: float
    documents: int
    tokens: int
    published: int
    sensitive: int
    sensitive_left: int
    budget_shares: tuple[float, ...]
    found_at_random: tuple[float, ...]
    attackers: tuple[AttackerRecord, ...]

    @property
    def best(self) -> AttackerRecord:
        """The attacker who gains most."""
        return max(self.attackers, key=lambda attacker: attacker.gain)


class TableRecord(Record):
    """What happened to one table, in numbers; names of features only where the policy wrote them.

    Parameters
    ----------
    k, achieved_k : int
        Level the policy asks for, and level of the released file as it was read back.
    rows_all_zero_before, rows_all_zero_after : int
        Rows that show nothing; they reach k only that way.
    dropped : dict
        Number of dropped features by reason; `reasons` says each in words.
    dropped_features, kept_features
        Those that the policy names; `n_kept_found` are words and values of the data.
    auc_before, auc_after : float or None
        How well a linear SVM predicts the label, 0.5 is chance; None where it was not measured.
    proof : {"counted", "witnesses"}
        How the independent check of the file was made.
    certificate, certificate_sha256 : str
        The file with k rows for each row, below the bundle.
    """

    k: int
    achieved_k: int
    method: str
    rows: int
    label: str | None
    columns: tuple[str, ...]
    features_before: int
    features_after: int
    n_kept_found: int
    ones_before: int
    ones_after: int
    ones_cleared: int
    rows_all_zero_before: int
    rows_all_zero_after: int
    dropped: dict[str, int]
    reasons: dict[str, str]
    dropped_features: dict[str, str]
    kept_features: tuple[str, ...]
    auc_before: float | None
    auc_after: float | None
    proof: Literal["counted", "witnesses"]
    certificate: str
    certificate_sha256: str


class DocumentRecord(Record):
    """What happened to one document, in counts.

    Parameters
    ----------
    id : str
        Opaque number of the document within the release.
    input_hash : str
        HMAC-SHA256 of the input under the release's key.
    output : str
        Path inside ``documents/``; empty unless released.
    reason : str
        Error code and a sentence without text, when refused or quarantined.
    decisions : dict
        Number of changes per clause id and action, as ``{"identifiers[0]": {"replace": 3}}``.
    utility : float or None
        Share of the document's information content that is kept (C-sanitized, eq. 8).
    table : TableRecord or None
        Of a table that a clause of the policy releases as a whole.
    """

    id: str
    input_hash: str
    format: str = ""
    outcome: DocumentOutcome
    output: str = ""
    sha256: str = ""
    n_bytes: int = 0
    n_characters: int = 0
    reason: str = ""
    decisions: dict[str, dict[str, int]] = Field(default_factory=dict)
    categories: dict[str, int] = Field(default_factory=dict)
    concepts: dict[str, ConceptCount] = Field(default_factory=dict)
    utility: float | None = None
    information_bits: float = 0.0
    kept_bits: float = 0.0
    confuse: ConfuseCount | None = None
    table: TableRecord | None = None


class ClauseCount(Record):
    """What one clause did over the whole release."""

    clause: str
    changes: int
    documents: int
    actions: dict[str, int]


class ReleaseReport(Record):
    """The compliance report: policy, clauses, outcomes, limits; numbers and names only."""

    format: Literal[1] = 1
    release_id: str
    created: str
    tool: str
    plan: Plan
    plan_id: str
    documents: tuple[DocumentRecord, ...]
    clauses: tuple[ClauseCount, ...]
    concepts: dict[str, ConceptCount]
    totals: dict[str, int]
    utility: float | None
    confuse: ConfuseTotals | None = None
    verdict: Literal["released", "released in part", "refused", "nothing released"]
    gate: GateRecord | None = None
    approval: Approval | None = None


def outcome_of(documents: Iterable[DocumentRecord], quarantine: str) -> Outcome:
    """Exit code of a release.

    Parameters
    ----------
    documents : iterable of DocumentRecord
        Everything that was read or tried.
    quarantine : {"allow", "refuse"}
        The policy's word on documents that cannot be read.

    Returns
    -------
    Outcome
        ``REFUSED`` when any document failed a privacy test; ``INVALID`` when nothing was
        released, or a document was quarantined and the policy does not allow it.
    """
    found = Counter(document.outcome for document in documents)
    if found["refused"]:
        return Outcome.REFUSED
    if not found["released"] or (found["quarantined"] and quarantine == "refuse"):
        return Outcome.INVALID
    return Outcome.RELEASED


def summarize(
    *,
    release_id: str,
    created: str,
    tool: str,
    plan: Plan,
    documents: Iterable[DocumentRecord],
    approval: Approval | None = None,
    gate: GateRecord | None = None,
) -> ReleaseReport:
    """Add up the records of all documents into the report of a release."""
    ordered = tuple(sorted(documents, key=lambda document: document.id))
    totals = Counter[str](document.outcome for document in ordered)
    released = [document for document in ordered if document.outcome == "released"]
    information = sum(document.information_bits for document in released)
    kept = sum(document.kept_bits for document in released)
    return ReleaseReport(
        release_id=release_id,
        created=created,
        tool=tool,
        plan=plan.published(),
        plan_id=plan.plan_id,
        documents=ordered,
        clauses=tuple(_clause_counts(plan, released)),
        concepts=_concept_counts(released),
        totals={key: totals[key] for key in ("released", "refused", "quarantined")}
        | {"documents": len(ordered), "bytes": sum(d.n_bytes for d in released)},
        utility=kept / information if information else None,
        confuse=_confuse_totals(ordered) if plan.confuse else None,
        verdict=_verdict(totals),
        gate=gate,
        approval=approval,
    )


def _confuse_totals(documents: Iterable[DocumentRecord]) -> ConfuseTotals:
    ordered = list(documents)
    counts = [d.confuse for d in ordered if d.outcome == "released" and d.confuse is not None]
    kept = [count.topic_kept for count in counts if count.topic_kept is not None]
    return ConfuseTotals(
        documents=len(counts),
        changed=sum(count.mentions > 0 for count in counts),
        words=sum(count.words for count in counts),
        suppressed=sum(count.suppressed for count in counts),
        mentions=sum(count.mentions for count in counts),
        generalized=sum(count.generalized for count in counts),
        topics=len(kept),
        topics_kept=sum(kept),
        infeasible=sum(_INFEASIBLE in d.reason for d in ordered),
    )


def _verdict(
    totals: Counter[str],
) -> Literal["released", "released in part", "refused", "nothing released"]:
    if not totals["released"]:
        return "refused" if totals["refused"] else "nothing released"
    return "released in part" if totals["refused"] or totals["quarantined"] else "released"


def _concept_counts(released: list[DocumentRecord]) -> dict[str, ConceptCount]:
    total: dict[str, ConceptCount] = {}
    for document in released:
        for clause, count in document.concepts.items():
            total[clause] = total[clause] + count if clause in total else count
    return dict(sorted(total.items()))


def _clause_counts(plan: Plan, released: list[DocumentRecord]) -> Iterable[ClauseCount]:
    for clause in plan.clauses:
        actions: Counter[str] = Counter()
        touched = 0
        for document in released:
            done = document.decisions.get(clause.id, {})
            actions.update(done)
            touched += bool(done)
        yield ClauseCount(
            clause=clause.id,
            changes=sum(actions.values()),
            documents=touched,
            actions=dict(sorted(actions.items())),
        )


class ManifestFile(Record):
    """One file of a bundle."""

    path: str
    sha256: str
    n_bytes: int


class ManifestInput(Record):
    """One input, known only by a keyed hash, with its outcome."""

    document: str
    keyed_hash: str
    outcome: DocumentOutcome
    reason: str = ""


class RemovedProof(Record):
    """What the manifest says of the file that proves removal, which is kept apart from the bundle.

    Parameters
    ----------
    sha256 : str
        Of ``proof.jsonl`` in the private folder.
    key_check : str
        Tells whether a key is the one that made the fingerprints; says nothing of it.
    values, short, standing : int
        Different values removed per document, added up; of these too short to be searched for; of these
        such as stand elsewhere in the released document, where the policy lets them.
    fingerprints : int
        Values and parts of values that are searched for.
    """

    sha256: str
    key_check: str
    values: int
    short: int
    standing: int
    fingerprints: int


class Manifest(Record):
    """What a bundle consists of and what it rests on; signed."""

    format: Literal[1] = 1
    release_id: str
    created: str
    tool: str
    verdict: str
    policy: str
    policy_version: str
    policy_sha256: str
    plan_id: str
    corpus: CorpusRef | None
    knowledge: tuple[KnowledgeRef, ...]
    models: tuple[ModelRef, ...] = ()
    totals: dict[str, int]
    inputs: tuple[ManifestInput, ...]
    removed: RemovedProof | None = None
    files: tuple[ManifestFile, ...]
    approval: Approval | None = None


def manifest_of(
    report: ReleaseReport, files: Iterable[ManifestFile], removed: RemovedProof | None = None
) -> Manifest:
    """The manifest of a release over the `files` of its bundle."""
    plan = report.plan
    return Manifest(
        release_id=report.release_id,
        created=report.created,
        tool=report.tool,
        verdict=report.verdict,
        policy=plan.policy,
        policy_version=plan.version,
        policy_sha256=plan.policy_sha256,
        plan_id=report.plan_id,
        corpus=plan.corpus,
        knowledge=plan.knowledge,
        models=plan.models,
        totals=report.totals,
        inputs=tuple(
            ManifestInput(document=d.id, keyed_hash=d.input_hash, outcome=d.outcome, reason=d.reason)
            for d in report.documents
        ),
        removed=removed,
        files=tuple(sorted(files, key=lambda file: file.path)),
        approval=report.approval,
    )

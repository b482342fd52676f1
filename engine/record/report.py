"""The data of a release: outcomes per document, counts per clause, the manifest. Never text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from engine.errors import Outcome
from engine.plan.approval import Approval
from engine.plan.plan import Plan
from engine.record.attacked import AttackMeasurement
from engine.record.counted import (
    ChoiceCount,
    ChoiceTotals,
    ColumnCount,
    ConceptCount,
    EarlierCount,
    EarlierRecord,
    GateRecord,
    HiddenClassCount,
    HiddenClassTotals,
    PictureCount,
    Record,
    TableRecord,
)
from engine.record.review import ReviewRecord
from engine.record.standing import ReleaseFacts, Standing, formats_of, standings

_INFEASIBLE = "[KCF010]"
DocumentOutcome = Literal["released", "refused", "quarantined", "hidden"]
"""What became of an entry of the input; a hidden one is named and left out."""


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
    columns : ColumnCount or None
        Columns of its tables; None without tables.
    other_languages : dict
        Letters in passages that are not in English, by language (ISO 639-1).
    pictures : PictureCount or None
        What was read in its pictures; None where none was.
    utility : float or None
        Share of the document's information content that is kept (C-sanitized, eq. 8).
    table : TableRecord or None
        Of a table that a clause of the policy releases as a whole.
    earlier : EarlierCount or None
        Of a document whose text was released before.
    choice : ChoiceCount or None
        Replacements that were drawn; None where the policy draws none.
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
    columns: ColumnCount | None = None
    other_languages: dict[str, int] = Field(default_factory=dict)
    pictures: PictureCount | None = None
    utility: float | None = None
    information_bits: float = 0.0
    kept_bits: float = 0.0
    hide_class: HiddenClassCount | None = None
    table: TableRecord | None = None
    earlier: EarlierCount | None = None
    choice: ChoiceCount | None = None


class ClauseCount(Record):
    """What one clause did over the whole release, with others of the same law and subject."""

    clause: str
    changes: int
    documents: int
    actions: dict[str, int]
    withheld: bool = False
    """Whether the numbers are left out, since few documents, or nearly all, were changed."""


class ReleaseReport(Record):
    """The compliance report: policy, clauses, outcomes, limits; numbers and names only."""

    format: Literal[1] = 1
    audience: Literal["operator", "recipient"] = "operator"
    release_id: str
    created: str
    tool: str
    plan: Plan
    plan_id: str
    documents: tuple[DocumentRecord, ...]
    clauses: tuple[ClauseCount, ...]
    standings: tuple[Standing, ...] = ()
    concepts: dict[str, ConceptCount]
    totals: dict[str, int]
    columns: ColumnCount | None = None
    pictures: PictureCount | None = None
    utility: float | None
    hide_class: HiddenClassTotals | None = None
    verdict: Literal["released", "released in part", "refused", "nothing released"]
    gate: GateRecord | None = None
    approval: Approval | None = None
    review: ReviewRecord | None = None
    earlier: EarlierRecord | None = None
    attacked: AttackMeasurement | None = None
    choice: ChoiceTotals | None = None

    def for_recipients(self) -> ReleaseReport:
        """The report as it leaves with the documents: what it says about one of them, or few, is left out.

        Notes
        -----
        Counts per document, reasons of refusals and the share of information kept tell in which
        documents a protected concept stood; totals over fewer than `SMALLEST_COUNT` documents, or over all
        but so few, tell nearly the same.
        """
        n = self.totals["released"]
        clauses = tuple(
            count if _is_large(count.documents, n) else _withheld(count) for count in self.clauses
        )
        large = {count.clause for count in clauses if not count.withheld}
        shown = {clause for one in self.standings if one.clauses[0] in large for clause in one.clauses}
        many = n >= SMALLEST_COUNT
        return self.model_copy(
            update={
                "audience": "recipient",
                "documents": tuple(map(_for_recipients, self.documents)),
                "clauses": clauses,
                "concepts": {clause: count for clause, count in self.concepts.items() if clause in shown},
                "utility": round(self.utility, 2) if many and self.utility is not None else None,
                "hide_class": self.hide_class if many else None,
                "pictures": None,
                "earlier": None,
                "choice": None,
            }
        )


SMALLEST_COUNT = 11
"""Documents that a total must be about to leave with a release, and be short of all of them: the smallest
cell that the Centers for Medicare & Medicaid Services let be published."""


def _is_large(n_documents: int, n_released: int) -> bool:
    return SMALLEST_COUNT <= n_documents <= n_released - SMALLEST_COUNT


def _withheld(count: ClauseCount) -> ClauseCount:
    return ClauseCount(clause=count.clause, changes=0, documents=0, actions={}, withheld=True)


def _for_recipients(record: DocumentRecord) -> DocumentRecord:
    """Of a document: what it is called, its file, and whether it is there."""
    return DocumentRecord(
        id=record.id,
        input_hash=record.input_hash,
        format=record.format,
        outcome=record.outcome,
        output=record.output,
        sha256=record.sha256,
        n_bytes=record.n_bytes,
        table=record.table,
    )


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
        released, or a document was quarantined and the policy does not allow it; ``INCOMPLETE`` when
        it does, and others were released.
    """
    found = Counter(document.outcome for document in documents)
    if found["refused"]:
        return Outcome.REFUSED
    if not found["released"] or (found["quarantined"] and quarantine == "refuse"):
        return Outcome.INVALID
    return Outcome.INCOMPLETE if found["quarantined"] else Outcome.RELEASED


def summarize(
    *,
    release_id: str,
    created: str,
    tool: str,
    plan: Plan,
    documents: Iterable[DocumentRecord],
    approval: Approval | None = None,
    gate: GateRecord | None = None,
    review: ReviewRecord | None = None,
    earlier: EarlierRecord | None = None,
    attacked: AttackMeasurement | None = None,
) -> ReleaseReport:
    """Add up the records of all documents into the report of a release."""
    ordered = tuple(sorted(documents, key=lambda document: document.id))
    totals = Counter[str](document.outcome for document in ordered)
    released = [document for document in ordered if document.outcome == "released"]
    columns = _columns(released)
    pictures = _pictures(released)
    lines = standings(
        plan,
        ReleaseFacts(
            quarantined=totals["quarantined"],
            columns=columns or ColumnCount(),
            formats=formats_of(document.format for document in released),
            languages=frozenset(language for document in released for language in document.other_languages),
            pictures_read=pictures is not None,
        ),
    )
    information = sum(document.information_bits for document in released)
    kept = sum(document.kept_bits for document in released)
    return ReleaseReport(
        release_id=release_id,
        created=created,
        tool=tool,
        plan=plan.published(),
        plan_id=plan.plan_id,
        documents=ordered,
        clauses=tuple(_clause_counts(lines, released)),
        standings=lines,
        concepts=_concept_counts(released),
        totals={key: totals[key] for key in ("released", "refused", "quarantined", "hidden")}
        | {"documents": len(ordered) - totals["hidden"], "bytes": sum(d.n_bytes for d in released)},
        columns=columns,
        pictures=pictures,
        utility=kept / information if information else None,
        hide_class=_hidden_class_totals(ordered) if plan.hide_class else None,
        verdict=_verdict(totals),
        gate=gate,
        approval=approval,
        review=review,
        earlier=earlier,
        attacked=attacked,
        choice=_choice_totals(released),
    )


def _columns(released: Iterable[DocumentRecord]) -> ColumnCount | None:
    counts = [document.columns for document in released if document.columns is not None]
    return sum(counts, ColumnCount()) if counts else None


def _pictures(released: Iterable[DocumentRecord]) -> PictureCount | None:
    counts = [document.pictures for document in released if document.pictures is not None]
    return sum(counts, PictureCount()) if counts else None


def _hidden_class_totals(documents: Iterable[DocumentRecord]) -> HiddenClassTotals:
    ordered = list(documents)
    counts = [d.hide_class for d in ordered if d.outcome == "released" and d.hide_class is not None]
    kept = [count.topic_kept for count in counts if count.topic_kept is not None]
    return HiddenClassTotals(
        documents=len(counts),
        changed=sum(count.mentions > 0 for count in counts),
        words=sum(count.words for count in counts),
        suppressed=sum(count.suppressed for count in counts),
        mentions=sum(count.mentions for count in counts),
        generalized=sum(count.generalized for count in counts),
        topics=len(kept),
        topics_kept=sum(kept),
        infeasible=sum(_INFEASIBLE in d.reason for d in ordered),
        unknown=sum(not count.words for count in counts),
        fewer_with_earlier=sum(count.with_earlier is not None for count in counts),
    )


def _choice_totals(released: Iterable[DocumentRecord]) -> ChoiceTotals | None:
    counts = [document.choice for document in released if document.choice is not None]
    if not counts:
        return None
    return ChoiceTotals(
        epsilon=counts[0].epsilon,
        drawn=sum(count.drawn for count in counts),
        documents=sum(count.drawn > 0 for count in counts),
        most=max(count.drawn for count in counts),
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


def _clause_counts(lines: Iterable[Standing], released: list[DocumentRecord]) -> Iterable[ClauseCount]:
    for line in lines:
        actions: Counter[str] = Counter()
        touched = 0
        for document in released:
            done = [document.decisions[clause] for clause in line.clauses if clause in document.decisions]
            for counted in done:
                actions.update(counted)
            touched += any(done)
        yield ClauseCount(
            clause=line.clauses[0],
            changes=sum(actions.values()),
            documents=touched,
            actions=dict(sorted(actions.items())),
        )

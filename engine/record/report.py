"""The data of a release: outcomes per document, counts per clause, the manifest. Never text."""

from __future__ import annotations

import json
from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
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
    PeopleRisk,
    PictureCount,
    Record,
    TableRecord,
)
from engine.record.packed import Many, Packed
from engine.record.review import ReviewRecord
from engine.record.standards import StandardAnswer, StandardFacts, answers
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
    people : tuple of PeopleRisk
        Of its tables of people; empty where the policy measures none.
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
    people: tuple[PeopleRisk, ...] = ()


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
    documents: Many[DocumentRecord]
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
    standards: tuple[StandardAnswer, ...] = ()

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
                "documents": Packed(map(_for_recipients, self.documents)),
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


_SHOWN = ("id", "input_hash", "format", "outcome", "output", "sha256", "n_bytes", "table", "people")


def _for_recipients(record: DocumentRecord) -> DocumentRecord:
    """Of a document: what it is called, its file, and whether it is there."""
    return DocumentRecord(**{name: getattr(record, name) for name in _SHOWN})


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


def report_from(content: bytes) -> ReleaseReport:
    """The report of a bundle, of this version or an earlier one, read as this one has it.

    Parameters
    ----------
    content : bytes
        Of ``report.json``.

    Raises
    ------
    ValueError
        It is no report.

    Notes
    -----
    Version 0.1.0 had ``confuse`` where ``hide_class`` stands now, and no standing of clauses. What it said
    under ``confuse`` has another meaning today and is left out.
    """
    if b'"confuse"' in content:
        content = _without_confuse(json.loads(content))
    return ReleaseReport.model_validate_json(content)


def _without_confuse(found: object) -> bytes:
    if isinstance(found, dict) and "confuse" in found:
        places = [found, found.get("plan"), *(found.get("documents") or ())]
        for place in places:
            if isinstance(place, dict):
                place.pop("confuse", None)
    return json.dumps(found).encode()


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
    ordered = _in_order(documents)
    sums = _Sums(ordered)
    totals = sums.totals
    lines = standings(
        plan,
        ReleaseFacts(
            quarantined=totals["quarantined"],
            columns=sums.columns or ColumnCount(),
            formats=formats_of(sums.formats),
            languages=frozenset(sums.languages),
            pictures_read=sums.pictures is not None,
        ),
    )
    counts = {key: totals[key] for key in ("released", "refused", "quarantined", "hidden")}
    hidden_class = _hidden_class_totals(ordered) if plan.hide_class else None
    facts = StandardFacts(
        plan=plan,
        totals=counts,
        standings=lines,
        people=tuple(sums.people),
        tables=tuple(sums.tables),
        columns=sums.columns,
        hide_class=hidden_class,
        gate=gate,
        approval=approval,
        review=review,
        earlier=earlier,
        attacked=attacked,
    )
    information = sum(sums.information_bits)
    kept = sum(sums.kept_bits)
    return ReleaseReport(
        release_id=release_id,
        created=created,
        tool=tool,
        plan=plan.published(),
        plan_id=plan.plan_id,
        documents=ordered,
        clauses=_clause_counts(lines, ordered),
        standings=lines,
        concepts=dict(sorted(sums.concepts.items())),
        totals=counts | {"documents": len(ordered) - totals["hidden"], "bytes": sums.n_bytes},
        columns=sums.columns,
        pictures=sums.pictures,
        utility=kept / information if information else None,
        hide_class=hidden_class,
        verdict=_verdict(totals),
        gate=gate,
        approval=approval,
        review=review,
        earlier=earlier,
        attacked=attacked,
        choice=sums.choice,
        standards=answers(facts),
    )


def _in_order(documents: Iterable[DocumentRecord]) -> Packed[DocumentRecord]:
    """The records in the order of their numbers, in which a release gives them anyway."""
    packed = documents if isinstance(documents, Packed) else Packed(documents)
    numbers = [document.id for document in packed]
    if numbers == sorted(numbers):
        return packed
    return Packed(sorted(packed, key=lambda document: document.id))


class _Sums:
    """What the released documents of a release are together, added up in one look through them."""

    def __init__(self, documents: Iterable[DocumentRecord]) -> None:
        self.totals = Counter[str]()
        self.n_bytes = 0
        self.information_bits, self.kept_bits = array("d"), array("d")
        self.formats: set[str] = set()
        self.languages: set[str] = set()
        self.concepts: dict[str, ConceptCount] = {}
        self.columns: ColumnCount | None = None
        self.pictures: PictureCount | None = None
        self.choice: ChoiceTotals | None = None
        self.people: list[PeopleRisk] = []
        self.tables: list[TableRecord] = []
        for document in documents:
            self.totals[document.outcome] += 1
            if document.outcome == "released":
                self._add(document)

    def _add(self, document: DocumentRecord) -> None:
        self.n_bytes += document.n_bytes
        self.information_bits.append(document.information_bits)
        self.kept_bits.append(document.kept_bits)
        self.formats.add(document.format)
        self.languages.update(document.other_languages)
        self.people += document.people
        self.tables += filter(None, [document.table])
        for clause, count in document.concepts.items():
            self.concepts[clause] = self.concepts[clause] + count if clause in self.concepts else count
        if document.columns is not None:
            self.columns = (self.columns or ColumnCount()) + document.columns
        if document.pictures is not None:
            self.pictures = (self.pictures or PictureCount()) + document.pictures
        if document.choice is not None:
            self.choice = _chosen(self.choice, document.choice)


def _chosen(before: ChoiceTotals | None, count: ChoiceCount) -> ChoiceTotals:
    so_far = before or ChoiceTotals(epsilon=count.epsilon, drawn=0, documents=0, most=0)
    return ChoiceTotals(
        epsilon=so_far.epsilon,
        drawn=so_far.drawn + count.drawn,
        documents=so_far.documents + (count.drawn > 0),
        most=max(so_far.most, count.drawn),
    )


def _hidden_class_totals(documents: Sequence[DocumentRecord]) -> HiddenClassTotals:
    counts = Packed(d.hide_class for d in documents if d.outcome == "released" and d.hide_class is not None)
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
        infeasible=sum(_INFEASIBLE in d.reason for d in documents),
        unknown=sum(not count.words for count in counts),
        fewer_with_earlier=sum(count.with_earlier is not None for count in counts),
    )


def _verdict(
    totals: Counter[str],
) -> Literal["released", "released in part", "refused", "nothing released"]:
    if not totals["released"]:
        return "refused" if totals["refused"] else "nothing released"
    return "released in part" if totals["refused"] or totals["quarantined"] else "released"


def _clause_counts(lines: Sequence[Standing], documents: Iterable[DocumentRecord]) -> tuple[ClauseCount, ...]:
    """What each line's clauses did, in one look through the documents."""
    actions = [Counter[str]() for _ in lines]
    touched = [0] * len(lines)
    for document in documents:
        if document.outcome == "released":
            for number, line in enumerate(lines):
                done = [document.decisions[clause] for clause in line.clauses if clause in document.decisions]
                for counted in done:
                    actions[number].update(counted)
                touched[number] += any(done)
    return tuple(
        ClauseCount(
            clause=line.clauses[0],
            changes=sum(counts.values()),
            documents=n_touched,
            actions=dict(sorted(counts.items())),
        )
        for line, counts, n_touched in zip(lines, actions, touched, strict=True)
    )

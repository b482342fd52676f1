"""A file looked at as a release looks at it, and decisions as findings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from adapters.documents.opening.sources import Source
from engine.text import Decision
from saferelease.results import Finding, Inspection, Redaction

if TYPE_CHECKING:
    from engine.plan.plan import Plan
    from flows.document.document import DocumentPipeline
    from flows.document.results import Released


@dataclass(frozen=True, repr=False)
class File:
    """A file's name and bytes."""

    name: str
    content: bytes

    @property
    def source(self) -> Source:
        """As a release numbers it."""
        return Source("000001", self.name, self.name)

    def inspected(self, pipeline: DocumentPipeline) -> Inspection:
        """What would change in it."""
        from flows.release.preview.one_document import inspected

        found = inspected(pipeline, self.name, self.content)
        return Inspection(
            findings_of(found.decisions, pipeline.plan), tuple(found.faults), found.text.reveal()
        )

    def redacted(self, pipeline: DocumentPipeline) -> Redaction:
        """Its safe form."""
        released = self.released(pipeline)
        return Redaction(findings_of(released.decisions, pipeline.plan), (), released.content)

    def released(self, pipeline: DocumentPipeline) -> Released:
        """What a release makes of it.

        Raises
        ------
        RefusedError
            A check failed; ``PYT003``.
        """
        from flows.release.preview.one_document import released_alone

        return released_alone(pipeline, self.source, self.content)


def findings_of(decisions: Iterable[Decision], plan: Plan) -> tuple[Finding, ...]:
    """Decisions as findings."""
    laws = {clause.id: clause.law for clause in plan.clauses}
    return tuple(finding_of(decision, laws) for decision in decisions)


def finding_of(decision: Decision, laws: Mapping[str, str]) -> Finding:
    """A decision as a finding."""
    score = decision.why.get("score")
    reasons = (f"{name} {value}" for name, value in decision.why.items() if name != "score")
    return Finding(
        start=decision.start,
        end=decision.end,
        kind=decision.category,
        clause=decision.clause,
        law=laws.get(decision.clause, ""),
        action=decision.action,
        reason="; ".join([decision.stage, *reasons]),
        confidence=score if isinstance(score, float) else None,
        replacement=decision.replacement,
    )

"""What is handed in: a text, a file, the bytes of a file, or a table, looked at as a release looks at it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, Protocol

from adapters.documents.opening.sources import Source
from engine.errors import InvalidError, fault
from engine.text import Decision
from saferelease.policies import Policy
from saferelease.results import Finding, Inspection, Redaction

if TYPE_CHECKING:
    from engine.plan.plan import Plan
    from flows.document.document import DocumentPipeline
    from flows.document.results import Released

_TEXT = "text.txt"


class Given(Protocol):
    """A source, ready to be looked at."""

    def inspected(self, pipeline: DocumentPipeline) -> Inspection:
        """What would change in it."""

    def redacted(self, pipeline: DocumentPipeline) -> Redaction:
        """Its safe form."""


def inspect(source: Any, policy: Policy | str | Path, *, name: str = "") -> Inspection:
    """`Policy.inspect` of `policy`; one that is named is loaded for this call alone, which takes a second.

    Examples
    --------
    >>> inspect("Mail anna@example.org.", "hipaa-safe-harbor").counts()
    {'email': 1}
    """
    return _policy(policy).inspect(source, name=name)


def redact(source: Any, policy: Policy | str | Path, *, name: str = "") -> Redaction:
    """`Policy.redact` of `policy`; one that is named is loaded for this call alone, which takes a second.

    Examples
    --------
    >>> redact("Mail anna@example.org.", "hipaa-safe-harbor").text
    'Mail [EMAIL].'
    """
    return _policy(policy).redact(source, name=name)


def _policy(policy: Policy | str | Path) -> Policy:
    return policy if isinstance(policy, Policy) else Policy.load(policy)


def given(source: Any, name: str) -> Given:
    """The source as what it is.

    Raises
    ------
    InvalidError
        ``PYT002``; ``SRC001``, ``SRC004`` for a path that is no file.
    """
    if isinstance(source, str):
        return File(_TEXT, _encoded(source))
    if isinstance(source, Path):
        from adapters.documents.opening.sources import find_sources

        (found,) = find_sources([source]) if not source.is_dir() else [None]
        if found is not None:
            return File(name or source.name, found.read())
    if isinstance(source, bytes) and PurePosixPath(name).suffix:
        return File(name, source)
    if hasattr(source, "__arrow_c_stream__"):
        from saferelease.tables import Table

        return Table(source)
    must = "must be a text, a Path of a file, bytes with the name of their file, or a table"
    advice = 'Name the file of bytes: name="letter.docx".'
    raise InvalidError(fault("PYT002", "source", must, type(source).__name__, advice))


def _encoded(text: str) -> bytes:
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        must = "must be text that UTF-8 can write"
        raise InvalidError(fault("PYT002", "source", must, f"half a character at {error.start}")) from None


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
        from flows.release.preview.trying import inspected

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
        from flows.release.preview.alone import released_alone

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

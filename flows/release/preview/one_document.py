"""One document by itself, read apart unless it is plain text; without the machinery of a release."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import PurePosixPath

from adapters.documents.opening.sandbox import PLAIN_TEXT, run_limited
from adapters.documents.opening.sources import Source
from engine.errors import InvalidError, RefusedError, fault
from engine.plan.plan import Plan
from flows.compiling.in_force import require_in_force
from flows.document.document import DocumentPipeline
from flows.document.results import Inspected, Released


def inspected(pipeline: DocumentPipeline, name: str, content: bytes) -> Inspected:
    """What a release would do with a document of this name; whatever is no plain text, under limits.

    Raises
    ------
    InvalidError
        ``TRY001`` for a table that a clause releases as a whole; a file that cannot be read.
    RefusedError
        A document that no release would begin with.
    """
    source = Source("000001", name, name)
    if pipeline.tables.step_for(name) is not None:
        must = "must be no file that a clause releases as a table"
        raise InvalidError(fault("TRY001", "the file", must, "", "Try it with saferelease inspect."))
    if PurePosixPath(name).suffix.lower() in PLAIN_TEXT:
        return pipeline.inspected(source, content)
    limits = pipeline.limits.for_file(len(content))
    return run_limited(source.id, pipeline.inspected, source, content, limits=limits)


def released_alone(pipeline: DocumentPipeline, source: Source, content: bytes) -> Released:
    """What a release makes of one document; whatever is no plain text is read apart, under limits.

    Raises
    ------
    RefusedError
        A check failed; ``PYT003``, ``POL064`` as of `require_alone`.
    InvalidError
        What cannot be read.
    """
    require_alone(pipeline.plan, pipeline.tables.step_for(source.path) is not None)
    suffix = PurePosixPath(source.path).suffix
    if suffix.lower() in PLAIN_TEXT:
        return pipeline.release(source, content)
    pipeline.warm(suffix)
    limits = pipeline.limits.for_file(len(content))
    return run_limited(source.id, pipeline.release, source, content, limits=limits)


def require_alone(plan: Plan, is_table: bool) -> None:
    """Refuse what only a whole release keeps.

    Raises
    ------
    RefusedError
        ``PYT003``; ``POL064`` before the policy is in force.
    """
    require_in_force(plan, datetime.now(UTC).date())
    hidden = plan.hide_class
    whole = {
        "people review what it releases": plan.review,
        "an approver signs it": plan.require_approved,
        "an attacker is tried on a sample first": plan.gate,
        "a measurement of attackers is kept": hidden is not None and hidden.attacker_at_most is not None,
        "the table is released as a whole": is_table,
    }
    why = [reason for reason, asked in whole.items() if asked]
    if why:
        must = "must be kept by a whole release"
        raise RefusedError(fault("PYT003", f"policy {plan.policy}", must, why[0], "Make a whole release."))

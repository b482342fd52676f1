"""One document released by itself: decided and checked as in a release, and nothing of it is written down."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import PurePosixPath
from typing import NamedTuple

from adapters.documents.opening.sandbox import run_limited
from adapters.documents.opening.sources import Source
from engine.errors import Fault, RefusedError, SafereleaseError, fault
from engine.plan.plan import Plan
from flows.compiling.compilation import Compiled, compile_policy
from flows.compiling.in_force import require_in_force
from flows.document.document import DocumentPipeline
from flows.document.results import Released
from flows.release.workers.deadline import deadline, limits_for
from flows.release.workers.pool import WorkerPool
from flows.release.workers.worker import PLAIN_TEXT

_KEY_BYTES = 32
_compiled: Compiled | None = None


class Asked(NamedTuple):
    """A document, and what it is called."""

    name: str
    content: bytes


@dataclass(frozen=True)
class Made:
    """What came of it.

    Parameters
    ----------
    content : bytes
        The released file; empty where there is none.
    changes : int
        How many places were changed.
    refused : tuple of Fault
        Why there is none.
    """

    content: bytes = field(default=b"", repr=False)
    changes: int = 0
    refused: tuple[Fault, ...] = ()


class Alone:
    """A compiled policy under which documents are released one by one, in a process of its own.

    Parameters
    ----------
    policy : str
        File of a policy, or name of a shipped one.

    Notes
    -----
    Each document has pseudonyms and moved dates of its own: two that leave so cannot be joined by them.
    """

    def __init__(self, policy: str) -> None:
        compiled = compile_policy(policy)
        self.plan_id = compiled.plan.plan_id
        self._pool: WorkerPool[Asked, Made] = WorkerPool(_release_all, _start, (compiled,), _lost, 1)

    def release(self, name: str, content: bytes) -> Made:
        """What a release makes of a document of this name."""
        return self._pool.run([Asked(name, content)])[0]

    def close(self) -> None:
        """End its process."""
        self._pool.close()


def _start(compiled: Compiled) -> None:
    global _compiled
    _compiled = compiled


def _release_all(asked: Sequence[Asked]) -> list[Made]:
    assert _compiled is not None
    made = []
    for one in asked:
        now = datetime.now(UTC)
        pipeline = DocumentPipeline(_compiled, secrets.token_bytes(_KEY_BYTES), now.year)
        with deadline(*limits_for(len(one.content), pipeline.limits)):
            made.append(_release(pipeline, one))
    return made


def _release(pipeline: DocumentPipeline, one: Asked) -> Made:
    try:
        released = released_alone(pipeline, Source("000001", one.name, one.name), one.content)
    except SafereleaseError as error:
        return Made(refused=tuple(error.faults))
    return Made(released.content, len(released.decisions))


def _lost(asked: Asked, overdue: bool) -> Made:
    must = "must be read in the time that the policy allows" if overdue else "must not end its reader"
    return Made(refused=(fault("RUN006" if overdue else "RUN001", "the document", must),))


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

"""One document released by itself: decided and checked as in a release, and nothing of it is written down."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import NamedTuple

from adapters.documents.opening.sources import Source
from engine.errors import Fault, SafereleaseError, fault
from flows.compiling.compilation import Compiled
from flows.document.document import DocumentPipeline
from flows.release.preview.one_document import released_alone
from flows.release.workers.deadline import deadline, limits_for
from flows.release.workers.pool import WorkerPool

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
    compiled : Compiled

    Notes
    -----
    Each document has pseudonyms and moved dates of its own: two that leave so cannot be joined by them.
    """

    def __init__(self, compiled: Compiled) -> None:
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

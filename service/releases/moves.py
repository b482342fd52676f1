"""The states of a release and its documents, and how they move: one transaction, one entry in the ledger."""

from __future__ import annotations

import json
import logging
from enum import StrEnum

from sqlalchemy import Select, select, update
from sqlalchemy.orm import Session

from flows.release.records.recording import record
from service.app.context import Service
from service.people.roles import Who
from service.refusals import changed_meanwhile
from service.state.columns import now
from service.state.tables import Move, Release, ReleaseDocument

log = logging.getLogger("saferelease.moves")


class State(StrEnum):
    """Where a release is."""

    DRAFT = "draft"
    QUEUED = "queued"
    RUNNING = "running"
    PAUSED = "paused"
    REVIEW = "review"
    APPROVAL = "approval"
    SEALING = "sealing"
    SEALED = "sealed"
    REFUSED = "refused"
    REJECTED = "rejected"
    FAILED = "failed"
    CANCELLED = "cancelled"


class Step(StrEnum):
    """Where a document is."""

    READ = "read"
    PASSED = "passed"
    TO_REVIEW = "to review"
    ONCE = "reviewed once"
    REVIEWED = "reviewed"
    WITHHELD = "withheld"
    QUARANTINED = "quarantined"
    REFUSED = "refused"


SIGNED_OFF = (Step.ONCE, Step.REVIEWED, Step.WITHHELD)
"""What a reviewer's sign-off makes of a document."""
REPLACED = "replaced"
"""The code of moves that follow from another file in a document's place."""
WORDS = {
    State.DRAFT: "Draft",
    State.QUEUED: "Waits for a machine",
    State.RUNNING: "Running",
    State.PAUSED: "Paused",
    State.REVIEW: "In review",
    State.APPROVAL: "Waits for approval",
    State.SEALING: "Being sealed",
    State.SEALED: "Sealed",
    State.REFUSED: "Nothing released",
    State.REJECTED: "Rejected",
    State.FAILED: "Failed",
    State.CANCELLED: "Cancelled",
}
DELIVERY_WORDS = {
    "delivery asked": "Its bundle is to go to a store",
    "delivery ended": "Its bundle is not to go there",
    "delivered": "Its bundle stands in the store",
}
"""What is said of a release without moving it on; the code knows the address again."""
_MAY: dict[State, frozenset[State]] = {
    State.DRAFT: frozenset({State.QUEUED, State.CANCELLED}),
    State.QUEUED: frozenset({State.RUNNING, State.PAUSED, State.CANCELLED}),
    State.RUNNING: frozenset({State.REVIEW, State.PAUSED, State.REFUSED, State.FAILED, State.CANCELLED}),
    State.PAUSED: frozenset({State.QUEUED, State.CANCELLED}),
    State.REVIEW: frozenset({State.APPROVAL, State.QUEUED, State.CANCELLED}),
    State.APPROVAL: frozenset({State.SEALING, State.REJECTED, State.REVIEW, State.QUEUED}),
    State.SEALING: frozenset({State.SEALED, State.REFUSED, State.FAILED}),
    State.FAILED: frozenset({State.QUEUED, State.SEALING, State.CANCELLED}),
    State.SEALED: frozenset(),
    State.REFUSED: frozenset(),
    State.REJECTED: frozenset(),
    State.CANCELLED: frozenset(),
}
ENDED = frozenset({State.SEALED, State.REFUSED, State.REJECTED, State.CANCELLED})
_ONCE = ("case", "move")
"""What names a move in its entry."""


def move(
    session: Session, release: Release, target: State, who: Who | None, *, code: str = "", step: str = ""
) -> Move:
    """Move a release on; it moves once, whoever else tries at the same time.

    Raises
    ------
    Refusal
        ``SVC003`` when it is not where it was seen, or cannot go there.
    """
    source = State(release.state)
    if target not in _MAY[source]:
        raise changed_meanwhile("the release")
    wanted = update(Release).where(Release.id == release.id, Release.state == source.value)
    values = {"state": target.value, "updated": now(), "reason": code}
    if session.execute(wanted.values(values).execution_options(synchronize_session=False)).rowcount != 1:  # type: ignore[attr-defined]
        raise changed_meanwhile("the release")
    session.expire(release)
    made = Move(
        release_id=release.id,
        step=step or target.value,
        source=source.value,
        target=target.value,
        code=code,
        by=who.id if who else None,
        key=who.key if who else "",
    )
    session.add(made)
    return made


def sign_offs(release: str) -> Select[tuple[str]]:
    """Whatever people signed off in a release, for asking the state; also what was sent back since."""
    signed = Move.document_id.is_not(None), Move.by.is_not(None), Move.target.in_(SIGNED_OFF)
    return select(Move.id).where(Move.release_id == release, *signed)


def note_delivery(session: Session, release: Release, what: str, who: Who | None, mark: str) -> None:
    """Say what becomes of its bundle in a store: a key of `DELIVERY_WORDS`."""
    session.add(
        Move(
            release_id=release.id,
            step=what,
            source=release.state,
            target=what,
            code=mark,
            by=who.id if who else None,
            key=who.key if who else "",
        )
    )


def note_step(
    session: Session, document: ReleaseDocument, target: Step, who: Who | None, code: str = ""
) -> None:
    """Move a document on, and say so."""
    made = Move(
        release_id=document.release_id,
        document_id=document.id,
        step="document",
        source=document.state,
        target=target.value,
        code=code,
        by=who.id if who else None,
        key=who.key if who else "",
    )
    session.add(made)
    document.state, document.updated = target.value, now()


def write_down(service: Service) -> int:
    """Write moves into the ledger that are not there yet; after a crash, those that were left over.

    Notes
    -----
    The number of the ledger's entry is set with the row locked, so that two processes do not both write.
    After a crash between the two the entry is found by the number of its move, and gets the receipt it lacks.
    """
    done = 0
    while True:
        with service.database.begin() as session:
            wanted = select(Move).where(Move.entry.is_(None)).order_by(Move.at).limit(1)
            found = session.scalar(wanted.with_for_update(skip_locked=True))
            if found is None:
                return done
            release = session.get(Release, found.release_id)
            body = {
                "case": found.release_id,
                "move": found.id,
                "document": found.document_id or "",
                "from": found.source.replace(" ", "-"),
                "to": found.target.replace(" ", "-"),
                "code": found.code,
                "person": found.by or "machine",
                **({"key": found.key} if found.key else {}),
            }
            made = record("moved", release.engine_id if release else "", body, service.keys, _ONCE)
            found.entry, done = made.seq, done + 1
            log.info(json.dumps(body | {"entry": made.seq}))


def viewed(service: Service, who: Who, release: Release, document: str, page: int = 0) -> int:
    """Write down that somebody looks at an original, or at a page of it, before it is shown."""
    body = {"case": release.id, "document": document, **({"page": page} if page else {}), **who.named}
    return record("viewed", release.engine_id, body, service.keys).seq

"""Overrides: a value that a clause forbids stays when a second person grants it."""

from __future__ import annotations

import json

from sqlalchemy import select
from sqlalchemy.orm import Session

from flows.release.records.recording import record
from service.app.context import Service
from service.people.roles import Action, Who
from service.refusals import Refusal, changed_meanwhile, not_found, require_seen
from service.releases.intake import engine_number, visible
from service.releases.moves import State
from service.releases.review.correcting import MAX_WORDS
from service.releases.review.sheets import Said
from service.state.columns import now
from service.state.tables import Correction, Override, Release, ReleaseDocument


def overrides_of(session: Session, release: str) -> list[Override]:
    """Overrides that were asked for in a release, the oldest first; those undone are left out."""
    wanted = (
        select(Override)
        .join(Correction, Correction.id == Override.correction_id)
        .where(Override.release_id == release, Correction.undone.is_(None))
    )
    return list(session.scalars(wanted.order_by(Override.asked)))


def releases_that_ask(session: Session, who: Who) -> set[str]:
    """Releases in review in which an override waits for this person, as one who did not ask for it."""
    wanted = (
        select(Override.release_id)
        .join(Correction, Correction.id == Override.correction_id)
        .join(Release, Release.id == Override.release_id)
        .where(
            Correction.undone.is_(None),
            Override.state == "asked",
            Override.asked_by != who.id,
            Release.state == State.REVIEW.value,
            Release.group_id.in_(who.groups(Action.GRANT_OVERRIDES)),
        )
    )
    return set(session.scalars(wanted))


def decide_override(service: Service, who: Who, override: str, *, grant: bool, words: str = "") -> None:
    """A second person grants or refuses that a value stays; the ledger has it before it counts.

    Raises
    ------
    Refusal
        ``RVW013`` (403) for whoever asked; ``SVC003`` when it was decided.
    """
    with service.database.begin() as session:
        found = session.get(Override, override)
        if found is None:
            raise not_found()
        release = visible(session, who, found.release_id, Action.GRANT_OVERRIDES)
        if found.asked_by == who.id:
            must = "must be somebody else than who asked"
            raise Refusal(403, "RVW013", "the second person", must, "", "Somebody else decides.")
        if found.state != "asked" or release.state != State.REVIEW:
            raise changed_meanwhile("the override")
        found.state = "granted" if grant else "refused"
        found.decided_by, found.decided = who.id, now()
        require_seen("comment", words, lines=True)
        if words.strip():
            vault = service.vault_of(release)
            found.comment_sealed = vault.seal(words.strip()[:MAX_WORDS], f"override {found.id}")
        document = session.get_one(ReleaseDocument, found.document_id)
        body = {
            "case": release.id,
            "override": found.id,
            "outcome": found.state,
            "document": engine_number(document),
            "code": found.code,
            "asked": found.asked_by,
            **who.named,
        }
        record("override", release.engine_id, body, service.keys)


def override_words(service: Service, session: Session, release: Release, override: Override) -> Said:
    """What an approver sees of an override: the value, the code, the reason."""
    correction = session.get_one(Correction, override.correction_id)
    vault = service.vault_of(release)
    content = json.loads(vault.open(correction.content_sealed, f"correction {correction.id}"))
    return Said(
        correction.id,
        correction.batch,
        correction.kind,
        correction.code,
        correction.by,
        override=override.state,
        **content,
    )

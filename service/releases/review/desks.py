"""A document on a reviewer's desk: who may decide about it now, and what she sees."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import ColumnElement, and_, or_
from sqlalchemy.orm import Session

from flows.release.records.sheets import Sheet
from service.app.context import Service
from service.people.roles import Action, Who
from service.refusals import Refusal, not_found
from service.releases.intake import documents_of, engine_number, visible
from service.releases.moves import State, Step, viewed
from service.releases.review.assigning import OPEN, assigned, assigned_to
from service.releases.review.sheets import Finding, Said, findings_of, said_of, sheet_of
from service.releases.review.viewings import remember, version_of
from service.state.tables import Release, ReleaseDocument


@dataclass(frozen=True)
class Desk:
    """A document on a reviewer's desk."""

    release: Release
    document: ReleaseDocument
    sheet: Sheet
    said: list[Said]
    findings: list[Finding]
    todo: list[ReleaseDocument]


def queue(session: Session, who: Who, release: str) -> list[ReleaseDocument]:
    """Documents that people look at and that this one reviews, the riskiest first."""
    theirs = assigned(session, who, release)
    chosen = [one for one in documents_of(session, release) if one.chosen and one.id in theirs]
    return sorted(chosen, key=lambda document: (-document.risk, document.number))


def found_document(
    session: Session, who: Who, document: str, action: Action
) -> tuple[Release, ReleaseDocument]:
    """A document and its release, for somebody who reviews it; 404 for outsiders.

    Raises
    ------
    Refusal
        ``RVW021`` (403) for reviewers of the group to whom it is not assigned.
    """
    found = session.get(ReleaseDocument, document)
    if found is None:
        raise not_found()
    release = visible(session, who, found.release_id, action)
    if found.id not in assigned(session, who, release.id):
        advice = "Ask to see the original, with a reason."
        raise Refusal(403, "RVW021", "the document", "must be assigned to you", "", advice)
    return release, found


def may_decide(who: Who, release: Release, document: ReleaseDocument) -> bool:
    """Whether somebody may decide about a document now: nobody is first and second reviewer of one."""
    is_open = release.state == State.REVIEW and document.state in OPEN
    return is_open and (document.state == Step.TO_REVIEW or document.first_reviewer != who.id)


def decidable(who: Who) -> ColumnElement[bool]:
    """The same as `may_decide`, of documents that people look at, for asking the state."""
    first, step = ReleaseDocument.first_reviewer, ReleaseDocument.state
    return and_(
        Release.state == State.REVIEW.value,
        ReleaseDocument.chosen != "",
        step.in_([one.value for one in OPEN]),
        assigned_to(who),
        or_(step == Step.TO_REVIEW.value, first.is_(None), first != who.id),
    )


def open_desk(service: Service, who: Who, document: str, *, text: bool = True) -> Desk:
    """A document to look at; the ledger says so before it is shown.

    Parameters
    ----------
    service, who, document
    text : bool
        Whether its whole text is shown; else single pages are.

    Raises
    ------
    Refusal
        Not a reviewer, or the document is not one that people look at.
    """
    with service.database.look() as session:
        release, found = found_document(session, who, document, Action.SEE_ORIGINALS)
        if not found.chosen:
            raise not_found()
        viewed(service, who, release, engine_number(found))
        version = version_of(session, who, release, found.id)  # first: what comes now may be unseen
        sheet = sheet_of(service, session, release, found)
        said = said_of(session, service.vault_of(release), found.id)
        todo = [d for d in queue(session, who, release.id) if may_decide(who, release, d)]
    if text and sheet.readable:
        remember(service.database, who, found.id, version)
    return Desk(release, found, sheet, said, findings_of(sheet, said), todo)

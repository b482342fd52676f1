"""Approval: an approver looks at what people did, and lets the bundle be sealed in her name, or not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from engine.record.decisions import Approval
from engine.record.review import NearEvent, OverrideRecord, ReviewRecord, Unopened
from service.app.context import Service
from service.people.identity import WORDS, near
from service.people.roles import Action, Who
from service.refusals import Refusal, invalid, require_seen
from service.releases.intake import documents_of, engine_number, visible
from service.releases.moves import REPLACED, State, Step, move, sign_offs, write_down
from service.releases.review.choosing import statement
from service.releases.review.viewings import UNOPENED
from service.state.tables import Correction, Move, Override, Person, Release, ReleaseDocument


def live_corrections(session: Session, release: str) -> list[tuple[Correction, ReleaseDocument]]:
    """Corrections of a release that were not undone, with their documents."""
    wanted = (
        select(Correction, ReleaseDocument)
        .join(ReleaseDocument, ReleaseDocument.id == Correction.document_id)
        .where(ReleaseDocument.release_id == release, Correction.undone.is_(None))
        .order_by(Correction.at)
    )
    return [(row[0], row[1]) for row in session.execute(wanted)]


def record_of_review(session: Session, release: Release) -> ReviewRecord:
    """What people did to a release, for its report and manifest."""
    documents = documents_of(session, release.id)
    live = live_corrections(session, release.id)
    kinds = [correction.kind for correction, _ in live]
    names = {person.id: person.display for person in session.scalars(select(Person))}
    reviewers = {one for d in documents for one in (d.first_reviewer, d.second_reviewer) if one}
    approved = _approval(session, release)
    return ReviewRecord(
        documents=len(documents),
        reviewed=sum(d.first_reviewer is not None for d in documents),
        twice=sum(d.second_reviewer is not None for d in documents),
        refused_findings=kinds.count("keep"),
        changed_findings=kinds.count("retype") + kinds.count("level"),
        added_findings=kinds.count("add"),
        overrides=tuple(_overrides(session, release, names)),
        statement=statement(documents),
        reviewers=tuple(sorted(names[one] for one in reviewers)),
        approved_by=names.get(approved.by or "", "") if approved else "",
        approved_at=approved.at.isoformat(timespec="seconds") if approved else "",
        own_signature=asks_own_signature(release),
        near_events=tuple(near_decisions(session, release.id, names)),
        unopened=tuple(unopened_in(session, release.id, names)),
    )


def unopened_in(session: Session, release: str, names: Mapping[str, str]) -> Iterator[Unopened]:
    """Documents whose last sign-off by a person came without her having been shown them whole."""
    wanted = (
        select(Move, ReleaseDocument)
        .join(ReleaseDocument, ReleaseDocument.id == Move.document_id)
        .where(Move.release_id == release, Move.by.is_not(None), Move.step == "document")
        .order_by(Move.at)
    )
    last = {(doc.number, str(one.by)): (one, doc) for one, doc in session.execute(wanted).tuples()}
    for (_, person), (one, document) in sorted(last.items()):
        if one.code == UNOPENED:
            yield Unopened(document=engine_number(document), reviewer=names[person])


def near_decisions(session: Session, release: str, names: Mapping[str, str]) -> Iterator[NearEvent]:
    """What happened to accounts shortly before their owners reviewed, granted or approved, each once."""
    for (person, decided), at in sorted(_decisions(session, release).items()):
        for event in near(session, person, at):
            yield NearEvent(
                person=names[person],
                decided=decided,
                event=WORDS[event.step],
                by=names.get(event.by or "", ""),
                days=(at - event.at).days,
            )


def _decisions(session: Session, release: str) -> dict[tuple[str, str], datetime]:
    """When each person last decided, by what she did."""
    found: dict[tuple[str, str], datetime] = {}
    moves = select(Move).where(Move.release_id == release, Move.by.is_not(None)).order_by(Move.at)
    for one in session.scalars(moves):
        if one.document_id or one.target == State.SEALING:
            found[str(one.by), "reviewed" if one.document_id else "approved"] = one.at
    for override in session.scalars(select(Override).where(Override.release_id == release)):
        if override.decided_by and override.decided:
            found[override.decided_by, "granted"] = override.decided
    return found


def _overrides(session: Session, release: Release, names: dict[str, str]) -> list[OverrideRecord]:
    wanted = (
        select(Override, ReleaseDocument)
        .join(ReleaseDocument, ReleaseDocument.id == Override.document_id)
        .join(Correction, Correction.id == Override.correction_id)
        .where(Override.release_id == release.id, Override.state == "granted", Correction.undone.is_(None))
        .order_by(Override.asked)
    )
    return [
        OverrideRecord(
            document=engine_number(document),
            category=override.category,
            code=override.code,
            asked_by=names[override.asked_by],
            granted_by=names[override.decided_by or ""],
        )
        for override, document in session.execute(wanted).tuples()
    ]


def _approval(session: Session, release: Release) -> Move | None:
    wanted = select(Move).where(
        Move.release_id == release.id, Move.target == State.SEALING, Move.by.is_not(None)
    )
    return session.scalar(wanted.order_by(Move.at.desc()).limit(1))


def apart(session: Session, who: Who, release: Release) -> str:
    """Why somebody may not approve a release that she may see; empty when she may."""
    if release.review is not None and not release.review.get("separate", True):
        return ""
    handed = or_(Move.source == State.DRAFT, Move.code == REPLACED)  # a file, or all of them
    began = select(Move.id).where(
        Move.release_id == release.id, Move.by == who.id, Move.target == State.QUEUED, handed
    )
    if who.id == release.created_by or session.scalar(began.limit(1)):
        return "You started this release; somebody else approves it."
    if who.id == release.policy_author:
        return "You wrote its policy; somebody else approves it."
    if session.scalar(sign_offs(release.id).where(Move.by == who.id).limit(1)):
        return "You reviewed documents of it; somebody else approves it."
    return ""


def asks_own_signature(release: Release) -> bool:
    """Whether the policy wants an approver's signature by a key of her own."""
    return bool((release.review or {}).get("own_signature", False))


def approve(service: Service, who: Who, release: str, words: str) -> None:
    """Let a release be sealed; its signature names the approver.

    Raises
    ------
    Refusal
        ``RVW010`` (403) when she is not apart from who made it; ``SVC003`` when it does not wait.
    """
    _decide(service, who, release, words, State.SEALING)


def reject(service: Service, who: Who, release: str, words: str) -> None:
    """End a release without a bundle; says why."""
    if not words.strip():
        raise invalid("reason", "must be given when a release is rejected")
    _decide(service, who, release, words, State.REJECTED)


def send_back(service: Service, who: Who, release: str, words: str) -> None:
    """Back to the reviewers, with a word about what to look at; who reviewed before may be gone.

    Raises
    ------
    Refusal
        ``RVW023`` when nobody reviewed any document: there is nobody to send it to.
    """
    if not words.strip():
        raise invalid("reason", "must be given when a release is sent back")
    with service.database.begin() as session:
        found = _waiting(session, who, release)
        reviewed = [one for one in documents_of(session, release) if one.state == Step.REVIEWED]
        if not reviewed:
            must, advice = "must hold a document that somebody reviewed", "Reject it, or approve it."
            raise Refusal(409, "RVW023", "the release", must, "none", advice)
        made = move(session, found, State.REVIEW, who, step="sent back")
        session.flush()
        made.words_sealed = service.vault_of(found).seal(words.strip(), f"move {made.id}")
        for document in reviewed:
            document.state = Step.TO_REVIEW.value
            document.first_reviewer = document.second_reviewer = None
    write_down(service)


WAYS: Mapping[Approval, Callable[[Service, Who, str, str], None]] = {
    "approve": approve,
    "back": send_back,
    "reject": reject,
}
"""What an approver asks for, by name."""


def _decide(service: Service, who: Who, release: str, words: str, target: State) -> None:
    require_seen("comment", words, lines=True)
    if len(words) > 2000:
        raise invalid("comment", "must be 2,000 characters at the most")
    with service.database.begin() as session:
        found = _waiting(session, who, release)
        made = move(session, found, target, who, step="approved" if target == State.SEALING else "rejected")
        session.flush()
        found.beat = None
        if words.strip():
            made.words_sealed = service.vault_of(found).seal(words.strip(), f"move {made.id}")
    write_down(service)


def _waiting(session: Session, who: Who, release: str) -> Release:
    found = visible(session, who, release, Action.APPROVE_RELEASES)
    if why := apart(session, who, found):
        raise Refusal(403, "RVW010", "the approver", "must be apart from who made the release", "", why)
    return found

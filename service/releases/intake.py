"""From files to a release: who may see it, its documents sealed, what will happen before it starts."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from adapters.documents.opening.sources import SealedSource
from flows.orchestration.job import ReleaseJob
from flows.orchestration.reviewing import review_of
from service.app.context import Service
from service.people.roles import Action, Who
from service.refusals import Refusal, a_line, changed_meanwhile, invalid, not_found
from service.releases.moves import State, move, write_down
from service.state.columns import new_id, now
from service.state.tables import Group, PolicyVersion, Release, ReleaseDocument

MAX_NAME = 200
PAUSE = "pause"
"""What `Release.asked` holds until the machine rests."""


@dataclass(frozen=True)
class Choice:
    """A policy that a release can be made under."""

    value: str
    title: str


def visible(
    session: Session, who: Who, release: str, action: Action = Action.READ_RELEASES, *, alone: bool = False
) -> Release:
    """A release, for somebody whose role in its group includes `action`; 404 for outsiders.

    `alone`: nobody else changes it before the transaction ends.
    """
    found = session.get(Release, release, with_for_update=alone)
    if found is None:
        raise not_found()
    who.require(action, found.group_id)
    return found


def releases_for(session: Session, who: Who, states: Collection[State]) -> list[Release]:
    """Releases in `states` that somebody may see, newest first."""
    groups = who.groups(Action.READ_RELEASES)
    seen = Release.group_id.in_(groups), Release.state.in_([state.value for state in states])
    return list(session.scalars(select(Release).where(*seen).order_by(Release.created.desc())))


def policies_for(session: Session, group: str) -> list[Choice]:
    """Shipped policies, and the group's own approved ones."""
    from service.policies.books import approved_versions, shipped_names

    own = [
        Choice(version.id, f"{slug} {number} (approved)")
        for version, slug, number in approved_versions(session, group)
    ]
    return own + [Choice(name, name) for name in shipped_names()]


def new_release(service: Service, who: Who, group: str, title: str, policy: str, ticket: str = "") -> Release:
    """A draft in a group, under a policy; the same ticket of the same person twice is one release.

    Raises
    ------
    Refusal, InvalidError
        Not an operator there; a policy that is none; another release for the ticket.
    """
    with service.database.begin() as session:
        return draft(service, session, who, Wanted(group, title, policy, ticket))


@dataclass(frozen=True)
class Wanted:
    """A draft that somebody asks for."""

    group: str
    title: str
    policy: str
    ticket: str = ""


def draft(service: Service, session: Session, who: Who, wanted: Wanted) -> Release:
    """As `new_release`, together with what else `session` changes."""
    who.require(Action.START_RELEASES, wanted.group)
    title = a_line("title", wanted.title, MAX_NAME)
    mark = service.vault.mark("release tickets", f"{who.id} {wanted.ticket}") if wanted.ticket else None
    if session.get(Group, wanted.group) is None:
        raise not_found()
    if mark and (earlier := session.scalar(select(Release).where(Release.ticket == mark))):
        if (earlier.group_id, earlier.policy) != (wanted.group, wanted.policy):
            raise _another("release")
        return earlier
    if wanted.policy not in {choice.value for choice in policies_for(session, wanted.group)}:
        raise invalid("policy", "must be one that is offered", "Have it approved first.")
    version, ident = session.get(PolicyVersion, wanted.policy), new_id()
    release = Release(
        id=ident,
        group_id=wanted.group,
        title_sealed=service.vault.seal(title, f"title {ident}"),
        policy=wanted.policy,
        policy_version_id=version.id if version else None,
        policy_author=version.author_id if version else None,
        key_sealed=service.vault.new_key(ident),
        created_by=who.id,
        ticket=mark,
    )
    session.add(release)
    return release


def _another(what: str) -> Refusal:
    return Refusal(409, "SVC009", "Idempotency-Key", f"must be of the same {what}", "another one")


def title_of(service: Service, release: Release) -> str:
    """What people call a release."""
    return service.vault.open(release.title_sealed, f"title {release.id}")


def add_document(service: Service, who: Who, release: str, name: str, content: bytes, ticket: str) -> str:
    """Take one document in, encrypted; the same ticket twice is one document.

    Returns
    -------
    str
        Its id.

    Raises
    ------
    Refusal
        Not an operator; the release has started; a name that is none; another content for the ticket.
    """
    name = named(name)
    mark = _upload_mark(service, release, ticket) if ticket else None
    with service.database.begin() as session:
        found = visible(session, who, release, Action.START_RELEASES, alone=True)
        if found.state != State.DRAFT:
            raise changed_meanwhile("the release")
        same = select(ReleaseDocument).where(
            ReleaseDocument.release_id == release, ReleaseDocument.upload == mark
        )
        if mark and (earlier := session.scalar(same)):
            vault, path = service.vault_of(found), original_path(service, release, earlier.id)
            kept = (
                vault.open(earlier.name_sealed, f"name {earlier.id}"),
                vault.load(path, f"original {earlier.id}"),
            )
            if kept != (name, content):
                raise _another("document")
            return earlier.id
        last = session.scalar(
            select(func.max(ReleaseDocument.number)).where(ReleaseDocument.release_id == release)
        )
        ident, vault = new_id(), service.vault_of(found)
        document = ReleaseDocument(
            id=ident,
            release_id=release,
            number=(last or 0) + 1,
            upload=mark,
            name_sealed=vault.seal(name, f"name {ident}"),
            n_bytes=len(content),
        )
        vault.save(original_path(service, release, ident), content, f"original {ident}")
        session.add(document)
        found.updated = now()
    return ident


def _upload_mark(service: Service, release: str, ticket: str) -> str:
    return service.vault.mark("upload tickets", f"{release} {ticket}")


def known_uploads(service: Service, who: Who, release: str, tickets: Collection[str]) -> dict[str, str]:
    """Which of `tickets` came with a document that is there, with its id: what need not be sent again."""
    marks = {_upload_mark(service, release, ticket): ticket for ticket in tickets}
    with service.database.look() as session:
        visible(session, who, release, Action.START_RELEASES)
        found = documents_of(session, release)
    return {marks[row.upload]: row.id for row in found if row.upload and row.upload in marks}


def named(name: str) -> str:
    """The name of a file without its folders; refused when it is none that people can read."""
    name = PurePosixPath(name.replace("\\", "/")).name.strip()
    if not name or len(name) > MAX_NAME or name.startswith(".") or not name.isprintable():
        raise invalid("file name", f"must be 1 to {MAX_NAME} printable characters, and not begin with a dot")
    return name


def original_path(service: Service, release: str, document: str) -> Path:
    """Where a sealed original lies."""
    return service.settings.folder / "originals" / release / document


def documents_of(session: Session, release: str) -> list[ReleaseDocument]:
    """The documents of a release, in order."""
    wanted = select(ReleaseDocument).where(ReleaseDocument.release_id == release)
    return list(session.scalars(wanted.order_by(ReleaseDocument.number)))


def name_of(service: Service, release: Release, document: ReleaseDocument) -> str:
    """The file name with which it came."""
    return service.vault_of(release).open(document.name_sealed, f"name {document.id}")


def engine_number(document: ReleaseDocument) -> str:
    """Its number in the bundle and the report."""
    return f"{document.number:06d}"


def bundle_path(service: Service, release: str) -> Path:
    """Where the bundle of a release appears."""
    return service.settings.folder / "bundles" / release


def job_of(service: Service, session: Session, release: Release) -> ReleaseJob:
    """What the machine is asked to do for a release."""
    from service.policies.books import policy_path

    vault = service.vault_of(release)
    found = tuple(
        SealedSource(
            engine_number(document),
            str(original_path(service, release.id, document.id)),
            vault.open(document.name_sealed, f"name {document.id}"),
            "001",
            key=vault.key,
            label=f"{release.id} original {document.id}",
        )
        for document in documents_of(session, release.id)
    )
    return ReleaseJob(
        policy_path(service, session, release),
        (),
        bundle_path(service, release.id),
        chosen=found,
        review_key=vault.key,
    )


def plan_of(service: Service, who: Who, release: str) -> dict[str, object]:
    """What will happen, before it starts: documents, and which of them people look at."""
    from service.policies.books import policy_path

    with service.database.look() as session:
        found = visible(session, who, release)
        n = len(documents_of(session, release))
        review = review_of(policy_path(service, session, found))
    return {"documents": n, "review": review.model_dump() if review else None}


def start(service: Service, who: Who, release: str) -> None:
    """Hand a draft to the machine."""
    with service.database.begin() as session:
        found = visible(session, who, release, Action.START_RELEASES)
        if not documents_of(session, release):
            raise invalid("documents", "must be there before the release starts", "Add one.")
        move(session, found, State.QUEUED, who)
    write_down(service)


def cancel(service: Service, who: Who, release: str) -> None:
    """End a release that is not sealed; its documents go at the next clearing."""
    with service.database.begin() as session:
        found = visible(session, who, release, Action.START_RELEASES)
        move(session, found, State.CANCELLED, who)
    write_down(service)


def pause(service: Service, who: Who, release: str) -> None:
    """No more of it for now: the machine stops after the documents that it is at; what is done is kept."""
    with service.database.begin() as session:
        found = visible(session, who, release, Action.START_RELEASES)
        if found.state == State.RUNNING and found.asked != PAUSE:
            found.asked = PAUSE
        else:
            move(session, found, State.PAUSED, who)
    write_down(service)


def resume(service: Service, who: Who, release: str) -> None:
    """Go on with a release that rests, or that was asked to."""
    with service.database.begin() as session:
        found = visible(session, who, release, Action.START_RELEASES)
        if found.state == State.RUNNING and found.asked == PAUSE:
            found.asked = ""
        else:
            move(session, found, State.QUEUED, who)
            found.beat = None
    write_down(service)


def retry(service: Service, who: Who, release: str) -> None:
    """Take up a release that failed."""
    with service.database.begin() as session:
        found = visible(session, who, release, Action.START_RELEASES)
        sealing = found.asked == "seal"
        move(session, found, State.SEALING if sealing else State.QUEUED, who)
    write_down(service)

"""The policies of a group: drafts, what was submitted, what is approved; each version its own text."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from adapters.policies.files import shipped_folder
from engine.policy.model import Policy
from flows.audit.approving import approve_policy as sign_policy
from flows.compiling.compilation import load
from service.app.context import Service
from service.people.roles import Action, Who
from service.policies.files import kept_file, passing_file
from service.refusals import Refusal, changed_meanwhile, invalid, not_found, require_seen
from service.state.columns import new_id, now
from service.state.tables import Group, Person, PolicyFile, PolicyVersion, Release

MAX_TEXT = 500_000


OPEN = frozenset({"draft", "submitted"})
STATE_WORDS = {
    "draft": "draft",
    "submitted": "waits for approval",
    "approved": "approved",
    "rejected": "refused",
}
"""What pages call the states of a version."""


def shipped_names() -> list[str]:
    """Names of the policies that come with saferelease."""
    return sorted(path.stem for path in shipped_folder().glob("*.yaml"))


def approved_versions(session: Session, group: str) -> list[tuple[PolicyVersion, str, int]]:
    """The newest approved version of each policy of a group, with its name and number."""
    wanted = (
        select(PolicyVersion, PolicyFile.slug, PolicyVersion.number)
        .join(PolicyFile, PolicyFile.id == PolicyVersion.policy_id)
        .where(PolicyFile.group_id == group, PolicyVersion.state == "approved")
        .order_by(PolicyFile.slug, PolicyVersion.number)
    )
    newest = {slug: (version, slug, number) for version, slug, number in session.execute(wanted).tuples()}
    return list(newest.values())


def offered_policy(service: Service, session: Session, group: str, offer: str) -> str | None:
    """What the machine runs for a policy that releases of a group may be made under; None for any other."""
    for version, slug, _ in approved_versions(session, group):
        if version.id == offer:
            return str(version_path(service, version, slug))
    return offer if offer in shipped_names() else None


def text_of(service: Service, version: PolicyVersion) -> str:
    """The text of a version."""
    return service.vault.open(version.text_sealed, f"policy {version.id}")


def policy_path(service: Service, session: Session, release: Release) -> str:
    """What the machine is to run: a shipped policy's name, or the file of the approved version."""
    if release.policy_version_id is None:
        return release.policy
    version = session.get_one(PolicyVersion, release.policy_version_id)
    slug = session.get_one(PolicyFile, version.policy_id).slug
    return str(version_path(service, version, slug))


def version_path(service: Service, version: PolicyVersion, slug: str) -> Path:
    """A version as a file in memory, its approval beside it."""
    return kept_file(version.id, slug, text_of(service, version), approval_of(service, version))


def approval_of(service: Service, version: PolicyVersion) -> str:
    """The signed approval of a version; empty when there is none."""
    sealed = version.approval_sealed
    return service.vault.open(sealed, f"approval {version.id}") if sealed else ""


def visible_version(
    session: Session, who: Who, version: str, action: Action
) -> tuple[PolicyVersion, PolicyFile]:
    """A version, for somebody whose role in its group includes `action`; 404 for outsiders."""
    found = session.get(PolicyVersion, version)
    book = session.get(PolicyFile, found.policy_id) if found else None
    if found is None or book is None:
        raise not_found()
    who.require(action, book.group_id)
    return found, book


def group_of(session: Session, book: PolicyFile) -> Group:
    """The group that a policy belongs to."""
    return session.get_one(Group, book.group_id)


def loaded(path: Path) -> Policy:
    """A policy's file, composed with what it stands on."""
    return load(str(path)).policy


def checked(text: str) -> Policy:
    """The policy that a text holds, checked as `policy check` does.

    Raises
    ------
    InvalidError
        All faults, with lines.
    """
    with passing_file(text) as path:
        return load(str(path)).policy


@cache
def shipped_title(shipped: str) -> str:
    """The title of a policy that comes with saferelease."""
    return load(shipped).policy.title


def add_policy(service: Service, who: Who, group: str, text: str) -> str:
    """A first draft of a policy whose name nobody has in its group; the id of the version.

    Raises
    ------
    Refusal
        Not an author there; ``PLB004`` when a policy has the name.
    InvalidError
        The text names no policy.
    """
    who.require(Action.WRITE_POLICIES, group)
    slug = checked(text).policy
    with service.database.look() as session:
        newest = newest_version(session, group, slug)
    if newest is not None:
        advice = f"It is at /policies/{newest.id}: write a new version there, or choose another name."
        raise Refusal(409, "PLB004", "the name", "must not be of a policy that is there", slug, advice)
    return add_version(service, who, group, text)


def newest_version(session: Session, group: str, slug: str) -> PolicyVersion | None:
    """The newest version of a group's policy; None where there is no such policy."""
    wanted = (
        select(PolicyVersion)
        .join(PolicyFile, PolicyFile.id == PolicyVersion.policy_id)
        .where(PolicyFile.group_id == group, PolicyFile.slug == slug)
    )
    return session.scalar(wanted.order_by(PolicyVersion.number.desc()).limit(1))


def add_version(service: Service, who: Who, group: str, text: str) -> str:
    """The next draft of a policy, or its first one; the id of the version.

    Raises
    ------
    Refusal
        Not an author there; a draft of it is open already.
    InvalidError
        The text names no policy.
    """
    who.require(Action.WRITE_POLICIES, group)
    slug = checked(text).policy
    with service.database.begin() as session:
        book = session.scalar(select(PolicyFile).where(PolicyFile.group_id == group, PolicyFile.slug == slug))
        if book is None:
            book = PolicyFile(group_id=group, slug=slug)
            session.add(book)
            session.flush()
        last = newest_version(session, group, slug)
        if last is not None and last.state in OPEN:
            got, advice = f"version {last.number}", f"Go on with it, at /policies/{last.id}."
            raise Refusal(409, "PLB001", "the policy", "must have no open draft", got, advice)
        ident = new_id()
        session.add(
            PolicyVersion(
                id=ident,
                policy_id=book.id,
                number=(last.number if last else 0) + 1,
                text_sealed=service.vault.seal(text, f"policy {ident}"),
                author_id=who.id,
            )
        )
    return ident


def save_draft(service: Service, who: Who, version: str, text: str) -> None:
    """The text of a draft, as it stands; faults are told when it is submitted."""
    if len(text) > MAX_TEXT:
        raise invalid("text", f"must be {MAX_TEXT:,} characters at the most")
    with service.database.begin() as session:
        found, _ = visible_version(session, who, version, Action.WRITE_POLICIES)
        if found.state != "draft":
            raise changed_meanwhile("the policy")
        found.text_sealed = service.vault.seal(text, f"policy {found.id}")
        found.author_id, found.updated = who.id, now()


def submit_policy(service: Service, who: Who, version: str) -> None:
    """Ask for approval of a draft that has no fault."""
    with service.database.look() as session:
        found, book = visible_version(session, who, version, Action.WRITE_POLICIES)
        text = text_of(service, found)
    if checked(text).policy != book.slug:
        raise invalid("policy", f"must be called {book.slug}, as its other versions")
    with service.database.begin() as session:
        found, _ = visible_version(session, who, version, Action.WRITE_POLICIES)
        if found.state != "draft" or text_of(service, found) != text:
            raise changed_meanwhile("the policy")
        found.state, found.updated = "submitted", now()


def approve_policy(service: Service, who: Who, version: str, words: str, *, grant: bool = True) -> None:
    """Approve a version, with a signature over its compiled plan, or refuse it.

    Raises
    ------
    Refusal
        ``PLB002`` (403) for its author; ``SVC003`` when it waits for nobody.
    """
    require_seen("comment", words, lines=True)
    with service.database.look() as session:
        found, book = visible_version(session, who, version, Action.APPROVE_POLICIES)
        if found.author_id == who.id:
            must = "must be somebody else than its author"
            raise Refusal(403, "PLB002", "the approver", must, "", "Somebody else approves it.")
        if found.state != "submitted":
            raise changed_meanwhile("the policy")
        seen = found.state, found.updated
        path = version_path(service, found, book.slug)
    signed = sign_policy(str(path), who.display, words)[1] if grant else None
    with service.database.begin() as session:
        found, _ = visible_version(session, who, version, Action.APPROVE_POLICIES)
        if (found.state, found.updated) != seen:
            raise changed_meanwhile("the policy")
        found.state = "approved" if grant else "rejected"
        found.decided_by, found.decided = who.id, now()
        if signed:
            sealed = service.vault.seal(signed.model_dump_json(), f"approval {found.id}")
            found.plan_id, found.approval_sealed = signed.plan_id, sealed
        if words.strip():
            found.comment_sealed = service.vault.seal(words.strip()[:2000], f"comment {found.id}")


def next_draft(service: Service, who: Who, version: str) -> str:
    """A new draft with the text of a version; its id."""
    with service.database.look() as session:
        row, book = visible_version(session, who, version, Action.WRITE_POLICIES)
        text = text_of(service, row)
    return add_version(service, who, book.group_id, text)


def explained(service: Service, who: Who, version: str) -> dict[str, Any]:
    """A version in plain words, for those who read policies."""
    from flows.authoring.explaining import explain_policy

    with service.database.look() as session:
        row, book = visible_version(session, who, version, Action.READ_POLICIES)
        text = text_of(service, row)
    with passing_file(text, book.slug) as path:
        return explain_policy(str(path))


def begun(slug: str, base: str) -> str:
    """The text of a first draft: a policy that extends `base`, and asks people."""
    return (
        f"policy: {slug}\nversion: 1.0.0\ntitle: What this policy is for\nextends: {base}\n"
        "review:\n  all_above: 0   # risk from which people look at a document; 0: at all of them\n"
    )


def names(session: Session) -> dict[str, str]:
    """People's names by id."""
    return {person.id: person.display for person in session.scalars(select(Person))}


def groups_titled(session: Session, groups: Sequence[str]) -> list[Group]:
    """Groups by title."""
    return list(session.scalars(select(Group).where(Group.id.in_(groups)).order_by(Group.title)))


def comment_of(service: Service, version: PolicyVersion) -> str:
    """What was said when it was decided."""
    sealed = version.comment_sealed
    return service.vault.open(sealed, f"comment {version.id}") if sealed else ""


def shelves_for(
    service: Service, session: Session, who: Who
) -> list[tuple[Group, list[tuple[PolicyFile, list[PolicyVersion]]]]]:
    """The policies of one's groups, each with its versions, newest first."""
    made = []
    for group in groups_titled(session, who.groups(Action.READ_POLICIES)):
        books = session.scalars(
            select(PolicyFile).where(PolicyFile.group_id == group.id).order_by(PolicyFile.slug)
        )
        made.append((group, [(book, _versions(session, book)) for book in books]))
    return made


def history_of(service: Service, session: Session, book: PolicyFile) -> list[tuple[PolicyVersion, str]]:
    """All versions of a policy, newest first, each with what was said when it was decided."""
    return [(one, comment_of(service, one)) for one in _versions(session, book)]


def _versions(session: Session, book: PolicyFile) -> list[PolicyVersion]:
    wanted = select(PolicyVersion).where(PolicyVersion.policy_id == book.id)
    return list(session.scalars(wanted.order_by(PolicyVersion.number.desc())))

"""The folder under git where approved policies also stand, and from where drafts are taken up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import PurePosixPath
from typing import Literal

from sqlalchemy import select
from sqlalchemy.orm import Session

from adapters.policies.git_folder import GitFolder, Held, shown
from engine.errors import InvalidError
from service.app.context import Service
from service.app.message import Message
from service.people.accounts import group_named
from service.people.roles import Action, Who
from service.policies.books import (
    MAX_TEXT,
    add_version,
    approval_of,
    checked,
    comment_of,
    groups_titled,
    text_of,
)
from service.refusals import Refusal, invalid, not_found
from service.state.tables import Group, Person, PolicyFile, PolicyVersion

Form = Literal["same", "behind", "other", "unreadable"]


class StandingOut(Message):
    """A policy of the folder under git: ``same`` as the version in force, ``behind`` it, or ``other``: a text
    that no version here has, or ``unreadable``, and why. Who made the commit is what the commit says."""

    group: str
    policy: str
    form: str
    number: int  # of the version in force; 0 where none is
    commit: str  # the last that changed the file; empty where there is none
    author: str
    at: datetime | None
    takes_up: bool  # whether whoever looks may begin a draft with that text
    writes: bool  # whether they may write the version in force there
    fault: str = ""


def standings(service: Service, session: Session, who: Who) -> list[StandingOut]:
    """How the folder stands for the policies of one's groups; nothing where there is no folder.

    Raises
    ------
    InvalidError
        ``PGF001`` to ``PGF005``: the folder cannot be read.
    """
    if service.settings.policy_folder is None:
        return []
    folder = GitFolder(service.settings.policy_folder)
    paths = folder.paths()
    return [
        one
        for group in groups_titled(session, who.groups(Action.READ_POLICIES))
        for one in _of_group(service, session, who, folder, group, paths)
    ]


def take_up(service: Service, who: Who, group: str, policy: str) -> str:
    """Begin a draft with the text that the folder holds; the id of the version. She is its author.

    Raises
    ------
    Refusal
        Not an author there; ``PGF006`` when the folder holds nothing new of this policy; ``PLB001``.
    InvalidError
        The text is no policy, or of another name.
    """
    ident, folder = _opened(service, who, group, Action.WRITE_POLICIES)
    with service.database.look() as session:
        book = _book(session, ident, policy)
        held = _read(folder, group, policy)
        if held is None or held.text in _texts(service, session, book):
            raise _nothing()
    if len(held.text) > MAX_TEXT:
        raise invalid("text", f"must be {MAX_TEXT:,} characters at the most")
    if checked(held.text).policy != policy:
        raise invalid("policy", f"must be called {policy}, as its file")
    return add_version(service, who, ident, held.text)


def write(service: Service, who: Who, group: str, policy: str) -> None:
    """Write the version in force into the folder, where it does not stand yet.

    Raises
    ------
    Refusal
        Neither author nor approver there; ``PGF006`` when no version is in force.
    InvalidError
        ``PGF004`` when the folder holds a text that no version has; ``PGF005``.
    """
    with service.database.look() as session:
        found = session.scalar(select(Group).where(Group.slug == group))
    may = (Action.WRITE_POLICIES, Action.APPROVE_POLICIES)
    action = next((one for one in may if found and who.may(one, found.id)), may[0])
    ident, folder = _opened(service, who, group, action)
    with service.database.look() as session:
        book = _book(session, ident, policy)
        version = _in_force(session, book)
        if book is None or version is None:
            raise _nothing()
        _commit(service, session, folder, group, book, version)


def keep(service: Service, version: str) -> None:
    """Write what was just approved; where that cannot be, the approval stands, and the page says so."""
    if service.settings.policy_folder is None:
        return
    with suppress(InvalidError), service.database.look() as session:
        found = session.get_one(PolicyVersion, version)
        book = session.get_one(PolicyFile, found.policy_id)
        group = session.get_one(Group, book.group_id).slug
        _commit(service, session, GitFolder(service.settings.policy_folder), group, book, found)


def _of_group(
    service: Service, session: Session, who: Who, folder: GitFolder, group: Group, paths: Sequence[str]
) -> list[StandingOut]:
    books = {
        book.slug: book for book in session.scalars(select(PolicyFile).where(PolicyFile.group_id == group.id))
    }
    there = {PurePosixPath(path).stem for path in paths if _is_of(path, group.slug)}
    found = []
    for slug in sorted({*books, *there}):
        book = books.get(slug)
        version = _in_force(session, book)
        try:
            held = _read(folder, group.slug, slug)
        except InvalidError as error:
            if error.faults[0].code != "PGF003":  # of this file alone
                raise
            found.append(_unreadable(group.slug, slug, version, str(error.faults[0])))
            continue
        if held is None and version is None:
            continue
        found.append(_standing(service, session, who, group, slug, book, version, held))
    return found


def _unreadable(group: str, slug: str, version: PolicyVersion | None, told: str) -> StandingOut:
    number = version.number if version else 0
    return StandingOut(
        group=group, policy=shown(slug), form="unreadable", number=number, commit="", author="", at=None,
        takes_up=False, writes=False, fault=shown(told),
    )  # fmt: skip


def _standing(
    service: Service,
    session: Session,
    who: Who,
    group: Group,
    slug: str,
    book: PolicyFile | None,
    version: PolicyVersion | None,
    held: Held | None,
) -> StandingOut:
    known = held is None or held.text in _texts(service, session, book)
    same = held is not None and version is not None and held.text == text_of(service, version)
    form: Form = "same" if same else "behind" if known else "other"
    writes = who.may(Action.WRITE_POLICIES, group.id)
    return StandingOut(
        group=group.slug,
        policy=slug,
        form=form,
        number=version.number if version else 0,
        commit=held.commit if held else "",
        author=held.author if held else "",
        at=held.at if held else None,
        takes_up=writes and form == "other",
        writes=form == "behind"
        and version is not None
        and (writes or who.may(Action.APPROVE_POLICIES, group.id)),
    )


def _opened(service: Service, who: Who, group: str, action: Action) -> tuple[str, GitFolder]:
    """The id of a group, for whom it lets do this, and the folder."""
    with service.database.look() as session:
        try:
            ident = group_named(session, group).id
        except Refusal:
            raise not_found() from None
    who.require(action, ident)
    if service.settings.policy_folder is None:
        must, advice = "must be set", "An administrator sets SAFERELEASE_POLICY_FOLDER."
        raise Refusal(409, "PGF007", "a folder of policies", must, "", advice)
    return ident, GitFolder(service.settings.policy_folder)


def _commit(
    service: Service,
    session: Session,
    folder: GitFolder,
    group: str,
    book: PolicyFile,
    version: PolicyVersion,
) -> None:
    path, beside = f"{group}/{book.slug}.yaml", f"{group}/{book.slug}.approval.json"
    files = {path: text_of(service, version), beside: approval_of(service, version)}
    author = session.get_one(Person, version.author_id)
    approver = session.get(Person, version.decided_by)
    said = f"{book.slug} {version.number}, approved by {approver.display if approver else 'nobody'}"
    words = "\n\n".join(filter(None, (said, comment_of(service, version))))
    known: Mapping[str, Sequence[str]] = {
        path: _texts(service, session, book),
        beside: [approval_of(service, one) for one in _versions(session, book)],
    }
    folder.write(files, known, f"{words}\n", (author.display, f"{author.login}@localhost"))


def _texts(service: Service, session: Session, book: PolicyFile | None) -> list[str]:
    return [text_of(service, one) for one in _versions(session, book)]


def _versions(session: Session, book: PolicyFile | None) -> list[PolicyVersion]:
    if book is None:
        return []
    return list(session.scalars(select(PolicyVersion).where(PolicyVersion.policy_id == book.id)))


def _in_force(session: Session, book: PolicyFile | None) -> PolicyVersion | None:
    approved = [one for one in _versions(session, book) if one.state == "approved"]
    return max(approved, key=lambda one: one.number, default=None)


def _book(session: Session, group: str, policy: str) -> PolicyFile | None:
    return session.scalar(select(PolicyFile).where(PolicyFile.group_id == group, PolicyFile.slug == policy))


def _read(folder: GitFolder, group: str, policy: str) -> Held | None:
    path = f"{group}/{policy}.yaml"
    return folder.read(path) if _is_of(path, group) else None


def _is_of(path: str, group: str) -> bool:
    """Whether a path is ``GROUP/NAME.yaml``."""
    parts = PurePosixPath(path).parts
    return len(parts) == 2 and parts[0] == group and parts[1].endswith(".yaml") and "/".join(parts) == path


def _nothing() -> Refusal:
    must, advice = "must hold something new of this policy", "Load the page again."
    return Refusal(409, "PGF006", "the folder of policies", must, "", advice)

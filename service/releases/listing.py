"""Releases in lines, as lists show them: however many there are, the state is asked a few times alone."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import ColumnElement, Select, case, func, select
from sqlalchemy.orm import Session

from service.app.context import Service
from service.app.message import Message
from service.people.roles import Action, Who
from service.releases.intake import title_of
from service.releases.moves import WORDS, State
from service.releases.review.desks import decidable
from service.state.tables import Group, PolicyFile, PolicyVersion, Release, ReleaseDocument

Found = TypeVar("Found", bound=tuple[Any, ...])
PAGE = 50
"""Lines of a page."""
MOST_FOUND = 1000
"""Releases that a search gives at once."""
FURTHEST = 10_000_000
"""No list goes further: a database does not count without end."""


class ReleaseOut(Message):
    """A release in a line."""

    id: str
    title: str
    group: str
    policy: str
    state: str
    documents: int
    left: int
    created: datetime
    updated: datetime


class Case(ReleaseOut):
    """The same for a page: its state in a word."""

    word: str


class Part(NamedTuple):
    """Which lines of a list: those in a state (or in any), the newest first, without the first `offset`.

    Parameters
    ----------
    state : str
    offset : int
    limit : int or None
        At most so many.
    words : str
        In the title, or the beginning of the bundle's number; any where it is empty.
    """

    state: str = ""
    offset: int = 0
    limit: int | None = None
    words: str = ""


WHOLE = Part()


def counts_for(session: Session, who: Who) -> dict[str, int]:
    """How many releases that somebody may see are in each state."""
    wanted = select(Release.state, func.count()).where(_seen(who)).group_by(Release.state)
    found = Counter(dict(session.execute(wanted).tuples().all()))
    return {state.value: found[state.value] for state in State}


def cases_for(service: Service, session: Session, who: Who, part: Part = WHOLE) -> list[Case]:
    """Releases that somebody may see, the newest first."""
    wanted = _ordered(select(Release), who, part.state)
    if part.words:
        found = matching(service, session, who, part)[part.offset :][: part.limit or MOST_FOUND]
        return _cases(service, session, who, _ordered(select(Release), who, "").where(Release.id.in_(found)))
    return _cases(service, session, who, wanted.offset(part.offset).limit(part.limit))


def matching(service: Service, session: Session, who: Who, part: Part) -> list[str]:
    """Ids of releases that words fit, the newest first: titles are sealed, so each of them is opened."""
    wanted = _ordered(select(Release.id, Release.title_sealed, Release.engine_id), who, part.state)
    sought = part.words.casefold()
    return [
        ident
        for ident, sealed, number in session.execute(wanted)
        if number.startswith(sought) or sought in service.vault.open(sealed, f"title {ident}").casefold()
    ]


def _ordered(wanted: Select[Found], who: Who, state: str) -> Select[Found]:
    chosen = wanted.where(_seen(who)).order_by(Release.created.desc(), Release.id)
    return chosen.where(Release.state == state) if state else chosen


def case_of(service: Service, session: Session, who: Who, release: Release) -> Case:
    """One release in a line."""
    return _cases(service, session, who, select(Release).where(Release.id == release.id))[0]


def policy_name(session: Session, release: Release) -> str:
    """What people call the policy of a release."""
    return _policy_names(session, select(Release.policy_version_id).where(Release.id == release.id)).get(
        release.policy_version_id or "", release.policy
    )


def _seen(who: Who) -> ColumnElement[bool]:
    return Release.group_id.in_(who.groups(Action.READ_RELEASES))


def _cases(service: Service, session: Session, who: Who, wanted: Select[tuple[Release]]) -> list[Case]:
    groups = dict(session.execute(select(Group.id, Group.title)).tuples().all())
    policies = _policy_names(session, wanted.with_only_columns(Release.policy_version_id))
    counted = _counted(session, who, wanted.with_only_columns(Release.id))
    return [
        Case(
            id=one.id,
            title=title_of(service, one),
            group=groups[one.group_id],
            policy=policies.get(one.policy_version_id or "", one.policy),
            state=one.state,
            word=WORDS[State(one.state)],
            documents=documents,
            left=left,
            created=one.created,
            updated=one.updated,
        )
        for one in session.scalars(wanted)
        for documents, left in [counted.get(one.id, (0, 0))]
    ]


def _policy_names(session: Session, versions: Select[tuple[str | None]]) -> dict[str, str]:
    wanted = (
        select(PolicyVersion.id, PolicyFile.slug, PolicyVersion.number)
        .join(PolicyFile, PolicyFile.id == PolicyVersion.policy_id)
        .where(PolicyVersion.id.in_(versions))
    )
    return {ident: f"{slug} {number}" for ident, slug, number in session.execute(wanted)}


def _counted(session: Session, who: Who, releases: Select[tuple[str]]) -> dict[str, tuple[int, int]]:
    """Documents of each release, and how many of them this person may decide about now."""
    mine = case((decidable(who), 1), else_=0)
    wanted = (
        select(ReleaseDocument.release_id, func.count(), func.sum(mine))
        .join(Release, Release.id == ReleaseDocument.release_id)
        .where(ReleaseDocument.release_id.in_(releases))
        .group_by(ReleaseDocument.release_id)
    )
    return {release: (n, left) for release, n, left in session.execute(wanted)}

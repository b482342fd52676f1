"""Which reviewers a document is assigned to: as many as its policy asks for, who has least to do first.

In a group that shares its documents, every reviewer sees all of them.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Set
from contextlib import suppress

from sqlalchemy import ColumnElement, or_, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from service.app.context import Service
from service.people.accounts import who_is
from service.people.roles import Action, Role, Who
from service.releases.moves import State, Step
from service.state.tables import Assignment, Group, Membership, Person, Release, ReleaseDocument

OPEN = (Step.TO_REVIEW, Step.ONCE)
"""Steps at which a document waits for a reviewer."""


def assigned_to(who: Who) -> ColumnElement[bool]:
    """Whether a document of a release is one that somebody reviews, for asking the state."""
    given = select(Assignment.document_id).where(Assignment.person_id == who.id)
    shared = select(Group.id).where(Group.shared)
    return or_(
        ReleaseDocument.id.in_(given),
        Release.group_id.in_(shared),
        ReleaseDocument.first_reviewer == who.id,
        ReleaseDocument.second_reviewer == who.id,
    )


def assigned(session: Session, who: Who, release: str) -> Set[str]:
    """The documents of a release that somebody reviews; nothing for who is no reviewer there."""
    wanted = select(ReleaseDocument.id).join(Release, Release.id == ReleaseDocument.release_id)
    reviews = Release.group_id.in_(who.groups(Action.SEE_ORIGINALS))
    return set(session.scalars(wanted.where(Release.id == release, reviews, assigned_to(who))))


def assign(session: Session, release: Release) -> None:
    """Find reviewers for documents that wait for some, the riskiest first."""
    if release.state != State.REVIEW or session.get_one(Group, release.group_id).shared:
        return
    waiting = _waiting(session, release.id)
    reviewers = _reviewers(session, release.group_id) if waiting else set()
    given = _given(session, release.id)
    load = Counter(person for one in waiting for person in given[one.id])
    for document in waiting:
        have = given[document.id] & reviewers | ({document.first_reviewer} - {None})
        missing = max((release.review or {}).get("reviewers", 1) - len(have), 0)
        for person in _idlest(reviewers - have, load)[:missing]:
            session.add(Assignment(document_id=document.id, person_id=person))
            load[person] += 1


def assign_all(service: Service) -> None:
    """The same for every release in review: roles may have been given or taken since."""
    apart = select(Group.id).where(Group.shared.is_(False))
    wanted = select(Release.id).where(Release.state == State.REVIEW.value, Release.group_id.in_(apart))
    with service.database.look() as session:
        found = list(session.scalars(wanted))
    for release in found:
        with suppress(IntegrityError), service.database.begin() as session:  # another process was quicker
            assign(session, session.get_one(Release, release, with_for_update=True))


def _waiting(session: Session, release: str) -> list[ReleaseDocument]:
    wanted = select(ReleaseDocument).where(
        ReleaseDocument.release_id == release,
        ReleaseDocument.chosen != "",
        ReleaseDocument.state.in_([one.value for one in OPEN]),
    )
    return list(session.scalars(wanted.order_by(ReleaseDocument.risk.desc(), ReleaseDocument.number)))


def _reviewers(session: Session, group: str) -> Set[str]:
    """Who decides findings there now: not those whose account is closed, or barred after a reset."""
    role = Membership.group_id == group, Membership.role == Role.REVIEWER.value
    wanted = select(Person).join(Membership, Membership.person_id == Person.id).where(*role, Person.active)
    people = session.scalars(wanted)
    return {one.id for one in people if who_is(session, one).may(Action.DECIDE_FINDINGS, group)}


def _given(session: Session, release: str) -> Mapping[str, Set[str]]:
    wanted = select(Assignment).join(ReleaseDocument, ReleaseDocument.id == Assignment.document_id)
    found: dict[str, set[str]] = defaultdict(set)
    for one in session.scalars(wanted.where(ReleaseDocument.release_id == release)):
        found[one.document_id].add(one.person_id)
    return found


def _idlest(people: Collection[str], load: Mapping[str, int]) -> list[str]:
    """Who has least to do first; among equals, nobody can tell beforehand."""
    return sorted(people, key=lambda one: (load[one], random.SystemRandom().random()))

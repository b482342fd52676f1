"""The ledger as auditors of a group see it: entries of its releases; those of the house see all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import select
from sqlalchemy.orm import Session

from adapters.ledger import Entry, ledger_place
from adapters.ledger.parts import Mine, Part, newest
from adapters.machine.locations import home
from flows.audit.watching import with_shown
from service.app.context import Service
from service.app.message import Message
from service.audit.words import who_wrote, words_of
from service.people.roles import Action, Who
from service.refusals import invalid, not_found
from service.state.tables import Person, Release, ReleaseDocument, Schedule

AuditEvent = Literal[
    "moved",
    "viewed",
    "override",
    "started",
    "resumed",
    "finished",
    "failed",
    "approved",
    "reveal",
    "revealed",
    "training",
    "compared",
    "de-identified",
    "identity",
]
_SHOWN = (
    "step",
    "subject",
    "roles",
    "count",
    "key",
    "documents",
    "paragraphs",
    "outcome",
    "from",
    "to",
    "document",
    "code",
    "verdict",
    "policy",
)
MAX_ROWS = 500
PAGE = 100
"""Entries of a page."""


class EntryOut(Message):
    """An entry of the ledger in a line; auditors of a group get `seq` as 0."""

    seq: int
    place: str
    at: str
    event: str
    person: str
    release: str
    what: str


class Row(EntryOut):
    """The same for people, who read `said`; `what` is for programs.

    For auditors of a group `place` is a word without order: the number of an entry would tell them how much
    happens elsewhere.
    """

    said: str


@dataclass(frozen=True)
class Filter:
    """Which entries somebody asks for.

    Parameters
    ----------
    event, person, release : str
        Only these, if named; a person by her login.
    before : str
        Only entries older than the one of this `place`; empty for the newest.
    limit : int
    """

    event: AuditEvent | Literal[""] = ""
    person: str = ""
    release: str = ""
    before: str = ""
    limit: int = MAX_ROWS


@dataclass(frozen=True)
class Page:
    """Entries, the newest first, and whether there are older ones; and how the ledger stands."""

    rows: Sequence[Row]
    more: bool
    checked: str


def audited(who: Who) -> list[str]:
    """The groups whose entries somebody may read.

    Raises
    ------
    Refusal
        404 where there is none.
    """
    groups = who.groups(Action.READ_AUDIT)
    if not groups:
        raise not_found()
    return groups


def mine(session: Session, who: Who, groups: Sequence[str]) -> Mine | None:
    """The cases and releases of groups; None for all, which the house reads."""
    if who.house in groups:
        return None
    wanted = select(Release.id, Release.engine_id).where(Release.group_id.in_(groups))
    cases = dict(session.execute(wanted).tuples().all())
    schedules = session.scalars(select(Schedule.id).where(Schedule.group_id.in_(groups)))
    return Mine([*cases, *schedules, *groups], [engine for engine in cases.values() if engine])


def page_of_ledger(service: Service, session: Session, who: Who, wanted: Filter) -> Page:
    """Entries that somebody may read, newest first, and how the ledger stands.

    Raises
    ------
    Refusal
        404 for who audits no group.
    """
    theirs = mine(session, who, audited(who))
    people = {one.id: (one.login, one.display) for one in session.scalars(select(Person))}
    logins = {login: ident for ident, (login, _) in people.items()}
    found = newest(ledger_place(home()), _part(service, who, theirs, wanted, logins))
    shown = found[: wanted.limit]
    names = {ident: display for ident, (_, display) in people.items()}
    numbers, served = _numbers(session, shown), _served(session, shown)
    rows = [
        _row(entry, who_wrote(entry, names, served), numbers | names, *_placed(service, who, entry.seq))
        for entry in shown
    ]
    return Page(rows, len(found) > len(shown), check(service, who, shown))


def _placed(service: Service, who: Who, seq: int) -> tuple[int, str]:
    return (seq, str(seq)) if who.audits_all else (0, service.vault.veil("entries", seq))


def _number(service: Service, who: Who, place: str) -> int:
    """The number of the entry that a place names; a number of somebody's own would count the ledger."""
    if not place:
        return 0
    if who.audits_all and place.isdecimal() and len(place) < 16:
        return int(place)
    found = None if who.audits_all else service.vault.unveil("entries", place)
    if found is None:
        raise invalid("before", "must be the place of an entry that was shown")
    return found


def _part(service: Service, who: Who, theirs: Mine | None, wanted: Filter, logins: dict[str, str]) -> Part:
    return Part(
        mine=theirs,
        event=wanted.event,
        person=logins.get(wanted.person, wanted.person),
        release=wanted.release,
        before=_number(service, who, wanted.before),
        limit=wanted.limit + 1,
    )


def _numbers(session: Session, entries: Sequence[Entry]) -> dict[str, str]:
    """The numbers of the documents that entries name by id."""
    named = {str(entry.body["document"]) for entry in entries if entry.body.get("document")}
    found = session.scalars(select(ReleaseDocument).where(ReleaseDocument.id.in_(named)))
    return {one.id: f"{one.number:06d}" for one in found}


def _served(session: Session, entries: Sequence[Entry]) -> set[str]:
    """Which of the releases that entries name were made in the service."""
    named = {entry.release for entry in entries if entry.release}
    return set(session.scalars(select(Release.engine_id).where(Release.engine_id.in_(named))))


def _row(entry: Entry, by: str, numbers: dict[str, str], seq: int, place: str) -> Row:
    what = ", ".join(f"{key} {entry.body[key]}" for key in _SHOWN if entry.body.get(key))
    return Row(
        seq=seq, place=place, at=entry.at, event=entry.event, person=by, release=entry.release, what=what,
        said=words_of(entry, numbers),
    )  # fmt: skip


def check(service: Service, who: Who, shown: Sequence[Entry] = ()) -> str:
    """Whether the ledger is as it was written, in a sentence; how long it is for auditors of all of it."""
    return with_shown(service.watch.look(), list(shown), counted=who.audits_all)

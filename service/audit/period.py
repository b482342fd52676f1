"""The audit report for a period: what was released, who looked and approved, what was let by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import ColumnElement, Select, and_, func, or_, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from adapters.ledger import ledger_place
from adapters.ledger.parts import Mine, Part, newest
from adapters.machine.locations import home
from service.audit.period_rows import (
    DayRow,
    Decision,
    IdentityRow,
    NearRow,
    OverrideRow,
    PeriodReport,
    PolicyRow,
    ReviewerRow,
    SampleRow,
)
from service.audit.reading import audited, mine
from service.people.identity import WORDS
from service.people.roles import Who
from service.refusals import invalid
from service.releases.approval import near_decisions
from service.releases.intake import documents_of
from service.releases.listing import policy_name
from service.releases.moves import SIGNED_OFF, State
from service.releases.review.choosing import statement
from service.releases.review.sheets import CODES, WRONG
from service.state.tables import (
    Correction,
    Group,
    IdentityEvent,
    Membership,
    Move,
    Override,
    Person,
    PolicyFile,
    PolicyVersion,
    Release,
    ReleaseDocument,
)

Found = TypeVar("Found", bound=tuple[Any, ...])
Column = InstrumentedAttribute[Any]
_REVEALED = {"original": "original shown"}


class _Period:
    """Rows of one's groups between two days: only what happened then is read."""

    def __init__(self, session: Session, groups: Sequence[str], first: date, last: date) -> None:
        self.session, self.groups = session, groups
        self.begin = datetime.combine(first, time(), UTC)
        self.end = datetime.combine(last + timedelta(days=1), time(), UTC)
        self.names = {one.id: one.display for one in session.scalars(select(Person))}
        self.moves = list(
            session.scalars(
                self._of_groups(select(Move), Move.release_id).where(self.within(Move.at)).order_by(Move.at)
            )
        )
        self.overrides = self._overrides()
        named = {one.release_id for one in self.moves} | {one.release_id for one in self.overrides}
        self.releases = {one.id: one for part in _parts(named) for one in self._releases(part)}

    def _of_groups(self, wanted: Select[Found], release: Column) -> Select[Found]:
        return wanted.join(Release, Release.id == release).where(Release.group_id.in_(self.groups))

    def _releases(self, ids: Sequence[str]) -> Iterable[Release]:
        return self.session.scalars(select(Release).where(Release.id.in_(ids)))

    def _overrides(self) -> list[Override]:
        at = or_(self.within(Override.asked), self.within(Override.decided))
        wanted = self._of_groups(select(Override), Override.release_id).where(at)
        return list(self.session.scalars(wanted.order_by(Override.asked)))

    def corrections(self) -> list[Correction]:
        """What reviewers said and did not take back."""
        wanted = select(Correction).join(ReleaseDocument, ReleaseDocument.id == Correction.document_id)
        said = self._of_groups(wanted, ReleaseDocument.release_id)
        return list(self.session.scalars(said.where(self.within(Correction.at), Correction.undone.is_(None))))

    def within(self, at: Column) -> ColumnElement[bool]:
        """Whether a moment lies in it, for asking the state."""
        return and_(at >= self.begin, at < self.end)

    def shown(self, release: str) -> str:
        """How a release is called: its number, never its title."""
        return self.releases[release].engine_id or release[:12]

    def reached(self, state: State) -> list[Move]:
        """Moves of whole releases to a state."""
        return [one for one in self.moves if one.document_id is None and one.target == state]


def days_of(first: date | None, last: date | None) -> tuple[date, date]:
    """The days of a report; those of the last thirty where nobody says otherwise."""
    until = last or datetime.now(UTC).date()
    return first or until - timedelta(days=min(29, until.toordinal() - 1)), until


def period_report(session: Session, who: Who, first: date, last: date) -> PeriodReport:
    """What happened from one day to another, both included, in UTC.

    Raises
    ------
    Refusal
        404 for who audits no group; 422 when the days are in the wrong order.
    """
    groups = audited(who)
    if last < first or last.year > 9000:
        raise invalid("period", "must end on the day on which it begins, or later")
    period = _Period(session, groups, first, last)
    sealed = period.reached(State.SEALED)
    finished = [d for one in sealed for d in documents_of(session, one.release_id)]
    entries = _entries(period, mine(session, who, groups))
    numbers = _numbers(entries, who)
    return PeriodReport(
        first=first,
        last=last,
        groups=sorted(session.scalars(select(Group.title).where(Group.id.in_(groups)))),
        releases=_by_policy(period),
        documents=dict(Counter(d.state for d in finished)),
        not_released=_codes(d.reason for d in finished if d.outcome != "released"),
        failures=_codes(one.code for one in period.reached(State.FAILED)),
        approvals=_approvals(period),
        policies=_policies(period),
        overrides=_overrides(period),
        exemptions=_exemptions(period),
        reviewers=_reviewers(period, entries),
        days=_days(period),
        samples=_samples(period, sealed),
        reveals=_decided(entries, "revealed", lambda one: _REVEALED.get(one.what, "revealed")),
        training=_decided(entries, "training", lambda one: one.step),
        identity=_identity(period),
        near_events=_near(period),
        first_entry=numbers[0],
        last_entry=numbers[-1],
    )


def _decided(entries: Sequence[_Entry], event: str, outcome: Callable[[_Entry], str]) -> list[Decision]:
    found = (one for one in entries if one.event == event)
    return [Decision(at=one.at, what=one.release, outcome=outcome(one), by=one.by) for one in found]


def _identity(period: _Period) -> list[IdentityRow]:
    """What happened to the accounts of people who have a role in one's groups."""
    members = select(Membership.person_id).where(Membership.group_id.in_(period.groups))
    wanted = select(IdentityEvent).where(
        period.within(IdentityEvent.at),
        or_(IdentityEvent.subject_id.in_(members), IdentityEvent.group_id.in_(period.groups)),
    )
    return [
        IdentityRow(
            at=one.at,
            account=period.names[one.subject_id],
            what=WORDS[one.step],
            by=period.names.get(one.by or "", "the machine"),
        )
        for one in period.session.scalars(wanted.order_by(IdentityEvent.at))
    ]


def _near(period: _Period) -> list[NearRow]:
    """Decisions of the period that came shortly after such an event."""
    decided = {one.release_id for one in period.moves if one.by} | {
        one.release_id for one in period.overrides if one.decided_by
    }
    return [
        NearRow(release=period.shown(release), **event.model_dump())
        for release in sorted(decided, key=period.shown)
        for event in near_decisions(period.session, release, period.names)
    ]


def _by_policy(period: _Period) -> list[PolicyRow]:
    states = (State.SEALED, State.REFUSED, State.REJECTED, State.FAILED, State.CANCELLED)
    names = {ident: policy_name(period.session, one) for ident, one in period.releases.items()}
    counts: dict[str, Counter[str]] = {}
    for state, word in ((State.QUEUED, "started"), *((state, state.value) for state in states)):
        for one in period.reached(state):
            if state == State.QUEUED and one.source != State.DRAFT:
                continue  # resumed, retried, or a document of it replaced
            name = names[one.release_id]
            counts.setdefault(name, Counter())[word] += 1
    words = ("started", *(state.value for state in states))
    return [
        PolicyRow(policy=name, **{word: found[word] for word in words})
        for name, found in sorted(counts.items())
    ]


def _codes(reasons: Iterable[str]) -> dict[str, int]:
    """How often each code is named; a reason begins with its code in brackets, or is one."""
    found = Counter(reason.lstrip("[").partition("]")[0] or "no reason" for reason in reasons)
    return dict(sorted(found.items()))


def _approvals(period: _Period) -> list[Decision]:
    words = {"approved": "approved", "rejected": "rejected", "sent back": "sent back"}
    return [
        Decision(at=m.at, what=period.shown(m.release_id), outcome=words[m.step], by=period.names[m.by])
        for m in period.moves
        if m.by and m.step in words and m.document_id is None
    ]


def _policies(period: _Period) -> list[Decision]:
    wanted = (
        select(PolicyVersion, PolicyFile.slug)
        .join(PolicyFile, PolicyFile.id == PolicyVersion.policy_id)
        .where(PolicyFile.group_id.in_(period.groups), period.within(PolicyVersion.decided))
        .order_by(PolicyVersion.decided)
    )
    return [
        Decision(
            at=version.decided,
            what=f"{slug} {version.number}, written by {period.names[version.author_id]}",
            outcome=version.state,
            by=period.names[version.decided_by or ""],
        )
        for version, slug in period.session.execute(wanted).tuples()
        if version.decided is not None
    ]


def _overrides(period: _Period) -> list[OverrideRow]:
    return [
        OverrideRow(
            asked=one.asked,
            release=period.shown(one.release_id),
            code=CODES[one.code],
            category=one.category,
            asked_by=period.names[one.asked_by],
            state=one.state,
            decided_by=period.names.get(one.decided_by or "", ""),
        )
        for one in period.overrides
    ]


def _exemptions(period: _Period) -> dict[str, int]:
    """Findings that reviewers refused, by why."""
    found = Counter(CODES[one.code] for one in period.corrections() if one.kind == "keep")
    return dict(sorted(found.items()))


def _reviewers(period: _Period, entries: Sequence[_Entry]) -> list[ReviewerRow]:
    done = Counter(m.by for m in period.moves if m.document_id and m.by and m.target in SIGNED_OFF)
    views = Counter(one.by for one in entries if one.event == "viewed")
    kinds: dict[str, Counter[str]] = {}
    for one in period.corrections():
        kinds.setdefault(one.by, Counter())[one.kind] += 1
    people = {by for by in (*done, *kinds) if by} | {
        ident for ident, name in period.names.items() if views[name]
    }
    rows = []
    for ident in people:
        said, name = kinds.get(ident, Counter()), period.names[ident]
        rows.append(
            ReviewerRow(
                name=name,
                documents=done[ident],
                accepted=said["accept"],
                refused=said["keep"],
                changed=said["retype"] + said["level"],
                added=said["add"],
                views=views[name],
            )
        )
    return sorted(rows, key=lambda row: row.name)


def _samples(period: _Period, sealed: Sequence[Move]) -> list[SampleRow]:
    made = []
    for one in sealed:
        documents = documents_of(period.session, one.release_id)
        said, shown = statement(documents), period.shown(one.release_id)
        if said is not None:
            row = SampleRow(
                at=one.at,
                release=shown,
                sentence=said.sentence,
                at_most=said.at_most,
                recall=_recall(period.session, one.release_id, documents),
            )
            made.append(row)
    return made


def _recall(session: Session, release: str, documents: Sequence[ReleaseDocument]) -> float | None:
    """Of the identifiers in a sample, those that were found before people looked."""
    drawn = [one for one in documents if one.chosen == "sample"]
    found, missed = (sum(getattr(one, name) for one in drawn) for name in ("n_findings", "n_missed"))
    found = max(found - _n_wrong(session, release), 0)
    return found / (found + missed) if found + missed else None


def _n_wrong(session: Session, release: str) -> int:
    """Findings in a sample that reviewers refused, because they identify nobody."""
    wanted = (
        select(func.count())
        .select_from(Correction)
        .join(ReleaseDocument, ReleaseDocument.id == Correction.document_id)
        .where(ReleaseDocument.release_id == release, ReleaseDocument.chosen == "sample")
        .where(Correction.kind == "keep", Correction.code == WRONG, Correction.undone.is_(None))
    )
    return session.scalar(wanted) or 0


def _days(period: _Period) -> list[DayRow]:
    """Each day on which documents were signed off; a second signature counts as well."""
    moves = (m for m in period.moves if m.document_id and m.by and m.target in SIGNED_OFF)
    found = Counter(one.at.date() for one in moves)
    return [DayRow(day=day, documents=n) for day, n in sorted(found.items())]


class _Entry(NamedTuple):
    """An entry of the ledger, as the report reads it."""

    event: str
    at: datetime
    release: str
    by: str
    seq: int
    step: str
    what: str


def _entries(period: _Period, theirs: Mine | None) -> list[_Entry]:
    """Entries of the period that belong to one's groups; those of the house see all."""
    first, last = (at.isoformat(timespec="seconds") for at in (period.begin, period.end))
    made: list[_Entry] = []
    for entry in newest(ledger_place(home()), Part(mine=theirs, first=first, last=last)):
        people = [str(entry.body[one]) for one in ("person", "granted") if entry.body.get(one)]
        case = "" if entry.event == "training" else str(entry.body.get("case", ""))
        shown = entry.release or case[:12]
        at = datetime.fromisoformat(entry.at)
        name = ", granted by ".join(period.names.get(one, one) for one in people) or entry.who
        step = str(entry.body.get("step", ""))
        what = str(entry.body.get("what", ""))
        made.append(_Entry(entry.event, at, shown, name, entry.seq, step, what))
    return made[::-1]


def _numbers(entries: Sequence[_Entry], who: Who) -> list[int]:
    """Of entries, in order; none for who audits single groups."""
    return sorted(one.seq for one in entries if who.audits_all) or [0]


def _parts(ids: Collection[str]) -> Iterator[list[str]]:
    """Ids by the thousand: no database takes any number of them at once."""
    ordered = sorted(ids)
    for first in range(0, len(ordered), 1000):
        yield ordered[first : first + 1000]

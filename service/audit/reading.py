"""The ledger as auditors of a group see it: entries of its releases; those of the house see all."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from adapters.ledger import ledger_path
from adapters.machine.locations import home
from flows.audit.reading import check_audit, entries_of
from service.people.roles import Action, Who
from service.refusals import not_found
from service.state.tables import Person, Release, Schedule

EVENTS = ("moved", "viewed", "override", "started", "resumed", "finished", "failed", "approved", "revealed")
_SHOWN = ("outcome", "from", "to", "document", "code", "verdict", "policy")
MAX_ROWS = 500


@dataclass(frozen=True)
class Row:
    """An entry in a line."""

    seq: int
    at: str
    event: str
    person: str
    release: str
    what: str


def ledger_for(session: Session, who: Who, event: str = "", person: str = "", release: str = "") -> list[Row]:
    """Entries that somebody may read, newest first, at the most `MAX_ROWS`.

    Raises
    ------
    Refusal
        404 for who audits no group.
    """
    groups = who.groups(Action.READ_AUDIT)
    if not groups:
        raise not_found()
    if not ledger_path(home()).exists():
        return []
    everything = who.house in groups
    cases = {
        row.id: row.engine_id for row in session.scalars(select(Release).where(Release.group_id.in_(groups)))
    }
    ids = {engine for engine in cases.values() if engine}
    cases |= dict.fromkeys(session.scalars(select(Schedule.id).where(Schedule.group_id.in_(groups))), "")
    people = {one.id: one.display for one in session.scalars(select(Person))}
    made = []
    for entry in reversed(entries_of(None, "", event if event in EVENTS else "", False)):
        case = str(entry.body.get("case", ""))
        mine = everything or case in cases or (not case and entry.release in ids)
        by = str(entry.body.get("person", ""))
        if not mine or person not in ("", by) or release not in ("", entry.release, case):
            continue
        what = ", ".join(f"{key} {entry.body[key]}" for key in _SHOWN if entry.body.get(key))
        shown = people.get(by, by or entry.who)
        made.append(Row(entry.seq, entry.at, entry.event, shown, entry.release, what))
        if len(made) == MAX_ROWS:
            break
    return made


def check() -> str:
    """Whether the ledger is as it was written, in a sentence."""
    if not ledger_path(home()).exists():
        return "There is no entry yet."
    return check_audit(None, (), ()).summary()

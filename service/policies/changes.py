"""What a version of a policy changes, in words, against the version that is in force."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from flows.authoring.comparing import ConfirmedDifference, compare_policies
from service.app.context import Service
from service.app.message import Message
from service.people.roles import Action, Who
from service.policies.books import text_of, visible_version
from service.policies.files import passing_file
from service.state.tables import PolicyFile, PolicyVersion

WORDS = {
    "stronger": "protects more",
    "weaker": "protects less",
    "equivalent": "stays the same",
    "unknown": "changes; whether it protects more is unknown, since no rule compares these settings",
}


class DifferenceOut(Message):
    """One subject that changes."""

    subject: str
    verdict: str
    words: str
    reasons: list[str]  # settings that differ


@dataclass(frozen=True)
class Changes:
    """A version compared with another.

    Parameters
    ----------
    against : str
        What it is compared with: the approved version, or the policy that it extends.
    verdict, words : str
    changed : sequence of DifferenceOut
    n_same, n_cases : int
        Subjects that stay as they are; cases that the verdict was tried on.
    """

    against: str
    verdict: str
    words: str
    changed: Sequence[DifferenceOut]
    n_same: int
    n_cases: int


def changes_of(service: Service, who: Who, version: str) -> Changes | None:
    """What a version changes; None when there is nothing to compare it with.

    Raises
    ------
    InvalidError
        A version with faults cannot be compared.
    """
    with service.database.look() as session:
        found, book = visible_version(session, who, version, Action.READ_POLICIES)
        text = text_of(service, found)
        earlier = _in_force(session, book, found)
        before = text_of(service, earlier) if earlier else ""
    if earlier is None:
        return None
    with passing_file(before, book.slug) as old, passing_file(text, book.slug) as new:
        compared = compare_policies(str(old), str(new))
    changed = [_change(one) for one in compared.differences if one.verdict != "equivalent"]
    return Changes(
        f"{book.slug} {earlier.number}",
        compared.verdict,
        WORDS[compared.verdict],
        changed,
        len(compared.differences) - len(changed),
        compared.n_cases,
    )


def _in_force(session: Session, book: PolicyFile, version: PolicyVersion) -> PolicyVersion | None:
    """The newest version that was approved before this one."""
    wanted = select(PolicyVersion).where(
        PolicyVersion.policy_id == book.id,
        PolicyVersion.state == "approved",
        PolicyVersion.number < version.number,
    )
    return session.scalar(wanted.order_by(PolicyVersion.number.desc()).limit(1))


def _change(one: ConfirmedDifference) -> DifferenceOut:
    about = one.difference
    words = WORDS[one.verdict]
    if about.new and not about.old:
        words = "is new"
    elif about.old and not about.new:
        words = "is no longer looked for"
    return DifferenceOut(subject=about.subject, verdict=one.verdict, words=words, reasons=list(about.reasons))

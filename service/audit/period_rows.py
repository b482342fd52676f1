"""What an audit report for a period holds, in counts, codes and names of people."""

from __future__ import annotations

from datetime import date, datetime

from pydantic import BaseModel, ConfigDict


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True)


class PolicyRow(_Part):
    """Releases under one policy: how often each state was reached in the period."""

    policy: str
    started: int
    sealed: int
    refused: int
    rejected: int
    failed: int
    cancelled: int


class Decision(_Part):
    """A person's word about a release or a version of a policy."""

    at: datetime
    what: str
    outcome: str
    by: str


class OverrideRow(_Part):
    """A value that a clause forbids and that was asked to stay."""

    asked: datetime
    release: str
    code: str
    category: str
    asked_by: str
    state: str
    decided_by: str


class ReviewerRow(_Part):
    """The work of one reviewer."""

    name: str
    documents: int
    accepted: int
    refused: int
    changed: int
    added: int
    views: int


class SampleRow(_Part):
    """What the sample of a sealed release said.

    `recall` is the share of the identifiers in the sample that were found without people; None where the
    sample held none.
    """

    at: datetime
    release: str
    sentence: str
    at_most: float
    recall: float | None


class DayRow(_Part):
    """Documents that reviewers signed off on a day."""

    day: date
    documents: int


class IdentityRow(_Part):
    """What happened to an account."""

    at: datetime
    account: str
    what: str
    by: str


class NearRow(_Part):
    """A decision shortly after something happened to the account of who decided."""

    release: str
    person: str
    decided: str
    event: str
    by: str
    days: int


class PeriodReport(_Part):
    """What happened in the groups that somebody audits, in counts, codes and names of people.

    `first_entry` and `last_entry` are numbers of the ledger, and 0 for auditors of single groups.
    """

    first: date
    last: date
    groups: list[str]
    releases: list[PolicyRow]
    documents: dict[str, int]
    not_released: dict[str, int]
    failures: dict[str, int]
    approvals: list[Decision]
    policies: list[Decision]
    overrides: list[OverrideRow]
    exemptions: dict[str, int]
    reviewers: list[ReviewerRow]
    days: list[DayRow]
    samples: list[SampleRow]
    reveals: list[Decision]
    training: list[Decision]
    identity: list[IdentityRow]
    near_events: list[NearRow]
    first_entry: int
    last_entry: int

"""What people did to a release, in counts, codes and names of those who answer for it. Never text."""

from __future__ import annotations

from engine.record.counted import Record

CONFIDENCE = 0.95


class OverrideRecord(Record):
    """A value that a clause forbids and two people let stand."""

    document: str
    category: str
    code: str
    asked_by: str
    granted_by: str


class SampleStatement(Record):
    """What a random sample says about the documents that nobody looked at.

    Parameters
    ----------
    drawn, of : int
        Documents of the sample, and of those from which it was drawn.
    with_a_miss : int
        Documents of the sample in which people added something.
    at_most : float
        Upper end, at 95 % confidence, of the share of documents with a miss (Clopper-Pearson).
    """

    drawn: int
    of: int
    with_a_miss: int
    at_most: float

    @property
    def sentence(self) -> str:
        """For people."""
        return (
            f"With 95 % confidence at most {1000 * self.at_most:.0f} of 1,000 documents that nobody looked "
            f"at hold a missed identifier: {self.with_a_miss} of {self.drawn} documents drawn at random from "
            f"{self.of:,} did."
        )


class NearEvent(Record):
    """Something that happened to an account shortly before its owner decided.

    Parameters
    ----------
    person, by : str
        Whose account it is, and who did it; empty for nobody who signed in.
    decided : {"approved", "reviewed", "granted"}
    event : str
        In words.
    days : int
        Whole days between the two.
    """

    person: str
    decided: str
    event: str
    by: str
    days: int


class Unopened(Record):
    """A document that somebody signed off without having been shown it whole."""

    document: str
    reviewer: str


class ReviewRecord(Record):
    """How people reviewed a release, and who approved it.

    `near_events` are what happened to the accounts of those who decided in the two weeks before.
    `own_signature` says that the bundle counts once an approver signed it with a key that she alone holds.
    """

    documents: int
    reviewed: int
    twice: int
    refused_findings: int
    changed_findings: int
    added_findings: int
    overrides: tuple[OverrideRecord, ...] = ()
    statement: SampleStatement | None = None
    reviewers: tuple[str, ...] = ()
    approved_by: str = ""
    approved_at: str = ""
    own_signature: bool = False
    near_events: tuple[NearEvent, ...] = ()
    unopened: tuple[Unopened, ...] = ()

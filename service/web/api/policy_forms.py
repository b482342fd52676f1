"""What programs send and get about policies."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from pydantic import Field

from engine.record.decisions import CaseKind, PolicyWord
from service.policies import books
from service.web.api.people import Said, Short

PolicyText = Annotated[str, Field(max_length=books.MAX_TEXT)]
Words = Annotated[str, Field(max_length=2000)]


class VersionOut(Said):
    """A version of a policy in a line."""

    id: str
    policy: str
    number: int
    state: str
    group: str
    updated: datetime


class VersionWhole(VersionOut):
    """A version with its text."""

    text: str


class StandingOut(Said):
    """A policy of the folder under git: ``same`` as the version in force, ``behind`` it, or ``other``: a text
    that no version here has, or ``unreadable``, and why. Who made the commit is what the commit says."""

    group: str
    policy: str
    form: str
    number: int
    commit: str
    author: str
    at: datetime | None
    takes_up: bool
    writes: bool
    fault: str = ""


class FolderPolicy(Said):
    """A policy of the folder: short names of its group and of itself."""

    group: Short
    policy: Short


class NewPolicy(Said):
    """A policy to begin: the short name of a group, and its text."""

    group: Short
    text: PolicyText


class Text(Said):
    """The text of a draft."""

    text: PolicyText


class Place(Text):
    """A text that is being written, and where the cursor is, from 1."""

    line: Annotated[int, Field(ge=1, le=1_000_000)] = 1
    column: Annotated[int, Field(ge=1, le=1_000_000)] = 1


class FaultOut(Said):
    """A fault and its line; 0 where it is about the whole."""

    line: int
    code: str
    sentence: str


class ClauseOut(Said):
    """The clause at the cursor and its law."""

    id: str
    title: str
    law: str
    about: str
    jurisdiction: str
    effective: str


class OfferOut(Said):
    """What may stand at the cursor."""

    text: str
    about: str


class CheckOut(Said):
    """What the editor shows."""

    faults: list[FaultOut]
    clause: ClauseOut | None
    offers: list[OfferOut]


class Sample(Said):
    """A text to try a policy on; nothing of it is kept."""

    text: Annotated[str, Field(min_length=1, max_length=1_000_000)]


class ChangeOut(Said):
    """One change of a sample, with its reason."""

    start: int
    end: int
    category: str
    clause: str
    replacement: str
    reason: str


class TriedOut(Said):
    """What a release would do with a sample."""

    changes: list[ChangeOut]
    refused: list[str]


class CurveSample(Said):
    """A text to draw curves over; empty takes the texts of the cases."""

    text: Annotated[str, Field(max_length=1_000_000)] = ""


class PointOut(Said):
    """One value of a setting: words that stay, what is left to a reader, the clause that demands more."""

    value: float
    kept: float
    told: float | None
    below: str


class CurveOut(Said):
    """A clause under several values of alpha, k or the loss ratio."""

    clause: str
    title: str
    law: str
    parameter: str
    value: float
    points: list[PointOut]


class NewCase(Said):
    """A case to keep."""

    clause: Annotated[str, Field(min_length=1, max_length=200)]
    kind: CaseKind
    text: Annotated[str, Field(min_length=1, max_length=2000)]
    fragment: Words = ""


class CaseOut(NewCase):
    """A case and how it fared."""

    id: str
    outcome: str


class FaredOut(Said):
    """How all cases fared."""

    own: list[CaseOut]
    n_inherited: int
    failures: list[str] | None


class DifferenceOut(Said):
    """One subject that changes."""

    subject: str
    verdict: str
    words: str
    reasons: list[str]


class ChangesOut(Said):
    """A version against the one in force; `against` is empty when there is none."""

    against: str
    verdict: str
    changed: list[DifferenceOut]


class ComparedOut(Said):
    """A document that would change otherwise: ``more`` or ``less`` goes, some more and some less (``mixed``),
    the same with something else in its place (``otherwise``); ``unread`` where one version cannot read it."""

    number: str
    name: str
    kind: str


class PastReleaseOut(Said):
    """A past release; `documents` were compared, `unread` were not."""

    id: str
    title: str
    policy_number: int
    documents: int
    unread: int
    differing: list[ComparedOut]


class CountsOut(Said):
    """What differs over all documents, in counts; for each kind of finding, changes before and after."""

    documents: int
    same: int
    more: int
    less: int
    mixed: int
    otherwise: int
    characters_more: int
    characters_less: int
    clauses: dict[str, tuple[int, int]]


class ImpactOut(Said):
    """What a version would have changed in past releases; `n_gone` of them have no originals any more, and
    `n_left_out` documents were too many for one comparison."""

    impact: CountsOut
    releases: list[PastReleaseOut]
    n_gone: int
    n_left_out: int


class Decided(Said):
    """approve or refuse, with a comment."""

    outcome: PolicyWord
    words: Words = ""

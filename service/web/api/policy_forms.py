"""What programs send and get about policies."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from pydantic import Field

from engine.record.decisions import CaseKind, PolicyWord
from service.app.message import Message
from service.policies import books
from service.policies.changes import DifferenceOut
from service.policies.editing import ClauseOut, FaultOut
from service.web.api.people import Short

PolicyText = Annotated[str, Field(max_length=books.MAX_TEXT)]
Words = Annotated[str, Field(max_length=2000)]


class VersionOut(Message):
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


class FolderPolicy(Message):
    """A policy of the folder: short names of its group and of itself."""

    group: Short
    policy: Short


class NewPolicy(Message):
    """A policy to begin: the short name of a group, and its text."""

    group: Short
    text: PolicyText


class Text(Message):
    """The text of a draft."""

    text: PolicyText


class Place(Text):
    """A text that is being written, and where the cursor is, from 1."""

    line: Annotated[int, Field(ge=1, le=1_000_000)] = 1
    column: Annotated[int, Field(ge=1, le=1_000_000)] = 1


class OfferOut(Message):
    """What may stand at the cursor."""

    text: str
    about: str


class CheckOut(Message):
    """What the editor shows."""

    faults: list[FaultOut]
    clause: ClauseOut | None
    offers: list[OfferOut]


class Sample(Message):
    """A text to try a policy on; nothing of it is kept."""

    text: Annotated[str, Field(min_length=1, max_length=1_000_000)]


class ChangeOut(Message):
    """One change of a sample, with its reason."""

    start: int
    end: int
    category: str
    clause: str
    replacement: str
    reason: str


class TriedOut(Message):
    """What a release would do with a sample."""

    changes: list[ChangeOut]
    refused: list[str]


class CurveSample(Message):
    """A text to draw curves over; empty takes the texts of the cases."""

    text: Annotated[str, Field(max_length=1_000_000)] = ""


class PointOut(Message):
    """One value of a setting: words that stay, what is left to a reader, the clause that demands more."""

    value: float
    kept: float
    told: float | None
    below: str


class CurveOut(Message):
    """A clause under several values of alpha, k or the loss ratio."""

    clause: str
    title: str
    law: str
    parameter: str
    value: float
    points: list[PointOut]


class NewCase(Message):
    """A case to keep."""

    clause: Annotated[str, Field(min_length=1, max_length=200)]
    kind: CaseKind
    text: Annotated[str, Field(min_length=1, max_length=2000)]
    fragment: Words = ""


class CaseOut(NewCase):
    """A case and how it fared."""

    id: str
    outcome: str


class FaredOut(Message):
    """How all cases fared."""

    own: list[CaseOut]
    n_inherited: int
    failures: list[str] | None


class ChangesOut(Message):
    """A version against the one in force; `against` is empty when there is none."""

    against: str
    verdict: str
    changed: list[DifferenceOut]


class Decided(Message):
    """approve or refuse, with a comment."""

    outcome: PolicyWord
    words: Words = ""

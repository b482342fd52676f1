"""What a release still tells about what its policy protects: for reviewers and approvers, in no bundle."""

from __future__ import annotations

from sqlalchemy.orm import Session

from engine.errors import InvalidError
from engine.record.telling import ClassTold, ConceptTold, Guess, Telling
from flows.orchestration.reviewing import sheet_for
from service.app.context import Service
from service.app.message import Message
from service.people.roles import Action, Who
from service.refusals import Refusal
from service.releases.intake import documents_of, engine_number, job_of, visible
from service.releases.moves import WORDS, State
from service.releases.review.assigning import assigned
from service.state.tables import Release

_DECIDED = frozenset({State.REVIEW, State.APPROVAL, State.SEALING, State.SEALED})


class TellingOut(Message):
    """What one document still tells about what its policy protects."""

    id: str
    number: str
    telling: Telling


def telling_of(service: Service, who: Who, release: str) -> tuple[Release, list[TellingOut]]:
    """What each released document still tells, the most telling first; to reviewers, of theirs.

    Raises
    ------
    Refusal
        404 or 403 for who neither reviews nor approves in its group; ``SVC003`` before it was decided;
        ``SVC005`` when its time of retention is over.
    """
    with service.database.look() as session:
        row = visible(session, who, release, Action.READ_TELLING)
        if State(row.state) not in _DECIDED:
            must, advice = "must be decided by the machine", "Start it first."
            raise Refusal(409, "SVC003", "the release", must, WORDS[State(row.state)], advice)
        found = _documents(service, session, row)
        if not who.may(Action.APPROVE_RELEASES, row.group_id):
            theirs = assigned(session, who, row.id)
            found = [one for one in found if one.id in theirs]
    return row, sorted(found, key=lambda one: (-_most(one.telling), one.number))


def _documents(service: Service, session: Session, release: Release) -> list[TellingOut]:
    job, made = job_of(service, session, release), []
    for document in documents_of(session, release.id):
        if document.outcome == "released":
            number = engine_number(document)
            try:
                sheet = sheet_for(job, number, final=True)
            except InvalidError:  # no reviewer changed it: it is as the machine decided
                sheet = sheet_for(job, number)
            made.append(TellingOut(id=document.id, number=number, telling=sheet.telling))
    return made


def _most(telling: Telling) -> float:
    """How near a document comes to what its policy allows; it orders, and is no measure."""
    told = [max(one.singly.after, one.whole.after) / one.allowed for one in telling.concepts]
    if telling.hidden_class:
        told.append(telling.hidden_class.k / telling.hidden_class.rank[1])
    return max(told, default=0.0)


def sentence_of_concept(one: ConceptTold) -> str:
    """What is told about a concept, all words together."""
    return (
        f"A reader of the whole document who guesses “{one.concept}” would have been right in "
        f"{in_100(one.whole.before)} of 100 such cases before. It is right in {in_100(one.whole.after)} now. "
        f"Without reading it: {in_100(one.unread)}."
    )


def sentence_of_class(one: ClassTold) -> str:
    """What is told about the hidden class."""
    (before, after), sure = one.best, one.probability
    right = "which is right" if after == one.own else "which is wrong"
    return (
        f"The attacker's first guess was “{before}” before ({in_100(sure.before)} of 100). "
        f"Now it is “{after}” ({in_100(sure.after)} of 100), {right}. "
        f"The true class stood at place {one.rank[0]}. "
        f"It stands at {one.rank[1]} of {one.n_classes} now; the policy asks for {one.k} or more."
    )


def guesses_of(one: ConceptTold) -> list[tuple[str, Guess]]:
    """The attacker's guesses, from one word to the whole."""
    return [
        ("from the strongest word alone", one.singly),
        ("from two sentences, every word taken for evidence of its own", one.stretch),
        ("from the whole document", one.whole),
    ]


def in_100(probability: float) -> str:
    """A probability as cases of a hundred: never rounded to none."""
    cases = 100 * probability
    return f"{cases:.0f}" if cases >= 10 or not cases else f"{cases:.2g}"

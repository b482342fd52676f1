"""Which documents people look at: by the policy's word, with a random sample of the rest."""

from __future__ import annotations

import random
from collections.abc import Sequence

from engine.measures.sampling import statement_of
from engine.plan.steps import PlannedReview
from engine.record.review import SampleStatement
from service.releases.moves import Step
from service.state.tables import ReleaseDocument

_REVIEWABLE = ("released", "refused")


def choose(documents: Sequence[ReleaseDocument], review: PlannedReview | None) -> None:
    """Mark each document with why people look at it; an empty mark means that they do not.

    Parameters
    ----------
    documents : sequence of ReleaseDocument
        With outcome and risk.
    review : PlannedReview or None
        None: the policy asks nobody.
    """
    dice, rest = random.SystemRandom(), []
    for document in documents:
        document.chosen = _why(document, review)
        if review and not document.chosen and document.outcome == "released":
            rest.append(document)
    for document in dice.sample(rest, min(len(rest), review.sample if review else 0)):
        document.chosen = "sample"
    for document in documents:
        document.state = _state(document).value


def _why(document: ReleaseDocument, review: PlannedReview | None) -> str:
    if review is None or document.outcome not in _REVIEWABLE:
        return ""
    if document.outcome == "refused":
        return "refused"
    if not review.all_above:
        return "all"
    return "risk" if document.risk >= review.all_above else ""


def _state(document: ReleaseDocument) -> Step:
    if document.chosen:
        return Step.TO_REVIEW
    outcomes = {"released": Step.PASSED, "refused": Step.REFUSED}
    return outcomes.get(document.outcome, Step.QUARANTINED)


def statement(documents: Sequence[ReleaseDocument]) -> SampleStatement | None:
    """What the sample says about those that nobody looked at; None while it is not done."""
    sample = [d for d in documents if d.chosen == "sample"]
    unseen = [d for d in documents if d.state == Step.PASSED]
    done = all(d.state in (Step.REVIEWED, Step.WITHHELD) for d in sample)
    if not sample or not unseen or not done:
        return None
    return statement_of(sum(d.n_missed > 0 for d in sample), len(sample), len(sample) + len(unseen))


def widen(documents: Sequence[ReleaseDocument], review: PlannedReview | None) -> int:
    """Send the rest to people where the sample does not reach the policy's bound; returns how many."""
    said = statement(documents)
    if review is None or review.bound is None or said is None or said.at_most <= review.bound:
        return 0
    rest = [document for document in documents if document.state == Step.PASSED]
    for document in rest:
        document.chosen, document.state = "bound", Step.TO_REVIEW.value
    return len(rest)

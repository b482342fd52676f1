"""What a policy says about learning: recognisers of a clause, and the attack a release must withstand."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from engine.policy.clauses.fields import Clause, Name, Names, Text

SHIPPED_RECOGNIZER = "en-default"
DEFAULT_LOSS_RATIO = 10.0
"""L/C of the shipped recogniser, chosen by cross-validation (see the model card)."""

LearnerName = Literal["crf", "svm", "ensemble"]
READERS = ("fast", "careful", "careful-all")
"""Who reads for the shipped English recogniser, from the quickest to the one that reads most."""
ReaderName = Literal["fast", "careful", "careful-all"]
Share = Annotated[float, Field(strict=True, ge=0, le=1, allow_inf_nan=False)]


class Learn(Clause):
    """Learned recognisers of a clause, and how careful they are."""

    recognizers: Names = Field(
        default=(SHIPPED_RECOGNIZER,),
        min_length=1,
        examples=[["en-default", "clinic.model", "clinic.greedy"]],
    )
    """en-default is shipped; NAME.model and NAME.greedy, beside the policy, are of `saferelease train`;
    NAME.yaml configures Presidio. What any of them finds goes."""
    loss_ratio: Annotated[float, Field(strict=True, ge=1, le=1000, allow_inf_nan=False)] = Field(
        default=DEFAULT_LOSS_RATIO, examples=[10]
    )
    """How many harmless words may go to hide one more mention. It replaces `threshold` for learned
    findings."""
    reader: ReaderName = "fast"
    """Who reads for en-default: fast; careful, an encoder of English, what fast doubts; careful-all every
    word. Both need the extra careful, and some ten times the processor time. Passages in other languages have
    the fast reader alone."""
    learners: Annotated[tuple[LearnerName, ...], Field(max_length=3)] = ()
    """Learners that every NAME.greedy of the clause must have been fitted with, no others; empty allows
    any."""
    stopping: Literal["cross-fitted", "training", "any"] = "cross-fitted"
    """Which documents decided when a NAME.greedy stopped: unseen ones (cross-fitted), or those it was
    trained on, as in the paper (training). A file of the other kind is refused, unless any."""


class Gate(Clause):
    """A release is refused when an attacker who learns from published text still gains too much."""

    sample: Name = Field(examples=["sample.jsonl"])
    """Documents like those to be released, marked by people: a secret file or folder beside the policy."""
    format: Literal["guess", "jsonl", "brat", "conll", "tab"] = "guess"
    """How the sample is annotated; guess looks at the file."""
    sensitive: Names = Field(default=(), examples=[["person"]])
    """Categories of the sample that the attacker looks for; empty takes those of the clauses."""
    gain_at_most: Share = Field(examples=[0.02])
    """Share of the sample's sensitive words that the best attacker may find beyond random inspection, at any
    number of inspected words."""
    because: Text | None = Field(default=None, examples=["The new sample is larger."])
    """Why this gate may be looser than, or differ from, the one of a policy that this one is made of."""


def stricter_learning(one: Learn | None, other: Learn | None) -> Learn | None:
    """Learning that finds whatever either finds: all recognisers, the higher loss ratio."""
    if one is None or other is None:
        return one or other
    return Learn(
        recognizers=tuple(dict.fromkeys((*one.recognizers, *other.recognizers))),
        loss_ratio=max(one.loss_ratio, other.loss_ratio),
        learners=one.learners if set(one.learners) == set(other.learners) else (),
        stopping=one.stopping if one.stopping == other.stopping else "any",
        reader=max(one.reader, other.reader, key=READERS.index),
    )

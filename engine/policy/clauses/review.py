"""What a policy says about people: which documents they look at before anything is released."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from engine.policy.clauses.fields import Clause, Flag


class ReviewClause(Clause):
    """Review by people: the release waits for them, and `saferelease run` refuses it."""

    all_above: Annotated[int, Field(strict=True, ge=0, le=100)] = Field(default=0, examples=[40])
    """Risk from which every document is looked at; 0 is all."""
    sample: Annotated[int, Field(strict=True, ge=0, le=100_000)] = Field(default=0, examples=[50])
    """Documents drawn at random from those below it, and looked at too."""
    bound: Annotated[float, Field(strict=True, gt=0, lt=1, allow_inf_nan=False)] | None = Field(
        default=None, examples=[0.05]
    )
    """Largest share of documents with a missed identifier that the sample may leave possible, with 95 %
    confidence; else all other documents are looked at too."""
    reviewers: Literal[1, 2] = 1
    """How many people look at each of them, one after the other."""
    separate: Flag = True
    """Keeps who wrote the policy, started the release or reviewed one of its documents from approving the
    release."""
    own_signature: Flag = False
    """Whether an approver must sign the sealed bundle with a key of her own before anybody else may take it
    out of the service."""
    keep_days: Annotated[int, Field(strict=True, ge=0, le=3650)] = 30
    """Days after which the originals of an ended release are gone."""

    @model_validator(mode="after")
    def _bound_needs_a_sample(self) -> Self:
        if self.bound is not None and not self.sample:
            raise ValueError("bound: must be left out unless a sample is drawn")
        if self.sample and not self.all_above:
            raise ValueError("sample: must be left out unless all_above leaves some documents out")
        return self

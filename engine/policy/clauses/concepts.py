"""A protected concept: what a policy asks about it, from its clause to the method and its check.

A setting is written once, in `ConceptSettings`: clause, rule and step hold the same type.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from engine.policy.clauses.fields import Clause, Counting, Name, Names, Unit, Unseen
from engine.policy.clauses.text import LegalClause


class Evidence(Clause):
    """When a count is evidence: small counts can arise by chance."""

    z: Annotated[float, Field(strict=True, ge=0, le=5, allow_inf_nan=False)] = 1.0
    """Standard errors subtracted from p(concept | term), one-sided Wilson bound; 0 takes raw counts."""
    min_joint: Annotated[int, Field(strict=True, ge=1, le=1000)] = 3
    """Least number of contexts that mention both term and concept, for the term to disclose it."""


class Choice(Clause):
    """How a replacement is chosen among the safe generalizations of a term, at random."""

    mechanism: Literal["exponential"]
    """exponential is the exponential mechanism of differential privacy."""
    epsilon: Annotated[float, Field(strict=True, gt=0, le=100, allow_inf_nan=False)] = Field(examples=[1.0])
    """A draw is at most exp(epsilon) times likelier for one term than for another with the same general
    terms; at 40 it is nearly always the most specific."""

    def __str__(self) -> str:
        return f"{self.mechanism}, epsilon {self.epsilon:g}"


class ConceptSettings(Clause):
    """What is asked about a protected concept, wherever it stands: its names, threshold and replacement."""

    protect: Name = Field(examples=["HIV"])
    """The protected concept, as the knowledge bases name it."""
    also: Names = Field(default=(), examples=[["human immunodeficiency virus"]])
    """Other names of the same concept."""
    sense: Name | None = Field(default=None, examples=["mental disorder"])
    """What the concept is here, where its name means other things too, which are not counted. The name
    itself always goes."""
    alpha: Annotated[float, Field(strict=True, ge=1, le=20, allow_inf_nan=False)] | None = Field(
        default=None, examples=[1.5]
    )
    """1 blocks only certainty, a higher value more; most policies use 1.5. A term goes when its PMI with
    the concept reaches IC(concept)/alpha."""
    disclose_at_most: Name | None = Field(default=None, examples=["disease"])
    """Instead of alpha: the most specific term that may be learned; sets alpha = IC(concept)/IC(term)."""
    unit: Unit = "paragraph"
    """Context in which terms are counted together; the corpus must be built with it."""
    counting: Counting = "coherent"
    """coherent counts a concept by all its names and specializations; string by its own name."""
    max_names: int = Field(default=5000, strict=True, ge=1, le=1_000_000, examples=[500])
    """Most names that the concept with all its kinds may have."""
    unseen: Unseen = "generalize"
    """What happens to a term that the corpus never saw."""
    evidence: Evidence = Evidence()
    """When a count is evidence."""
    combinations: Annotated[float, Field(strict=True, gt=0, lt=1, allow_inf_nan=False)] | None = Field(
        default=None, examples=[0.85]
    )
    """Words go until a reader who takes each for evidence of its own is right about the concept with a
    smaller probability than this; 0.85 is a good start."""
    groups: Annotated[int, Field(strict=True, ge=2, le=4)] | None = Field(default=None, examples=[2])
    """No group of up to so many terms of one paragraph (of the document, where counts are by document or
    window) may disclose, by its joint counts, what no single term may. Needs a corpus with an index."""
    replace_with: Literal["generalize", "redact"] = "generalize"
    """generalize takes the most specific safe generalization, redact always removes."""
    choice: Choice | None = None
    """Draws the replacement among the safe generalizations and [REDACTED]. One clause with it is enough for
    all concepts of a policy; of several epsilons the smallest holds."""

    @model_validator(mode="after")
    def _one_threshold(self) -> Self:
        if (self.alpha is None) == (self.disclose_at_most is None):
            raise ValueError("alpha: must be given, or disclose_at_most, and not both")
        return self

    @model_validator(mode="after")
    def _sense_is_looked_up(self) -> Self:
        if self.sense is not None and self.counting == "string":
            raise ValueError("sense: needs counting: coherent, for a knowledge base distinguishes senses")
        return self

    @model_validator(mode="after")
    def _choice_has_something_to_draw(self) -> Self:
        if self.choice is not None and self.replace_with == "redact":
            raise ValueError("choice: needs replace_with: generalize, for redact leaves nothing to choose")
        return self

    def values(self) -> dict[str, Any]:
        """Every setting by its key."""
        return {name: getattr(self, name) for name in ConceptSettings.model_fields}

    def alone(self) -> ConceptSettings:
        """The settings without law or place, whatever holds them."""
        return ConceptSettings.model_construct(**self.values())


class ConceptClause(ConceptSettings, LegalClause):
    """A concept that no reader may infer from what is released (C-sanitized)."""


class ConceptRule(ConceptSettings):
    """The settings with what they need of their policy: what the method and its check are given."""

    clause: str = "concepts[0]"
    """Id of the policy's clause, for decisions and reports."""
    known: tuple[str, ...] = ()
    """Terms that are met everywhere whatever the corpus saw (labels of forms); never unseen or unproven."""

    @classmethod
    def of(cls, settings: ConceptSettings, clause: str, known: tuple[str, ...] = ()) -> ConceptRule:
        """The rule of a clause, whose settings were checked when it was read."""
        return cls.model_construct(**settings.values(), clause=clause, known=known)

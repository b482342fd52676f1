"""Personal attributes that a reader must not infer: what a policy asks about them."""

from __future__ import annotations

from typing import Annotated, Any, Self

from pydantic import AfterValidator, Field, field_validator, model_validator

from engine.catalog.attributes import LEVELS, AttributeName, Level
from engine.policy.clauses.fields import Terms, no_repeats
from engine.policy.clauses.text import LegalClause

_FOR_RARE_WORDS = frozenset({"place", "birthplace", "occupation"})


class AttributeClause(LegalClause):
    """Personal attributes of the writer, and how much of each a reader may still learn."""

    hide: Annotated[tuple[AttributeName, ...], AfterValidator(no_repeats)] = Field(
        min_length=1, examples=[["age"]]
    )
    """Attributes of the writer that no reader may learn or infer."""
    disclose_at_most: Level = Field(default="nothing", examples=["decade"])
    """The most that may be learned: of an age the decade or band (under thirty, to sixty, over), of a place
    the country, of an occupation the major-group, of an income the band, of an education the level; or
    nothing."""
    rare_words: Annotated[int, Field(strict=True, ge=0, le=20_000)] = Field(default=0, examples=[2000])
    """For place, birthplace and occupation: words in fewer than this many of a million paragraphs of `counts`
    go if `knowledge` says that they name a thing."""
    allow: Terms = ()
    """Terms that this clause leaves in place."""

    @field_validator("hide", mode="before")
    @classmethod
    def _one_by_name(cls, value: Any) -> Any:
        return [value] if isinstance(value, str) else value

    @model_validator(mode="after")
    def _level_fits_all(self) -> Self:
        unfit = [name for name in self.hide if self.disclose_at_most not in LEVELS[name]]
        if unfit:
            fits = ", ".join(LEVELS[unfit[0]])
            raise ValueError(f"disclose_at_most: must be a level of {unfit[0]}, which are {fits}")
        return self

    @model_validator(mode="after")
    def _rare_words_are_for_places_and_trades(self) -> Self:
        if self.rare_words and not _FOR_RARE_WORDS.intersection(self.hide):
            raise ValueError("rare_words: must be left out unless place, birthplace or occupation is hidden")
        return self

"""What a policy says about texts that were released before: the key `earlier_releases`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from engine.policy.clauses.fields import Clause

Then = Literal["hide_both", "repeat", "refuse", "allow"]
STRICTNESS: tuple[Then, ...] = ("allow", "hide_both", "repeat", "refuse")
"""From the weakest on."""

SENTENCES: Mapping[Then, str] = {
    "hide_both": "What this policy or the earlier release hides is hidden.",
    "repeat": "The very same text may be released again, without what either hides; versions and parts of it "
    "are refused.",
    "refuse": "It is refused.",
    "allow": "It is released as if for the first time; the report counts such documents.",
}


class EarlierReleasesClause(Clause):
    """Documents whose text, or a part or a version of it, this installation released before."""

    then: Then = Field(default="hide_both", examples=["refuse"])
    """hide_both hides what this policy or the earlier release hides; repeat does so for the very same text,
    and refuses versions and parts of it; refuse releases none; allow only counts."""
    keep_days: Annotated[int, Field(strict=True, ge=1, le=36_500)] = 3650
    """Days for which releases under this policy are known again."""

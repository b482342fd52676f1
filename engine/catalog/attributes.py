"""Personal attributes that a policy can protect, and how much of each a reader may still learn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

AttributeName = Literal[
    "age", "sex", "place", "birthplace", "occupation", "income", "education", "relationship"
]
"""What `hide` of a clause about attributes may name."""

Level = Literal["decade", "band", "country", "major-group", "level", "nothing"]
"""What `disclose_at_most` may name."""

LEVELS: Mapping[AttributeName, tuple[Level, ...]] = {
    "age": ("decade", "band", "nothing"),
    "sex": ("nothing",),
    "place": ("country", "nothing"),
    "birthplace": ("country", "nothing"),
    "occupation": ("major-group", "nothing"),
    "income": ("band", "nothing"),
    "education": ("level", "nothing"),
    "relationship": ("nothing",),
}
"""The levels of each attribute, from the one that tells most to the one that tells least."""


def tells_more(attribute: AttributeName, level: Level, than: Level) -> bool:
    """Whether a reader who learns `level` of an attribute learns more than one who learns `than`.

    Examples
    --------
    >>> tells_more("age", "decade", "band")
    True
    """
    levels = LEVELS[attribute]
    return levels.index(level) < levels.index(than)

"""A stretch of a text that is written in a way to hide what it says, and the first look for one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import re2


@dataclass(frozen=True, slots=True)
class Stretch:
    """Characters [start, end) of a text, and what they say plainly.

    Parameters
    ----------
    start, end : int
        Offsets in the text.
    plain : str
        What is read there.
    places : sequence of int or None
        Where in the text each character of `plain` stands. None where that cannot be told: a finding
        then covers the whole stretch.
    may_name : bool
        Names are looked for too, however many digits stand beside them.
    whole_units : bool
        Each character of `plain` reaches to where the next one stands: it may have been an escape.
    """

    start: int
    end: int
    plain: str
    places: Sequence[int] | None = None
    may_name: bool = False
    whole_units: bool = False

    def span(self, first: int, after: int) -> tuple[int, int]:
        """Offsets in the text of the characters [first, after) of `plain`."""
        if self.places is None:
            return self.start, self.end
        last = min(after, len(self.places))
        if self.whole_units:
            return self.places[max(0, first)], self.places[last] if last < len(self.places) else self.end
        return self.places[max(0, first)], self.places[last - 1] + 1


def quick(regex: str) -> re2._Regexp:
    """`regex` for a first look, in RE2 syntax: many times faster than the search that it saves."""
    options = re2.Options()
    options.log_errors = False
    options.max_mem = 64 << 20
    return re2.compile(regex, options)


Glanced = tuple[re2._Regexp, Callable[[str], Iterable[Stretch]]]
"""A first look that most texts do not pass, and what then finds one kind of disguise."""

"""Ages over 89 right behind the name of a person, where nothing else says what the number is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from engine.methods.identifiers.patterns.ages import BEYOND_89, NINETIES
from engine.text import Span

_SCORE = 0.8
_AGE = re.compile(
    rf"(?:,? \((?:aged? |now )?(?P<bracketed>{BEYOND_89})\)"
    rf"|(?:,| is| was) (?:also |now |still |at |only )?(?P<alone>{BEYOND_89}|{NINETIES})"
    r"(?=[;)]|[.,](?!\d)|[ \t]*(?:\n|\Z)| not \d| {2})"
    rf"| (?P<with_sex>{BEYOND_89}) ?[MF]\b)"
)


def ages_behind_names(text: str, found: Sequence[Span]) -> Iterator[Span]:
    """Ages over 89 behind the persons that were found in `text`: "Clotilde (97)", "Dagny Overgaard, 102".

    Parameters
    ----------
    text : str
    found : sequence of Span

    Yields
    ------
    Span
        Of category ``"age-over-89"``, in the order of the text.
    """
    for end in sorted({span.end for span in found if span.category in ("person", "minor")}):
        age = _AGE.match(text, end)
        if age is not None:
            yield Span(*age.span(age.lastgroup or 0), "age-over-89", _SCORE, {"pattern": "age-behind-found"})

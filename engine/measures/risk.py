"""The risk of a document, 0 to 100: what its decisions and the words left in it say, with its parts."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from engine.record.counted import Record
from engine.text import Decision

_NAME_LIKE = re.compile(r"(?<=[a-z,;] )[A-Z][a-z]{2,}(?: [A-Z][a-z]{2,})*")
_SURE = 0.9
_PER_WORD = 0.05
"""Share of name-like words left in place that are taken for missed names."""


class Risk(Record):
    """The risk of a document and the parts that it is made of.

    Parameters
    ----------
    unsure : float
        Findings that were made, weighted by how unsure the recogniser was: where it doubts, it also misses.
    name_like : int
        Words left in place that begin with a capital letter inside a sentence.
    telling : float, in [0, 1]
        Highest probability of a protected concept given a term that stood in the document.
    """

    unsure: float = 0.0
    name_like: int = 0
    telling: float = 0.0

    @property
    def score(self) -> float:
        """0 to 100; it orders documents and is no probability.

        Notes
        -----
        ``100 (1 - exp(-(u + 0.05 n + t / 2)))`` with the parts u, n, t. The weights are chosen, not
        measured.
        """
        return round(100 * (1 - math.exp(-(self.unsure + _PER_WORD * self.name_like + self.telling / 2))), 1)


def risk_of(text: str, decisions: Sequence[Decision]) -> Risk:
    """The risk of a document from its text and what was decided about it."""
    scores = [float(str(d.why.get("score", 1.0))) for d in decisions]
    masked = list(text)
    for decision in decisions:
        masked[decision.start : decision.end] = "\u25a0" * (decision.end - decision.start)
    told = [float(str(d.why["probability"])) for d in decisions if d.why.get("probability") is not None]
    return Risk(
        unsure=round(sum(1 - score for score in scores if score < _SURE), 3),
        name_like=len(_NAME_LIKE.findall("".join(masked))),
        telling=round(max(told, default=0.0), 3),
    )

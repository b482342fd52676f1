"""What a setting of a policy costs and brings: words kept against what a reader can still tell."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from engine.text import Decision

Parameter = Literal["alpha", "k", "loss_ratio"]
_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class Point:
    """One value of a setting, tried on texts.

    Parameters
    ----------
    value : float
        Of alpha, k or the loss ratio.
    kept : float
        Share of the words that stay, 0 to 1.
    told : float or None
        What is left to a reader, 0 to 1: with alpha the best guess of the concept from one word; with k one
        over the place of the true class among the attacker's guesses, on average; with a loss ratio the
        share of identifiers that stay, as the recogniser expects. None where the texts hold nothing to
        measure by.
    below : str
        The clause that demands more; empty where none does.
    """

    value: float
    kept: float
    told: float | None
    below: str = ""


@dataclass(frozen=True)
class Curve:
    """A clause under several values of its setting.

    Parameters
    ----------
    clause, title, law : str
    parameter : {"alpha", "k", "loss_ratio"}
    value : float
        Of the policy as it is.
    points : sequence of Point
        By rising value.
    """

    clause: str
    title: str
    law: str
    parameter: Parameter
    value: float
    points: Sequence[Point]


def words_and_kept(text: str, decisions: Sequence[Decision]) -> tuple[int, int]:
    """How many words a text has, and how many of them no decision touches."""
    words = [match.span() for match in _WORD.finditer(text)]
    changed = sum(touches(start, end, decisions) for start, end in words)
    return len(words), len(words) - changed


def touches(start: int, end: int, decisions: Sequence[Decision]) -> bool:
    """Whether any decision is about a part of the place."""
    return any(one.start < end and start < one.end for one in decisions)


def expected_missed(widest: Sequence[Decision], decisions: Sequence[Decision]) -> tuple[float, float]:
    """Identifiers that a learned recogniser expects in a text, and those of them that `decisions` leave.

    Parameters
    ----------
    widest : sequence of Decision
        Of a clause, under the most careful setting: each with the recogniser's probability as its score.
    decisions : sequence of Decision
        Under the setting that is judged.
    """
    scored = [(float(str(one.why.get("score", 1.0))), one) for one in widest]
    left = sum(score for score, one in scored if not touches(one.start, one.end, decisions))
    return sum(score for score, _ in scored), left

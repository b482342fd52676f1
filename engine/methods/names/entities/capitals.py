"""Texts in capitals: read as they stand and in small letters, and what ordinary words they have."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from engine.catalog.rules import rule, unchanged
from engine.methods.names.entities.decoding import Entity
from engine.methods.names.tagger.casing import is_in_capitals, is_mostly_small
from engine.methods.names.tagger.features import Lexicon, Tokens

Floats = npt.NDArray[np.float64]
Judged = tuple[Entity, float]


@rule("of-both", without=unchanged)
def of_both(first: Sequence[Judged], second: Sequence[Judged], n_tokens: int, least: float) -> list[Judged]:
    """Entities of two readings of the same tokens, each with one probability of both.

    Parameters
    ----------
    first, second : sequence of (Entity, float)
        What each reading proposes, with the probability that it must be masked.
    n_tokens : int
        Tokens of the document.
    least : float, in (0, 1)
        Probability of a token that a reading does not propose.

    Returns
    -------
    list of (Entity, float)
        Those of the first reading, then those of the second that are not among them.

    Notes
    -----
    The odds are the geometric mean of the entity's own and of the odds that the other reading gives its
    tokens, so that a name needs either one sure reading or two that are not unlike.
    """
    known = {_tokens_of(entity) for entity, _ in first}
    others = [one for one in second if _tokens_of(one[0]) not in known]
    return [
        *_mixed(first, _spread(second, n_tokens, least)),
        *_mixed(others, _spread(first, n_tokens, least)),
    ]


def _tokens_of(entity: Entity) -> tuple[int, ...]:
    return tuple(i for m in entity.mentions for i in range(m.first, m.end))


def _spread(judged: Sequence[Judged], n_tokens: int, least: float) -> Floats:
    """The highest probability of each token."""
    found = np.full(n_tokens, least)
    for entity, probability in judged:
        tokens = list(_tokens_of(entity))
        found[tokens] = np.maximum(found[tokens], probability)
    return found


def _mixed(judged: Sequence[Judged], other: Floats) -> list[Judged]:
    return [(entity, _mean_odds(p, float(other[list(_tokens_of(entity))].mean()))) for entity, p in judged]


def _mean_odds(p: float, q: float) -> float:
    odds = math.sqrt(_odds(p) * _odds(q))
    return odds / (1 + odds)


def _odds(p: float) -> float:
    kept = min(max(p, _FURTHEST), 1 - _FURTHEST)
    return kept / (1 - kept)


_FURTHEST = 0.01
"""No reading is surer than this: one alone decides only as far as the other lets it."""


def plain_words(tokens: Tokens, lexicon: Lexicon) -> frozenset[str]:
    """Words of a text in capitals that elsewhere are mostly written small; none of another text."""
    if not is_in_capitals(tokens):
        return frozenset()
    return frozenset(word for word in tokens.lowered_types if is_mostly_small(word, lexicon))

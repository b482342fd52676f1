"""One decision from two readers: the probability that an entity must be masked, by both."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.methods.names.entities.decoding import Entity, Mention, find_entities
from engine.methods.names.tagger.features import PUBLIC, Tokens, category_of

Floats = npt.NDArray[np.float32]
Judged = tuple[Entity, float]

_LEAST = 0.003
"""Probabilities nearer to 0 or 1 say no more: neither reader is calibrated there."""


@dataclass(frozen=True)
class Reading:
    """What the encoder says of a document's tokens.

    Parameters
    ----------
    labels : sequence of str
        As of the tagger, ``"O"`` first.
    probabilities : float array, shape (n_tokens, n_labels)
        Zeros where it did not read.
    read : bool array, shape (n_tokens,)
    """

    labels: Sequence[str]
    probabilities: Floats
    read: npt.NDArray[np.bool_]

    def __repr__(self) -> str:
        return f"Reading({int(self.read.sum())} of {len(self.read)} tokens)"


@dataclass(frozen=True)
class JointJudge:
    """A logistic model over the log odds of both readers.

    Parameters
    ----------
    weights : mapping of str to float
        Of the features of `joint_features`.
    bias : float
    least_evidence : float, in (0, 1)
        Probability from which a token is proposed by the encoder.
    categories : collection of str
        What it decides about: the categories that people marked in the documents it learned from.
    """

    weights: Mapping[str, float]
    bias: float
    least_evidence: float
    categories: Collection[str]

    def probability(self, features: Mapping[str, float]) -> float:
        """``1 / (1 + exp(-(bias + sum w x)))``."""
        total = self.bias + sum([self.weights.get(name, 0.0) * x for name, x in features.items()])
        return 1 / (1 + math.exp(-max(-500.0, min(total, 500.0))))

    def decide(self, judged: Sequence[Judged], reading: Reading, tokens: Tokens) -> list[Judged]:
        """Entities of either reader, each with one probability.

        What the encoder did not read, and other categories, keep what the fast reader says.
        """
        result = []
        for entity, probability, asked in candidates(judged, reading, tokens, self):
            if asked:
                probability = self.probability(joint_features(entity, probability, reading))
            result.append((entity, probability))
        return result


def candidates(
    judged: Sequence[Judged], reading: Reading, tokens: Tokens, judge: JointJudge
) -> Iterable[tuple[Entity, float, bool]]:
    """Entities of either reader: the fast reader's probability, and whether the judge decides.

    It decides about what the encoder read some of, in its categories.

    One that the encoder alone proposes has the highest probability of the entities that it overlaps, as far
    as they cover it; 0 where there are none.
    """
    for entity, probability in judged:
        read = any(reading.read[m.first : m.end].any() for m in entity.mentions)
        yield entity, probability, read and entity.category in judge.categories
    for entity, probability in _proposed_alone(judged, reading, tokens, judge):
        yield entity, probability, True


def _proposed_alone(
    judged: Sequence[Judged], reading: Reading, tokens: Tokens, judge: JointJudge
) -> Iterable[Judged]:
    covering = _covering(judged, len(tokens))
    known = {(m.first, m.end) for entity, _ in judged for m in entity.mentions}
    for entity in find_entities(tokens, reading.probabilities, reading.labels, judge.least_evidence):
        new = [m for m in entity.mentions if (m.first, m.end) not in known]
        if new and entity.category in judge.categories:
            share = float(np.mean([covering[m.first : m.end].mean() for m in new]))
            yield Entity(entity.category, new), share


def _covering(judged: Sequence[Judged], n_tokens: int) -> npt.NDArray[np.float64]:
    """The highest probability of an entity at each token."""
    covering = np.zeros(n_tokens)
    for entity, probability in judged:
        for m in entity.mentions:
            covering[m.first : m.end] = np.maximum(covering[m.first : m.end], probability)
    return covering


def joint_features(entity: Entity, probability: float, reading: Reading) -> dict[str, float]:
    """What both readers say of an entity, as named numbers.

    Parameters
    ----------
    entity : Entity
        Some of its tokens were read.
    probability : float, in [0, 1]
        That it must be masked, by the fast reader; 0 when it did not propose it.
    reading : Reading
    """
    must, public, same = _evidence(entity, reading)
    mean, most = _log_odds(float(np.mean(must))), _log_odds(float(np.max(must)))
    numbers = {
        "encoder": mean,
        "encoder max": most,
        "public": float(np.mean(public)),
        "same category": float(np.mean(same)),
        "mentions": math.log(len(entity.mentions)),
        "tokens": math.log(entity.mentions[0].end - entity.mentions[0].first),
        f"category={entity.category}": 1.0,
        f"encoder&{entity.category}": mean,
    }
    if probability >= _LEAST:
        fast = _log_odds(probability)
        return numbers | {"fast": fast, "both": min(fast, mean)}
    alone = {"alone": 1.0, "encoder, alone": mean, "encoder max, alone": most}
    return numbers | alone | {f"category={entity.category}, alone": 1.0}


def _evidence(entity: Entity, reading: Reading) -> tuple[list[float], list[float], list[float]]:
    """Of each mention that was read: that it must go, that it is public, and that it is of its category."""
    masks = np.array([label != "O" and not label.endswith(PUBLIC) for label in reading.labels])
    public = np.array([label.endswith(PUBLIC) for label in reading.labels])
    same = masks & np.array([category_of(label) == entity.category for label in reading.labels])
    rows = [_mean(m, reading) for m in entity.mentions if reading.read[m.first : m.end].any()]
    return (
        [float(row[masks].sum()) for row in rows],
        [float(row[public].sum()) for row in rows],
        [float(row[same].sum()) for row in rows],
    )


def _mean(mention: Mention, reading: Reading) -> Floats:
    """Mean probabilities over a mention's tokens that were read."""
    at = slice(mention.first, mention.end)
    mean: Floats = reading.probabilities[at][reading.read[at]].mean(0)
    return mean


def _log_odds(probability: float) -> float:
    kept = min(max(probability, _LEAST), 1 - _LEAST)
    return math.log(kept / (1 - kept))

"""What a reader already has of a document, from earlier releases of it."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, field

import numpy as np

from engine.methods.k_redactor.model import Ints, NaiveBayes
from engine.methods.k_redactor.solving.case import Guard, Settings


@dataclass(frozen=True)
class Seen:
    """What earlier releases of a document show.

    Parameters
    ----------
    features : set of str
    k : int
        Classes among which the document must stay hidden in these features and its own release together.
    """

    features: Set[str] = field(repr=False)
    k: int


@dataclass(frozen=True)
class SeenWords:
    """The same in the words of a model."""

    words: Sequence[int] = field(repr=False)
    k: int


def seen_guard(
    model: NaiveBayes,
    seen: SeenWords,
    words: Sequence[int] | Ints,
    fixed: Sequence[int],
    without: tuple[int, Sequence[int]] | None,
    settings: Settings,
) -> Guard:
    """Naive Bayes as a guard: some words of the model, to be kept or not, beside those that were seen.

    Parameters
    ----------
    model : NaiveBayes
    seen : SeenWords
    words : sequence of int
        Those that are decided about; one that was seen tells nothing new.
    fixed : sequence of int
        Words that stay whatever is decided.
    without : (int, sequence of int) or None
        Class and words of a labelled document whose counts are taken back.
    settings : Settings

    Notes
    -----
    The classes that must lead are those that lead already: with no word added, each constraint holds.
    """
    own, document = without or (None, None)
    there = sorted({*seen.words, *fixed})
    prior, likelihood = model.view(there, own, document)
    base = (prior if settings.priors else 0 * prior) + likelihood.sum(axis=1)
    weights = model.view(words, own, document)[1].copy()
    weights[:, np.isin(np.asarray(words, np.int64), there)] = 0.0
    return Guard(base, weights, settings.margin, seen.k, lead_already=True)

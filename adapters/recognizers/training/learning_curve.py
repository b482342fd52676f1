"""How much more annotated documents would help: the learning curve."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from adapters.recognizers.training.training import Prepared, TrainingSettings, fit_tagger, folds, prepare
from engine.measures.annotated import AnnotatedDocument
from engine.methods.names.tagger.features import Lexicon, category_of
from engine.methods.names.tagger.tagging import LinearTagger

SHARES = (0.125, 0.25, 0.5, 1.0)
FEW_MENTIONS = 200
STILL_RISING = 0.01


@dataclass(frozen=True)
class CurvePoint:
    """Quality after training on some of the documents.

    Parameters
    ----------
    documents, mentions : int
        What it was trained on.
    f1 : float, in [0, 1]
        Of the tokens of held-out documents, category by category, summed.
    """

    documents: int
    mentions: int
    f1: float


def learning_curve(
    documents: Sequence[AnnotatedDocument],
    lexicon: Lexicon,
    settings: TrainingSettings | None = None,
    shares: Sequence[float] = SHARES,
) -> list[CurvePoint]:
    """Train taggers on growing shares of the documents and measure them on a fold that none of them saw.

    Parameters
    ----------
    documents : sequence of AnnotatedDocument
    lexicon : Lexicon
    settings : TrainingSettings, optional
    shares : sequence of float, in (0, 1]
        Shares of the documents outside the held-out fold, ascending.

    Returns
    -------
    list of CurvePoint
        One for each share that holds at least one annotation.
    """
    chosen = settings or TrainingSettings()
    held_out, *rest = folds([prepare(d) for d in documents], chosen.folds, chosen.seed)
    pool = [p for part in zip(*_padded(rest), strict=True) for p in part if p]
    points = []
    for share in shares:
        some = pool[: max(1, round(share * len(pool)))]
        mentions = sum(len(p.source.annotations) for p in some)
        if mentions:
            f1 = token_f1(fit_tagger(some, lexicon, chosen), held_out)
            points.append(CurvePoint(len(some), mentions, round(f1, 4)))
    return points


def _padded(parts: Sequence[Sequence[Prepared]]) -> list[list[Prepared | None]]:
    """Parts of equal length, so that taking them in turn mixes the corpora evenly."""
    longest = max(map(len, parts), default=0)
    return [[*part, *[None] * (longest - len(part))] for part in parts]


def token_f1(tagger: LinearTagger, held_out: Sequence[Prepared]) -> float:
    """Micro F1 of token categories on held-out documents; only what a document's corpus annotates."""
    hits = found = marked = 0
    for prepared in held_out:
        best = tagger.marginals(prepared.tokens).argmax(1)
        guess = [category_of(tagger.labels[k]) for k in best.tolist()]
        guess = [g if g in prepared.source.annotated else "" for g in guess]
        truth = [category_of(label) for label in prepared.labels]
        hits += sum(g == t != "" for g, t in zip(guess, truth, strict=True))
        found += len(guess) - guess.count("")
        marked += len(truth) - truth.count("")
    return float(2 * hits / (found + marked)) if found + marked else 0.0


def advice(points: Sequence[CurvePoint]) -> str:
    """What the curve says to somebody who annotates."""
    if not points or points[-1].mentions < FEW_MENTIONS:
        n = points[-1].mentions if points else 0
        return f"Too little data: {n} mentions. Annotate at least {FEW_MENTIONS}; some thousand are good."
    if len(points) > 1 and points[-1].f1 - points[-2].f1 > STILL_RISING:
        gain = 100 * (points[-1].f1 - points[-2].f1)
        share = points[-1].documents / points[-2].documents
        more = f"the last {share:.1f}-fold of documents brought {gain:.1f} points of F1"
        return f"Still rising: {more}. More documents of the same kind will help."
    return "Flat: more documents of the same kind will hardly help; other kinds may."


def slope(points: Sequence[CurvePoint]) -> float:
    """Points of F1 per doubling of the documents, by least squares; 0 with fewer than two points."""
    if len(points) < 2:
        return 0.0
    doublings = np.log2([p.documents for p in points])
    return float(100 * np.polyfit(doublings, [p.f1 for p in points], 1)[0])

"""What a text tells about the class that is hidden: the attacker's guess before a release and after it."""

from __future__ import annotations

import math

import numpy as np

from engine.methods.k_redactor.class_hider import ClassHider
from engine.methods.k_redactor.model import Floats
from engine.methods.k_redactor.request import Request
from engine.methods.k_redactor.review import explain
from engine.record.telling import ClassTold, Guess, Remaining
from engine.text import SensitiveText

MOST_WORDS = 12


def told_of_class(hider: ClassHider, request: Request, after: SensitiveText) -> ClassTold:
    """What a released text still tells about its class, to the attacker that the method assumes.

    Parameters
    ----------
    hider : ClassHider
    request : Request
        The original with its class.
    after : SensitiveText
        The text as it is released.

    Notes
    -----
    The attacker is the one of Definition 1 in Cumby and Ghani (2011): naive Bayes over the words.
    """
    texts = request.document.text, after
    scores = [hider.scores(text, request) for text in texts]
    before_rank, after_rank = (hider.rank(text, request.sensitive, request) for text in texts)
    before_best, after_best = (int(np.argmax(found)) for found in scores)
    classes = hider.corpus.sensitive_classes
    return ClassTold(
        own=request.sensitive,
        k=hider.settings.k,
        n_classes=len(classes),
        rank=(before_rank, after_rank),
        best=(classes[before_best], classes[after_best]),
        probability=Guess(before=_posterior(scores[0]), after=_posterior(scores[1])),
        words=_words(hider, request, after),
    )


def _posterior(scores: Floats) -> float:
    """Probability of the likeliest class."""
    odds = np.exp(scores - scores.max())
    return round(float(odds.max() / odds.sum()), 4)


def _words(hider: ClassHider, request: Request, after: SensitiveText) -> tuple[Remaining, ...]:
    text, nats = after.reveal(), dict[str, float]()
    for at in explain(hider, after, request.sensitive, most=MOST_WORDS * 4, original=request):
        nats.setdefault(text[at.start : at.end].casefold(), at.nats)
    strongest = list(nats.items())[:MOST_WORDS]
    return tuple(Remaining(word=word, bits=round(found / math.log(2), 2)) for word, found in strongest)

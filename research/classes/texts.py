"""Definition 1 on released texts: redacted as a release does, read again, counted by the check of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.checks.hidden_class import ResidualCheck
from engine.methods.k_redactor.class_hider import ClassHider
from engine.methods.k_redactor.corpus import Corpus, Labelled
from engine.methods.k_redactor.request import Request
from engine.methods.k_redactor.solving.case import Settings
from engine.methods.k_redactor.words import features
from engine.text import Document, carried_out

_TOGETHER = 1000


def check_texts(
    corpus: Corpus, documents: Sequence[Labelled], settings: Settings, progress: Callable[[str], None]
) -> dict[str, Any]:
    """Redact the text of documents of the corpus and rank their class in what is left of it.

    Parameters
    ----------
    corpus : Corpus
    documents : sequence of Labelled
        Of the corpus.
    settings : Settings
    progress : callable

    Returns
    -------
    dict
        ``k``, ``released``, ``refused``, and ``confusable``: released texts in which k - 1 other classes
        precede the true one, by `ResidualCheck`, which shares no model with the redactor.
    """
    hider, check = ClassHider(corpus, settings), ResidualCheck(corpus, 0.1)
    told = {"k": settings.k, "released": 0, "refused": 0, "confusable": 0}
    for start in range(0, len(documents), _TOGETHER):
        part = documents[start : start + _TOGETHER]
        requests = [Request(Document("", d.text), d.sensitive, d.utility, in_corpus=True) for d in part]
        for request, decisions in zip(requests, hider.decide_all(requests), strict=True):
            told["released" if decisions is not None else "refused"] += 1
            if decisions is not None:
                text = request.document.text.reveal()
                own, left = hider.class_number(request.sensitive), features(carried_out(text, decisions))
                told["confusable"] += check.rank(left, own, features(text)) >= settings.k
        progress(f"released texts read again: {start + len(part)} of {len(documents)}")
    return told

"""Fit a set of classifiers by GreedySanitize on annotated documents: what a policy names as NAME.greedy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from adapters.recognizers.archive import refuse_existing
from adapters.recognizers.fitted import FittedSet, fitted_set, write_fitted
from adapters.recognizers.learned import default_model
from adapters.recognizers.training.annotated_files import GUESS, read_annotated
from adapters.recognizers.training.learners import TokenData, chosen_learner, token_data
from adapters.recognizers.training.learning_curve import FEW_MENTIONS
from adapters.recognizers.training.training import data_fingerprint
from engine.errors import InvalidError, fault
from engine.measures.annotated import AnnotatedDocument
from engine.methods.greedy_sanitize import GreedyPath, Stopping
from engine.methods.names.tagger.features import Lexicon

LEAST_DOCUMENTS = 8
RATIOS_SHOWN = (1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0)


def fit_greedy(
    sources: Sequence[Path],
    out: Path,
    category: str = "person",
    learners: Sequence[str] = ("crf",),
    stopping: Stopping = "cross-fitted",
    loss_ratio: float = 100.0,
    format_name: str = GUESS,
    progress: Callable[[str], None] = lambda message: None,
) -> dict[str, Any]:
    """Run GreedySanitize on a user's annotated documents and write the fitted set.

    Parameters
    ----------
    sources : sequence of Path
        Files or folders of annotated documents.
    out : Path
        File to write; it must not exist.
    category : str
        What is sensitive.
    learners : sequence of str
        ``crf``, ``svm``, ``ensemble``; of several the most accurate learns each round (Selection).
    stopping : {"cross-fitted", "training"}
    loss_ratio : float, >= 1
        Largest L/C that a policy will ask for; smaller ones use fewer of the rounds.
    format_name : str
    progress : callable, optional
        Told each round, without document text.

    Returns
    -------
    dict
        JSON values: ``file``, ``sha256``, ``documents``, ``sensitive`` and ``tokens``; ``rounds`` with what
        the stop looked at; ``by_loss_ratio`` with rounds applied, sensitive tokens left and harmless ones
        withheld in the training documents; ``advice``.

    Raises
    ------
    InvalidError
        ``TRN001`` to ``TRN003``; ``MDL004`` when `out` exists, before anything is read.
    """
    refuse_existing(out, False)
    documents = read_annotated(sources, format_name)
    data = _data(documents, category, default_model().tagger.lexicon)
    path = GreedyPath(data, chosen_learner(learners), stopping)
    path.sanitizer(loss_ratio, lambda k: progress(f"round {k} accepted"))
    facts = {
        "data_sha256": data_fingerprint(documents),
        "documents": len(data.documents),
        "tokens": len(data.sensitive),
        "sensitive": int(data.sensitive.sum()),
    }
    fitted = fitted_set(path, out.stem, category, learners, loss_ratio, facts)
    digest = write_fitted(fitted, out)
    return {
        "file": str(out),
        "sha256": digest,
        "category": category,
        "learners": list(learners),
        "stopping": stopping,
        **facts,
        "corpora": dict(Counter(d.corpus for d in documents)),
        "rounds": [
            {
                "true_positives": r.true_positives,
                "false_positives": r.false_positives,
                "accepted": r.classifier is not None,
            }
            for r in fitted.rounds
        ],
        "by_loss_ratio": [_at(fitted, data, ratio) for ratio in RATIOS_SHOWN if ratio <= loss_ratio],
        "advice": _advice(documents, category),
    }


def _data(documents: Sequence[AnnotatedDocument], category: str, lexicon: Lexicon) -> TokenData:
    data = token_data(documents, lexicon, frozenset({category}))
    n = int(data.sensitive.sum())
    if len(data.documents) < LEAST_DOCUMENTS or not n:
        raise InvalidError(
            fault(
                "TRN003",
                "training data",
                f"must have at least {LEAST_DOCUMENTS} documents and some annotation of {category}",
                f"{len(data.documents)} and {n}",
                "Annotate more documents, or name another --category.",
            )
        )
    return data


def _at(fitted: FittedSet, data: TokenData, loss_ratio: float) -> dict[str, Any]:
    """What is applied at a loss ratio, and what the stop saw of it: nothing is predicted anew."""
    n = fitted.n_rounds(loss_ratio)
    done = fitted.rounds[:n]
    return {
        "loss_ratio": loss_ratio,
        "rounds": n,
        "sensitive_left": int(data.sensitive.sum()) - sum(r.true_positives for r in done),
        "harmless_withheld": sum(r.false_positives for r in done),
    }


def _advice(documents: Sequence[AnnotatedDocument], category: str) -> str:
    n = sum(a.category == category for d in documents for a in d.annotations)
    if n >= FEW_MENTIONS:
        return ""
    return f"Too little data: {n} mentions of {category}. Annotate at least {FEW_MENTIONS}."

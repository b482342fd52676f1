"""Attackers who read whole texts: they share neither model nor documents with the defender."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from scipy.sparse import csr_array
from sklearn.decomposition import TruncatedSVD
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.svm import LinearSVC

from engine.methods.k_redactor.model import Floats, Ints

_N_TOPICS = 60


class _Topics(TruncatedSVD):  # type: ignore[misc]
    """At most as many topics as there are words."""

    def fit_transform(self, X: csr_array, y: object = None) -> Floats:
        """Fit, and give the topics of each text."""
        self.n_components = min(_N_TOPICS, X.shape[1] - 1)
        return np.asarray(super().fit_transform(X))


def _words() -> TfidfVectorizer:
    return TfidfVectorizer(sublinear_tf=True, ngram_range=(1, 2), max_features=60_000)


def _characters() -> TfidfVectorizer:
    return TfidfVectorizer(analyzer="char_wb", ngram_range=(3, 5), sublinear_tf=True, max_features=120_000)


def _boosting() -> Pipeline:
    trees = HistGradientBoostingClassifier(
        max_iter=40, max_leaf_nodes=15, min_samples_leaf=5, early_stopping=False, random_state=0
    )
    return make_pipeline(_words(), _Topics(random_state=0), trees)


ATTACKERS: Mapping[str, Callable[[], Pipeline]] = {
    "linear SVM": lambda: make_pipeline(_words(), LinearSVC(C=0.5, random_state=0)),
    "logistic regression": lambda: make_pipeline(_words(), LogisticRegression(C=10.0, max_iter=200)),
    "SVM on characters": lambda: make_pipeline(_characters(), LinearSVC(C=0.5, random_state=0)),
    "gradient boosting": _boosting,
}
"""Attacker -> a new one, untrained."""


def ranks_of(attacker: Pipeline, texts: Sequence[str], own: Sequence[str]) -> Ints:
    """Rank of each text's own class among the attacker's guesses, 1 = first; a class it never saw is last."""
    scores, classes = _scores(attacker, texts), list(attacker.classes_)
    place = {name: number for number, name in enumerate(classes)}
    found = np.full(len(own), len(classes) + 1, np.int64)
    known = [i for i, name in enumerate(own) if name in place]
    mine = np.array([scores[i, place[own[i]]] for i in known])
    found[known] = (scores[known] >= mine[:, None]).sum(axis=1)
    return found


def _scores(attacker: Pipeline, texts: Sequence[str]) -> Floats:
    scores = np.asarray(attacker.decision_function(texts))
    return np.stack([-scores, scores], axis=1) if scores.ndim == 1 else scores

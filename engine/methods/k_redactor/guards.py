"""Linear classifiers: guards the defender confuses too, and attackers the defender never used."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
from scipy.sparse import csr_array
from sklearn.feature_extraction.text import TfidfTransformer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.svm import LinearSVC

from engine.methods.k_redactor.model import Floats, Ints
from engine.methods.k_redactor.solving.case import Guard

Attacker = Literal["svm", "logistic-regression"]
ATTACKERS: tuple[Attacker, ...] = ("svm", "logistic-regression")


def linear_guard(documents: csr_array, labels: Ints, margin: float = 0.0, penalty: float = 0.01) -> Guard:
    """A linear SVM on the presence of words, as a guard.

    Parameters
    ----------
    documents : csr_array, shape (n_documents, n_words)
        Without the documents to be redacted: an SVM cannot take a document back.
    labels : ndarray of int
    margin : float
        Lead asked for, in units of the SVM's decision function; 0 is a tie.
    penalty : float
        The SVM's C.
    """
    model = LinearSVC(C=penalty).fit(documents, labels)
    weights, intercepts = np.asarray(model.coef_), np.asarray(model.intercept_)
    if len(weights) == 1:
        weights, intercepts = np.concatenate([-weights, weights]), np.concatenate([-intercepts, intercepts])
    return Guard(intercepts, weights, margin)


def train_attacker(kind: Attacker, documents: csr_array, labels: Ints) -> Pipeline:
    """An attacker on tf-idf weights, trained on unredacted documents."""
    model = LinearSVC(C=0.5) if kind == "svm" else LogisticRegression(C=10.0, max_iter=300)
    return make_pipeline(TfidfTransformer(sublinear_tf=True), model).fit(documents, labels)


def attacker_scores(attacker: Pipeline, documents: csr_array, n_classes: int) -> Floats:
    """Score of every class for every document (higher is likelier)."""
    scores = np.asarray(attacker.decision_function(documents))
    return np.stack([-scores, scores], axis=1) if n_classes == 2 and scores.ndim == 1 else scores


def error_curve(ranks: Ints, guesses: Sequence[int]) -> list[float]:
    """Share of documents whose true class is not among the first g guesses, for each g."""
    return [float((ranks > g).mean()) for g in guesses]

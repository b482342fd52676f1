"""The judge of both readers: learned from documents that neither of them was trained on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression
from threadpoolctl import threadpool_limits

from adapters.recognizers.training.training import must_go, prepare
from engine.measures.annotated import AnnotatedDocument
from engine.methods.names.encoder.joint_judge import JointJudge, Judged, candidates, joint_features
from engine.methods.names.encoder.reading import CarefulReader, Encoder
from engine.methods.names.medicine.vocabulary import MedicalVocabulary
from engine.methods.names.model import Model
from engine.methods.names.recognizer import LearnedRecognizer
from engine.methods.names.tagger.features import Lexicon, Tokens

LEAST_EVIDENCE = 0.1
"""Probability from which the encoder proposes a token."""

CATEGORIES = ("person", "organisation", "location", "date", "code")
"""What people marked in all of the documents held out; ages and attributes they marked in few."""

_ASKED = JointJudge({}, 0.0, LEAST_EVIDENCE, CATEGORIES)


@dataclass(frozen=True)
class Example:
    """A candidate of one document: its features, whether it must go, and what the fast reader alone says."""

    document: str
    features: dict[str, float]
    is_true: bool
    fast: float


@dataclass(frozen=True)
class _Candidates(CarefulReader):
    """A careful reader that keeps what it was given to decide."""

    seen: list[tuple[Sequence[Judged], Tokens]] = field(default_factory=list)

    def decide(self, judged: Sequence[Judged], text: str, tokens: Tokens, lexicon: Lexicon) -> list[Judged]:
        self.seen.append((judged, tokens))
        return list(judged)


def examples(
    documents: Iterable[AnnotatedDocument], model: Model, encoder: Encoder, medicine: MedicalVocabulary
) -> list[Example]:
    """Candidates of both readers in documents that neither was trained on, where people looked for them.

    Parameters
    ----------
    documents : iterable of AnnotatedDocument
    model : Model
        A fast reader that was trained without them.
    encoder : Encoder
        Tuned without them; its judge is not asked.
    medicine : MedicalVocabulary
    """
    found = []
    for document in documents:
        reader = _Candidates(encoder, "all")
        LearnedRecognizer(model, medicine=medicine, careful=reader).read(document.document)
        marked = must_go(prepare(document))
        for judged, tokens in reader.seen:
            reading = encoder.read(document.document.text.reveal(), tokens, np.ones(len(tokens), bool))
            for entity, fast, asked in candidates(judged, reading, tokens, _ASKED):
                if asked:
                    inside = [marked[i] for m in entity.mentions for i in range(m.first, m.end)]
                    features = joint_features(entity, fast, reading)
                    found.append(Example(document.document.id, features, bool(np.mean(inside) >= 0.5), fast))
    return found


def fit_judge(examples: Sequence[Example], c: float = 0.1) -> JointJudge:
    """A logistic model of the examples, regularised with inverse strength `c`."""
    vectorizer = DictVectorizer(sparse=False, sort=True)
    rows = vectorizer.fit_transform([e.features for e in examples])
    model = LogisticRegression(C=c, max_iter=2000)
    with threadpool_limits(1):  # sums in one order, whatever the number of cores
        model.fit(rows, [e.is_true for e in examples])
    weights = zip(vectorizer.get_feature_names_out().tolist(), model.coef_[0].tolist(), strict=True)
    return JointJudge(
        {name: round(w, 4) for name, w in weights},
        round(float(model.intercept_[0]), 4),
        LEAST_EVIDENCE,
        CATEGORIES,
    )


def cross_validated(examples: Sequence[Example], folds: int = 5, c: float = 0.1) -> list[float]:
    """The probability of each example by a judge that has not seen its document."""
    names = sorted({e.document for e in examples})
    fold = {name: i % folds for i, name in enumerate(names)}
    result = [0.0] * len(examples)
    for k in range(folds):
        judge = fit_judge([e for e in examples if fold[e.document] != k], c)
        for i, e in enumerate(examples):
            if fold[e.document] == k:
                result[i] = judge.probability(e.features)
    return result


def calibration(probabilities: Sequence[float], truth: Sequence[bool]) -> list[dict[str, float]]:
    """Ten bins of equal width: how many, mean probability, share that is true."""
    p, t = np.array(probabilities), np.array(truth, float)
    bins = np.minimum((p * 10).astype(int), 9)
    return [
        {"n": int(at.sum()), "said": round(float(p[at].mean()), 3), "true": round(float(t[at].mean()), 3)}
        for k in range(10)
        if (at := bins == k).any()
    ]

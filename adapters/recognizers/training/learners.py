"""Learners of text for GreedySanitize and its attacker: CRF, linear SVM, Ensemble, logistic regression."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.svm import LinearSVC

from adapters.recognizers.training.training import (
    Sequences,
    TrainingSettings,
    fit_field,
    tagger_from_weights,
)
from engine.errors import InvalidError, fault
from engine.measures.annotated import AnnotatedDocument
from engine.methods.greedy_sanitize import Classifier, Learner, Mask, Selection
from engine.methods.names.tagger.features import Lexicon, Tokens, token_attributes, token_range, tokenize
from engine.methods.names.tagger.tagging import LinearTagger

FAKE = "[NAME]"
"""Stands where something was removed; learners see it as a word of its own."""

SENSITIVE = "I-sensitive"
_LABELS = ("O", SENSITIVE)
_FIELD = TrainingSettings(max_iterations=40)

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class TokenDocument:
    """A document of `TokenData`: tokens, which are sensitive, which are removed."""

    tokens: Tokens
    sensitive: Mask
    removed: Mask

    @cached_property
    def visible(self) -> Tokens:
        """Tokens as published: `FAKE` for those removed."""
        words = [
            FAKE if gone else w for w, gone in zip(self.tokens.words, self.removed.tolist(), strict=True)
        ]
        t = self.tokens
        return Tokens(words, t.starts, t.ends, t.sequence_starts, t.paragraphs, t.passages)

    def features(self, lexicon: Lexicon) -> list[list[list[str]]]:
        """Features of the visible tokens by sequence, computed once."""
        if not self._features:
            self._features.append(token_attributes(self.visible, lexicon))
        return self._features[0]

    _features: list[list[list[list[str]]]] = field(default_factory=list, repr=False, compare=False)

    def remove(self, instances: Mask) -> TokenDocument:
        """The document with more tokens removed; itself when there is nothing to remove."""
        if not instances.any():
            return self
        return TokenDocument(self.tokens, self.sensitive, self.removed | instances)


@dataclass(frozen=True)
class TokenData:
    """Tokens of many documents as the instances of `engine.methods.greedy_sanitize.Data`.

    Parameters
    ----------
    documents : sequence of TokenDocument
    lexicon : Lexicon
        Word lists for the features.
    """

    documents: Sequence[TokenDocument]
    lexicon: Lexicon

    @cached_property
    def sensitive(self) -> Mask:
        """Which tokens are sensitive."""
        return _joined(d.sensitive for d in self.documents)

    @cached_property
    def remaining(self) -> Mask:
        """Which tokens are not removed."""
        return ~_joined(d.removed for d in self.documents)

    @cached_property
    def _bounds(self) -> list[int]:
        return [0, *np.cumsum([len(d.tokens) for d in self.documents]).tolist()]

    def remove(self, instances: Mask) -> TokenData:
        """The data with tokens replaced by `FAKE`."""
        pieces = [instances[a:b] for a, b in zip(self._bounds, self._bounds[1:], strict=False)]
        changed = [d.remove(piece) for d, piece in zip(self.documents, pieces, strict=True)]
        return replace(self, documents=changed)

    def split(self, n_folds: int) -> list[Mask]:
        """Folds of whole documents, every n-th one."""
        number = np.repeat(np.arange(len(self.documents)) % n_folds, [len(d.tokens) for d in self.documents])
        return [number == k for k in range(n_folds)]

    def subset(self, instances: Mask) -> TokenData:
        """The documents whose tokens are in `instances`."""
        first = [
            bool(instances[a]) if b > a else False
            for a, b in zip(self._bounds, self._bounds[1:], strict=False)
        ]
        return replace(self, documents=[d for d, chosen in zip(self.documents, first, strict=True) if chosen])

    @property
    def sequences(self) -> Sequences:
        """Features and labels of every sequence; what was removed is context, never an example."""
        for document in self.documents:
            labels = np.where(document.sensitive & ~document.removed, SENSITIVE, "O").tolist()
            for features, (a, b) in zip(
                document.features(self.lexicon), document.tokens.sequences, strict=True
            ):
                yield features, labels[a:b]


def _joined(masks: Iterable[Mask]) -> Mask:
    pieces = list(masks)
    return np.concatenate(pieces) if pieces else np.zeros(0, bool)


def token_data(
    documents: Sequence[AnnotatedDocument], lexicon: Lexicon, categories: frozenset[str] | None = None
) -> TokenData:
    """Instances from annotated documents.

    Parameters
    ----------
    documents : sequence of AnnotatedDocument
    lexicon : Lexicon
    categories : frozenset of str, optional
        Sensitive categories; all that must be masked by default. The paper takes persons' names.

    Returns
    -------
    TokenData
        Without documents that have no tokens.
    """
    made = []
    for document in documents:
        tokens = tokenize(document.document.text.reveal())
        sensitive = np.zeros(len(tokens), bool)
        for annotation in document.annotations:
            if annotation.role != "public" and (categories is None or annotation.category in categories):
                first, end = token_range(tokens, annotation.start, annotation.end)
                sensitive[first:end] = True
        if len(tokens):
            made.append(TokenDocument(tokens, sensitive, np.zeros(len(tokens), bool)))
    return TokenData(made, lexicon)


@dataclass(frozen=True)
class TokenClassifier:
    """A linear tagger that says which tokens are sensitive.

    Parameters
    ----------
    tagger : LinearTagger or None
        None predicts nothing (there was nothing to learn from).
    decoding : {"marginal", "greedy"}
        By the label probabilities of a conditional random field, or from left to right with the label before.
    threshold : float, in (0, 1)
        Probability from which a token is positive; only for ``"marginal"``.
    """

    tagger: LinearTagger | None
    decoding: Literal["marginal", "greedy"]
    threshold: float = 0.5

    def predict(self, data: TokenData) -> Mask:
        """Predicted positives among all tokens of `data`."""
        return _joined(self._predicted(d.visible) for d in data.documents)

    def _predicted(self, tokens: Tokens) -> Mask:
        if self.tagger is None or SENSITIVE not in self.tagger.labels:
            return np.zeros(len(tokens), bool)
        column = self.tagger.labels.index(SENSITIVE)
        if self.decoding == "greedy":
            decoded: Mask = self.tagger.decode_greedily(tokens) == column
            return decoded
        positive: Mask = self.tagger.marginals(tokens)[:, column] >= self.threshold
        return positive


@dataclass(frozen=True)
class CrfLearner:
    """A linear-chain conditional random field.

    Parameters
    ----------
    name : str
    loss_ratio : float, > 0
        L/C; tokens are positive from probability ``C / (L + C)``: 1 gives the most accurate
        classifier, more the cost-sensitive baseline of the paper.
    settings : TrainingSettings
    """

    name: str = "crf"
    loss_ratio: float = 1.0
    settings: TrainingSettings = _FIELD

    def fit(self, data: TokenData) -> TokenClassifier:
        """Train on the remaining tokens of `data`."""
        if not (data.sensitive & data.remaining).any():
            return TokenClassifier(None, "marginal")
        tagger = fit_field(data.sequences, data.lexicon, self.settings)
        return TokenClassifier(tagger, "marginal", 1 / (1 + self.loss_ratio))


@dataclass(frozen=True)
class LinearLearner:
    """A linear classifier of tokens whose features include the label of the token before.

    Parameters
    ----------
    name : str
    kind : {"svm", "logistic"}
        Squared hinge loss, or logistic regression.
    loss_ratio : float, > 0
        L/C: weight of sensitive tokens in training; more than 1 is the cost-sensitive baseline.
    c : float, > 0
        Inverse regularisation.
    history : bool
        Whether the label of the token before is a feature.
    """

    name: str = "svm"
    kind: Literal["svm", "logistic"] = "svm"
    loss_ratio: float = 1.0
    c: float = 0.1
    history: bool = True

    def fit(self, data: TokenData) -> TokenClassifier:
        """Train on the remaining tokens of `data`; labels before are the true ones in training."""
        if not (data.sensitive & data.remaining).any():
            return TokenClassifier(None, "greedy")
        rows, labels, before = _flattened(data.sequences)
        vectorizer = CountVectorizer(analyzer=_same, dtype=np.float32)
        features = vectorizer.fit_transform(
            [[*row, "history"] if b and self.history else row for row, b in zip(rows, before, strict=True)]
        )
        weights = {0: 1.0, 1: self.loss_ratio}
        model: Any
        if self.kind == "svm":
            model = LinearSVC(C=self.c, class_weight=weights, dual=False)
        else:
            model = LogisticRegression(C=self.c, class_weight=weights, solver="liblinear", random_state=0)
        model.fit(features, labels)
        names = vectorizer.get_feature_names_out()
        learned = dict(zip(names, model.coef_[0].tolist(), strict=True))
        transitions = np.zeros((2, 2), np.float32)
        transitions[1, 1] = learned.pop("history", 0.0)
        learned["bias"] = learned.get("bias", 0.0) + float(model.intercept_[0])
        tagger = tagger_from_weights(
            _LABELS, {(f, SENSITIVE): w for f, w in learned.items() if w}, transitions, data.lexicon
        )
        return TokenClassifier(tagger, "greedy")


def _same(features: list[str]) -> list[str]:
    return features


def _flattened(sequences: Sequences) -> tuple[list[list[str]], list[int], list[bool]]:
    """Features, label (1 sensitive) and whether the token before is sensitive, for every token."""
    rows: list[list[str]] = []
    labels: list[int] = []
    before: list[bool] = []
    for features, names in sequences:
        marks = [name == SENSITIVE for name in names]
        rows += features
        labels += map(int, marks)
        before += [False, *marks[:-1]]
    return rows, labels, before


@dataclass(frozen=True)
class Both:
    """Positives that the first proposes and the second confirms."""

    first: Classifier[TokenData]
    second: Classifier[TokenData]

    def predict(self, data: TokenData) -> Mask:
        """Positives of both."""
        return self.first.predict(data) & self.second.predict(data)


@dataclass(frozen=True)
class EnsembleLearner:
    """A conditional random field proposes generously, an SVM removes its false positives.

    Parameters
    ----------
    name : str
    crf : CrfLearner
        Proposes from a lower probability than it would by itself.
    svm : LinearLearner
        Confirms.

    References
    ----------
    Li et al. 2015, section V, after Ferrández et al., JAMIA 20(1), 2013.
    """

    name: str = "ensemble"
    crf: CrfLearner = CrfLearner(loss_ratio=4.0)
    svm: LinearLearner = LinearLearner()

    def fit(self, data: TokenData) -> Both:
        """Train both on the remaining tokens of `data`."""
        return Both(self.crf.fit(data), self.svm.fit(data))


_LEARNERS: dict[str, Learner[TokenData]] = {
    learner.name: learner for learner in (CrfLearner(), LinearLearner(), EnsembleLearner())
}


def chosen_learner(names: Sequence[str]) -> Learner[TokenData]:
    """The learner of that name; of several names, the one that selects among them each round.

    Raises
    ------
    InvalidError
        ``TRN006`` for a name that no learner has.
    """
    unknown = [name for name in names if name not in _LEARNERS]
    if unknown or not names:
        must = f"must be among {', '.join(_LEARNERS)}"
        raise InvalidError(fault("TRN006", "learner", must, ", ".join(unknown), "Correct the name."))
    chosen = [_LEARNERS[name] for name in dict.fromkeys(names)]
    return chosen[0] if len(chosen) == 1 else Selection(chosen)

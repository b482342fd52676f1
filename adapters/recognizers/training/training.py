"""Training of the learned recogniser: same data, same settings, same file."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pycrfsuite
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression
from threadpoolctl import threadpool_limits

from adapters.machine.processes.passing_folders import PassingFolder
from engine.errors import InvalidError, fault
from engine.measures.annotated import AnnotatedDocument
from engine.methods.names.entities.decoding import Entity, EntityModel, entity_features, find_entities
from engine.methods.names.model import Model
from engine.methods.names.tagger.features import (
    OFFSETS,
    PAIRS,
    PUBLIC,
    Lexicon,
    Tokens,
    category_of,
    token_attributes,
    token_range,
    tokenize,
)
from engine.methods.names.tagger.tagging import LinearTagger

Floats = npt.NDArray[np.float32]
_LEAST_WEIGHT = 0.01
"""Smaller weights of the entity model are left out: a third of the file, no change in what is found."""

Progress = Callable[[str], None]
Sequences = Iterable[tuple[list[list[str]], list[str]]]
"""Features of every token and labels, sequence by sequence."""


@dataclass(frozen=True)
class TrainingSettings:
    """How to train.

    Parameters
    ----------
    c1, c2 : float, >= 0
        L1 and L2 regularisation of the conditional random field.
    max_iterations : int, >= 1
        Of L-BFGS.
    min_frequency : int, >= 1
        Features seen less often are left out.
    folds : int, >= 2
        The entity model learns from what the tagger finds in documents it was not trained on.
    entity_c : float, > 0
        Inverse regularisation of the entity model.
    least_evidence : float, in (0, 1)
        Probability from which a token is proposed.
    complete_above : float, in (0, 1)
        Categories that a corpus does not annotate are filled in where the first tagger is this sure.
    seed : int
        Order of documents over the folds.
    """

    c1: float = 0.05
    c2: float = 0.3
    max_iterations: int = 80
    min_frequency: int = 1
    folds: int = 4
    entity_c: float = 0.05
    least_evidence: float = 0.03
    complete_above: float = 0.5
    seed: int = 1


@dataclass(frozen=True)
class Prepared:
    """A document made ready for training: its tokens and one label per token."""

    source: AnnotatedDocument
    tokens: Tokens
    labels: list[str]


def prepare(document: AnnotatedDocument) -> Prepared:
    """Tokens and labels of an annotated document; the longer of overlapping annotations counts."""
    tokens = tokenize(document.document.text.reveal())
    labels = ["O"] * len(tokens)
    for annotation in sorted(document.annotations, key=lambda a: (a.start - a.end, a.start)):
        first, end = token_range(tokens, annotation.start, annotation.end)
        if all(label == "O" for label in labels[first:end]):
            mark = PUBLIC if annotation.role == "public" else ""
            labels[first:end] = inside(annotation.category + mark, end - first)
    return Prepared(document, tokens, labels)


def inside(category: str, n: int) -> list[str]:
    """Labels of a mention of `n` tokens.

    Without a label of their own for beginnings: half as many labels make
    training and tagging more than twice as fast, and two mentions of one
    category hardly ever stand side by side.
    """
    return [f"I-{category}"] * n


def train(
    documents: Sequence[AnnotatedDocument],
    lexicon: Lexicon,
    name: str,
    settings: TrainingSettings | None = None,
    card: Mapping[str, Any] | None = None,
    progress: Progress = lambda message: None,
    weights: Mapping[str, float] | None = None,
) -> Model:
    """Train a tagger and an entity model.

    Parameters
    ----------
    documents : sequence of AnnotatedDocument
        At least two per fold.
    lexicon : Lexicon
        Word lists, stored in the model.
    name : str
        Name of the model.
    settings : TrainingSettings, optional
    card : mapping, optional
        Goes into the model card: data, licences.
    progress : callable, optional
        Told each step in words without document text.
    weights : mapping of str to float, optional
        How much an entity of each corpus counts for the entity model; 1 by default.

    Returns
    -------
    Model

    Raises
    ------
    InvalidError
        ``TRN003`` with too few documents or no annotation at all.

    Notes
    -----
    1. Documents of corpora that do not annotate some categories get those
       filled in by a tagger trained on the documents that annotate all.
    2. A conditional random field (L-BFGS) is trained on all documents.
    3. Documents are tagged by fields that were trained without them
       (cross-fitting); the entities found there train the entity model.
    """
    chosen = settings or TrainingSettings()
    _check_size(documents, chosen)
    ready = complete([prepare(d) for d in documents], lexicon, chosen, progress)
    progress(f"tagger: {len(ready)} documents")
    tagger = fit_tagger(ready, lexicon, chosen)
    entities = fit_entities(cross_fit(ready, lexicon, chosen, progress), lexicon, chosen, weights)
    facts = {"settings": asdict(chosen), "data_sha256": data_fingerprint(documents), **(card or {})}
    return Model(name, tagger, entities, facts)


def _check_size(documents: Sequence[AnnotatedDocument], settings: TrainingSettings) -> None:
    groups = {d.group for d in documents}
    n = sum(len(d.annotations) for d in documents)
    if len(groups) < 2 * settings.folds or not n:
        raise InvalidError(
            fault(
                "TRN003",
                "training data",
                f"must have at least {2 * settings.folds} documents (or groups) and some annotation",
                f"{len(groups)} and {n}",
                "Annotate more documents; some hundred mentions per category give usable results.",
            )
        )


def data_fingerprint(documents: Iterable[AnnotatedDocument]) -> str:
    """sha256 over texts and annotations, in order."""
    digest = hashlib.sha256()
    for document in documents:
        digest.update(document.document.text.reveal().encode())
        marks = [(a.start, a.end, a.category, a.role) for a in document.annotations]
        digest.update(repr(marks).encode())
    return digest.hexdigest()


def complete(
    ready: Sequence[Prepared], lexicon: Lexicon, settings: TrainingSettings, progress: Progress
) -> list[Prepared]:
    """Fill in the categories that a corpus does not annotate, by a tagger of those that annotate all."""
    everything = {c for p in ready for c in p.source.annotated}
    full = [p for p in ready if p.source.annotated >= everything]
    if not full or len(full) == len(ready):
        return list(ready)
    progress(f"completing annotations with a tagger of {len(full)} documents")
    tagger = fit_tagger(full, lexicon, settings)
    return [p if p.source.annotated >= everything else _completed(p, tagger, settings) for p in ready]


def _completed(prepared: Prepared, tagger: LinearTagger, settings: TrainingSettings) -> Prepared:
    looked_for = prepared.source.annotated
    missing = [label != "O" and category_of(label) not in looked_for for label in tagger.labels]
    marginals = tagger.marginals(prepared.tokens)
    sure = marginals[:, missing].sum(1) > settings.complete_above
    labels = list(prepared.labels)
    for i in np.flatnonzero(sure).tolist():
        if labels[i] == "O":
            best = tagger.labels[int(np.argmax(np.where(missing, marginals[i], -1)))]
            labels[i] = best
    return replace(prepared, labels=labels)


def fit_tagger(ready: Sequence[Prepared], lexicon: Lexicon, settings: TrainingSettings) -> LinearTagger:
    """Train a conditional random field on prepared documents."""
    return fit_field(_sequences(ready, lexicon), lexicon, settings)


def _sequences(ready: Sequence[Prepared], lexicon: Lexicon) -> Sequences:
    for prepared in ready:
        features = token_attributes(prepared.tokens, lexicon)
        for rows, (a, b) in zip(features, prepared.tokens.sequences, strict=True):
            yield rows, prepared.labels[a:b]


def fit_field(sequences: Sequences, lexicon: Lexicon, settings: TrainingSettings) -> LinearTagger:
    """Train a linear-chain conditional random field by L-BFGS and read its weights.

    Parameters
    ----------
    sequences : iterable of (features, labels)
        One list of feature names and one label per token.
    lexicon : Lexicon
        Word lists that the features asked.
    settings : TrainingSettings

    Returns
    -------
    LinearTagger
    """
    trainer = pycrfsuite.Trainer(algorithm="lbfgs", verbose=False)
    trainer.set_params(
        {
            "c1": settings.c1,
            "c2": settings.c2,
            "max_iterations": settings.max_iterations,
            "feature.minfreq": settings.min_frequency,
        }
    )
    for features, labels in sequences:
        trainer.append(features, labels)
    with PassingFolder("saferelease-training-") as folder:  # it holds words of the documents
        path = str(folder / "crf")
        trainer.train(path)
        with pycrfsuite.Tagger().open(path) as crf:
            facts = crf.info()
    names = sorted(facts.labels, key=lambda label: (label != "O", label))
    transitions = np.zeros((len(names), len(names)), np.float32)
    for (before, after), weight in facts.transitions.items():
        transitions[names.index(before), names.index(after)] = weight
    return tagger_from_weights(names, facts.state_features, transitions, lexicon)


def tagger_from_weights(
    labels: Sequence[str],
    weights: Mapping[tuple[str, str], float],
    transitions: Floats,
    lexicon: Lexicon,
) -> LinearTagger:
    """A tagger from weights by feature name and label.

    Parameters
    ----------
    labels : sequence of str
    weights : mapping of (feature, label) to float
        Features named as in `engine.methods.names.tagger.features.token_attributes`.
    transitions : float array, shape (n_labels, n_labels)
    lexicon : Lexicon

    Returns
    -------
    LinearTagger
    """
    offsets = {str(d): k for k, d in enumerate(OFFSETS)}
    kinds = {f"{d}|{e}": k for k, (d, e) in enumerate(PAIRS)}
    columns = {label: k for k, label in enumerate(labels)}
    attributes: dict[str, int] = {}
    pairs: dict[tuple[str, str], int] = {}
    others: dict[str, Floats] = {}
    cells: list[tuple[int, int, int, float]] = []
    pair_cells: list[tuple[int, int, int, float]] = []
    for (feature, label), weight in sorted(weights.items()):
        where, _, rest = feature.partition(":")
        if where in offsets:
            row = attributes.setdefault(rest, len(attributes))
            cells.append((row, offsets[where], columns[label], weight))
        elif where in kinds:
            u, _, v = rest.partition(" ")
            row = pairs.setdefault((u, v), len(pairs))
            pair_cells.append((row, kinds[where], columns[label], weight))
        else:
            others.setdefault(feature, np.zeros(len(labels), np.float32))[columns[label]] = weight
    return LinearTagger(
        labels=list(labels),
        attributes=attributes,
        attribute_weights=_filled((len(attributes), len(OFFSETS), len(labels)), cells),
        pairs=pairs,
        pair_weights=_filled((len(pairs), len(PAIRS), len(labels)), pair_cells),
        others=others,
        transitions=transitions,
        lexicon=lexicon,
    )


def _filled(size: tuple[int, int, int], cells: Sequence[tuple[int, int, int, float]]) -> Floats:
    array = np.zeros(size, np.float32)
    for row, place, column, weight in cells:
        array[row, place, column] = weight
    return array


Found = tuple[Prepared, list[Entity]]


def cross_fit(
    ready: Sequence[Prepared], lexicon: Lexicon, settings: TrainingSettings, progress: Progress
) -> list[Found]:
    """Entities of every document, found by a tagger that was trained without its group."""
    found: list[Found] = []
    for k, held_out in enumerate(folds(ready, settings.folds, settings.seed)):
        progress(f"cross-fitting: fold {k + 1} of {settings.folds}")
        outside = set(map(id, held_out))
        tagger = fit_tagger([p for p in ready if id(p) not in outside], lexicon, settings)
        for prepared in held_out:
            marginals = tagger.marginals(prepared.tokens)
            entities = find_entities(prepared.tokens, marginals, tagger.labels, settings.least_evidence)
            found.append((prepared, entities))
    return found


def folds(ready: Sequence[Prepared], n: int, seed: int) -> list[list[Prepared]]:
    """Split by group, corpus by corpus, so that every fold has its share of each."""
    groups = sorted({(p.source.corpus, p.source.group) for p in ready})
    random.Random(seed).shuffle(groups)
    groups.sort(key=lambda group: group[0])
    of_group = {group: i % n for i, group in enumerate(groups)}
    parts: list[list[Prepared]] = [[] for _ in range(n)]
    for prepared in ready:
        parts[of_group[prepared.source.corpus, prepared.source.group]].append(prepared)
    return parts


def fit_entities(
    found: Sequence[Found],
    lexicon: Lexicon,
    settings: TrainingSettings,
    weights: Mapping[str, float] | None = None,
) -> EntityModel:
    """Train the entity model: an entity must be masked when most of its tokens were marked so.

    Where the taggers made no mistake to learn from, their own evidence is the probability.
    An entity counts as much as `weights` says of its corpus.
    """
    rows, truth, counts = [], [], []
    for prepared, entities in found:
        marked = must_go(prepared)
        for entity in entities:
            if entity.category in prepared.source.annotated:
                share = np.mean([marked[i] for m in entity.mentions for i in range(m.first, m.end)])
                rows.append(entity_features(entity, prepared.tokens, lexicon))
                truth.append(bool(share >= 0.5))
                counts.append((weights or {}).get(prepared.source.corpus, 1.0))
    if len(set(truth)) < 2:
        return EntityModel({"mean": 1.0}, 0.0)
    vectorizer = DictVectorizer(sparse=True, sort=True)
    model = LogisticRegression(C=settings.entity_c, max_iter=1000)
    with threadpool_limits(1):  # sums in one order, whatever the number of cores
        model.fit(vectorizer.fit_transform(rows), truth, counts)
    fitted = dict(zip(vectorizer.get_feature_names_out(), model.coef_[0].tolist(), strict=True))
    return EntityModel(
        {k: w for k, w in fitted.items() if abs(w) > _LEAST_WEIGHT}, float(model.intercept_[0])
    )


def must_go(prepared: Prepared) -> npt.NDArray[np.bool_]:
    """Which tokens lie wholly inside annotations that must be masked."""
    marked = np.zeros(len(prepared.tokens), bool)
    for annotation in prepared.source.annotations:
        if annotation.role != "public":
            first, end = token_range(prepared.tokens, annotation.start, annotation.end)
            marked[first:end] = True
    return marked

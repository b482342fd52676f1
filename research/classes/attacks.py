"""Attacks on redacted documents by classifiers that the defender never used."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy.sparse import csr_array
from sklearn.model_selection import StratifiedKFold

from engine.methods.k_redactor.corpus import Corpus, matrix_of
from engine.methods.k_redactor.guards import (
    ATTACKERS,
    attacker_scores,
    error_curve,
    linear_guard,
    train_attacker,
)
from engine.methods.k_redactor.model import Ints, NaiveBayes, ranks
from engine.methods.k_redactor.solving.case import Guard, Settings, make_case
from engine.methods.k_redactor.solving.redactor import redact

N_FOLDS = 5
"""Attackers of a fold learn from the others."""
_Models = tuple[NaiveBayes, NaiveBayes | None]


@dataclass(frozen=True)
class _Setting:
    """How documents were redacted: not at all, for naive Bayes, or for a linear SVM too, by a lead."""

    name: str
    settings: Settings | None = None
    lead: float | None = None


@dataclass(frozen=True, eq=False)
class _Released:
    """Documents of a fold that were released: their numbers and the words kept; and how many were not."""

    rows: Ints
    kept: Sequence[Ints]
    refused: int


def attack_redacted(
    corpus: Corpus, chosen: Ints, k: int, n_guesses: int, seed: int, progress: Callable[[str], None]
) -> list[dict[str, Any]]:
    """Attack unredacted, redacted and guarded documents, five folds.

    Parameters
    ----------
    corpus : Corpus
        With utility classes.
    chosen : ndarray of int
        Documents to redact.
    k, n_guesses, seed : int
    progress : callable

    Returns
    -------
    list of dict
        One per setting: ``suppressed``, ``refused``, and for each attacker its accuracy, the share of
        classes among its first k - 1 guesses and its error curve; None when nothing was released.
        ``svm`` and ``logistic-regression`` (tf-idf) learned from unredacted documents of the other
        folds; ``svm-knows`` from documents of the other folds redacted in the same way: an attacker
        who has the software and labelled documents of her own. The guard (binary words) is fitted on
        unredacted documents of the other folds.
    """
    settings = (
        _Setting("unredacted"),
        _Setting(f"k={k}", Settings(k=k)),
        _Setting(f"k={k}, guarded by a linear SVM", Settings(k=k), 0.0),
        _Setting(f"k={k}, guarded by a linear SVM with lead 0.3", Settings(k=k), 0.3),
    )
    released: dict[str, list[_Released]] = {setting.name: [] for setting in settings}
    found: dict[str, dict[str, list[Ints]]] = {s.name: {kind: [] for kind in ATTACKERS} for s in settings}
    models = corpus.models()
    for fold, (train, test) in enumerate(_folds(corpus, seed), 1):
        documents, labels = csr_array(corpus.documents[train]), corpus.sensitive[train]
        attackers = {kind: train_attacker(kind, documents, labels) for kind in ATTACKERS}
        guard = linear_guard(documents, labels)
        progress(f"attackers of fold {fold} of {N_FOLDS} trained")
        for setting in settings:
            part = _redacted(corpus, models, np.intersect1d(test, chosen), setting, guard)
            released[setting.name].append(part)
            for kind, attacker in attackers.items():
                found[setting.name][kind].append(_ranks(corpus, attacker, part))
            progress(f"fold {fold}, {setting.name}: attacked")
    told = []
    for setting in settings:
        by_kind = found[setting.name] | {"svm-knows": list(_adaptive(corpus, released[setting.name]))}
        told.append(
            {"setting": setting.name, **_pooled(corpus, released[setting.name], by_kind, k, n_guesses)}
        )
        progress(f"{setting.name}: attacked by one who knows")
    return told


def _folds(corpus: Corpus, seed: int) -> Iterator[tuple[Ints, Ints]]:
    folds = StratifiedKFold(N_FOLDS, shuffle=True, random_state=seed)
    yield from folds.split(np.zeros(len(corpus.sensitive)), corpus.sensitive)


def _redacted(corpus: Corpus, models: _Models, rows: Ints, setting: _Setting, guard: Guard) -> _Released:
    words = [corpus.row(int(i)) for i in rows]
    if setting.settings is None:
        return _Released(rows, words, 0)
    assert corpus.utility is not None
    guards = () if setting.lead is None else (replace(guard, margin=setting.lead),)
    sensitive, utility = models
    own, topic = corpus.sensitive[rows].tolist(), corpus.utility[rows].tolist()
    cases = [
        make_case(sensitive, utility, *document, setting.settings, True, guards)
        for document in zip(words, own, topic, strict=True)
    ]
    found = redact(cases, setting.settings)
    at = [j for j, f in enumerate(found) if f.status != "infeasible"]
    kept = [words[j][found[j].kept] for j in at]
    return _Released(rows[np.array(at, np.int64)], kept, len(rows) - len(at))


def _ranks(corpus: Corpus, attacker: Any, part: _Released) -> Ints:
    if not len(part.rows):
        return np.empty(0, np.int64)
    scores = attacker_scores(attacker, _matrix(corpus, part), len(corpus.sensitive_classes))
    return ranks(scores, corpus.sensitive[part.rows])


def _matrix(corpus: Corpus, *parts: _Released) -> csr_array:
    return matrix_of([words for part in parts for words in part.kept], len(corpus.words))


def _adaptive(corpus: Corpus, parts: Sequence[_Released]) -> Iterator[Ints]:
    """Ranks by an SVM that learned from the other folds' documents as they were redacted."""
    for i, part in enumerate(parts):
        others = [other for j, other in enumerate(parts) if j != i and len(other.rows)]
        labels = np.concatenate([np.empty(0, np.int64), *(corpus.sensitive[o.rows] for o in others)])
        if len(np.unique(labels)) == len(corpus.sensitive_classes):
            yield _ranks(corpus, train_attacker("svm", _matrix(corpus, *others), labels), part)


def _pooled(
    corpus: Corpus,
    parts: Sequence[_Released],
    found: Mapping[str, Sequence[Ints]],
    k: int,
    n_guesses: int,
) -> dict[str, Any]:
    """The folds together; None for what cannot be told since every document was refused."""
    shares = [
        1 - len(kept) / len(corpus.row(int(i)))
        for part in parts
        for i, kept in zip(part.rows, part.kept, strict=True)
        if len(corpus.row(int(i)))
    ]
    pooled = {kind: np.concatenate([np.empty(0, np.int64), *each]) for kind, each in found.items()}
    return {
        "refused": sum(part.refused for part in parts),
        "suppressed": float(np.mean(shares)) if shares else None,
        **{kind: _told(each, k, n_guesses) if len(each) else None for kind, each in pooled.items()},
    }


def _told(all_ranks: Ints, k: int, n_guesses: int) -> dict[str, Any]:
    return {
        "accuracy": float((all_ranks == 1).mean()),
        "among_first_k_minus_1": float((all_ranks < k).mean()),
        "error_curve": error_curve(all_ranks, range(1, n_guesses + 1)),
    }

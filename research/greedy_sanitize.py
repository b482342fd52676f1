"""Re-do the experiments of Li et al. 2015 (Figures 3 to 5, iteration counts) on any annotated corpus."""

from __future__ import annotations

import random
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import Any

from adapters.recognizers.learned import default_model
from adapters.recognizers.training.learners import (
    CrfLearner,
    LinearLearner,
    TokenData,
    chosen_learner,
    token_data,
)
from adapters.recognizers.training.recipe import SHIPPED_RECIPE, load_documents, read_recipe
from engine.errors import InvalidError, fault
from engine.measures.annotated import AnnotatedDocument
from engine.methods.greedy_sanitize import (
    Attack,
    Classifier,
    GreedyPath,
    Learner,
    Stopping,
    apply,
    attack,
    attack_bound,
)
from engine.methods.names.tagger.features import Lexicon
from flows.gate.attacker import BUDGET_SHARES, attackers, summed

RATIOS = (1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0)
Publisher = Learner[TokenData]
Progress = Callable[[str], None]


CROSS_FITTED = "/cross-fitted"
PUBLISHERS = ("crf", "svm", "ensemble", "selection", f"crf{CROSS_FITTED}")
CORPORA = ("tab", "enron", "wikigold", "pii-synthetic")
"""Corpora of the shipped recipe that have persons' names in all documents."""


def learners() -> dict[str, Publisher]:
    """The learners of the paper: CRF, SVM, Ensemble, and Selection of the most accurate each round."""
    names = ("crf", "svm", "ensemble")
    return {name: chosen_learner([name]) for name in names} | {"selection": chosen_learner(names)}


def evaluate_greedy_sanitize(
    corpora: Mapping[str, Sequence[AnnotatedDocument]],
    lexicon: Lexicon,
    publishers: Sequence[str] = PUBLISHERS,
    ratios: Sequence[float] = RATIOS,
    categories: frozenset[str] | None = frozenset({"person"}),
    n_folds: int = 4,
    progress: Progress = lambda message: None,
) -> dict[str, Any]:
    """Evaluate GreedySanitize by cross-validation.

    Parameters
    ----------
    corpora : mapping of str to sequence of AnnotatedDocument
    lexicon : mapping of str to frozenset of str
        Word lists for the features.
    publishers : sequence of str
        Keys of `learners`; with `CROSS_FITTED` behind it, it stops on documents it has not seen, else as in
        the paper on those it was trained on.
    ratios : sequence of float, > 0
        L/C.
    categories : frozenset of str, optional
        What is sensitive; persons' names as in the paper, None for all that must be masked.
    n_folds : int, >= 2
        Each fold is published once with what was learned on the others.
    progress : callable, optional
        Told each step and the time left, without document text.

    Returns
    -------
    dict
        JSON values: for each corpus its size, and for each publisher and L/C the means over folds of
        ``rounds``, ``publish_ratio`` (of all tokens, as in the paper), ``harmless_published``, residual
        ``sensitive_left``, the attacker's ``true_positives`` and ``false_positives``, Theorem 4.2's
        ``bound``, ``found`` and ``found_at_random`` by budget, the same for an attacker with a learner
        that no publisher used (``unforeseen``), and the baselines ``one-shot`` and ``cost-sensitive``.

    Raises
    ------
    InvalidError
        ``EVG001`` for an unknown publisher, ``EVG002`` for a corpus that is too small.
    """
    _require_known(publishers)
    made = {name: _data(name, found, lexicon, categories, n_folds) for name, found in corpora.items()}
    tokens = sum(len(data.sensitive) for data in made.values())
    clock = _Clock(tokens * n_folds * (len(publishers) + 1), progress)
    return {
        "folds": n_folds,
        "categories": sorted(categories) if categories else "all that must be masked",
        "budget_shares": list(BUDGET_SHARES),
        "corpora": {
            name: _corpus(data, publishers, ratios, n_folds, partial(clock.told, name))
            for name, data in made.items()
        },
    }


def _require_known(publishers: Sequence[str]) -> None:
    known = [*learners(), *(f"{name}{CROSS_FITTED}" for name in learners())]
    for name in publishers:
        if name not in known:
            must = f"must be one of {', '.join(known)}"
            raise InvalidError(fault("EVG001", "publisher", must, name, "Correct the name."))


def _data(
    name: str,
    documents: Sequence[AnnotatedDocument],
    lexicon: Lexicon,
    categories: frozenset[str] | None,
    n_folds: int,
) -> TokenData:
    data = token_data(documents, lexicon, categories)
    least = 2 * n_folds
    if len(data.documents) < least or not data.sensitive.any():
        must = f"must have at least {least} documents and something sensitive"
        got = f"{len(data.documents)} documents, {int(data.sensitive.sum())} sensitive words"
        raise InvalidError(
            fault("EVG002", f"corpus {name}", must, got, "Name other data or another category.")
        )
    return data


class _Clock:
    """Says how far an evaluation is, and about how long the rest will take."""

    def __init__(self, work: int, progress: Progress) -> None:
        self._work, self._done, self._progress = work, 0, progress
        self._start = time.monotonic()

    def told(self, corpus: str, message: str, work: int) -> None:
        """Report that a step of `work` tokens begins."""
        share = self._done / self._work
        left = (time.monotonic() - self._start) * (1 - share) / share / 60 if share > 0.02 else 0.0
        rest = f", about {left:.0f} min left" if left >= 1 else ""
        self._progress(f"{corpus}: {message} ({share:.0%} done{rest})")
        self._done += work


def _corpus(
    data: TokenData,
    publishers: Sequence[str],
    ratios: Sequence[float],
    n_folds: int,
    progress: Callable[[str, int], None],
) -> dict[str, Any]:
    rows: dict[tuple[str, float], list[dict[str, Any]]] = defaultdict(list)
    for k, fold in enumerate(data.split(n_folds)):
        training, test = data.subset(~fold), data.subset(fold)
        attacks = _Attacks(test)
        for name in publishers:
            progress(f"fold {k + 1} of {n_folds}, publisher {name}", len(data.sensitive))
            learner, stopping = learners()[name.removesuffix(CROSS_FITTED)], _stopping(name)
            path = GreedyPath(training, learner, stopping)
            for ratio in ratios:
                classifiers = [r.classifier for r in path.sanitizer(ratio).rounds]
                rows[name, ratio].append(attacks.row(classifiers, ratio))
            if stopping == "training":
                rows[f"{name}: one-shot", 0].append(attacks.row([path.rounds[0].classifier], 1.0))
        progress(f"fold {k + 1} of {n_folds}, cost-sensitive baselines", len(data.sensitive))
        for name, by_ratio in _cost_sensitive(training, ratios).items():
            for ratio, classifier in by_ratio.items():
                rows[f"{name}: cost-sensitive", ratio].append(attacks.row([classifier], ratio))
    return {
        "instances": len(data.sensitive),
        "sensitive": int(data.sensitive.sum()),
        "documents": len(data.documents),
        "results": [
            {"publisher": name, "loss_ratio": ratio or None, **_mean(folds)}
            for (name, ratio), folds in rows.items()
        ],
    }


def _stopping(publisher: str) -> Stopping:
    return "cross-fitted" if publisher.endswith(CROSS_FITTED) else "training"


def _cost_sensitive(
    training: TokenData, ratios: Sequence[float]
) -> dict[str, dict[float, Classifier[TokenData]]]:
    """The paper's second baseline: one classifier that weighs errors L:C; by learner and L/C."""
    field = CrfLearner().fit(training)
    return {
        "crf": {ratio: replace(field, threshold=1 / (1 + ratio)) for ratio in ratios},
        "svm": {ratio: LinearLearner(loss_ratio=ratio).fit(training) for ratio in ratios},
    }


class _Attacks:
    """Attacks on what publishers leave of a fold; what two leave alike is attacked once.

    The attacker labels one half of the published documents and attacks the
    other, and the other way round. The publisher's own training data would
    make a weak attacker: what is left there is what nobody could learn.
    """

    def __init__(self, test: TokenData) -> None:
        self._test = test
        self._done: dict[bytes, tuple[list[Attack], list[Attack]]] = {}

    def row(self, classifiers: Sequence[Classifier[TokenData]], ratio: float) -> dict[str, Any]:
        """Figures of one publisher at one L/C on one fold."""
        published = apply(classifiers, self._test)
        key = published.remaining.tobytes()
        if key not in self._done:
            *known, unforeseen = attackers()
            halves = [(published.subset(~half), published.subset(half)) for half in published.split(2)]
            best = [attack(labelled, attacked, known) for labelled, attacked in halves]
            other = [attack(labelled, attacked, [unforeseen]) for labelled, attacked in halves]
            self._done[key] = best, other
        best, other = self._done[key]
        return {
            **_utility(self._test, published),
            "rounds": len(classifiers),
            "true_positives": sum(a.true_positives for a in best),
            "false_positives": sum(a.false_positives for a in best),
            "bound": attack_bound(int((~self._test.sensitive).sum()), ratio),
            "found": summed(best, "found"),
            "found_at_random": summed(best, "found_at_random"),
            "unforeseen_true_positives": sum(a.true_positives for a in other),
            "unforeseen_found": summed(other, "found"),
        }


def _utility(test: TokenData, published: TokenData) -> dict[str, float]:
    """Shares published, of all instances (the paper's) and of the harmless ones, and sensitive ones left."""
    return {
        "publish_ratio": float(published.remaining.mean()),
        "harmless_published": float(published.remaining[~test.sensitive].mean()),
        "sensitive": int(test.sensitive.sum()),
        "sensitive_left": int((published.remaining & published.sensitive).sum()),
    }


def _mean(folds: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Means over folds, of lists element by element."""
    return {
        key: [round(fmean(values), 4) for values in zip(*(f[key] for f in folds), strict=True)]
        if isinstance(value, list)
        else round(fmean(f[key] for f in folds), 4)
        for key, value in folds[0].items()
    }


def word_lists() -> Lexicon:
    """The word lists of the shipped model, for publishers and attackers alike."""
    return default_model().tagger.lexicon


def development_corpora(
    data: Path, names: Sequence[str] = CORPORA, least_words: int = 0
) -> dict[str, list[AnnotatedDocument]]:
    """Corpora of the shipped recipe, whole or sampled.

    Parameters
    ----------
    data : Path
        Folder that the recipe's paths start from.
    names : sequence of str
        Their names in the recipe.
    least_words : int, >= 0
        See `sampled`.

    Raises
    ------
    InvalidError
        ``EVG003`` for a corpus that the recipe has not; ``TRN002`` for one that is not in the folder.
    """
    recipe = read_recipe(SHIPPED_RECIPE)
    known = [source.corpus for source in recipe.corpora]
    for name in names:
        if name not in known:
            raise InvalidError(fault("EVG003", "corpus", f"must be one of {', '.join(known)}", name, ""))
    corpora = [source for source in recipe.corpora if source.corpus in names]
    chosen = recipe.model_copy(update={"corpora": corpora, "made": None})
    found: dict[str, list[AnnotatedDocument]] = {}
    for document in load_documents(chosen, data):
        found.setdefault(document.corpus, []).append(document)
    return {name: sampled(documents, least_words) for name, documents in found.items()}


def sampled(
    documents: Sequence[AnnotatedDocument], least_words: int, least_documents: int = 24
) -> list[AnnotatedDocument]:
    """Some of the documents, drawn by a fixed seed: as many as hold `least_words`; 0 takes all."""
    if not least_words:
        return list(documents)
    order = list(range(len(documents)))
    random.Random(1).shuffle(order)
    taken: list[int] = []
    words = 0
    for i in order:
        if words >= least_words and len(taken) >= least_documents:
            break
        taken.append(i)
        words += len(documents[i].document.text.reveal().split())
    return [documents[i] for i in sorted(taken)]

"""Re-do the experiments of Li et al. 2015 (Figures 3 to 5, iteration counts) on any annotated corpus."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from statistics import fmean
from typing import Any

from adapters.recognizers.learners import (
    CrfLearner,
    EnsembleLearner,
    LinearLearner,
    TokenData,
    token_data,
)
from engine.annotated import AnnotatedDocument
from engine.features import Lexicon
from engine.methods.greedy_sanitize import (
    Attack,
    Classifier,
    GreedyPath,
    Learner,
    Selection,
    Stopping,
    apply,
    attack,
    attack_bound,
)
from flows.attacker_gate import BUDGET_SHARES, attackers, summed

RATIOS = (1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0)
Publisher = Learner[TokenData]
Progress = Callable[[str], None]


def learners() -> dict[str, Publisher]:
    """The learners of the paper: CRF, SVM, Ensemble, and Selection of the most accurate each round."""
    three: list[Publisher] = [CrfLearner(), LinearLearner(), EnsembleLearner()]
    return {**{learner.name: learner for learner in three}, "selection": Selection(three)}


def evaluate_greedy_sanitize(
    corpora: Mapping[str, Sequence[AnnotatedDocument]],
    lexicon: Lexicon,
    publishers: Sequence[str] = ("crf", "svm", "ensemble", "selection"),
    ratios: Sequence[float] = RATIOS,
    categories: frozenset[str] | None = frozenset({"person"}),
    stopping: Stopping = "training",
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
        Keys of `learners`.
    ratios : sequence of float, > 0
        L/C.
    categories : frozenset of str, optional
        What is sensitive; persons' names as in the paper, None for all that must be masked.
    stopping : {"training", "cross-fitted"}
        The paper's stop, or the one on held-out data.
    n_folds : int, >= 2
        Each fold is published once with what was learned on the others.
    progress : callable, optional
        Told each step, without document text.

    Returns
    -------
    dict
        JSON values: for each corpus its size, and for each publisher and L/C the means over folds of
        ``rounds``, ``publish_ratio`` (of all tokens, as in the paper), ``harmless_published``, residual
        ``sensitive_left``, the attacker's ``true_positives`` and ``false_positives``, Theorem 4.2's
        ``bound``, ``found`` and ``found_at_random`` by budget, the same for an attacker with a learner
        that no publisher used (``unforeseen``), and the baselines ``one-shot`` and ``cost-sensitive``.
    """
    return {
        "stopping": stopping,
        "folds": n_folds,
        "categories": sorted(categories) if categories else "all that must be masked",
        "budget_shares": list(BUDGET_SHARES),
        "corpora": {
            name: _corpus(
                token_data(documents, lexicon, categories),
                {p: learners()[p] for p in publishers},
                ratios,
                stopping,
                n_folds,
                lambda message, name=name: progress(f"{name}: {message}"),  # type: ignore[misc]
            )
            for name, documents in corpora.items()
        },
    }


def _corpus(
    data: TokenData,
    publishers: Mapping[str, Publisher],
    ratios: Sequence[float],
    stopping: Stopping,
    n_folds: int,
    progress: Progress,
) -> dict[str, Any]:
    rows: dict[tuple[str, float], list[dict[str, Any]]] = defaultdict(list)
    for k, fold in enumerate(data.split(n_folds)):
        training, test = data.subset(~fold), data.subset(fold)
        for name, learner in publishers.items():
            progress(f"fold {k + 1} of {n_folds}, publisher {name}")
            path = GreedyPath(training, learner, stopping)
            attacks = _Attacks(test)
            for ratio in ratios:
                classifiers = [r.classifier for r in path.sanitizer(ratio).rounds]
                rows[name, ratio].append(attacks.row(classifiers, ratio))
            rows[f"{name}: one-shot", 0].append(attacks.row([path.rounds[0].classifier], 1.0))
        progress(f"fold {k + 1} of {n_folds}, cost-sensitive baselines")
        field = CrfLearner().fit(training)
        for ratio in ratios:
            careful = {
                "crf": replace(field, threshold=1 / (1 + ratio)),
                "svm": LinearLearner(loss_ratio=ratio).fit(training),
            }
            for name, classifier in careful.items():
                published = apply([classifier], test)
                rows[f"{name}: cost-sensitive", ratio].append(_utility(test, published))
    return {
        "instances": len(data.sensitive),
        "sensitive": int(data.sensitive.sum()),
        "documents": len(data.documents),
        "results": [
            {"publisher": name, "loss_ratio": ratio or None, **_mean(folds)}
            for (name, ratio), folds in rows.items()
        ],
    }


class _Attacks:
    """Attacks on what a number of rounds publishes; each number of rounds is attacked once.

    The attacker labels one half of the published documents and attacks the
    other, and the other way round. The publisher's own training data would
    make a weak attacker: what is left there is what nobody could learn.
    """

    def __init__(self, test: TokenData) -> None:
        self._test = test
        self._done: dict[int, tuple[TokenData, list[Attack], list[Attack]]] = {}

    def row(self, classifiers: Sequence[Classifier[TokenData]], ratio: float) -> dict[str, Any]:
        """Figures of one publisher at one L/C on one fold."""
        if len(classifiers) not in self._done:
            published = apply(classifiers, self._test)
            *known, unforeseen = attackers()
            halves = [(published.subset(~half), published.subset(half)) for half in published.split(2)]
            best = [attack(labelled, attacked, known) for labelled, attacked in halves]
            other = [attack(labelled, attacked, [unforeseen]) for labelled, attacked in halves]
            self._done[len(classifiers)] = published, best, other
        published, best, other = self._done[len(classifiers)]
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

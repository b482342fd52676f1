"""Redo Table 1 and Figure 3 of the K-Redactor paper on public corpora, and attack the result.

References
----------
Cumby and Ghani (IAAI 2011), section "Industry-Sector Experiments", Table 1, Figure 3.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from time import perf_counter, process_time
from typing import Any

import numpy as np
from scipy.sparse import csr_array

from engine.errors import InvalidError, fault
from engine.methods.k_redactor.corpus import Corpus, Labelled, build_corpus, matrix_of
from engine.methods.k_redactor.guards import error_curve
from engine.methods.k_redactor.model import Floats, Ints, NaiveBayes, ranks
from engine.methods.k_redactor.solving.case import Case, Redaction, Settings, Status, make_case
from engine.methods.k_redactor.solving.objectives import word_utility
from engine.methods.k_redactor.solving.redactor import redact
from engine.methods.k_redactor.solving.simple import ladder
from research.classes.attacks import N_FOLDS, attack_redacted
from research.classes.texts import check_texts

Progress = Callable[[str], None]

PUBLISHED: Mapping[str, Mapping[str, float]] = {
    "ova-log-odds": {
        "k_eval": 0.834,
        "sensitive_error": 0.683,
        "utility_accuracy": 0.861,
        "suppressed": 0.524,
    },
    "odds-ratio": {"k_eval": 0.599, "sensitive_error": 0.706, "utility_accuracy": 0.388, "suppressed": 0.303},
    "freq-log-p": {"k_eval": 0.553, "sensitive_error": 0.925, "utility_accuracy": 0.572, "suppressed": 0.987},
    "info-gain": {"k_eval": 0.599, "sensitive_error": 0.706, "utility_accuracy": 0.388, "suppressed": 0.302},
}
"""Table 1 (Industry-Sector, 103 classes in 12 sectors; not the corpus measured here)."""

METHODS: Mapping[str, dict[str, Any]] = {
    "K-Redactor, priced log odds": {"objective": "priced-log-odds"},
    "K-Redactor, priced log odds, rank held": {"objective": "priced-log-odds", "hold": 4},
    "K-Redactor, OVALogOdds": {"objective": "ova-log-odds"},
    "K-Redactor, OddsRatio": {"objective": "odds-ratio"},
    "K-Redactor, FreqLogP": {"objective": "freq-log-p"},
    "K-Redactor, InfoGain": {"objective": "info-gain"},
    "K-Redactor, least redaction": {"objective": "least-redaction"},
    "SimpleRedactor": {"objective": "least-redaction"},
    "K-Redactor as printed, OVALogOdds": {"objective": "ova-log-odds", "priors": False},
}
"""Name -> settings. "As printed" also decides with a model fitted on the document itself."""


def evaluate(
    labelled: Iterable[Labelled],
    name: str,
    ks: Sequence[int] = (2, 3, 4, 5),
    methods: Sequence[str] = tuple(METHODS),
    max_documents: int | None = None,
    n_guesses: int = 20,
    attack: bool = True,
    exact: bool = False,
    seed: int = 0,
    progress: Progress = lambda line: None,
) -> dict[str, Any]:
    """Redact a labelled corpus and attack it with leave-one-out naive Bayes and with linear classifiers.

    Parameters
    ----------
    labelled : iterable of Labelled
        With utility classes.
    name : str
        What the corpus is called in the result.
    ks : sequence of int
    methods : sequence of str
        Keys of `METHODS`.
    max_documents : int, optional
        Redact a random sample only; the models still see every document.
    n_guesses : int
        Length of the error curves (Figure 3).
    attack : bool
        Also train the linear SVM and logistic regression (five folds) and try the guarded setting.
    exact : bool
        Solve the integer programs instead of rounding the linear ones.
    seed : int
    progress : callable
        Called with one line for each thing measured.

    Returns
    -------
    dict
        ``{"corpus", "unredacted", "results": [{"method", "k_eval", "by_k": [...]}], "texts", "attacks"}``;
        JSON values only.

    Raises
    ------
    InvalidError
        ``EVR001`` unknown method, ``EVR003`` no utility classes, ``EVR004`` a class too small to attack.
    """
    unknown = set(methods).difference(METHODS)
    if unknown:
        must = f"must be among {'; '.join(METHODS)}"
        raise InvalidError(fault("EVR001", "evaluate k-redactor", must, ", ".join(sorted(unknown))))
    progress(f"reading {name}")
    documents = list(labelled)
    corpus = build_corpus(documents)
    _require_classes(corpus, ks, attack)
    chosen = np.arange(corpus.documents.shape[0])
    if max_documents is not None and max_documents < len(chosen):
        chosen = np.sort(np.random.default_rng(seed).choice(len(chosen), max_documents, replace=False))
    bench = _Bench(corpus, chosen, n_guesses, progress, exact)
    found = {
        "corpus": {"name": name, **_describe(corpus, len(chosen))},
        "unredacted": bench.measure(1, bench.untouched()),
        "results": [bench.method(method, ks) for method in methods],
        "texts": check_texts(corpus, [documents[i] for i in chosen], Settings(k=max(ks)), progress),
    }
    if attack:
        found["attacks"] = attack_redacted(corpus, chosen, max(ks), n_guesses, seed, progress)
    return found


def _require_classes(corpus: Corpus, ks: Sequence[int], attack: bool) -> None:
    """Refuse a corpus that cannot be measured."""
    if corpus.utility is None:
        must = "must have a class to keep for every document, since k-eval counts it"
        raise InvalidError(fault("EVR003", "labelled corpus", must, "none"))
    if min(ks) < 2 or max(ks) > len(corpus.sensitive_classes):
        must = f"must be from 2 to the number of classes to hide ({len(corpus.sensitive_classes)})"
        raise InvalidError(fault("KCF003", "evaluate k-redactor --k", must, ", ".join(map(str, ks))))
    least = int(np.bincount(corpus.sensitive).min())
    if attack and least < N_FOLDS:
        must = (
            f"must have {N_FOLDS} documents or more of each class, for attackers who learn from other folds"
        )
        raise InvalidError(fault("EVR004", "labelled corpus", must, least, "Add documents, or --no-attack."))


def _describe(corpus: Corpus, n_redacted: int) -> dict[str, Any]:
    return {
        "documents": int(corpus.documents.shape[0]),
        "redacted": n_redacted,
        "words": len(corpus.words),
        "words_per_document": float(np.diff(corpus.documents.indptr).mean()),
        "sensitive_classes": len(corpus.sensitive_classes),
        "utility_classes": len(corpus.utility_classes),
    }


class _Bench:
    """The corpus, its models, and what is measured of a redaction."""

    def __init__(
        self,
        corpus: Corpus,
        chosen: Ints,
        n_guesses: int,
        progress: Progress = lambda line: None,
        exact: bool = False,
    ) -> None:
        self.exact = exact
        self.corpus, self.chosen, self.n_guesses, self.progress = corpus, chosen, n_guesses, progress
        sensitive, utility = corpus.models()
        assert utility is not None
        assert corpus.utility is not None
        self.sensitive: NaiveBayes = sensitive
        self.utility: NaiveBayes = utility
        self.own, self.topic = corpus.sensitive, corpus.utility

    @cached_property
    def _seen(self) -> list[tuple[Case, tuple[Floats, Floats]]]:
        """The chosen documents as an attacker sees them, without worth, and the utility model's view."""
        return [self._see(int(i), True) for i in self.chosen]

    def _see(self, i: int, in_corpus: bool) -> tuple[Case, tuple[Floats, Floats]]:
        words, own, topic = self.corpus.row(i), int(self.own[i]), int(self.topic[i])
        case = make_case(self.sensitive, None, words, own, None, Settings(), in_corpus)
        return case, self.utility.view(words, topic if in_corpus else None)

    def cases(self, settings: Settings, in_corpus: bool) -> list[Case]:
        """The chosen documents for the redactor; what no setting changes is looked up once."""
        seen = self._seen if in_corpus else [self._see(int(i), False) for i in self.chosen]
        topics = self.topic[self.chosen].tolist()
        return [
            replace(case, utility=word_utility(settings.objective, *view, topic, settings.price))
            for (case, view), topic in zip(seen, topics, strict=True)
        ]

    def untouched(self) -> list[Redaction]:
        """Every word kept."""
        return [
            Redaction("optimal", np.ones(len(self.corpus.row(i)), np.bool_), 0.0, 0.0, ())
            for i in self.chosen
        ]

    def method(self, name: str, ks: Sequence[int]) -> dict[str, Any]:
        """One row of Table 1: means over k, and each k."""
        by_k = [self.run(name, k) for k in ks]
        keys = ("k_eval", "sensitive_error", "utility_accuracy", "suppressed")
        means = {key: float(np.mean([row[key] for row in by_k])) for key in keys}
        return {"method": name, **means, "published": self.published(name), "by_k": by_k}

    def published(self, name: str) -> Mapping[str, float] | None:
        """The paper's numbers for the objective, where it has them."""
        return (
            PUBLISHED.get(METHODS[name]["objective"])
            if "priced" not in name and "Simple" not in name
            else None
        )

    def run(self, name: str, k: int) -> dict[str, Any]:
        """Redact with one method and k, and measure."""
        settings = Settings(k=k, exact=self.exact, **METHODS[name])
        start, wall = process_time(), perf_counter()
        cases = self.cases(settings, "as printed" not in name)
        found = [_simply(case, k) for case in cases] if name == "SimpleRedactor" else redact(cases, settings)
        seconds, wall = process_time() - start, perf_counter() - wall
        n = len(self.chosen)
        timing = {"cpu_ms_per_document": 1e3 * seconds / n, "wall_ms_per_document": 1e3 * wall / n}
        measured = self.measure(k, found) | timing
        self.progress(
            f"{name}, k = {k}: k-eval {measured['k_eval']:.3f}, suppressed {measured['suppressed']:.3f}, "
            f"{measured['refused']} refused, {wall:.0f} s"
        )
        return measured

    def measure(self, k: int, found: Sequence[Redaction]) -> dict[str, Any]:
        """k-eval and its parts, by leave-one-out naive Bayes; refused documents are left out."""
        at = [j for j, f in enumerate(found) if f.status != "infeasible"]
        rows = self.chosen[at]
        kept = matrix_of(
            [self.corpus.row(int(self.chosen[j]))[found[j].kept] for j in at], len(self.corpus.words)
        )
        whole = csr_array(self.corpus.documents[rows])
        hidden = ranks(self.sensitive.leave_one_out(whole, kept, self.own[rows]), self.own[rows])
        useful = ranks(self.utility.leave_one_out(whole, kept, self.topic[rows]), self.topic[rows])
        utility, before, within = (useful <= k).mean(), (hidden > k - 1).mean(), (hidden <= k).mean()
        guesses = range(1, self.n_guesses + 1)
        lengths = np.array([max(len(found[j].kept), 1) for j in at])
        return {
            "k": k,
            "k_eval": float((utility + before + within) / 3),
            "sensitive_error": float((hidden > 1).mean()),
            "utility_accuracy": float(utility),
            "utility_accuracy_one_guess": float((useful == 1).mean()),
            "not_among_first_k_minus_1": float(before),
            "among_first_k": float(within),
            "exactly_kth": float((hidden == k).mean()),
            "suppressed": float(1 - (np.diff(kept.indptr) / lengths).mean()),
            "refused": len(found) - len(at),
            "proven_optimal": float(np.mean([found[j].status == "optimal" for j in at])),
            "relative_gap": _gap([found[j] for j in at]),
            "sensitive_error_curve": error_curve(hidden, guesses),
            "utility_error_curve": error_curve(useful, range(1, len(self.corpus.utility_classes) + 1)),
        }


def _simply(case: Case, k: int) -> Redaction:
    order = ladder(case)
    n = order.prefix_for(k)
    kept = np.ones(len(case.utility), np.bool_)
    kept[list(order.suppressed(n or 0))] = False
    status: Status = "infeasible" if n is None else "rounded"
    return Redaction(status, kept, float(kept.sum()), np.inf, ())


def _gap(found: Sequence[Redaction]) -> float | None:
    """Share of the linear programs' optima lost to rounding; None where no program was solved."""
    solved = [f for f in found if np.isfinite(f.bound)]
    size = sum(max(abs(f.bound), abs(f.objective)) for f in solved)
    return float(sum(f.gap for f in solved) / size) if size else None

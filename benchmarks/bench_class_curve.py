"""Suppression against an attacker who learned from documents redacted alike, by six ways to redact.

    python benchmarks/bench_class_curve.py [DATA] [--victims 900] [--seed 0] [--figure FILE.svg] [--held-out]

20 Newsgroups is divided among a defender (half), an attacker (twice as many as victims) and victims. Six
ways to hide the group are compared:

- K-Redactor, as policies offer it, for several k;
- balancing: all five likeliest groups of a text must score within `eps` nats of their mean, so that what goes
  depends on the text alone and not on its group;
- adversarial rounds: besides, linear SVMs must find these groups as balanced, first one that learned from
  originals, then one more in each round, which learned from what the round before redacted;
- a shared vocabulary: words that tell classes of one topic apart leave every text, so that what is gone tells
  nothing; the defender's documents say which, by the divergence of the classes given the word;
- both: first the shared vocabulary, then balancing of what is left;
- even words, as policies offer them: words leave by lot so that classes show them alike, then K-Redactor
  removes as few as possible.

All but the first and the last are trials and no setting of policies. A text whose words cannot be balanced is
counted as empty. `--held-out` measures even words only, on attackers and victims that nothing else uses.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import numpy as np  # noqa: E402
from scipy.sparse import csr_array  # noqa: E402
from sklearn.svm import LinearSVC  # noqa: E402

from adapters.reports.figures import axes_of, svg_of  # noqa: E402
from engine.methods.k_redactor import build_corpus  # noqa: E402
from engine.methods.k_redactor.corpus import Corpus, matrix_of  # noqa: E402
from engine.methods.k_redactor.even_words import Evenness, even_words  # noqa: E402
from engine.methods.k_redactor.guards import attacker_scores, train_attacker  # noqa: E402
from engine.methods.k_redactor.model import Floats, Ints, fit, ranks  # noqa: E402
from engine.methods.k_redactor.solving.case import Case, Settings, make_case  # noqa: E402
from engine.methods.k_redactor.solving.dual import Program  # noqa: E402
from engine.methods.k_redactor.solving.highs import solve_highs  # noqa: E402
from engine.methods.k_redactor.solving.redactor import redact  # noqa: E402
from research.classes.labelled_corpora import newsgroups  # noqa: E402

DATA = ROOT.parent / "shared" / "data"
K = 5
KS = (2, 3, 5, 8, 12)
EPSILONS = (2.0, 1.0, 0.5, 0.2)
ROUNDS = 3
SHARES = (0.3, 0.38, 0.45, 0.55)
AT_MOST = (1.05, 1.1, 1.16, 1.3, 1.6, 2.5)
AMONG, EVEN_K = 5, 3
BOTH = ((0.15, 1.0), (0.3, 1.0), (0.3, 0.3), (0.4, 1.0), (0.4, 0.3))
_DELTA = 0.15  # of an SVM's decision function
_NEAREST = 60  # words tried in pairs when a program is rounded


class Linear(NamedTuple):
    """Scores of classes: intercepts, and weights of the words of one text."""

    intercepts: Floats
    weights: Floats
    tolerance: float


class Bench:
    """The parties' documents, and the defender's models."""

    def __init__(self, corpus: Corpus, n_victims: int, seed: int, held_out: bool = False) -> None:
        order = np.random.default_rng(seed).permutation(corpus.documents.shape[0])
        half = len(order) // 2
        self.corpus, self.defender = corpus, order[:half]
        start = half + 3 * n_victims if held_out else half
        self.attacker = order[start : start + 2 * n_victims]
        self.victims = order[start + 2 * n_victims : start + 3 * n_victims]
        self._seed = seed
        assert corpus.utility is not None
        self.own, self.topics = corpus.sensitive, corpus.utility
        known = corpus.documents[self.defender]
        self._hidden = fit(known, self.own[self.defender], corpus.sensitive_classes)
        self._kept = fit(known, self.topics[self.defender], corpus.utility_classes)
        self._known = known
        self._shared = np.ones(len(corpus.words), np.bool_)

    def share(self, gone: float) -> None:
        """Let words leave every text, those first that tell classes of a topic apart."""
        frequency = np.asarray(self._known.sum(axis=0)).ravel()
        order = np.argsort(-telling(self._known, self.own[self.defender], self.topics[self.defender]))
        n_gone = np.searchsorted(np.cumsum(frequency[order]) / frequency.sum(), gone)
        self._shared = np.ones(len(order), np.bool_)
        self._shared[order[:n_gone]] = False

    def words(self, row: int) -> Ints:
        """Words of a document that every text may show."""
        found = self.corpus.row(row)
        return found[self._shared[found]]

    def shown(self, rows: Ints) -> list[Ints]:
        """The same of several documents."""
        return [self.words(i) for i in rows.tolist()]

    def cases(self, rows: Ints, k: int = K) -> list[Case]:
        """Documents as the program sees them."""
        return [self._case(i, self.words(i), Settings(k=k)) for i in rows.tolist()]

    def k_redacted(self, rows: Ints, k: int) -> list[Ints]:
        """Words that K-Redactor keeps."""
        found = redact(self.cases(rows, k), Settings(k=k))
        return [self.corpus.row(i)[one.kept] for i, one in zip(rows.tolist(), found, strict=True)]

    def evened(self, rows: Ints, at_most: float) -> list[Ints]:
        """Words that lots and then K-Redactor keep."""
        corpus, own = self.corpus, self.own[self.defender]
        topics = self.topics[self.defender]
        known = Corpus(
            corpus.words, self._known, own, corpus.sensitive_classes, topics, corpus.utility_classes
        )
        even, left = even_words(known, Evenness(at_most, AMONG)), []
        for i in rows.tolist():
            key, document = b"%d" % self._seed, b"%d" % i
            gone = even.leave(int(self.own[i]), corpus.row(i).tolist(), key, document)
            left.append(np.setdiff1d(corpus.row(i), gone))
        settings = Settings(k=EVEN_K, objective="least-redaction")
        cases = [self._case(i, words, settings) for i, words in zip(rows.tolist(), left, strict=True)]
        found = redact(cases, settings)
        return [words[one.kept] for words, one in zip(left, found, strict=True)]

    def _case(self, row: int, words: Ints, settings: Settings) -> Case:
        return make_case(self._hidden, self._kept, words, int(self.own[row]), int(self.topics[row]), settings)

    def balanced(self, rows: Ints, epsilon: float, svms: Sequence[LinearSVC] = ()) -> list[Ints]:
        """Words that stay when the likeliest classes are balanced for naive Bayes and some SVMs."""
        kept = []
        for i, case in zip(rows.tolist(), self.cases(rows), strict=True):
            words = self.words(i)
            readers = [Linear(case.start(), case.log_likelihood, epsilon)]
            readers += [Linear(svm.intercept_, svm.coef_[:, words], _DELTA) for svm in svms]
            kept.append(words[balance(case, readers)])
        return kept

    def trained(self, rows: Ints, words: Sequence[Ints]) -> LinearSVC:
        """An SVM on some documents, as they were or as they are left."""
        return LinearSVC(C=0.05).fit(matrix_of(words, len(self.corpus.words)), self.own[rows])

    def measure(
        self, name: str, lessons: Sequence[Ints], victims: Sequence[Ints]
    ) -> tuple[float, float, float]:
        """Share suppressed, the attacker's accuracy and the topic's, by SVMs that learned from `lessons`."""
        before = [len(self.corpus.row(i)) for i in self.victims.tolist()]
        lost = float(np.mean([1 - len(w) / max(n, 1) for w, n in zip(victims, before, strict=True)]))
        shares = [self._right(classes, lessons, victims) for classes in (self.own, self.topics)]
        empty = np.mean([not len(words) for words in victims])
        print(f"| {name} | {lost:.3f} | {shares[0]:.3f} | {shares[1]:.3f} | {empty:.3f} |", flush=True)
        return lost, shares[0], shares[1]

    def _right(self, classes: Ints, lessons: Sequence[Ints], victims: Sequence[Ints]) -> float:
        n_words = len(self.corpus.words)
        svm = train_attacker("svm", matrix_of(lessons, n_words), classes[self.attacker])
        scores = attacker_scores(svm, matrix_of(victims, n_words), int(classes.max()) + 1)
        return float((ranks(scores, classes[self.victims]) == 1).mean())


def telling(documents: csr_array, own: Ints, topics: Ints) -> Floats:
    """For each word, how far it moves a reader who knows the topic: divergence of the classes, in nats."""
    found = np.zeros(documents.shape[1])
    frequency = np.maximum(np.asarray(documents.sum(axis=0)).ravel(), 1)
    for topic in np.unique(topics).tolist():
        classes, place = np.unique(own[topics == topic], return_inverse=True)
        members = csr_array((np.ones(len(place)), (place, np.flatnonzero(topics == topic))),
                            shape=(len(classes), documents.shape[0]))  # fmt: skip
        counts = (members @ documents).toarray()
        prior = np.bincount(place)[:, None] / len(place)
        given = (counts + prior) / (counts.sum(axis=0) + 1)
        found += (given * np.log(given / prior)).sum(axis=0) * counts.sum(axis=0) / frequency
    return found


def balance(case: Case, readers: Sequence[Linear]) -> Ints:
    """Places of the words that stay; none where the program has no solution in whole words."""
    scores = case.start() + case.log_likelihood.sum(axis=1)
    group = np.argsort(-scores, kind="stable")[:K]
    rows, bounds = [], []
    for reader in readers:
        weights, base = reader.weights[group], reader.intercepts[group]
        apart, ahead = weights - weights.mean(axis=0), base - base.mean()
        rows += [apart, -apart]
        bounds += [reader.tolerance - ahead, reader.tolerance + ahead]
    program = Program(case.utility, np.concatenate(rows), np.concatenate(bounds))
    solution = solve_highs(program)
    kept = None if solution.status == "infeasible" else rounded(program, solution.x > 0.5)
    return np.flatnonzero(kept) if kept is not None else np.empty(0, np.int64)


def rounded(program: Program, kept: np.ndarray) -> np.ndarray | None:
    """Toggle words, singly or in pairs, while that lowers what the constraints are missed by."""
    while ((missed := program.constraints @ kept - program.bounds) > 1e-12).any():
        change = program.constraints * np.where(kept, -1.0, 1.0)
        singly = np.maximum(missed[:, None] + change, 0).sum(axis=0)
        near = np.argsort(singly)[:_NEAREST]
        moves = change[:, near]
        pairs = np.maximum(missed[:, None, None] + moves[:, :, None] + moves[:, None, :], 0).sum(axis=0)
        np.fill_diagonal(pairs, singly[near])
        one, other = np.unravel_index(pairs.argmin(), pairs.shape)
        if pairs[one, other] >= np.maximum(missed, 0).sum() - 1e-12:
            return None
        kept = kept.copy()
        kept[list({near[one], near[other]})] ^= True
    return kept


def draw(curves: dict[str, list[tuple[float, float, float]]], file: Path) -> None:
    """Attacker (solid) and topic (dotted) against suppression."""
    figure, axes = axes_of(
        "20 Newsgroups: an SVM taught by documents redacted alike", "words suppressed", "right"
    )
    for name, points in curves.items():
        lost, attacker, topic = zip(*sorted(points), strict=True)
        (line,) = axes.plot(lost, attacker, "-", marker=".", label=name)
        axes.plot(lost, topic, ":", color=line.get_color())
    axes.plot([], [], ":", color="gray", label="topic")
    file.write_bytes(svg_of(figure, axes))


def shared(bench: Bench, curves: dict[str, list[tuple[float, float, float]]]) -> None:
    """Measure a shared vocabulary alone, and with balancing after it."""
    taught, attacked = bench.attacker, bench.victims
    curves |= {"shared vocabulary": [], "shared, then balanced": []}
    for gone in SHARES:
        bench.share(gone)
        both = bench.shown(taught), bench.shown(attacked)
        curves["shared vocabulary"].append(bench.measure(f"shared vocabulary, {gone} gone", *both))
    for gone, epsilon in BOTH:
        bench.share(gone)
        both = bench.balanced(taught, epsilon), bench.balanced(attacked, epsilon)
        name = f"shared, {gone} gone, then balanced, eps = {epsilon}"
        curves["shared, then balanced"].append(bench.measure(name, *both))


def evenly(bench: Bench, curves: dict[str, list[tuple[float, float, float]]]) -> None:
    """Measure even words."""
    curves["even words"] = []
    for at_most in AT_MOST:
        both = bench.evened(bench.attacker, at_most), bench.evened(bench.victims, at_most)
        curves["even words"].append(bench.measure(f"even words, at most {at_most}, k = {EVEN_K}", *both))


def main() -> None:
    """Print a line for each setting, and draw the curves."""
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("data", nargs="?", type=Path, default=DATA)
    ask.add_argument("--victims", type=int, default=900)
    ask.add_argument("--seed", type=int, default=0)
    ask.add_argument("--figure", type=Path)
    ask.add_argument("--held-out", action="store_true")
    given = ask.parse_args()
    bench = Bench(build_corpus(newsgroups(given.data)), given.victims, given.seed, given.held_out)
    taught, attacked = bench.attacker, bench.victims
    print("| setting | suppressed | attacker right | topic right | empty |\n|" + " --- |" * 5)
    whole = [[bench.corpus.row(i) for i in rows.tolist()] for rows in (taught, attacked)]
    bench.measure("unredacted", *whole)
    if given.held_out:
        evenly(bench, {})
        return
    curves: dict[str, list[tuple[float, float, float]]] = {"K-Redactor": [], "balanced": [], "rounds": []}
    for k in KS:
        found = bench.measure(
            f"K-Redactor, k = {k}", bench.k_redacted(taught, k), bench.k_redacted(attacked, k)
        )
        curves["K-Redactor"].append(found)
    for epsilon in EPSILONS:
        both = bench.balanced(taught, epsilon), bench.balanced(attacked, epsilon)
        curves["balanced"].append(bench.measure(f"balanced, eps = {epsilon}", *both))
    lessons = bench.defender[: len(taught)]
    svms = [bench.trained(bench.defender, [bench.corpus.row(i) for i in bench.defender.tolist()])]
    for number in range(1, ROUNDS + 1):
        both = bench.balanced(taught, 0.5, svms), bench.balanced(attacked, 0.5, svms)
        curves["rounds"].append(bench.measure(f"balanced, eps = 0.5, round {number}", *both))
        if number < ROUNDS:
            svms.append(bench.trained(lessons, bench.balanced(lessons, 0.5, svms)))
    shared(bench, curves)
    evenly(bench, curves)
    if given.figure is not None:
        draw(curves, given.figure)


if __name__ == "__main__":
    main()

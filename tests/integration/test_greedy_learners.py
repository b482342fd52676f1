"""The real learners - CRF, SVM, Ensemble, logistic regression - in the loop of GreedySanitize."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from adapters.recognizers.fitted import (
    FittedRecognizer,
    FittedRound,
    FittedSet,
    fitted_set,
    read_fitted,
    write_fitted,
)
from adapters.recognizers.model_file import read_model
from adapters.recognizers.training.learners import (
    FAKE,
    CrfLearner,
    EnsembleLearner,
    LinearLearner,
    TokenData,
    token_data,
)
from engine.errors import InvalidError
from engine.measures.annotated import AnnotatedDocument
from engine.methods.greedy_sanitize import GreedyPath, Selection, apply, attack, greedy_sanitize
from engine.methods.names.tagger.features import token_attributes, tokenize
from engine.text import Document, SensitiveText
from flows.gate.attacker import BUDGET_SHARES, attack_published, gate_fault
from research.greedy_sanitize import evaluate_greedy_sanitize
from research.recognizer import calibration
from tests.unit.test_learned import LEXICON, made

LEARNERS = [
    CrfLearner(),
    LinearLearner(),
    EnsembleLearner(),
    LinearLearner("logistic", "logistic", history=False),
]


@pytest.fixture(scope="module")
def data() -> TokenData:
    return token_data(made(40), LEXICON, frozenset({"person"}))


@pytest.fixture(scope="module")
def unseen() -> TokenData:
    return token_data(made(20, seed=5), LEXICON, frozenset({"person"}))


@pytest.mark.parametrize("learner", LEARNERS, ids=lambda learner: learner.name)
def test_a_learner_finds_names_in_unseen_documents(
    learner: CrfLearner, data: TokenData, unseen: TokenData
) -> None:
    predicted = learner.fit(data).predict(unseen)
    assert (predicted & unseen.sensitive).sum() >= 0.9 * unseen.sensitive.sum()
    assert (predicted & ~unseen.sensitive).sum() <= 0.1 * unseen.sensitive.sum()


def test_a_higher_loss_ratio_makes_learners_more_careful(data: TokenData, unseen: TokenData) -> None:
    found = [int(CrfLearner(loss_ratio=r).fit(data).predict(unseen).sum()) for r in (0.001, 1, 1000)]
    assert found[0] <= found[1] <= found[2]
    assert found[0] < found[2]


def test_removed_tokens_are_fake_and_no_examples(data: TokenData) -> None:
    published = data.remove(data.sensitive)
    first = published.documents[0]
    gone = [w for w, s in zip(first.visible.words, first.sensitive, strict=True) if s]
    assert set(gone) == {FAKE}
    assert not published.remaining[data.sensitive].any()
    assert all(set(labels) == {"O"} for _, labels in published.sequences)
    features = token_attributes(first.visible, LEXICON)
    assert any("-1:w=[name]" in f for sequence in features for f in sequence)
    assert data.remaining.all(), "the data itself did not change"


def test_nothing_sensitive_nothing_predicted(data: TokenData, unseen: TokenData) -> None:
    nothing_left = data.remove(data.sensitive)
    for learner in LEARNERS:
        assert not learner.fit(nothing_left).predict(unseen).any()


def test_folds_never_divide_a_document(data: TokenData) -> None:
    folds = data.split(3)
    assert (np.sum(folds, axis=0) == 1).all()
    assert sum(len(data.subset(f).documents) for f in folds) == len(data.documents)
    assert (data.subset(folds[1]).sensitive == data.sensitive[folds[1]]).all()


def test_the_fitted_set_is_applied_to_new_documents(data: TokenData, unseen: TokenData) -> None:
    sanitizer = greedy_sanitize(data, Selection([CrfLearner(), LinearLearner()]), 10.0)
    published = sanitizer.sanitize(unseen)
    left = (published.remaining & unseen.sensitive).sum()
    assert left <= 0.1 * unseen.sensitive.sum()
    assert published.remaining[~unseen.sensitive].mean() > 0.95
    result = attack(apply([r.classifier for r in sanitizer.rounds], data), published, LEARNERS[:3])
    assert result.true_positives <= 1


def test_cross_fitted_rounds_count_what_training_hides(data: TokenData) -> None:
    noisy = TokenData(data.documents[:12], LEXICON)
    path = GreedyPath(noisy, CrfLearner(), "cross-fitted", n_folds=3)
    path.sanitizer(10.0)
    first = path.rounds[0]
    assert first.held_out_true_positives is not None
    assert first.held_out_true_positives <= first.true_positives


def test_the_evaluation_gives_every_figure() -> None:
    results = evaluate_greedy_sanitize({"made": made(16)}, LEXICON, ["svm"], ratios=(1.0, 10.0), n_folds=2)
    rows = results["corpora"]["made"]["results"]
    greedy = [r for r in rows if r["publisher"] == "svm"]
    assert [r["loss_ratio"] for r in greedy] == [1.0, 10.0]
    for row in greedy:
        assert len(row["found"]) == len(row["unforeseen_found"]) == len(BUDGET_SHARES)
        assert row["found"][-1] == pytest.approx(row["sensitive_left"], abs=0.01)
        assert row["found_at_random"][-1] == pytest.approx(row["sensitive_left"], abs=0.01)
        assert row["harmless_published"] >= row["publish_ratio"]
        assert 0.5 < row["publish_ratio"] <= 1
        assert row["true_positives"] <= row["bound"]
    assert greedy[1]["publish_ratio"] <= greedy[0]["publish_ratio"]
    assert {r["publisher"] for r in rows} == {
        "svm",
        "svm: one-shot",
        "crf: cost-sensitive",
        "svm: cost-sensitive",
    }


def test_calibration_compares_scores_with_truth() -> None:
    pairs = [(0.95, True)] * 9 + [(0.95, False)] + [(0.25, False)] * 4
    result = calibration(pairs)
    assert [b["findings"] for b in result["bins"]] == [4, 10]
    assert result["error"] == pytest.approx((0.05 * 10 + 0.25 * 4) / 14, abs=1e-4)


@pytest.mark.parametrize("learner", [CrfLearner(), EnsembleLearner()], ids=lambda learner: learner.name)
def test_a_fitted_set_comes_back_from_its_file_and_finds_the_same(
    learner: CrfLearner, data: TokenData, unseen: TokenData, tmp_path: Path
) -> None:
    greedy = GreedyPath(data, learner)
    fitted = fitted_set(greedy, "h", "person", [learner.name], 10.0, {"documents": 40})
    path = tmp_path / "h.greedy"
    digest = write_fitted(fitted, path)
    read = read_fitted(path)
    assert (read.fingerprint, read.category, read.learners) == (digest, "person", (learner.name,))
    assert (read.stopping, read.loss_ratio, read.facts) == ("training", 10.0, {"documents": 40})
    recognizer = read.recognizer(10.0)
    assert recognizer.categories == ("person",)
    classifiers = [r.classifier for r in greedy.sanitizer(10.0).rounds]
    assert read.n_rounds(10.0) == len(classifiers)
    removed = ~apply(classifiers, unseen).remaining
    covered = []
    for document in made(20, seed=5):
        spans = recognizer.find(document.document)
        tokens = tokenize(document.document.text.reveal())
        covered += [any(s.start <= a < s.end for s in spans) for a in tokens.starts.tolist()]
    assert covered == removed.tolist()
    assert removed.sum() > 20
    with pytest.raises(InvalidError, match="MDL004"):
        write_fitted(fitted, path)
    with pytest.raises(InvalidError, match="MDL002"):
        read_model(path)


def test_the_loss_ratio_of_a_policy_says_how_many_fitted_rounds_are_applied(data: TokenData) -> None:
    counts = [(90, 5), (8, 16), (2, 60), (1, 200)]
    classifier = CrfLearner().fit(data)
    rounds = [FittedRound(tp, fp, classifier if k < 3 else None) for k, (tp, fp) in enumerate(counts)]
    fitted = FittedSet("h", "person", ("crf",), "training", 100.0, tuple(rounds), LEXICON, {})
    assert [fitted.n_rounds(r) for r in (1, 2, 3, 10, 30, 31, 100)] == [1, 1, 2, 2, 2, 3, 3]
    with pytest.raises(InvalidError, match="MDL006"):
        fitted.n_rounds(201)


def test_the_gate_refuses_what_a_retrained_attacker_finds_and_passes_what_it_cannot(data: TokenData) -> None:
    documents = [*made(24, seed=2), AnnotatedDocument(Document("empty", SensitiveText(" ")), [], frozenset())]
    persons = frozenset({"person"})
    opened = attack_published(lambda document: [], documents, 0.05, persons, LEXICON, n_folds=2)
    assert opened.sensitive_left == opened.sensitive
    assert not opened.passed
    assert gate_fault(opened).code == "GRS001"
    classifiers = [r.classifier for r in greedy_sanitize(data, CrfLearner(), 10.0).rounds]
    fitted = FittedRecognizer(classifiers, LEXICON, "person")
    closed = attack_published(
        lambda d: [(s.start, s.end) for s in fitted.find(d)], documents, 0.05, persons, LEXICON, n_folds=2
    )
    assert closed.sensitive_left < 0.1 * closed.sensitive
    assert closed.passed
    for attacker in closed.attackers:
        assert attacker.found[-1] == pytest.approx(closed.sensitive_left, abs=0.01)
    assert attack_published(lambda d: [], documents, 1.0, persons, LEXICON, n_folds=2).passed

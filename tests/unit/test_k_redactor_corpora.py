"""Labelled documents as they come: few, empty, doubled, in other languages, of a large vocabulary."""

from __future__ import annotations

import numpy as np
import pytest

from engine.checks.hidden_class import ResidualCheck
from engine.errors import InvalidError
from engine.methods.k_redactor import ClassHider, Labelled, Request, Settings, build_corpus
from engine.methods.k_redactor.model import NaiveBayes, fit
from engine.methods.k_redactor.words import features
from engine.text import Decision, Document, SensitiveText, carried_out
from tests.unit.test_k_redactor import labelled

Rows = list[tuple[str, str]]


def model(rows: Rows, k: int = 2) -> ClassHider:
    corpus = build_corpus(Labelled(SensitiveText(text), own) for text, own in rows)
    return ClassHider(corpus, Settings(k=k))


def asked(text: str, own: str, **more: bool) -> Request:
    return Request(Document("d", SensitiveText(text)), own, **more)


def rank(hider: ClassHider, text: str, own: str, decisions: list[Decision]) -> int:
    """By the check that shares nothing with the redactor."""
    left = features(carried_out(text, decisions))
    return ResidualCheck(hider.corpus, 0.1).rank(left, hider.class_number(own))


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        ([], "KCF001"),
        ([("tea cake", "A")] * 4, "KCF001"),
        ([("tea cake", "A"), ("nails wood", "B")], "KCF007"),
        ([("", "A"), ("", "B"), ("the of", "B")], "KCF007"),
    ],
)
def test_a_corpus_that_teaches_nothing_is_a_fault(rows: Rows, code: str) -> None:
    with pytest.raises(InvalidError) as found:
        model(rows)
    assert [fault.code for fault in found.value.faults] == [code]


def test_two_documents_are_enough() -> None:
    hider = model([("tea cake shop", "A"), ("tea cake bank", "B")])
    (decisions,) = hider.decide_all([asked("tea cake", "A")])
    assert decisions is not None
    assert rank(hider, "tea cake", "A", [*decisions]) >= 2


ONCE = [
    ("tea cake jam", "A"),
    ("tea nails", "B"),
    ("nails cake", "B"),
    ("jam nails", "C"),
    ("nails tea", "C"),
]


def test_the_only_document_of_its_class_is_judged_by_the_model_that_knows_it() -> None:
    hider = model(ONCE)
    text = "tea cake jam"
    assert not hider.contains(SensitiveText(text), "A")
    assert hider.contains(SensitiveText("tea nails"), "B")
    (decisions,) = hider.decide_all([asked(text, "A")])
    assert decisions
    assert rank(hider, text, "A", [*decisions]) >= 2


@pytest.mark.parametrize("n", [1, 20])  # by HiGHS, and by the duals
def test_taking_back_the_only_document_of_a_class_is_no_number_less(n: int) -> None:
    hider = model(ONCE, k=3)
    found = hider.redact([asked("tea cake jam", "A", in_corpus=True)] * n)
    assert all(each.kept.all() and each.status != "infeasible" for each in found)
    assert np.isfinite(hider.models[0].view([0], 0)[0]).all()


def test_empty_documents_are_counted_and_an_empty_text_speaks_for_the_largest_class() -> None:
    hider = model([("", "A"), ("tea cake", "A"), ("tea cake", "B"), ("", "B"), ("cake", "B")])
    released, refused = hider.decide_all([asked("", "A"), asked(" \n", "B")])
    assert released == []
    assert refused is None  # B is the likeliest of an empty text


def test_a_document_in_two_classes_is_taken_back_from_its_own() -> None:
    rows = [("tea cake jam", "A"), ("tea cake jam", "B"), ("tea jam", "A"), ("cake jam", "B")] * 2
    hider = model(rows)
    for own in ("A", "B"):
        assert hider.contains(SensitiveText("jam tea cake"), own)
        request = asked("tea cake jam", own, in_corpus=True)
        (decisions,) = hider.decide_all([request])
        assert decisions is not None
        assert hider.holds(SensitiveText(carried_out("tea cake jam", decisions)), own, request)


def test_doubled_documents_count_twice() -> None:
    once = [(row.text.reveal(), row.sensitive) for row in labelled()]
    text = "Carrefour hypermarkets in Paris: loyalty baskets, retail prices."
    found = [model(rows, k=3).decide_all([asked(text, "Carrefour")])[0] for rows in (once, once * 2)]
    assert found[0]
    for rows, decisions in zip((once, once * 2), found, strict=True):
        assert decisions is not None
        assert rank(model(rows, k=3), text, "Carrefour", [*decisions]) >= 3


@pytest.mark.parametrize(
    ("rows", "text", "own", "gone"),
    [
        (
            [
                ("Die Filiale verkauft Äpfel in München", "Müller"),
                ("Zinsen und Kredite der Sparkasse", "Bank"),
            ],
            "ÄPFEL aus München; Kredite",
            "Müller",
            "ÄPFEL",
        ),
        (
            [("Магазины продают хлеб в Москве", "Хлеб"), ("Банк выдаёт кредиты", "Банк")],
            "хлеб, Хлеб в Москве",
            "Хлеб",
            "Хлеб",
        ),
        (
            [("Το κατάστημα πουλάει ψωμί", "Α"), ("Η τράπεζα δίνει δάνεια", "Β")],
            "ψωμί και κατάστημα",
            "Α",
            "ψωμί",
        ),
    ],
)
def test_other_languages(rows: Rows, text: str, own: str, gone: str) -> None:
    hider = model(rows * 5)
    (decisions,) = hider.decide_all([asked(text, own)])
    assert decisions is not None
    assert gone in [text[d.start : d.end] for d in decisions]
    assert rank(hider, text, own, [*decisions]) >= 2


def test_a_large_vocabulary_is_cut_to_the_words_that_tell() -> None:
    rng = np.random.default_rng(0)
    rows = [
        (" ".join(map(str, rng.integers(0, 100_000, 400))) + f" brand{n % 20}", f"K{n % 20}")
        for n in range(800)
    ]
    corpus = build_corpus(Labelled(SensitiveText(text), own) for text, own in rows)
    assert len(corpus.words) == 10_000
    assert {f"brand{n}" for n in range(20)} <= set(corpus.words)
    hider = ClassHider(corpus, Settings(k=5))
    requests = [asked(*row, in_corpus=True) for row in rows[:40]]
    for request, decisions in zip(requests, hider.decide_all(requests), strict=True):
        assert decisions is not None
        text = SensitiveText(carried_out(request.document.text.reveal(), decisions))
        assert hider.rank(text, request.sensitive, request) >= 5


def test_one_class_is_no_model() -> None:
    corpus = build_corpus(labelled())
    with pytest.raises(InvalidError, match="KCF001"):
        fit(corpus.documents, np.zeros(len(corpus.sensitive), np.int64), ["only"])
    assert isinstance(fit(corpus.documents, corpus.sensitive, corpus.sensitive_classes), NaiveBayes)

"""What a released text still tells: the methods' own measures, held against counts made here."""

from __future__ import annotations

import math
import re

import pytest

from engine.counts.calibration import SHRINKAGE
from engine.counts.disclosure import DisclosureTable
from engine.methods.c_sanitized import CompiledConcept, compile_concept
from engine.methods.combinations import Combiner, Evidence
from engine.methods.combinations.telling import told_of_concept
from engine.methods.k_redactor import ClassHider, Settings
from engine.methods.k_redactor.request import Request
from engine.methods.k_redactor.telling import told_of_class
from engine.policy.clauses.concepts import ConceptRule
from engine.record.telling import ConceptTold
from engine.text import Document, SensitiveText
from flows.compiling.reference_corpora import shipped_corpus
from service.releases.telling import in_100, sentence_of_class, sentence_of_concept
from tests.unit.test_k_redactor import CORPUS, TEXT, brute_rank

BEFORE = "Antiretroviral treatment began in the infectious diseases ward. His partner must be tested as well."
AFTER = "Treatment began in the infectious diseases ward. His partner must be tested as well."


@pytest.fixture(scope="module")
def table() -> DisclosureTable:
    return shipped_corpus("wikipedia").table("HIV", ["hiv"], ["hiv"])


@pytest.fixture(scope="module")
def hiv(table: DisclosureTable) -> tuple[CompiledConcept, Evidence]:
    rule = ConceptRule(protect="HIV", alpha=1.5, combinations=0.85, unseen="keep")
    return compile_concept(rule, table), Evidence(table)


@pytest.fixture(scope="module")
def found(hiv: tuple[CompiledConcept, Evidence]) -> ConceptTold:
    return told_of_concept(*hiv, BEFORE, AFTER)


def test_words_that_are_left_stand_with_their_bits_and_how_often_they_are_right(
    found: ConceptTold, table: DisclosureTable
) -> None:
    words = {one.word: one for one in found.words}
    assert "infectious" in words
    assert "antiretroviral" not in words, "it is gone"
    share = table.n_concept / table.n_contexts
    for word, one in words.items():
        n_term, n_joint = table.counts(word)
        assert one.bits == pytest.approx(
            math.log2((n_joint + SHRINKAGE) / (n_term * share + SHRINKAGE)), abs=0.01
        )
        assert one.right == pytest.approx(n_joint / n_term, rel=1e-3)
    assert [one.bits for one in found.words] == sorted((one.bits for one in found.words), reverse=True)


def test_guesses_before_and_after_are_those_of_the_methods(
    found: ConceptTold, hiv: tuple[CompiledConcept, Evidence], table: DisclosureTable
) -> None:
    before, after = (Combiner([hiv]).told(text)[hiv[0].rule.clause] for text in (BEFORE, AFTER))
    assert (found.whole.before, found.whole.after) == pytest.approx((before.whole, after.whole), rel=1e-3)
    assert (found.stretch.before, found.stretch.after) == pytest.approx(
        (before.highest, after.highest), rel=1e-3
    )
    n_term, n_joint = table.counts("antiretroviral")
    assert found.singly.before == pytest.approx(n_joint / n_term, rel=1e-3)
    assert found.singly.after < found.allowed < found.singly.before
    assert found.unread == pytest.approx(table.n_concept / table.n_contexts, rel=1e-3)


def test_the_guess_of_a_class_is_that_of_its_attacker() -> None:
    hider = ClassHider(CORPUS, Settings(k=3))
    request = Request(Document("000001", SensitiveText(TEXT)), "Carrefour")
    gone = {one.word for one in told_of_class(hider, request, SensitiveText(TEXT)).words}
    after = re.sub(r"\b(" + "|".join(sorted(gone, key=len, reverse=True)) + r")\b", "___", TEXT, flags=re.I)
    told = told_of_class(hider, request, SensitiveText(after))
    assert told.rank == (brute_rank(TEXT, "Carrefour"), brute_rank(after, "Carrefour"))
    assert told.rank[0] < told.rank[1]
    assert told.best[0] == "Carrefour"
    assert told.probability.after < told.probability.before <= 1
    assert not gone & {one.word for one in told.words}
    assert "which is right" in sentence_of_class(told) or "which is wrong" in sentence_of_class(told)


def test_sentences_say_the_numbers_and_prints_hide_the_words(found: ConceptTold) -> None:
    said = sentence_of_concept(found)
    assert f"in {in_100(found.whole.before)} of 100 such cases before" in said
    assert f"is right in {in_100(found.whole.after)} now" in said
    assert not [one.word for one in found.words if one.word in repr(one)]
    assert [in_100(p) for p in (0, 0.00012, 0.034, 0.5, 1)] == ["0", "0.012", "3.4", "50", "100"]

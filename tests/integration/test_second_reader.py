"""The method and the second reader, on the shipped counts: two programs, one definition."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from adapters.documents.opening.sources import Source
from engine import checks
from engine.checks.concepts import TermCheck
from engine.checks.small_words import is_small
from engine.language.word_lists.function_words import is_content_word
from flows.compiling.compilation import Compiled, compile_policy
from flows.document.document import DocumentPipeline

POLICIES = ("us-state-hiv-std", "gdpr-special-categories")
DIFFERENT = frozenset(("agreeing", "disagreeing", "guaranteeing"))
"""Forms of common verbs for the reader, words of their own for the method: it spells them "agreing"."""
EVERY = 37
"""Every 37th word of the vocabulary is judged by both, and every word that was seen with a concept."""


@pytest.fixture(scope="module", params=[POLICIES[0], pytest.param(POLICIES[1], marks=pytest.mark.slow)])
def compiled(request: pytest.FixtureRequest) -> Compiled:
    return compile_policy(request.param)


def test_the_same_phrases_disclose(compiled: Compiled) -> None:
    for concept, protected in zip(compiled.concepts, compiled.protected, strict=True):
        phrases = {key for key in (*concept.disclosing, *concept.lexicalizations) if " " in key}
        found = TermCheck([protected]).phrases
        # A name that the policy spells in the plural, whose words the corpus knows as they stand.
        own = {" ".join(name.lower().split()) for name in protected.names}
        differ = (found - own) ^ (phrases - own)
        assert {phrase for phrase in differ if DIFFERENT.isdisjoint(phrase.split(" "))} == set()
        assert len(found) > 50


def test_the_same_words_must_go(compiled: Compiled) -> None:
    for concept, protected in zip(compiled.concepts, compiled.protected, strict=True):
        check = TermCheck([protected])
        words = {*concept.vocabulary.keys[::EVERY], *(key for key in protected.table.keys if " " not in key)}
        text = " | ".join(sorted(words))
        found = {text[left.start : left.end] for left in check.residual(text)}
        assert found == {word for word in words if _must_go(word, concept)}


def _must_go(word: str, concept) -> bool:
    verdict = concept.judge(word)
    if verdict in ("names", "discloses"):
        return True
    doubted = verdict in ("unproven", "unseen") and concept.rule.unseen != "keep"
    return doubted and not word[0].isdigit() and is_content_word(word)


@pytest.mark.parametrize("suffix", [".md", ".html", ".txt"])
def test_a_place_holder_in_markup_is_no_word_of_the_document(compiled: Compiled, suffix: str) -> None:
    """Markdown writes it with backslashes, and its source is read back too."""
    pipeline = DocumentPipeline(compiled, b"k" * 32, 2024)
    text = b"The woman is pregnant, and the efavirenz was stopped."
    released = pipeline.release(Source("000001", "", f"a{suffix}"), text).content
    assert b"REDACTED" in released and (b"\\[REDACTED" in released) == (suffix == ".md")


def test_the_same_words_are_small() -> None:
    words = compile_policy(POLICIES[0]).concepts[0].vocabulary.keys
    assert {word for word in words if is_small(word) == is_content_word(word)} == DIFFERENT


def test_thresholds_are_those_of_the_plan(compiled: Compiled) -> None:
    for step, protected in zip(compiled.plan.concepts, compiled.protected, strict=True):
        check = TermCheck([protected])
        (left, *_) = [left for left in check.residual(protected.names[0]) if left.verdict == "names"]
        assert left.threshold_bits == pytest.approx(step.threshold_bits)
        assert left.pmi_bits == pytest.approx(step.information_content_bits)


def test_checks_import_no_method_and_no_reading_of_the_methods() -> None:
    imported = set[str]()
    for path in Path(checks.__file__).parent.glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        imported |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    imported.discard("engine.policy.clauses.concepts")  # what is asked: the policy's own words, nothing made
    imported.discard("engine.catalog.attributes")  # the levels of a policy: which one tells more
    imported.discard("engine.catalog.disease_names")  # a closed list: where a removed surname may stand again
    rooms = {".".join(module.split(".")[:2]) for module in imported if module.startswith("engine.")}
    assert rooms <= {"engine.checks", "engine.counts", "engine.errors", "engine.plan", "engine.text"}

"""Words looked up once for all concepts get the verdict that asking concept by concept gives."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.checks.concepts import TermCheck
from engine.methods.c_sanitized.concept import CompiledConcept
from engine.methods.c_sanitized.verdicts import Verdicts
from engine.policy.clauses.concepts import ConceptRule
from tests.c_sanitized_corpus import CONTEXTS, RAW, but, compiled, concept_rule, protected

KEEP = but(RAW, unseen="keep", protect="infection")
STRICT = concept_rule("drugs", alpha=1.2, z=2.0, min_joint=4)
KNOWN = concept_rule("hospital", alpha=1.5, known=("patients", "zyzzyva", "disease"))
CAREFUL = concept_rule("antiretroviral", alpha=1.5, z=3.0, min_joint=1)
MIXES = [
    [RAW],
    [KEEP],
    [RAW, KEEP],
    [STRICT, RAW],
    [CAREFUL],
    [KNOWN, KEEP],
    [KNOWN, STRICT, RAW, KEEP, CAREFUL],
]
MORE = [*CONTEXTS, *["a rare condition of the heart met drugs in schools"] * 6, "zebra zebra"]
WORDS = sorted({word for context in MORE for word in context.split()} | {"zyzzyva", "qoph", "the hospital"})
_CODES = {"names": b"r", "discloses": b"r", "unproven": b"u", "unseen": b"u", "doubtful": b"w", "safe": b"s"}


def one_by_one(concepts: Sequence[CompiledConcept], word: str) -> bytes:
    asked = [(concept, _CODES[concept.judge(word)]) for concept in concepts]
    codes = [code for concept, code in asked if code == b"r" or concept.rule.unseen != "keep"]
    return max(codes, key=b"swur".index, default=b"s")


@pytest.mark.parametrize("rules", MIXES)
def test_the_gravest_verdict_counts(rules: list[ConceptRule]) -> None:
    """Of concepts that were counted in two vocabularies of one corpus, too."""
    concepts = [compiled(rule, CONTEXTS if n % 2 else MORE) for n, rule in enumerate(rules)]
    together = Verdicts(concepts)
    assert {word: together.of(word) for word in WORDS} == {word: one_by_one(concepts, word) for word in WORDS}


def test_every_verdict_was_met() -> None:
    """The words above are no mere list of safe ones."""
    concepts = [compiled(rule, MORE) for rule in (KNOWN, STRICT, RAW, CAREFUL)]
    assert {one_by_one(concepts, word) for word in WORDS} >= {b"r", b"u", b"s"}
    assert "doubtful" in {concept.judge(word) for concept in concepts for word in WORDS}


@pytest.mark.parametrize("rules", MIXES)
def test_the_check_asks_every_concept_that_would_object(rules: list[ConceptRule]) -> None:
    check = TermCheck([protected(rule, CONTEXTS if n % 2 else MORE) for n, rule in enumerate(rules)])
    words = [word for word in WORDS if " " not in word]
    objecting = {
        word: [counted for counted in check._counted if counted.judge(word) != "safe"] for word in words
    }
    asked = {
        word: [counted for counted in check._judges(word) if counted.judge(word) != "safe"] for word in words
    }
    assert asked == objecting
    assert any(objecting.values())

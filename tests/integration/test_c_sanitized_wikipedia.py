"""C-sanitized on real encyclopedia text, counted on the spot from a small part of it."""

from __future__ import annotations

import json
import lzma
from itertools import islice
from pathlib import Path

import pytest

from engine.checks.concepts import residual_terms
from tests.c_sanitized_corpus import TinyKnowledge, compiled, concept_rule, protected, release, sanitizer

N_ARTICLES = 1500


@pytest.fixture(scope="module")
def paragraphs(data: Path) -> list[str]:
    """Every paragraph about HIV and every fifth other one of the first articles."""
    found: list[str] = []
    with lzma.open(min((data / "wikipedia").glob("*.xz")), "rt", encoding="utf-8") as lines:
        for line in islice(lines, N_ARTICLES):
            texts = [text for text in json.loads(line)["text"].split("\n\n") if len(text) > 80]
            found += [text for number, text in enumerate(texts) if "HIV" in text or number % 5 == 0]
    return found


@pytest.mark.data
def test_what_goes_with_hiv_fires_and_what_does_not_stays(paragraphs: list[str]) -> None:
    rule = concept_rule("HIV", alpha=1.5, also=("human immunodeficiency virus",))
    concept = compiled(rule, paragraphs)
    assert concept.judge("antiretroviral") == "discloses"
    assert concept.judge("hiv infection") == "discloses"
    for word in ("city", "government", "history"):
        assert concept.judge(word) == "safe"
    text = "Antiretroviral drugs lower the viral load of people with HIV infection in the city."
    released = release(text, sanitizer(concept, [TinyKnowledge()]))
    assert not residual_terms(released, [protected(rule, paragraphs)])
    assert "HIV" not in released
    assert "in the city" in released

"""Figures of the evaluation."""

from __future__ import annotations

from typing import Any

import pytest
from lxml import etree

from adapters.reports.greedy_curves import draw_evaluation


def row(publisher: str, ratio: float | None, **more: Any) -> dict[str, Any]:
    return {"publisher": publisher, "loss_ratio": ratio, "publish_ratio": 0.97, "sensitive_left": 4, **more}


@pytest.fixture
def results() -> dict[str, Any]:
    found = {"true_positives": 1, "found": [0.5, 4.0], "found_at_random": [0.1, 4.0]}
    rows = [row("crf", r, **found) for r in (10.0, 1.0)]
    rows += [row("crf: one-shot", None, **found), *(row("svm: cost-sensitive", r) for r in (1.0, 10.0))]
    return {"budget_shares": [0.01, 1.0], "corpora": {"letters": {"results": rows}}}


def test_three_figures_per_corpus_with_every_curve_named(results: dict[str, Any]) -> None:
    figures = draw_evaluation(results)
    assert set(figures) == {"letters-attacker", "letters-utility", "letters-budget"}
    for content in figures.values():
        assert etree.fromstring(content).tag.endswith("svg")
    assert b"svm: cost-sensitive" in figures["letters-utility"]
    assert b"svm: cost-sensitive" not in figures["letters-attacker"]


def test_figures_are_reproducible(results: dict[str, Any]) -> None:
    first, second = (draw_evaluation(results)["letters-budget"] for _ in range(2))
    assert first == second
    assert b"<dc:date>" not in first

"""The report of a GreedySanitize evaluation as one self-contained HTML page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from adapters.reports.greedy_curves import draw_evaluation, element
from adapters.reports.templates import template

_FIGURES = ("attacker", "utility", "budget")


def render_evaluation(results: Mapping[str, Any], at_ratio: float = 10.0) -> str:
    """The page of an evaluation: tables by corpus, and the figures of the paper.

    Parameters
    ----------
    results : mapping
        Of `research.greedy_sanitize.evaluate_greedy_sanitize`.
    at_ratio : float
        L/C of the found/budget figure and of the summary.
    """
    drawn = draw_evaluation(results, at_ratio)
    figures = {
        corpus: [Markup(element(drawn[f"{corpus}-{kind}"])) for kind in _FIGURES]
        for corpus in results["corpora"]
    }
    return template("greedy.html.j2").render(
        r=results, figures=figures, at_ratio=at_ratio, at=budget_place(results)
    )


def budget_place(results: Mapping[str, Any], share: float = 0.01) -> int:
    """Place of the budget nearest to `share` of the published words."""
    shares = results["budget_shares"]
    return min(range(len(shares)), key=lambda i: abs(shares[i] - share))

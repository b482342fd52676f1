"""Figures of a GreedySanitize evaluation, as SVG: after Figures 3 to 5 of Li et al. 2015."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adapters.reports.figures import axes_of, svg_of
from engine.record.counted import GateRecord


def draw_evaluation(results: Mapping[str, Any], at_ratio: float = 10.0) -> dict[str, bytes]:
    """Draw the figures of an evaluation.

    Parameters
    ----------
    results : mapping
        Of `research.greedy_sanitize.evaluate_greedy_sanitize`.
    at_ratio : float
        L/C of the found/budget figure.

    Returns
    -------
    dict of str to bytes
        For each corpus ``<corpus>-attacker`` (residual true positives over L/C), ``<corpus>-utility``
        (share published over L/C, against cost-sensitive baselines) and ``<corpus>-budget`` (found per
        inspected over the budget, against random inspection), each an SVG file without times.

    Raises
    ------
    InvalidError
        ``PLT001`` when matplotlib is not installed.
    """
    figures = {}
    for corpus, outcome in results["corpora"].items():
        rows: Sequence[Mapping[str, Any]] = outcome["results"]
        curves = _by_publisher(rows)
        greedy = {name: c for name, c in curves.items() if "true_positives" in c[0] and len(c) > 1}
        figures[f"{corpus}-attacker"] = _over_ratio(
            greedy, "true_positives", f"{corpus}: what the best attacker's classifier finds", "tokens"
        )
        figures[f"{corpus}-utility"] = _over_ratio(
            {n: c for n, c in curves.items() if len(c) > 1},
            "publish_ratio",
            f"{corpus}: share of the tokens published",
            "share",
        )
        figures[f"{corpus}-budget"] = _over_budget(
            greedy, results["budget_shares"], at_ratio, f"{corpus}: found per inspected, L/C = {at_ratio:g}"
        )
    return figures


def draw_gate(record: GateRecord) -> str:
    """The curve of a gate, as an SVG element for a page: found per inspected, by attacker and at random.

    Parameters
    ----------
    record : GateRecord

    Returns
    -------
    str
        The same for the same record.
    """
    figure, axes = axes_of("", "share of the published words inspected", "share found of the sensitive words")
    whole = max(record.sensitive, 1)
    for attacker, (style, marker) in zip(record.attackers, _STYLES, strict=True):
        found = [f / whole for f in attacker.found]
        axes.plot(record.budget_shares, found, style, marker=marker, label=LEARNERS[attacker.learner])
    at_random = [f / whole for f in record.found_at_random]
    axes.plot(record.budget_shares, at_random, "k:", label="looking at random")
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(lambda share, place: f"{share:.1%}" if share < 0.01 else f"{share:.0%}")
    axes.yaxis.set_major_formatter(lambda share, place: f"{share:.1%}")
    axes.set_ylim(bottom=0)
    return element(svg_of(figure, axes))


LEARNERS = {
    "crf": "CRF",
    "svm": "SVM",
    "ensemble": "Ensemble",
    "unforeseen": "a learner that the publisher did not use",
}
"""Names of attackers as people read them."""
_STYLES = (("-", "o"), ("--", "s"), ("-.", "^"), (":", "x"))
"""Curves that lie on each other stay visible."""


def element(svg: bytes) -> str:
    """An SVG file as an element of a page."""
    text = svg.decode()
    return text[text.index("<svg") :]


def _by_publisher(rows: Sequence[Mapping[str, Any]]) -> dict[str, list[Mapping[str, Any]]]:
    """Rows of each publisher with a loss ratio, in its ascending order."""
    curves: dict[str, list[Mapping[str, Any]]] = {}
    for row in sorted((r for r in rows if r["loss_ratio"]), key=lambda r: float(r["loss_ratio"])):
        curves.setdefault(str(row["publisher"]), []).append(row)
    return curves


def _over_ratio(
    curves: Mapping[str, Sequence[Mapping[str, Any]]], measure: str, title: str, unit: str
) -> bytes:
    figure, axes = axes_of(title, "L/C", unit)
    for name, rows in curves.items():
        style = "--" if ":" in name else "-"
        axes.plot([r["loss_ratio"] for r in rows], [r[measure] for r in rows], style, marker="o", label=name)
    axes.set_xscale("log")
    return svg_of(figure, axes)


def _over_budget(
    curves: Mapping[str, Sequence[Mapping[str, Any]]], shares: Sequence[float], ratio: float, title: str
) -> bytes:
    figure, axes = axes_of(
        title, "share of the published tokens inspected", "sensitive tokens found, of those left"
    )
    for name, rows in curves.items():
        row = min(rows, key=lambda r: abs(float(r["loss_ratio"]) - ratio))
        left = max(float(row["sensitive_left"]), 1e-9)
        [line] = axes.plot(shares, [f / left for f in row["found"]], marker="o", label=name)
        axes.plot(shares, [f / left for f in row["found_at_random"]], ":", color=line.get_color())
    axes.set_xscale("log")
    return svg_of(figure, axes)

"""Figures of a K-Redactor evaluation, as SVG: after Figure 3 of Cumby and Ghani (IAAI 2011)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adapters.reports.figures import axes_of, svg_of


def draw_curves_of_hide_class(results: Mapping[str, Any]) -> dict[str, bytes]:
    """Draw the error curves of an evaluation.

    Parameters
    ----------
    results : mapping
        Of `research.classes.k_redactor.evaluate`.

    Returns
    -------
    dict of str to bytes
        ``naive-bayes``: share of documents whose class is not among the first g guesses of the
        attacker that the method is made for, by k, with the unredacted text; ``attackers``: the same
        for classifiers that the defender never used, by setting. SVG files.

    Raises
    ------
    InvalidError
        ``PLT001`` when matplotlib is not installed.
    """
    figures = {"naive-bayes": _by_k(results)}
    if "attacks" in results:
        figures["attackers"] = _by_setting(results)
    return figures


def _by_k(results: Mapping[str, Any]) -> bytes:
    first = results["results"][0]
    figure, axes = axes_of(f"{results['corpus']['name']}: {first['method']}", "guesses", _Y)
    curves = {"unredacted": results["unredacted"], **{f"k = {row['k']}": row for row in first["by_k"]}}
    for name, row in curves.items():
        curve = row["sensitive_error_curve"]
        style = "--" if name == "unredacted" else "-"
        (line,) = axes.plot(range(1, len(curve) + 1), curve, style, marker=".", label=name)
        kept = [1 - error for error in row["utility_error_curve"]]
        axes.plot(range(1, len(kept) + 1), kept, ":", color=line.get_color())
    axes.plot([], [], ":", color="gray", label="class to keep is among them")
    axes.set_xticks(range(1, len(curve) + 1, 2))
    return svg_of(figure, axes)


def _by_setting(results: Mapping[str, Any]) -> bytes:
    figure, axes = axes_of(
        f"{results['corpus']['name']}: linear SVM, never seen by the defender", "guesses", _Y
    )
    for row in results["attacks"]:
        if row["svm"] is None:  # every document was refused
            continue
        curve = row["svm"]["error_curve"]
        style = "--" if row["setting"] == "unredacted" else "-"
        axes.plot(range(1, len(curve) + 1), curve, style, marker=".", label=row["setting"])
    axes.set_xticks(range(1, len(results["unredacted"]["sensitive_error_curve"]) + 1, 2))
    return svg_of(figure, axes)


_Y = "documents whose class is not among them"

"""What an evaluation of K-Redactor found, for people: tables in Markdown, and figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.methods.k_redactor.guards import ATTACKERS
from research.reports.hide_class_curves import draw_curves_of_hide_class


def draw_figures(result: Mapping[str, Any], folder: Path) -> None:
    """Write the error curves of an evaluation, as ``k-redactor-<corpus>-<figure>.svg``."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in draw_curves_of_hide_class(result).items():
        (folder / f"k-redactor-{result['corpus']['name']}-{name}.svg").write_bytes(content)


def show_result(result: Mapping[str, Any], say: Callable[[str], None]) -> None:
    """The tables of an evaluation for people, in Markdown."""
    corpus, first = result["corpus"], result["unredacted"]
    say(
        f"{corpus['name']}: {corpus['redacted']:,} of {corpus['documents']:,} documents redacted, "
        f"{corpus['sensitive_classes']} classes to hide, {corpus['utility_classes']} to keep, "
        f"{corpus['words_per_document']:.0f} words of the model per document. Unredacted: class right at the "
        f"first guess {1 - first['sensitive_error']:.3f}, "
        f"class to keep {first['utility_accuracy_one_guess']:.3f}."
    )
    say(f"\nMeans over k [the paper's Table 1]; by k = {', '.join(str(k) for k in _ks(result))}:\n")
    say(f"| {' | '.join(_HEADER)} |")
    say(f"|{' --- |' * len(_HEADER)}")
    for row in result["results"]:
        say(_row(row))
    if "texts" in result:
        _show_texts(result["texts"], say)
    for row in result["results"][:1]:
        _show_curves(row, say)
    if "attacks" in result:
        _show_attacks(result["attacks"], say)


def _row(row: Mapping[str, Any]) -> str:
    by_k, published = row["by_k"], row["published"] or {}
    keys = ("k_eval", "sensitive_error", "utility_accuracy", "suppressed")
    means = [f"{row[key]:.3f}" + (f" [{published[key]:.3f}]" if published else "") for key in keys]
    cells = (
        row["method"],
        *means,
        _joined(by_k, "k_eval"),
        _joined(by_k, "utility_accuracy_one_guess"),
        _joined(by_k, "exactly_kth"),
        " / ".join(str(each["refused"]) for each in by_k),
        " / ".join("–" if (gap := each["relative_gap"]) is None else f"{100 * gap:.1f} %" for each in by_k),
    )
    return f"| {' | '.join(cells)} |"


_HEADER = (
    "method",
    "k-eval",
    "class wrong, one guess",
    "kept class right, k guesses",
    "suppressed",
    "k-eval by k",
    "kept class right, one guess, by k",
    "class exactly k-th, by k",
    "refused",
    "lost to rounding, at most",
)


def _ks(result: Mapping[str, Any]) -> list[int]:
    return [each["k"] for row in result["results"][:1] for each in row["by_k"]]


def _show_texts(told: Mapping[str, int], say: Callable[[str], None]) -> None:
    say(
        f"\nDefinition 1 on released texts, k = {told['k']}, read again and counted without the redactor's "
        f"model: met by {told['confusable']:,} of {told['released']:,}; {told['refused']:,} refused."
    )


def _joined(by_k: Sequence[Mapping[str, Any]], key: str) -> str:
    return " / ".join(f"{each[key]:.3f}" for each in by_k)


def _show_curves(row: Mapping[str, Any], say: Callable[[str], None]) -> None:
    say(f"\nError over guesses (Figure 3), {row['method']}: class not among the first g.\n")
    guesses = range(1, len(row["by_k"][0]["sensitive_error_curve"]) + 1)
    say(f"| g | {' | '.join(map(str, guesses))} |")
    say(f"| --- |{' --- |' * len(guesses)}")
    for each in row["by_k"]:
        say(f"| k = {each['k']} | {' | '.join(f'{e:.3f}' for e in each['sensitive_error_curve'])} |")


def _show_attacks(attacks: Sequence[Mapping[str, Any]], say: Callable[[str], None]) -> None:
    header = (
        "SVM right | first k - 1 | logistic regression right | first k - 1 | SVM that knows | first k - 1"
    )
    say(f"\n| setting | suppressed | refused | {header} |")
    say("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for row in attacks:
        found = [row["suppressed"], *(_told(row[kind], key) for kind in _KINDS for key in _TOLD)]
        suppressed, *told = ["–" if value is None else f"{value:.3f}" for value in found]
        say(f"| {row['setting']} | {suppressed} | {row['refused']} | {' | '.join(told)} |")


_KINDS = (*ATTACKERS, "svm-knows")
_TOLD = ("accuracy", "among_first_k_minus_1")


def _told(attacker: Mapping[str, Any] | None, key: str) -> float | None:
    return attacker[key] if attacker else None

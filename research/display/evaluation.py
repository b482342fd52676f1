"""How an evaluation of C-sanitized is shown to people."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from research.concepts.gold import Result


def show_result(result: Result, say: Callable[[str], object]) -> None:
    """Print a result for people: the setting, each document, the curve, what is missed."""
    say(
        "Detection and utility against annotated documents, at one setting for all: "
        + _spoken(result["setting"])
    )
    say(
        "document            words P / R / F        gone F  places F  terms F  utility generalized / redacted"
    )
    for document in result["documents"]:
        say(
            f"{document['document']:<20}"
            + _line(document["at_setting"]["mean"], document["at_setting"]["utility"])
        )
        if document["without_its_own_paragraphs"]:
            left = document["without_its_own_paragraphs"]
            say(f"{'  not in the corpus':<20}" + _line(left["mean"], left["utility"]))
    say(f"{'mean':<20}" + _line(result["mean"], result["mean"]["utility"]))
    say("Curve over alpha, mean of all documents:")
    for point in result["curve"]:
        say(f"alpha {point['alpha']:<14}" + _line(point, point["utility"]))
    for document in result["documents"]:
        missed = ", ".join(f"{kind} {found['n']}" for kind, found in document["missed"].items())
        say(f"{document['document']}: terms of all annotators that were left in part: {missed or 'none'}")
    if "paper" in result:
        _show_paper(result, say)


def _show_paper(result: Result, say: Callable[[str], object]) -> None:
    """Tables 1 and 2 of the paper, its figures in brackets."""
    alphas = result["paper"][0]["alphas"]
    say("")
    say(f"Table 1: F of detection in percent, at alpha {_triple(alphas)}. The paper's expert is not public,")
    say("so its figures stand in brackets beside none of ours; below them are your annotated documents.")
    for row in result["paper"]:
        say(f"{row['concept']:<20}({_triple(row['published']['f_measure'])})")
    for document in result["documents"]:
        points = {point["alpha"]: point["mean"]["words"]["f_measure"] for point in document["curve"]}
        say(f"{document['document']:<20}{_triple([round(100 * points[alpha], 1) for alpha in alphas])}")
    say("")
    say(f"Table 2: utility in percent, at alpha {_triple(alphas)}, the paper's in brackets.")
    for row in result["paper"]:
        for kind, ours in row["utility"].items():
            say(f"{row['concept']:<20}{kind:<16}{_triple(ours)} ({_triple(row['published'][kind])})")


def _triple(figures: Sequence[float]) -> str:
    return " / ".join(f"{figure:g}" for figure in figures)


def _line(mean: Mapping[str, Mapping[str, float]], kept: Mapping[str, float]) -> str:
    words = mean["words"]
    gone, places, terms = (mean[kind]["f_measure"] for kind in ("gone", "places", "terms"))
    return (
        f"{words['precision']:.3f} / {words['recall']:.3f} / {words['f_measure']:.3f}  "
        f"{gone:.3f}   {places:.3f}     {terms:.3f}    "
        f"{kept['generalization']:.1%} / {kept['redaction']:.1%}"
    )


def _spoken(setting: Mapping[str, object]) -> str:
    return ", ".join(f"{name} {value}" for name, value in setting.items())


def show_reader(result: Result, say: Callable[[str], object]) -> None:
    """Print an attack for people: how often the concept of a letter is guessed, before and after."""
    say(f"Readers guess among {result['concepts']} concepts; by chance {result['chance']:.1%} are right.")
    for name, found in result["readers"].items():
        for kind in ("sensitive", "harmless"):
            say(
                f"{name:<11} {kind:<10}{found[kind]['letters']:>4} letters   before "
                f"{_guessed(found[kind]['before'])}   after {_guessed(found[kind]['after'])}"
            )
    changed = ", ".join(f"{kind} {share:.1%}" for kind, share in result["words_changed"].items())
    say(f"Words changed: {changed}.")
    for name, found in result["readers"].items():
        say(f"{name}, by concept: guessed before and after, of sensitive letters; then of harmless ones.")
        for concept, kinds in found["by_concept"].items():
            shown = (f"{each['before']} and {each['after']} of {each['letters']}" for each in kinds.values())
            say(f"  {concept:<32}{'   '.join(shown)}")


def _guessed(share: Mapping[str, Any]) -> str:
    low, high = share["interval"]
    return f"{share['share']:.1%} ({low:.1%} to {high:.1%})"

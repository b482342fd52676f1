"""How an evaluation of C-sanitized is shown to people."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from flows.evaluation.c_sanitized import Result


def show_result(result: Result, say: Callable[[str], object]) -> None:
    """Print a result for people: the setting, each document, the curve, what is missed."""
    say(
        "Detection and utility against annotated documents, at one setting for all: "
        + _spoken(result["setting"])
    )
    say("document            words P / R / F        places F  terms F  utility generalized / redacted")
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


def _line(mean: Mapping[str, Mapping[str, float]], kept: Mapping[str, float]) -> str:
    words = mean["words"]
    return (
        f"{words['precision']:.3f} / {words['recall']:.3f} / {words['f_measure']:.3f}  "
        f"{mean['places']['f_measure']:.3f}     {mean['terms']['f_measure']:.3f}    "
        f"{kept['generalization']:.1%} / {kept['redaction']:.1%}"
    )


def _spoken(setting: Mapping[str, object]) -> str:
    return ", ".join(f"{name} {value}" for name, value in setting.items())

"""The command that trains: own recognisers, the shipped one's recipe, sets fitted by GreedySanitize."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from engine.errors import InvalidError, fault
from service.commands.display.output import Json, complain, emit, reported, say
from service.commands.display.policy import console, ruled_table


class Stop(StrEnum):
    """Where GreedySanitize looks when it decides to stop."""

    CROSS_FITTED = "cross-fitted"
    TRAINING = "training"


def train(
    sources: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[SOURCE]...", help="Annotated documents: files or folders."),
    ] = None,
    *,
    out: Annotated[
        Path, typer.Option("--out", help="File to write, NAME.model or NAME.greedy; it must not exist yet.")
    ],
    document_format: Annotated[
        str, typer.Option("--format", help="guess, jsonl, brat, conll, tab or presidio.")
    ] = "guess",
    recipe: Annotated[
        str, typer.Option(help="Train by a recipe: a file, or 'default' for the shipped model's.")
    ] = "",
    data: Annotated[Path | None, typer.Option(help="Folder that the recipe's paths start from.")] = None,
    curve: Annotated[bool, typer.Option(help="Compute the learning curve; about doubles the time.")] = True,
    greedy: Annotated[
        bool, typer.Option("--greedy", help="Fit a set of classifiers by GreedySanitize instead.")
    ] = False,
    category: Annotated[str, typer.Option(help="With --greedy: what is sensitive.")] = "person",
    learner: Annotated[
        list[str] | None,
        typer.Option(help="With --greedy: crf, svm, ensemble; of several the most accurate in each round."),
    ] = None,
    stopping: Annotated[
        Stop,
        typer.Option(
            help="With --greedy: stop by documents not learned from, or, as the paper, by those. "
            "Only the second has the paper's local optimum and bound."
        ),
    ] = Stop.CROSS_FITTED,
    loss_ratio: Annotated[
        float, typer.Option(min=1, help="With --greedy: largest loss ratio that a policy will ask for.")
    ] = 100.0,
    as_json: Json = False,
) -> None:
    """Train a recogniser on annotated documents, for a policy to name; nothing is ever overwritten.

    What is written holds words of the documents it learned from: keep it as you keep them.
    """
    with reported(as_json):
        _check(sources, recipe, data, out, greedy)

        def progress(message: str) -> None:
            if not as_json:
                complain(f"  {message}")

        if greedy:
            from flows.training.greedy_sanitize import fit_greedy

            result = fit_greedy(
                sources or [],
                out,
                category,
                tuple(learner or ("crf",)),
                stopping.value,
                loss_ratio,
                document_format,
                progress,
            )
            emit(as_json, result, lambda: _show_fitted(result))
            return
        result = _trained(sources or [], recipe, data, out, document_format, curve, progress)
        emit(as_json, result, lambda: _show_trained(result))


def _check(sources: list[Path] | None, recipe: str, data: Path | None, out: Path, greedy: bool) -> None:
    """What the options must say together."""
    if bool(sources) == bool(recipe) or (greedy and recipe) or bool(recipe) != (data is not None):
        must = "must be given annotated documents, or --recipe with --data, and not both"
        advice = "E.g. saferelease train annotated/ --out clinic.model"
        raise InvalidError(fault("TRN007", "train", must, "", advice))
    suffix = ".greedy" if greedy else ".model"
    if out.suffix != suffix:
        advice = f"E.g. --out {out.stem or 'clinic'}{suffix}; a policy tells recognisers by it."
        raise InvalidError(fault("TRN007", "train --out", f"must end in {suffix}", out.name, advice))


def _trained(
    sources: list[Path],
    recipe: str,
    data: Path | None,
    out: Path,
    document_format: str,
    curve: bool,
    progress: Any,
) -> dict[str, Any]:
    from flows.training.recognizer import SHIPPED_RECIPE, train_own, train_recognizer

    if data is None:
        return train_own(sources, out, format_name=document_format, curve=curve, progress=progress)
    path = SHIPPED_RECIPE if recipe == "default" else Path(recipe)
    return train_recognizer(path, data, out, curve=curve, progress=progress)


def _show_trained(result: Mapping[str, Any]) -> None:
    n, mentions = sum(result["documents"].values()), sum(result["mentions"].values())
    say(
        f"Written: {result['file']} ({result['bytes']:,} bytes), from {n:,} documents, {mentions:,} mentions."
    )
    shown = ruled_table("category", "mentions", numbers=1)
    for category, count in sorted(result["mentions"].items(), key=lambda item: -item[1]):
        shown.add_row(category, f"{count:,}")
    console.print(shown)
    if result["learning_curve"]:
        shown = ruled_table("learned from documents", "mentions", "F1 on unseen documents", "", numbers=0)
        for point in result["learning_curve"]:
            bar = "█" * round(16 * point["f1"])
            shown.add_row(f"{point['documents']:,}", f"{point['mentions']:,}", f"{point['f1']:.3f}", bar)
        console.print(shown)
        say(result["advice"])
    say(f"SHA-256 {result['sha256']}")
    say("It holds words of the documents it learned from. Protect it like them.")
    name = Path(result["file"]).name
    say(f"Next: put it beside a policy, and name it in a clause: learn: {{recognizers: [{name}]}}")


def _show_fitted(result: Mapping[str, Any]) -> None:
    say(
        f"Written: {result['file']}, from {result['documents']:,} documents, {result['sensitive']:,} of "
        f"{result['tokens']:,} words are {result['category']}; {', '.join(result['learners'])}, "
        f"{result['stopping']} stop."
    )
    shown = ruled_table("round", "sensitive words found", "harmless words found", "", numbers=0)
    for k, done in enumerate(result["rounds"], 1):
        word = "applied" if done["accepted"] else "the loop ends here"
        shown.add_row(str(k), f"{done['true_positives']:,}", f"{done['false_positives']:,}", word)
    console.print(shown)
    shown = ruled_table(
        "loss ratio", "rounds applied", "sensitive words left", "harmless words withheld", numbers=3
    )
    for row in result["by_loss_ratio"]:
        left, withheld = f"{row['sensitive_left']:,}", f"{row['harmless_withheld']:,}"
        shown.add_row(f"{row['loss_ratio']:g}", str(row["rounds"]), left, withheld)
    console.print(shown)
    if result["advice"]:
        say(result["advice"])
    say(f"SHA-256 {result['sha256']}")
    say("It holds words of the documents it learned from. Protect it like them.")
    name = Path(result["file"]).name
    say(f"Next: name it in a clause: learn: {{recognizers: [en-default, {name}], loss_ratio: 10}}")

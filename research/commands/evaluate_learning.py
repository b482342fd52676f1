"""Commands that measure what is learned: recognisers, and GreedySanitize with its attackers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from engine.errors import InvalidError, fault
from service.commands.display.output import Json, complain, emit, reported, say
from service.commands.display.policy import console, ruled_table

Annotations = Annotated[
    list[Path] | None, typer.Argument(metavar="[SOURCE]...", help="Annotated documents: files or folders.")
]
Format = Annotated[str, typer.Option("--format", help="guess, jsonl, brat, conll, tab or presidio.")]
Sample = Annotated[int, typer.Option("--sample", min=0, help="Words to take at least; 0 takes all.")]


def register(app: typer.Typer) -> None:
    """Add the commands to `app`."""
    app.command("recognizer")(recognizer)
    app.command("policy")(policy)
    app.command("greedy-sanitize")(greedy_sanitize)


def recognizer(
    sources: Annotations = None,
    document_format: Format = "guess",
    name: Annotated[
        str, typer.Option("--recognizer", help="en-default, or a file .model, .greedy or .yaml.")
    ] = "en-default",
    loss_ratio: Annotated[float, typer.Option(min=1, help="L/C, as in a policy.")] = 10.0,
    sample: Sample = 0,
    as_json: Json = False,
) -> None:
    """Measure a recogniser on annotated documents that it was not trained on, through a policy of its own.

    Entity recall: a person, place... counts only when all mentions are removed. Counts only, no text.
    """
    with reported(as_json):
        from flows.compiling.compilation import compile_loaded
        from research.recognizer import evaluate_policy
        from research.through_policy import recognizer_policy

        documents = _annotated("recognizer annotated.jsonl", sources, document_format, sample)
        result = evaluate_policy(compile_loaded(recognizer_policy(name, loss_ratio)), documents)
        emit(as_json, result, lambda: _show_removed(result))


def policy(
    name: Annotated[str, typer.Argument(metavar="POLICY", help="Policy file, or name of a shipped one.")],
    sources: Annotations = None,
    document_format: Format = "guess",
    sample: Sample = 0,
    as_json: Json = False,
) -> None:
    """Measure what a policy removes from annotated documents, by the way that run and inspect go.

    Entity recall: a person, place... counts only when all mentions are removed. Counts only, no text.
    """
    with reported(as_json):
        from flows.compiling.compilation import compile_policy
        from research.recognizer import evaluate_policy

        documents = _annotated("policy POLICY annotated.jsonl", sources, document_format, sample)
        result = evaluate_policy(compile_policy(name), documents)
        emit(as_json, result, lambda: _show_removed(result))


def _annotated(example: str, sources: list[Path] | None, document_format: str, sample: int) -> Sequence[Any]:
    from adapters.recognizers.training.annotated_files import read_annotated
    from research.greedy_sanitize import sampled

    if not sources:
        must, advice = "must be given annotated documents", f"E.g. saferelease evaluate {example}"
        raise InvalidError(fault("EVG004", "evaluate", must, "", advice))
    return sampled(read_annotated(sources, document_format, every_annotator=True), sample)


def greedy_sanitize(
    sources: Annotations = None,
    data: Annotated[
        Path | None, typer.Option(help="Instead of sources: folder of the corpora of the shipped recipe.")
    ] = None,
    corpus: Annotated[
        list[str] | None,
        typer.Option(help="With --data: corpora; by default tab, enron, wikigold and pii-synthetic."),
    ] = None,
    document_format: Format = "guess",
    category: Annotated[str, typer.Option(help="What is sensitive.")] = "person",
    publisher: Annotated[
        list[str] | None,
        typer.Option(help="crf, svm, ensemble, selection; with /cross-fitted it stops on unseen documents."),
    ] = None,
    loss_ratio: Annotated[list[float] | None, typer.Option(min=1, help="L/C; repeatable.")] = None,
    folds: Annotated[
        int, typer.Option(min=2, max=10, help="Parts of the documents, each kept apart once.")
    ] = 4,
    sample: Annotated[
        int,
        typer.Option(min=0, help="Words (and 24 documents) at least of each corpus; 0 takes all."),
    ] = 12_000,
    report: Annotated[
        Path | None, typer.Option(help="Write the report to this HTML file, with figures.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Redo Figures 3 to 5 of GreedySanitize, with baselines, four attackers and the iteration counts.

    Each source is a corpus. A corpus of 12,000 words takes two to five minutes on one processor.
    """
    with reported(as_json):
        from research.greedy_sanitize import PUBLISHERS, RATIOS, evaluate_greedy_sanitize, word_lists

        result = evaluate_greedy_sanitize(
            _corpora(sources, data, corpus, document_format, sample),
            word_lists(),
            publisher or PUBLISHERS,
            tuple(sorted(loss_ratio or RATIOS)),
            frozenset({category}),
            folds,
            lambda message: None if as_json else complain(f"  {message}"),
        )
        if report is not None:
            from research.reports.greedy_page import render_evaluation

            report.write_text(render_evaluation(result), encoding="utf-8")
        emit(as_json, result, lambda: _show_greedy(result, report))


def _corpora(
    sources: list[Path] | None,
    data: Path | None,
    names: list[str] | None,
    document_format: str,
    sample: int,
) -> dict[str, Any]:
    from adapters.recognizers.training.annotated_files import read_annotated
    from research.greedy_sanitize import CORPORA, development_corpora, sampled

    if bool(sources) == (data is not None):
        must = "must be given annotated documents, or --data, and not both"
        advice = "E.g. saferelease evaluate greedy-sanitize annotated.jsonl"
        raise InvalidError(fault("EVG004", "evaluate", must, "", advice))
    if data is not None:
        return dict(development_corpora(data, names or CORPORA, sample))
    return {
        source.stem: sampled(read_annotated([source], document_format), sample) for source in sources or ()
    }


def _show_removed(result: Mapping[str, Any]) -> None:
    used = ", ".join(dict.fromkeys(result["recognizers"]))
    by = f" with {used}" if used else ""
    say(f"Policy {result['policy']}{by}: what it removes, of what people marked.")
    for corpus, found in result["corpora"].items():
        shown = ruled_table(corpus, "entities", "all mentions removed", numbers=2)
        for kind, recall in found["protection"]["recall"].items():
            shown.add_row(kind, f"{recall['entities']:,}", f"{recall['recall']:.3f}")
        console.print(shown)
        shown = ruled_table("words of", "precision", "recall", "F1", "F2", numbers=4)
        for kind, scores in found["words"].items():
            names = ("precision", "recall", "f1", "f2")
            shown.add_row(kind, *(f"{scores[name]:.3f}" for name in names))
        console.print(shown)
        error = found["calibration"]["error"]
        told = "" if error is None else f" Scores are off by {error:.2f} on average."
        speed = found["characters_per_second"] or 0
        say(
            f"{found['documents']:,} documents, {found['refused']:,} refused; "
            f"{found['protection']['precision']:.1%} of the words masked "
            f"should be.{told} {speed / 1000:,.0f} thousand characters a second."
        )


_GREEDY_COLUMNS = (
    "publisher", "L/C", "published", "harmless", "rounds", "left", "found", "1 %", "random", "other",
)  # fmt: skip
_GREEDY_LEGEND = (
    "published: share of all words. harmless: share of the harmless words. left: sensitive words published. "
    "found: how many of these the best attacker's classifier finds. The last columns say how many are found "
    "when one word in a hundred is inspected. Inspection is led by the best attacker (1 %), by chance "
    "(random), or by a learner that no publisher used (other)."
)


def _show_greedy(result: Mapping[str, Any], report: Path | None) -> None:
    place = result["budget_shares"].index(0.01)
    for corpus, found in result["corpora"].items():
        say(
            f"{corpus}: {found['documents']:,} documents, {found['instances']:,} words, "
            f"{found['sensitive']:,} sensitive; means over {result['folds']} folds."
        )
        shown = ruled_table(*_GREEDY_COLUMNS, numbers=len(_GREEDY_COLUMNS) - 1)
        for row in found["results"]:
            shown.add_row(*_greedy_row(row, place))
        console.print(shown)
    say(_GREEDY_LEGEND)
    if report is not None:
        say(f"Report: {report.resolve()}")


def _greedy_row(row: Mapping[str, Any], place: int) -> Iterator[str]:
    yield row["publisher"]
    yield f"{row['loss_ratio']:g}" if row["loss_ratio"] else "-"
    yield f"{row['publish_ratio']:.3f}"
    yield f"{row['harmless_published']:.3f}"
    yield f"{row['rounds']:.2f}"
    yield f"{row['sensitive_left']:.1f}"
    yield f"{row['true_positives']:.2f}"
    for name in ("found", "found_at_random", "unforeseen_found"):
        yield f"{row[name][place]:.2f}"

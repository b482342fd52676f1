"""Commands that measure quality on annotated data; they print terms of that data."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from engine.errors import InvalidError, fault
from research.commands import evaluate_attackers as attack_evaluation
from research.commands import evaluate_learning as learning_evaluation
from service.commands.display.output import Json, complain, emit, reported, say

app = typer.Typer(help="Measure quality on annotated data.", no_args_is_help=True)
learning_evaluation.register(app)
attack_evaluation.register(app)


@app.command("c-sanitized")
def c_sanitized(
    gold: Annotated[Path, typer.Option(help="Folder of NAME.txt with NAME.terms.*.tsv.")],
    counts: Annotated[str, typer.Option(help="Corpus.")] = "wikipedia",
    knowledge: Annotated[list[str] | None, typer.Option(help="Knowledge bases, in order.")] = None,
    paper: Annotated[
        Path | None,
        typer.Option(help="Folder of the encyclopedia's files: repeat the paper's Tables 1 and 2 too."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Score the detection of disclosing terms against experts' terms (eqs. 4-8), on words and on terms."""
    with reported(as_json):
        from research.concepts.gold import evaluate_gold
        from research.concepts.paper import evaluate_paper
        from research.display.evaluation import show_result

        result = evaluate_gold(gold, counts, knowledge or ["wordnet"])
        if paper is not None:
            result["paper"] = evaluate_paper(paper, counts, knowledge or ["wordnet"])
        emit(as_json, result, lambda: show_result(result, say))


@app.command("reader")
def reader(
    letters: Annotated[Path, typer.Argument(help="JSONL file: text, concept, also, sensitive.")],
    encyclopedia: Annotated[Path, typer.Option(help="Folder of JSONL files that the reader learns from.")],
    counts: Annotated[str, typer.Option(help="Corpus.")] = "wikipedia",
    knowledge: Annotated[list[str] | None, typer.Option(help="Knowledge bases, in order.")] = None,
    alpha: Annotated[float, typer.Option(min=1, help="Strictness of the policies.")] = 1.5,
    combinations: Annotated[
        float | None, typer.Option(min=0.01, max=0.99, help="Judge words together too, as in a policy.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Attack C-sanitized: guess which of thirty concepts each letter is about, before and after release."""
    with reported(as_json):
        from adapters.machine.extras import require
        from research.display.evaluation import show_reader

        require("learning", "evaluate reader")
        from research.concepts.reader_attack import evaluate_reader, read_letters

        found = read_letters(letters, alpha, combinations)
        result = evaluate_reader(found, encyclopedia, counts, knowledge or ["wordnet"])
        emit(as_json, result, lambda: show_reader(result, say))


@app.command("attributes")
def attributes(
    posts: Annotated[list[Path], typer.Argument(help="Files of posts with quoted clues, YAML.")],
    policy: Annotated[str, typer.Option(help="Policy file, or name of a shipped one.")] = "attributes-strict",
    attack: Annotated[bool, typer.Option(help="Also guess the attributes, before and after.")] = True,
    as_json: Json = False,
) -> None:
    """Measure which clues to personal attributes survive a policy, and what attackers still guess."""
    with reported(as_json):
        from research.attributes.measuring import evaluate
        from research.display.attributes import show_attributes

        result = evaluate(posts, policy, attack)
        emit(as_json, result, lambda: show_attributes(result, say))


@app.command("style")
def style(
    texts: Annotated[
        Path, typer.Argument(help="Folder of AUTHOR/text, or a file with the columns text and author.")
    ],
    policy: Annotated[str, typer.Option(help="Policy file with style.")],
    as_json: Json = False,
) -> None:
    """Measure how often attackers name the author of a text, with and without a policy's plain style."""
    with reported(as_json):
        from research.display.style import show_style
        from research.style.measuring import evaluate

        result = evaluate(texts, policy)
        emit(as_json, result, lambda: show_style(result, say))


@app.command("fidelity")
def fidelity(
    notes: Annotated[list[Path], typer.Argument(help="Files of notes with marks, YAML.")],
    policy: Annotated[str, typer.Option(help="Policy file, or name of a shipped one.")] = "hipaa-safe-harbor",
    as_json: Json = False,
) -> None:
    """Measure what a policy leaves of the medicine in marked notes, and whom it hides there."""
    with reported(as_json):
        from research.display.fidelity import show_fidelity
        from research.fidelity.measuring import evaluate

        result = evaluate(notes, policy)
        emit(as_json, result, lambda: show_fidelity(result, say))


@app.command("k-containment")
def k_containment(
    table: Annotated[Path | None, typer.Argument(metavar="[FILE]", help="A table of your own.")] = None,
    label: Annotated[str, typer.Option(help="Own table: the column that a classifier is to learn.")] = "",
    positive: Annotated[
        str, typer.Option(help="Own table: the label's value that counts; by default the rarer of two.")
    ] = "",
    data: Annotated[Path | None, typer.Option("--data", help="Folder of the development data.")] = None,
    k: Annotated[list[int] | None, typer.Option(help="Values of k; by default 5, 8 and 11.")] = None,
    repeats: Annotated[int, typer.Option(min=1, help="Runs of the randomised methods.")] = 10,
    as_json: Json = False,
) -> None:
    """Measure k-anonymity by containment: the paper's Tables 5 and 6, or a table of your own.

    Each method's table is judged by the AUC of a linear SVM. Of a table of your own no cell is shown.
    """
    with reported(as_json):
        if table is not None:
            from research.tables.own_table import evaluate_own

            own = evaluate_own(table, label, positive, tuple(k or (5, 8, 11)))
            emit(as_json, own, lambda: _show_tree(own))
            return
        if data is None:
            advice = "E.g. saferelease evaluate k-containment visits.csv --label again"
            raise InvalidError(fault("EVK003", "evaluate", "must be given a table, or --data", "", advice))
        from research.tables.k_containment import PUBLISHED_K, evaluate

        result = evaluate(data, tuple(k or PUBLISHED_K), repeats=repeats)
        emit(as_json, result, lambda: _show_tree(result))


@app.command("k-redactor")
def k_redactor(
    data: Annotated[Path | None, typer.Option("--data", help="Folder of the development data.")] = None,
    k: Annotated[list[int] | None, typer.Option(help="Values of k; by default 2 to 5.")] = None,
    max_documents: Annotated[int, typer.Option(min=0, help="Documents measured; 0 takes all.")] = 0,
    corpus: Annotated[
        str,
        typer.Option(
            help="newsgroups, companies or subjects below --data; or your own: a folder of "
            "KEEP/CLASS/document, or a CSV, JSONL or Parquet file."
        ),
    ] = "newsgroups",
    text: Annotated[str, typer.Option(help="Own file: column of the text.")] = "text",
    sensitive: Annotated[str, typer.Option("--class", help="Own file: column of the class.")] = "class",
    keep: Annotated[str, typer.Option(help="Own file: column of the class to keep.")] = "keep",
    attack: Annotated[
        bool, typer.Option(help="Also attack with a linear SVM and logistic regression.")
    ] = True,
    exact: Annotated[
        bool, typer.Option("--exact", help="Solve integer programs instead of rounding (slow).")
    ] = False,
    figures: Annotated[Path | None, typer.Option(help="Draw Figure 3 into this folder, as SVG.")] = None,
    as_json: Json = False,
) -> None:
    """Repeat Table 1 and Figure 3 of K-Redactor on labelled documents, with attackers unknown to it."""
    with reported(as_json):
        from research.classes.k_redactor import evaluate
        from research.classes.labelled_corpora import Columns, labelled_documents
        from research.classes.results import draw_figures, show_result

        result = evaluate(
            labelled_documents(corpus, data, Columns(text, sensitive, keep)),
            Path(corpus).stem,
            tuple(k or (2, 3, 4, 5)),
            max_documents=max_documents or None,
            attack=attack,
            exact=exact,
            progress=complain,
        )
        emit(as_json, result, lambda: show_result(result, say))
        if figures is not None:
            draw_figures(result, figures)


def _show_tree(value: object, name: str = "", depth: int = 0) -> None:
    """A nested result as indented lines."""
    indent = "  " * depth
    if isinstance(value, dict):
        if name:
            say(f"{indent}{name}")
        for key, item in value.items():
            _show_tree(item, str(key), depth + bool(name))
    elif isinstance(value, list) and any(isinstance(item, dict | list) for item in value):
        say(f"{indent}{name}")
        for number, item in enumerate(value):
            _show_tree(item, f"[{number}]", depth + 1)
    else:
        say(f"{indent}{name}: {value:.4g}" if isinstance(value, float) else f"{indent}{name}: {value}")

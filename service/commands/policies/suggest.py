"""The command that helps a reviewer: what tells whose a document is, as a list or as a page with a slider."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich import box
from rich.console import Console
from rich.table import Table

from service.commands.display.output import Json, emit, reported, say

_console = Console(highlight=False, markup=False)


def suggest(
    policy: Annotated[str, typer.Argument(metavar="POLICY", help="A policy with the clause hide_class.")],
    document: Annotated[Path, typer.Argument(metavar="DOCUMENT", help="One document.")],
    sensitive: Annotated[
        str, typer.Option("--class", help="Whose document it is; by default as the policy says.")
    ] = "",
    page: Annotated[
        Path | None, typer.Option(help="Write a review page with a slider to this HTML file.")
    ] = None,
    steps: Annotated[int, typer.Option(min=0, help="Steps shown; 0 shows all.")] = 25,
    as_json: Json = False,
) -> None:
    """Suggest, word by word, what to suppress so that a document's class stays hidden.

    The output holds text of the document: it is meant for the person who may read it. The page holds
    all of it, and only you can read the file; delete it after the review.
    """
    with reported(as_json):
        from flows.authoring.suggesting import suggest_for, write_page

        found = suggest_for(policy, document, sensitive)
        if page is not None:
            write_page(found, page)
        emit(as_json, found.as_json(), lambda: _show(found.as_json(), steps))
        if page is not None and not as_json:
            say(f"Review page: {page.resolve()}. It holds the document's text. Delete it after the review.")


def _show(found: dict[str, Any], n_steps: int) -> None:
    kept = f", to keep: {found['keep']}" if found["keep"] else ""
    say(f"{found['document']}: class {found['class']}, one of {found['n_classes']}{kept}.")
    say(f"As it is, the class comes in place {found['k_before']}; the policy asks for place {found['k']}.")
    shown = found["steps"][:n_steps] if n_steps else found["steps"]
    _console.print(_steps(shown, found["keep"]))
    if len(shown) < len(found["steps"]):
        say(f"{len(found['steps']) - len(shown)} more steps; --steps 0 shows all.")
    reached = found["level_for_k"].get(str(found["k"]))
    say(
        f"k = {found['k']} is reached after {reached} of {len(found['steps'])} words."
        if reached is not None
        else f"k = {found['k']} cannot be reached by this order."
    )
    policy = found["policy"]
    say(
        "The policy refuses this document: no choice of words hides its class."
        if policy["refused"]
        else f"The policy itself suppresses: {', '.join(policy['suppressed']) or 'nothing'}."
    )
    if not policy["refused"]:
        left = [f"{word} ({nats:.1f})" for word, nats in policy["still_points"].items()]
        say(_listed("Still points to the class after that, outweighed (log odds)", left))
    say(_listed("May disclose the class", [f"{w['word']} ({w['kind']})" for w in found["client"]]))
    say(_listed("Removed by other clauses", [f"{w['text']} ({w['category']})" for w in found["personal"]]))


def _steps(steps: Sequence[dict[str, Any]], topic: str | None) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1))
    for column in ("step", "word", "kind", "places", "nats", "k then"):
        table.add_column(column, justify="left" if column in ("word", "kind") else "right")
    if topic:
        table.add_column(f"{topic} likeliest")
    for step in steps:
        cells = [
            step["level"],
            step["word"],
            step["kind"],
            step["mentions"],
            f"{step['nats']:.1f}",
            step["k"],
        ]
        kept = ["yes" if step["topic_kept"] else "no"] if topic else []
        table.add_row(*map(str, cells), *kept)
    return table


def _listed(what: str, words: Sequence[str]) -> str:
    return f"{what}: {', '.join(words) or 'nothing'}."

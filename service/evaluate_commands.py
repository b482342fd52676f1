"""Commands that measure quality on annotated data; they print terms of that data."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from service.output import Json, emit, reported, say

app = typer.Typer(help="Measure quality on annotated data.", no_args_is_help=True)


@app.command("c-sanitized")
def c_sanitized(
    gold: Annotated[Path, typer.Option(help="Folder of NAME.txt with NAME.terms.*.tsv.")],
    counts: Annotated[str, typer.Option(help="Corpus.")] = "wikipedia",
    knowledge: Annotated[list[str] | None, typer.Option(help="Knowledge bases, in order.")] = None,
    as_json: Json = False,
) -> None:
    """Score the detection of disclosing terms against experts' terms (eqs. 4-8), on words and on terms."""
    with reported(as_json):
        from flows.evaluate_c_sanitized import evaluate_gold, show_result

        result = evaluate_gold(gold, counts, knowledge or ["wordnet"])
        emit(as_json, result, lambda: show_result(result, say))

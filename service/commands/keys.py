"""Commands of keys: the key of one release destroyed."""

from __future__ import annotations

from typing import Annotated

import typer

from flows.audit.destroying import destroy_key
from service.display.output import Json, emit, reported, say

app = typer.Typer(name="keys", help="The installation's keys.", no_args_is_help=True)


@app.callback()
def keys() -> None:
    """The installation's keys."""


@app.command()
def destroy(
    release: Annotated[str, typer.Argument(metavar="RELEASE", help="Number of the release.")],
    reason: Annotated[str, typer.Option(help="Why; it is written into the ledger, encrypted.")] = "",
    as_json: Json = False,
) -> None:
    """Destroy the key of a release: nobody can open its private record again. Others stay readable."""
    with reported(as_json):
        entry = destroy_key(release, reason)
        emit(
            as_json,
            {"release": release, "entry": entry},
            lambda: say(f"The key of release {release} is destroyed (ledger entry {entry})."),
        )

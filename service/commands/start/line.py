"""The command line: one sub-command per job, each with --json for machines."""

from __future__ import annotations

import gc
import os
from collections.abc import Sequence
from typing import Annotated

import typer

from service.commands.languages.speech import LANGUAGES, asked_for, speak
from service.commands.menu import MenuGroup

app = typer.Typer(
    name="saferelease",
    cls=MenuGroup,
    help="Make documents safe to release, under a policy that cites the law clause by clause.",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


_OBJECTS = 200_000
"""Objects made between two looks for circles of them: none comes while a small release starts, which at
50,000 took a twelfth of its time, and at the usual 700 far more."""


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"saferelease {version('saferelease')}")
        raise typer.Exit


def _language(named: str | None) -> None:
    if named:
        if named not in LANGUAGES:
            raise typer.BadParameter(f"must be one of {', '.join(LANGUAGES)}")
        speak(named)


@app.callback()
def options(
    _: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
    __: Annotated[
        str | None,
        typer.Option(
            "--language",
            callback=_language,
            is_eager=True,
            help="Language of messages and help, en or de; else the environment says it, as LANG does.",
        ),
    ] = None,
) -> None:
    """Make documents safe to release, under a policy that cites the law clause by clause."""


def run_line(arguments: Sequence[str]) -> None:
    """Run a command in this process; its exit codes are those of `Outcome`."""
    gc.set_threshold(_OBJECTS)
    speak(asked_for(os.environ))
    app(args=list(arguments), prog_name="saferelease")

"""The command line: one sub-command per job, each with --json for machines."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.metadata import version
from typing import Annotated

from adapters.processes.hardening import harden_process

harden_process()  # before anything is imported that a file in the current folder could stand in for

import typer

from service.commands import audit as audit_commands
from service.commands import corpus as corpus_commands
from service.commands import evaluate as evaluate_commands
from service.commands import kb as kb_commands
from service.commands import keys as keys_commands
from service.commands import policy as policy_commands
from service.commands import release as release_commands
from service.commands import suggest as suggest_commands
from service.commands import train as train_commands
from service.commands import trust as trust_commands
from service.display.examples import show_examples

app = typer.Typer(
    name="saferelease",
    help="Make documents safe to release, under a policy that cites the law clause by clause.",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.add_typer(policy_commands.app, name="policy")
app.add_typer(corpus_commands.app, name="corpus")
app.add_typer(kb_commands.app, name="kb")
app.add_typer(evaluate_commands.app, name="evaluate")
app.add_typer(audit_commands.app, name="audit")
app.add_typer(trust_commands.app, name="trust")
app.add_typer(keys_commands.app, name="keys")
release_commands.register(app)
app.command("reveal")(audit_commands.reveal)
suggest_commands.register(app)
train_commands.register(app)
show_examples(app)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"saferelease {version('saferelease')}")
        raise typer.Exit


@app.callback()
def options(
    _: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Make documents safe to release, under a policy that cites the law clause by clause."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; its exit codes are those of `Outcome`."""
    app(args=list(arguments) if arguments is not None else sys.argv[1:], prog_name="saferelease")


if __name__ == "__main__":
    main()

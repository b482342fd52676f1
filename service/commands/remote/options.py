"""Options by which a command asks a service elsewhere, and which of them go together."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from engine.errors import InvalidError, fault

Address = Annotated[str, typer.Option("--service", metavar="URL", help="Address of the service, https.")]
MaybeAddress = Annotated[
    str, typer.Option("--service", metavar="URL", help="Ask the service at this address to do it.")
]
KeyFile = Annotated[
    Path | None,
    typer.Option(help="File whose first line is your API key; else SAFERELEASE_API_KEY holds it."),
]
CaFile = Annotated[
    Path | None, typer.Option(help="Certificates (PEM) of the authority that vouches for the service.")
]
GroupName = Annotated[str, typer.Option(help="Short name of the group in the service.")]
Title = Annotated[str, typer.Option(help="What people in the service call the release.")]


def require_none(given: Mapping[str, object], must: str) -> None:
    """Refuse options that mean nothing here.

    Raises
    ------
    InvalidError
        ``RMT006`` names each of `given` that has a value.
    """
    wrong = [name for name, value in given.items() if value]
    if wrong:
        raise InvalidError(*(fault("RMT006", name, must, "", "Leave it out.") for name in wrong))


def require_all(given: Mapping[str, str]) -> None:
    """Refuse to go on without options that are needed with ``--service``.

    Raises
    ------
    InvalidError
        ``RMT006`` names each of `given` that has no value.
    """
    missing = [name for name, value in given.items() if not value]
    if missing:
        raise InvalidError(*(fault("RMT006", name, "must be given with --service") for name in missing))

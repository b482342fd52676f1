"""The commands by name, each imported when it is asked for: help and short commands wait for nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import Any

import typer
from typer.core import TyperGroup

from service.commands.display.examples import show_examples
from service.commands.languages.helping import SpokenFormatter, translate
from service.commands.languages.speech import spoken, told

_COMMANDS = "service.commands."
MENU: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "run": (
            "release:run",
            "Release documents under a policy: a bundle of safe documents with a compliance report.",
        ),
        "inspect": (
            "release:inspect",
            "Show what would be changed, document by document, without writing anything.",
        ),
        "verify": (
            "release:verify",
            "Check, offline, whose bundle it is, that it is complete and as signed; prove its tables again.",
        ),
        "report": (
            "release:report",
            "Show a release's compliance report, after checking whose it is and that nothing was changed.",
        ),
        "serve": (
            "release:serve",
            "Open the service, where people review, approve and release in a browser.",
        ),
        "reveal": (
            "audit:reveal",
            "Restore one removed value, for a reason that is written into the ledger first.",
        ),
        "suggest": (
            "policies.suggest:suggest",
            "Suggest, word by word, what to suppress so that a document's class stays hidden.",
        ),
        "train": (
            "train:train",
            "Train a recogniser on annotated documents, for a policy to name; nothing is ever overwritten.",
        ),
        "alarm": (
            "alarm:alarm",
            "Send a test alarm over every channel of this installation, and say what became of it.",
        ),
        "release": ("remote.releases:app", "Releases of a service elsewhere: submit, follow, fetch."),
        "service": ("service:app", "Back up, restore and migrate the service."),
        "policy": ("policies.policy:app", "Write, check, test and explain policies."),
        "corpus": ("corpus:app", "Build and inspect the corpora behind the probabilities."),
        "kb": ("kb:app", "Install and inspect knowledge bases."),
        "evaluate": ("research.commands.evaluate:app", "Measure quality on annotated data."),
        "audit": ("audit:app", "The audit ledger: who did what, and one redaction confirmed."),
        "keys": ("keys.installation:app", "The installation's keys."),
        "trust": ("keys.trust:app", "Whom to trust: signers and approvers, under root keys."),
    }
)
"""Where each command or group stands (`service.commands.` is left out), and its help's first sentence."""


class Commands(Mapping[str, Any]):
    """Commands of `MENU` by name, imported on look-up."""

    def __getitem__(self, name: str) -> Any:
        return _loaded(name, spoken())

    def __iter__(self) -> Iterator[str]:
        return iter(MENU)

    def __len__(self) -> int:
        return len(MENU)


class MenuGroup(TyperGroup):
    """The command line's first level; its help is written without importing a command."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands: Any = Commands()
        typer.Context.__mro__[1].formatter_class = SpokenFormatter  # type: ignore[attr-defined]

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the list of commands."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, told(text)) for name, (_, text) in MENU.items()])


@cache
def _loaded(name: str, language: str) -> Any:
    """A command; its help was translated when it was loaded."""
    place, _, member = MENU[name][0].partition(":")
    found = getattr(import_module(place if ".commands." in place else _COMMANDS + place), member)
    holder = typer.Typer(add_completion=False, rich_markup_mode=None)
    if isinstance(found, typer.Typer):
        holder.add_typer(found, name=name)
    else:
        holder.command(name)(found)
    holder.callback()(lambda: None)
    show_examples(holder)
    group: Any = typer.main.get_command(holder)
    return translate(group.commands[name])

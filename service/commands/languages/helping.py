"""The help of commands in the language of the terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import typer

from service.commands.languages.speech import spoken, told

_EXTRA = re.compile(r"(?P<help>.*?)(?:  \[(?P<extra>[^\[\]]*)\])?", re.DOTALL)
"""The help of an option, and behind it in brackets whether it is required and what holds without it."""


def translate(command: Any) -> Any:
    """A command, and those below it, with help in the language of the terminal."""
    if spoken() == "en":
        return command
    for each in _all(command):
        each.help = "\n\n".join(map(told, paragraphs(each.help or "")))
        each.epilog = (each.epilog or "").replace("Example:", told("Example:"))
        for option in each.params:
            if getattr(option, "help", None):
                option.help = told(option.help)
    return command


def _all(command: Any) -> Iterator[Any]:
    yield command
    for each in getattr(command, "commands", {}).values():
        yield from _all(each)


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a command's help, each in one line; what stands behind a form feed is not shown."""
    return [" ".join(each.split()) for each in text.split("\f")[0].split("\n\n") if each.strip()]


_Formatter: Any = typer.Context.formatter_class


class SpokenFormatter(_Formatter):  # type: ignore[misc]
    """Writes help with headings, and what click itself says, in the language of the terminal."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Write the line that shows how a command is called."""
        super().write_usage(prog, args, told("Usage: ") if prefix is None else prefix)

    def write_heading(self, heading: str) -> None:
        """Write the heading of a section."""
        super().write_heading(told(heading))

    def write_text(self, text: str) -> None:
        """Write a paragraph."""
        super().write_text(told(text))

    def write_dl(self, rows: Sequence[tuple[str, str]], *others: Any, **settings: Any) -> None:
        """Write names with what they mean."""
        super().write_dl([(name, _meaning(text)) for name, text in rows], *others, **settings)


def _meaning(text: str) -> str:
    found = _EXTRA.fullmatch(text)
    if not found or not found["extra"]:
        return told(text)
    extra = "; ".join(map(told, found["extra"].split("; ")))
    return f"{told(found['help'])}  [{extra}]"

"""Every command that the pages and the help show is one that the command line accepts."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from typing import Any

import pytest
import typer
from typer.exceptions import TyperException

from service.commands.display.examples import EXAMPLES
from service.commands.start.line import app
from tests.conftest import ROOT

CLI: Any = typer.main.get_command(app)
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
SHELLS = ("", "sh", "console", "text")
INLINE = re.compile(r"(?<!`)`(saferelease [^`]+)`(?!`)")
"""In the course of a sentence: may leave arguments out."""


def leaves(group: Any = CLI, before: str = "") -> Iterator[tuple[str, Any]]:
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from leaves(command, f"{before}{name} ")
        else:
            yield f"{before}{name}", command


COMMANDS = dict(leaves())


def in_blocks(text: str) -> list[str]:
    joined = "\n".join(block for kind, block in BLOCK.findall(text) if kind in SHELLS).replace("\\\n", " ")
    lines = [line.strip().removeprefix("$ ") for line in joined.splitlines()]
    return [line for line in lines if line.startswith("saferelease ")]


def command_of(words: list[str]) -> tuple[str, list[str]]:
    """The command's words, and its arguments."""
    for n in (2, 1):
        if " ".join(words[:n]) in COMMANDS:
            return " ".join(words[:n]), words[n:]
    raise AssertionError(f"no such command: {words}")


def options_of(name: str) -> set[str]:
    found = {
        option
        for each in COMMANDS[name].params
        if each.param_type_name == "option"
        for option in (*each.opts, *each.secondary_opts)
    }
    return found | {"--help"}


def accept(line: str) -> None:
    """Parse a whole command line; its files need not be there."""
    words = shlex.split(line, comments=True)
    words = words[: words.index(">")] if ">" in words else words
    if words[1:2] in (["--version"], ["--help"], ["--install-completion"]):
        return
    name, arguments = command_of(words[1:])
    command = COMMANDS[name]
    try:
        command.make_context(name, list(arguments))
    except typer.Exit:
        return
    except TyperException as error:
        if type(error) is not typer.BadParameter:  # which is a value in capitals, a file that is not there
            raise AssertionError(f"{line}: {error}") from None


def variants(span: str) -> Iterator[list[str]]:
    """``audit list|show`` stands for two commands."""
    words = span.split()[1:]
    at = next((i for i, word in enumerate(words) if "|" in word and not word.startswith("-")), None)
    if at is None or any(word.startswith("-") for word in words[:at]):
        yield words
        return
    for choice in words[at].split("|"):
        yield [*words[:at], choice, *words[at + 1 :]]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_commands_of_the_pages_are_accepted(page: Any) -> None:
    text = page.read_text()
    for line in in_blocks(text):
        accept(line)
    for span in INLINE.findall(text):
        for words in variants(" ".join(span.split())):
            if words[0] in ("--version", "...") or " ".join(words) in {c.split()[0] for c in COMMANDS}:
                continue
            name, arguments = command_of(words)
            named = {word.split("=")[0].strip("[],") for word in arguments if word.startswith(("--", "[--"))}
            assert named <= options_of(name), span
            if not named:
                given = [word for word in arguments if "..." not in word]
                takes = [p for p in COMMANDS[name].params if p.param_type_name == "argument"]
                assert len(given) <= len(takes) or any(p.nargs == -1 for p in takes), span


def test_a_command_that_is_not_there_is_found_out() -> None:
    for wrong in (
        "saferelease run hipaa inbox",
        "saferelease corpus info mine",
        "saferelease verify x --keys k",
    ):
        with pytest.raises(AssertionError):
            accept(wrong)
    assert sum(len(in_blocks(page.read_text())) for page in PAGES) >= 25


def test_every_command_shows_an_example_that_it_accepts() -> None:
    assert set(EXAMPLES) == set(COMMANDS)
    for name, lines in EXAMPLES.items():
        for line in lines:
            assert line.startswith(f"saferelease {name}")
            assert line in COMMANDS[name].epilog
            accept(line)


def test_every_command_and_option_says_what_it_is() -> None:
    for name, command in COMMANDS.items():
        assert (command.help or "").split("\n")[0].endswith("."), name
        for each in command.params:
            assert each.help or each.name == "help", f"{name} {each.name}"

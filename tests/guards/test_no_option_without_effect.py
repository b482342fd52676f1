"""Each option of each command makes a difference that somebody can see, or it would not be there."""

from __future__ import annotations

import ast
import re
import shlex
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typer

from service.commands.start.line import app
from tests.conftest import ROOT
from tests.guards.option_trials import BASE, TRIALS, Held, Lines
from tests.guards.option_world import Shown, World, build, options, shown

TRIED = {option: trial for option, trial in TRIALS.items() if isinstance(trial, Lines)}
HELD = {option: held for option, held in TRIALS.items() if isinstance(held, Held)}

See = Callable[[str], Shown]


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    return build(tmp_path_factory.mktemp("world") / "w")


@pytest.fixture(scope="module")
def see(world: World, tmp_path_factory: pytest.TempPathFactory) -> See:
    """What a command line shows; one that was run is remembered."""

    @cache
    def once(line: str) -> Shown:
        return shown(world, line, tmp_path_factory.mktemp("w") / "w")

    return once


def test_every_option_of_the_command_line_has_a_trial() -> None:
    assert set(TRIALS) == set(options())


def test_a_command_takes_both_values_of_its_option() -> None:
    """As its own parser reads the two lines: the quick form of what follows."""
    taken = {option: [taken_by(option, line) for line in (t.one, t.other)] for option, t in TRIED.items()}
    assert [option for option, (one, other) in taken.items() if one == other] == []


def taken_by(option: str, line: str) -> object:
    """The options and arguments that a command reads from a line."""
    command: Any = typer.main.get_command(app)
    words = shlex.split(line.removeprefix("@stranger "))
    for word in option.split()[:-1]:
        assert words.pop(0) == word, option
        command = command.commands[word]
    return command.make_context(option, words, resilient_parsing=False).params


QUICK = ("audit ", "inspect ", "keys ", "reveal ", "trust ", "verify ")
"""Commands whose options are also tried in the quick half: what others rely on without looking."""


@pytest.mark.parametrize(
    "option", [pytest.param(one, marks=[] if one.startswith(QUICK) else pytest.mark.slow) for one in TRIED]
)
def test_two_values_of_an_option_make_a_difference(option: str, see: See) -> None:
    trial = TRIED[option]
    command, _, name = option.rpartition(" ")
    assert f"{command} " in f"{trial.other.removeprefix('@stranger ')} "
    assert name in trial.other.split() or "--no-" + name.removeprefix("--") in trial.other.split()
    assert "Usage: " not in see(trial.one).said + see(trial.other).said, "the command must take both"
    assert see(trial.one) != see(trial.other)


@pytest.mark.parametrize(
    "command",
    [pytest.param(one, marks=[] if f"{one} ".startswith(QUICK) else pytest.mark.slow) for one in BASE],
)
def test_a_command_shows_the_same_when_nothing_differs(
    command: str, world: World, see: See, tmp_path: Path
) -> None:
    """Else chance would pass for an effect."""
    assert shown(world, BASE[command], tmp_path / "w") == see(BASE[command])


@pytest.mark.parametrize("option", HELD)
def test_the_effect_of_an_option_is_held_by_a_test_that_names_it(option: str) -> None:
    path, _, name = HELD[option].test.partition("::")
    text = (ROOT / path).read_text(encoding="utf-8")
    functions = {node.name: node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)}
    assert name in functions, f"{path} has no {name}"
    word = option.rsplit("--", 1)[-1]
    held = ast.get_source_segment(text, functions[name]) or ""
    used = re.escape(HELD[option].used) or rf"(--(no-)?{word}\b)|\b{word.replace('-', '_')}="
    assert re.search(used, held), f"{name} does not use it"

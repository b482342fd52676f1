"""The examples in the engine's docstrings run, and every room of the engine has some."""

from __future__ import annotations

import doctest
import importlib
from collections.abc import Iterator

import pytest

from tests.conftest import ROOT

MODULES = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for room in ("engine", "saferelease", "tools")
    for path in sorted((ROOT / room).rglob("*.py"))
    if ">>> " in path.read_text(encoding="utf-8")
]
ROOMS = sorted(path.parent.name for path in (ROOT / "engine").glob("*/__init__.py"))
METHODS = sorted(path.parent.name for path in (ROOT / "engine" / "methods").glob("*/__init__.py"))


def examples(module: str) -> Iterator[doctest.DocTest]:
    found = doctest.DocTestFinder().find(importlib.import_module(module))
    return (each for each in found if each.examples)


@pytest.mark.parametrize("module", MODULES)
def test_examples_show_what_is_returned(module: str) -> None:
    runner = doctest.DocTestRunner(verbose=False)
    tried = [runner.run(each) for each in examples(module)]
    assert tried and sum(each.attempted for each in tried) > 0
    assert sum(each.failed for each in tried) == 0


def test_a_wrong_example_is_noticed() -> None:
    wrong = doctest.DocTestParser().get_doctest(">>> 1 + 1\n3\n", {}, "wrong", None, 0)
    silent = doctest.DocTestRunner(verbose=False)
    assert silent.run(wrong, out=lambda text: None).failed == 1


@pytest.mark.parametrize("room", ROOMS)
def test_every_room_of_the_engine_shows_an_example(room: str) -> None:
    assert any(module.startswith(f"engine.{room}.") for module in MODULES)


@pytest.mark.parametrize("method", METHODS)
def test_every_method_shows_an_example(method: str) -> None:
    assert any(module.startswith(f"engine.methods.{method}.") for module in MODULES)

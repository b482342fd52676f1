"""Each key of the policy language makes a difference that somebody can see, or it would not be there."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.guards.policy_key_trials import TRIALS
from tests.guards.policy_keys import Faults, Held, Trial, key_paths

TRIED = {key: trial for key, trial in TRIALS.items() if isinstance(trial, Trial)}
HELD = {key: held for key, held in TRIALS.items() if isinstance(held, Held)}


def test_every_key_has_a_trial() -> None:
    assert set(TRIALS) == set(key_paths())


@pytest.mark.parametrize("key", TRIED)
def test_two_values_of_a_key_make_a_difference(key: str, tmp_path: Path) -> None:
    trial, seen = TRIED[key], []
    for name, value in (("one", trial.one), ("other", trial.other)):
        (tmp_path / name).mkdir()
        seen.append(trial.seen(tmp_path / name, value))
    assert not isinstance(seen[0], Faults), "the first value must be a good one"
    assert seen[0] != seen[1]


@pytest.mark.parametrize("key", HELD)
def test_the_effect_of_a_key_is_held_by_a_test_that_names_it(key: str) -> None:
    path, _, name = HELD[key].test.partition("::")
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    functions = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    assert name in functions, f"{path} has no {name}"
    assert key.rsplit(".", 1)[-1] in (ROOT / path).read_text(encoding="utf-8")

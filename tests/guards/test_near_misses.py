"""A typing error in a policy or on the command line decides nothing: near misses of every word that does."""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import pytest
from pydantic import BaseModel, TypeAdapter, ValidationError
from typer.testing import CliRunner

from engine.policy.model import Policy
from service.commands.start.line import app
from tests.guards.option_trials import NEW
from tests.guards.option_world import options
from tests.guards.policy_key_trials import TRIALS
from tests.guards.policy_keys import Faults, Trial, _model_in
from tests.near_misses import near_misses

CHOICES = {
    "train --format": ("train l.jsonl --out x.model", "jsonl"),
    "release wait --until": ("release wait r --service http://127.0.0.1:9 --key-file key", "sealed"),
    "corpus build --unit": ("corpus build c.txt --name two", "sentence"),
    "evaluate recognizer --format": ("evaluate recognizer l.jsonl", "jsonl"),
    "evaluate policy --format": ("evaluate policy p.yaml l.jsonl", "jsonl"),
    "audit list --event": ("audit list", "finished"),
    "trust add --role": (
        f"trust add Ortiz --public-key {'a' * 64} --file l.jsonl --root-key a.pem",
        "signer",
    ),
    "policy new --pack": ("policy new --name p --title T --target o --source in", "hipaa-safe-harbor"),
    "policy new --format": (f"{NEW} --schedule=", "epub"),
    "service migrate --to": ("service migrate", "head"),
    "train --stopping": ("train l.jsonl --greedy --out x.greedy", "cross-fitted"),
    "kb import --kind": ("kb import tiny.ttl --name small", "rdf"),
    "train --learner": ("train l.jsonl --greedy --out x.greedy", "svm"),
}
"""Options with a closed list of values: a line, and a value of it."""


def closed_keys(model: type[BaseModel] = Policy, above: str = "") -> Iterator[tuple[str, Any, list[str]]]:
    """Path, annotation and words of every key of a policy that takes one of some words."""
    for name, field in model.model_fields.items():
        path, inner = above + (field.alias or name), _model_in(field.annotation)
        if inner is not None:
            yield from closed_keys(inner, f"{path}.")
        elif words := [one for one in _words(field.annotation) if isinstance(one, str)]:
            yield path, field.annotation, words


def _words(annotation: Any) -> list[Any]:
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return [one.value for one in annotation]
    if get_origin(annotation) is Literal:
        return list(get_args(annotation))
    return [word for part in get_args(annotation) for word in _words(part)]


def test_no_near_miss_of_a_closed_key_of_a_policy_is_taken(tmp_path: Path) -> None:
    found = list(closed_keys())
    assert len(found) > 25
    taken = []
    for path, annotation, words in found:
        for miss in near_misses(words[0], words):
            if isinstance(miss, str) and _fits(annotation, miss):
                taken.append((path, miss))
    assert taken == []


def _fits(annotation: Any, value: object) -> bool:
    """Whether a key takes a value by itself, or in the list or mapping that it holds."""
    for wrapped in (value, [value], {"a": value}):
        try:
            TypeAdapter(annotation).validate_python(wrapped)
        except ValidationError:
            continue
        return True
    return False


ASKED = [key for key, _, _ in closed_keys() if isinstance(TRIALS.get(key), Trial)]


@pytest.mark.parametrize("key", ASKED)
def test_a_policy_with_a_misspelt_word_is_at_fault(key: str, tmp_path: Path) -> None:
    trial = TRIALS[key]
    assert isinstance(trial, Trial)
    good = trial.one if isinstance(trial.one, str) else trial.other
    for miss in ("zz", f"{good}x", str(good).upper(), "", {"zz": 1}):
        assert isinstance(trial.seen(tmp_path, [miss] if isinstance(trial.one, list) else miss), Faults), miss


def test_every_closed_option_has_a_line() -> None:
    declared = {name for name, one in options().items() if _words(one.type_descriptor.annotation)}
    assert declared <= set(CHOICES)


@pytest.mark.parametrize("option", CHOICES)
def test_no_near_miss_of_an_option_is_taken(
    option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SAFERELEASE_HOME", str(tmp_path / "home"))
    record = {"id": "a", "text": "Anna came.", "spans": [{"start": 0, "end": 4, "label": "person"}]}
    (tmp_path / "l.jsonl").write_text(f"{json.dumps(record)}\n" * 9)
    (tmp_path / "key").write_text("srk_1_2")
    (tmp_path / "key").chmod(0o600)
    line, good = CHOICES[option]
    name = option.rpartition(" ")[2]
    for miss in near_misses(good, (good,)):
        if isinstance(miss, str) and miss and "\0" not in miss:
            done = CliRunner().invoke(app, [*line.split(), f"{name}={miss}"])
            assert done.exit_code != 0, miss
            assert good in done.output or name in done.output, (miss, done.output)


def test_no_option_has_a_misspelt_or_shortened_name() -> None:
    with warnings.catch_warnings():
        for option in options():
            command, _, name = option.rpartition(" ")
            for miss in (name[:-1], f"{name}s", name.upper(), name.replace("--", "---")):
                if f"{command} {miss}" not in options():
                    assert CliRunner().invoke(app, [*command.split(), miss]).exit_code == 2, (option, miss)

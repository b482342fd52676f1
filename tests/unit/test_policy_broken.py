"""Two hundred and more broken policies: every one is refused with a place, none with a traceback."""

from __future__ import annotations

import copy
import io
import json
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import jsonschema
import pytest
from ruamel.yaml import YAML

from adapters.policies.files import load_policy, shipped_folder
from engine.catalog.names import SHIPPED
from engine.errors import InvalidError, Outcome

FULL = """\
policy: full
version: 1.2.3
title: Everything that a policy can say
description: One of each key
effective: 2024-02-16
laws:
  - cite: House rule 1
    title: Numbers stay inside
    effective: 2020-01-01
    source: Handbook, page 3
counts: wikipedia
knowledge: [disease-ontology, wordnet]
identifiers:
  - id: G
    title: Social security numbers
    law: 45 CFR 164.514(b)(2)(i)(G)
    status: partly
    note: Not in pictures
    unverified: false
    find: [ssn, taxpayer-id]
    replace_with: last-4
    threshold: 0.6
    allow: [000-00-0000]
    deny: [Doe]
  - id: B
    law: House rule 1
    find: [zip]
    replace_with:
      operator: zip3
      census: 2020
concepts:
  - id: hiv
    protect: HIV
    also: [human immunodeficiency virus]
    law: NY Pub. Health Law § 2782
    alpha: 1.5
    unit: paragraph
    counting: coherent
    unseen: generalize
    evidence:
      z: 1.0
      min_joint: 3
    replace_with: generalize
  - id: std
    protect: syphilis
    law: NY Pub. Health Law § 2306
    disclose_at_most: disease
documents:
  formats: [txt, md]
  names: number
release:
  from: inbox/
  to: releases/
  every: "0 2 * * *"
  time_zone: Europe/Zurich
  quarantine: refuse
  require_approved: true
  matter: facts/keller.yaml
not_covered:
  - id: A
    title: Names
    law: 45 CFR 164.514(b)(2)(i)(A)
    reason: They follow no pattern
    unverified: false
"""

OPEN_NAMES = {"law", "knowledge", "counts", "time_zone", "unverified", "every"}
"""Keys whose wrong values only the check can know; the schema suggests names and leaves them open."""


class Broken(NamedTuple):
    """A broken policy: what was done to it, its text or data, and whether its JSON Schema must reject it."""

    what: str
    made: object
    schema_rejects: bool

    @property
    def content(self) -> bytes:
        """Its text; that of data is made when a test asks, not in each worker that collects."""
        return self.made if isinstance(self.made, bytes) else dumped(self.made)


def dumped(data: object) -> bytes:
    stream = io.StringIO()
    YAML(typ="safe", pure=True).dump(data, stream)
    return stream.getvalue().encode()


def paths(value: object, path: tuple = ()) -> Iterator[tuple]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield (*path, key)
        yield from paths(item, (*path, key))


def at(data: object, path: tuple) -> object:
    for step in path:
        data = data[step]  # type: ignore[index]
    return data


def changed(path: tuple, value: object) -> dict:
    data = copy.deepcopy(DATA)
    at(data, path[:-1])[path[-1]] = value  # type: ignore[index]
    return data


DATA = YAML(typ="safe", pure=True).load(FULL)


def wrong_types() -> Iterator[Broken]:
    """A mapping for a text, a text for a number, a number for a list, at every key."""
    for path in paths(DATA):
        value = at(DATA, path)
        wrong: object = {"surprise": 1}
        if isinstance(value, dict):
            wrong = [1, 2]
        elif isinstance(value, list):
            wrong = 7
        elif isinstance(value, bool | int | float):
            wrong = "much"
        if path[-1] == "replace_with" and not isinstance(value, dict):
            wrong = 7
        yield Broken(f"wrong type at {path}", changed(path, wrong), True)


def nothing_at_all() -> Iterator[Broken]:
    """A key without a value."""
    for path in paths(DATA):
        if isinstance(path[-1], str):
            yield Broken(f"nothing at {path}", changed(path, None), True)


def unknown_keys() -> Iterator[Broken]:
    """A misspelt key beside every key."""
    for path in paths(DATA):
        if isinstance(path[-1], str):
            data = copy.deepcopy(DATA)
            at(data, path[:-1])[path[-1][:-1] + "xx"] = 1  # type: ignore[index]
            yield Broken(f"unknown key beside {path}", data, True)


def wrong_names_and_ranges() -> Iterator[Broken]:
    """Names that do not exist, numbers out of range, words that are no choice."""
    values = {
        "alpha": [0.99, 20.5, -1, float("inf")],
        "threshold": [-0.1, 1.1],
        "z": [-1.0, 6.0],
        "min_joint": [0, 1001],
        "census": [1850, 2010],
        "unit": ["page"],
        "counting": ["strings"],
        "unseen": ["drop"],
        "quarantine": ["maybe"],
        "names": ["random"],
        "status": ["mostly"],
        "operator": ["stars"],
        "version": ["1", "v1.0.0", "1.0.0.0"],
        "policy": ["Full Policy", "", "a" * 65],
        "every": ["0 25 * * *", "daily", "* * *", ""],
        "time_zone": ["Europe/Atlantis"],
        "law": ["The Law", "45 CFR 164.514(b)(2)(i)(Z)"],
        "counts": ["wikipaedia"],
    }
    for path in paths(DATA):
        for value in values.get(str(path[-1]), []):
            rejects = path[-1] not in OPEN_NAMES
            yield Broken(f"{value!r} at {path}", changed(path, value), rejects)
    yield Broken("a category", changed(("identifiers", 0, "find"), ["snn"]), True)
    yield Broken("a format", changed(("documents", "formats"), ["docs"]), True)
    yield Broken("a knowledge base", changed(("knowledge",), ["wordnot"]), False)
    yield Broken("a wrong operator", changed(("identifiers", 0, "replace_with"), "year"), False)


def broken_texts() -> Iterator[Broken]:
    """Bad indentation, tabs, duplicate keys, aliases, tags, cut files, bytes that are no UTF-8."""
    lines = FULL.splitlines(keepends=True)
    chance = random.Random(7)
    for number in chance.sample(range(1, len(lines)), 12):
        yield Broken(f"tab on line {number + 1}", text(lines, number, "\t" + lines[number]), False)
    nested = [n for n, line in enumerate(lines) if re.match(r" +\w+: ", line)]
    for number in chance.sample(nested, 12):
        yield Broken(f"bad indent on line {number + 1}", text(lines, number, " " + lines[number]), False)
        yield Broken(f"line {number + 1} twice", text(lines, number, lines[number] * 2), False)
    for number, line in enumerate(lines):
        if not line.startswith((" ", "-")) and not line.rstrip().endswith(":"):
            yield Broken(f"line {number + 1} twice", text(lines, number, line * 2), False)
    bomb = "a: &a [lol, lol]\n" + "".join(f"{b}: &{b} [*{a}, *{a}]\n" for a, b in ("ab", "bc", "cd", "de"))
    yield Broken("an alias bomb", (FULL + bomb).encode(), False)
    yield Broken("an anchor", FULL.replace("title: E", "title: &x E").encode(), False)
    yield Broken("a tag", FULL.replace("title: E", "title: !!str E").encode(), False)
    yield Broken("a python object", (FULL + "x: !!python/object:os.system {}\n").encode(), False)
    yield Broken("two documents", (FULL + "---\n" + FULL).encode(), False)
    yield Broken("deep nesting", ("a: " + "[" * 3000).encode(), False)
    yield Broken("a quote left open", FULL.replace("title: E", 'title: "E').encode(), False)
    yield Broken("a colon in a text", FULL.replace("title: E", "title: E: ").encode(), False)
    yield Broken("latin-1", FULL.encode("latin-1"), False)
    yield Broken("utf-16", FULL.encode("utf-16"), False)
    yield Broken("a control character", FULL.replace("title: E", "title: \x00E").encode(), False)
    yield Broken("empty", b"", False)
    yield Broken("a list", b"- policy: full\n", False)
    yield Broken("binary", bytes(range(256)), False)


def text(lines: list[str], number: int, line: str) -> bytes:
    return "".join([*lines[:number], line, *lines[number + 1 :]]).encode()


BROKEN = [
    *wrong_types(),
    *list(nothing_at_all())[::2],
    *list(unknown_keys())[1::2],
    *wrong_names_and_ranges(),
    *broken_texts(),
]


@pytest.fixture(scope="module")
def validator() -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(json.loads((shipped_folder() / "schema.json").read_text("utf-8")))


@pytest.fixture(scope="module")
def catalog():
    return replace(SHIPPED, time_zones=("UTC", "Europe/Zurich"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("broken")


def test_the_whole_policy_is_valid_and_there_are_enough_broken_ones(
    tmp_path: Path, validator, catalog
) -> None:
    path = tmp_path / "full.yaml"
    path.write_text(FULL, encoding="utf-8")
    assert len(load_policy(path, catalog).policy.clauses) == 4
    validator.validate(json.loads(json.dumps(DATA, default=str)))
    assert len(BROKEN) >= 200
    assert sum(broken.schema_rejects for broken in BROKEN) >= 100


@pytest.mark.parametrize("broken", BROKEN, ids=[broken.what for broken in BROKEN])
def test_every_broken_policy_is_refused_with_a_place(broken: Broken, folder: Path, catalog) -> None:
    path = folder / "broken.yaml"
    path.write_bytes(broken.content)
    with pytest.raises(InvalidError) as caught:
        load_policy(path, catalog)
    assert caught.value.outcome is Outcome.INVALID
    lines = []
    for fault in caught.value.faults:
        assert re.fullmatch(r"POL0\d\d", fault.code)
        placed = re.match(rf"{re.escape(str(path))}:(\d+):(\d+)", fault.where)
        assert placed, fault.where
        assert fault.must.startswith("must ")
        assert len(fault.got) <= 100
        lines.append(int(placed[1]))
    assert lines == sorted(lines)


@pytest.mark.parametrize(
    "broken", [b for b in BROKEN if b.schema_rejects], ids=[b.what for b in BROKEN if b.schema_rejects]
)
def test_the_schema_rejects_what_a_schema_can_reject(broken: Broken, validator) -> None:
    data = json.loads(json.dumps(broken.made, default=str))
    assert not validator.is_valid(data)

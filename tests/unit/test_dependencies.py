"""Every dependency is pinned by version and hash, and no file says where it was fetched."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.conftest import ROOT

PRODUCT, ALL, OPTIONAL = "requirements.txt", "constraints.txt", "constraints-optional.txt"
_PIN = re.compile(r"^([A-Za-z0-9_.-]+)(?:\[[^\]]*\])?==([^ ;\\]+)(?: ; (.*?))? \\$")
_HASH = re.compile(r"^    --hash=sha256:[0-9a-f]{64}(?: \\)?$")
_PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def pins(file: str) -> dict[str, set[str]]:
    """Versions by name; every pin has a hash, and there is nothing but pins, hashes and remarks."""
    found: dict[str, set[str]] = {}
    hashes = 1
    for line in (ROOT / file).read_text().splitlines():
        if pin := _PIN.match(line):
            assert hashes, f"{file}: no hash before {line}"
            found.setdefault(canonicalize_name(pin[1]), set()).add(pin[2])
            hashes = 0
        elif _HASH.match(line):
            hashes += 1
        else:
            assert line.startswith("    #"), f"{file}: neither pin, hash nor remark: {line}"
    assert hashes
    return found


def wanted(*extras: str) -> Iterator[Requirement]:
    """The dependencies of saferelease with some extras, and theirs, as far as they are installed."""
    todo = [Requirement(text) for text in _PROJECT["dependencies"]]
    todo += [Requirement(f"saferelease[{','.join(extras)}]")]
    seen = set[str]()
    while todo:
        one = todo.pop()
        if one.name == "saferelease":
            inner = (Requirement(text) for e in one.extras for text in _PROJECT["optional-dependencies"][e])
            todo += [each for each in inner if str(each) not in seen]
            continue
        yield one
        for text in _requires(one.name):
            inside = Requirement(text)
            marked = (
                [inside.marker.evaluate({"extra": e}) for e in ("", *one.extras)] if inside.marker else [True]
            )
            if any(marked) and str(inside) not in seen:
                seen.add(str(inside))
                todo.append(inside)


def _requires(name: str) -> list[str]:
    try:
        return requires(name) or []
    except PackageNotFoundError:
        return []


@pytest.mark.parametrize(
    ("file", "extras"),
    [(PRODUCT, ["build"]), (ALL, ["dev"]), (OPTIONAL, ["presidio", "bench", "build"])],
)
def test_every_dependency_is_pinned_and_hashed(file: str, extras: list[str]) -> None:
    pinned = pins(file)
    found = list(wanted(*extras))
    assert {canonicalize_name(one.name) for one in found} <= set(pinned)
    wrong = [
        f"{one} but {version}"
        for one in found
        for version in pinned[canonicalize_name(one.name)]
        if not one.specifier.contains(version, prereleases=True)
    ]
    assert wrong == []


def test_every_extra_is_pinned_somewhere() -> None:
    names = {e for extra in ("dev", "presidio", "bench", "build") for e in _with_inner(extra)}
    assert names == set(_PROJECT["optional-dependencies"])


def _with_inner(extra: str) -> set[str]:
    own = [Requirement(text) for text in _PROJECT["optional-dependencies"][extra]]
    return {extra}.union(*(_with_inner(e) for one in own if one.name == "saferelease" for e in one.extras))


@pytest.mark.parametrize("file", [PRODUCT, OPTIONAL])
def test_one_version_of_each_everywhere(file: str) -> None:
    everything = pins(ALL)
    assert {
        name: versions for name, versions in pins(file).items() if versions != everything.get(name, versions)
    } == {}


@pytest.mark.parametrize("file", [PRODUCT, ALL, OPTIONAL])
def test_no_file_says_where_packages_come_from(file: str) -> None:
    text = (ROOT / file).read_text()
    assert "://" not in text
    assert not re.search(r"^\s*--(index|extra-index|find-links|trusted-host)", text, re.MULTILINE)


def test_make_installs_by_hash_alone() -> None:
    text = (ROOT / "Makefile").read_text().replace("\\\n", " ")
    variables = dict(re.findall(r"^(\w+) := (.*)$", text, re.MULTILINE))
    recipes = [line for line in text.splitlines() if re.search(r"\$\((PINNED|INSTALL)\)|pip install", line)]
    steps = [step for line in recipes if ":=" not in line for step in re.split("&&|;", line)]
    installing = [step for step in steps if re.search(r"\$\((PINNED|INSTALL)\)|pip install", step)]
    assert len(installing) >= 4
    assert "--require-hashes" in variables["PINNED"]
    for step in installing:
        assert "$(PINNED) -r " in step or step.strip("\t @").startswith(
            "$(INSTALL) --no-deps --no-build-isolation -e ."
        )

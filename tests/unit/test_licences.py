"""Everything that is installed for the product has a licence that is known and allowed."""

from __future__ import annotations

import re
from importlib.metadata import Distribution

import pytest
from packaging.utils import canonicalize_name

from tests.conftest import ROOT
from tools.installed import USERS_EXTRAS, Library, libraries, product_needs
from tools.licences import AS_A_LIBRARY, LGPL, READ_BY_HAND, faults, is_allowed, licence_of, stated

_TOLD = re.compile(r"([a-z0-9_-]+(?:, [a-z0-9_-]+)*) \*([^*]+)\*")
"""Libraries, and their licence behind them: ``pydantic, pyyaml *MIT*``."""


def library(metadata: str) -> Library:
    """A library of that metadata, whose files are not there."""

    class Made(Distribution):
        def read_text(self, filename: str) -> str | None:
            return (
                f"Metadata-Version: 2.1\nName: made\nVersion: 1\n{metadata}\n\n"
                if filename == "METADATA"
                else None
            )

        def locate_file(self, path: object) -> object:  # type: ignore[override]
            raise NotImplementedError

    return Library("made", "1", (), Made())


def test_every_licence_is_known_and_allowed() -> None:
    found = libraries()
    assert len(found) > 100
    assert list(faults(list(found.values()))) == []


@pytest.mark.parametrize(
    "metadata",
    [
        "License-Expression: AGPL-3.0-only",
        "License-Expression: MIT AND GPL-2.0-or-later",
        "License-Expression: LGPL-3.0-only",
        "License-Expression: Invented-1.0",
        "Classifier: License :: OSI Approved :: GNU General Public License v3 (GPLv3)",
        "Classifier: License :: OSI Approved :: MIT License\n"
        "Classifier: License :: OSI Approved :: GNU General Public License v3 (GPLv3)",
        "License: GPL",
        "License: see the website",
        "Summary: says nothing",
    ],
)
def test_what_may_not_be_shipped_is_named(metadata: str) -> None:
    assert [one.partition(":")[0] for one in faults([library(metadata)])] == ["made 1"]


@pytest.mark.parametrize(
    ("expression", "allowed"),
    [
        ("MIT", True),
        ("GPL-3.0-only OR MIT", True),
        ("MIT AND (BSD-2-Clause OR LGPL-2.1-or-later)", True),
        ("(GPL-2.0-only OR AGPL-3.0-only) AND MIT", False),
        ("", False),
    ],
)
def test_a_choice_counts_as_its_best_licence(expression: str, allowed: bool) -> None:
    assert is_allowed(expression) is allowed


def test_each_exception_is_needed() -> None:
    found = libraries()
    assert {name for name, one in found.items() if not is_allowed(licence_of(one))} == set(LGPL)
    assert {licence_of(found[name]) for name in LGPL} == AS_A_LIBRARY
    assert [name for name in READ_BY_HAND if is_allowed(stated(found[name]))] == []


def test_the_page_tells_the_licence_of_every_direct_dependency() -> None:
    page = (ROOT / "docs" / "dependencies.md").read_text()
    told: dict[str, str] = {}
    for names, licence in _TOLD.findall(page):
        told |= dict.fromkeys(map(canonicalize_name, names.split(", ")), licence)
    wanted = {canonicalize_name(one.name) for one in product_needs(USERS_EXTRAS)}
    assert set(told) == wanted
    found = libraries()
    assert {name: licence_of(found[name]) for name in wanted if told[name] != licence_of(found[name])} == {}


def test_the_page_counts_the_libraries() -> None:
    """To one in thirty: another machine needs a few more or less."""
    page = (ROOT / "docs" / "dependencies.md").read_text()
    told = re.search(r"alone brings (\d+) libraries, (\d+) MB .* lists all (\d+) libraries", page)
    assert told
    alone = libraries(())
    found = len(alone), sum(one.size for one in alone.values()) / 1e6, len(libraries())
    assert [int(one) for one in told.groups()] == pytest.approx(found, rel=1 / 30)


def test_the_page_gives_the_size_of_each_extra() -> None:
    docs = ROOT / "docs"
    page = (docs / "dependencies.md").read_text()
    told = dict(re.findall(r"^- `(\w+)` (\d+) MB: ", page, re.MULTILINE))
    assert set(told) == set(USERS_EXTRAS) - {"build"} | {"learning"}
    assert f"; {told['ocr']} MB with what it needs)" in (docs / "pictures.md").read_text()

"""No module imports itself by a detour, for types or inside a function either: what hides a circle counts."""

from __future__ import annotations

import grimp
import pytest

PACKAGES = ("engine", "adapters", "flows", "service", "research", "saferelease")


def in_circles(arrows: dict[str, set[str]]) -> set[str]:
    """Modules that reach themselves.

    Examples
    --------
    >>> sorted(in_circles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a"}}))
    ['b', 'c']
    """
    found, left = set(), dict(arrows)
    while left:
        ends = {one for one, below in left.items() if not below & left.keys()}
        begins = left.keys() - set().union(*left.values())
        if not ends | begins:
            break
        left = {one: below for one, below in left.items() if one not in ends | begins}
    for one in left:
        reached, todo = set(), list(left[one])
        while todo:
            if (at := todo.pop()) in left and at not in reached:
                reached.add(at)
                todo += left[at]
        found |= {one} if one in reached else set()
    return found


@pytest.fixture(scope="module")
def arrows() -> dict[str, set[str]]:
    graph = grimp.build_graph(*PACKAGES, cache_dir=None)
    return {one: set(graph.find_modules_directly_imported_by(one)) for one in graph.modules}


def test_no_file_needs_itself(arrows: dict[str, set[str]]) -> None:
    assert in_circles(arrows) == set()


def test_a_circle_is_seen(arrows: dict[str, set[str]]) -> None:
    one = "flows.document.document"
    other = min(arrows[one])
    broken = arrows | {other: arrows[other] | {one}}
    assert {one, other} <= in_circles(broken)

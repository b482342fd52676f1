"""The closure of any graph of links, cycles and all, against a plain walk."""

from __future__ import annotations

import random
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.knowledge.closure import Rows, close
from adapters.knowledge.importers.draft import DraftLabel, TaxonomyDraft
from adapters.knowledge.labels import fold_label
from adapters.knowledge.taxonomy_file import write_taxonomy
from tests.drawn_cases import number_of_cases

N_CONCEPTS = 9
_concept = st.integers(0, N_CONCEPTS - 1)
_links = st.lists(st.tuples(_concept, _concept).filter(lambda link: link[0] != link[1]), max_size=25)
_seeded = settings(derandomize=True, deadline=None, max_examples=number_of_cases(150))


def lists(rows: Rows) -> list[list[int]]:
    return [rows.values[start:end].tolist() for start, end in zip(rows.start, rows.start[1:], strict=False)]


def walk(links: set[tuple[int, int]]) -> list[set[int]]:
    """Everything reachable upwards, by repeated search."""
    reached: list[set[int]] = []
    for concept in range(N_CONCEPTS):
        seen: set[int] = set()
        front = {concept}
        while front:
            front = {b for a, b in links if a in front} - seen
            seen |= front
        reached.append(seen)
    return reached


def longest(links: set[tuple[int, int]], start: int, end: int) -> int:
    """Links on the longest way up from `start` to `end`, by trying all ways."""
    return max([1 + longest(links, b, end) for a, b in links if a == start] + [0 if start == end else -99])


@_seeded
@given(_links)
def test_the_closure_is_a_walk_over_what_is_left(links: list[tuple[int, int]]) -> None:
    closure = close(N_CONCEPTS, links)
    kept = set(links) - set(closure.broken)
    ancestors = lists(closure.ancestors)
    for concept, reached in enumerate(walk(kept)):
        assert concept not in reached
        assert sorted(ancestors[concept]) == sorted(reached)


@_seeded
@given(_links)
def test_only_links_of_a_cycle_are_broken(links: list[tuple[int, int]]) -> None:
    closure = close(N_CONCEPTS, links)
    reached = walk(set(links))
    assert all(concept in reached[parent] for concept, parent in closure.broken)
    if not any(concept in reached[concept] for concept in range(N_CONCEPTS)):
        assert not closure.broken


@_seeded
@given(_links)
def test_ancestors_are_ordered_by_distance_depth_and_breadth(links: list[tuple[int, int]]) -> None:
    closure = close(N_CONCEPTS, links)
    kept = set(links) - set(closure.broken)
    descendants = lists(closure.descendants)
    for concept, ancestors in enumerate(lists(closure.ancestors)):
        key = [(longest(kept, concept, a), -int(closure.depth[a]), len(descendants[a]), a) for a in ancestors]
        assert key == sorted(key)
        for place, ancestor in enumerate(ancestors):
            assert not set(ancestors[place + 1 :]) & set(descendants[ancestor])


@_seeded
@given(_links)
def test_descendants_are_the_inverse(links: list[tuple[int, int]]) -> None:
    closure = close(N_CONCEPTS, links)
    up = {(a, b) for a, row in enumerate(lists(closure.ancestors)) for b in row}
    down = {(b, a) for a, row in enumerate(lists(closure.descendants)) for b in row}
    assert up == down


@_seeded
@given(_links, st.randoms(use_true_random=False))
def test_the_order_of_links_does_not_matter(links: list[tuple[int, int]], draw: random.Random) -> None:
    shuffled = [*links, *links[:3]]
    draw.shuffle(shuffled)
    first, second = close(N_CONCEPTS, links), close(N_CONCEPTS, shuffled)
    assert lists(first.ancestors) == lists(second.ancestors)
    assert lists(first.descendants) == lists(second.descendants)


@_seeded
@given(st.text(max_size=12))
def test_folding_twice_is_folding_once(label: str) -> None:
    assert fold_label(fold_label(label)) == fold_label(label)
    assert fold_label(f" {label}\u00a0") == fold_label(label)


def draft(order: random.Random) -> TaxonomyDraft:
    made = TaxonomyDraft("sample", "sample:1", "CC0", "rdf")
    names = [f"c{i}" for i in range(30)]
    links = [(f"c{i}", f"c{i // 3}") for i in range(1, 30)]
    order.shuffle(names)
    order.shuffle(links)
    made.concepts, made.broader = set(names), links
    made.labels = [DraftLabel(name, f"{kind} of {name}", "en", kind) for name in names for kind in "ab"]
    return made


def test_equal_content_has_an_equal_fingerprint(tmp_path: Path) -> None:
    prints = {
        write_taxonomy(tmp_path / f"{seed}.npz", draft(random.Random(seed)), {"source": str(seed)})
        for seed in range(4)
    }
    assert len(prints) == 1
    other = draft(random.Random(0))
    other.labels[0] = other.labels[0]._replace(text="another name")
    assert write_taxonomy(tmp_path / "other.npz", other, {}) not in prints

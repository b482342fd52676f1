"""The hypernym closure of a taxonomy as arrays, computed once when it is imported."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int32]
Offsets = NDArray[np.int64]


@dataclass(frozen=True)
class Rows:
    """Lists of numbers of uneven length: row i is ``values[start[i]:start[i + 1]]``."""

    start: Offsets
    values: Ints


@dataclass(frozen=True)
class Closure:
    """Every concept's generalizations and specializations.

    Parameters
    ----------
    ancestors : Rows
        Most specific first.
    descendants : Rows
        Nearest first.
    depth : array of int32, shape (n_concepts,)
        Links on the longest way up to a concept without generalization.
    broken : sequence of (int, int)
        Links left out because they closed a cycle.
    """

    ancestors: Rows
    descendants: Rows
    depth: Ints
    broken: Sequence[tuple[int, int]]


def rows_of(owners: NDArray[np.integer], values: NDArray[np.integer], n_rows: int) -> Rows:
    """Group `values` by `owners`, which must be sorted."""
    start = np.zeros(n_rows + 1, np.int64)
    np.cumsum(np.bincount(owners, minlength=n_rows), out=start[1:])
    return Rows(start, values.astype(np.int32))


def close(n_concepts: int, links: Iterable[tuple[int, int]]) -> Closure:
    """Close is-a links transitively.

    Parameters
    ----------
    n_concepts : int
        Concepts are the numbers 0 to ``n_concepts - 1``; ties are broken by number.
    links : iterable of (int, int)
        (concept, its direct generalization). Repeated links count once.

    Returns
    -------
    Closure
        Ancestors by distance, then by depth (deeper first), by number of
        descendants (fewer first) and by number.

    Notes
    -----
    Distance is the length of the longest way up. On a tree that is the level of
    a breadth-first search; where a concept has a redundant link to a remote
    generalization, it alone keeps every generalization behind all of its own
    specializations.
    """
    parents = _parents(n_concepts, links)
    order, broken = _generalizations_first(parents)
    owners, ancestors, distances, depth = _pairs(parents, order)
    n_descendants = np.bincount(ancestors, minlength=n_concepts)
    by_owner = np.lexsort((ancestors, n_descendants[ancestors], -depth[ancestors], distances, owners))
    by_ancestor = np.lexsort((owners, distances, ancestors))
    return Closure(
        rows_of(owners[by_owner], ancestors[by_owner], n_concepts),
        rows_of(ancestors[by_ancestor], owners[by_ancestor], n_concepts),
        depth,
        broken,
    )


def _parents(n_concepts: int, links: Iterable[tuple[int, int]]) -> list[list[int]]:
    parents: list[list[int]] = [[] for _ in range(n_concepts)]
    for concept, parent in sorted(set(links)):
        parents[concept].append(parent)
    return parents


def _generalizations_first(parents: list[list[int]]) -> tuple[list[int], list[tuple[int, int]]]:
    """Order in which every parent precedes its children; removes links that close a cycle."""
    order: list[int] = []
    broken: list[tuple[int, int]] = []
    state = bytearray(len(parents))  # 0 new, 1 on the way up from here, 2 done
    for root in range(len(parents)):
        if state[root]:
            continue
        state[root] = 1
        way = [(root, iter(tuple(parents[root])))]
        while way:
            concept, rest = way[-1]
            for parent in rest:
                if state[parent] == 1:
                    broken.append((concept, parent))
                    parents[concept].remove(parent)
                elif not state[parent]:
                    state[parent] = 1
                    way.append((parent, iter(tuple(parents[parent]))))
                    break
            else:
                state[concept] = 2
                order.append(concept)
                way.pop()
    return order, broken


def _pairs(parents: list[list[int]], order: list[int]) -> tuple[Ints, Ints, Ints, Ints]:
    """(concept, ancestor, distance) of every pair, and the depth of every concept."""
    distances: list[dict[int, int]] = [{} for _ in parents]
    depth = np.zeros(len(parents), np.int32)
    for concept in order:
        mine = distances[concept]
        for parent in parents[concept]:
            mine.setdefault(parent, 1)
            for ancestor, distance in distances[parent].items():
                if mine.get(ancestor, 0) <= distance:
                    mine[ancestor] = distance + 1
            depth[concept] = max(depth[concept], depth[parent] + 1)
    sizes = [len(mine) for mine in distances]
    n_pairs = sum(sizes)
    owners = np.repeat(np.arange(len(parents), dtype=np.int32), sizes)
    ancestors = np.fromiter((a for mine in distances for a in mine), np.int32, n_pairs)
    far = np.fromiter((d for mine in distances for d in mine.values()), np.int32, n_pairs)
    return owners, ancestors, far, depth

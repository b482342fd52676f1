"""Which terms go so that no stretch of a text says too much: the cheapest in information."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np

_MAX_NODES = 10_000
"""Of an integer program: seconds at most, and the same everywhere, as a limit of time would not be."""


def greedy_choice(nats: Sequence[float], bits: Sequence[float], excess: float) -> list[int]:
    """Terms whose nats come to `excess`: most nats per bit first, superfluous ones put back.

    Parameters
    ----------
    nats : sequence of float
        What each term says about the concept; those <= 0 are never chosen.
    bits : sequence of float
        Information that is lost with each term, > 0.
    excess : float
        Nats that must go.

    Returns
    -------
    list of int
        Places of the chosen terms, ascending; all with nats > 0 when even these do not suffice.

    Examples
    --------
    >>> greedy_choice([2.0, 1.0, 0.5], bits=[10.0, 2.0, 8.0], excess=2.0)
    [0]
    >>> greedy_choice([2.0, 1.0, 0.5], bits=[10.0, 2.0, 8.0], excess=3.0)
    [0, 1]
    """
    order = sorted(
        (place for place, each in enumerate(nats) if each > 0),
        key=lambda place: (-nats[place] / bits[place], place),
    )
    chosen: list[int] = []
    total = 0.0
    for place in order:
        if total >= excess:
            break
        chosen.append(place)
        total += nats[place]
    for place in sorted(chosen, key=lambda place: (-bits[place], place)):
        if total - nats[place] >= excess:
            chosen.remove(place)
            total -= nats[place]
    return sorted(chosen)


def least_hitting_set(
    costs: Mapping[str, float], sets: Collection[frozenset[str]]
) -> tuple[frozenset[str], float]:
    """Elements that meet every set at the least cost (an integer program, solved by HiGHS).

    Parameters
    ----------
    costs : mapping of str to float
        Cost of each element, >= 0.
    sets : collection of frozenset of str
        Each holds one element at least.

    Returns
    -------
    chosen : frozenset of str
    at_least : float
        What every choice costs at least: its own cost, unless the search ended early.

    Examples
    --------
    >>> costs, sets = {"a": 3.0, "b": 2.0, "c": 2.0}, [frozenset("ab"), frozenset("ac")]
    >>> chosen, at_least = least_hitting_set(costs, sets)
    >>> sorted(chosen), at_least
    (['a'], 3.0)
    """
    from scipy.optimize import Bounds, LinearConstraint, milp  # a moment, and few texts hold such a group
    from scipy.sparse import csr_array

    keys = sorted(costs)
    place = {key: number for number, key in enumerate(keys)}
    rows = sorted(sorted(place[key] for key in each) for each in sets)
    starts = np.cumsum([0, *map(len, rows)])
    held = csr_array((np.ones(starts[-1]), np.concatenate(rows), starts), shape=(len(rows), len(keys)))
    cost = np.array([costs[key] for key in keys])
    solved = milp(
        cost,
        constraints=LinearConstraint(held, lb=1),
        integrality=np.ones(len(keys)),
        bounds=Bounds(0, 1),
        options={"mip_rel_gap": 0.0, "node_limit": _MAX_NODES},
    )
    if solved.x is None:  # the search ended before it met a choice: all go
        return frozenset(keys), 0.0
    chosen = frozenset(keys[number] for number in np.flatnonzero(solved.x > 0.5).tolist())
    bound = solved.mip_dual_bound if solved.mip_dual_bound is not None else 0.0
    return chosen, min(float(bound), sum(costs[key] for key in chosen))

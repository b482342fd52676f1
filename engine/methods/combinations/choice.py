"""Which terms go so that no stretch of a text says too much: the cheapest in information."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


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


def optimal_choice(nats: Sequence[float], bits: Sequence[float], excess: float) -> list[int]:
    """As `greedy_choice`, the least bits of all choices (an integer program, solved by HiGHS)."""
    from scipy.optimize import Bounds, LinearConstraint, milp  # measurements only

    weights = np.maximum(np.array(nats, float), 0.0)
    if weights.sum() < excess:
        return [place for place, each in enumerate(nats) if each > 0]
    solved = milp(
        np.array(bits, float),
        constraints=LinearConstraint(weights[None, :], lb=excess),
        integrality=np.ones(len(weights)),
        bounds=Bounds(0, 1),
    )
    return np.flatnonzero(np.asarray(solved.x) > 0.5).tolist()

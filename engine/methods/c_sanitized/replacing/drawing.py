"""A replacement drawn at random among the safe generalizations of a term: the exponential mechanism."""

from __future__ import annotations

import hmac
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from math import exp

from engine.text import PLACEHOLDER, Decision

SENSITIVITY = 1.0
"""Most by which the utility of one outcome differs between two terms: it lies in [0, 1]."""

DRAWN = "drawn"
"""Under which a decision's reasons say how many draws are in it."""

_PURPOSE = "choice of a replacement"
_DRAW_BYTES = 8


def n_draws(decisions: Iterable[Decision]) -> int:
    """How many draws are in `decisions`."""
    return sum(int(str(decision.why.get(DRAWN, 0))) for decision in decisions)


def probabilities(n_levels: int, epsilon: float) -> list[float]:
    """With which probability each level of a term is drawn, the most specific first, the placeholder last.

    Parameters
    ----------
    n_levels : int
        Safe generalizations of the term, without the placeholder; at least one.
    epsilon : float
        In nats.

    Notes
    -----
    ``p(o | t) = exp(epsilon u(t, o) / (2 sensitivity)) / sum over all outcomes``. The utility falls by equal
    steps with the distance from the term: 1 for its most specific level, 0 for the placeholder.

    Of two terms with as many levels, an outcome that both may have is at most exp(epsilon) times as likely
    for one as for the other. An outcome that only one of them may have tells them apart: what is not true of
    a term is never said of it, and so this is no differential privacy over all terms. It is Blowfish privacy
    (He, Machanavajjhala and Ding, 2014) over terms that have the same levels.

    References
    ----------
    McSherry and Talwar (2007), Theorem 6.
    """
    utilities = (1 - place / n_levels for place in range(n_levels + 1))
    weights = [exp(epsilon * utility / (2 * SENSITIVITY)) for utility in utilities]
    total = sum(weights)
    return [weight / total for weight in weights]


@dataclass(frozen=True)
class ExponentialMechanism:
    """Draws replacements; the same term with the same levels is drawn once for a whole release.

    Parameters
    ----------
    epsilon : float
        Of one draw, in nats.
    key : bytes
        Secret of the release. Its draws can be made again with the key, and by nobody without it.
    """

    epsilon: float
    key: bytes = field(repr=False)

    def draw(self, term: str, levels: Sequence[str]) -> str:
        """One of `levels`, or the placeholder.

        Parameters
        ----------
        term : str
            Key of the term.
        levels : sequence of str
            Distinct, the most specific first, at least one.
        """
        reached = list(accumulate(probabilities(len(levels), self.epsilon)))
        place = bisect_right(reached, self._uniform(term, levels))
        return levels[place] if place < len(levels) else PLACEHOLDER

    def _uniform(self, term: str, levels: Sequence[str]) -> float:
        """A number in [0, 1) that only the key, the term and its levels decide."""
        message = "\0".join((_PURPOSE, term, *levels)).encode()
        drawn = hmac.digest(self.key, message, "sha256")[:_DRAW_BYTES]
        return int.from_bytes(drawn) / float(1 << 8 * _DRAW_BYTES)

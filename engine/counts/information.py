"""Information content, pointwise mutual information, and what small counts can prove.

All logarithms are base 2: information is in bits.

References
----------
[CS] Sanchez & Batet, C-sanitized: a privacy model for document redaction and
sanitization (2016), eqs. 1-3, Definitions 4 and 6.
"""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class JointCount:
    """How often a term, a concept and both occur among `n_contexts` contexts.

    Parameters
    ----------
    n_contexts : int
        Contexts of the corpus, > 0.
    n_concept, n_term : int
        Contexts that mention the concept, and the term (or every term of a group).
    n_joint : int
        Contexts that mention both.
    """

    n_contexts: int
    n_concept: int
    n_term: int
    n_joint: int

    def __post_init__(self) -> None:
        inside = 0 <= self.n_joint <= min(self.n_concept, self.n_term)
        if not (inside and max(self.n_concept, self.n_term) <= self.n_contexts):
            raise ValueError("counts must satisfy joint <= concept, joint <= term, both <= contexts")

    @property
    def probability(self) -> float:
        """The chance of being right about the concept on seeing the term, p(c | t)."""
        return self.n_joint / self.n_term if self.n_term else 0.0

    @property
    def pmi_bits(self) -> float:
        """PMI(c; t), eq. 2, or PMI(c; T) of a group, eq. 3; minus infinity when never together."""
        return pmi(self.n_contexts, self.n_concept, self.n_term, self.n_joint)


def information_content(count: int, n_contexts: int) -> float:
    """Information content of something that `count` of `n_contexts` contexts mention, in bits.

    Parameters
    ----------
    count, n_contexts : int
        0 <= count <= n_contexts, n_contexts > 0.

    Returns
    -------
    float
        Bits, >= 0; infinite for a count of zero.

    Notes
    -----
    ``IC(t) = -log2 p(t)``.

    References
    ----------
    [CS] eq. 1.

    Examples
    --------
    >>> information_content(1, 1024)
    10.0
    """
    return math.log2(n_contexts / count) if count else math.inf


def pmi(n_contexts: int, n_concept: int, n_term: int, n_joint: int) -> float:
    """Pointwise mutual information of a concept and a term, or a group of terms, in bits.

    Parameters
    ----------
    n_contexts, n_concept, n_term, n_joint : int
        Contexts in all, with the concept, with the term (of a group: with all its
        terms), with both.

    Returns
    -------
    float
        Bits, at most IC(c); minus infinity when the two never meet.

    Notes
    -----
    ``PMI(c; t) = log2( p(c, t) / (p(c) p(t)) )``; a group T replaces t by the event
    that all its terms occur in one context.

    References
    ----------
    [CS] eqs. 2 and 3.

    Examples
    --------
    >>> round(pmi(n_contexts=1000, n_concept=10, n_term=20, n_joint=10), 2)
    5.64
    >>> pmi(n_contexts=1000, n_concept=10, n_term=20, n_joint=0)
    -inf
    """
    if not n_joint:
        return -math.inf
    return min(
        math.log2(n_joint) + math.log2(n_contexts) - math.log2(n_concept) - math.log2(n_term),
        information_content(n_concept, n_contexts),
    )


def allowed_probability(p_concept: float, alpha: float) -> float:
    """The largest p(c | t) that a policy tolerates (not itself tolerated).

    Parameters
    ----------
    p_concept : float
        p(c) in (0, 1].
    alpha : float
        alpha >= 1.

    Returns
    -------
    float
        Probability in [p(c), 1].

    Notes
    -----
    ``PMI(c; t) >= IC(c)/alpha`` is exactly ``p(c | t) >= p(c) ** (1 - 1/alpha)``.

    References
    ----------
    [CS] Definition 6.

    Examples
    --------
    >>> round(allowed_probability(0.001, alpha=1.5), 4)
    0.1
    >>> allowed_probability(0.001, alpha=1.0)
    1.0
    """
    return float(p_concept ** (1.0 - 1.0 / alpha))


def posterior(pmi_bits: float, p_concept: float) -> float:
    """p(c | t) from PMI(c; t) and p(c): what a decision tells a reader in words."""
    return min(1.0, p_concept * math.exp2(pmi_bits))


def lower_bound(successes: int, trials: int, z: float) -> float:
    """One-sided Wilson lower bound of a proportion.

    Parameters
    ----------
    successes, trials : int
        0 <= successes <= trials.
    z : float
        Standard errors, >= 0; 0 gives the raw proportion, 1.64 is 95 % confidence.

    Returns
    -------
    float
        Probability in [0, 1]; 0 without trials.

    Notes
    -----
    A term seen twice, once with c, has a huge PMI by luck; the bound asks what its
    p(c | t) is at least. Not part of the paper, whose web counts are never small.

    References
    ----------
    Wilson, Probable inference, the law of succession, and statistical inference (1927).

    Examples
    --------
    >>> round(lower_bound(2, 3, z=1.0), 2)
    0.39
    >>> round(lower_bound(200, 300, z=1.0), 2)
    0.64
    """
    return _wilson(successes, trials, -z) if trials else 0.0


def upper_bound(successes: int, trials: int, z: float) -> float:
    """One-sided Wilson upper bound of a proportion; 1 without trials. See `lower_bound`."""
    return _wilson(successes, trials, z) if trials else 1.0


def _wilson(successes: int, trials: int, z: float) -> float:
    share = successes / trials
    if z == 0.0:
        return share
    spread = z * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    centre = share + z * z / (2 * trials)
    return min(1.0, max(0.0, (centre + spread) / (1 + z * z / trials)))

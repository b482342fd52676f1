"""What keeping a word is worth for the utility class: the objectives of Table 1, and one that prices words.

References
----------
Cumby and Ghani (IAAI 2011), K-Redactor and Table 1; Mladenic and Grobelnik
(ICML 1999) for the feature scores.
"""

from __future__ import annotations

from typing import Literal

import numpy as np

from engine.methods.k_redactor.model import Floats

Objective = Literal[
    "ova-log-odds", "odds-ratio", "freq-log-p", "info-gain", "least-redaction", "priced-log-odds"
]


def word_utility(
    objective: Objective, log_prior: Floats, log_likelihood: Floats, own: int, price: float = 1.0
) -> Floats:
    """Value of each word of a document for its utility class.

    Parameters
    ----------
    objective : Objective
    log_prior : ndarray, shape (n_classes,)
        Of the utility classes.
    log_likelihood : ndarray, shape (n_classes, n_words)
    own : int
        The document's utility class.
    price : float
        ``"priced-log-odds"`` only: nats added for every word kept.

    Returns
    -------
    ndarray, shape (n_words,)

    Notes
    -----
    OVALogOdds: ``(1 - P(u)) log P(x|u) - sum_{u' != u} P(u') log P(x|u')``; OddsRatio:
    ``P(x|u) (1 - P(x|u')) / ((1 - P(x|u)) P(x|u'))``; FreqLogP: ``P(x) log P(x|u)`` (never
    positive, so it suppresses whatever it may, as the paper's 98.7 % suggest);
    InfoGain: mutual information of word and class u; least redaction: 1.
    The priced form is ours: OVALogOdds alone drops every word that speaks for another utility
    class, needed or not; a price makes it drop only words that cost
    the utility class more than the word is worth to a reader.
    """
    prior = np.exp(log_prior)
    if objective == "least-redaction":
        return np.ones(log_likelihood.shape[1])
    if objective in ("ova-log-odds", "priced-log-odds"):
        odds: Floats = log_likelihood[own] - prior @ log_likelihood
        return odds + price if objective == "priced-log-odds" else odds
    inside = np.exp(log_likelihood[own])
    share = prior[own]
    everywhere = prior @ np.exp(log_likelihood)
    outside = np.maximum(everywhere - share * inside, 1e-300) / max(1 - share, 1e-300)
    if objective == "odds-ratio":
        return np.asarray(inside * (1 - outside) / ((1 - inside) * outside))
    if objective == "freq-log-p":
        return np.asarray(everywhere * log_likelihood[own])
    return _information_gain(inside, outside, everywhere, float(share))


def _information_gain(inside: Floats, outside: Floats, everywhere: Floats, share: float) -> Floats:
    def part(joint: Floats, margin: Floats, weight: float) -> Floats:
        return np.asarray(joint * weight * np.log(joint / margin))

    present = part(inside, everywhere, share) + part(outside, everywhere, 1 - share)
    absent = part(1 - inside, 1 - everywhere, share) + part(1 - outside, 1 - everywhere, 1 - share)
    return present + absent

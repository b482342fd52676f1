"""The attacker as a release gate: what a retrained attacker would still find in what a policy publishes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from adapters.recognizers.gazetteers import shipped_lexicon
from adapters.recognizers.learners import (
    CrfLearner,
    EnsembleLearner,
    LinearLearner,
    TokenData,
    TokenDocument,
    token_data,
)
from engine.annotated import AnnotatedDocument
from engine.errors import RefusedError, fault
from engine.features import Lexicon, token_range
from engine.methods.greedy_sanitize import Attack, Learner, Mask, attack
from engine.ports import Recognizer

BUDGET_SHARES = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0)
"""Budgets of the attacker as shares of the published tokens."""


def attackers() -> list[Learner[TokenData]]:
    """The paper's three learners, and one that no publisher here uses."""
    return [
        CrfLearner(),
        LinearLearner(),
        EnsembleLearner(),
        LinearLearner("unforeseen", "logistic", c=1.0, history=False),
    ]


def attack_published(
    recognizers: Sequence[Recognizer],
    documents: Sequence[AnnotatedDocument],
    categories: frozenset[str] | None = None,
    lexicon: Lexicon | None = None,
    n_folds: int = 4,
) -> dict[str, Any]:
    """Attack what is left of annotated documents when recognisers have removed what they find.

    Parameters
    ----------
    recognizers : sequence of Recognizer
        Everything that the policy removes with.
    documents : sequence of AnnotatedDocument
        A sample of the release (or of its kind) in which people marked what is sensitive.
    categories : frozenset of str, optional
        Sensitive categories; all that must be masked by default.
    lexicon : Lexicon, optional
        Word lists of the attacker; the shipped ones by default.
    n_folds : int, >= 2
        The attacker learns on all folds but one, whose published text it attacks, for each fold in turn.

    Returns
    -------
    dict
        JSON values: ``published``, ``sensitive_left``, ``budgets``; under ``attackers`` for each learner
        ``true_positives``, ``false_positives``, ``found`` and ``gain`` by budget; ``found_at_random``.
        Counts are tokens, summed over folds.
    """
    with_text = [d for d in documents if d.document.text.reveal().strip()]
    data = token_data(with_text, lexicon or Lexicon(shipped_lexicon()), categories)
    pieces = [_removed(recognizers, d, made) for d, made in zip(with_text, data.documents, strict=True)]
    published = data.remove(np.concatenate(pieces)) if pieces else data
    results: dict[str, list[Attack]] = {a.name: [] for a in attackers()}
    for fold in published.split(n_folds):
        labelled, attacked = published.subset(~fold), published.subset(fold)
        for attacker in attackers():
            results[attacker.name].append(attack(labelled, attacked, [attacker]))
    return {
        "tokens": len(data.sensitive),
        "published": int(published.remaining.sum()),
        "sensitive": int(data.sensitive.sum()),
        "sensitive_left": int((published.remaining & published.sensitive).sum()),
        "budget_shares": list(BUDGET_SHARES),
        "found_at_random": summed(results["crf"], "found_at_random"),
        "attackers": {
            name: {
                "true_positives": sum(a.true_positives for a in attacks),
                "false_positives": sum(a.false_positives for a in attacks),
                "found": summed(attacks, "found"),
                "gain": summed(attacks, "gain"),
            }
            for name, attacks in results.items()
        },
    }


def _removed(recognizers: Sequence[Recognizer], annotated: AnnotatedDocument, made: TokenDocument) -> Mask:
    """Tokens of a document that overlap what any recogniser finds."""
    tokens = made.tokens
    gone = np.zeros(len(tokens), bool)
    for recognizer in recognizers:
        for span in recognizer.find(annotated.document):
            first, end = token_range(tokens, span.start, span.end)
            gone[first:end] = True
    return gone


def summed(attacks: Sequence[Attack], measure: str) -> list[float]:
    """A measure by budget, summed over folds; the budget is the same share of each fold."""
    return [
        round(sum(getattr(a, measure)(max(1, round(share * a.n_published))) for a in attacks), 4)
        for share in BUDGET_SHARES
    ]


def require_unfindable(results: dict[str, Any], budget_share: float, limit: float) -> None:
    """Refuse a release whose best attacker gains too much.

    Parameters
    ----------
    results : dict
        Of `attack_published`.
    budget_share : float
        One of `BUDGET_SHARES`.
    limit : float, in [0, 1]
        Most that the best attacker may find beyond random inspection, as a share of the sensitive tokens.

    Raises
    ------
    RefusedError
        ``GRS001``.
    """
    place = results["budget_shares"].index(budget_share)
    gains = {name: found["gain"][place] for name, found in results["attackers"].items()}
    best = max(gains, key=lambda name: gains[name])
    share = gains[best] / results["sensitive"] if results["sensitive"] else 0.0
    if share > limit:
        raise RefusedError(
            fault(
                "GRS001",
                "attacker gate",
                f"must leave the best attacker a gain of at most {limit:.2%} of the sensitive tokens",
                f"{share:.2%} by {best}, inspecting {budget_share:.1%} of what is published",
                "Raise the loss ratio, add known names, or train on documents of this kind.",
            )
        )

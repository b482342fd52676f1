"""The attacker as a release gate: what a retrained attacker would still find in what a policy publishes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np

from adapters.recognizers.gazetteers import shipped_lexicon
from adapters.recognizers.training.learners import (
    CrfLearner,
    EnsembleLearner,
    LinearLearner,
    TokenData,
    TokenDocument,
    token_data,
)
from engine.errors import Fault, fault
from engine.measures.annotated import AnnotatedDocument
from engine.methods.greedy_sanitize import Attack, Learner, Mask, attack
from engine.methods.names.tagger.features import Lexicon, token_range
from engine.record.counted import AttackerRecord, GateRecord
from engine.text import Document

BUDGET_SHARES = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0)
"""Budgets of the attacker as shares of the published tokens."""

Removed = Callable[[Document], Iterable[tuple[int, int]]]
"""Offsets [start, end) of what a policy removes from a document."""


def attackers() -> list[Learner[TokenData]]:
    """The paper's three learners, and one that no publisher here uses."""
    return [
        CrfLearner(),
        LinearLearner(),
        EnsembleLearner(),
        LinearLearner("unforeseen", "logistic", c=1.0, history=False),
    ]


def attack_published(
    removed: Removed,
    documents: Sequence[AnnotatedDocument],
    gain_at_most: float,
    categories: frozenset[str] | None = None,
    lexicon: Lexicon | None = None,
    n_folds: int = 4,
) -> GateRecord:
    """Attack what is left of annotated documents when a policy has removed what it finds.

    Parameters
    ----------
    removed : callable
        What the policy removes from a document.
    documents : sequence of AnnotatedDocument
        A sample of the release (or of its kind) in which people marked what is sensitive.
    gain_at_most : float, in [0, 1]
        Most that the best attacker may find beyond random inspection, at any budget, as a share of the
        sensitive tokens.
    categories : frozenset of str, optional
        Sensitive categories; all that must be masked by default.
    lexicon : Lexicon, optional
        Word lists of the attacker; the shipped ones by default.
    n_folds : int, >= 2
        The attacker learns on all folds but one, whose published text it attacks, for each fold in turn.

    Returns
    -------
    GateRecord
        Counts are tokens, summed over folds.

    References
    ----------
    Li et al. 2015, section II "Threat Model" and section V.
    """
    with_text = [d for d in documents if d.document.text.reveal().strip()]
    data = token_data(with_text, lexicon or Lexicon(shipped_lexicon()), categories)
    pieces = [_gone(removed(d.document), made) for d, made in zip(with_text, data.documents, strict=True)]
    published = data.remove(np.concatenate(pieces)) if pieces else data
    results: dict[str, list[Attack]] = {a.name: [] for a in attackers()}
    for fold in published.split(n_folds):
        labelled, attacked = published.subset(~fold), published.subset(fold)
        for attacker in attackers():
            results[attacker.name].append(attack(labelled, attacked, [attacker]))
    n_sensitive = int(data.sensitive.sum())
    records = [_record(name, attacks, n_sensitive) for name, attacks in results.items()]
    return GateRecord(
        passed=max(record.gain for record in records) <= gain_at_most,
        gain_at_most=gain_at_most,
        documents=len(data.documents),
        tokens=len(data.sensitive),
        published=int(published.remaining.sum()),
        sensitive=n_sensitive,
        sensitive_left=int((published.remaining & published.sensitive).sum()),
        budget_shares=BUDGET_SHARES,
        found_at_random=tuple(summed(results["crf"], "found_at_random")),
        attackers=tuple(records),
    )


def _record(name: str, attacks: Sequence[Attack], n_sensitive: int) -> AttackerRecord:
    gain = sum(a.largest_gain() for a in attacks)
    return AttackerRecord(
        learner=name,
        true_positives=sum(a.true_positives for a in attacks),
        false_positives=sum(a.false_positives for a in attacks),
        found=tuple(summed(attacks, "found")),
        gain=round(gain / n_sensitive, 6) if n_sensitive else 0.0,
    )


def _gone(spans: Iterable[tuple[int, int]], made: TokenDocument) -> Mask:
    """Tokens of a document that overlap what is removed."""
    gone = np.zeros(len(made.tokens), bool)
    for start, end in spans:
        first, last = token_range(made.tokens, start, end)
        gone[first:last] = True
    return gone


def summed(attacks: Sequence[Attack], measure: str) -> list[float]:
    """A measure by budget, summed over folds; the budget is the same share of each fold."""
    return [
        round(sum(getattr(a, measure)(max(1, round(share * a.n_published))) for a in attacks), 4)
        for share in BUDGET_SHARES
    ]


def gate_fault(record: GateRecord) -> Fault:
    """``GRS001``: why a release is refused, in one sentence."""
    best = record.best
    return fault(
        "GRS001",
        "gate",
        f"must leave the best attacker a gain of at most {record.gain_at_most:.2%} of the sensitive words "
        f"of the sample",
        f"{best.gain:.2%} by the learner {best.learner}",
        "Raise the loss ratio, add known names, or train on documents of this kind.",
    )

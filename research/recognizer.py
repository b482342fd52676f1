"""Measure a policy on annotated documents: what it protects, what it costs, and how fast it is."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from engine.measures.annotated import AnnotatedDocument, annotated_as
from engine.measures.protection import Protection, TokenCounts, count_tokens, protection
from engine.text import Decision, Span
from flows.compiling.compilation import Compiled
from research.through_policy import inspected_texts

_NO_SCORE = -1.0
"""Of what no recogniser found: a term that discloses a concept."""


def evaluate_policy(compiled: Compiled, documents: Sequence[AnnotatedDocument]) -> dict[str, Any]:
    """Score what a policy removes from annotated documents.

    Parameters
    ----------
    compiled : Compiled
        The policy; for a recogniser by itself, `research.through_policy.recognizer_policy`.
    documents : sequence of AnnotatedDocument
        Not those that a recogniser was trained on. A document that several people annotated comes once for
        each. The documents of a corpus are released together.

    Returns
    -------
    dict
        JSON values. For each corpus: ``protection`` (entity recall of direct and quasi identifiers, by
        category too, and precision of the masked words, as TAB defines them), ``words`` (precision,
        recall, F1 and F2 of words by category; ``any`` ignores the category), ``documents``,
        ``refused`` (documents that no check would let pass), ``calibration``, and
        ``characters_per_second``.
    """
    by_corpus: dict[str, list[AnnotatedDocument]] = defaultdict(list)
    for document in documents:
        by_corpus[document.corpus].append(document)
    return {
        "policy": compiled.plan.policy,
        "plan": compiled.plan.plan_id,
        "recognizers": [model.name for model in compiled.plan.models],
        "corpora": {corpus: _scores(compiled, found) for corpus, found in sorted(by_corpus.items())},
    }


def _scores(compiled: Compiled, documents: Sequence[AnnotatedDocument]) -> dict[str, Any]:
    total, counts = Protection(), TokenCounts()
    pairs: list[tuple[float, bool]] = []
    texts = list(dict.fromkeys(annotated.document.text.reveal() for annotated in documents))
    start = time.perf_counter()
    found = dict(zip(texts, inspected_texts(compiled, texts), strict=True))
    seconds = time.perf_counter() - start
    for annotated in documents:
        spans = _spans(found[annotated.document.text.reveal()].decisions, annotated)
        total.add(protection(annotated, ((s.start, s.end) for s in spans)))
        counts.add(count_tokens(annotated, ((s.start, s.end, s.category) for s in spans)))
        pairs += [(s.score, _is_right(annotated, s)) for s in spans if s.score > _NO_SCORE]
    return {
        "documents": len(documents),
        "refused": sum(bool(one.faults) for one in found.values()),
        "protection": _protection(total),
        "words": {c or "any": _rounded(counts, c) for c in sorted(counts.marked)},
        "calibration": calibration(pairs),
        "characters_per_second": round(sum(map(len, texts)) / seconds) if seconds else None,
    }


def _spans(decisions: Sequence[Decision], annotated: AnnotatedDocument) -> list[Span]:
    """What is removed, in the annotators' categories; others, of which they say nothing, are left out."""
    named = ((decision, annotated_as(decision.category)) for decision in decisions)
    return [
        Span(decision.start, decision.end, category, float(str(decision.why.get("score", _NO_SCORE))))
        for decision, category in named
        if category in annotated.annotated
    ]


def _is_right(annotated: AnnotatedDocument, span: Span) -> bool:
    """Whether more than half of a finding lies in annotations that must be masked."""
    inside = sum(
        max(0, min(a.end, span.end) - max(a.start, span.start))
        for a in annotated.annotations
        if a.role != "public"
    )
    return 2 * inside > span.end - span.start


def _protection(total: Protection) -> dict[str, Any]:
    return {
        "precision": round(total.precision, 4),
        "masked_words": total.masked_tokens,
        "recall": {
            "/".join(key): {"recall": round(total.recall(*key), 4), "entities": n}
            for key, n in sorted(total.entities.items())
        },
    }


def _rounded(counts: TokenCounts, category: str) -> Mapping[str, float]:
    scores = counts.scores(category) | counts.scores(category, 2.0)
    return {name: round(value, 4) for name, value in scores.items()}


def calibration(pairs: Sequence[tuple[float, bool]], n_bins: int = 10) -> dict[str, Any]:
    """Compare scores with how often they were right.

    Parameters
    ----------
    pairs : sequence of (score, right)
    n_bins : int, >= 1

    Returns
    -------
    dict
        ``bins``: for each tenth of the scale, mean score, share right and number of findings;
        ``error``: the expected calibration error, the mean absolute gap weighted by findings.
    """
    grouped: dict[int, list[tuple[float, bool]]] = defaultdict(list)
    for score, right in pairs:
        grouped[min(int(score * n_bins), n_bins - 1)].append((score, right))
    bins = [
        {
            "score": round(sum(s for s, _ in group) / len(group), 4),
            "right": round(sum(r for _, r in group) / len(group), 4),
            "findings": len(group),
        }
        for _, group in sorted(grouped.items())
    ]
    gaps = sum(abs(b["score"] - b["right"]) * b["findings"] for b in bins)
    return {"bins": bins, "error": round(gaps / len(pairs), 4) if pairs else None}

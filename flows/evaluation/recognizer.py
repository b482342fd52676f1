"""Measure a recogniser on annotated documents: what it protects, what it costs, and how fast it is."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from engine.measures.annotated import AnnotatedDocument
from engine.measures.protection import Protection, TokenCounts, count_tokens, protection
from engine.ports import Recognizer
from engine.text import Span


def evaluate_recognizer(
    recognizer: Recognizer, documents: Sequence[AnnotatedDocument], least_score: float = 0.0
) -> dict[str, Any]:
    """Score a recogniser against annotated documents.

    Parameters
    ----------
    recognizer : Recognizer
    documents : sequence of AnnotatedDocument
        Not those it was trained on. A document that several people annotated comes once for each.
    least_score : float, in [0, 1]
        Findings below are left out.

    Returns
    -------
    dict
        JSON values. For each corpus: ``protection`` (entity recall of direct and quasi identifiers, by
        category too, and precision of the masked words, as TAB defines them), ``words`` (precision,
        recall, F1 and F2 of words by category; ``any`` ignores the category), ``documents``,
        ``calibration``, and ``characters_per_second``.
    """
    by_corpus: dict[str, list[AnnotatedDocument]] = defaultdict(list)
    for document in documents:
        by_corpus[document.corpus].append(document)
    return {
        "recognizer": recognizer.name,
        "least_score": least_score,
        "corpora": {c: _scores(recognizer, d, least_score) for c, d in sorted(by_corpus.items())},
    }


def _scores(
    recognizer: Recognizer, documents: Sequence[AnnotatedDocument], least_score: float
) -> dict[str, Any]:
    total, counts = Protection(), TokenCounts()
    pairs: list[tuple[float, bool]] = []
    seconds, n_characters = 0.0, 0
    for annotated in documents:
        start = time.perf_counter()
        spans = [s for s in recognizer.find(annotated.document) if s.score >= least_score]
        seconds += time.perf_counter() - start
        n_characters += len(annotated.document.text)
        spans = [s for s in spans if s.category in annotated.annotated]
        total.add(protection(annotated, ((s.start, s.end) for s in spans)))
        counts.add(count_tokens(annotated, ((s.start, s.end, s.category) for s in spans)))
        pairs += [(s.score, _is_right(annotated, s)) for s in spans]
    return {
        "documents": len(documents),
        "protection": _protection(total),
        "words": {c or "any": _rounded(counts, c) for c in sorted(counts.marked)},
        "calibration": calibration(pairs),
        "characters_per_second": round(n_characters / seconds) if seconds else None,
    }


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

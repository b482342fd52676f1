"""Why a run of words went: the concept it tells most about, in bits, probabilities and counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.counts.information import lower_bound, upper_bound
from engine.methods.c_sanitized.concept import CompiledConcept, Verdict
from engine.methods.c_sanitized.scanner import Run

_RANK: Mapping[Verdict, int] = {
    "names": 5,
    "discloses": 4,
    "unproven": 3,
    "unseen": 2,
    "doubtful": 1,
    "safe": 0,
}


def strongest(run: Run, concepts: Sequence[CompiledConcept]) -> tuple[CompiledConcept, Verdict, str]:
    """The concept that `run` tells most about, by which verdict, and the key of the word or phrase."""
    best: tuple[CompiledConcept, Verdict, str] = (concepts[0], "safe", "")
    best_rank = (-1, 0.0)
    keys = _keys(run)
    for concept in concepts:
        for key in keys:
            verdict = concept.judge(key)
            if _RANK[verdict] < best_rank[0]:
                continue
            if verdict in ("unproven", "unseen", "doubtful") and concept.rule.unseen == "keep":
                continue
            counted = concept.counts(key)
            rank = (_RANK[verdict], counted.probability / concept.p_concept if counted else 0.0)
            if rank > best_rank:
                best, best_rank = (concept, verdict, key), rank
    return best


def explain(
    run: Run, concepts: Sequence[CompiledConcept], source: str
) -> tuple[CompiledConcept, dict[str, object]]:
    """The concept that a decision is for, and its reasons as JSON values.

    Parameters
    ----------
    run : Run
        The words that go.
    concepts : sequence of CompiledConcept
        All protected concepts, in the policy's order.
    source : str
        Provenance of the replacement, ``""`` when there is none.
    """
    concept, verdict, key = strongest(run, concepts)
    rule = concept.rule
    why: dict[str, object] = {
        "rule": _rule(run, verdict),
        "threshold_bits": round(concept.threshold_bits, 3),
        "allowed_probability": round(concept.allowed_probability, 6),
        "n_concept": concept.n_concept,
        "n_contexts": concept.n_contexts,
        "unseen": verdict in ("unproven", "unseen", "doubtful", "safe"),
        "source": source,
    }
    if verdict == "names":
        why |= {"probability": 1.0, "pmi_bits": round(concept.information_content_bits, 3)}
    counted = concept.counts(key)
    if counted is not None and verdict != "names":
        bound = lower_bound if verdict == "discloses" else upper_bound
        why |= {
            "probability": round(counted.probability, 6),
            "probability_bound": round(bound(counted.n_joint, counted.n_term, rule.evidence.z), 6),
            "pmi_bits": round(counted.pmi_bits, 3) if counted.n_joint else None,
            "n_term": counted.n_term,
            "n_joint": counted.n_joint,
        }
    elif verdict in ("unproven", "unseen", "doubtful"):
        n_term = concept.vocabulary.count(key)
        why |= {"probability": None, "probability_bound": round(upper_bound(0, n_term, rule.evidence.z), 6)}
        why |= {"pmi_bits": None, "n_term": n_term, "n_needed": concept.n_needed}
    return concept, why


def _keys(run: Run) -> list[str]:
    keys = [word.phrase for word in run if word.phrase]
    keys += [word.key for word in run if word.code in "ru"]
    return keys or [word.key for word in run if word.code != "x"]


def _rule(run: Run, verdict: Verdict) -> str:
    if verdict == "names":
        return "names the concept"
    if verdict == "discloses":
        return "discloses the concept"
    if any(word.code == "q" for word in run):
        return "name"
    return "not shown to be safe"

"""The clause about classes of several policies: the strictest."""

from __future__ import annotations

from collections.abc import Sequence

from engine.policy.clauses.hide_class import HideClassClause
from engine.policy.combining.conflict import Conflict
from engine.policy.combining.sides import compare
from engine.policy.model import Policy
from engine.policy.problem import Problem


def combine_hide_class(
    parties: Sequence[Policy], conflicts: list[Conflict], problems: list[Problem]
) -> HideClassClause | None:
    """The strictest of the clauses; ones that cannot be compared are a problem."""
    asking = [party.hide_class for party in parties if party.hide_class is not None]
    if not asking:
        return None
    kept = asking[0]
    for other in asking[1:]:
        verdict = compare(kept, other)
        if verdict == "unknown":
            must = (
                "must agree on hide_class but for k, names, guard, even words and bound, "
                "since a document has one class"
            )
            problems.append(
                Problem(("combines",), "KCF020", must, f"{kept.id}, {other.id}", "Leave one of them out.")
            )
            continue
        loser, kept = (kept, other) if verdict == "stronger" else (other, kept)
        if verdict != "equivalent":
            values = str(kept.k), str(loser.k)
            conflicts.append(
                Conflict(
                    "class of a document", "k", kept.id, kept.law, values[0], loser.id, loser.law, values[1]
                )
            )
    return kept

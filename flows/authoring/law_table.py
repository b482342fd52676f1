"""The table of laws: each provision, the clause that meets it, and what stands behind the clause."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from adapters.policies.cases import cases_folder, load_cases
from adapters.policies.files import find_policy, load_policy, shipped_policies
from engine.cases.text_cases import count_cases
from engine.catalog.laws import LAWS, provisions
from engine.catalog.measured import MEASURED, MEASURED_LEARNED
from engine.errors import InvalidError
from engine.policy import Policy
from engine.policy.clauses.text import IdentifierClause, LegalClause
from flows.authoring.explaining import Clause, method_of
from flows.compiling.compilation import machine_catalog

_SHARES = {name: measured.recall for name, measured in {**MEASURED, **MEASURED_LEARNED}.items()}


def law_table(names: Sequence[str]) -> list[dict[str, object]]:
    """Rows of the table, policy by policy.

    Parameters
    ----------
    names : sequence of str
        Policies, by file or shipped name; none: all that are shipped.

    Returns
    -------
    list of dict
        ``law``, ``policy``, ``clause``, ``title``, ``status``, ``method``, ``must_go`` and ``must_stay``
        (cases), ``measured`` (recall by category), ``not_measured`` (categories), ``confirmed``,
        ``effective`` (from when its provisions apply, where that is known). What a policy does
        not cover is a row too.
    """
    return [row for name in names or shipped_policies() for row in _rows(name)]


def _rows(name: str) -> Iterator[dict[str, object]]:
    loaded = load_policy(find_policy(name), machine_catalog())
    policy = loaded.policy
    try:
        counts: Mapping[str, tuple[int, int]] = count_cases(load_cases(cases_folder(loaded.path), policy))
    except InvalidError:
        counts = {}
    for clause in policy.clauses:
        yield _row(policy, clause, method_of(cast("Clause", clause)), counts.get(clause.id, (0, 0)))
    for left in policy.not_covered:
        place = {"law": left.law, "policy": policy.policy, "clause": left.id, "title": left.title or ""}
        yield place | {
            "status": "not covered",
            "method": "none",
            "must_go": 0,
            "must_stay": 0,
            "measured": {},
            "not_measured": [],
            "confirmed": not left.unverified,
            "effective": _effective(left.law),
        }


def _row(policy: Policy, clause: LegalClause, method: str, cases: tuple[int, int]) -> dict[str, object]:
    find = clause.find if isinstance(clause, IdentifierClause) else ()
    return {
        "law": clause.law,
        "policy": policy.policy,
        "clause": clause.id,
        "title": clause.title or "",
        "status": clause.status,
        "method": method,
        "must_go": cases[0],
        "must_stay": cases[1],
        "measured": {category: _SHARES[category] for category in find if category in _SHARES},
        "not_measured": [category for category in find if category not in _SHARES],
        "confirmed": not clause.unverified,
        "effective": _effective(clause.law),
    }


def _effective(law: str) -> str:
    """The latest day from which one of its provisions applies; empty where none is known."""
    return max((LAWS[each].effective for each in provisions(law)), default="")

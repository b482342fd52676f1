"""What a policy made of others does less strictly than they: reported with its reason, or refused."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Any

from engine.policy.clauses.fields import Clause
from engine.policy.combining.conflict import Loosened
from engine.policy.combining.extending import loosened_clauses
from engine.policy.combining.sides import looser_keys
from engine.policy.model import Policy
from engine.policy.problem import Path, Problem

_OWN_REASONS = ("documents", "gate", "reidentification")
"""Parts of a policy that give their reason themselves; for all others the policy does."""
_CODES = {"gate": "POL057", "reidentification": "POL066"}


def loosened(policy: Policy, composed: Policy, bases: Mapping[str, Policy]) -> Iterator[Loosened]:
    """Everything that `composed` does less strictly than one of `bases`, with the reason that is given.

    Parameters
    ----------
    policy, composed : Policy
        As written, and with what it takes from others.
    bases : mapping
        The policies it names, each composed already.
    """
    if policy.extends is not None:
        yield from loosened_clauses(policy, bases[policy.extends])
    if policy.precedence == "first":
        yield Loosened("precedence", (), ", ".join(policy.combines), policy.because or "")
    for name, base in bases.items():
        for key in looser_keys(base, composed):
            yield Loosened(key, _settings(base, composed, key), name, _reason(policy, key))


def _settings(base: Policy, composed: Policy, key: str) -> tuple[str, ...]:
    one, other = getattr(base, key), getattr(composed, key)
    within = isinstance(one, Clause) and isinstance(other, Clause)
    return tuple(looser_keys(one, other)) if within else ()


def _reason(policy: Policy, key: str) -> str:
    part: Any = getattr(policy, key) if key in _OWN_REASONS else policy
    first = policy.because if policy.precedence == "first" and key == "documents" else None
    return (part.because if part is not None else None) or first or ""


def loosening_problems(
    policy: Policy, found: Sequence[Loosened], problems: Sequence[Problem]
) -> Iterator[Problem]:
    """Keys that are looser without a reason, and reasons where nothing is looser."""
    known = {problem.path for problem in problems}
    for each in found:
        if not each.because and each.subject in Policy.model_fields:  # of clauses, `extend_policy` tells
            yield from (_problem(path, each) for path in _paths(each) if path not in known)
    yield from _idle_reasons(policy, {each.subject for each in found})


def _idle_reasons(policy: Policy, subjects: Set[str]) -> Iterator[Problem]:
    """Reasons where nothing is looser."""
    if policy.documents.because is not None and "documents" not in subjects:
        yield _idle(("documents", "because"))
    if policy.because is not None and not subjects & (Policy.model_fields.keys() - set(_OWN_REASONS)):
        yield _idle(("because",))


def _paths(each: Loosened) -> list[Path]:
    if each.subject == "documents":
        return [(each.subject, setting) for setting in each.settings]
    return [(each.subject,)]


def _problem(path: Path, each: Loosened) -> Problem:
    where = f"in {each.subject}.because" if each.subject in _OWN_REASONS else "in because:"
    advice = f"Tighten it, or say {where} why it may be looser."
    must = f"must not be looser than, or differ from, that of {each.base}, which the policy is made of"
    return Problem(path, _CODES.get(each.subject, "POL051"), must, "", advice)


def _idle(path: Path) -> Problem:
    must = "must be left out unless something is looser than in a policy that this one is made of"
    return Problem(path, "POL053", must, "", "Write it as a comment.")

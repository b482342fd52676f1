"""From which day a policy may be released under."""

from __future__ import annotations

import datetime as dt

from engine.errors import RefusedError, fault
from engine.plan.plan import Plan


def require_in_force(plan: Plan, today: dt.date) -> None:
    """Refuse a release before the day from which its policy applies.

    Parameters
    ----------
    plan : Plan
        With the latest `effective` of the policy and those that it is made of.
    today : date

    Raises
    ------
    RefusedError
        ``POL064``.
    """
    if plan.effective and today < dt.date.fromisoformat(plan.effective):
        must = f"must be in force; it applies from {plan.effective}"
        advice = "Release on that day or later, or correct the key effective of the policy."
        raise RefusedError(fault("POL064", f"policy {plan.policy}", must, today.isoformat(), advice))

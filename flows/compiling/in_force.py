"""From which day, and until which, a policy may be released under."""

from __future__ import annotations

import datetime as dt

from engine.errors import RefusedError, fault
from engine.plan.plan import Plan


def require_in_force(plan: Plan, today: dt.date) -> None:
    """Refuse a release before the day from which its policy applies, and after its determination ended.

    Parameters
    ----------
    plan : Plan
        With the latest `effective` of the policy and those that it is made of.
    today : date

    Raises
    ------
    RefusedError
        ``POL064`` not yet; ``RSK002`` the expert's determination holds no longer.
    """
    if plan.effective and today < dt.date.fromisoformat(plan.effective):
        must = f"must be in force; it applies from {plan.effective}"
        advice = "Release on that day or later, or correct the key effective of the policy."
        raise RefusedError(fault("POL064", f"policy {plan.policy}", must, today.isoformat(), advice))
    expert = plan.reidentification.expert if plan.reidentification else None
    if expert and today > expert.valid_until:
        must = f"must rest on a determination that holds; it held until {expert.valid_until}"
        advice = "Have the expert determine the risk anew, and write down until when that holds."
        raise RefusedError(fault("RSK002", f"policy {plan.policy}", must, today.isoformat(), advice))

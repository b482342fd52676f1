"""A bound on attackers, held: no release without a measurement of the clause as it stands."""

from __future__ import annotations

from importlib.metadata import version

from adapters.keys.installation import Keys
from adapters.policies.attack_measurements import kept_measurement
from engine.errors import RefusedError, fault
from engine.plan.plan import Plan
from engine.record.attacked import AttackMeasurement, fingerprint_of

_MEASURE = "Measure it: saferelease evaluate attackers POLICY."


def require_attacked(plan: Plan, keys: Keys) -> AttackMeasurement | None:
    """The measurement that a clause about classes rests on; None where there is neither bound nor figure.

    Raises
    ------
    RefusedError
        ``KCF015`` the policy names a bound, and nobody measured this clause with these labelled documents
        and this version;
        ``KCF016`` an attacker was right more often.
    """
    step = plan.hide_class
    if step is None:
        return None
    found = kept_measurement(keys, fingerprint_of(step))
    bound, where = step.attacker_at_most, f"{plan.policy} hide_class.attacker_at_most"
    if bound is None:
        return found
    if found is None or found.version != version("saferelease"):
        must = "must have been measured for this clause and these labelled documents, by this version"
        got = "no measurement" if found is None else f"one by {found.version or 'an earlier version'}"
        raise RefusedError(fault("KCF015", where, must, got, _MEASURE))
    if found.at_most > bound:
        must = f"must be kept by every attacker: right in {bound:.0%} at most, with 95 % confidence"
        got = f"{found.at_most:.1%} ({found.worst.attacker}, measured {found.date})"
        advice = "Raise k, set a guard, suppress instead of generalizing, or withhold these documents."
        raise RefusedError(fault("KCF016", where, must, got, advice))
    return found

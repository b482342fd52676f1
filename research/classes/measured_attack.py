"""An attack on a policy's clause about classes, measured and kept."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from importlib.metadata import version

from adapters.keys.installation import load_keys
from adapters.policies.attack_measurements import keep_measurement
from engine.errors import InvalidError, fault
from engine.record.attacked import AttackMeasurement
from engine.stages.generalizing import Generalizations
from flows.compiling.compilation import compile_policy
from flows.compiling.labelled_documents import labelled_documents
from research.classes.attackers import attack_clause


def measure(policy: str, n_victims: int, seed: int, progress: Callable[[str], None]) -> AttackMeasurement:
    """Attack the clause of a policy, and keep what was found in the installation's home.

    Raises
    ------
    InvalidError
        ``EVR005`` the policy hides no class; ``EVR004`` too few labelled documents.
    """
    compiled = compile_policy(policy)
    clause, labelled = compiled.loaded.policy.hide_class, compiled.hide_class
    if clause is None or labelled is None:
        raise InvalidError(fault("EVR005", policy, "must have a clause hide_class", "none"))
    found = attack_clause(
        labelled.step,
        labelled.hider,
        list(labelled_documents(clause.corpus)),
        datetime.now(UTC).date().isoformat(),
        Generalizations(compiled.taxonomy, lambda label: True),
        seed,
        n_victims,
        progress,
    )
    made_by = {"version": version("saferelease"), "policy_sha256": compiled.plan.policy_sha256}
    found = found.model_copy(update=made_by)
    keep_measurement(load_keys(), found)
    return found

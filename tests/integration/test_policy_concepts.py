"""The shipped policies that protect concepts or attributes, on all their cases, as they are compiled."""

from __future__ import annotations

import pytest

from adapters.policies.files import shipped_policies
from engine.errors import InvalidError
from flows.authoring.bench import run_policy_cases
from tests.shipped_policies import shipped_policy

WITH_CONCEPTS = [
    name for name in shipped_policies() if shipped_policy(name).concepts or shipped_policy(name).attributes
]


@pytest.mark.slow
@pytest.mark.parametrize("name", WITH_CONCEPTS)
def test_every_case_holds_and_every_clause_is_needed(name: str) -> None:
    try:
        run = run_policy_cases(name, mutation=True)
    except InvalidError as error:
        if {fault.code[:3] for fault in error.faults} <= {"CRP", "KNO"}:
            pytest.skip(
                f"{name} needs knowledge or counts that are not on this machine: {error.faults[0].code}"
            )
        raise
    assert list(run.failures) == []
    assert run.n_cases > 50

"""Approvals: they hold for the plan that was approved, by a key that is trusted, and for nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from adapters.keys.installation import Keys, load_keys
from adapters.policies.approvals import (
    approval_faults,
    approval_path,
    approve,
    load_approval,
    require_approval,
    save_approval,
)
from engine.errors import InvalidError, RefusedError
from engine.plan.plan import Plan, compile_plan
from engine.policy import Policy


def plan(threshold: float = 0.5) -> Plan:
    clause = {"find": ["ssn"], "law": "GDPR Art. 10", "threshold": threshold}
    policy = Policy.model_validate({"policy": "p", "version": "1.0.0", "title": "T", "identifiers": [clause]})
    return compile_plan(policy, policy_sha256="0")


@pytest.fixture
def keys(tmp_path: Path) -> Keys:
    return load_keys(tmp_path / "keys")


def codes(approval, of: Plan, trusted) -> list[str]:
    with pytest.raises(RefusedError) as caught:
        require_approval(approval, of, trusted)
    return [fault.code for fault in caught.value.faults]


def test_an_approval_survives_its_file_and_holds(tmp_path: Path, keys: Keys) -> None:
    approval = approve(plan(), by="A. Officer", at="2026-11-21T10:00:00Z", key=keys.signing, note="meeting 7")
    path = approval_path(tmp_path / "p.yaml")
    save_approval(path, approval)
    assert path.name == "p.approval.json"
    assert load_approval(path) == approval
    require_approval(load_approval(path), plan(), [keys.public_hex()])


def test_a_changed_policy_is_refused(keys: Keys) -> None:
    approval = approve(plan(), by="A", at="t", key=keys.signing)
    assert codes(approval, plan(0.6), [keys.public_hex()]) == ["APR005"]


def test_a_changed_approval_is_refused(keys: Keys) -> None:
    approval = approve(plan(), by="A", at="t", key=keys.signing)
    for change in ({"approved_by": "B"}, {"approved_at": "u"}, {"note": "x"}, {"signature": "0" * 128}):
        assert codes(approval.model_copy(update=change), plan(), [keys.public_hex()]) == ["APR003"]
    moved = approval.model_copy(update={"plan_id": plan(0.6).plan_id})
    assert codes(moved, plan(0.6), [keys.public_hex()]) == ["APR003"]


def test_a_stranger_is_refused(tmp_path: Path, keys: Keys) -> None:
    stranger = load_keys(tmp_path / "other")
    approval = approve(plan(), by="A", at="t", key=stranger.signing)
    assert codes(approval, plan(), [keys.public_hex()]) == ["APR004"]
    disguised = approval.model_copy(update={"public_key": keys.public_hex()})
    assert codes(disguised, plan(), [keys.public_hex()]) == ["APR003"]


def test_no_approval_and_no_such_thing(tmp_path: Path) -> None:
    with pytest.raises(RefusedError, match="APR001"):
        load_approval(tmp_path / "none.approval.json")
    path = tmp_path / "x.approval.json"
    for content in (b"", b"{}", b"\xff", b'{"policy": 3}'):
        path.write_bytes(content)
        with pytest.raises(InvalidError, match="APR002"):
            load_approval(path)


def test_the_approval_in_a_bundle_is_checked_by_itself(keys: Keys) -> None:
    approval = approve(plan(), by="A", at="t", key=keys.signing)
    assert approval_faults(None) == approval_faults(approval) == []
    for change in ({"approved_by": "B"}, {"plan_id": "0" * 64}, {"public_key": "f" * 64}):
        [fault] = approval_faults(approval.model_copy(update=change))
        assert fault.code == "APR009"

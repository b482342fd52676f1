"""Shipped policies compile with the shipped tables alone, whatever was built on this machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from adapters.policies.files import load_policy, shipped_policies
from engine.catalog.names import SHIPPED
from flows.compiling.compilation import compile_policy

WITH_CONCEPTS = [
    name for name, path in sorted(shipped_policies().items()) if load_policy(path, SHIPPED).policy.concepts
]


@pytest.mark.parametrize("name", WITH_CONCEPTS)
def test_a_shipped_policy_needs_no_corpus(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("flows.compiling.reference_corpora.corpora", lambda: tmp_path)
    compiled = compile_policy(name)
    assert len(compiled.concepts) == len(compiled.plan.concepts) > 0

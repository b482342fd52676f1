"""Shipped policies compile with the shipped tables alone, whatever was built on this machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from flows.compiling.compilation import compile_policy
from tests.shipped_policies import with_concepts


@pytest.mark.parametrize("name", with_concepts())
def test_a_shipped_policy_needs_no_corpus(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("flows.compiling.reference_corpora.corpora", lambda: tmp_path)
    compiled = compile_policy(name)
    assert len(compiled.concepts) == len(compiled.plan.concepts) > 0

"""A service that is killed while people review loses no decision and applies none twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.service.killing import survive


@pytest.mark.slow
def test_three_kills_lose_no_decision(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Real processes are killed and started again, which is most of the time; the command does fifty."""
    monkeypatch.setenv("SAFERELEASE_HOME", str(tmp_path / "home"))
    assert survive(tmp_path, 3, seed=4).total() >= 1

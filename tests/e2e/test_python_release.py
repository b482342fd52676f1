"""`saferelease.release` and `verify`: a whole release from Python, beside the caller's own Prefect."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import saferelease


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SAFERELEASE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PREFECT_API_URL", "http://127.0.0.1:9/api")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_text("Mr. John Roe, MRN 00884410.")
    (tmp_path / "in" / "b.txt").write_text("\0\1\2\3\4")
    return tmp_path


def test_a_release_from_python(house: Path) -> None:
    policy = saferelease.Policy.load("hipaa-safe-harbor")
    before, seen = dict(os.environ), list[tuple[int, int]]()
    made = saferelease.release("in", policy, "out", progress=lambda *given: seen.append(given))
    assert (made.verdict, made.complete, made.policy) == ("released in part", False, "hipaa-safe-harbor")
    assert [(one.id, one.outcome, one.changes) for one in made.documents] == [
        ("000001", "released", 2),
        ("000002", "quarantined", 0),
    ]
    assert "DOC005" in made.documents[1].reason and seen[-1] == (2, 2)
    released = house / "out" / "documents" / made.documents[0].output
    assert released.read_text() == "Mr. [PERSON], MRN [MRN]."
    assert (dict(os.environ), Path.cwd()) == (before, house)
    found = saferelease.verify(made.bundle)
    assert bool(found) and found.answer == "VERIFIED"
    with pytest.raises(saferelease.InvalidError, match="REL001"):
        saferelease.release("in", policy, "out")
    released.write_text("changed")
    assert not saferelease.verify("out")

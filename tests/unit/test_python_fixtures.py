"""Fixtures with identifiers fail, in pytest and in a hook, and neither shows their text."""

from __future__ import annotations

from pathlib import Path

import pytest

from saferelease import fixtures
from tests.conftest import ROOT

pytest_plugins = ["pytester"]
CLEAN, DIRTY = "nothing here\n", "nothing here\n  write to anna.keller@example.org\n"


def test_the_hook_shows_places_and_no_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    clean, dirty = tmp_path / "clean.txt", tmp_path / "dirty.txt"
    clean.write_text(CLEAN)
    dirty.write_text(DIRTY)
    assert fixtures.main([str(clean)]) == 0
    assert fixtures.main([str(clean), str(dirty)]) == 1
    told = capsys.readouterr().out
    assert told.startswith(f"{dirty}:2: email, 23 characters (45 CFR") and "keller" not in told
    assert fixtures.main(["--allow", "email", str(dirty)]) == 0
    (tmp_path / "odd.txt").write_bytes(b"\0\1\2\3")
    assert fixtures.main([str(tmp_path / "odd.txt")]) == 2


def test_the_plug_in_fails_where_a_fixture_holds_one(pytester: pytest.Pytester) -> None:
    pytester.makeini(f"[pytest]\nsaferelease_files = data/*.txt\npythonpath = {ROOT}\n")
    (pytester.mkdir("data") / "clean.txt").write_text(CLEAN)
    (pytester.path / "data" / "dirty.txt").write_text(DIRTY)
    (pytester.path / "other.txt").write_text(DIRTY)
    done = pytester.runpytest("-p", "saferelease.pytest_plugin")
    done.assert_outcomes(passed=1, failed=1)
    done.stdout.fnmatch_lines(["*dirty.txt:2: email, 23 characters*"])
    assert "keller" not in done.stdout.str()


def test_the_hook_is_named_for_pre_commit() -> None:
    assert "python -m saferelease.fixtures" in (ROOT / ".pre-commit-hooks.yaml").read_text()

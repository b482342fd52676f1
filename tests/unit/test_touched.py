"""Whoever changes one file is led to its tests."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tools import touched


def test_the_tests_of_a_changed_file_come_first() -> None:
    led = {
        "engine/methods/identifiers/patterns/addresses.py": "tests/unit/test_identifiers_patterns.py",
        "adapters/documents/containers/seven_zip.py": "tests/conformance/test_documents_seven_zip.py",
        "tests/unit/test_touched.py": "tests/unit/test_touched.py",
        "requirements.txt": "tests/unit/test_dependencies.py",
    }
    found = {file: touched.nearest([file]) for file in led}
    for file, test in led.items():
        assert test in [name for name, _ in found[file][: touched.MOST]], found[file][:20]
    far = {name for name, _ in found["engine/methods/identifiers/patterns/addresses.py"]}
    assert len(far) > 100 and "tests/unit/test_touched.py" not in far
    assert all((ROOT / name).exists() for name in far)


def test_what_is_changed_new_and_committed_on_the_branch_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def git(*words: str) -> None:
        who = ("-c", "user.name=a", "-c", "user.email=a@example.org")
        subprocess.run(["git", *who, *words], cwd=tmp_path, check=True, capture_output=True)

    for name in ("same", "changed", "committed"):
        (tmp_path / name).write_text("one")
    git("init", "-q", "-b", "main")
    git("add", ".")
    git("commit", "-q", "-m", "one")
    git("checkout", "-q", "-b", "work")
    (tmp_path / "committed").write_text("two")
    git("commit", "-q", "-a", "-m", "two")
    (tmp_path / "changed").write_text("two")
    (tmp_path / "new").write_text("two")
    monkeypatch.setattr(touched, "ROOT", tmp_path)
    assert touched.changed() == ["changed", "committed", "new"]
    assert touched.changed("HEAD") == ["changed", "new"]

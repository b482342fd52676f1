"""All of a bundle but the documents' text tells nothing of a protected fact; the private report does."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.conftest import Run
from tools.metadata_attack import auc_of, told_by, write_letters

_MAY_VARY = ("number", "size", "blocks", "modulus", "n_bytes")
N_PAIRS = 30


@pytest.mark.slow
def test_metadata_do_not_tell_who_is_in_the_class(saferelease: Run, tmp_path: Path) -> None:
    source, bundle = tmp_path / "in", tmp_path / "bundle"
    labels, pairs = write_letters(source, "us-state-hiv-std", N_PAIRS, seed=7)
    done = saferelease("run", "us-state-hiv-std", source, "--out", bundle, "--workers", "1")
    assert done.returncode == 0, done.stderr
    names, told = told_by(bundle, bundle / "report.json")
    assert len(told) == 2 * N_PAIRS
    varying = [name for name, column in zip(names, told.T, strict=True) if column.std() > 0]
    assert [name for name in varying if not name.endswith(_MAY_VARY)] == []
    assert 0.3 < auc_of(told, labels, pairs) < 0.7
    private = tmp_path / "bundle.private" / "report.json"
    assert auc_of(told_by(bundle, private)[1], labels, pairs) > 0.95

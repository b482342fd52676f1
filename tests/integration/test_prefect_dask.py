"""Releases as tasks on Prefect's own task runner for Dask, as the page shows it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import saferelease
from tests.documented import blocks
from tests.patience import PATIENCE

CALL = "if __name__ == '__main__':\n    import sys\n    print(clinics(sys.argv[1:]))\n"


@pytest.mark.slow
def test_the_flow_of_the_page_releases_what_a_release_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("prefect_dask", reason="prefect-dask is not installed here")
    (block,) = blocks("python.md#on-dask")
    (tmp_path / "nightly.py").write_text(f"{block}\n\n{CALL}")
    letters = {"ward": "Mr. John Roe, MRN 00884410.", "desk": "Mail anna.keller@example.org."}
    for name, text in letters.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.txt").write_text(text)
    monkeypatch.setenv("SAFERELEASE_HOME", str(tmp_path / "home"))
    settings = {
        "PREFECT_HOME": str(tmp_path / "prefect"),
        "PREFECT_SERVER_EPHEMERAL_STARTUP_TIMEOUT_SECONDS": str(PATIENCE),
        "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
    }
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PREFECT_")}
    done = subprocess.run(
        [sys.executable, "nightly.py", *letters], cwd=tmp_path, env=environment | settings,
        capture_output=True, text=True, timeout=PATIENCE,
    )  # fmt: skip
    assert done.stdout.splitlines()[-1:] == ["['released', 'released']"], done.stderr[-3000:]
    assert "anna.keller" not in done.stdout + done.stderr
    for name in letters:
        alone = saferelease.release(tmp_path / name, "hipaa-safe-harbor", tmp_path / f"{name}-alone")
        (document,) = alone.documents
        one = tmp_path / f"{name}-released" / "documents" / document.output
        assert one.read_bytes() == (Path(alone.bundle) / "documents" / document.output).read_bytes()
        assert saferelease.verify(one.parent.parent)

"""What every command and every worker imports: nothing that takes a second and is seldom used."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.parametrize("module", ["service.cli", "flows.release.worker"])
def test_heavy_libraries_wait_until_they_are_needed(module: str) -> None:
    heavy = ("sklearn", "scipy", "pyarrow", "prefect", "matplotlib", "pycrfsuite")
    script = f"import sys, {module}; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"

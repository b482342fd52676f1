"""A process that forks often gathers its memory in large pages, once, and its children are the cheaper."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from adapters.documents.opening.large_pages import AFTER
from tests.conftest import ROOT
from tests.patience import PATIENCE

PROGRAM = """
import ctypes
from pathlib import Path
from adapters.documents.opening.sandbox import run_limited

kept = [bytes([i % 250 + 1]) * 1000 for i in range(60_000)]

def huge():
    lines = Path("/proc/self/smaps_rollup").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("AnonHugePages")).split()[1]) // 1024

def summed():
    return sum(map(len, kept))

figures = []
for number in range(1, {after} + 2):
    assert run_limited("000001", summed) == 60_000_000
    figures.append(huge())
print(figures[{after} - 2], figures[{after} - 1], figures[-1], sum(map(sum, kept[:9])))
"""


@pytest.mark.skipif(
    not Path("/sys/kernel/mm/transparent_hugepage/enabled").exists()
    or "[never]" in Path("/sys/kernel/mm/transparent_hugepage/enabled").read_text()
    or tuple(map(int, os.uname().release.split(".")[:2])) < (6, 1),
    reason="this kernel gathers no pages on demand",
)
def test_pages_are_gathered_after_enough_children() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.replace("{after}", str(AFTER))],
        capture_output=True, text=True, check=False, timeout=PATIENCE, cwd=ROOT,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    before, after, later, content = map(int, done.stdout.split())
    assert after - before > 30, (before, after)
    assert later >= after
    assert content == sum(number + 1 for number in range(9)) * 1000, "what was kept is as it was"

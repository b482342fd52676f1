"""Runs the tests that are nearest to what was changed: those that import it, or name it.

    python -m tools.touched [REVISION]

Compared with where the branch left main, or with a revision. ``make test`` runs all that depends on it.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

import grimp

from tools.install import ROOT

PACKAGES = (
    "engine",
    "adapters",
    "flows",
    "service",
    "research",
    "saferelease",
    "tools",
    "benchmarks",
    "tests",
)
MOST = 6
"""Test files that are run: few enough for a minute."""
_NOT_TOLD = {
    "engine",
    "adapters",
    "flows",
    "service",
    "research",
    "saferelease",
    "tools",
    "tests",
    "py",
    "test",
}


def changed(revision: str = "") -> list[str]:
    """Files that differ from a revision, and new ones."""
    before = revision or _git("merge-base", "main", "HEAD").strip() or "HEAD"
    listed = _git("diff", "--name-only", before) + _git("ls-files", "--others", "--exclude-standard")
    return sorted(set(listed.splitlines()))


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False).stdout


def nearest(files: Iterable[str]) -> list[tuple[str, int]]:
    """Test files by their distance from changed ones: imports on the way, fewer where the names agree."""
    graph = grimp.build_graph(*PACKAGES, cache_dir=None)
    found: dict[str, int] = {}
    for file in files:
        distances = _by_imports(graph, file) if file.endswith(".py") else _by_name(file)
        for test, distance in distances.items():
            near = distance - 2 * len(_words(file) & _words(test))
            found[test] = min(found.get(test, near), near)
    return sorted(found.items(), key=lambda one: (one[1], one[0]))


def _words(file: str) -> set[str]:
    return set(re.findall(r"[a-z]+", file)) - _NOT_TOLD


def _by_imports(graph: grimp.ImportGraph, file: str) -> Mapping[str, int]:
    """How many imports lie between a module and each test file."""
    module = file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    distances = {module: 0} if module in graph.modules else {}
    for one in (queue := list(distances)):
        for user in graph.find_modules_that_directly_import(one) - distances.keys():
            distances[user] = distances[one] + 1
            queue.append(user)
    return {f"{one.replace('.', '/')}.py": far for one, far in distances.items() if ".test_" in one}


def _by_name(file: str) -> Mapping[str, int]:
    """Test files that name a file that is no module, or its folder."""
    path = Path(file)
    names = [path.name, *(f'"{one.name}"' for one in [path.parent] if one.name)]
    names += [path.stem] if path.suffix == ".yaml" else []
    return {
        str(test.relative_to(ROOT)): 1
        for test in (ROOT / "tests").rglob("test_*.py")
        if any(name in test.read_text(encoding="utf-8") for name in names)
    }


def main(revision: str = "") -> int:
    """Find them, say so, and run them."""
    files = changed(revision)
    tests = nearest(files)
    taken = [test for test, _ in tests[:MOST]]
    print(f"{len(files)} changed files, {len(tests)} test files that depend on them; the nearest:")
    print(*taken, sep="\n", flush=True)
    if not taken:
        return 0
    command = [sys.executable, "-m", "pytest", "-m", "not slow", *taken]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))

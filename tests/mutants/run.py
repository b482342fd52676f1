"""Change the code of the guards in small ways, one at a time, and see which tests fail.

    python -m tests.mutants.run [--module PART-OF-ITS-NAME] [--every N [--first M]]

One process holds all modules; for each mutant a child is forked, in which the changed module and all
that import it are loaded anew and the module's tests run until the first fails. mutmut and cosmic-ray start
an interpreter for each mutant, which takes four times as long here.
"""

from __future__ import annotations

import argparse
import ast
import gc
import importlib
import os
import resource
import signal
import sys
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType, ModuleType
from typing import NoReturn

import grimp
import pytest

from tests.mutants.changes import Mutant, mutants

ROOT = Path(__file__).resolve().parents[2]
REASONS = Path(__file__).with_name("reasons.txt")
SECONDS, BYTES = 60, 4 << 30
WAITS = 20
"""How many times its processor time a mutant may take by the clock;
then it is not measured."""
LEAST, SURVIVORS = 300, 0.05
TARGETS = {
    "engine.checks.concepts": ["unit/test_reading.py", "unit/test_term_check.py"],
    "engine.checks.reading": ["unit/test_reading.py"],
    "engine.checks.small_words": ["unit/test_reading.py"],
    "engine.checks.line_ends": ["unit/test_reading.py"],
    "engine.checks.listed": ["unit/test_reading.py"],
    "engine.checks.combinations": [
        "unit/test_combination_check.py",
        "unit/test_combinations.py",
        "unit/test_groups.py",
    ],
    "engine.checks.identifiers": ["unit/test_identifiers_residual.py"],
    "engine.checks.many_values": ["unit/test_identifiers_residual.py"],
    "engine.checks.containment": ["unit/test_checks_of_k.py"],
    "engine.checks.hidden_class": ["unit/test_checks_of_k.py"],
    "engine.checks.released_text": ["unit/test_verifier.py"],
    "engine.checks.attributes": ["unit/test_attributes.py"],
    "engine.checks.earlier_releases": ["unit/test_earlier_releases_check.py"],
    "engine.record.fingerprints": ["unit/test_fingerprints.py"],
    "engine.record.trees.commitments": ["unit/test_commitments.py"],
    "engine.record.trees.openings": ["unit/test_openings.py"],
    "engine.counts.disclosure": ["unit/test_disclosure.py"],
    "engine.methods.c_sanitized.concept": ["unit/test_c_sanitized.py"],
    "engine.methods.k_containment.containment": ["unit/test_checks_of_k.py", "vectors/test_k_containment.py"],
    "adapters.bundle.checking": ["unit/test_bundle.py"],
}
LEFT_OUT = {"engine.checks.combinations": "development_texts"}
"""Words in names of tests that take ten seconds a mutant; what only they notice counts as unnoticed."""


class _Changed(MetaPathFinder, Loader):
    """Loads one module from a changed syntax tree."""

    def __init__(self, module: str, code: CodeType, path: str) -> None:
        self._module, self._code, self._path = module, code, path

    def find_spec(self, name: str, path: object, target: object = None) -> ModuleSpec | None:
        return ModuleSpec(name, self, origin=self._path) if name == self._module else None

    def exec_module(self, module: ModuleType) -> None:
        module.__file__ = self._path
        exec(self._code, module.__dict__)  # noqa: S102


class _ClockRanOutError(Exception):
    """The machine was too busy to measure."""


def _survives(
    module: str, tree: ast.Module, path: str, stale: set[str], tests: list[str], silent: bool = True
) -> bool:
    """Whether all tests of a module pass with the change, in a child.

    The child has a folder of its own for temporary files: pytest tidies up the common one, and other
    tests of the machine do too.
    """
    with TemporaryDirectory() as own:
        child = os.fork()
        if not child:
            _run_child(module, tree, path, stale, [f"--basetemp={own}/tests", *tests], silent)
        status = os.waitpid(child, 0)[1]
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGALRM:
        raise _ClockRanOutError
    return status == 0


def _run_child(
    module: str, tree: ast.Module, path: str, stale: set[str], arguments: list[str], silent: bool
) -> NoReturn:
    """Load the changed module and run its tests; end with 0 when all pass."""
    code = 1
    try:
        signal.alarm(SECONDS * WAITS)
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
        if silent:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, 1)
            os.dup2(nowhere, 2)
        for name in stale | {name for name in sys.modules if name.split(".")[0] == "tests"}:
            sys.modules.pop(name, None)
            package, _, last = name.rpartition(".")
            if package in sys.modules:  # "from package import module" finds it there
                vars(sys.modules[package]).pop(last, None)
        sys.meta_path.insert(0, _Changed(module, compile(tree, path, "exec"), path))
        code = int(pytest.main(["-x", "-q", "--assert=plain", "-p", "no:cacheprovider", *arguments]))
    finally:
        os._exit(code != 0)


def _stale(graph: grimp.ImportGraph, module: str) -> set[str]:
    """The module and all that see it."""
    return {module, *graph.find_downstream_modules(module)}


@dataclass
class _Measured:
    """What came of the mutants of some modules."""

    n: int = 0
    unexplained: int = 0
    explained: int = 0

    def add(self, module: str, n: int, left: Sequence[Mutant], reasons: Collection[str]) -> None:
        """Count the mutants of one module and print its survivors."""
        open_ones = [mutant for mutant in left if f"{module} {mutant.name}" not in reasons]
        explained = len(left) - len(open_ones)
        self.n, self.unexplained = self.n + n, self.unexplained + len(open_ones)
        self.explained += explained
        print(f"{module}: {n} mutants, {len(left)} survive, {explained} of them with a reason", flush=True)
        for mutant in open_ones:
            print(f"    line {mutant.line}  {module} {mutant.name}", flush=True)

    def holds(self, whole: bool) -> bool:
        """Whether few enough survive, and enough were measured."""
        return self.unexplained <= SURVIVORS * self.n and not (whole and self.n < LEAST)

    def summary(self, seconds: float) -> str:
        """The figures of the run."""
        share = self.unexplained / max(self.n, 1)
        return (
            f"{self.n} mutants in {seconds:.0f} s; "
            f"{self.unexplained} survive without a reason ({share:.1%})\n"
            f"{self.explained} survive with one, in {REASONS.name}"
        )


def _measure(
    module: str, files: Sequence[str], graph: grimp.ImportGraph, every: int, first: int
) -> tuple[int, list[Mutant]]:
    """How many mutants of a module were measured, and which of them survive."""
    path = ROOT / (module.replace(".", "/") + ".py")
    tests = [f"tests/{name}" for name in files]
    for name in (module, *(t[:-3].replace("/", ".") for t in tests)):
        importlib.import_module(name)
    if module in LEFT_OUT:
        tests += ["-k", f"not {LEFT_OUT[module]}"]
    stale, source = _stale(graph, module), path.read_text(encoding="utf-8")
    if not _survives(module, ast.parse(source), str(path), stale, tests, silent=False):
        sys.exit(f"{module}: its tests fail without any change")
    n, left = 0, list[Mutant]()
    for mutant in list(mutants(source))[first::every]:
        try:
            survives = _survives(module, mutant.tree(), str(path), stale, tests)
        except _ClockRanOutError:
            print(f"    line {mutant.line}  {module} {mutant.name}: not measured, the machine is busy")
            continue
        n += 1
        if survives:
            left.append(mutant)
    return n, left


def main() -> int:
    """Print every survivor without a written reason, and the figures; 1 when the target is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--module", default="")
    parser.add_argument("--every", type=int, default=1, metavar="N")
    parser.add_argument(
        "--first", type=int, default=0, help="0 to N-1: the runs of all of them try every mutant once"
    )
    options = parser.parse_args()
    os.chdir(ROOT)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    gc.freeze()
    graph = grimp.build_graph("engine", "adapters", "flows", "service", "research", "tests")
    reasons = [line.split(" # ")[0].strip() for line in REASONS.read_text().splitlines() if " # " in line]
    measured, start = _Measured(), time.monotonic()
    for module, files in TARGETS.items():
        if options.module in module:
            measured.add(module, *_measure(module, files, graph, options.every, options.first), reasons)
    print(measured.summary(time.monotonic() - start))
    return int(not measured.holds(whole=not options.module and options.every == 1))


if __name__ == "__main__":
    sys.exit(main())

"""Change the code of the guards in small ways, one at a time, and see which tests fail.

    python -m tests.mutants.run [--module PART-OF-ITS-NAME] [--every N]

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
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import CodeType, ModuleType

import grimp
import pytest

from tests.mutants.changes import Mutant, mutants

ROOT = Path(__file__).resolve().parents[2]
REASONS = Path(__file__).with_name("reasons.txt")
SECONDS, BYTES = 60, 4 << 30
WAITS = 20
"""How many times its processor time a mutant may take by the clock: a busy machine kills nothing."""
LEAST, SURVIVORS = 300, 0.05
TARGETS = {
    "engine.checks.concepts": ["unit/test_reading.py", "unit/test_term_check.py"],
    "engine.checks.reading": ["unit/test_reading.py"],
    "engine.checks.small_words": ["unit/test_reading.py"],
    "engine.checks.line_ends": ["unit/test_reading.py"],
    "engine.checks.listed": ["unit/test_reading.py"],
    "engine.checks.identifiers": ["unit/test_identifiers_residual.py"],
    "engine.checks.containment": ["unit/test_checks_of_k.py"],
    "engine.checks.hidden_class": ["unit/test_checks_of_k.py"],
    "engine.checks.released_text": ["unit/test_verifier.py"],
    "engine.record.fingerprints": ["unit/test_fingerprints.py"],
    "engine.record.commitments": ["unit/test_commitments.py"],
    "engine.counts.disclosure": ["unit/test_disclosure.py"],
    "engine.methods.c_sanitized.concept": ["unit/test_c_sanitized.py"],
    "engine.methods.k_containment.containment": ["unit/test_checks_of_k.py", "vectors/test_k_containment.py"],
    "adapters.bundle.checking": ["unit/test_bundle.py"],
}


class _Changed(MetaPathFinder, Loader):
    """Loads one module from a changed syntax tree."""

    def __init__(self, module: str, code: CodeType, path: str) -> None:
        self._module, self._code, self._path = module, code, path

    def find_spec(self, name: str, path: object, target: object = None) -> ModuleSpec | None:
        return ModuleSpec(name, self, origin=self._path) if name == self._module else None

    def exec_module(self, module: ModuleType) -> None:
        module.__file__ = self._path
        exec(self._code, module.__dict__)  # noqa: S102


def _survives(
    module: str, tree: ast.Module, path: str, stale: set[str], tests: list[str], silent: bool = True
) -> bool:
    """Whether all tests of a module pass with the change, in a child."""
    child = os.fork()
    if child:
        return os.waitpid(child, 0)[1] == 0
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
            vars(sys.modules.get(package, sys)).pop(last, None)  # "from package import module" finds it there
        sys.meta_path.insert(0, _Changed(module, compile(tree, path, "exec"), path))
        code = int(pytest.main(["-x", "-q", "--assert=plain", "-p", "no:cacheprovider", *tests]))
    finally:
        os._exit(code != 0)


def _stale(graph: grimp.ImportGraph, module: str) -> set[str]:
    """The module and all that see it."""
    return {module, *graph.find_downstream_modules(module)}


def main() -> int:
    """Print every survivor without a written reason, and the figures; 1 when the target is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--module", default="")
    parser.add_argument("--every", type=int, default=1)
    options = parser.parse_args()
    os.chdir(ROOT)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    gc.freeze()
    graph = grimp.build_graph("engine", "adapters", "flows", "service", "tests")
    reasons = [line.split(" # ")[0].strip() for line in REASONS.read_text().splitlines() if " # " in line]
    n, unexplained, explained = 0, 0, 0
    start = time.monotonic()
    for module, files in TARGETS.items():
        if options.module not in module:
            continue
        path = ROOT / (module.replace(".", "/") + ".py")
        tests = [f"tests/{name}" for name in files]
        for name in (module, *(t[:-3].replace("/", ".") for t in tests)):
            importlib.import_module(name)
        stale, source = _stale(graph, module), path.read_text(encoding="utf-8")
        if not _survives(module, ast.parse(source), str(path), stale, tests, silent=False):
            print(f"{module}: its tests fail without any change")
            return 1
        found, left = 0, list[Mutant]()
        for mutant in list(mutants(source))[:: options.every]:
            found += 1
            if _survives(module, mutant.tree, str(path), stale, tests):
                left.append(mutant)
        why = [mutant for mutant in left if f"{module} {mutant.name}" in reasons]
        n, explained, unexplained = n + found, explained + len(why), unexplained + len(left) - len(why)
        print(f"{module}: {found} mutants, {len(left)} survive, {len(why)} of them with a reason", flush=True)
        for mutant in left:
            if mutant not in why:
                print(f"    line {mutant.line}  {module} {mutant.name}", flush=True)
    share, took = unexplained / max(n, 1), time.monotonic() - start
    print(f"{n} mutants in {took:.0f} s; {unexplained} survive without a reason ({share:.1%})")
    print(f"{explained} survive with one, in {REASONS.name}")
    whole = not options.module and options.every == 1
    return int(unexplained > SURVIVORS * n or (whole and n < LEAST))


if __name__ == "__main__":
    sys.exit(main())

"""Branch coverage of the release checks by their own tests, measured in a run of any tests.

``pytest -p tests.covering`` measures; ``make covered`` runs these tests alone, and reports.
"""

from __future__ import annotations

import os
import warnings
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import coverage
import pytest

from engine import checks

TESTS = (
    "reading",
    "term_check",
    "verifier",
    "checks_of_k",
    "identifiers_residual",
    "combinations",
    "combination_check",
    "groups",
    "attributes",
    "earlier_releases_check",
    "persons",
)
"""The tests of the checks; what others happen to run of them counts for nothing."""
FILES = frozenset(f"tests/unit/test_{name}.py" for name in TESTS)
DATA = ".coverage.checks"

_measure = coverage.Coverage(
    data_file=DATA, data_suffix=str(os.getpid()), branch=True, source=["engine.checks"], config_file=False
)
_measure.start()  # their import counts; to trace that of all tests doubles the cost of collecting
for _module in walk_packages(checks.__path__, f"{checks.__name__}."):
    import_module(_module.name)
_measure.stop()


def pytest_runtest_protocol(item: pytest.Item) -> None:
    """Only these tests are measured."""
    if item.nodeid.partition("::")[0] in FILES:
        _measure.start()
    else:
        _measure.stop()


def pytest_sessionfinish() -> None:
    """Each process of the run keeps what it saw."""
    _measure.stop()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the process that hands tests to others imports no check
        _measure.save()


if __name__ == "__main__":
    print(*sorted(FILES))
    for left in Path().glob(f"{DATA}.*"):
        left.unlink()

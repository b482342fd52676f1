"""A plug-in for pytest: files of a project that hold identifiers fail as tests do.

Take it with ``-p saferelease.pytest_plugin``, and name the files in the configuration::

    [tool.pytest.ini_options]
    saferelease_files = ["tests/fixtures/*.txt", "tests/fixtures/*.json"]
    saferelease_policy = "hipaa-safe-harbor"
    saferelease_allow = ["person"]
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from saferelease import InvalidError, Policy
from saferelease.fixtures import DEFAULT, places

_POLICY = pytest.StashKey[Policy]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """The keys of the configuration."""
    parser.addini("saferelease_files", "Patterns of files that must hold no identifiers.", "args")
    parser.addini("saferelease_policy", "The policy that says what identifiers are.", default=DEFAULT)
    parser.addini("saferelease_allow", "Kinds that may stand there.", "args")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """A file that the configuration names."""
    below = (
        file_path.relative_to(parent.config.rootpath) if parent.config.rootpath in file_path.parents else None
    )
    patterns = parent.config.getini("saferelease_files")
    named = below is not None and any(below.match(pattern) for pattern in patterns)
    return _File.from_parent(parent, path=file_path) if named else None


class IdentifiersFoundError(Exception):
    """A file holds what its policy removes."""


class _File(pytest.File):
    def collect(self) -> Iterator[pytest.Item]:
        yield _Item.from_parent(self, name="no-identifiers")


class _Item(pytest.Item):
    def runtest(self) -> None:
        config = self.config
        if _POLICY not in config.stash:
            config.stash[_POLICY] = Policy.load(config.getini("saferelease_policy"))
        found = places(self.path, config.stash[_POLICY], config.getini("saferelease_allow"))
        if found:
            raise IdentifiersFoundError("\n".join(found))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, (IdentifiersFoundError, InvalidError)):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, None, str]:
        return self.path, None, f"{self.path.name}: no identifiers"

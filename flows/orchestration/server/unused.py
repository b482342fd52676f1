"""Modules that Prefect imports and a release never uses: they are loaded when something asks for them.

Together they take a tenth of a small release's processor time; one reads the machine's certificates twice.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import LazyLoader
from types import ModuleType

UNUSED = frozenset({"prefect.blocks.webhook", "prefect.variables", "prefect.runtime", "coolname"})
"""Webhooks of Prefect's, its variables, facts of its runs, invented names for them."""
_COMMAND = "httpx._main"
"""The command line of httpx, which does without where it is not installed."""


class _Later:
    """Finds the unused modules; the standard library's loader runs them on first use."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        spec = PathFinder.find_spec(name, path, target) if name in UNUSED else None
        if spec is not None and spec.loader is not None:
            spec.loader = LazyLoader(spec.loader)
        return spec


@contextmanager
def unused_later() -> Iterator[None]:
    """Import Prefect inside: what it does not need is not run."""
    sys.meta_path.insert(0, _Later)
    without_command = "httpx" not in sys.modules
    if without_command:
        sys.modules[_COMMAND] = None  # type: ignore[assignment]  # how Python says: not to be imported
    try:
        yield
    finally:
        sys.meta_path.remove(_Later)
        if without_command:
            sys.modules.pop(_COMMAND, None)

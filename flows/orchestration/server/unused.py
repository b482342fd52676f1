"""Modules that Prefect imports and a release never uses: they are loaded when something asks for them.

Together they take a sixth of a small release's processor time; one reads the machine's certificates twice.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType

UNUSED = frozenset(
    {
        "coolname",
        "prefect.blocks.notifications",
        "prefect.blocks.webhook",
        "prefect.runtime",
        "prefect.variables",
    }
)
"""Invented names of runs, Prefect's messages and webhooks, facts of its runs, its variables."""
_COMMAND = "httpx._main"
"""The command line of httpx, which does without where it is not installed."""


class Waiting(ModuleType):
    """Stands where a module will be: whatever is asked of it loads the module.

    The standard library's lazy module is loaded already by a second ``import`` of it.
    """

    def __getattr__(self, name: str) -> object:
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        return getattr(import_module(self.__name__), name)


@contextmanager
def unused_later() -> Iterator[None]:
    """Import Prefect inside: what it does not need is not run."""
    for name in UNUSED - sys.modules.keys():
        sys.modules[name] = Waiting(name)
    without_command = "httpx" not in sys.modules
    if without_command:
        sys.modules[_COMMAND] = None  # type: ignore[assignment]  # how Python says: not to be imported
    try:
        yield
    finally:
        if without_command:
            sys.modules.pop(_COMMAND, None)

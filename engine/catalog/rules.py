"""Rules that can change a decision, each by its name: one can be switched off, to see what it is worth.

A rule is a function; its name and what holds without it stand before it. `tools/ledger.py` runs documents
with and without each; no setting of a user reaches here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial, wraps
from typing import Any, ParamSpec, TypeVar

_P = ParamSpec("_P")
_R = TypeVar("_R")


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule by its name.

    Parameters
    ----------
    name : str
        A stable name: a line of the ledger.
    module : str
        Where it stands.
    """

    name: str
    module: str


RULES: dict[str, Rule] = {}
"""All rules of the modules that were imported."""

Run = Callable[[str, Callable[[], Any], Callable[[], Any]], Any]
"""Is given a rule's name, its answer and the answer without it, as calls, and gives one of both."""
_RUN: ContextVar[Run | None] = ContextVar("rules", default=None)


def rule(name: str, without: Callable[..., Any]) -> Callable[[Callable[_P, _R]], Callable[_P, _R]]:
    """Give a function a name in the ledger of rules.

    Parameters
    ----------
    name : str
        Lower case, with hyphens.
    without : callable
        Takes what the function takes, and gives what holds where the rule is off.

    Examples
    --------
    >>> @rule("example-of-rules", without=unchanged)
    ... def shortened(text): return text[:3]
    >>> shortened("letters")
    'let'
    >>> with switched_off({"example-of-rules"}): shortened("letters")
    'letters'
    >>> del RULES["example-of-rules"]
    """

    def named(function: Callable[_P, _R]) -> Callable[_P, _R]:
        register(name, function.__module__)

        @wraps(function)
        def applied(*args: _P.args, **kwargs: _P.kwargs) -> _R:
            run = _RUN.get()
            if run is None:
                return function(*args, **kwargs)
            found: _R = run(name, partial(function, *args, **kwargs), partial(without, *args, **kwargs))
            return found

        return applied

    return named


def register(name: str, module: str) -> None:
    """Enter a rule that is a row of data and no function; its name must be new."""
    if name in RULES:
        raise ValueError(f"two rules are named {name}")
    RULES[name] = Rule(name, module)


def weighed(name: str, call: Callable[[], _R], without: Callable[[], _R]) -> _R:
    """The answer of a rule that is a row of data."""
    run = _RUN.get()
    if run is None:
        return call()
    found: _R = run(name, call, without)
    return found


@contextmanager
def running(run: Run) -> Iterator[None]:
    """Every rule is asked through `run`, in this thread, for as long as the context lasts."""
    token = _RUN.set(run)
    try:
        yield
    finally:
        _RUN.reset(token)


@contextmanager
def switched_off(names: Collection[str]) -> Iterator[None]:
    """The rules of these names are off."""

    def run(name: str, call: Callable[[], Any], without: Callable[[], Any]) -> Any:
        return without() if name in names else call()

    with running(run):
        yield


def nothing(*given: Any, **named: Any) -> list[Any]:
    """Without the rule nothing is found."""
    return []


def never(*given: Any, **named: Any) -> bool:
    """Without the rule the answer is no."""
    return False


def always(*given: Any, **named: Any) -> bool:
    """Without the rule the answer is yes."""
    return True


def unchanged(value: Any, *given: Any, **named: Any) -> Any:
    """Without the rule its first argument stays as it is."""
    return value


def second(given: Any, value: Any, *more: Any, **named: Any) -> Any:
    """Without the rule its second argument stays as it is."""
    return value

"""How many cases a property is tried on: few in the quick half of the tests, all where the long half runs."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

FEW = 25
"""Of the quick half. The cases are the same each time, so what these miss the long half finds."""


def load_settings(marks: str) -> None:
    """Before tests are collected: the same cases each time, however busy the machine is.

    Parameters
    ----------
    marks : str
        Which marks pytest was asked for; ``not slow`` is the quick half.
    """
    steady = settings(deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
    settings.register_profile("all", steady)
    settings.register_profile("few", steady, max_examples=FEW)
    settings.load_profile("few" if marks == "not slow" else "all")


def number_of_cases(number: int) -> int:
    """`number`, or fewer in the quick half."""
    return min(number, FEW) if settings.get_current_profile_name() == "few" else number

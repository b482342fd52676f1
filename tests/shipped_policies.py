"""The shipped policies, each read once in a process: each takes a tenth of a second."""

from __future__ import annotations

from functools import cache

from adapters.policies.files import load_policy, shipped_policies
from engine.catalog.names import SHIPPED
from engine.policy import Policy


@cache
def shipped_policy(name: str) -> Policy:
    """One of them."""
    return load_policy(shipped_policies()[name], SHIPPED).policy


def with_concepts() -> list[str]:
    """Names of those that protect concepts."""
    return [name for name in sorted(shipped_policies()) if shipped_policy(name).concepts]

"""Which policies are served: scheduled runs look them up by name."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from adapters.machine.locations import home
from adapters.policies.files import LoadedPolicy
from engine.errors import InvalidError, fault

SERVED = "served.json"
INTAKE = "intake.sqlite"


def served_file() -> Path:
    """Which policies are served, by name: scheduled runs read it, so that no path is a flow parameter."""
    return home() / SERVED


@dataclass(frozen=True)
class Served:
    """A policy that is served, and who may approve it.

    Parameters
    ----------
    policy : str
        Its file.
    require_approved : bool
        Refuse releases under it unless it was approved as it is.
    trusted_keys : tuple of str
        Public keys of those who may approve; none means this installation's own.
    folder : str
        Where the service was started: relative paths of the policy begin there.
    """

    policy: str
    require_approved: bool = False
    trusted_keys: tuple[str, ...] = ()
    folder: str = "."


def served_policy(name: str) -> Served:
    """The policy that is served under `name`.

    Raises
    ------
    InvalidError
        ``SRV002`` when it is not served any more.
    """
    try:
        entry = json.loads(served_file().read_bytes())[name]
        return Served(
            entry["policy"], entry["require_approved"], tuple(entry["trusted_keys"]), entry["folder"]
        )
    except (OSError, ValueError, KeyError, TypeError):
        raise InvalidError(
            fault(
                "SRV002", f"policy {name}", "must be served", "", "Start it with: saferelease serve POLICY."
            )
        ) from None


def served_names() -> list[str]:
    """Policies that were named when ``saferelease serve POLICY`` was started last."""
    try:
        return sorted(map(str, json.loads(served_file().read_bytes())))
    except (OSError, ValueError, TypeError):
        return []


def matter_of(loaded: LoadedPolicy, folder: str = ".") -> Path | None:
    """File of the facts under which the service releases; it is read anew for each release."""
    release = loaded.policy.release
    return Path(folder) / release.matter if release and release.matter else None

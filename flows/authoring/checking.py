"""Policies checked: each file's faults, and those that only compiling finds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from adapters.policies.files import LoadedPolicy
from engine.errors import Fault, InvalidError, SafereleaseError
from flows.compiling.compilation import compile_loaded, load


def check_policies(names: Sequence[str]) -> tuple[list[LoadedPolicy], list[Fault]]:
    """Load policies and compile them: those that would run on this machine, and every fault of the others."""
    valid: list[LoadedPolicy] = []
    faults: list[Fault] = []
    for name in names:
        try:
            loaded = load(name)
        except InvalidError as error:
            faults += error.faults
            continue
        found = _compile_faults(loaded)
        faults += found
        valid += [] if found else [loaded]
    return valid, faults


def _compile_faults(loaded: LoadedPolicy) -> list[Fault]:
    """What only compiling finds: concepts that nothing counts, knowledge that is not installed."""
    try:
        compile_loaded(loaded)
    except SafereleaseError as error:
        return [replace(found, where=f"{loaded.path} {found.where}") for found in error.faults]
    return []

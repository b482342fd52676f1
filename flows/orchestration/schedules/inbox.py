"""A folder whose documents are released as they come: what lies in it, and what of it is new."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from adapters.documents.opening.sources import Source
from adapters.keys.installation import Keys
from adapters.machine.locations import home
from engine.errors import InvalidError
from flows.orchestration.schedules.intake import Register, Taken
from flows.orchestration.schedules.served import INTAKE


def register_of(keys: Keys) -> Register:
    """The register of this installation: what was taken from all its inboxes."""
    return Register(home() / INTAKE, keys)


def new_in(register: Register, name: str, find: Callable[[], list[Source]], now: datetime) -> Taken:
    """What of an inbox is to be released now.

    Parameters
    ----------
    register : Register
    name : str
        Under which the inbox is known there: of a policy with its version.
    find : callable
        Lists what lies in the inbox.
    now : datetime
    """
    return register.take(name, lying_in(find), now)


def lying_in(find: Callable[[], list[Source]]) -> list[Source]:
    """What lies in an inbox; an empty one is no fault of a schedule."""
    try:
        return find()
    except InvalidError as error:
        if [found.code for found in error.faults] == ["SRC002"]:
            return []
        raise

"""All forgeries by name, and what several of them do."""

from __future__ import annotations

from collections.abc import Callable

from tests.forgeries.kit import Forgery, Kit

FORGERIES: dict[str, Forgery] = {}


def into(table: dict[str, Forgery], name: str) -> Callable[[Forgery], Forgery]:
    def add(made: Forgery) -> Forgery:
        table[name] = made
        return made

    return add


def forgery(name: str) -> Callable[[Forgery], Forgery]:
    return into(FORGERIES, name)


def put_back(kit: Kit) -> None:
    kit.document.write_text("SSN 219-09-9999, call 212-555-0147.\n")

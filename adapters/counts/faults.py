"""The faults of counting, each with its stable code."""

from __future__ import annotations

from engine.errors import InvalidError, fault


def invalid(code: str, where: object, must: str, got: object = "", advice: str = "") -> InvalidError:
    """An `InvalidError` of one fault."""
    return InvalidError(fault(code, str(where), must, got, advice))


def damaged(where: object, got: str) -> InvalidError:
    """``CNT010``: an index that is not whole."""
    return invalid(
        "CNT010", where, "must be a whole corpus index", got, "Build it again: saferelease corpus build."
    )


def unreadable(where: object, must: str, got: str = "") -> InvalidError:
    """``CNT020``: a source of a corpus that cannot be read."""
    return invalid("CNT020", where, must, got, "Repair the file or leave it out; no index was written.")

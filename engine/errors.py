"""Errors of saferelease: stable codes, located, without a document's text.

Three outcomes are never mixed: *released*, *refused* (a privacy test is not
met) and *invalid* (a bad policy, unreadable input, missing knowledge).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from engine.language.visible import visible


class Outcome(IntEnum):
    """The exit code of a command."""

    RELEASED = 0
    REFUSED = 1
    INVALID = 2
    INTERNAL = 3
    INCOMPLETE = 4
    UNVERIFIED = 5


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault: what must hold, what was found, what to do.

    Parameters
    ----------
    code : str
        Stable code, e.g. ``"POL012"``; documented in ``docs/errors.md``.
    where : str
        ``file:line field`` of a policy, or an opaque document id with an offset.
    must : str
        The constraint, as in "must be a number >= 1".
    got : str
        The offending value. Only ever a value of a policy or an option, never
        text of a document (there: offset, length, kind).
    advice : str
        What to do, one or two sentences.
    """

    code: str
    where: str
    must: str
    got: str
    advice: str

    def __str__(self) -> str:
        found = f"; got {self.got}" if self.got else ""
        return visible(f"[{self.code}] {self.where} {self.must}{found}. {self.advice}".rstrip())

    def reason(self) -> str:
        """What a record of the document says: the same without its number.

        Examples
        --------
        >>> fault("DOC003", "document 000007 page 2", "must be small", "9 MB", "Split it.").reason()
        '[DOC003] must be small; got 9 MB (page 2). Split it.'
        """
        place = self.where.split(" ", 2)[2:] if self.where.startswith("document ") else []
        found = f"; got {self.got}" if self.got else ""
        return visible(
            f"[{self.code}] {self.must}{found}{''.join(f' ({one})' for one in place)}. {self.advice}".rstrip()
        )


class SafereleaseError(Exception):
    """Base of all errors that a user may meet; carries one or more faults."""

    outcome = Outcome.INTERNAL

    def __init__(self, *faults: Fault) -> None:
        super().__init__("\n".join(map(str, faults)))
        self.faults: Sequence[Fault] = faults

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), tuple(self.faults))


class InvalidError(SafereleaseError):
    """Bad policy, unreadable input or missing knowledge: nothing was released."""

    outcome = Outcome.INVALID


class RefusedError(SafereleaseError):
    """A privacy test is not met: the release (or a document of it) is refused."""

    outcome = Outcome.REFUSED


class UnreadableError(InvalidError):
    """One document cannot be opened; it is quarantined and the run goes on."""


def fault(code: str, where: str, must: str, got: object = "", advice: str = "") -> Fault:
    """Make a `Fault`; `got` is shown by ``str``.

    Examples
    --------
    >>> str(fault("POL012", "concepts[0].alpha", "must be at least 1", 0.4, "Most policies use 1.5."))
    '[POL012] concepts[0].alpha must be at least 1; got 0.4. Most policies use 1.5.'
    """
    return Fault(code, where, must, str(got), advice)


NO_UNSEEN = "must hold letters that can be seen, and no control character or change of the writing direction"


def unseen(code: str, where: str, found: str) -> Fault:
    """What is wrong with words that others would not see as they stand; `found` is what `unseen_in` said."""
    return fault(code, where, NO_UNSEEN, found, "Type it anew, without pasting.")

"""What the service refuses, with the status that a browser or a program is told."""

from __future__ import annotations

from engine.errors import NO_UNSEEN, Outcome, SafereleaseError, fault
from engine.text import unseen_in


class Refusal(SafereleaseError):
    """A request that is not carried out.

    Parameters
    ----------
    status : int
        The HTTP status.
    code, where, must, got, advice : str
        As in `engine.errors.Fault`; never text of a document.
    """

    outcome = Outcome.REFUSED

    def __init__(
        self, status: int, code: str, where: str, must: str, got: str = "", advice: str = ""
    ) -> None:
        super().__init__(fault(code, where, must, got, advice))
        self.status = status

    def __reduce__(self) -> tuple[object, ...]:
        only = self.faults[0]
        return (type(self), (self.status, only.code, only.where, only.must, only.got, only.advice))


def not_found() -> Refusal:
    """Nothing is there, for this person: the same answer whether it exists or not."""
    advice = "Check the address, or ask an administrator of the group."
    return Refusal(404, "SVC001", "this address", "must be of something that you may see", "", advice)


def not_allowed(action: str) -> Refusal:
    """A member of the group whose roles do not include `action`."""
    advice = "An administrator of the group gives roles."
    return Refusal(403, "SVC002", action, "must be asked for by somebody whose role includes it", "", advice)


def changed_meanwhile(what: str) -> Refusal:
    """Somebody else was faster; nothing was done."""
    advice = "Load the page again; nothing was changed."
    return Refusal(409, "SVC003", what, "must be as you saw it", "changed by somebody else", advice)


def invalid(where: str, must: str, advice: str = "") -> Refusal:
    """A value that a form or a program sent cannot be used."""
    return Refusal(422, "SVC004", where, must, "", advice)


def a_line(where: str, words: str, most: int = 200, *, empty: bool = False) -> str:
    """A title or a name without the blanks around it; refused when it cannot be read as it stands.

    Parameters
    ----------
    where : str
        What it is of.
    words : str
    most : int
        Characters.
    empty : bool
        Whether there may be none.
    """
    line = words.strip()
    if not (line or empty) or len(line) > most:
        raise invalid(where, f"must be 1 to {most} characters")
    require_seen(where, line)
    return line


def require_seen(where: str, words: str, *, lines: bool = False) -> None:
    """Refuse words that others would not see as they stand; `lines` for a text of several."""
    if found := unseen_in(words, lines=lines):
        raise Refusal(422, "SVC004", where, NO_UNSEEN, found, "Type it anew, without pasting.")

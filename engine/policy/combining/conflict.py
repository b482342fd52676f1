"""Where policies disagree: clauses that ask for different things, and what one policy loosens of another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pydantic import ConfigDict


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two clauses that ask for different things, and which of them prevailed.

    Parameters
    ----------
    subject : str
        The category or concept they disagree about.
    setting : str
        What they disagree about: ``"replace_with"``, ``"threshold"``, ``"allow"``, ``"alpha"``...
    kept, kept_law, kept_value : str
        The clause that prevailed, its law, and what it asks for.
    overruled, overruled_law, overruled_value : str
        The other.
    """

    __pydantic_config__: ClassVar = ConfigDict(extra="forbid")  # plans hold conflicts

    subject: str
    setting: str
    kept: str
    kept_law: str
    kept_value: str
    overruled: str
    overruled_law: str
    overruled_value: str

    def __str__(self) -> str:
        return (
            f"{self.subject}: {self.overruled} ({self.overruled_law}) asks for {self.setting} "
            f"{self.overruled_value}, {self.kept} ({self.kept_law}) for {self.kept_value}, which wins"
        )


@dataclass(frozen=True, slots=True)
class Loosened:
    """What a policy does less strictly than one that it is made of, and the reason it gives.

    Parameters
    ----------
    subject : str
        The id of a clause, or a key of the policy such as ``"documents"``.
    settings : tuple of str
        Keys of the subject that protect less, or of which nobody can say; empty for the subject as a whole.
    base : str
        Name of the policy that is stricter.
    because : str
    """

    __pydantic_config__: ClassVar = ConfigDict(extra="forbid")  # plans hold them

    subject: str
    settings: tuple[str, ...]
    base: str
    because: str

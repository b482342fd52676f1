"""What comes of a text, a document or a table: plain frozen objects whose repr shows no text of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.errors import Fault, RefusedError


@dataclass(frozen=True, slots=True)
class Finding:
    """One place that the policy changes.

    Parameters
    ----------
    start, end : int
        Offsets in code points, end exclusive: into the text, or into the cell of a table.
    kind : str
        What was found: a category such as ``"person"``, or a protected concept.
    clause, law : str
        Clause of the policy, and the provision that it cites.
    action : str
        ``"replace"``, ``"generalize"``, ``"redact"`` or ``"drop"``.
    reason : str
        Evidence in names and numbers: the pattern, the word beside it, bits.
    confidence : float or None
        How sure the finder is, in [0, 1]; None where the method weighs no such thing.
    replacement : str
        What stands there afterwards.
    row, column : int or None, str or None
        Of a table: the row from 0, and the name of the column. None for the name of the column itself.
    """

    start: int
    end: int
    kind: str
    clause: str
    law: str
    action: str
    reason: str = field(repr=False)
    confidence: float | None
    replacement: str = field(repr=False)
    row: int | None = None
    column: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Inspection:
    """What the policy would change.

    Parameters
    ----------
    findings : tuple of Finding
        In the order of the text.
    refused : tuple of Fault
        Why a check of the outcome would refuse it; none: it would be released.
    text : str
        The text into which offsets count: a document's as it was read, a given text as a terminal shows it.
    """

    findings: tuple[Finding, ...]
    refused: tuple[Fault, ...]
    text: str = field(repr=False)

    def __repr__(self) -> str:
        return f"Inspection({len(self.findings)} findings, {len(self.refused)} refused)"

    def counts(self) -> Mapping[str, int]:
        """How many findings there are of each kind."""
        kinds = [one.kind for one in self.findings]
        return {kind: kinds.count(kind) for kind in sorted(set(kinds))}


@dataclass(frozen=True, slots=True)
class Redaction:
    """What is safe under the policy: every check of a released document held.

    Parameters
    ----------
    findings : tuple of Finding
        What was changed, with offsets into the original.
    refused : tuple of Fault
        Why there is nothing; only among those of `Policy.redact_all`.
    content : bytes
        The redacted file; of a text, its UTF-8.
    table : object
        The redacted table, of the kind that was given; None otherwise.
    """

    findings: tuple[Finding, ...]
    refused: tuple[Fault, ...]
    content: bytes = field(repr=False)
    table: Any = field(default=None, repr=False)

    def __repr__(self) -> str:
        return f"Redaction({len(self.findings)} findings, {len(self.refused)} refused)"

    @property
    def text(self) -> str:
        """The redacted text.

        Raises
        ------
        RefusedError
            There is none: `refused` says why.
        """
        if self.refused:
            raise RefusedError(*self.refused)
        return self.content.decode("utf-8")

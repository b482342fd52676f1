"""Documents at hand that were released before: what two policies would do about it, in counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import numpy as np

from adapters.keys.installation import find_keys
from adapters.release_memory import has_memory, read_memory
from engine.checks.earlier_releases import shown_again
from engine.errors import RefusedError
from engine.methods.overlaps.register import Register
from engine.methods.overlaps.sketch import probe
from engine.stages.repeats.earlier_releases import CLAUSE
from engine.text import Decision, Document, carried_out

REFUSALS = frozenset({"MEM001", "KCF014"})
"""What is refused because an earlier release showed or hid the same text."""

Decided = Sequence[Decision] | RefusedError


@dataclass(frozen=True, slots=True)
class EarlierImpact:
    """What two policies do about documents that share text with earlier releases.

    Parameters
    ----------
    releases, forgotten : int
        Earlier releases that were considered, and those of which nothing is known any more.
    documents : int
        Documents at hand that share text with one.
    refused, hidden, shown : (int, int)
        By the old and by the new policy: documents refused for it; places hidden only because an earlier
        release hid them; documents that would show words which an earlier release hid.
    """

    releases: int
    forgotten: int
    documents: int
    refused: tuple[int, int]
    hidden: tuple[int, int]
    shown: tuple[int, int]


def known_releases() -> Register | None:
    """The register of this installation, read and left as it is; None where nothing was released."""
    keys = find_keys() if has_memory() else None
    return read_memory(keys, datetime.now(UTC)) if keys else None


class EarlierImpacts:
    """Counts what becomes of documents that were released before.

    Parameters
    ----------
    register : Register
    """

    def __init__(self, register: Register) -> None:
        self._register = register
        self._documents = 0
        self._refused, self._hidden, self._shown = [0, 0], [0, 0], [0, 0]

    def count(self, document: Document, sides: Sequence[Decided]) -> None:
        """Count one document, by what the old and the new policy decided."""
        reading = self._register.words.read_original(document.text.reveal())
        overlaps = self._register.overlaps(probe(reading))
        if not overlaps:
            return
        self._documents += 1
        versions = [one.sketch for one in overlaps if one.whole]
        for side, decided in enumerate(sides):
            if isinstance(decided, RefusedError):
                self._refused[side] += any(found.code in REFUSALS for found in decided.faults)
                continue
            self._hidden[side] += sum(decision.clause == CLAUSE for decision in decided)
            released = self._register.words.read(carried_out(document.text.reveal(), decided))
            every = np.ones(len(released.numbers), np.bool_)
            self._shown[side] += shown_again(released.words(), released.neighbours(every), versions) > 0

    def counted(self) -> EarlierImpact:
        """All that was counted."""
        known = self._register
        refused, hidden, shown = ((n[0], n[1]) for n in (self._refused, self._hidden, self._shown))
        return EarlierImpact(len(known.entries), known.forgotten, self._documents, refused, hidden, shown)

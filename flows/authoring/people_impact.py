"""Tables and texts about the same people: what two policies would do about them, in counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.errors import RefusedError
from engine.methods.overlaps.reading import Numbers, Reading
from engine.methods.overlaps.register import Register
from engine.methods.overlaps.rows import RowIndex, RowNumbers, text_links
from engine.methods.overlaps.sketch import Sketch
from engine.plan.steps import PlannedEarlierReleases
from engine.stages.repeats.earlier_releases import CLAUSE, rows_told, shown_by
from engine.text import Decision, Document
from flows.authoring.earlier_impact import Decided

REFUSAL = "MEM007"
"""A text tells what a table hides that was released before."""

_COUNTED = ("refused", "hidden", "together", "tables_refused", "told")


@dataclass(frozen=True, slots=True)
class PeopleImpact:
    """What two policies do about tables and texts that tell together what a row hides.

    Parameters
    ----------
    texts, tables : int
        At hand, that do so with a table or text, either an earlier one or one at hand.
    refused, hidden : (int, int)
        By the old and by the new policy: texts refused for the sake of an earlier table (``MEM007``), and
        places hidden in others for its sake.
    together : (int, int)
        Texts that are refused at the end, because a table at hand is released with them (``MEM007``).
    tables_refused : (int, int)
        Tables refused for the sake of an earlier text (``MEM008``).
    told : (int, int)
        Texts and tables that are released all the same, since the policy allows it.
    """

    texts: int
    tables: int
    refused: tuple[int, int]
    hidden: tuple[int, int]
    together: tuple[int, int]
    tables_refused: tuple[int, int]
    told: tuple[int, int]


class PeopleImpacts:
    """Counts what becomes of tables and texts about the same people; count the tables first.

    Parameters
    ----------
    register : Register
        Of earlier releases; it may know none.
    steps : pair of PlannedEarlierReleases or None
        What the old and the new policy say of earlier releases.
    """

    def __init__(self, register: Register, steps: Sequence[PlannedEarlierReleases | None]) -> None:
        self._register = register
        self._allows = [step is None or step.then == "allow" for step in steps]
        self._at_hand: tuple[list[RowIndex], list[RowIndex]] = ([], [])
        self._texts = self._tables = 0
        self._counts = {name: [0, 0] for name in _COUNTED}

    def count_table(self, rows: Sequence[RowNumbers | None]) -> None:
        """Count one table at hand, by what either policy hides of its rows (None: it releases no table)."""
        told = [
            one is not None and bool(self._register.told_of(Sketch(is_table=True, **vars(one))))
            for one in rows
        ]
        self._tables += any(told)
        for side, one in enumerate(rows):
            refused = told[side] and not self._allows[side]
            self._counts["tables_refused"][side] += refused
            self._counts["told"][side] += told[side] and not refused
            if one is not None and not refused:
                self._at_hand[side].append(RowIndex(one))

    def count(self, document: Document, sides: Sequence[Decided]) -> None:
        """Count one text, by what the old and the new policy decided."""
        if not self._register.has_rows and not any(self._at_hand):
            return
        text = document.text.reveal()
        reading = self._register.words.read_original(text)
        told = [self._side(side, one, reading, text) for side, one in enumerate(sides)]
        self._texts += any(told)

    def _side(self, side: int, decided: Decided, reading: Reading, text: str) -> bool:
        """Count one side; whether the text tells something of a row together with a table."""
        if isinstance(decided, RefusedError):
            refused = any(found.code == REFUSAL for found in decided.faults)
            self._counts["refused"][side] += refused
            return refused
        own = [decision for decision in decided if decision.clause != CLAUSE]
        before = [told.words for _, told in rows_told(self._register, reading, own)]
        links, shown = text_links(reading, text), shown_by(self._register, reading, decided)
        beside = any(table.told(links, shown).rows for table in self._at_hand[side])
        if self._allows[side]:
            self._counts["told"][side] += beside or bool(before)
        else:
            self._counts["hidden"][side] += _places(reading, decided, before)
            self._counts["together"][side] += beside
        return beside or bool(before)

    def counted(self) -> PeopleImpact:
        """All that was counted."""
        return PeopleImpact(self._texts, self._tables, **{k: (n[0], n[1]) for k, n in self._counts.items()})


def _places(reading: Reading, decisions: Sequence[Decision], words: Sequence[Numbers]) -> int:
    """How many places are hidden only because an earlier release did, and hold one of these words."""
    if not words:
        return 0
    at = np.flatnonzero(np.isin(reading.numbers, np.concatenate(words))).tolist()
    found = [(reading.starts[i], reading.ends[i]) for i in at]
    return sum(
        decision.clause == CLAUSE and any(a < decision.end and decision.start < b for a, b in found)
        for decision in decisions
    )

"""What earlier releases of a text hid, looked for in the released file, in keyed numbers alone.

The numbers of the words come from whoever asks: they must be read as those of the register were.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from engine.errors import Fault, fault

_ROWS_NAMED = 20


class EarlierSketch(Protocol):
    """What is known of an earlier document: `engine.methods.overlaps.sketch.Sketch` is one."""

    @property
    def hidden(self) -> Any:
        """Numbers of words that it hid throughout."""
        ...

    @property
    def contexts(self) -> Any:
        """Numbers of hidden words with a neighbour."""
        ...


def shown_again(words: Any, neighbours: Any, earlier: Sequence[EarlierSketch]) -> int:
    """How many different words of a released text an earlier release of the same text hid.

    Parameters
    ----------
    words, neighbours : array of uint64
        The distinct numbers of the released words, and of neighbouring ones.
    earlier : sequence of EarlierSketch
        Of versions or parts of the whole text.
    """
    return max(
        (
            int(np.isin(words, sketch.hidden).sum() + np.isin(neighbours, sketch.contexts).sum())
            for sketch in earlier
        ),
        default=0,
    )


def rows_fault(document: str, n_rows: int) -> Fault:
    """``MEM007``: a text tells what a released table hides of some of its rows."""
    must = "must not tell what a table about the same people hides"
    advice = (
        "Release the table first and the text afterwards, in a release of its own, under earlier_releases: "
        "{then: hide_both}. What the table hides is then hidden in the text."
    )
    return fault("MEM007", f"document {document}", must, f"what {n_rows} rows hide", advice)


def table_rows_fault(table: str, rows: Sequence[int]) -> Fault:
    """``MEM008``: a table hides of some rows what an earlier text about the same people tells."""
    must = "must not hide what an earlier text about the same people tells"
    shown = ", ".join(str(row + 1) for row in rows[:_ROWS_NAMED]) + (
        ", ..." if len(rows) > _ROWS_NAMED else ""
    )
    advice = "Leave these rows out of the table, or withhold it."
    return fault("MEM008", f"table {table}", must, f"{len(rows)} such rows ({shown})", advice)


def earlier_fault(document: str, n_words: int) -> Fault:
    """``MEM002``: a document shows what an earlier release of the same text hid."""
    must = "must show no word that an earlier release of the same text hid"
    advice = (
        "Take out what an earlier release hid, and look at corrections too. If all of it may be shown, set "
        "earlier_releases: {then: allow}."
    )
    return fault("MEM002", f"document {document}", must, f"{n_words} of them", advice)

"""What earlier releases of a text hid, looked for in the released file, in keyed numbers alone.

The numbers of the words come from whoever asks: they must be read as those of the register were.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from engine.errors import Fault, fault


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


def earlier_fault(document: str, n_words: int) -> Fault:
    """``MEM002``: a document shows what an earlier release of the same text hid."""
    must = "must show no word that an earlier release of the same text hid"
    advice = "The document was refused. Look at what a format shows outside its text, or at corrections."
    return fault("MEM002", f"document {document}", must, f"{n_words} of them", advice)

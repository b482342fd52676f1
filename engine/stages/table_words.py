"""What the text clauses of a policy say about cells and names of a table's features."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from engine.catalog.names import LEARNED
from engine.text import Decision, Document, SensitiveText

Decide = Callable[[Document], Sequence[Decision]]
_JOINTS = re.compile(r"[_\-./=:<>]+")


class TextClauses:
    """Keeps identifiers and disclosing terms out of the names of features.

    Parameters
    ----------
    decide : callable
        Decisions of the policy's text clauses about a text.

    Notes
    -----
    A word that is removed from one cell is no feature at all, wherever else it
    stands: a name that a recogniser sees in one sentence it may miss in another.
    A name is judged as it is and as it is spoken ("hiv_positive": "hiv
    positive"). What the policy itself declares is not judged by the learned
    recogniser, which takes words like "White" for names.
    """

    def __init__(self, decide: Decide) -> None:
        self._decide = decide

    def clean(self, cell: str) -> tuple[str, Sequence[str]]:
        """The cell with blanks for what must go, and the fragments that went."""
        gone: list[str] = []
        kept: list[str] = []
        at = 0
        for decision in sorted(self._decisions(cell), key=lambda found: found.start):
            kept += [cell[at : decision.start], " "]
            gone += [cell[decision.start : decision.end]] if decision.stage == "identifiers" else []
            at = decision.end
        return "".join((*kept, cell[at:])), gone

    def discloses(self, name: str, declared: bool) -> bool:
        """Whether the policy would change anything in a name."""
        return any(
            not (declared and decision.category in LEARNED)
            for text in dict.fromkeys((name, spoken(name)))
            for decision in self._decisions(text)
        )

    def _decisions(self, text: str) -> Sequence[Decision]:
        return self._decide(Document("table", SensitiveText(text)))


def spoken(name: str) -> str:
    """A name of a feature with blanks for what joins its words."""
    return _JOINTS.sub(" ", name).strip()

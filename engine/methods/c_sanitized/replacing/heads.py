"""What stays of a phrase whose head is safe: the head, where it says something without the risky words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from engine.language.word_lists.addresses import POSTS_AND_UNITS
from engine.methods.c_sanitized.replacing.generalizer import Generalizer
from engine.methods.c_sanitized.replacing.kinds import INCOMPLETE, MEASURES, RELATIONAL
from engine.methods.c_sanitized.replacing.surroundings import Unit
from engine.methods.c_sanitized.replacing.writing import DENIED, FINDINGS, Frame, New, Writer, without_head
from engine.text import PLACEHOLDER

HEAD = "head of the phrase"
"""Source of a replacement that is the head of the phrase itself, its first generalization."""

_OF_DEGREE = Frame(
    before=re.compile(r"\b(?:most|more|very|so|too|less|least|rather|quite|how|extremely|highly)[ \xa0]\Z")
)
_SAYS_OF = Frame(
    before=re.compile(
        r"\b(?:as|is|was|are|were|be|been|being|am|become|became|remain|remained)[ \xa0](?:an?[ \xa0])?\Z",
        re.IGNORECASE,
    )
)
_ENDS_NAME = Frame(before=re.compile(r"\b[A-Z][a-z]+[ \xa0]of[ \xa0]\Z"))


class Heads:
    """Reads the heads of the phrases of one document.

    Parameters
    ----------
    text : str
        The document's text.
    generalizer : Generalizer
        Knows what is safe, and of what kind words are.
    writer : Writer
    """

    def __init__(self, text: str, generalizer: Generalizer, writer: Writer) -> None:
        self._text = text
        self._generalizer = generalizer
        self._writer = writer

    def left(self, phrase: Sequence[Unit]) -> New | None:
        """A phrase by its head alone, or with the placeholder where it needs its risky words; else None."""
        head = phrase[-1]
        if head.key not in MEASURES and self._needs_rest(phrase):
            return self._redacted(phrase)
        whole, bound = self._text[phrase[0].start : head.end], self._bound(phrase)
        is_alone = head not in bound and self.stands_alone(head) and not any(unit.named for unit in phrase)
        if not is_alone or not self._generalizer.is_kind_of(whole, head.surface):
            return None
        kept = [unit for unit in phrase[:-1] if unit not in bound and (not unit.risky or unit.tag == "d")]
        words = [PLACEHOLDER if unit.risky else unit.surface for unit in kept]  # "below 20 copies"
        return New(" ".join([*words, head.surface]), head.end, HEAD)

    def without_kind(self, phrase: Sequence[Unit]) -> New:
        """A phrase with the placeholder, where nothing is known that it is."""
        head, bound = phrase[-1], self._bound(phrase)
        if head not in bound:
            return self._redacted(phrase)
        return without_head([unit for unit in phrase if unit not in bound or unit is head])

    def stands_alone(self, head: Unit) -> bool:
        """Whether a head says something without what goes before it ("test"; not "exchange", "throat")."""
        if head.key in RELATIONAL | INCOMPLETE or not self._generalizer.is_safe(head.key):
            return False
        return not self._generalizer.is_body_part(head.surface)

    def ends_name(self, phrase: Sequence[Unit]) -> bool:
        """Whether a phrase is the end of a name ("Tropic of Cancer")."""
        is_risky_name = phrase[0].risky and phrase[0].surface.istitle()
        return is_risky_name and bool(_ENDS_NAME.end(self._text, phrase))

    def _redacted(self, phrase: Sequence[Unit]) -> New:
        head = phrase[-1]
        return New(self._writer.redacted([*phrase[:-1], head._replace(risky=False)]), head.end)

    def _needs_rest(self, phrase: Sequence[Unit]) -> bool:
        """Whether a head says nothing, or something else, without the words before it."""
        head = phrase[-1]
        if head.surface == "Unit" or head.key in FINDINGS:  # at the top of a letter, for "Breast Unit"
            return True
        if DENIED.end(self._text, phrase) or (phrase[0].risky and _OF_DEGREE.end(self._text, phrase)):
            return True
        return self._is_in_name(phrase) or self._is_said_of_somebody(phrase)

    def _is_said_of_somebody(self, phrase: Sequence[Unit]) -> bool:
        """Whether a phrase says what somebody is: "as an undocumented worker" is not "as a worker"."""
        return bool(_SAYS_OF.end(self._text, phrase)) and self._generalizer.is_person(phrase[-1].surface)

    def _is_in_name(self, phrase: Sequence[Unit]) -> bool:
        """Whether a risky word is a part of a name ("Western Union transfer", "Union Street")."""
        return self.ends_name(phrase) or any(
            one.surface.istitle() and other.surface.istitle() and (one.risky or other.risky)
            for one, other in pairwise(phrase)
            if other.risky or other.key not in POSTS_AND_UNITS
        )

    def _bound(self, phrase: Sequence[Unit]) -> list[Unit]:
        """Safe words that say nothing without the risky one before them ("folic acid", "viral load test")."""
        return [
            unit
            for before, unit in pairwise(phrase)
            if before.risky and not unit.risky and not self._is_kind(before, unit)
        ]

    def _is_kind(self, before: Unit, unit: Unit) -> bool:
        known = self._generalizer.is_kind_of(self._text[before.start : unit.end], unit.surface)
        return known and unit.key not in RELATIONAL

"""What a match is worth: validators, context words on both sides, traps, what a specialised category adds."""

from __future__ import annotations

from dataclasses import dataclass

import re2

from engine.catalog.rules import never, rule, weighed
from engine.methods.identifiers.pattern import Pattern
from engine.methods.identifiers.patterns import TRAPS
from engine.methods.identifiers.scan import compiled
from engine.methods.identifiers.validators import Setting, Validator, validator
from engine.text import Span

CONTEXT_BONUS = 0.35
"""What a context word adds to a score (at most 0.99; only a checksum makes 1)."""
TRAPPED_BELOW = 0.8
"""A finding with a lower score gives way to a trap that covers it."""
AGGREGATED = frozenset({"age-over-89"})
"""Categories with an aggregate that the law allows: only strong traps hold it."""
BEFORE, AFTER = 60, 30
"""Characters before and after a match in which context words are looked for."""
_TRAP_REACH = 48
_DIGIT = frozenset(b"0123456789")
_JOINERS = frozenset(b"-./,")


@dataclass(frozen=True, slots=True)
class Specialisation:
    """A category that is another one in a certain context: a date of birth is a date after "born"."""

    category: str
    general: str
    before: str
    after: str


SPECIALISATIONS = (
    Specialisation(
        "birth-date",
        "date",
        r"(?i)\b(?:(?:d\.?o\.?b|birth|birth ?date|birthday|born|geb|geboren|geburtsdatum|nee?|naissance|"
        r"nacimiento|nacid[oa]|nascita|nat[oa]|nascimento|geboortedatum|urodzon[ya]|fodt|fodd|syntynyt)"
        r"\b|b\.)[^\n\d]{0,32}",
        r"(?i)[^\n.\x00]{0,12}\bbirth(?:day|date)?\b",
    ),
    Specialisation(
        "fax",
        "phone",
        r"(?i)\b(?:e?-?fax|telefax|facsimile|fx|telecopie)\b[^\n\d]{0,24}",
        r"(?i) ?[\(,]? ?fax\b",
    ),
)
"""Each needs the patterns of its general category."""


class Evidence:
    """Weighs the matches of one pattern.

    Parameters
    ----------
    pattern : Pattern
        The row.
    setting : Setting
        Regions and reference year for the validators.
    minimum : float
        The least score of a finding that counts.
    """

    __slots__ = ("_check", "_context", "_minimum", "_setting", "_trap", "pattern")

    def __init__(self, pattern: Pattern, setting: Setting, minimum: float) -> None:
        self.pattern = pattern
        self._setting = setting
        self._minimum = minimum
        self._check: Validator | None = validator(pattern.validator) if pattern.validator else None
        self._trap = pattern.score < TRAPPED_BELOW or pattern.category in AGGREGATED
        self._context = compiled(rf"(?i)\b(?:{pattern.context})\b") if pattern.context else None

    def weigh(self, data: bytes, start: int, end: int) -> Span | None:
        """The finding that a match is, or None when its evidence does not do."""
        return weighed(f"pattern:{self.pattern.id}", lambda: self._weighed(data, start, end), _none)

    def _weighed(self, data: bytes, start: int, end: int) -> Span | None:
        pattern = self.pattern
        if pattern.standalone and _is_piece(data, start, end):
            return None
        if self._check and not self._check(data[start:end].decode("latin-1"), self._setting):
            return None
        word = self._context_word(data, start, end)
        if pattern.context_required and word is None:
            return None
        score = _score(pattern, word)
        if score < self._minimum or (self._trap and trapped(data, start, end, score)):
            return None
        why = {"pattern": pattern.id} if word is None else {"pattern": pattern.id, "context": word}
        return Span(start, end, pattern.category, score, why)

    def _context_word(self, data: bytes, start: int, end: int) -> str | None:
        if self._context is None:
            return None
        left = data[max(0, start - BEFORE) : start]
        found = self._context.search(left[left.rfind(b"\n\n") + 1 :]) or self._context.search(
            data[end : end + AFTER].partition(b"\n\n")[0]
        )
        return found.group().decode("latin-1").lower() if found else None


def _none() -> None:
    """Without the row nothing is found."""


def _score(pattern: Pattern, word: str | None) -> float:
    if pattern.checksum:
        return 1.0
    return pattern.score if word is None else min(0.99, pattern.score + CONTEXT_BONUS)


def _is_piece(data: bytes, start: int, end: int) -> bool:
    """Whether digits go on before or after the match, joined by a single separator."""
    before, after = data[max(0, start - 2) : start], data[end : end + 2]
    return (len(before) == 2 and before[1] in _JOINERS and before[0] in _DIGIT) or (
        len(after) == 2 and after[0] in _JOINERS and after[1] in _DIGIT
    )


_WEAK = [compiled(row.regex) for row in TRAPS if not row.strong]
_STRONG = compiled("|".join(f"(?:{row.regex})" for row in TRAPS if row.strong))
_ANY_WEAK = re2.compile(
    "|".join(f"(?:{row.regex})" for row in TRAPS if not row.strong).encode("latin-1"), _WEAK[0].options
)


@rule("traps", without=never)
def trapped(data: bytes, start: int, end: int, score: float) -> bool:
    """Whether a trap covers [start, end): any trap below `TRAPPED_BELOW`, else a strong one."""
    offset = max(0, start - _TRAP_REACH)
    around = data[offset : end + _TRAP_REACH]
    traps = (_STRONG, _ANY_WEAK) if score < TRAPPED_BELOW else (_STRONG,)
    return any(_covers(trap, around, start - offset, end - offset) for trap in traps)


def _covers(trap: re2._Regexp, around: bytes, start: int, end: int) -> bool:
    return any(match.start() <= start and end <= match.end() for match in trap.finditer(around))


class Specialiser:
    """Names findings by the specialised category where the context says so.

    Parameters
    ----------
    row : Specialisation
        General and specialised category and the context.
    keep_general : bool
        Whether findings of the general category count by themselves.
    """

    def __init__(self, row: Specialisation, keep_general: bool) -> None:
        self.row = row
        self._keep_general = keep_general
        self._around = compiled(f"{row.before}\x00|\x00{row.after}")

    def apply(self, data: bytes, span: Span) -> Span | None:
        """`span`, renamed where it is of the specialised category; None where it does not count."""
        if span.category != self.row.general:
            return span
        around = data[max(0, span.start - BEFORE) : span.start] + b"\0" + data[span.end : span.end + AFTER]
        if self._around.search(around):
            return Span(span.start, span.end, self.row.category, span.score, span.why)
        return span if self._keep_general else None

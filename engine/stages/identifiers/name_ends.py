"""Ages over 89 and officers' numbers beside the name of a person, where nothing else says what they are."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from engine.catalog.rules import nothing, rule
from engine.methods.identifiers.patterns.ages import BEYOND_89, NINETIES
from engine.text import Span

_SCORE = 0.8
_SEX = r"(?:[MF]|male|female)"
_AGE = re.compile(
    rf",?\s{{0,6}}[(\[](?:aged? |now |{_SEX}[,;/ ]{{0,2}})?(?P<bracketed>{BEYOND_89}|{NINETIES})"
    r"(?=[)\],;/]| ?(?i:yoa?\b|y/o\b|yrs?\b)| at h(?:er|is)\b)"
    rf"|(?:,(?: is| was)?| is| was| died| d\.) (?:also |now |still |at |only |aet(?:at)?\. )?"
    rf"(?P<alone>{BEYOND_89}|{NINETIES})"
    r"(?=[;)!]|[.,](?!\d)|[ \t]*(?:\n|\Z)| not \d| {2}| [-\u2013\u2014]"
    r"| (?:and|but|so) (?:s?he|they|is|was|has|had|still|lives?|can|her|his)\b)"
    rf"|,? ?[-\u2013\u2014/] ?(?:{_SEX} ?[-\u2013\u2014/] ?)?(?P<dashed>{BEYOND_89})"
    r"(?=[,;)]| ?[-\u2013\u2014/]|[ \t]*(?:\n|\Z))"
    rf"|,? {{1,8}}(?P<before_sex>{BEYOND_89}) ?[/(]?[MF]\b(?!\.\d)"
    rf"|,? {{1,8}}[MF] ?/ ?(?P<behind_sex>{BEYOND_89})\b"
)

_BEHIND = re.compile(
    r"(?i),? {0,2}[(\[]?(?:(?:badge|shield|star|collar|serial|id|nos?|nr|number)\b[.:]? ?(?:no\.? ?)?|(?=#))"
    r"#? ?([A-Z]{0,3}-?\d{2,6})\b(?![-/.]\d)"
)
_BEFORE = re.compile(r"\b(?:W?P[CS]|PCSO|W?D[CSI]|DCI|Cst|CO|SO)\.? ([A-Z]{0,2}\d{2,6}) {1,2}$")
_LONGEST = 24


@rule("numbers-of-officers", without=nothing)
def numbers_of_officers(text: str, found: Sequence[Span]) -> Iterator[Span]:
    """Collar, badge and other numbers beside the persons that were found ("K. Lindahl #417").

    Parameters
    ----------
    text : str
    found : sequence of Span

    Yields
    ------
    Span
        Of category ``"unique-code"``, in the order of the text.
    """
    for start, end in sorted({(s.start, s.end) for s in found if s.category in ("person", "minor")}):
        first = max(0, start - _LONGEST)
        before = _BEFORE.search(text[first:start])
        if before is not None:
            a, b = before.span(1)
            yield Span(first + a, first + b, "unique-code", _SCORE, {"pattern": "number-before-found"})
        behind = _BEHIND.match(text, end)
        if behind is not None:
            yield Span(*behind.span(1), "unique-code", _SCORE, {"pattern": "number-behind-found"})


@rule("ages-behind-names", without=nothing)
def ages_behind_names(text: str, found: Sequence[Span]) -> Iterator[Span]:
    """Ages over 89 behind the persons that were found in `text`: "Clotilde (97)", "Dagny Overgaard, 102".

    Parameters
    ----------
    text : str
    found : sequence of Span

    Yields
    ------
    Span
        Of category ``"age-over-89"``, in the order of the text.
    """
    for end in sorted({span.end for span in found if span.category in ("person", "minor")}):
        age = _AGE.match(text, end)
        if age is not None:
            yield Span(*age.span(age.lastgroup or 0), "age-over-89", _SCORE, {"pattern": "age-behind-found"})

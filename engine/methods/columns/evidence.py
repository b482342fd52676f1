"""Evidence about one column: features by name, each computed once, and tables of rows that decide by them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from types import MappingProxyType

from engine.methods.columns.given_out import is_row_number, looks_given_out
from engine.methods.columns.headers import Meaning
from engine.methods.columns.kinds import CODES, HARMLESS, TEXT, Kind
from engine.methods.columns.values import ALL, FEW, HALF, KNOWN, MOST, Values

SURE_HEADER = 0.75
"""Score from which a header says plainly what its column holds."""
SURE, UNSURE = 0.9, 0.6
"""Scores of what values show, and of what is only likely: findings in a harmless column then count."""
SOME, HARDLY, DIFFER = 0.2, 0.1, 0.7
"""Shares of what is no chance, of slips, and of different values where nearly all differ."""
_SEVERAL, _MANY = 5, 8
"""Values that are seldom alike by chance, and of which it says something how many differ."""
_MAIN = 0.6
"""Share of names that lists know from which the others are names that they lack."""
_NAMED_FROM = 0.35
"""Share of cells that a recogniser takes for names from which a column without header is one of names."""
_LONG_TEXT = 6.0
"""Words of a value that is no name."""
_LEVELS: Mapping[str, float] = MappingProxyType(
    {
        "every": ALL,
        "nearly": KNOWN,
        "mostly": MOST,
        "mainly": _MAIN,
        "half": HALF,
        "third": _NAMED_FROM,
        "some": SOME,
    }
)
_NUMBER = frozenset({"no", "number", "num", "nr"})
_LISTED = {"person": "listed person", "location": "listed place", "organisation": "listed place"}
_NAMES = "one capital word", "names first last", "names last first"
NOT_SAID = Meaning("", 0.0, ())
"""What no header says."""


@dataclass(frozen=True)
class Evidence:
    """What a column shows.

    Parameters
    ----------
    meaning : Meaning
        What the header says; `NOT_SAID` without one.
    values : Values
        The values summed up.
    named : mapping of str to float
        For persons, organisations and places, the share of the values that a recogniser takes for one.
    shown : Kind or None
        The kind that the values show by themselves.
    beside, around : set of str
        Kinds of the columns left and right, and of all of the table.
    facts : mapping of str to callable
        Conditions that more tells than the column.
    """

    meaning: Meaning
    values: Values
    named: Mapping[str, float]
    shown: Kind | None = None
    beside: Collection[str] = ()
    around: Collection[str] = ()
    facts: Mapping[str, Callable[[], bool]] = field(default_factory=dict)
    _known: dict[str, bool] = field(default_factory=dict, repr=False, compare=False)

    def holds(self, conditions: str) -> bool:
        """Whether all `conditions` hold, parted by commas; an empty text always does.

        A condition is a name of `FEATURES` or of one of the `facts`; or ``every``, ``nearly``, ``mostly``,
        ``mainly``, ``half``, ``third``, ``some``, ``hardly`` and the forms of which so many values have one;
        or a key of `ATTRIBUTES` and words of which it has one. ``not`` before it turns it round.

        Examples
        --------
        >>> from engine.methods.columns.values import summed_up
        >>> Evidence(NOT_SAID, summed_up(["yes", "no", "yes"]), {}).holds("every flag, not half digits")
        True
        """
        return all(map(self._holds, _parted(conditions)))

    def _holds(self, condition: str) -> bool:
        known = self._known.get(condition)
        if known is None:
            fact = self.facts.get(condition)
            known = self._known[condition] = fact() if fact else condition_of(condition)(self)
        return known

    @cached_property
    def _shares(self) -> Mapping[str, float]:
        recognised = self.named.get(self.recognised, 0.0)
        return {**self.values.shares, **self.named, "recognised": recognised}

    def share(self, *forms: str) -> float:
        """Largest share of the values that have one form, or are one kind of name."""
        return max([self._shares.get(form, 0.0) for form in forms])

    @property
    def word(self) -> str:
        """The header's only word, words for a number left out, or nothing."""
        words = [word for word in self.meaning.words if word not in _NUMBER]
        return words[0] if len(words) == 1 and self.values.n else ""

    @property
    def recognised(self) -> str:
        """The category of names that a recogniser sees most, or nothing."""
        categories = [category for category in self.named if not category.startswith("listed")]
        return max(categories, key=lambda category: self.named[category], default="")

    @property
    def most_named(self) -> float:
        """The largest share that a recogniser or a list of names takes for names."""
        return max((share for what, share in self.named.items() if what != "listed thing"), default=0.0)


Feature = Callable[[Evidence], bool]

FEATURES: dict[str, Feature] = {
    "header": lambda seen: bool(seen.meaning.kind),
    "plain": lambda seen: seen.meaning.score >= SURE_HEADER,
    "whole": lambda seen: seen.meaning.is_whole,  # the vocabulary has all words of the header
    "of records": lambda seen: seen.meaning.words == ("record", "id"),
    "bare": lambda seen: seen.meaning.bare,  # it names a person or thing, and not what about it
    "promises no number": lambda seen: seen.meaning.bare and not seen.meaning.is_whole,
    "under a code": lambda seen: seen.meaning.kind in CODES,
    "under harmless": lambda seen: seen.meaning.kind in HARMLESS,
    "shown": lambda seen: seen.shown is not None,
    "shown personal": lambda seen: seen.shown is not None and seen.shown.name not in HARMLESS,
    "any": lambda seen: seen.values.n > 0,
    "two": lambda seen: seen.values.n > 1,
    "enough": lambda seen: seen.values.n >= FEW,
    "several": lambda seen: seen.values.n >= _SEVERAL,
    "many": lambda seen: seen.values.n >= _MANY,
    "recur": lambda seen: seen.values.n >= FEW and seen.values.unique <= HALF,
    "recur often": lambda seen: seen.values.n >= _MANY and 2 * seen.values.unique <= HALF,
    "all new": lambda seen: seen.values.n >= FEW and seen.values.unique > KNOWN,
    "differ": lambda seen: seen.values.unique >= DIFFER,
    "half differ": lambda seen: seen.values.unique >= HALF,
    "few different": lambda seen: seen.values.n_distinct <= 4,  # sides: north, south, east, west
    "mixed": lambda seen: seen.values.are_mixed,  # as codes of many makers are
    "given out": lambda seen: looks_given_out(seen.values),
    "surely given out": lambda seen: looks_given_out(seen.values, strict=True),
    "row numbers": lambda seen: is_row_number(seen.values),
    "zeros in front": lambda seen: seen.values.zeros_in_front,
    "small numbers": lambda seen: seen.holds("mostly integer") and seen.values.long <= 2,
    "up to three signs": lambda seen: seen.values.long <= 3,
    "few words": lambda seen: seen.values.mean_words <= 4,
    "long text": lambda seen: seen.values.mean_words > _LONG_TEXT,
    "words in each": lambda seen: seen.values.mean_words >= 2,
    "flags": lambda seen: (  # or the digits 0 and 1
        seen.holds("mostly flag, few different")
        and (seen.values.largest == 1 or seen.holds("not half digits"))
    ),
    "capitalised": lambda seen: seen.values.share(*_NAMES) >= MOST,
    "half capitalised": lambda seen: seen.values.share(*_NAMES) >= HALF,
    "named": lambda seen: seen.most_named > 0,
    "names differ": lambda seen: seen.values.n < _MANY or seen.values.unique >= HALF,
    "lists agree": lambda seen: seen.share(_LISTED.get(seen.recognised, "")) > 0,
    "recognised together": lambda seen: (
        sum(seen.named.get(each, 0.0) for each in ("person", "organisation", "location")) >= MOST
    ),
    "few persons": lambda seen: seen.named.get("person", 0.0) < _NAMED_FROM,
    "companies": lambda seen: seen.values.shares_distinct.get("company", 0.0) >= SOME < seen.most_named,
}
"""Features by name; tables that need one of their own add it."""
ATTRIBUTES: Mapping[str, Callable[[Evidence], Collection[str]]] = MappingProxyType(
    {
        "under": lambda seen: [seen.meaning.kind],  # kinds that the header may name
        "called": lambda seen: [seen.word],
        "shows": lambda seen: [seen.shown.name] if seen.shown else [],
        "told by": lambda seen: [seen.shown.row] if seen.shown else [],
        "beside": lambda seen: seen.beside,
        "around": lambda seen: seen.around,
    }
)
"""Words of a column of which a condition names some."""
_OR = " or "


@cache
def _parted(conditions: str) -> tuple[str, ...]:
    return tuple(filter(None, conditions.split(", ")))


@cache
def condition_of(condition: str) -> Feature:
    """What a condition looks at; `KeyError` for a name that is none."""
    if condition in FEATURES:
        return FEATURES[condition]
    if condition.startswith("not "):
        return lambda seen: not seen.holds(condition.removeprefix("not "))
    if attribute := next((name for name in ATTRIBUTES if condition.startswith(f"{name} ")), ""):
        names = condition.removeprefix(f"{attribute} ").split(_OR)
        return lambda seen: not set(names).isdisjoint(ATTRIBUTES[attribute](seen))
    return _level(*condition.split(" ", 1))


def _level(level: str, forms: str = "") -> Feature:
    """How large a share of the values must have one of some forms."""
    names = forms.split(_OR)
    if level == "hardly":
        return lambda seen: seen.share(*names) < HARDLY
    least = _LEVELS[level]
    return lambda seen: seen.share(*names) >= least


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table of evidence: what it looks at, what it says, and why.

    Parameters
    ----------
    name : str
        Says in the evidence of a column which row decided.
    sees : str
        Conditions under which it holds, as `Evidence.holds` takes them.
    says : str, callable, or sequence of Row
        The kind, or a table that goes on; where no row of that holds, the rows below follow.
    by : str
        What it looks at: ``"header"``, ``"values"``, ``"both"`` or ``"neighbours"``.
    score : float, optional
        How sure it is. Without: as sure as the header, and what values say is `SURE`.
    why : str
        What would go wrong without it.
    """

    name: str
    sees: str
    says: str | Callable[[Evidence], str] | Sequence[Row]
    by: str = "values"
    score: float | None = None
    why: str = ""


Rows = Sequence[Row]


def decided(rows: Rows, seen: Evidence) -> Kind | None:
    """The kind that the first row says which holds, with the row's name; None where no row holds.

    Examples
    --------
    >>> from engine.methods.columns.values import summed_up
    >>> rows = Row("yes and no", "flags", "flag"), Row("anything else", "", "text")
    >>> decided(rows, Evidence(NOT_SAID, summed_up(["yes", "no", "yes"]), {})).row
    'yes and no'
    """
    for row in rows:
        if not seen.holds(row.sees):
            continue
        if isinstance(row.says, str) or callable(row.says):
            kind = row.says if isinstance(row.says, str) else row.says(seen)
            score = row.score or (seen.meaning.score if row.by in ("header", "both") else SURE)
            return Kind(kind, score, row.by, row.name)
        if (inner := decided(row.says, seen)) is not None:
            return inner
    return None


def of_header(seen: Evidence) -> str:
    """The kind that the header names."""
    return seen.meaning.kind or TEXT

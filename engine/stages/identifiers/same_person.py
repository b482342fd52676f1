"""One person, one name for the pseudonym: the ways in which a document names somebody are put together."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.catalog.lexicon import SPOKEN, unaccented, words
from engine.text import Span

_WORD = re.compile(r"[^\W\d_]+")
_TITLES = frozenset(word.rstrip(".") for word in words("title", *SPOKEN))
_MALE, _FEMALE = "m", "f"
_SEX_OF = {"mr": _MALE, "herr": _MALE, "sir": _MALE, "ms": _FEMALE, "mrs": _FEMALE, "miss": _FEMALE}
_BEFORE = 8
"""Characters before a mention in which its title stands."""


@dataclass(slots=True)
class _Person:
    """Somebody as the document names them most fully."""

    words: tuple[str, ...]
    initials: tuple[str, ...]
    sexes: set[str] = field(default_factory=set)

    @property
    def name(self) -> str:
        return " ".join([*self.initials, *self.words])


def same_persons(spans: Sequence[Span], text: str) -> Mapping[tuple[int, int], str]:
    """The fullest name of each mention's person, where the document names one alone whom it fits.

    A surname, a given name and initials go by the one full name that holds them; where two do, or a title
    contradicts, the mention keeps a name of its own.

    Parameters
    ----------
    spans : sequence of Span
        Findings; those of persons count.
    text : str

    Returns
    -------
    mapping of (start, end) to str

    Examples
    --------
    >>> text = "Ada Lowe met Bo Roe. Lowe left. B.R. stayed. Mr Lowe came."
    >>> places = [text.find(name) for name in ("Ada Lowe", "Bo Roe", "Lowe left", "B.R.")]
    >>> ends = [a + n for a, n in zip(places, (8, 6, 4, 4))]
    >>> found = same_persons([Span(a, b, "person") for a, b in zip(places, ends)], text)
    >>> [found[one] for one in zip(places, ends)]
    ['ada lowe', 'bo roe', 'ada lowe', 'bo roe']
    """
    read = {(s.start, s.end): _read(text, s) for s in spans if s.category in ("person", "minor")}
    known = _Known()
    found: dict[tuple[int, int], str] = {}
    for place, mention in sorted(read.items(), key=lambda one: (_rank(one[1]), one[0])):
        fitting = [person for person in known.near(mention) if _fits(mention, person)]
        if len(fitting) == 1:
            fitting[0].sexes |= mention.sexes
            found[place] = fitting[0].name
            continue
        found[place] = mention.name
        known.add(mention)
    return found


class _Known:
    """The persons read so far, by their words and by their initials: no mention is held against all."""

    def __init__(self) -> None:
        self._by_word: dict[str, list[_Person]] = {}
        self._by_initials: dict[str, list[_Person]] = {}
        self._names: set[tuple[str, frozenset[str]]] = set()

    def add(self, person: _Person) -> None:
        """Take in somebody who is named by a word at least."""
        key = person.name, frozenset(person.sexes)
        if not person.words or key in self._names:
            return
        self._names.add(key)
        for word in dict.fromkeys(person.words):
            self._by_word.setdefault(word, []).append(person)
        letters = "".join(word[0] for word in person.words)
        for short in {letters, letters[0] + letters[-1]}:
            self._by_initials.setdefault(short, []).append(person)

    def near(self, mention: _Person) -> Sequence[_Person]:
        """Those who share the mention's rarest word, or its initials where it has none."""
        if not mention.words:
            return self._by_initials.get("".join(mention.initials), ()) if len(mention.initials) > 1 else ()
        return min((self._by_word.get(word, ()) for word in mention.words), key=len)


def _read(text: str, span: Span) -> _Person:
    said = text[span.start : span.end]
    last, _, first = said.partition(",")
    is_surname = len(_WORD.findall(last)) == 1  # else no name follows the comma: "Ada Lowe, Appellant"
    parts = _WORD.findall(unaccented(f"{first} {last}" if is_surname else last).lower())
    before = _WORD.findall(text[max(0, span.start - _BEFORE) : span.start].lower())[-1:]
    sexes = {_SEX_OF[word] for word in _SEX_OF.keys() & {*before, *parts}}
    named = [word for word in parts if word not in _TITLES or all(len(part) == 1 for part in parts)]
    if said.isupper() and len(said) < 4 and len(named) == 1:
        named = [*named[0]]  # "BR"
    return _Person(tuple(w for w in named if len(w) > 1), tuple(w for w in named if len(w) == 1), sexes)


def _rank(mention: _Person) -> tuple[int, int]:
    """The fullest first; of equals those with initials."""
    return -len(mention.words), -len(mention.initials)


def _fits(mention: _Person, person: _Person) -> bool:
    if len(mention.sexes | person.sexes) > 1 or not set(mention.words) <= set(person.words):
        return False
    others = [word[0] for word in person.words if word not in mention.words] + [*person.initials]
    return not mention.words or all(letter in others for letter in mention.initials)

"""Documents made from templates of other languages, whose dates, streets and numbers have forms of their own.

Notes
-----
``{name}``, ``{first}``, ``{last}``, ``{inverted}``, ``{upper}``, ``{initials}``, ``{mail}`` and ``{city}``
are filled from names; every other slot of a template has its forms in ``forms.txt``. In a form ``#`` is a
digit, ``^`` a letter, ``%d``, ``%m``, ``%Y``, ``%y`` parts of a date, ``%n`` a number up to 199.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from adapters.recognizers.training.templates import Person, Piece
from engine.measures.annotated import AnnotatedDocument

_SLOT = re.compile(r"\{(\w+)\}")
_SIGN = re.compile(r"%[dmYyn]|[#^]")
_MARKED: Mapping[str, str] = {
    **dict.fromkeys(("name", "first", "last", "inverted", "upper", "initials"), "person"),
    **dict.fromkeys(("city", "country", "street", "zip"), "location"),
    **dict.fromkeys(("org", "hospital"), "organisation"),
    **dict.fromkeys(("date", "md"), "date"),
    **dict.fromkeys(("phone", "mobile", "email", "mrn", "id", "iban", "reference"), "code"),
    "age": "age",
    "work": "demographic",
}
"""Slots that are marked, with their categories; the others hold ordinary words."""

_SHARE_OF_UNLISTED = 0.3


@dataclass(frozen=True)
class People:
    """First and last names as they stand in annotated documents, each as often as there."""

    first: Sequence[str]
    last: Sequence[str]


def people_of(documents: Iterable[AnnotatedDocument]) -> People:
    """Names of persons who are named by two capitalised words: the first name, and the last."""
    first, last = [], []
    for document in documents:
        text = document.document.text.reveal()
        for mention in document.annotations:
            words = text[mention.start : mention.end].split()
            if mention.category == "person" and len(words) == 2 and all(map(_is_name, words)):
                first.append(words[0])
                last.append(words[1])
    return People(first, last)


def _is_name(word: str) -> bool:
    return word.isalpha() and word.istitle() and len(word) > 2


class FormFiller:
    """Fills the slots of templates by forms; every choice comes from one random generator.

    Parameters
    ----------
    people : People
    cities : sequence of str
    forms : mapping of str to list of str
        Forms by slot.
    chance : random.Random
    """

    def __init__(
        self, people: People, cities: Sequence[str], forms: Mapping[str, list[str]], chance: random.Random
    ) -> None:
        self.chance = chance
        self._people = people
        self._forms = forms
        self._named: Mapping[str, Callable[[Person], str]] = {
            "name": lambda p: f"{p[0]} {p[1]}",
            "first": lambda p: p[0],
            "last": lambda p: p[1],
            "inverted": lambda p: f"{p[1]}, {p[0]}",
            "upper": lambda p: f"{p[1]} {p[0]}".upper(),
            "initials": lambda p: f"{p[0][0]}. {p[1]}",
            "mail": lambda p: f"{p[0]}.{p[1]}".lower(),
            "city": lambda p: chance.choice(cities),
        }

    def person(self) -> Person:
        """First and last name; some last names are blends, which no list has."""
        last = self.chance.choice(self._people.last)
        if self.chance.random() < _SHARE_OF_UNLISTED:
            other = self.chance.choice(self._people.last)
            last = last[: max(2, len(last) // 2)] + other[len(other) // 2 :]
        return self.chance.choice(self._people.first), last

    def pieces(self, template: str, person: Person) -> Iterator[Piece]:
        """Text of a template piece by piece; its first person is `person`."""
        end = 0
        for slot in _SLOT.finditer(template):
            yield template[end : slot.start()], ""
            yield self._text(slot[1], person), _MARKED.get(slot[1], "")
            if slot[1] in self._named:
                person = self.person()
            end = slot.end()
        yield template[end:], ""

    def _text(self, slot: str, person: Person) -> str:
        if slot in self._named:
            return self._named[slot](person)
        form = self.chance.choice(self._forms[slot])
        whole = _SLOT.sub(lambda inner: self._text(inner[1], person), form)
        return _SIGN.sub(self._sign, whole)

    def _sign(self, sign: re.Match[str]) -> str:
        day, month, year = (
            self.chance.randint(1, 28),
            self.chance.randint(1, 12),
            self.chance.randint(30, 124),
        )
        if sign[0] in ("%d", "%m"):
            number = day if sign[0] == "%d" else month
            return f"{number:02}" if self.chance.random() < 0.7 else str(number)
        said = {"%Y": str(1900 + year), "%y": f"{year % 100:02}", "%n": str(self.chance.randint(1, 199))}
        if sign[0] in said:
            return said[sign[0]]
        return self.chance.choice("0123456789" if sign[0] == "#" else "ABCDEFGHJKLMNPRSTWXYZ")

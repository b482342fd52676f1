"""Documents made from templates: clinical and office text, which no public annotated corpus has.

Notes
-----
Slots of a template: ``{name}`` (first and last name, now and then with a middle
initial), ``{first}``, ``{last}``, ``{inverted}`` (last, first), ``{upper}`` (in
capitals), ``{initials}`` (with a last name), ``{eponymous}`` (a person named like a
disease or device); ``{city}``, ``{county}``, ``{us}`` (a State), ``{abbr}`` (its postal
abbreviation), ``{country}``, ``{place}`` (city and State), ``{street}``; ``{org}``,
``{hospital}``; ``{date}``, ``{md}`` (a date, mostly without a year), ``{age}``,
``{code}``, ``{mrn}`` (a number as registers give them out), ``{phone}``, ``{email}``;
``{title}``, ``{he}``, ``{his}``; and the slots of ``fillers.txt``, which mark nothing.
A slot in capitals at its beginning has its filler so. ``\\n`` in a template is a line end.
"""

from __future__ import annotations

import csv
import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from operator import itemgetter
from pathlib import Path
from typing import Protocol

from engine.catalog.regions import STATES
from engine.errors import InvalidError, fault
from engine.measures.annotated import AnnotatedDocument, Annotation
from engine.text import Document, SensitiveText

FOLDER = Path(__file__).parent / "templates"
CORPUS = "templates"
ANNOTATED = frozenset({"person", "organisation", "location", "date", "age", "code"})

_SLOT = re.compile(r"\{(\w+)\}")
_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_LENGTHS = (1, 1, 1, 2, 3, 5, 7)
"""Lines of a document; those of a note, which is a page of short lines, are below."""

_NOTES = ("notes", "papers")
_NOTE_LENGTHS = (2, 5, 9, 14, 20)

_SHARE_IN_CAPITALS = 0.08
"""Share of documents without a small letter, as dictation and registers have them."""

_SHARE_OF_UNLISTED = 0.3
"""Share of last names blended of two, so that a learner does not lean on the word lists alone."""

_SHARE_OF_KNOWN = 0.2
"""Share of organisations that are well-known ones."""

Piece = tuple[str, str]
"""Text, and the category it is marked with (empty for none)."""


@dataclass(frozen=True)
class Names:
    """What the slots of persons and places are filled with.

    Parameters
    ----------
    first, last : sequence of str
        First names, and last names by frequency.
    cities, home_cities : sequence of str
        Cities of the world, and of the United States.
    countries : sequence of str
    """

    first: Sequence[str]
    last: Sequence[str]
    cities: Sequence[str]
    home_cities: Sequence[str]
    countries: Sequence[str]


def read_names(first: Sequence[Path], last: Path, places: Path) -> Names:
    """Names from word lists (one per line) and a table of cities with the columns name and country."""
    try:
        given = [w for path in first for w in _words(path)]
        rows = list(csv.DictReader(places.read_text(encoding="utf-8").splitlines()))
        home = [r["name"] for r in rows if r["country"] == "United States"]
        countries = sorted({r["country"] for r in rows})
        return Names(given, _words(last), [r["name"] for r in rows], home, countries)
    except (OSError, UnicodeDecodeError, KeyError):
        raise InvalidError(
            fault(
                "TRN004",
                "names of the templates",
                "must be readable word lists",
                "",
                "Check the recipe's paths.",
            )
        ) from None


def read_cities(places: Path, countries: Sequence[str]) -> list[str]:
    """Cities of some countries, from a table of cities with the columns name and country."""
    try:
        rows = csv.DictReader(places.read_text(encoding="utf-8").splitlines())
        return [row["name"] for row in rows if row["country"] in countries]
    except (OSError, UnicodeDecodeError, KeyError):
        must = "must be a readable table of cities"
        raise InvalidError(fault("TRN004", str(places), must, "", "Check the recipe's paths.")) from None


def _words(path: Path) -> list[str]:
    words = [line.strip() for line in path.read_text(encoding="utf-8").splitlines()]
    return [w.title() for w in words if w.isalpha() and len(w) > 2]


def made_documents(names: Names, n: int, seed: int = 1, folder: Path = FOLDER) -> list[AnnotatedDocument]:
    """`n` documents of up to seven lines (notes: twenty), from pairs of files, one without names.

    Parameters
    ----------
    names : Names
    n : int, >= 1
    seed : int
        Same seed, same documents.
    folder : Path
        Template files ``<kind>.txt`` and ``<kind>-plain.txt``, and ``fillers.txt``.

    Returns
    -------
    list of AnnotatedDocument
        Documents with templates of one fold share a group.
    """
    return documents_of(_Filler(names, read_forms(folder / "fillers.txt"), random.Random(seed)), n, folder)


class Filler(Protocol):
    """Fills the slots of a template."""

    chance: random.Random

    def person(self) -> Person:
        """First and last name of somebody."""
        ...

    def pieces(self, template: str, person: Person) -> Iterator[Piece]:
        """Text of a template piece by piece, with the category that each is marked with."""
        ...


def documents_of(fill: Filler, n: int, folder: Path) -> list[AnnotatedDocument]:
    """`n` documents of the templates of a folder, filled by `fill`."""
    kinds = [p.stem for p in sorted(folder.glob("*.txt")) if (folder / f"{p.stem}-plain.txt").exists()]
    pools = [(_templates(folder / f"{k}.txt"), _templates(folder / f"{k}-plain.txt")) for k in kinds]
    return [_made(i, fill, kinds[i % len(pools)], *pools[i % len(pools)]) for i in range(n)]


_GROUPS = 12
_NOTE_GROUPS = 5


def _made(
    number: int, fill: Filler, kind: str, named: Sequence[str], plain: Sequence[str]
) -> AnnotatedDocument:
    """A document of the templates of one group; of twelve groups each takes every twelfth template."""
    n_groups, chance = _NOTE_GROUPS if kind in _NOTES else _GROUPS, fill.chance
    group = number // 2 % n_groups
    length = chance.choice(_NOTE_LENGTHS if kind in _NOTES else _LENGTHS)
    share = chance.choice((0.3, 0.6, 0.8)) if length > 1 else 0.55
    lines = [
        chance.choice((named if chance.random() < share else plain)[group::n_groups]) for _ in range(length)
    ]
    text, spans = "", list[Annotation]()
    between = "\n" if kind in _NOTES else chance.choice((" ", "\n", "\n\n"))
    person = fill.person()
    for line in lines:
        text += between if text else ""
        for piece, category in fill.pieces(line, person):
            if category:
                spans.append(Annotation(len(text), len(text) + len(piece), category))
            text += piece
    large = text.upper()
    if len(large) == len(text) and chance.random() < _SHARE_IN_CAPITALS:
        text = large
    document = Document(f"made-{number}", SensitiveText(text))
    return AnnotatedDocument(document, spans, ANNOTATED, CORPUS, f"{kind}-{group}")


class _Filler:
    """Fills slots; every choice comes from one random generator."""

    def __init__(self, names: Names, words: dict[str, list[str]], chance: random.Random) -> None:
        self.chance = chance
        self._names = names
        self._words = words
        self._of_person: dict[str, tuple[str, Callable[[Person], str]]] = {
            "name": ("person", self._full),
            "first": ("person", itemgetter(0)),
            "last": ("person", itemgetter(1)),
            "inverted": ("person", self._inverted),
            "upper": ("person", self._upper),
            "initials": ("person", self._initials),
            "county": ("location", lambda p: f"{p[1]} County"),
            "org": ("organisation", lambda p: self._organisation(p[1])),
            "email": ("code", lambda p: f"{p[0]}.{p[1]}@example.com".lower()),
        }
        self._slots: dict[str, tuple[str, Callable[[], str]]] = {
            "city": ("location", self._city),
            "us": ("location", partial(self._any, tuple(STATES.values()))),
            "abbr": ("location", partial(self._any, tuple(STATES))),
            "country": ("location", partial(self._any, names.countries)),
            "street": ("location", self._street),
            "hospital": ("organisation", self._hospital),
            "date": ("date", self._date),
            "age": ("age", lambda: str(chance.randint(1, 97))),
            "code": ("code", lambda: str(chance.randint(10**5, 10**9))),
            "mrn": ("code", self._number),
            "md": ("date", self._day_and_month),
            "phone": ("code", self._phone),
            "eponymous": ("person", lambda: self._any(words["medical_eponym"]).removesuffix("'s")),
            "title": ("", partial(self._any, ("Mr.", "Mrs.", "Ms.", "Mr", "Mrs", "Ms", "Miss", "Dr."))),
            "he": ("", partial(self._any, ("he", "she"))),
            "his": ("", partial(self._any, ("his", "her"))),
        }

    def pieces(self, template: str, person: Person) -> Iterator[Piece]:
        """Text of a template piece by piece; its first person is `person` every other time."""
        end = 0
        for slot in _SLOT.finditer(template):
            yield template[end : slot.start()], ""
            yield from self._filled(slot[1], person)
            person, end = self.person(), slot.end()
        yield template[end:], ""

    def _filled(self, slot: str, person: Person) -> Iterator[Piece]:
        if slot == "place":
            yield self._any(self._names.home_cities), "location"
            yield ", ", ""
            yield from self._filled("abbr" if self._half() else "us", person)
        elif slot in self._of_person:
            category, told = self._of_person[slot]
            yield told(person), category
        elif slot in self._slots:
            category, fill = self._slots[slot]
            yield fill(), category
        else:
            words = self._any(self._words[slot.lower()])
            yield words[0].upper() + words[1:] if slot[0].isupper() else words, ""

    def person(self) -> Person:
        """First and last name; common ones are likelier, as in life."""
        last = self._names.last
        name = last[min(int(self.chance.expovariate(1 / 3000)), len(last) - 1)]
        if self.chance.random() < _SHARE_OF_UNLISTED:
            head, tail = name, self._any(last)
            name = head[: max(2, len(head) // 2)] + tail[len(tail) // 2 :]
        if self.chance.random() < 0.06:
            name = f"{self.chance.choice(('O’', 'Mc', 'van ', 'de la ', 'O' + chr(39)))}{name}"
        return self._any(self._names.first), name

    def _inverted(self, person: Person) -> str:
        return f"{person[1]}, {person[0]}{self._maybe(' ' + self._letter())}"

    def _upper(self, person: Person) -> str:
        return f"{person[1]}, {person[0]}".upper() if self._half() else self._full(person).upper()

    def _initials(self, person: Person) -> str:
        return f"{person[0][0]}. {self._maybe(self._letter() + '. ')}{person[1]}"

    def _full(self, person: Person) -> str:
        second = self._maybe(self._letter() + self._maybe(".") + " ", 0.2)
        double = f"-{self.person()[1]}" if self.chance.random() < 0.06 else ""
        return f"{person[0]} {second}{person[1]}{double}"

    def _city(self) -> str:
        return self._any(self._names.home_cities if self._half() else self._names.cities)

    def _street(self) -> str:
        head = self._any(self._words["street_head"]) if self._half() else self.person()[1]
        return f"{self.chance.randint(1, 9999)} {head} {self._any(self._words['street_word'])}"

    def _organisation(self, last: str) -> str:
        if self.chance.random() < _SHARE_OF_KNOWN:
            return self._any(self._words["company"])
        form, word = self._any(self._words["company_form"]), self._any(self._words["company_word"])
        head = self._any(self._words["company_head"])
        return self.chance.choice(
            (
                f"{last} {word}",
                f"{last} {form}",
                f"{head} {word}",
                f"{head} {word} {form}",
                f"{last} & {self.person()[1]}",
                f"{last} {word} {form}",
                f"{self._city()} {word}",
            )
        )

    def _hospital(self) -> str:
        head = self._any(self._words["hospital_head"]) if self._half() else self._city()
        return f"{head} {self._any(self._words['hospital_word'])}"

    def _date(self) -> str:
        day, month, year = (
            self.chance.randint(1, 28),
            self.chance.randint(1, 12),
            self.chance.randint(1930, 2024),
        )
        name = _MONTHS[month - 1]
        return self.chance.choice(
            (
                f"{name} {day}, {year}",
                f"{month}/{day}/{year}",
                f"{day} {name} {year}",
                f"{month:02}/{day:02}/{year % 100:02}",
                f"{year}-{month:02}-{day:02}",
                f"{name} {year}",
                f"{name} {day}",
                str(year),
            )
        )

    def _day_and_month(self) -> str:
        """A date as notes give it, mostly without a year."""
        day, month, year = self.chance.randint(1, 28), self.chance.randint(1, 12), self.chance.randint(5, 24)
        short = _MONTHS[month - 1][:3]
        return self.chance.choice(
            (
                *(f"{month}/{day}", f"{month}/{day}", f"{month}/{day}", f"{month:02}/{day:02}"),
                *(f"{month}/{day}/{year:02}", f"{day}/{month}", f"{day:02}.{month:02}", f"{short} {day}"),
                *(f"{day} {short}", f"{short}. {day}", f"{month}-{day}", f"{month:02}/{2000 + year}"),
            )
        )

    def _number(self) -> str:
        """A record number in one of the forms that registers give out."""
        digits = "".join(self.chance.choices("0123456789", k=9))
        letters = "".join(self.chance.choices("ABCDEFGHJKLMNPRSTWXYZ", k=3))
        return self.chance.choice(
            (
                *(
                    digits[:6],
                    digits[:7],
                    digits[:8],
                    f"{digits[:2]}-{digits[2:6]}",
                    f"00-{digits[:2]}-{digits[2:4]}",
                ),
                *(f"{letters[0]}{digits[:7]}", f"{letters[:2]}-{digits[:5]}", f"{letters}-{digits[:4]}"),
                *(f"{letters[0]}-{digits[:3]}-{digits[3:6]}", f"{digits[:3]} {digits[3:6]} {digits[6:]}"),
                *(f"{letters} {digits[:3]} {digits[3:6]}", f"{digits[:2]}-{digits[2:8]}-{letters[0]}"),
                *(
                    f"{letters[:2]}{digits[:2]}-{digits[2:6]}",
                    f"{digits[:4]}-{letters[:2]}",
                    f"S{digits[:2]}-{digits[2:7]}",
                ),
            )
        )

    def _phone(self) -> str:
        a, b, c = self.chance.randint(201, 989), self.chance.randint(200, 999), self.chance.randint(0, 9999)
        return self.chance.choice((f"({a}) {b}-{c:04}", f"{a}-{b}-{c:04}", f"{a}.{b}.{c:04}", f"{b}-{c:04}"))

    def _letter(self) -> str:
        return self.chance.choice("ABCDEFGHJKLMNPRSTW")

    def _half(self) -> bool:
        return self.chance.random() < 0.5

    def _maybe(self, text: str, share: float = 0.5) -> str:
        return text if self.chance.random() < share else ""

    def _any(self, words: Sequence[str]) -> str:
        return self.chance.choice(words)


Person = tuple[str, str]
"""First and last name."""


def _templates(path: Path) -> list[str]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line.replace("\\n", "\n") for line in lines if line and not line.startswith("#")]


def read_forms(path: Path) -> dict[str, list[str]]:
    """Words by slot: ``slot: one | two``."""
    pairs = [line.split(": ", 1) for line in _templates(path)]
    return {slot: words.split(" | ") for slot, words in pairs}

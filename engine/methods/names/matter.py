"""Facts of a matter: who and what the documents are about, declared by people and never guessed.

All of it is secret. Models print counts only; findings carry numbers of subjects, never a value.
"""

from __future__ import annotations

import datetime as dt
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from engine.catalog.lexicon import words
from engine.language.word_lists.stop_words import STOP_WORDS
from engine.methods.identifiers.terms import TermFinder
from engine.methods.names.entities.consistency import KnownSubjects, folded
from engine.methods.names.tagger.features import tokenize
from engine.text import Document, Span

RULE = "matter"
"""Reason of a finding."""
CATEGORIES = ("person", "birth-date", "account", "organisation")
_SHORTEST_NAME = 2
_SHORTEST_ACCOUNT = 4

Name = Annotated[str, Field(strict=True, min_length=_SHORTEST_NAME, max_length=200, pattern=r"[^\W\d_]{2}")]


def _number(value: object) -> object:
    """An account number that YAML read as a number."""
    return str(value) if type(value) is int else value


def _written(value: object) -> object:
    """A date as it is written; a bare number is none."""
    if not isinstance(value, str | dt.date) or isinstance(value, dt.datetime):
        raise ValueError("must be a date, as in 1961-02-14")
    return value


Date = Annotated[dt.date, BeforeValidator(_written)]
Account = Annotated[
    str,
    BeforeValidator(_number),
    Field(strict=True, max_length=64, pattern=rf"^\W*(?:[^\W_]\W*){{{_SHORTEST_ACCOUNT},}}$"),
]


class Fact(BaseModel):
    """Base of the facts: frozen, unknown keys are errors, and printing one shows nothing."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    def __repr__(self) -> str:
        return f"{type(self).__name__}(...)"

    __str__ = __repr__


class Person(Fact):
    """A person: whatever of it is given is found.

    Parameters
    ----------
    name : str
        As it is usually written, given names first.
    aliases : sequence of str
        Other names, short forms, maiden names.
    born : date
        Date of birth.
    minor : bool
        Whether the person is a child before the law of the matter.
    accounts : sequence of str
        Numbers of accounts; separators do not matter.
    """

    name: Name | None = None
    aliases: tuple[Name, ...] = ()
    born: Date | None = None
    minor: Annotated[bool, Field(strict=True)] = False
    accounts: tuple[Account, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """All names, the usual one first."""
        return ((self.name,) if self.name else ()) + self.aliases


class Subject(Person):
    """A person whom the documents are about.

    Parameters
    ----------
    employers : sequence of str
        Organisations whose names go.
    relatives : sequence of Person
        Relatives and members of the household.
    """

    employers: tuple[Name, ...] = ()
    relatives: tuple[Person, ...] = ()


class Matter(Fact):
    """The facts of a matter.

    Parameters
    ----------
    subjects : sequence of Subject
    organisations : sequence of str
        Other organisations whose names go.
    accounts : sequence of str
        Account numbers that belong to nobody named.
    """

    subjects: tuple[Subject, ...] = ()
    organisations: tuple[Name, ...] = ()
    accounts: tuple[Account, ...] = ()

    @model_validator(mode="after")
    def _holds_a_fact(self) -> Self:
        if not any((self.all_names, self.all_organisations, self.all_accounts, self.all_births)):
            raise ValueError("must hold a fact")
        return self

    @property
    def people(self) -> tuple[Person, ...]:
        """Subjects and their relatives."""
        return tuple(person for subject in self.subjects for person in (subject, *subject.relatives))

    @property
    def all_names(self) -> list[str]:
        """Names of all people."""
        return [name for person in self.people for name in person.names]

    @property
    def all_organisations(self) -> list[str]:
        """Employers and organisations."""
        employers = [name for subject in self.subjects for name in subject.employers]
        return list(dict.fromkeys((*employers, *self.organisations)))

    @property
    def all_accounts(self) -> list[str]:
        """Account numbers of all people and of the matter."""
        return [*(number for person in self.people for number in person.accounts), *self.accounts]

    @property
    def all_births(self) -> list[dt.date]:
        """Dates of birth of all people."""
        return [person.born for person in self.people if person.born is not None]


class MatterFinder:
    """Finds every mention of a matter's facts; implements `engine.ports.Recognizer`.

    Parameters
    ----------
    matter : Matter

    Notes
    -----
    Whole words, any case, with or without accents; what prints nothing (zero-width characters, soft
    hyphens) does not hide a mention. Names are found whole, with the family name first, by each of
    their telling parts, and with initials beside a part. A part that is a word of grammar ("Will",
    "May") counts only with a capital. Dates of birth are found in the forms of `date_forms`,
    account numbers with any separators.
    """

    name = RULE
    categories: Sequence[str] = CATEGORIES

    def __init__(self, matter: Matter) -> None:
        self._people = matter.people
        self._names = _names_finder(matter.people)
        self._subjects = _subjects_by_word(matter.people)
        self._initials = [{folded(w)[0] for n in person.names for w in n.split()} for person in self._people]
        self._terms = TermFinder(
            {
                "organisation": [_plain(name) for name in matter.all_organisations],
                "birth-date": sorted({form for born in matter.all_births for form in date_forms(born)}),
            }
        )
        self._accounts = _accounts_pattern(matter.all_accounts)

    def __repr__(self) -> str:
        return f"MatterFinder({len(self._people)} people)"

    def find(self, document: Document) -> Sequence[Span]:
        """Mentions, sorted by start; those of different kinds may overlap."""
        text, kept = _visible(document.text.reveal())
        plain = _plain(text)
        spans = [*self._mentions(text), *self._terms.find(plain, RULE)]
        if self._accounts:
            spans += [
                Span(m.start(), m.end(), "account", 1.0, {"pattern": RULE})
                for m in self._accounts.finditer(plain)
            ]
        return sorted(span if kept is None else _moved(span, kept) for span in spans)

    def canonical(self, span: Span, matched: str) -> str:
        """The value that a mention stands for, the same for every way of writing it."""
        subject = span.why.get("subject")
        if isinstance(subject, int):
            return self._people[subject].names[0]
        return matched

    def _mentions(self, text: str) -> Iterator[Span]:
        """Mentions of people, parts of one name joined."""
        tokens = tokenize(text.replace("@", " ").replace("://", "   "))
        ranges = sorted(set(self._names.find(tokens)))
        start = end = -1
        who: frozenset[int] = frozenset()
        for first, last in ranges:
            a, b = int(tokens.starts[first]), int(tokens.ends[last - 1])
            people = self._people_of(tokens.words[first:last])
            if start >= 0 and (a < end or (_GAP.fullmatch(text[end:a]) and who & people)):
                end, who = max(end, b), who & people or who
                continue
            if start >= 0:
                yield self._mention(text, start, end, who)
            start, end, who = a, b, people
        if start >= 0:
            yield self._mention(text, start, end, who)

    def _people_of(self, words: Iterable[str]) -> frozenset[int]:
        """People who bear all of `words` in their names."""
        telling = [self._subjects.get(folded(word), frozenset()) for word in words if word[0].isalnum()]
        return frozenset.intersection(*telling) if telling else frozenset()

    def _mention(self, text: str, start: int, end: int, who: frozenset[int]) -> Span:
        """A mention with the initials beside it that are the person's own."""
        before = _INITIALS_BEFORE.search(text, max(0, start - _NEAR), start)
        after = _INITIALS_AFTER.match(text, end)
        for beside in filter(None, (before, after)):
            bearers = frozenset(i for i in who if _letters(beside[0]) <= self._initials[i])
            if bearers:
                who, start, end = bearers, min(start, beside.start()), max(end, beside.end())
        why: dict[str, object] = {"pattern": RULE}
        if len(who) == 1:
            why["subject"] = next(iter(who))
        if who and all(self._people[i].minor for i in who):
            why["minor"] = True
        return Span(start, end, "person", 1.0, why)


_BLANK = r"[^\S\n]{0,3}\n?[^\S\n]{0,3}"
_GAP = re.compile(rf"{_BLANK}(?:,{_BLANK})?(?:[^\W\d_]\.?[^\S\n]{{1,2}}){{0,2}}|[-'’]")
"""What may stand between two parts of one name: blanks, a comma, initials, a hyphen."""
_NEAR = 12
_INITIALS_BEFORE = re.compile(r"(?:(?<![^\W_])[^\W\d_]\.[ \u00a0]?){1,3}\Z")
_INITIALS_AFTER = re.compile(r"(?:,[ \u00a0]?|[ \u00a0])(?:[^\W\d_]\.[ \u00a0]?){0,2}[^\W\d_]\.")


def _letters(initials: str) -> set[str]:
    return {folded(letter)[0] for letter in initials if letter.isalpha()}


def _names_finder(people: Iterable[Person]) -> KnownSubjects:
    """Names as they are given, and with the last word first ("O'Brien, Sean")."""
    names: list[list[str]] = []
    for person in people:
        for name in person.names:
            given, family = _words(" ".join(name.split()[:-1])), _words(name.split()[-1])
            names += [given + family, family + given] if given else [family]
    return KnownSubjects(names, STOP_WORDS)


def _words(name: str) -> list[str]:
    return [word for word in tokenize(name).words if word[0].isalnum()]


def _subjects_by_word(people: Sequence[Person]) -> Mapping[str, frozenset[int]]:
    """Numbers of the people who bear a word in one of their names."""
    found: dict[str, set[int]] = {}
    for number, person in enumerate(people):
        for name in person.names:
            for word in tokenize(name).words:
                found.setdefault(folded(word), set()).add(number)
    return {word: frozenset(numbers) for word, numbers in found.items()}


_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe00-\ufe0f\ufeff\u0300-\u036f]")


def _visible(text: str) -> tuple[str, list[int] | None]:
    """`text` without what prints nothing and without combining accents, and where the rest stood."""
    if text.isascii() or not _INVISIBLE.search(text):
        return text, None
    kept = [i for i, character in enumerate(text) if not _INVISIBLE.match(character)]
    return "".join(text[i] for i in kept), [*kept, len(text)]


def _moved(span: Span, kept: Sequence[int]) -> Span:
    """`span` in the whole text, with the accents that follow its last letter."""
    return Span(kept[span.start], kept[span.end], span.category, span.score, span.why)


class _PlainTable(dict[int, str]):
    """Code point to one character without accent, width or typographic form (a `str.translate` table)."""

    def __missing__(self, code_point: int) -> str:
        character = chr(code_point)
        kind = unicodedata.category(character)
        if kind == "Pd":
            plain = "-"
        elif kind in ("Pi", "Pf"):
            plain = "'"
        else:
            decomposed = unicodedata.normalize("NFKD", character)
            plain = decomposed[0] if kind[0] in "LN" or kind == "Zs" else character
        self[code_point] = plain
        return plain


_PLAIN = _PlainTable()


def _plain(text: str) -> str:
    """`text` without accents, character by character: offsets stay."""
    return text if text.isascii() else text.translate(_PLAIN)


def _accounts_pattern(accounts: Iterable[str]) -> re.Pattern[str] | None:
    """Every number with any separators between its characters, as a whole."""
    gap = r"[\W_]{0,3}"
    bare = {"".join(filter(str.isalnum, _plain(number))) for number in accounts}
    longest_first = sorted(bare, key=lambda number: (-len(number), number))
    numbers = [gap.join(map(re.escape, number)) for number in longest_first]
    if not numbers:
        return None
    return re.compile(rf"(?<![^\W_])(?:{'|'.join(numbers)})(?![^\W_])", re.IGNORECASE)


_MONTHS = tuple(month.capitalize() for month in words("month"))


def date_forms(date: dt.date) -> set[str]:
    """The usual ways of writing a date: year, month and day in figures in any usual order, months in words.

    Parameters
    ----------
    date : date

    Returns
    -------
    set of str
        Case does not matter; blanks stand for any run of blanks. Both American and European orders.
    """
    year, short = f"{date.year:04}", f"{date.year % 100:02}"
    months, days = _figures(date.month), _figures(date.day)
    forms = {f"{year}{date.month:02}{date.day:02}", f"{date.month:02}{date.day:02}{year}"}
    for sign in "-/.":
        for month in months:
            for day in days:
                forms |= {f"{year}{sign}{month}{sign}{day}"}
                for y in (year, short):
                    forms |= {f"{month}{sign}{day}{sign}{y}", f"{day}{sign}{month}{sign}{y}"}
                forms |= {f"{day}. {month}. {year}", f"{month} / {day} / {year}"}
    return forms | set(_in_words(date, year, short, days))


def _figures(number: int) -> set[str]:
    return {str(number), f"{number:02}"}


def _in_words(date: dt.date, year: str, short: str, days: Iterable[str]) -> Iterator[str]:
    name = _MONTHS[date.month - 1]
    names = {name, name[:3], f"{name[:3]}."} | ({"Sept", "Sept."} if date.month == 9 else set())
    written = [*days, f"{date.day}{_ordinal(date.day)}"]
    for month in names:
        for day in written:
            yield from (f"{month} {day}, {year}", f"{month} {day} {year}", f"{month} {day},{year}")
            yield from (f"{day} {month} {year}", f"{day} {month}, {year}", f"{day} of {month} {year}")
            yield from (
                f"{day}. {month} {year}",
                f"{day} day of {month}, {year}",
                f"{day} day of {month} {year}",
            )
            yield from (f"{day}-{month}-{year}", f"{day}-{month}-{short}", f"{year} {month} {day}")
            yield from (f"{year}-{month}-{day}", f"{month}-{day}-{year}", f"{month} {day}, '{short}")


def _ordinal(day: int) -> str:
    return "th" if 10 < day < 20 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")


def spoken(name: str) -> str:
    """A name with the family name last: ``"Doe, Jane"`` is ``"Jane Doe"``."""
    family, comma, given = name.partition(",")
    return f"{given.strip()} {family.strip()}" if comma and given.strip() else name

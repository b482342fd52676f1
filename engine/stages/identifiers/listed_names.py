"""Names where no sentence helps a recogniser, by lists and titles: keys, fields of mail, glued words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.methods.columns.known_values import KNOWN_WORDS
from engine.methods.columns.typing import ListsOf
from engine.text import Document, Part, Span

LISTED = "listed-name"
NAMES = frozenset({"first", "last", "rarelast"})
NO_NAMES = frozenset({"common", "month", "organisation", "place", "occupation", "time", "weekday", "number"})
_SURE = 0.8
_LONG = 6
"""Letters from which a word of no list may be a last name behind a first one."""
_TWO_NAMES = re.compile(r"(?=\b([A-Z][a-z'’\-]+)(?: [A-Z]\.)? ([A-Z][\w'’\-]+))")
_TITLED = re.compile(r"\b(?:Dr|Mr|Mrs|Ms|Prof)\b\.? ?((?:[A-Z][a-z'’\-]+ ?){1,3}(?<! ))")
_WORDS = re.compile(r"[^\W\d_][\w'’\-]*")
_GLUED = re.compile(r"(?<![\w.\-/@:#$])([A-Z][a-z]{2,14})([A-Z][a-z]{2,24})(?![\w(/@:])")
_USER_WORDS = (
    *("typed", "dictated", "transcribed", "by", "tech", "rev", "reviewer", "user"),
    *("clerk", "operator", "entered", "initials", "author", "rep"),
)
_USER_NAME = re.compile(
    rf"({'|'.join(form for word in _USER_WORDS for form in (word, word.capitalize(), word.upper()))})"
    r"[.:]? ?([a-z]{1,2}[-_.]([a-z]{5,24})|[a-z]([a-z]{6,24})(?:-[a-z]{2,24})?)"
    r"(?=\s*(?:[)\].,;:\d|]|$)|[ \t]*\n)"
)
"""A word in small letters where the user of a program is named; what stands before it is looked at later."""
_ROLES = (
    *("nurse", "aunt", "auntie", "uncle", "cousin", "niece", "nephew", "grandma", "grandpa", "grandmother"),
    *("grandfather", "granddaughter", "grandson", "sister", "brother", "stepmother", "stepfather", "stepson"),
    *(
        "stepdaughter",
        "daughter",
        "wife",
        "husband",
        "girlfriend",
        "boyfriend",
        "aide",
        "caseworker",
        "coach",
    ),
    *(
        "roommate",
        "neighbor",
        "neighbour",
        "sitter",
        "babysitter",
        "trooper",
        "deputy",
        "sergeant",
        "paramedic",
    ),
    *("midwife", "pastor", "teacher", "interpreter", "foreman", "landlord", "classmate", "coworker", "son"),
)
_NAMED_BY_ROLE = re.compile(
    rf"(?:{'|'.join(_ROLES)}) ([A-Z][a-z]+(?:['’\-][A-Z]?[a-z]{{2,}})*)(?![\w'’\-]*[\w@])"
)
_RANKS = frozenset({"vice", "emperor", "empress", "american", "prince", "princess", "queen", "king", "pope"})
_DONE = re.compile(
    r"(?i)\b(?:printed|entered|reviewed|verified|typed|keyed|logged|created|updated|changed|modified|signed|"
    r"scanned|posted|approved|submitted|prepared|edited|uploaded|exported|pulled|run|checked|filed|processed|"
    r"released|handled|closed|opened|taken|collected)(?: (?:on )?[\d/.:\-]+)? $"
)
_BEFORE = 40
_NUMBER_BEHIND = re.compile(r"[ \t#:,(\-]{1,3}(\d{6,12})(?!\w)")


def in_headers(document: Document, text: str, lists_of: ListsOf | None) -> list[Span]:
    """First and last names in fields of mail such as the subject, and the long number behind one."""
    headers = [part for part in document.parts if part.kind == "header"]
    if lists_of is None or not headers:
        return []
    found = [name for part in headers for name in _first_and_last(part, text, lists_of, unknown=True)]
    behind = (_NUMBER_BEHIND.match(text, name.end) for name in found)
    numbers = [Span(m.start(1), m.end(1), "unique-code", _SURE, {"pattern": LISTED}) for m in behind if m]
    return [*found, *numbers]


def glued_names(text: str, lists_of: ListsOf | None) -> list[Span]:
    """A first and a last name without a blank between them: ``JaneDoe``.

    Examples
    --------
    >>> def lists_of(word): return {"harriet": ("first",), "lundqvist": ("rarelast",)}.get(word, ())
    >>> [(s.start, s.end) for s in glued_names("For HarrietLundqvist, by JavaScript", lists_of)]
    [(4, 20)]
    """
    if lists_of is None:
        return []
    found = (m for m in _GLUED.finditer(text) if _are_names(m[1], m[2], lists_of, unknown=True))
    return [Span(m.start(), m.end(), "person", _SURE, {"pattern": LISTED}) for m in found]


def user_names(text: str, lists_of: ListsOf | None) -> list[Span]:
    """Initials and a last name of a list in one word, where a text says who printed, entered or reviewed.

    Examples
    --------
    >>> def lists_of(word): return ("rarelast",) if word == "lundqvist" else ()
    >>> text = "(printed 4/22 by hlundqvist)"
    >>> [text[s.start : s.end] for s in user_names(text, lists_of)]
    ['hlundqvist']
    """
    if lists_of is None:
        return []
    return [
        Span(*found.span(2), "person", _SURE, {"pattern": LISTED})
        for found in _USER_NAME.finditer(text)
        if _names_a_user(found, text)
        and not lists_of(found[2])
        and _may_be_name(found[3] or found[4], lists_of, unknown=bool(found[3]))
    ]


def _names_a_user(found: re.Match[str], text: str) -> bool:
    """Whether the word before is whole, and "by" stands behind what somebody does with a program."""
    before = text[max(0, found.start() - _BEFORE) : found.start()]
    if found[1].lower() == "by":
        return _DONE.search(before) is not None
    return not before[-1:].isalnum()


def named_by_role(text: str, lists_of: ListsOf | None) -> list[Span]:
    """One name behind a relative or a role in small letters ("per sister Ofelia", "listed by nurse Pelagia").

    Examples
    --------
    >>> text = "as listed by nurse Pelagia, brother Corporation"
    >>> lists = {"corporation": ("common",)}
    >>> [text[s.start : s.end] for s in named_by_role(text, lambda word: lists.get(word, ()))]
    ['Pelagia']
    """
    if lists_of is None:
        return []
    return [
        Span(*found.span(1), "person", _SURE, {"pattern": LISTED})
        for found in _NAMED_BY_ROLE.finditer(text)
        if not text[found.start() - 1 : found.start()].isalnum()
        and found[1].lower() not in _RANKS
        and _may_be_name(found[1].lower(), lists_of, unknown=len(found[1]) >= _LONG - 1)
    ]


def _may_be_name(word: str, lists_of: ListsOf, unknown: bool) -> bool:
    """Whether a word is a name; `unknown`: one of no list counts, unless its end is a verb's."""
    of_word = frozenset(lists_of(word))
    is_unknown = unknown and not of_word and word not in KNOWN_WORDS and not word.endswith(("ed", "ing"))
    return bool(of_word & NAMES and not of_word & NO_NAMES) or is_unknown


def titled_names(part: Part, text: str) -> Iterator[Span]:
    """Capitalised words behind a title."""
    for found in _TITLED.finditer(text, part.start, part.end):
        yield Span(found.start(1), found.end(1), "person", _SURE, {"pattern": LISTED})


def is_full_name(name: str, lists_of: ListsOf | None) -> bool:
    """Whether a finding is two to four capitalised words, of which none is an ordinary one.

    Examples
    --------
    >>> [is_full_name(name, None) for name in ("Yuki Nakagawa", "Parkinson", "Oral Tablet")]
    [True, False, False]
    """
    words = _WORDS.findall(name)
    ordinary = (
        word.lower() in KNOWN_WORDS
        or (lists_of is not None and not NO_NAMES.isdisjoint(lists_of(word.lower())))
        for word in words
    )
    return 2 <= len(words) <= 4 and all(word[:1].isupper() for word in words) and not any(ordinary)


def listed_names(part: Part, text: str, lists_of: ListsOf) -> Iterator[Span]:
    """A first and a last name where no sentence helps a recogniser: a line above a table, a key, a term."""
    return _first_and_last(part, text, lists_of, unknown=False)


def _first_and_last(part: Part, text: str, lists_of: ListsOf, unknown: bool) -> Iterator[Span]:
    for found in _TWO_NAMES.finditer(text, part.start, part.end):
        if _are_names(found[1], found[2], lists_of, unknown):
            yield Span(found.start(1), found.end(2), "person", _SURE, {"pattern": LISTED})


def _are_names(first: str, last: str, lists_of: ListsOf, unknown: bool) -> bool:
    """Whether two words are a first and a last name; `unknown`: a last name may be in no list."""
    of_first, of_last = (frozenset(lists_of(word.lower())) for word in (first, last))
    if "first" not in of_first or (of_first | of_last) & NO_NAMES:
        return False
    is_unknown = unknown and not of_last and len(last) >= _LONG and last.lower() not in KNOWN_WORDS
    return bool(of_last & {"last", "rarelast"}) or is_unknown

"""Names that a word beside them tells: the user of a program, a relative, a role, an age, a greeting."""

from __future__ import annotations

import re

from engine.methods.columns.headers import plain_letters
from engine.methods.columns.known_values import KNOWN_WORDS
from engine.methods.columns.typing import ListsOf
from engine.rules import nothing, rule
from engine.stages.identifiers.listed_names import LISTED, NAMES, NO_NAMES, only_names
from engine.text import Span

_SURE = 0.8
_SHORTEST = 5
"""Letters from which a word of no list is a name behind a relative or a role."""
_SHORTEST_GLUED, _SHORTEST_BEFORE_DIGITS = 6, 4
"""Letters of a last name behind initials: what is shorter is often the end of another word."""
_BEFORE = 40
_USERS = """
by typed dictated transcribed tech rev reviewer user clerk operator entered initials author rep
"""
_ROLES = """
nurse aunt auntie uncle cousin niece nephew grandma grandpa grandmother grandfather granddaughter grandson
sister brother stepmother stepfather stepson stepdaughter daughter wife husband girlfriend boyfriend aide
caseworker coach roommate neighbor neighbour sitter babysitter trooper deputy sergeant paramedic midwife
pastor teacher interpreter foreman landlord classmate coworker son
"""
_GROUPS = """
all team everyone everybody folks there colleague colleagues sir sirs madam parent parents friend friends
neighbor neighbors neighbour neighbours member members staff customer patient applicant resident residents
editor counsel doctor officer committee family families guardian guardians client judge board chair
volunteers students teacher teachers nurse coach
"""
_GREETED_AS = frozenset(_GROUPS.split())
"""What is greeted in place of a name."""
_RANKS = frozenset({"vice", "emperor", "empress", "american", "prince", "princess", "queen", "king", "pope"})
_USER_NAME = re.compile(
    rf"({'|'.join(form for word in _USERS.split() for form in (word, word.capitalize(), word.upper()))})"
    r"[.:]?[ \t]{0,24}((?:[a-z]{1,2}[-_.](?P<joined>[a-z]{5,24})|(?P<glued>[a-z]{5,26})(?:-[a-z]{2,24})?)"
    r"(?P<digits>\d{0,4}))"
    r"(?=\s*(?:[)\].,;:\d|]|$)|[ \t]*\n|[ \t]{2})"
)
"""A word in small letters where the user of a program is named; what stands before it is looked at later."""
_DONE = re.compile(
    r"(?i)\b(?:printed|entered|reviewed|verified|typed|keyed|logged|created|updated|changed|modified|signed|"
    r"scanned|posted|approved|submitted|prepared|edited|uploaded|exported|pulled|run|checked|filed|processed|"
    r"released|handled|closed|opened|taken|collected|copied)(?: (?:on )?[\d/.:\-]+)? $"
)
_TITLES = """
principal officer coach pastor chaplain trooper sergeant detective nurse grandma grandpa aunt uncle
rabbi
"""
_RELATIONS = """
spouse wife husband partner fiance fiancé fiancee fiancée mother father mom mum dad stepmother stepfather son
daughter sister brother aunt uncle niece nephew cousin grandmother grandfather granddaughter grandson neighbor
neighbour roommate caregiver friend poa
"""
_OF_WHAT_PEOPLE_ARE = (
    "or", "er", "ers", "ors", "ist", "ists", "ian", "ant", "ent", "ment", "ion", "ity", "ship", "ness", "al",
    "ance", "ence", "ary", "ory", "ate", "ive", "ics",
)  # fmt: skip
"""Endings of what stands behind a title and is no name: "Principal Investigator", "Nurse Practitioner"."""
_NAME = r"([A-Z][a-z]+(?:['’\-][A-Z]?[a-z]{2,})*)"
_LETTERS = r"[^\W\d_](?:[^\W\d_]|[\u0300-\u036f])"
_BEHIND_ROLE = re.compile(rf"(?:{'|'.join(_ROLES.split())}) {_NAME}(?![\w'’\-]*[\w@])")
_BEHIND_TITLE = re.compile(
    rf"(?:{'|'.join(word.capitalize() for word in _TITLES.split())}) {_NAME}(?![\w'’\-]*[\w@])"
)
_BEFORE_RELATION = re.compile(
    rf"(?<![\w'’\-]){_NAME} \((?:(?:his|her|their|pt['’]s|patient['’]s) )?"
    rf"(?:{'|'.join(_RELATIONS.split())})\)"
)
_BEFORE_AGE_AND_SEX = re.compile(
    rf"(?<![\w'’.\-])({_LETTERS}+(?:['’\-]{_LETTERS}+)*) ({_LETTERS}+(?:['’\-]{_LETTERS}+)*)"
    r"(?=,? {1,8}\(?\d{2,3} ?(?:[MF]\b|y/?o\b))"
)
_SPEAKER = re.compile(rf"^[^\w\n]{{0,6}}{_NAME} [A-Z]\.?: (?=\w)", re.MULTILINE)
_SPELT = re.compile(r"\b[A-Z](?:-[A-Z]){2,3}\b(?!-)")
_SPELT_OF = 80
"""Characters before a spelled name in which the name stands."""
_GREETING = re.compile(
    rf"^[> \t]*(?:Hi|Hello|Hey|Dear|Good (?:morning|afternoon|evening)),? {_NAME}"
    r"(?=(?: and [A-Z][a-z]+)?[,:!]?[ \t]*\r?$)",
    re.MULTILINE,
)


@rule("told-names", without=nothing)
def told_names(text: str, lists_of: ListsOf | None) -> list[Span]:
    """Names of persons that a word beside them tells.

    Parameters
    ----------
    text : str
    lists_of : callable or None
        Names of the lists of names that hold a word. Without it nothing is found.

    Returns
    -------
    list of Span
        Users, then names behind a relative or a role, then before a relation in brackets or an age and a sex,
        then speakers, spelled and greeted ones; each in the order of the text.
    """
    if lists_of is None:
        return []
    return [
        *_users(text, lists_of),
        *_behind_roles(text, lists_of),
        *_behind_titles(text, lists_of),
        *_before_relations(text, lists_of),
        *_before_age_and_sex(text, lists_of),
        *_speakers(text, lists_of),
        *_spelt(text),
        *_greeted(text, lists_of),
    ]


@rule("told-names-users", without=nothing)
def _users(text: str, lists_of: ListsOf) -> list[Span]:
    """Initials and a last name of a list in one word, where a text says who printed, entered or reviewed.

    Examples
    --------
    >>> def lists_of(word): return ("rarelast",) if word == "lundqvist" else ()
    >>> text = "(printed 4/22 by hlundqvist)"
    >>> [text[s.start : s.end] for s in _users(text, lists_of)]
    ['hlundqvist']
    """
    return [
        _person(found, 2)
        for found in _USER_NAME.finditer(text)
        if _names_a_user(found, text) and not lists_of(found[2]) and _holds_last_name(found, lists_of)
    ]


@rule("told-names-behind-roles", without=nothing)
def _behind_roles(text: str, lists_of: ListsOf) -> list[Span]:
    """One name behind a relative or a role in small letters ("per sister Ofelia", "listed by nurse Pelagia").

    Examples
    --------
    >>> text = "as listed by nurse Pelagia, brother Corporation"
    >>> lists = {"corporation": ("common",)}
    >>> [text[s.start : s.end] for s in _behind_roles(text, lambda word: lists.get(word, ()))]
    ['Pelagia']
    """
    return [
        _person(found, 1)
        for found in _BEHIND_ROLE.finditer(text)
        if not text[max(0, found.start() - 1) : found.start()].isalnum()
        and (name := found[1].lower()) not in _RANKS
        and _may_be_name(name, lists_of, unknown=len(name) >= _SHORTEST)
    ]


@rule("told-names-behind-titles", without=nothing)
def _behind_titles(text: str, lists_of: ListsOf) -> list[Span]:
    """One name behind a role in capitals: "Principal Strand", not "Principal Investigator".

    Examples
    --------
    >>> text = "Principal Strand met the Principal Investigator and Officer Trujeque."
    >>> [text[s.start : s.end] for s in _behind_titles(text, lambda word: ())]
    ['Strand', 'Trujeque']
    """
    return [
        _person(found, 1)
        for found in _BEHIND_TITLE.finditer(text)
        if not text[max(0, found.start() - 1) : found.start()].isalnum()
        and (name := found[1].lower()) not in _RANKS | _GREETED_AS
        and _may_be_name(name, lists_of, unknown=_is_no_calling(name))
    ]


@rule("told-names-before-relations", without=nothing)
def _before_relations(text: str, lists_of: ListsOf) -> list[Span]:
    """One name before what somebody is to the patient: "Chukwudi (spouse)".

    Examples
    --------
    >>> text = "call Chukwudi (spouse), Contact (mother)"
    >>> lists = {"contact": ("common",)}
    >>> [text[s.start : s.end] for s in _before_relations(text, lambda word: lists.get(word, ()))]
    ['Chukwudi']
    """
    return [
        _person(found, 1)
        for found in _BEFORE_RELATION.finditer(text)
        if _may_be_name(found[1].lower(), lists_of, unknown=True)
    ]


@rule("told-names-before-age", without=nothing)
def _before_age_and_sex(text: str, lists_of: ListsOf) -> list[Span]:
    """Two words of no other meaning before an age and a sex, as a list of patients has them.

    Examples
    --------
    >>> text = "301B  Alfonsas JANKAUSKAS   71M   CHF"
    >>> [text[s.start : s.end] for s in _before_age_and_sex(text, lambda word: ())]
    ['Alfonsas JANKAUSKAS']
    """
    return [
        Span(found.start(1), found.end(2), "person", _SURE, {"pattern": LISTED})
        for found in _BEFORE_AGE_AND_SEX.finditer(text)
        if all(
            word[0].isupper() and _may_be_name(word.lower(), lists_of, unknown=True)
            for word in found.groups()
        )
    ]


@rule("told-names-speakers", without=nothing)
def _speakers(text: str, lists_of: ListsOf) -> list[Span]:
    """One name and an initial where somebody begins to speak: "Wiremu T: coach taught me".

    Examples
    --------
    >>> text = "> Wiremu T: coach taught me\\nVitamin D: low"
    >>> lists = {"vitamin": ("medical",)}
    >>> [text[s.start : s.end] for s in _speakers(text, lambda word: lists.get(word, ()))]
    ['Wiremu']
    """
    return [
        _person(found, 1)
        for found in _SPEAKER.finditer(text)
        if _may_be_name(name := found[1].lower(), lists_of, unknown=_is_no_calling(name))
    ]


@rule("told-names-spelled", without=nothing)
def _spelt(text: str) -> list[Span]:
    """Three or four letters with hyphens that spell a word shortly before them: "Mai Phạm. P-H-A-M.".

    Examples
    --------
    >>> text = "Xuân Mai Phạm. P-H-A-M. The unit is A-B-C."
    >>> [text[s.start : s.end] for s in _spelt(text)]
    ['P-H-A-M']
    """
    return [
        _person(found, 0)
        for found in _SPELT.finditer(text)
        if found[0].replace("-", "").lower()
        in re.findall(r"\w+", plain_letters(text[max(0, found.start() - _SPELT_OF) : found.start()]))
    ]


@rule("told-names-greeted", without=nothing)
def _greeted(text: str, lists_of: ListsOf) -> list[Span]:
    """One name that a line greets ("Hi Thessaly,"), whatever else it may be the name of.

    Examples
    --------
    >>> text = "Dear Georgia,\\nHi All,"
    >>> [text[s.start : s.end] for s in _greeted(text, lambda word: ("region",) if word == "georgia" else ())]
    ['Georgia']
    """
    others = NO_NAMES - {"place"}
    return [
        _person(found, 1)
        for found in _GREETING.finditer(text)
        if (name := found[1].lower()) not in KNOWN_WORDS | _GREETED_AS and others.isdisjoint(lists_of(name))
    ]


def _person(found: re.Match[str], group: int) -> Span:
    return Span(*found.span(group), "person", _SURE, {"pattern": LISTED})


def _names_a_user(found: re.Match[str], text: str) -> bool:
    """Whether the word before is whole, and "by" stands behind what somebody does with a program."""
    before = text[max(0, found.start() - _BEFORE) : found.start()]
    if found[1].lower() == "by":
        return _DONE.search(before) is not None
    return not before[-1:].isalnum()


def _holds_last_name(user: re.Match[str], lists_of: ListsOf) -> bool:
    """Whether one is initials and a last name of a list, or behind a joint or before digits any word."""
    if user["joined"]:
        return _may_be_name(user["joined"], lists_of, unknown=True)
    if len(user["digits"]) > 1 and _may_be_name(user["glued"], lists_of, unknown=True):
        return True
    least = _SHORTEST_BEFORE_DIGITS if user["digits"] else _SHORTEST_GLUED
    names = (user["glued"][n_initials:] for n_initials in (1, 2))
    return any(len(name) >= least and _may_be_name(name, lists_of, unknown=False) for name in names)


def _is_no_calling(word: str) -> bool:
    """Whether an unknown word is long enough for a name, and does not end as what people are."""
    return len(word) >= _SHORTEST and not word.endswith(_OF_WHAT_PEOPLE_ARE)


def _may_be_name(word: str, lists_of: ListsOf, unknown: bool) -> bool:
    """Whether a word is a name; `unknown`: one of no list counts, unless its end is a verb's."""
    is_verb = word.endswith(("ed", "ing"))
    is_unknown = unknown and not lists_of(word) and word not in KNOWN_WORDS and not is_verb
    return is_unknown or only_names(word, NAMES, lists_of)

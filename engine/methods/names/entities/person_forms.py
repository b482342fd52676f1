"""Persons that show themselves by their form: behind a label or titles, before a degree or an age."""

from __future__ import annotations

from collections.abc import Iterator

from engine.methods.names.tagger.casing import is_mostly_small
from engine.methods.names.tagger.features import Lexicon, Tokens
from engine.rules import nothing, rule

_LABELS = frozenset(
    (
        *("attending", "client", "guarantor", "md", "member", "name", "pat", "patient", "physician"),
        *("provider", "pt", "resident", "subscriber", "surgeon"),
    )
)
_DEGREES = frozenset(("CNA", "CRNA", "DPT", "EMT", "FNP", "LCSW", "LPN", "LVN", "MD", "MSW", "PharmD", "RN"))
_TITLES_OF_SEVERAL = frozenset(("Drs", "DRS", "Messrs", "Profs"))
_SHORT_RELATIVES = frozenset(("Dtr", "dtr", "Husb", "husb", "Hubby", "hubby"))
_STAFF = frozenset(("SLT", "SW", "RD", "OT", "RT", "CM", "CHW"))
"""Who somebody is in a ward, before a given name."""
_IN_TRAINING = frozenset(("PGY", "MS"))
_LEAST_OF_UNSEEN = 6
_SEXES = frozenset(("F", "M", "yo"))
_CUES = _DEGREES | _STAFF | _IN_TRAINING | _TITLES_OF_SEVERAL | _SHORT_RELATIVES | _SEXES | {":"}
_QUOTES = frozenset(('"', "'"))
_JOINTS = frozenset((".", ",", "-", "'"))
_MOST_QUOTED = 9
_MOST_LISTED = 12
"""Tokens after "Drs." in which its list of names ends."""


@rule("person-forms", without=nothing)
def find_persons(tokens: Tokens, lexicon: Lexicon) -> list[tuple[int, int]]:
    """Tokens [first, end) of persons that a form names.

    Parameters
    ----------
    tokens : Tokens
    lexicon : Lexicon
        Says which words are mostly written small: "Patient: Alert, oriented" names nobody.

    Returns
    -------
    list of (first, end)
        "Patient: Keller, Anna B", "Drs. Keller, Lo and Roe", "S. Keller RN", "husb Teo", "Anna Keller 9F";
        in their order.
    """

    cues = tokens.where(map(_CUES.__contains__, tokens.types))
    found = [one for i in cues for one in _at(i, tokens, lexicon)]
    return [one for one in found if tokens.passages[one[0]] == tokens.passages[one[1] - 1]]


def _at(cue: int, tokens: Tokens, lexicon: Lexicon) -> Iterator[tuple[int, int]]:
    """Persons beside one cue of `_CUES`."""
    word, one = tokens.words[cue], None
    if word == ":":
        is_label = cue and tokens.lowered[cue - 1] in _LABELS
        one = _last_name_first(cue + 1, tokens, lexicon) if is_label else _quoted(cue, tokens, lexicon)
    elif word in _IN_TRAINING:
        one = _before_year(cue, tokens, lexicon)
    elif word in _DEGREES:
        one = _initial_and_name(cue, tokens)
    elif word in _STAFF:
        one = _of_staff(cue + 1, tokens, lexicon)
    elif word in _SHORT_RELATIVES:
        one = _given_name(cue + 1, tokens, lexicon)
    elif word in _SEXES:
        one = _before_age(cue, tokens, lexicon)
    else:
        yield from _several(cue + 1, tokens)
    if one:
        yield one


def _quoted(cue: int, tokens: Tokens, lexicon: Lexicon) -> tuple[int, int] | None:
    """A name in quotation marks behind a label in such marks, as records for programs have it."""
    words, key, first = tokens.words, cue - 1, cue + 1
    while key > 0 and words[key] in _QUOTES:
        key -= 1
    while first < len(words) and words[first] in _QUOTES:
        first += 1
    if key == cue - 1 or first == cue + 1 or tokens.lowered[key] not in _LABELS:
        return None
    said = range(first, min(first + _MOST_QUOTED, len(words)))
    last = next((i for i in said if words[i] == words[first - 1]), first)
    names = [i for i in range(first, last) if words[i] not in _JOINTS]
    if not names or not all(_is_name(i, tokens) or words[i].isupper() for i in names):
        return None
    plain = any(is_mostly_small(tokens.lowered[i], lexicon) for i in names if len(words[i]) > 1)
    return None if plain else (first, last)


def _is_name(token: int, tokens: Tokens) -> bool:
    """Whether a token is a word with a capital, of two letters at least."""
    word = tokens.words[token] if token < len(tokens.words) else ""
    return len(word) > 1 and word.isalpha() and word[0].isupper()


def _last_name_first(first: int, tokens: Tokens, lexicon: Lexicon) -> tuple[int, int] | None:
    """Surname, comma, given name or its initial, and a middle initial."""
    words, comma = tokens.words, first + 1
    while words[comma : comma + 1] == ["-"] and _is_name(comma + 1, tokens):
        comma += 2
    given = comma + 1
    if not _is_name(first, tokens) or words[comma : comma + 1] != [","] or given >= len(words):
        return None
    if not (words[given].isalpha() and words[given][0].isupper()):
        return None
    is_named = tokens.lowered[first - 2] == "name"
    if not is_named and any(
        is_mostly_small(tokens.lowered[i], lexicon) for i in (first, given) if len(words[i]) > 1
    ):
        return None
    has_initial = given + 1 < len(words) and len(words[given + 1]) == 1 and words[given + 1].isupper()
    in_line = has_initial and tokens.starts[given + 1] - tokens.ends[given] == 1
    return first, given + 1 + bool(in_line)


def _initial_and_name(degree: int, tokens: Tokens) -> tuple[int, int] | None:
    """Initial, stop and surname before a degree."""
    words = tokens.words
    last = degree - 2 if words[degree - 1] == "," else degree - 1
    if last < 2 or not _is_name(last, tokens) or words[last - 1] != ".":
        return None
    return (last - 2, last + 1) if len(words[last - 2]) == 1 and words[last - 2].isupper() else None


def _before_year(cue: int, tokens: Tokens, lexicon: Lexicon) -> tuple[int, int] | None:
    """A surname before the year of somebody in training, or one with its given name ("Ng, Theodora PGY3")."""
    after = [i for i in (cue + 1, cue + 2) if i < len(tokens)]
    if not any(tokens.words[i].isdigit() for i in after) or not cue or not _is_name(cue - 1, tokens):
        return None
    first = cue - 1
    if first >= 2 and tokens.words[first - 1] == "," and _is_name(first - 2, tokens):
        first -= 2
    plain = any(is_mostly_small(tokens.lowered[i], lexicon) for i in range(first, cue) if _is_name(i, tokens))
    return None if plain else (first, cue)


def _of_staff(token: int, tokens: Tokens, lexicon: Lexicon) -> tuple[int, int] | None:
    """A given name, or a word that the corpus never saw ("SLT Priyanka")."""
    if not _given_name(token, tokens, lexicon):
        return None
    word = tokens.lowered[token]
    unseen = lexicon.classes.class_of(word, "cap") is None and len(word) >= _LEAST_OF_UNSEEN
    return (token, token + 1) if unseen or "first" in lexicon.names_of(word) else None


def _given_name(token: int, tokens: Tokens, lexicon: Lexicon) -> tuple[int, int] | None:
    """A word in title case that is not mostly written small."""
    named = _is_name(token, tokens) and tokens.words[token].istitle()
    return (token, token + 1) if named and not is_mostly_small(tokens.lowered[token], lexicon) else None


def _before_age(sex: int, tokens: Tokens, lexicon: Lexicon) -> tuple[int, int] | None:
    """Two words or more that begin a line, before an age and its sex ("Anna Keller 9F")."""
    age = sex - 1
    if age < 2 or not tokens.words[age].isdigit() or tokens.ends[age] != tokens.starts[sex]:
        return None
    first = age
    while (
        first
        and tokens.passages[first - 1] == tokens.passages[age]
        and (_is_name(first - 1, tokens) or tokens.words[first - 1] in ("-", ","))
    ):
        first -= 1
    begins = not first or tokens.passages[first - 1] != tokens.passages[first]
    words = [tokens.lowered[i] for i in range(first, age) if _is_name(i, tokens)]
    named = begins and len(words) > 1 and not any(is_mostly_small(word, lexicon) for word in words)
    return (first, age) if named else None


def _several(first: int, tokens: Tokens) -> Iterator[tuple[int, int]]:
    """Words with a capital, divided by commas and "and"."""
    for i in range(first, min(len(tokens.words), first + _MOST_LISTED)):
        if _is_name(i, tokens):
            yield i, i + 1
        elif tokens.words[i] not in (".", ",", "and", "AND", "&", "-"):
            return

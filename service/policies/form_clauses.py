"""Own clauses and own laws of a policy by form: words of their author's become keys of the language."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from adapters.policies.yaml_edit import add, data_of, put, take
from engine.catalog.laws import Law, provisions
from engine.catalog.names import CATEGORIES, FACTS, LEARNED, OPERATORS, SHIPPED, did_you_mean
from engine.catalog.words import WITH_COUNTRIES, meant
from engine.policy.model import Policy
from service.policies.books import shipped_names
from service.policies.form_fields import Sent, day, one
from service.refusals import a_line, invalid

FINDABLE = (*CATEGORIES, *LEARNED, *FACTS)
OFFERED = tuple(name for name in OPERATORS if name not in ("exemption", "zip3"))
"""Operators that need no more than their name."""
ORDER = tuple(Policy.model_fields)


def place_of(data: Mapping[str, Any], key: str, sent: Sent) -> int:
    place, items = one(sent, "place"), data.get(key)
    if not (isinstance(items, list) and place.isdecimal() and place.isascii() and int(place) < len(items)):
        raise invalid("place", "must be of an entry that is there", "Load the page again.")
    return int(place)


def law_named(said: str) -> str:
    """The shipped policy that somebody means by a name or a word for its law.

    Raises
    ------
    Refusal
        None does (422); with the nearest.

    Examples
    --------
    >>> law_named("HIPAA"), law_named("uk-gdpr")
    ('hipaa-safe-harbor', 'uk-gdpr')
    """
    known = shipped_names()
    if said in known:
        return said
    if found := meant(said, known):
        return found
    raise invalid("the law", "must be one that a shipped policy carries out", did_you_mean(said, known, 40))


def add_own_law(text: str, sent: Sent) -> str:
    cite, title = (a_line(name, one(sent, name)) for name in ("cite", "law_title"))
    declared = [each.get("cite") for _, each in places(data_of(text), "laws")]
    if cite in declared or provisions(cite):
        raise invalid("the citation", "must not be known already", "A clause may cite it as it is.")
    law: dict[str, object] = {"cite": cite, "title": title}
    if said := one(sent, "law_effective"):
        law["effective"] = day("the date", said)
    return add(text, ("laws",), law, ORDER)


def places(data: Mapping[str, Any], key: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """The entries of a list that are mappings, each with its place."""
    items = data.get(key)
    for place, each in enumerate(items if isinstance(items, list) else ()):
        if isinstance(each, Mapping):
            yield place, each


def kinds_named(said: str, also: Collection[str] = ()) -> tuple[list[str], list[str]]:
    """Categories that somebody lists in words of her own, and the countries that belong to them.

    Parameters
    ----------
    said : str
        Words, parted by commas or lines.
    also : collection of str
        Names that are taken as they are, since they stand there.

    Raises
    ------
    Refusal
        A word that no category means (422); with the nearest.

    Examples
    --------
    >>> kinds_named("postal code, SIN, date of birth")
    (['zip', 'national-id', 'birth-date'], ['ca'])
    """
    kinds: list[str] = []
    countries: list[str] = []
    for word in filter(None, map(str.strip, said.replace("\n", ",").split(","))):
        found = word if word in FINDABLE or word in also else meant(word, FINDABLE)
        if not found:
            must = f"must be kinds that can be looked for; got {word[:80]}"
            raise invalid("what to look for", must, did_you_mean(word, FINDABLE, shown=40))
        kind, _, listed = found.partition(WITH_COUNTRIES)
        kinds.append(kind)
        countries += filter(None, listed.strip("[]").split(", "))
    return list(dict.fromkeys(kinds)), list(dict.fromkeys(countries))


def write_clause(text: str, sent: Sent) -> str:
    data = data_of(text)
    if one(sent, "place"):
        return _changed_clause(text, data, place_of(data, "identifiers", sent), sent)
    made = _new_clause(data, sent)
    return add(text, ("identifiers",), made, ORDER)


def _lines(sent: Sent, name: str) -> list[str]:
    words = [line.strip() for line in one(sent, name).split("\n") if line.strip()]
    for each in words:
        a_line(name, each)
    return list(dict.fromkeys(words))


def _cited(data: Mapping[str, Any], sent: Sent) -> tuple[str, bool]:
    """The citation that somebody means, and whether nobody has compared it with its text yet."""
    said = a_line("law", one(sent, "law"))
    laws = dict(SHIPPED.laws)
    own = {str(each.get("cite")): Law(str(each.get("cite")), "", "") for _, each in places(data, "laws")}
    cited = said if provisions(said, {**laws, **own}) else meant(said, list(laws)) or said
    return cited, not all(laws[each].confirmed for each in provisions(cited, {**laws, **own}) if each in laws)


def _new_clause(data: Mapping[str, Any], sent: Sent) -> dict[str, object]:
    own = {name: _lines(sent, name) for name in ("deny", "like", "near")}
    kinds, countries = kinds_named(one(sent, "find"))
    kinds = kinds or [kind for kind, name in (("own-code", "like"), ("listed-term", "deny")) if own[name]][:1]
    if not kinds:
        raise invalid("what to look for", "must name a kind, or words of your own")
    cited, unread = _cited(data, sent)
    made: dict[str, object] = {"id": _id(data, kinds[0])}
    made |= {"title": a_line("title", one(sent, "clause_title"), 2000, empty=True)}
    made |= {"law": cited, "unverified": unread, "find": kinds, "countries": countries}
    made |= {"replace_with": _operator(one(sent, "replace_with")), **own}
    return {key: value for key, value in made.items() if value}


def _operator(said: str) -> str:
    if said and said not in OFFERED:
        raise invalid("what stands in its place", f"must be one of {', '.join(OFFERED)}")
    return said


def _id(data: Mapping[str, Any], kind: str) -> str:
    taken = {each.get("id") for _, each in places(data, "identifiers")}
    names = (f"own-{kind}", *(f"own-{kind}-{n}" for n in range(2, len(taken) + 3)))
    return next(name for name in names if name not in taken)


def _changed_clause(text: str, data: Mapping[str, Any], place: int, sent: Sent) -> str:
    clause, path = data["identifiers"][place], ("identifiers", place)
    if not isinstance(clause, Mapping):
        raise invalid("place", "must be of a clause", "Change it in the text.")
    if said := _other(clause, "law", one(sent, "law")):
        cited, unread = _cited(data, sent)
        text = put(text, (*path, "law"), cited)
        text = put(text, (*path, "unverified"), True) if unread and "unverified" not in clause else text
    for key, name in (("title", "clause_title"), ("replace_with", "replace_with")):
        said = _other(clause, key, one(sent, name)) if name in sent else None
        if said is not None:
            said = _operator(said) if key == "replace_with" else a_line("title", said, 2000, empty=True)
            text = put(text, (*path, key), said) if said else take(text, (*path, key))
    return _changed_lists(_changed_kinds(text, clause, path, sent), clause, path, sent)


def _other(clause: Mapping[str, Any], key: str, said: str) -> str | None:
    """What somebody says, where the clause says something else that the form has words for."""
    now = clause.get(key)
    same = said == ("" if now is None else str(now).strip())
    return None if same or isinstance(now, Mapping | list) else said


def _changed_kinds(text: str, clause: Mapping[str, Any], path: tuple[str | int, ...], sent: Sent) -> str:
    found, now = clause.get("find"), clause.get("countries") or []
    if "find" not in sent or not isinstance(found, list):
        return text
    kinds, countries = kinds_named(one(sent, "find"), [each for each in found if isinstance(each, str)])
    if not kinds:
        raise invalid("what to look for", "must name a kind", "To drop the clause, take it away.")
    text = members(text, (*path, "find"), found, kinds)
    return members(text, (*path, "countries"), now, list(dict.fromkeys([*now, *countries])))


def _changed_lists(text: str, clause: Mapping[str, Any], path: tuple[str | int, ...], sent: Sent) -> str:
    for key in ("deny", "like", "near"):
        now = clause.get(key) or []
        if key not in sent or not isinstance(now, list):
            continue
        rest = [each for each in now if not isinstance(each, str)]  # files of terms stay
        wanted = [*rest, *_lines(sent, key)]
        if sorted(map(str, wanted)) != sorted(map(str, now)):
            text = members(text, (*path, key), now, wanted)
    return text


def members(text: str, path: tuple[str | int, ...], now: Sequence[object], wanted: Sequence[str]) -> str:
    """The list at `path` with other members: those that stay keep their places and their comments."""
    if not wanted:
        return take(text, path) if now else text
    for each in wanted:
        if each not in now:
            text = add(text, path, each, ORDER)
    for place in reversed(range(len(now))):
        if now[place] not in wanted:
            text = take(text, (*path, place))
    return text

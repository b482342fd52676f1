"""A policy by form: what its text says in answers, and answers written into its text, all else as it was."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from adapters.policies.yaml_edit import data_of, put, take
from engine.catalog.names import did_you_mean
from engine.catalog.words import meant
from engine.errors import InvalidError
from engine.policy.pages.template import Answers, new_policy
from service.policies.books import begun, shipped_names
from service.policies.form_clauses import ORDER, add_own_law, law_named, members, place_of, write_clause
from service.policies.form_fields import FIELDS, LOOKING, FormField, Looking, Screen, Sent, day, one
from service.refusals import a_line, invalid, require_seen


def shown(data: Mapping[str, Any], asked: FormField) -> list[str] | None:
    """What a text says for a field; None where it says something that the form has no word for.

    Parameters
    ----------
    data : mapping
        As `data_of` reads it.
    asked : FormField

    Examples
    --------
    >>> shown({"title": "Letters"}, FIELDS["law"][0]), shown({"title": ["a"]}, FIELDS["law"][0])
    (['Letters'], None)
    """
    value: Any = data
    for step in asked.path:
        if not isinstance(value, Mapping):
            return None
        value = value.get(step)
        if value is None:
            return []
    return _told(value, asked)


def _told(value: object, asked: FormField) -> list[str] | None:
    if asked.kind == "many":
        return value if isinstance(value, list) and set(map(type, value)) <= {str} else None
    told = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value).strip()
    unsaid = isinstance(value, list | Mapping) or (asked.choices and told not in asked.choices)
    return None if unsaid else [told]


def looking(data: Mapping[str, Any]) -> Looking | None:
    """Who looks at documents by a text alone; None where `review` is no mapping."""
    review = data.get("review")
    if review is None:
        return "nobody"
    if not isinstance(review, Mapping):
        return None
    return "risk" if review.get("all_above", 0) else "all"


def changed(text: str, screen: Screen, sent: Sent) -> str:
    """The text with what a form says; what it does not ask is kept to the letter.

    Parameters
    ----------
    text : str
        Of the policy.
    screen : Screen
    sent : mapping of str to sequence of str
        Fields of the form; ``part`` says which of the screen's forms it is.

    Raises
    ------
    Refusal
        A value that the field does not know (422).
    InvalidError
        A text that is no YAML; POL063 a place that cannot be changed alone.
    """
    part = one(sent, "part")
    if part == "screen":
        return _screen(text, sent, screen)
    if (screen, part) not in _PARTS:
        raise invalid("part", "must be a form of this page")
    return _PARTS[screen, part](text, sent)


def _away(key: str) -> Callable[[str, Sent], str]:
    return lambda text, sent: take(text, (key, place_of(data_of(text), key, sent)))


_PARTS: Mapping[tuple[Screen, str], Callable[[str, Sent], str]] = {
    ("law", "own-law"): add_own_law,
    ("law", "own-law-away"): _away("laws"),
    ("never", "clause"): write_clause,
    ("never", "clause-away"): _away("identifiers"),
}


def _screen(text: str, sent: Sent, screen: Screen) -> str:
    data, fields = data_of(text), FIELDS[screen]
    if screen == "people":
        text, fields = _people(text, data, sent)
    for asked in fields:
        if asked.name in sent or asked.kind == "many":
            text = _with(text, shown(data, asked), asked, sent)
    if fields and screen == "people" and data_of(text).get("review") is None:  # its last key went
        text = put(text, ("review", "all_above"), 0, ORDER)
    return _bases(text, data, sent) if screen == "law" else text


def _with(text: str, now: list[str] | None, asked: FormField, sent: Sent) -> str:
    if now is None or (wanted := _wanted(asked, sent)) == now:
        return text
    return _written(text, asked, now, wanted)


def _people(text: str, data: Mapping[str, Any], sent: Sent) -> tuple[str, Sequence[FormField]]:
    """The text with who looks, and the fields that say more about it."""
    who = one(sent, "who")
    if who not in LOOKING:
        raise invalid("who", f"must be one of {', '.join(LOOKING)}")
    if who == "nobody":
        return (text if data.get("review") is None else take(text, ("review",))), ()
    if who == "all":
        return _all_looked_at(text, data), FIELDS["people"][3:]
    if one(sent, "review.all_above") in ("", "0"):
        advice = "For every document, choose that people look at all."
        raise invalid("the risk", "must be 1 to 100", advice)
    return text, FIELDS["people"]


def _all_looked_at(text: str, data: Mapping[str, Any]) -> str:
    review = data.get("review")
    drawn = [key for key in ("bound", "sample") if isinstance(review, dict) and key in review]
    if drawn or looking(data) != "all":
        text = put(text, ("review", "all_above"), 0, ORDER)
    for key in drawn:
        text = take(text, ("review", key))
    return text


def _wanted(asked: FormField, sent: Sent) -> list[str]:
    if asked.kind == "many":
        found = list(dict.fromkeys(sent.get(asked.name, ())))
        _require(asked, found)
        return found
    said = one(sent, asked.name)
    if not said:
        return []
    if asked.choices:
        _require(asked, [said])
    elif asked.kind == "line":
        said = a_line(asked.label, said, 2000)
    require_seen(asked.label, said, lines=asked.kind == "text")
    return [said]


def _require(asked: FormField, values: Sequence[str]) -> None:
    if unknown := [each for each in values if each not in asked.choices]:
        raise invalid(
            asked.label,
            f"must be of {', '.join(asked.choices)}",
            did_you_mean(unknown[0], list(asked.choices)),
        )


def _written(text: str, asked: FormField, now: Sequence[str], wanted: Sequence[str]) -> str:
    if asked.kind == "many":
        return members(text, asked.path, now, wanted)
    return put(text, asked.path, _value(asked, wanted[0]), ORDER) if wanted else take(text, asked.path)


def _value(asked: FormField, said: str) -> object:
    if asked.kind == "date":
        return day(asked.label, said)
    try:
        if asked.kind == "number" or asked.name == "review.reviewers":
            return int(said)
        if asked.kind == "share":
            return float(said)
    except ValueError:
        raise invalid(asked.label, "must be a number") from None
    return said == "yes" if asked.kind == "flag" else said


def bases_of(data: Mapping[str, Any]) -> list[str]:
    """The policies that a text says it stands on."""
    combined = data.get("combines")
    named = [data.get("extends"), *(combined if isinstance(combined, list) else ())]
    return [name for name in named if isinstance(name, str)]


def _bases(text: str, data: Mapping[str, Any], sent: Sent) -> str:
    now = bases_of(data)
    said = filter(None, sent.get("base", ()))
    wanted = list(dict.fromkeys(each if each in now else law_named(each) for each in said))
    return text if set(wanted) == set(now) else _standing_on(text, data.get("extends"), now, wanted)


def _standing_on(text: str, extended: object, now: Sequence[str], wanted: Sequence[str]) -> str:
    """One policy is extended, several are combined; one that is extended beside others stays so."""
    combined = [each for each in now if each != extended]
    if not combined and len(wanted) == 1:
        return put(text, ("extends",), wanted[0], ORDER)
    if extended is not None and not (combined and extended in wanted):
        text, extended = take(text, ("extends",)), None
    return members(text, ("combines",), combined, [each for each in wanted if each != extended])


def begun_by_law(slug: str, cite: str, title: str, effective: str = "") -> str:
    """The text of a first draft under a law of one's own; where a shipped policy carries it out, on that.

    Parameters
    ----------
    slug : str
        Name of the policy.
    cite, title, effective : str
        Of the law; the day it applies from, as in ``2026-05-31``, or nothing.

    Examples
    --------
    >>> "extends: us-foia" in begun_by_law("ours", "FOIA", "Records of agencies")
    True
    >>> "review:" in begun_by_law("ours", "House rule 7", "Names stay inside")
    True
    """
    cite, title = a_line("the citation", cite), a_line("what it asks for", title)
    if shipped := meant(cite, shipped_names()):
        return begun(slug, shipped)
    text = new_policy(Answers(slug, "What this policy is for", (), from_law=cite))[f"{slug}.yaml"]
    if data_of(text).get("laws"):
        text = put(text, ("laws", 0, "title"), title)
        text = put(text, ("laws", 0, "effective"), day("the date", effective)) if effective else text
    return put(text, ("review", "all_above"), 0, ORDER)


def drops_review(before: str, after: str) -> bool:
    """Whether people looked at documents by the text as it was, and no longer by the new one.

    Examples
    --------
    >>> drops_review("policy: x\\nreview: {}\\n", "policy: x\\n")
    True
    """
    return _has_review(before) and not _has_review(after)


def _has_review(text: str) -> bool:
    try:
        return data_of(text).get("review") is not None
    except InvalidError:
        return any(line.startswith("review:") for line in text.split("\n"))

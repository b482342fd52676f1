"""Replacements that meet in one sentence: told apart, or told as one where they are listed together."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from engine.language.terms import term_key
from engine.language.wording import is_plural, pluralize
from engine.text import PLACEHOLDER, Decision

_SENTENCE_END = re.compile(r"[.!?;](?:\s|\Z)|\n|\t|\|")
_ARTICLE = re.compile(r"(an?|another) (?=\w)", re.IGNORECASE)
_THE_BEFORE = re.compile(r"\b[Tt]he[ \xa0]\Z")
_VERBS = "was is were are remains remained stays stayed stands stood rose fell"
_LINKS = """
to of at about around below above over under in since until from on before after for every within
never now still
"""
_QUANTITY = re.compile(rf"(?: (?:{'|'.join((_VERBS + _LINKS).split())}))*[ \t|:=]+{re.escape(PLACEHOLDER)}\Z")
_POSSESSIVE_BEFORE = re.compile(r"\b(?:his|her|its|their|my|our|your)[ \xa0]\Z", re.IGNORECASE)
_NEUTRAL = frozenset(("laboratory value",))
_AILMENTS = frozenset(map(term_key, ("disease", "illness", "health problem", "condition", "inflammation")))
_MEDICINES = frozenset(("drug", "medicine"))
_NO_BEFORE = re.compile(r"\bno[ \xa0]\Z", re.IGNORECASE)
_FAR = 120
_LISTED = re.compile(r"(?:,|,? and|,? or)[ \xa0]|/")
_TWICE = re.compile(r"\ban? ([a-z]+(?: [a-z]+)?) and an? \1(?![\w-])")
_HALF = re.compile(rf"{re.escape(PLACEHOLDER)} [a-z]+")
_NUMBERS = ("", "", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_QUANTIFIER = re.compile(r"\b(?:some|any|several|many|a few)[ \xa0]\Z")


def as_one_reads(text: str, decisions: Sequence[Decision]) -> list[Decision]:
    """Decisions that read well together.

    Parameters
    ----------
    text : str
        The document's text.
    decisions : sequence of Decision
        Sorted and disjoint.

    Notes
    -----
    Things that are listed and bear one name now are counted: "two diseases", where two were named. Those
    of one sentence that are not listed are told apart: "a disease" and "another disease". Placeholders that
    are listed become one, and it stands for its "some" or "any" too.
    """
    counted = [replace(each, replacement=_counted(each.replacement)) for each in decisions]
    return _told_apart(text, _listed_as_one(text, _without_quantifiers(text, counted)))


def _counted(replacement: str) -> str:
    """A phrase of two things with one name ("a drug and a drug") as two of it."""
    return _TWICE.sub(lambda found: f"two {pluralize(found[1])}", replacement)


def _listed_as_one(text: str, decisions: Sequence[Decision]) -> list[Decision]:
    done: list[Decision] = []
    for group in _lists(text, decisions):
        first = replace(group[0], replacement=_of_list(text, group)) if len(group) > 1 else group[0]
        rest = [replace(each, start=before.end, replacement="") for before, each in pairwise(group)]
        done += [first, *rest]
    return done


def _lists(text: str, decisions: Sequence[Decision]) -> list[list[Decision]]:
    """Neighbouring decisions that are listed and have one name; alone those that are not."""
    groups: list[list[Decision]] = []
    for decision in decisions:
        last = groups[-1][-1] if groups else None
        if last is not None and _belong_together(text, last, decision):
            groups[-1].append(decision)
        else:
            groups.append([decision])
    return groups


def _belong_together(text: str, first: Decision, second: Decision) -> bool:
    between, name = text[first.end : second.start], _plain_name(first)
    if _LISTED.fullmatch(between) and _is_half(first) and _is_half(second):
        return True
    if _are_one(between, name, _plain_name(second)):
        return True
    if _LISTED.fullmatch(between) and {name, _plain_name(second)} == _MEDICINES:
        return True
    is_list = _LISTED.fullmatch(between) or (name == PLACEHOLDER and between in (" ", "\xa0"))
    return bool(is_list) and name != "" and name == _plain_name(second)


def _is_half(decision: Decision) -> bool:
    """Whether only the head is left, which says nothing: "[REDACTED] sex and [REDACTED] exchange"."""
    return _HALF.fullmatch(decision.replacement) is not None


def _are_one(between: str, first: str, second: str) -> bool:
    """Whether two names are of one thing: "HIV/AIDS", "infection with chlamydia"."""
    if between == "/":
        return bool(first and second)
    return between == " with " and first in _AILMENTS and second in _AILMENTS


def _plain_name(decision: Decision) -> str:
    """The name of a thing in the singular, without its article; the placeholder; empty for all else."""
    if decision.replacement == PLACEHOLDER:
        return PLACEHOLDER
    if decision.action != "generalize" or PLACEHOLDER in decision.replacement:
        return ""
    return term_key(_noun(decision)) if decision.replacement[-1:].isalpha() else ""


def _of_list(text: str, group: Sequence[Decision]) -> str:
    """What a list of things with one name is called."""
    first, last = group[0].replacement, group[-1]
    if any(map(_is_half, group)):
        return PLACEHOLDER
    article = _ARTICLE.match(first)
    if first == PLACEHOLDER or text[: last.start].rstrip().endswith((" or", " with", "/")):
        return first
    if len({term_key(text[one.start : one.end]) for one in group}) == 1:
        return first
    name = first[article.end() :] if article else first
    plural = name if is_plural(name.split(" ")[-1]) else pluralize(name)
    if article is None or len(group) >= len(_NUMBERS):
        return plural
    number = _NUMBERS[len(group)]
    number = number.capitalize() if first[0].isupper() else number
    return f"{number} other {plural}" if article[1].casefold() == "another" else f"{number} {plural}"


def _without_quantifiers(text: str, decisions: Sequence[Decision]) -> list[Decision]:
    done: list[Decision] = []
    for decision in decisions:
        after = done[-1].end if done else 0
        if decision.replacement == PLACEHOLDER and decision.action == "redact":
            found = _QUANTIFIER.search(text, max(after, decision.start - 10), decision.start)
            decision = replace(decision, start=found.start()) if found else decision
        done.append(decision)
    return done


def _told_apart(text: str, decisions: Sequence[Decision]) -> list[Decision]:
    done: list[Decision] = []
    for decision in decisions:
        before = next((d for d in reversed(done[-3:]) if _noun(d) and _noun(d) == _noun(decision)), None)
        if before is not None and _are_two_of_a_sentence(text, before, decision):
            decision = _another(text, decision, done[-1].end)
        done.append(decision)
    return done


def _noun(decision: Decision) -> str:
    """What a decision calls a thing, without its article; empty when it generalizes nothing."""
    if decision.action != "generalize":
        return ""
    return _ARTICLE.sub("", _QUANTITY.sub("", decision.replacement), count=1).casefold()


def _are_two_of_a_sentence(text: str, first: Decision, second: Decision) -> bool:
    between = text[first.end : second.start]
    if len(between) > _FAR or _SENTENCE_END.search(between):
        return False
    return term_key(text[first.start : first.end]) != term_key(text[second.start : second.end])


def _another(text: str, decision: Decision, after: int) -> Decision:
    if _ARTICLE.match(decision.replacement):
        other = _ARTICLE.sub("another ", decision.replacement, count=1)
        return replace(decision, replacement=other)
    if _NO_BEFORE.search(text, max(after, decision.start - 3), decision.start):
        return replace(decision, replacement=f"other {decision.replacement}")
    if _noun(decision) in _NEUTRAL and _POSSESSIVE_BEFORE.search(text, after, decision.start):
        return replace(decision, replacement=f"other {decision.replacement}")
    the = _THE_BEFORE.search(text, max(after, decision.start - 4), decision.start)
    if the is None or _noun(decision) not in _NEUTRAL:
        return decision
    return replace(decision, start=the.start(), replacement=f"another {decision.replacement}")

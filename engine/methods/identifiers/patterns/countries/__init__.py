"""Numbers of countries that a clause names (`countries:`), off otherwise.

A line of ``table.py`` says which check of python-stdnum (or of ``validators.py``) a number must pass, how it
is written, and the words before it. A named country also lets its numbers of ``national.py`` stand without
a word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from engine.catalog.names import COUNTRIES
from engine.methods.identifiers.pattern import Pattern
from engine.methods.identifiers.patterns.countries.britain import BRITAIN
from engine.methods.identifiers.patterns.countries.canada import CANADA
from engine.methods.identifiers.patterns.countries.others import OTHERS
from engine.methods.identifiers.patterns.countries.table import TABLE
from engine.methods.identifiers.patterns.national import NUMBERS, Number, rows_of

_TRUSTED = 0.79
"""Of a number that passes its check, in a country that the policy names: look-alikes still hold it."""
_OTHER: Mapping[str, Sequence[Pattern]] = {**OTHERS, "ca": CANADA, "gb": BRITAIN}
"""What no line of the table can say."""


def _shape(form: str) -> str:
    signs = {"9": r"\d", "A": "[A-Z]", "X": "[A-Z0-9]"}
    parts = ((sign, len([*same])) for sign, same in groupby(form))
    return "".join(
        signs.get(sign, sign) + (f"{{{count}}}" if count > 1 else "") if sign.isalnum() else r"[ .\-/]?"
        for sign, count in parts
    )


def _check(country: str, name: str) -> str:
    if name in ("-", "luhn", "verhoeff", "medicare", "cns"):
        return name.strip("-")
    return f"{country}_.{name}" if country in ("in", "is") else f"{country}.{name}"


def _of_line(line: str) -> tuple[str, tuple[Pattern, ...]]:
    head, form, *rest = (part.strip() for part in re.split(r" \| ", line))
    country, check, *category = head.split()
    labels, example, *bare = rest
    row = Number(
        "-".join((country, *re.findall("[a-z]+", labels.split("|")[0]), str(len(form)))),
        _check(country, check),
        _shape(form),
        labels,
        float(bare[0]) if bare else _TRUSTED,
        example,
    )
    made = (replace(each, category=category[0] if category else each.category) for each in rows_of(row))
    return country, tuple(made)


def _trusted(country: str) -> Iterator[Pattern]:
    """Bare numbers of ``national.py`` that stand by themselves where their country is named."""
    for number in NUMBERS:
        if number.id.startswith(f"{country}-") and number.module and 0 < number.bare < _TRUSTED:
            yield from list(rows_of(replace(number, id=f"{number.id}-here", bare=_TRUSTED)))[1:]


def _by_country() -> Mapping[str, tuple[Pattern, ...]]:
    lines = [_of_line(line) for line in TABLE.strip().splitlines()]
    return {
        country: (
            *(row for named, rows in lines if named == country for row in rows),
            *_OTHER.get(country, ()),
            *_trusted(country),
        )
        for country in COUNTRIES
    }


PATTERNS_BY_COUNTRY: Mapping[str, tuple[Pattern, ...]] = _by_country()
"""Rows besides ``PATTERNS``, by country (ISO 3166-1 alpha-2, small letters)."""

__all__ = ["PATTERNS_BY_COUNTRY"]

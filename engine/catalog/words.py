"""Words that people use for what the policy language names otherwise: data, and how a schedule is said."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from engine.catalog import lexicon

WITH_COUNTRIES = ", with countries: "
"""What parts a category from the countries whose numbers are meant."""


def _read(lines: Sequence[str]) -> Mapping[str, Sequence[str]]:
    found: dict[str, tuple[str, ...]] = {}
    for line in lines:
        keys, _, words = line.partition(" = ")
        named = (keys,) if WITH_COUNTRIES in keys else tuple(keys.split(", "))
        found |= {plain(word): named for word in words.split(", ")}
    return found


def plain(said: str) -> str:
    """Words in small letters, with single blanks between them.

    Examples
    --------
    >>> plain("Postal-Code"), plain("date_of_birth")
    ('postal code', 'date of birth')
    """
    return " ".join(re.findall(r"[\w'.()/]+", said.casefold().replace("_", " ").replace("-", " ")))


WORDS: Mapping[str, Sequence[str]] = _read(lexicon.words("law/of-policies"))
"""Names of the language by what people say."""

_DAYS = (lexicon.words("weekday")[-1], *lexicon.words("weekday")[:-1])
_AT = re.compile(
    r"(?:at )?(\d{1,2})(?:[:.](\d\d))? ?(am|pm|a\.m\.|p\.m\.|o'clock|h)?$|(?:at )?(noon|midnight)$"
)


def meant(said: str, known: Sequence[str]) -> str:
    """The name of the language that somebody means, with what belongs to it; empty when none is known.

    Parameters
    ----------
    said : str
        A word of the author's.
    known : sequence of str
        Names that would do here.

    Examples
    --------
    >>> meant("social insurance number", ["ssn", "national-id"])
    'national-id, with countries: [ca]'
    """
    named = WORDS.get(plain(said), ())
    return next((name for name in named if name.partition(WITH_COUNTRIES)[0] in known), "")


def schedule_meant(said: str) -> str:
    """The five fields of a schedule said in words; empty when they are not understood.

    Examples
    --------
    >>> schedule_meant("daily at 2am"), schedule_meant("every Monday at 17:30"), schedule_meant("hourly")
    ('0 2 * * *', '30 17 * * 1', '0 * * * *')
    """
    words = " ".join(said.casefold().replace(",", " ").split())
    if words in ("hourly", "every hour"):
        return "0 * * * *"
    day, time = _day_and_rest(words)
    at = _AT.fullmatch(time) if time else None
    if day is None or (time and at is None):
        return ""
    hour, minute = _clock(at) if at else (2, 0)
    return f"{minute} {hour} * * {day}" if hour < 24 and minute < 60 else ""


def _day_and_rest(words: str) -> tuple[str | None, str]:
    daily = re.match(r"(?:daily|every (?:day|night)|nightly|each (?:day|night))\b ?(.*)", words)
    if daily:
        return "*", daily[1]
    weekly = re.match(rf"(?:weekly|every week)? ?(?:on|every|each)? ?({'|'.join(_DAYS)})s?\b ?(.*)", words)
    if weekly:
        return str(_DAYS.index(weekly[1])), weekly[2]
    weekdays = re.match(r"(?:on |every )?(?:weekdays?|working days?)\b ?(.*)", words)
    return ("1-5", weekdays[1]) if weekdays else (None, "")


def _clock(at: re.Match[str]) -> tuple[int, int]:
    if at[4]:
        return (12 if at[4] == "noon" else 0), 0
    hour, half = int(at[1]), (at[3] or "").replace(".", "")
    if half in ("am", "pm"):
        hour = hour % 12 + (12 if half == "pm" else 0) if hour <= 12 else 24
    return hour, int(at[2] or 0)

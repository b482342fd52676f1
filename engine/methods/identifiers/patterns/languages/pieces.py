"""Pieces that the patterns of several languages are put together from, over folded text (ß is s, ª is a)."""

from __future__ import annotations

from engine.methods.identifiers.pattern import MARK, YEAR

DAY = r"(?:0?[1-9]|[12]\d|3[01])"
MONTH_NUMBER = r"(?:0?[1-9]|1[0-2])"
BEYOND_89 = r"(?:9\d|1[0-2]\d)"
CAPITAL_WORD = r"[A-Z\x80][\w'.\x80\-]*"
_PARTICLE = (
    r"(?:(?:de|del|la|las|los|el|y|e|du|des|le|les|aux?|sur|sous|en|an der|am|im|ob der|bei|vor der) |[dl]')"
)
_TOWN_WORD = r"[A-Z\x80][A-Za-z\x80'\-]+"
_BEFORE_TOWN = (
    r"(?:Bad|Sankt|St\.|Saint|Sainte|San|Santa|Santo|La|Le|Les|El|Los|Las|Villa|Puerto|Alcala|Castro|Sant|"
    r"Gross|Klein|Neu|Alt) ?-?"
)
TOWN = (
    rf"(?:{_BEFORE_TOWN}){{0,2}}{_TOWN_WORD}(?: {_PARTICLE}{{1,2}}{_TOWN_WORD}){{0,2}}"
    r"(?: ?\([A-Z\x80][A-Za-z\x80 .\-]{1,20}\)|/[A-Z][a-z]+)?"
)
_ENDS = r"(?: ?[\n,;.)(\xb7|\x82]| {2,}| ?$| - )"
POSTCODE_TOWN = (
    r"(?:^|[\n(]|[,;:\xb7|\x82] ?|- | {2})"
    rf"((?:(?:[A-Z]{{1,3}}-)?\d{{5}}|[A-Z]{{1,3}}-\d{{4}}),? {{1,2}}{TOWN}){_ENDS}"
)
"""Five digits and a town as the last line of an address has them; four only after the sign of a country."""


def postcode_after(labels: str) -> str:
    """Regex of a postal code after one of `labels`, with the town that follows."""
    return (
        rf"(?i)\b(?:{labels})\.?(?: ?[/,] ?[a-z]{{2,12}})?[ :.]{{1,4}}"
        rf"((?-i:[A-Z]{{1,3}}-)?\d{{4,5}}\b(?-i:,? {TOWN})?)"
    )


def code_after(labels: str) -> str:
    """Regex of a code with a digit after one of `labels` and a mark, or a number's own word."""
    return (
        rf"""(?i)\b(?:{labels})\.?(?:{MARK}| ?n[.°o]{{1,2}} ?:? ?| {{1,2}}|\.{{3}} ?)"""
        r"""(?:(?:ist|lautet|musste|ware|war|es|era|est|c'est|serait) )?["'(]?"""
        r"((?-i:[A-Z]{1,5}[ .\-/]{0,2})?\d(?:[A-Za-z0-9./\-\x83]{0,24}[A-Za-z0-9])?"
        r"(?: (?-i:\d(?:[A-Za-z0-9./\-]{0,10}[A-Za-z0-9])?|[A-Z]{1,3}\b)){0,6})"
    )


def age_after_number(words: str, units: str) -> str:
    """Regex of an age over 89: a number, in digits or `words`, and its unit."""
    return rf"(?i)\b((?:{BEYOND_89}|{words})[ -]?(?:{units}))"


def weekday_and_numbers(weekdays: str, marks: str) -> str:
    """Regex of a day of the week before day and month in numbers ("ven. 23/02", "Fr 09.02.")."""
    return rf"\b((?:{weekdays})\.?,? {{1,2}}{DAY}[{marks}]{MONTH_NUMBER}\.?)(?:[^\d/%\w]|$)"


def named_date(weekdays: str, months: str, between: str, to: str, of_year: str, articles: str) -> str:
    """Regex of a day, or some, of a named month, with the day of the week before it."""
    one = rf"{DAY}(?:\.|er|°)?"
    weekday = rf"(?:(?:{weekdays})\.?,? {{1,2}}(?:(?:{articles}) )?)?"
    days = rf"{one}(?:(?:, ?{one})*,? {{0,2}}(?:{to}) {{0,2}}{one})?"
    year = rf"(?:,?[ .\-/]{{1,2}}(?:(?:{of_year}) )?(?:{YEAR}|'?\d\d)\b)?"
    return rf"(?i)\b{weekday}{days}[ .\-/]{{0,2}}(?:(?:{between}) )?(?:{months})\b\.?{year}"


def day_of_week_and_month(weekdays: str) -> str:
    """Regex of a day of the week with a day's number ("jeudi 5")."""
    return rf"(?i)\b((?:{weekdays})\.?,? (?:den |dem |le |el |dia )?{DAY}(?:\.|er)?)(?:[^\d/:h%'\w]|$)"


def digits_said(words: str) -> str:
    """Regex of a number said in four and more of the `words` of a language."""
    return rf"(?i)\b((?:(?:{words})[ ,.\-]{{1,3}}){{4,24}}(?:{words}))\b"


def ends_in(words: str) -> str:
    """Regex of the last digits of a number after `words` that say so ("termina en 5844")."""
    return rf"(?i)\b(?:{words})[ :]{{1,2}}[x*#\-]{{0,12}}(\d{{3,5}})\b"

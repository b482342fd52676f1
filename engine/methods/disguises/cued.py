"""Spellings that the words beside them give away, or that one character writes in another way.

Plates letter by letter, addresses of machines told aloud, telephone numbers in letters, numbers written
backwards with a word that says so, letters in circles, entities outside of HTML.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterable, Iterator

from engine.methods.disguises.stretch import Glanced, Stretch, quick

_KEYPAD = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "22233344455566677778889999")
_PLATE = re.compile(
    r"(?i)\b(?:plates?|licen[cs]e|registration|registered|reg|number ?plates?|kennzeichen|matricula)\b"
    r"(?: (?:no|number|nr|mark|plate|was|is))?\.?[ :#\"'(]{1,3}"
    r"(?!(?:in|of|on|at|by|to|no|nr|is|as|for|the|and|was|from|since)\b)"
    r"((?:[A-Z\d][ ._\-·]{1,2}){4,8}[A-Z\d]|[A-Z]{1,3}[ ._\-·]?\d{2,4}(?:[ ._\-·]?(?-i:[A-Z]{1,3}))?|"
    r"(?:[A-Z]\.){2,3}\d{3,4})(?![\w])"
)
_OCTET = r"(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)"
_TOLD_ADDRESS = re.compile(
    rf"(?i)(?<![\w.]){_OCTET}(?:(?: dot | point | punkt | punto ){_OCTET}){{3}}(?![\w.])|"
    rf"(?<![\w.]){_OCTET}(?:(?: \.|\. | \. |\[\.\]|\(\.\)){_OCTET}){{3}}(?![\w.])"
)
_COMMA_ADDRESS = re.compile(
    rf"(?i)\b(?:ip|ipv4|address|host|login)\b[^\n\d]{{0,30}}({_OCTET}(?:, ?{_OCTET}){{3}})(?![\w,])"
)
_WIDE_DATE = re.compile(
    r"(?<![\d/.\-])\d{1,2}(?: [/.\-] ?|[/.\-] )\d{1,2}(?: [/.\-] ?|[/.\-] ?)(?:19|20)?\d\d(?![\d/])"
)
_VANITY = re.compile(
    r"(?i)\b(?:call|text|tel|phone|ring|dial|reach|fax|mobile|cell|number|sms|whatsapp)\b[^\n\d]{0,30}?"
    r"((?:\+?1[-. ]?)?\(?[2-9]\d\d\)?[-. ]?(?-i:[A-Z\d]{3}[-. ]?[A-Z\d]{4}))(?!\w)"
)
_BACKWARDS = re.compile(r"(?i)\b(?:backwards?|reversed|in reverse|right to left|from the end)\b")
_LAST_NUMBER = re.compile(r"(?<![\w@])([\w.+\-@]*\d[\w.+\-@ ]{4,40}\w)[^\w\n]{0,3}[^\n\d@]{0,24}\Z")
_ENTITY = r"&(?:#\d{1,7}|#[xX][0-9A-Fa-f]{1,6}|commat|period|lowbar|hyphen|dash|sol|nbsp|num|colon);"
_ENTITIES = re.compile(rf"[^\s<>\"]{{0,64}}{_ENTITY}(?:[^\s<>\"]{{0,64}}{_ENTITY}){{0,12}}[^\s<>\"]{{0,64}}")
_ENTITY_RUN = re.compile(rf"(?:{_ENTITY}){{4}}")
_ENCLOSED = "\u2460-\u2473\u24b6-\u24ff\u2776-\u2793\U0001f110-\U0001f189\U0001f1e6-\U0001f1ff"
_IN_CIRCLES = re.compile(
    rf"[\w.@\-]{{0,40}}[{_ENCLOSED}][\w.@\-{_ENCLOSED}]*(?: [\w{_ENCLOSED}]*[{_ENCLOSED}]+)*"
)
_GROUPS_AFTER_LABEL = re.compile(
    r"(?:\b(?:is|was|number|no\.?|ssn|mrn|phone|account)|[:#]) ?(\d{2,5}(?:[\t ]\d{2,5}){1,4})(?! ?[\w\t])"
)

_BROKEN_MAIL = re.compile(
    r"(?<![\w@])[A-Za-z]{2,30}\.[A-Za-z]{2,30}(?:-?\n| ?\.\.\. ?)(?!\n)"
    r"[\w.+\-]{1,40}@[\w\-]{2,40}\.[\w.\-]{1,40}\w"
)
_LABELLED_SSN = re.compile(
    r"(?i)\b(?:ssn|social security(?: (?:number|no\.?|nr\.?|#))?)[^\n\d]{0,12}"
    r"(\d(?:(?:[^A-Za-z\d]|dash|hyphen){0,8}\d){8})"
    r"(?![\w])"
)
_SAID_DASHES = re.compile(r"(?i)(?<![\w.])\d{1,8}(?: (?:dash|hyphen) \d{1,8}){1,5}(?!\w)")


def _plates(text: str) -> Iterator[Stretch]:
    for found in _PLATE.finditer(text):
        plain = re.sub(r"[^A-Za-z\d]", "", found[1])
        if 5 <= len(plain) <= 9 and any(c.isdecimal() for c in plain) and any(c.isalpha() for c in plain):
            yield Stretch(*found.span(1), plain.upper())


def _told_addresses(text: str) -> Iterator[Stretch]:
    for found in _TOLD_ADDRESS.finditer(text):
        yield Stretch(found.start(), found.end(), ".".join(re.findall(r"\d+", found[0])))


def _comma_addresses(text: str) -> Iterator[Stretch]:
    for found in _COMMA_ADDRESS.finditer(text):
        yield Stretch(*found.span(1), ".".join(re.findall(r"\d+", found[1])))


def _wide_dates(text: str) -> Iterator[Stretch]:
    for found in _WIDE_DATE.finditer(text):
        yield Stretch(found.start(), found.end(), found[0].replace(" ", ""))


def _vanity(text: str) -> Iterator[Stretch]:
    for found in _VANITY.finditer(text):
        digits = re.sub(r"\W", "", found[1]).translate(_KEYPAD)[-10:]
        if len(digits) == 10 and digits.isdecimal() and re.search(r"[A-Z]{3}", found[1]):
            yield Stretch(*found.span(1), f"{digits[:3]}-{digits[3:6]}-{digits[6:]}")


def _backwards(text: str) -> Iterator[Stretch]:
    for cue in _BACKWARDS.finditer(text):
        begin = max(0, cue.start() - 80)
        if found := _LAST_NUMBER.search(text[begin : cue.start()]):
            yield Stretch(begin + found.start(1), begin + found.end(1), found[1][::-1])


def _entities(text: str) -> Iterator[Stretch]:
    for found in _ENTITIES.finditer(text):
        if _ENTITY_RUN.search(found[0]):
            continue  # a payload, which goes whole
        yield Stretch(found.start(), found.end(), html.unescape(found[0]))


def _in_circles(text: str) -> Iterator[Stretch]:
    for found in _IN_CIRCLES.finditer(text):
        plain = "".join(map(_uncircled, found[0]))
        said = plain.title() if plain.isupper() and " " in plain else plain
        yield Stretch(found.start(), found.end(), said, range(found.start(), found.end()), may_name=True)


def _uncircled(character: str) -> str:
    """The letter or digit that an enclosed one is; of one above nine, and of others, themselves."""
    if character < "\u2460":
        return character
    digit = unicodedata.digit(character, None)
    if digit is not None:
        return str(digit)
    name = unicodedata.name(character, "")
    letter = name.rpartition(" LETTER ")[2]
    if len(letter) != 1:
        return character
    return letter.lower() if " SMALL " in name else letter


def _after_label(text: str) -> Iterator[Stretch]:
    for found in _GROUPS_AFTER_LABEL.finditer(text):
        digits = re.sub(r"\D", "", found[1])
        if 7 <= len(digits) <= 19:
            yield Stretch(*found.span(1), digits)


def _broken_mail(text: str) -> Iterator[Stretch]:
    """An address that goes over a line end, or has dots in its middle."""
    for found in _BROKEN_MAIL.finditer(text):
        yield Stretch(found.start(), found.end(), re.sub(r"-?\n| ?\.\.\. ?", "", found[0], count=1))


def _labelled_ssn(text: str) -> Iterator[Stretch]:
    """Nine digits behind the words that announce them, whatever signs stand between."""
    for found in _LABELLED_SSN.finditer(text):
        digits = re.sub(r"\D", "", found[1])
        yield Stretch(*found.span(1), f"{digits[:3]}-{digits[3:5]}-{digits[5:]}")


def _said_dashes(text: str) -> Iterator[Stretch]:
    for found in _SAID_DASHES.finditer(text):
        yield Stretch(found.start(), found.end(), re.sub(r"(?i) (?:dash|hyphen) ", "-", found[0]))


WAYS: Iterable[Glanced] = (
    (
        quick(
            r"(?i)\b(?:plates?|licen[cs]e|registration|registered|reg|kennzeichen|matricula)\b"
            r"(?: (?:no|number|nr|mark|plate|was|is))?\.?[ :#\"'(]{1,3}"
            r"[\pL\pN](?:[ ._\-·]{1,2}[\pL\pN]|[\pL]{0,2}[ ._\-·]?\pN)"
        ),
        _plates,
    ),
    (
        quick(r"(?i)[0-9](?: dot | point | punkt | punto | \.|\. |\[\.\]|\(\.\)) ?[0-9]{1,3}[ .\[(]"),
        _told_addresses,
    ),
    (quick(r"[0-9](?:, ?[0-9]{1,3}){3}"), _comma_addresses),
    (quick(r"\pN(?: [/.\-] ?|[/.\-] )\pN{1,2} ?[/.\-] ?\pN"), _wide_dates),
    (quick(r"[2-9][0-9]{2}\)?[-. ]?[A-Z0-9]{0,3}[-. ]?[A-Z]{3}"), _vanity),
    (quick(r"(?i)\b(?:backward|reverse|in reverse|right to left|from the end)"), _backwards),
    (quick(r"&(?:#[0-9xX]|commat|period|lowbar|hyphen|dash|sol|nbsp|num|colon)"), _entities),
    (quick(f"[{_ENCLOSED}]"), _in_circles),
    (quick(r"[0-9][\t ][0-9]"), _after_label),
    (quick(r"(?i)\b(?:ssn|social security)"), _labelled_ssn),
    (quick(r"[A-Za-z](?:-?\n| ?\.\.\. ?)[\w.+\-]{1,40}@"), _broken_mail),
    (quick(r"(?i)[0-9] (?:dash|hyphen) [0-9]"), _said_dashes),
)

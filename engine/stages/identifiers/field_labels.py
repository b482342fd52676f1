"""Labels of a form's next field, taken into the name before them ("Thibodeaux  Account #:")."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from engine.catalog.lexicon import either
from engine.catalog.public_codes import NAMES_OF_LISTS
from engine.catalog.rules import rule, unchanged
from engine.text import Span

_LABEL = (
    r"(?:accession|account|acct|address|age|cell|city|date|dob|employer|fax|first|gender|group|home|"
    r"insurance|last|loc|"
    r"location|member|mi|middle|mobile|mrn|name|phone|policy|relationship|room|sex|ssn|state|status|"
    r"street|suffix|unit|"
    r"work|zip)"
)
_AT_END = re.compile(rf"(?:(?:[ \t]{{2,}}|[\n\t]\s*){_LABEL})+\Z", re.IGNORECASE)
_WHOLE = re.compile(rf"{_LABEL}\Z", re.IGNORECASE)
_ANNOUNCES = re.compile(
    rf"{either(NAMES_OF_LISTS)}|"
    r"(?:rx ?)?(?:acct?|ansi|auth|awb|bin|bol|bsb|cap|clia|dea|din|dl|dln|dob|dos|edd|ein|emp|exp|fein|"
    r"fin|gr(?:ou)?p|hs|iban|"
    r"iec|ieee|imei|iso|lmp|locator|mot|mrn|ncpdp|ni|nino|npi|oln|pcn|pin|pnr|po|reg|rfc|rma|rx|sid|sku|"
    r"ssn|swift|tin|tkt|"
    r"unit|upc|uprn|upn|utr|vat|vin|hotel|ticket|voucher|reservation|itinerary|invoice|waybill|container|"
    r"module|agent|block|"
    r"township|docket|pack|standard|orcid|loan|hb|hgb|wbc|plt|section|lot|batch|"
    r"(?-i:[A-Z]{2,6}(?= [A-Z]{0,3}-?\d{4})))\.?",
    re.IGNORECASE,
)
"""Words and initials that stand before numbers and bear no name."""
_SCHEME = re.compile(r"(?:mailto|tel|sms|fax|callto|sips?|xmpp)(?=:\S)", re.IGNORECASE)
"""What says how an address is reached (RFC 3986, 3.1), before its colon."""
_A_NUMBER = re.compile(
    r"(?: ?[:#]| (?:nos?|nr|numbers?|id|code|conf\w*|ending|ends|due|exp\w*|valid)\b\.?[ :]| (?:is|"
    r"was) [A-Z\-]{0,6}\d|"
    r"[ .]{1,3}(?:[A-Z]{1,5}[\-/ ]?)?\d)"
)
_NUMBER_ALONE = re.compile(r"[ :#.\-]{1,3}(?:[A-Z]{1,4}[\-/ ]?)?\d[\d.:/\-]*")
_TURN = re.compile(r"(?:\A|(?<=\n)|(?<=[.?!] ))[AQ]\. ?")
_QUESTION = re.compile(r"(?:\A|\n)Q\. [^\n]*\?")
_ASKED = re.compile(r"(?:\A|\n|[.?!] )Q\. ")
_MARK = re.compile(r" ?(?:#|:|no\.?:|number:| ph:)", re.IGNORECASE)


def _only_announces(rest: str, text: str, end: int) -> bool:
    """Whether what stands behind the word, in the finding or after it, is nothing but a number."""
    return bool(_A_NUMBER.match(text, end)) if not rest else _NUMBER_ALONE.fullmatch(rest) is not None


@rule("without-labels", without=unchanged)
def without_labels(found: Sequence[Span], text: str) -> list[Span]:
    """Names without labels of fields behind them, where something is left.

    What only announces a number ("BIN: 004336", "ISO 27001") is none, nor is the "A." of who answers.

    Parameters
    ----------
    found : sequence of Span
    text : str

    Returns
    -------
    list of Span
        A label counts only before its colon or number sign, and after a gap wider than between words.
    """
    is_hearing = "Q. " in text and (_QUESTION.search(text) is not None or len(_ASKED.findall(text)) > 1)
    return [left for span in found if (left := _without_labels(span, text, is_hearing)) is not None]


def _without_labels(span: Span, text: str, is_hearing: bool) -> Span | None:
    name = text[span.start : span.end]
    start = span.start
    if (scheme := _SCHEME.match(text, start)) and scheme.end() == span.end:
        return None
    if (word := _ANNOUNCES.match(name)) and _only_announces(name[word.end() :], text, span.end):
        return None
    if is_hearing and (turn := _TURN.match(text, start)):
        name, start = text[turn.end() : span.end], turn.end()
    if _MARK.match(text, span.end):
        if _WHOLE.match(name):
            return None
        name = _AT_END.sub("", name)
    return replace(span, start=start, end=start + len(name)) if name else None

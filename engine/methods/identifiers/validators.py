"""Checks of a match beyond its shape: check digits, registries, plausibility."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module

import phonenumbers
from stdnum import iban, luhn, verhoeff

from engine.catalog.lexicon import either, words
from engine.errors import InvalidError, fault

PHONE_REGIONS: tuple[str, ...] = tuple(
    re.findall(
        r"[A-Z]{2}",
        "US GB IE DE AT CH FR BE NL LU ES PT IT SE NO DK FI IS PL CZ SK HU SI HR RO "
        "BG GR CY EE LV LT AU NZ ZA IN JP BR MX",
    )
)
"""Regions whose national telephone numbers are looked for, where a policy says nothing."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What checks need to know beside the match.

    Parameters
    ----------
    phone_regions : tuple of str
        ISO 3166-1 alpha-2 regions whose national telephone numbers are looked for.
    reference_year : int or None
        The year in which an age is judged; the engine has no clock.
    """

    phone_regions: tuple[str, ...] = PHONE_REGIONS
    reference_year: int | None = None


Validator = Callable[[str, Setting], bool]
_DIGITS = re.compile(r"\d")
_NON_DIGITS = re.compile(r"\D")
_VIN_VALUES = {**{str(i): i for i in range(10)}, **dict(zip("ABCDEFGH", range(1, 9), strict=True))}
_VIN_VALUES |= dict(zip("JKLMN", range(1, 6), strict=True)) | {"P": 7, "R": 9}
_VIN_VALUES |= dict(zip("STUVWXYZ", range(2, 10), strict=True))
_VIN_WEIGHTS = (8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2)
_CARD_PREFIX = re.compile(r"4|5[0-9]|6[0-9]|3[0-9]|2[2-7]")
_DATE_LIKE = re.compile(
    r"(?:1[89]|20)\d\d[-/. ]\d{1,2}[-/. ]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:1[89]|20)\d\d"
)
_YEARS = re.compile(r"(?:1[5-9]|20)\d\d ?[-/] ?(?:(?:1[5-9]|20)\d\d|\d\d)")
_BARE_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_DATED = re.compile(r"\d{1,2}([-/.])\d{1,2}(?:\1(?:\d\d|\d{4}))?")
_AMOUNT = re.compile(
    r"\d{1,3}(?:,\d{3})*\.\d{1,2}|\d+\.\d{1,2}|\d{1,3}(?:-\d{1,3})?|\d+[xX]\d+(?:[xX]\d+)?|"
    r".*\.[A-Za-z]{2,4}|"
    r"(?:1[5-9]|20)\d0s"
)
_PUBLIC_SERIES = re.compile(
    r"(?i)(?:mk|bms|gsk|azd|rg|ly|abt|amg|cp|ro|sb|tak|ono|pf|jnj|sar|bay|bi|ucb|iso|rfc|din|en|iec|ieee|"
    r"astm|ansi|nist|sp|"
    r"cve|cpt|icd|hcpcs|covid|sars|h[1-9]n|utf|aes|sha|md|usb|ddr|rtx|gtx|core|mil-?std|fm|us|sr|rt|hwy|"
    r"hr|usc|cfr|pl|"
    r"ndc|q|cui|mesh|omim|doid|ccr|cd|il|hla|go|ec|cas)-?\d"
)
"""Compounds, standards, roads, statutes and terms of vocabularies are numbered, too, and name nobody."""
_CHANGES = re.compile(r"(?<=[A-Z])(?=\d)|(?<=\d)(?=[A-Z])")
_FORMULA = re.compile(r"(?:(?:C|H|N|O|P|S|F|I|K|Cl|Br|Na)\d{0,3})+")
"""Of chemistry: C12H22O11."""
_ORDINARY_MIX = re.compile(
    r"(?i)\d+(?:[.,]\d+)?(?:st|nd|rd|th|s|[ap]m|h(?:rs?)?|min|k|m|x|d|w|y|yo|mg|mcg|ml|kg|g|km|mi|lbs?|"
    r"oz|cm|mm|ft|in|"
    r"gb|mb|tb|hz|khz|mhz|ghz|v|w|kw|kwh|a|ah|mah|c|f|px|fps|bit|usd|eur|gbp|up|f?x\d+[a-z]*)|"
    r"\d{1,2}[ap]m-\d{1,2}[ap]m|\d{2}" + either((*words("month-short"), "may")) + r"\w*|0x\w+|kb\d+"
)
"""Ordinals, amounts with their unit, sizes, dates, addresses of memory and updates of systems."""
_PUBLIC_SMALL = re.compile(r"(?:rs|ss|chr|c|ca|p|pp|v|fl|b|d|r|m|kb|ex|vs|ed|no|nr|km|mi)\d|(?:covid|sars)-")
_GROUP, _LETTERS = re.compile(r"\d+"), re.compile(r"[a-z]+")
_LEAST_IN_GROUPS = 5
_MEASURED = re.compile(
    r"(?:BP|HR|RR|PR|TA|FC|FR|RA|SBP|DBP|MAP|PA|INR|WBC|PLT|HB|CK|CPK|BNP|HCG|CD|VL|PSA|EF|EUR|USD|GBP|CHF|"
    r"ISO|DIN|EN|BS|UN|AD|BC|PO|WW|AM|PM|TSH|LDL|HDL|GFR|CRP|LDH|ALT|AST|IU|UI|UE|EU|"
    r"SSN|NPI|EIN|DEA|MRN|TEL|PH|FAX|CELL|TIN|ITIN|ZIP|PLZ|CP|DOB|IMEI|IBAN|NSS|NIR|NIF|NIE|DNI|AHV|BIC|BLZ|"
    r"NHS|NI|CIF|GSM|MOB|TFN|SIN|CPF|VAT|SIRET|SIREN|RPPS|FINESS|RUT|RUN|CUIT|CUIL|RFC|CURP|CC|"
    r"AMEX|VISA|MC|OHIP|HCN|PHN|PHIN|HSN|MCP|RAMQ|NAM|CHI|CNS|CRN|IHI|ABN) |"
    r"[A-Z]{2} \d{5}-\d{4}$|[NSEWO] \d+\.\d+$|ETS "
)
"""Vital signs, tests, money, standards and eras; names of numbers that have patterns of their own."""
_COUNTED = "one two three four five six seven eight nine"
_THOUSANDS = re.compile(r"\d{1,3}(?:[ .]\d{3})*[ .]000")
_AGE_LIMIT = 90
_NANP = frozenset(phonenumbers.COUNTRY_CODE_TO_REGION_CODE[1])
"""Regions of the North American Numbering Plan, which has patterns of its own."""


def digits_of(text: str) -> str:
    """The ASCII digits of `text`."""
    return _NON_DIGITS.sub("", text)


def _code(text: str, _: Setting) -> bool:
    n = len(_DIGITS.findall(text))
    return n >= 3 or (n == 2 and len(text) >= 4)


def _long_code(text: str, setting: Setting) -> bool:
    """A code after an everyday word: neither three digits (of a ZIP code) nor a year says anything."""
    return len(text) >= 4 and not _BARE_YEAR.fullmatch(text) and _code(text, setting)


def _series_code(text: str, setting: Setting) -> bool:
    """A code of a series: no date, amount, compound under study ("MK-3475") or standard ("ISO-27001")."""
    plain = text.strip()
    look_alike = _DATED.fullmatch(plain) or _AMOUNT.fullmatch(plain) or _PUBLIC_SERIES.match(plain)
    return not look_alike and _long_code(plain, setting) and not _YEARS.fullmatch(plain)


def _announced_code(text: str, setting: Setting) -> bool:
    """A code after a word that announces one: letters and a digit, or digits that are no amount."""
    plain = text.strip(" .*/-")
    mixed = any(map(str.isalpha, plain)) and len(_DIGITS.findall(plain)) >= (1 if len(plain) > 5 else 2)
    return _series_code(plain, setting) or (
        mixed and len(plain) >= 4 and not (_PUBLIC_SERIES.match(plain) or _ORDINARY_MIX.fullmatch(plain))
    )


def _scrambled_code(text: str, setting: Setting) -> bool:
    """A code of which letters and digits change more than once, and no formula, amount or variant."""
    plain = text.replace("-", "")
    return (
        len(plain) >= 7
        and len(_DIGITS.findall(plain)) >= (3 if len(_CHANGES.findall(plain)) > 2 else 4)
        and not (_FORMULA.fullmatch(plain) or _PUBLIC_SERIES.match(plain) or _ORDINARY_MIX.fullmatch(plain))
        and _series_code(text, setting)
    )


def _grouped_code(text: str, setting: Setting) -> bool:
    """A code in groups of digits: no year, amount in thousands, span or measure."""
    groups = _GROUP.findall(text)
    return (
        sum(map(len, groups)) >= _LEAST_IN_GROUPS
        and not any(_BARE_YEAR.fullmatch(group) for group in groups)
        and groups[-1] != "000"
        and not _MEASURED.match(text)
        and _series_code(text, setting)
    )


def _said_code(text: str, _: Setting) -> bool:
    """Three words for numbers among what is said."""
    return len(_NUMBER_SAID.findall(text)) >= _LEAST_SAID


def _hexadecimal_groups(text: str, _: Setting) -> bool:
    """Letters and two digits: words and dates have not both."""
    return any(map(str.isalpha, text)) and sum(map(str.isdigit, text)) > 1


_NUMBER_SAID = re.compile(r"[a-z]{3,}|oh", re.IGNORECASE)
_LEAST_SAID = 3


def _no_counting(text: str, _: Setting) -> bool:
    """Whether digits in words are no counting: one, two, three."""
    words = _LETTERS.findall(text.lower())
    return " ".join(words) not in _COUNTED


def _small_code(text: str, _: Setting) -> bool:
    return not _PUBLIC_SMALL.match(text)


def _ssn(text: str, _: Setting) -> bool:
    d = digits_of(text)
    return len(d) == 9 and d[:3] not in ("000", "666") and d[0] != "9" and d[3:5] != "00" and d[5:] != "0000"


def _credit_card(text: str, _: Setting) -> bool:
    d = digits_of(text)
    return 12 <= len(d) <= 19 and bool(_CARD_PREFIX.match(d)) and len(set(d)) > 1 and bool(luhn.is_valid(d))


def _iban(text: str, _: Setting) -> bool:
    return bool(iban.is_valid(text, check_country=False))


def _dea(text: str, _: Setting) -> bool:
    d = [int(c) for c in text[2:]]
    return (d[0] + d[2] + d[4] + 2 * (d[1] + d[3] + d[5])) % 10 == d[6]


def _npi(text: str, _: Setting) -> bool:
    return bool(luhn.is_valid("80840" + digits_of(text)))


def _luhn(text: str, _: Setting) -> bool:
    return bool(luhn.is_valid(digits_of(text)))


def _verhoeff(text: str, _: Setting) -> bool:
    return bool(verhoeff.is_valid(digits_of(text)))


def _medicare(text: str, _: Setting) -> bool:
    """Whether the ninth digit of an Australian Medicare card holds; the tenth counts issues."""
    d = [int(c) for c in digits_of(text)]
    weighted = sum(digit * weight for digit, weight in zip(d, (1, 3, 7, 9, 1, 3, 7, 9), strict=False))
    return 2 <= d[0] <= 6 and weighted % 10 == d[8]


def _cns(text: str, _: Setting) -> bool:
    """Whether the weighted sum of a Brazilian health card holds: 15 digits, modulo 11."""
    d = digits_of(text)
    return d[0] in "12789" and sum(int(c) * (15 - i) for i, c in enumerate(d)) % 11 == 0


def _vin(text: str, _: Setting) -> bool:
    """Whether the check digit (position 9) of a vehicle identification number holds, 49 CFR 565.15(c)."""
    vin = text.upper()
    remainder = sum(_VIN_VALUES[c] * w for c, w in zip(vin, _VIN_WEIGHTS, strict=True)) % 11
    return vin[8] == ("X" if remainder == 10 else str(remainder)) and not vin.isdigit()


def _plate(text: str, _: Setting) -> bool:
    size = sum(c.isalnum() for c in text)
    return bool(_DIGITS.search(text)) and 3 <= size <= 10 and not _BARE_YEAR.fullmatch(text)


def _host(text: str, _: Setting) -> bool:
    labels = re.split(r"[/?#:]", text, maxsplit=1)[0].split(".")
    sentence = len(labels) == 2 and labels[0][:1].isupper() and labels[1] in _SENTENCE_STARTS
    return len(labels[-2]) > 1 and not labels[-2].isdigit() and not sentence


_SENTENCE_STARTS = {"no", "in", "it", "is", "at", "me", "us", "be", "ie", "de", "co"}
"""Domains that are words: "end.It" and "Node.is" are a missing space, not a host."""


def _ip_v6(text: str, _: Setting) -> bool:
    if text.count(":") < 7 and len([g for g in text.split(":") if g]) < 2:
        return False
    try:
        ipaddress.IPv6Address(text)
    except ValueError:
        return False
    return bool(_DIGITS.search(text))


def _looks_like_date(text: str) -> bool:
    return bool(_DATE_LIKE.search(text) or _YEARS.fullmatch(text.strip("() ")))


def _phone_digits(text: str, _: Setting) -> bool:
    n = len(_DIGITS.findall(text.split("x")[0]))
    return 6 <= n <= 15 and not _looks_like_date(text)


def _phone_label_after(text: str, setting: Setting) -> bool:
    return _phone_digits(text, setting) and not _THOUSANDS.fullmatch(text)


def _parsed(text: str, region: str | None) -> phonenumbers.PhoneNumber | None:
    try:
        return phonenumbers.parse(text, region)
    except phonenumbers.NumberParseException:
        return None


def _phone_international(text: str, _: Setting) -> bool:
    plus = text if text.startswith("+") else "+" + re.sub(r"^(?:00|011)[ -]?", "", text)
    number = _parsed(plus.replace("(0)", ""), None)
    return number is not None and phonenumbers.is_possible_number(number)


def _phone_national(text: str, setting: Setting) -> bool:
    if not 8 <= len(_DIGITS.findall(text)) <= 13 or _looks_like_date(text):
        return False
    regions = (region for region in setting.phone_regions if region not in _NANP)
    numbers = (_parsed(text, region) for region in regions)
    return any(number is not None and phonenumbers.is_valid_number(number) for number in numbers)


def _day_month(text: str, _: Setting) -> bool:
    """Whether the first two numbers can be a day and a month, in either order."""
    a, b = (int(n) for n in re.findall(r"\d+", text)[:2])
    return min(a, b) <= 12 and max(a, b) <= 31


def _day_month_range(text: str, setting: Setting) -> bool:
    """Whether both ends of a range of dates can be dates."""
    halves = re.findall(r"\d{4}-\d\d-\d{1,2}|\d{1,2}/\d{1,2}(?:/\d{2,4})?", text)
    return len(halves) == 2 and all("-" in half or _day_month(half, setting) for half in halves)


def _month_day(text: str, _: Setting) -> bool:
    return not re.fullmatch(r"(?i)(?:may|march) \d{1,2}", text) or text[:1].isupper()


def _no_may(text: str, _: Setting) -> bool:
    """Whether a date in words is no question ("may one") and no order ("march two")."""
    return not re.match(
        r"(?i)(?:may|march) (?:one|two|three|four|five|six|seven|eight|nine|ten)\b", text
    ) and not (re.search(r"(?i)(?<!of )\bmay\Z", text))


def _birth_year(text: str, setting: Setting) -> bool:
    return setting.reference_year is not None and int(text) <= setting.reference_year - _AGE_LIMIT


def _life_span(text: str, _: Setting) -> bool:
    born, died = (int(n) for n in re.findall(r"\d{4}", text))
    return _AGE_LIMIT <= died - born <= 125


_NO_STREET = re.compile(
    rf"\S+ (?:{either(tuple(month for month in words('month') if month != 'may'), capital=True)}|Dr\.|Mrs?\.)"
)


_DOSE = re.compile(
    r"(?i)\d+,? (?:mg|mcg|ml|cc|gm?|grams?|meq|units?|iu|tabs?|tablets?|caps?|puffs?|drops?|mmol|kg)\b"
)
"""A number of a drug is no house number ("325 MG GIVEN. CT HEAD")."""
_YEAR_AND_EVENT = re.compile(
    r"(?:1[89]|20)\d\d (?:\S+ )*(?:Square|Park|Parade|Court|Row|Pass|Run|Point|Heights|Green|Hill|Walk)\.?"
)
_COURT = re.compile(
    r".*\b(?:Supreme|High|District|Circuit|County|Appeals|Crown|Federal|Superior|Tennis) Court\.?"
)


def _street(text: str, _: Setting) -> bool:
    look_alike = _NO_STREET.match(text) or _YEAR_AND_EVENT.fullmatch(text) or _COURT.fullmatch(text)
    return text[:1].isdigit() and not (look_alike or _DOSE.match(text))


_FAMOUS = re.compile(r"(?:.* )?(?:Wall|Sesame|Fleet|Silk|High|Main) (?:Street|Road)")

_ANY_STREET = re.compile(
    r"(?:(?:north|south|east|west) )?"
    r"(?:and|or|of|by|to|in|on|the|an?|this|that|our|my|your|his|her|their|its|one|each|every|some|any|same|"
    r"main|busy|quiet|dark|side|"
    r"back|dead|narrow|long|short|wide|private|public|open|city|county|country|residential|dirt|gravel|rural|old|"
    r"new|next|other|another|first|second|third|memory|wall|high|cross|block|clear|reduce|avoid|use|two|three|"
    r"four|six|both|professional|left|right|wrong|slow|fast|bike|bus|farm|forest|mountain|toll|ring|service|"
    r"access) "
)
"""What stands before "street" and "lane" without naming one."""


def _residential(text: str, _: Setting) -> bool:
    behind_first = text.partition(" ")[2]
    return not (_FAMOUS.fullmatch(text) or _ANY_STREET.match(text) or _ANY_STREET.match(behind_first))


def _not_host(text: str, _: Setting) -> bool:
    """Whether what follows "address:" has words, as no internet address has, and more than a ZIP3."""
    words = re.search(r"[^\W\d]{3,} ?\S", text) and " " in text.strip()
    return bool(words) and not re.fullmatch(r"\D*\b\d{3}", text)


def _latitude_longitude(text: str, _: Setting) -> bool:
    numbers = [float(n) for n in re.findall(r"\d+\.\d+", text)]
    return len(numbers) == 2 and numbers[0] <= 90 and numbers[1] <= 180


_VALIDATORS: Mapping[str, Validator] = {
    "code": _code,
    "long-code": _long_code,
    "series-code": _series_code,
    "announced-code": _announced_code,
    "scrambled-code": _scrambled_code,
    "small-code": _small_code,
    "grouped-code": _grouped_code,
    "no-counting": _no_counting,
    "said-code": _said_code,
    "hexadecimal-groups": _hexadecimal_groups,
    "ssn": _ssn,
    "credit-card": _credit_card,
    "iban": _iban,
    "dea": _dea,
    "npi": _npi,
    "luhn": _luhn,
    "verhoeff": _verhoeff,
    "medicare": _medicare,
    "cns": _cns,
    "vin": _vin,
    "plate": _plate,
    "host": _host,
    "ip-v6": _ip_v6,
    "phone-digits": _phone_digits,
    "phone-label-after": _phone_label_after,
    "phone-international": _phone_international,
    "phone-national": _phone_national,
    "day-month": _day_month,
    "day-month-range": _day_month_range,
    "month-day": _month_day,
    "no-may": _no_may,
    "birth-year-over-89": _birth_year,
    "life-span-over-89": _life_span,
    "street": _street,
    "residential": _residential,
    "not-host": _not_host,
    "latitude-longitude": _latitude_longitude,
}


@cache
def validator(name: str) -> Validator:
    """The check of this name: one of this module, or a module of python-stdnum (``"stdnum.de.idnr"``).

    Raises
    ------
    InvalidError
        IDN004, when there is no such check.
    """
    if name in _VALIDATORS:
        return _VALIDATORS[name]
    if not name.startswith("stdnum."):
        raise InvalidError(
            fault("IDN004", "pattern", "must name a known validator", name, "See engine.methods.identifiers.")
        )
    return partial(_is_number, import_module(name).is_valid)


def _is_number(is_valid: Callable[[str], bool], text: str, _: Setting) -> bool:
    try:
        return len(set(text)) > 3 and bool(is_valid(text))
    except Exception:  # noqa: BLE001 - a fault of the library says nothing: what has the form, goes
        return True

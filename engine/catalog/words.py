"""Words that people use for what the policy language names otherwise: data, and how a schedule is said."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from engine.catalog.lexicon import words as weekdays

_WORDS = """
person = name, names, full name, first name, last name, surname, patient, patient name, client name, people
organisation = organization, organizations, company, companies, employer, hospital, institution, firm
location = place, places, city, town, county, geography
zip = postal code, postal codes, postcode, post code, zip code, zipcode, fsa, plz
street-address = address, addresses, home address, street, mailing address
birth-date = date of birth, dob, birthday, birthdate, born
date = dates, service date, admission date, discharge date, day
age-over-89 = age, ages, age over 89
ssn = social security, social security number, us ssn
national-id, with countries: [ca] = sin, social insurance number, social insurance
national-id, with countries: [gb] = nino, national insurance number, nhs number, nhs, chi
national-id, with countries: [br] = cpf, cnpj, rg
national-id, with countries: [in] = aadhaar, aadhar, pan card
national-id, with countries: [au] = tfn, tax file number, abn
national-id, with countries: [ch] = ahv, avs
national-id, with countries: [jp] = my number, individual number
national-id = national identity, identity number, id number, id card, personal number
health-plan, with countries: [ca] = health card, health number, health card number, ohip, phn, ramq
health-plan, with countries: [au] = medicare number, medicare card
health-plan = member id, insurance number, policy number, beneficiary number, medicare, medicaid
license, with countries: [ca] = cpso, cno, registration number, college number
license, with countries: [gb] = gmc, nmc, hcpc
license = licence, driver's license, drivers license, driving licence, npi, dea, certificate
mrn = medical record number, medical record, record number, chart number, hospital number, patient id
phone = telephone, telephone number, phone number, mobile, cell
email = e-mail, mail, email address, e-mail address
url = website, web address, link
ip = ip address, internet address
account = bank account, account number, sort code, routing number
credit-card = card number, payment card, credit card number
taxpayer-id = tax id, tax number, ein, itin
vehicle = vin, vehicle identification number
plate = license plate, licence plate, number plate, registration plate
device = serial number, imei, mac address, device id
unique-code = student id, student number, code, codes, reference, other numbers, employee id, badge
own-code = our numbers, own numbers, house numbers
listed-term = list, word list, terms, own list
minor = child, children, minors
placeholder = mask, remove, replace, tag, label
redact = black out, blackout, delete, blank
pseudonym = pseudonymize, pseudonymise, hash, token, tokenize, code name
last-4 = last four, last 4 digits, last four digits, last4
year = year only, years
postal-area = outward code, postal district, first three characters
hipaa-safe-harbor, 45 CFR 164.514(b)(2)(i) = hipaa, safe harbor, safe harbour
hipaa-limited-data-set = limited data set, lds
part2-substance-use, 42 CFR 2.54 = part 2, 42 cfr part 2
gdpr-special-categories, GDPR Art. 9(1) = gdpr, article 9, special categories
canada-phipa, PHIPA s. 4(2) = phipa, pipeda, law 25, ontario, canada
uk-gdpr, UK GDPR Art. 4(1) = uk, dpa, dpa 2018, data protection act, ico
us-ferpa, 34 CFR 99.31(b)(1) = ferpa, education records
us-glba, 15 USC 6809(4) = glba, gramm-leach-bliley, financial privacy
us-ccpa, Cal. Civ. Code § 1798.140(ae)(1)(A) = ccpa, cpra, california consumer privacy act
ema-policy-0070, EMA Policy 0070 = policy 0070, ema 0070, prci
hipaa-expert-determination, 45 CFR 164.514(b)(1) = expert determination
us-foia, 5 USC 552(b)(6) = foia, freedom of information act
us-court-filings, Fed. R. Civ. P. 5.2(a) = frcp 5.2, rule 5.2, court filings
br-lgpd, LGPD Art. 5 I = lgpd, brazil
au-privacy-act, Privacy Act 1988 (Cth) s. 6(1) = privacy act, australia
ch-revdsg, revDSG Art. 5(a) = dsg, revdsg, fadp, switzerland
in-dpdp, DPDP Act 2023 s. 2(t) = dpdp, india
jp-appi, APPI Art. 2(1) = appi, japan
"""
"""What the language says (the first that fits is named) = what people say for it."""


def _read(table: str) -> Mapping[str, Sequence[str]]:
    found: dict[str, tuple[str, ...]] = {}
    for line in table.strip().splitlines():
        keys, _, words = line.partition(" = ")
        named = (keys,) if ", with " in keys else tuple(keys.split(", "))
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


WORDS: Mapping[str, Sequence[str]] = _read(_WORDS)
"""Names of the language by what people say."""

_DAYS = (weekdays("weekday")[-1], *weekdays("weekday")[:-1])
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
    return next((name for name in named if name.partition(", with ")[0] in known), "")


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

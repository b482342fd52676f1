"""Passports and any other number or code that a label gives out: 45 CFR 164.514(b)(2)(i)(R)."""

from __future__ import annotations

from engine.methods.identifiers.pattern import MARK, SPACED_CODE, Pattern, direct, labelled, marked

_STRONG = (
    r"plot|proceeding|case|docket|cause|file|claim|ticket|incident|report|confirmation|booking|reservati"
    r"on|tracking|order|"
    r"invoice|receipt|transaction|transfer|contract|employee|staff|personnel|student|matriculation|inmate|"
    r"prisoner|booking|alien(?: registration)?|uscis|visa|badge|user|login|username|profile|serial|"
    r"reference|ref|our ref|your ref|id|ids|identifier|code|key|token|application|enrol?lment|registration|"
    r"voter|library card|green card|(?:permanent )?resident card|work permit|naturali[sz]ation|i-94|"
    r"loyalty|frequent flyer|known traveler|unique|barcode|cookie|device|session|"
    r"aktenzeichen|az|dossier|expediente|pratica|sprawa|warrant|complaint|grievance|permit|parcel|apn|"
    r"meter|box|locker|extension|protocol|registry|matter|job|work order|po|purchase order|document|doc|"
    r"control|scan|image|film|tracking|consent|trial|nct|screening|randomi[sz]ation|kit|tissue|kin"
)
_LISTED = r"\d[\d/.\-]{2,15}"

CODES = (
    Pattern(
        "passport-labelled",
        "passport",
        labelled(
            r"passports?(?: card)?|reisepass|passeport|pasaporte|passaporto|paspoort", r"[A-Z0-9]{6,12}"
        ),
        0.85,
        validator="code",
        examples=("Passport No: C01X00T47", "passport number is 123456789"),
    ),
    Pattern(
        "passport-bare",
        "passport",
        r"\b[A-Z]{1,2}\d{6,8}\b",
        0.35,
        context=r"passports?|reisepass|passeport|pasaporte|passaporto|paspoort|visa|border",
        context_required=True,
        citation="ICAO Doc 9303",
        examples=("her passport, a new one, has A12345678",),
    ),
    Pattern(
        "passport-mrz",
        "passport",
        r"\b[PVIAC][A-Z<][A-Z<]{3}[A-Z0-9<]{31,39}\n?[A-Z0-9<]{36,44}",
        0.95,
        citation="ICAO Doc 9303, machine-readable zone",
        examples=(
            "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<10",
        ),
    ),
    Pattern(
        "code-labelled",
        "unique-code",
        marked(rf"(?:{_STRONG})", SPACED_CODE),
        0.6,
        validator="long-code",
        examples=("Case No. 2:19-cv-04512", "ref: QX-88120", "employee id 48213", "Ticket ID = S-0012"),
    ),
    Pattern(
        "code-list",
        "unique-code",
        marked(
            r"application|case|file|claim|docket|plot|parcel|account|order|invoice|ticket|proceeding",
            rf"{_LISTED}(?:(?:, ?| and |, and |; ?|, nos?\. ?| & )\d[\d/.\-]{{0,15}}){{1,20}}",
        ),
        0.6,
        examples=("applications nos. 265/07, 131/02 and 27033/95", "plots nos. 260, 268 and 119/5"),
    ),
    Pattern(
        "code-direct",
        "unique-code",
        direct(
            r"(?:case|claim|ticket|order|file|employee|inmate|student|invoice|tracking|id|docket|ref|"
            r"reference|"
            r"report|contract|booking|confirmation) ?#?"
        ),
        0.5,
        validator="long-code",
        examples=("claim H88-2013-991", "ticket AB123456"),
    ),
    Pattern(
        "officer-number",
        "unique-code",
        r"\b(?:Constable|Officer|Deputy|Trooper|Sergeant|Detective|Inspector|Marshal|Sgt\.?|Ofc\.?|Det\.?|"
        r"Tpr\.?|Cpl\.?|Dep\.?) #?(\d{3,6})\b",
        0.6,
        examples=("Constable 5521 attended",),
    ),
    Pattern(
        "badge",
        "unique-code",
        r"(?i)\bbadge (?:no\.? |number |# ?)?([A-Z]{0,2}-?\d{3,6})\b",
        0.6,
        examples=("officer, badge 7719",),
    ),
    Pattern(
        "last-four",
        "unique-code",
        r"(?i)\blast (?:four|4)\b[^\d\n.;?]{0,40}[ *#\-x](\d{4})\b",
        0.75,
        citation="HHS guidance on de-identification: the last four digits are a part of the identifier",
        examples=(
            "last four digits of her SSN are 4965",
            "last 4: 1234",
            "last four of social: 7788",
            "last 4 SSN -> 3391",
        ),
    ),
    Pattern(
        "ending-in",
        "unique-code",
        r"(?i)\b(?:ending|ends|ended)(?: in| with)? {0,2}[x*#\-]{0,12}(\d{3,5})\b",
        0.4,
        context=r"cards?|accounts?|ssn|social|numbers?|no|visa|mastercard|amex|iban|phone|cell|acct|passport|"
        r"licen[cs]e",
        context_required=True,
        citation="as last-four",
        examples=("the card ending in 4821", "SSN on file ends 6120.", "SSN ending 4417 verified"),
    ),
    Pattern(
        "number-in-sentence",
        "unique-code",
        r"[A-Za-z\x80:,.)] {1,2}(\d{6,12}(?:[1-9]0|\d[1-9]))(?:$|[\s,;:)]|\.(?:\s|$))",
        0.5,
        validator="series-code",
        citation="Amounts of eight digits and more are round, or have their commas",
        examples=("Hearing aids: L 48120937 R 48120938.",),
    ),
    Pattern(
        "longest-number",
        "unique-code",
        r"\b\d{15,25}\b",
        0.5,
        standalone=True,
        citation="Nothing is counted in so many digits",
        examples=("Sendung 00340434161094042557",),
    ),
    Pattern(
        "login",
        "unique-code",
        r"(?i)\b(?:log ?in|user ?name|user ?id|skype|telegram|discord|snapchat|instagram|tiktok|twitter|"
        rf"screen ?name|handle|venmo|cash ?app)(?: (?:name|id|handle|account))?(?:{MARK}| is | )"
        r"[\"'(]?(@?[a-z][a-z\-]{0,24}[0-9._\x83][a-z0-9._\-\x83]{0,24}[a-z0-9])\b",
        0.6,
        examples=("Portal login dmarchetti1958.", "Skype: deb.marchetti.sea", "username j_smith"),
    ),
    Pattern(
        "login-labelled",
        "unique-code",
        r"(?i)\b(?:user ?name|user ?id|skype|screen ?name|login (?:name|id))[\"']?(?: is |: ?| ?= ?)"
        r"[\"'(]?([a-z][a-z0-9._\-]{3,30})\b",
        0.5,
        examples=("Username: rosalindm",),
    ),
    Pattern(
        "handle",
        "unique-code",
        r"(?i)(?:^|[\s(,;:\[])@([a-z][a-z\-]{0,24}[0-9_][a-z0-9._\x83]{0,24})\b",
        0.55,
        examples=("hey @drpatel88 can you call",),
    ),
    Pattern(
        "spelled-out",
        "unique-code",
        r"\b(?:[A-Z]-){4,20}[A-Z]\b",
        0.6,
        citation="A name spelt for the record is the name",
        examples=("Ferreira. F-E-R-R-E-I-R-A.",),
    ),
    Pattern(
        "letters-and-digits",
        "unique-code",
        r"\b(?:[A-Z]{3,6}-?|[A-Z][a-z]{2,24}[_-]?)\d{6,12}\b",
        0.5,
        citation="as code-labelled; without a label its shape says that it is one of a series, or of a name",
        examples=("bill to ZEC904417723", "Bates FERR000212", "Account Hartmere536224361 was opened"),
    ),
    Pattern(
        "alien-number",
        "unique-code",
        r"\bA[- #]{0,2}\d{3}[- ]?\d{3}[- ]?\d{2,3}\b",
        0.4,
        context=r"alien|uscis|green card|immigration|a-?number|a-?files?|"
        r"resident|asylum|removal|naturali[sz]ation|ice",
        context_required=True,
        citation="USCIS, A-number: A and seven to nine digits",
        examples=("in removal proceedings, A 098-765-432",),
    ),
    Pattern(
        "uuid",
        "unique-code",
        r"(?i)\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b",
        0.9,
        citation="RFC 9562",
        examples=("123e4567-e89b-12d3-a456-426614174000",),
    ),
    Pattern(
        "hex-digest",
        "unique-code",
        r"(?i)\b(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{56}|[0-9a-f]{64}|[0-9a-f]{128})\b",
        0.7,
        validator="code",
        examples=("d41d8cd98f00b204e9800998ecf8427e",),
    ),
    Pattern(
        "docket",
        "unique-code",
        r"(?i)\b\d{1,2}:\d{2}-?[ -](?:cv|cr|mj|mc|md|bk|ap|po)-?[ -]?\d{3,6}(?:-[A-Z0-9]{2,4}){0,3}\b",
        0.8,
        citation="Federal court CM/ECF case numbers",
        examples=("2:19-cv-04512-ABC",),
    ),
)

"""Vehicles, plates and devices: 45 CFR 164.514(b)(2)(i)(L), (M)."""

from __future__ import annotations

from engine.methods.identifiers.pattern import CODE, US_STATE_CODE, Pattern, labelled, marked

_DEVICE = (
    r"(?:device|implant|pacemaker|pump|model|equipment|product|meter|sensor|hearing aid|stent|lead|"
    r"generator)?"
    r" ?(?:serial|s/n|sn)|lot|udi|gtin|device|implant|pacemaker|asset(?: tag)?|imsi|iccid|sim|udid|meid|esn|"
    r"asset tag|equipment"
)
_PLATE = (
    r"licen[cs]e plates?|licen[cs]e tag|number ?plates?|plates?|tag|vehicle registration|reg(?:istration)?|"
    r"kennzeichen|immatriculation|matricula|targa|kenteken|rejestracyjny"
)

VEHICLES_AND_DEVICES = (
    Pattern(
        "vin",
        "vehicle",
        r"(?i)\b[A-HJ-NPR-Z0-9]{8}[0-9X][A-HJ-NPR-Z0-9]{4}\d{4}\b",
        0.8,
        validator="vin",
        checksum=True,
        citation="49 CFR 565.15, check digit in position 9",
        examples=("1HGCM82633A004352", "vin 1m8gdm9axkp042788"),
    ),
    Pattern(
        "vin-labelled",
        "vehicle",
        labelled(
            r"vin|vehicle identification(?: number)?|chassis|frame|hull|hin", r"[A-Z0-9][A-Z0-9\-]{5,18}"
        ),
        0.85,
        validator="code",
        citation="ISO 3779 has no check digit outside North America",
        examples=("VIN: WVWZZZ1JZXW000001", "chassis no. AB123456"),
    ),
    Pattern(
        "plate-labelled",
        "plate",
        labelled(
            _PLATE,
            rf"(?-i:(?:{US_STATE_CODE} {{1,2}})?[A-Z0-9]{{1,4}}[ \-.]?[A-Z0-9]{{1,5}}"
            r"(?:[ \-][A-Z0-9]{1,4})?)",
        ),
        0.75,
        validator="plate",
        examples=(
            "license plate 7ABC123",
            "plate IL  BK 40 882",
            "plate no. KL-AB 1234",
            "License plate (for the reserved bay): JTW 6093",
            "Kennzeichen B-MW 1234",
        ),
    ),
    Pattern(
        "plate-gb",
        "plate",
        r"\b[A-HJ-PR-Y]{2}\d{2} ?[A-HJ-PR-Z]{3}\b",
        0.4,
        context=r"plates?|registration|vehicle|car|van|reg|driving|driver|parked",
        context_required=True,
        citation="DVLA format since 2001",
        examples=("a car, AB51 DVL, was",),
    ),
    Pattern(
        "plate-gb-apart",
        "plate",
        r"\b[A-HJ-PR-Y]{2}[0-7]\d [A-HJ-PR-Z]{3}\b",
        0.5,
        citation="as plate-gb: with its space hardly anything else looks so",
        examples=("a grey hatchback, index GN08 RYB, left",),
    ),
    Pattern(
        "plate-de",
        "plate",
        r"\b[A-Z]{1,3}-[A-Z]{1,2} ?\d{1,4}[EH]?\b",
        0.4,
        context=r"plates?|registration|vehicle|car|van|kennzeichen|auto|fahrzeug|pkw|halter",
        context_required=True,
        citation="FZV Anlage 1",
        examples=("das Auto M-AB 1234 stand",),
    ),
    Pattern(
        "mac-address",
        "device",
        r"(?i)\b(?:[0-9a-f]{2}[:\-]){5}[0-9a-f]{2}\b",
        0.85,
        standalone=True,
        citation="IEEE 802, EUI-48",
        examples=("00:1B:44:11:3A:B7", "00-1b-44-11-3a-b7"),
    ),
    Pattern(
        "imei",
        "device",
        r"\b\d{2}-?\d{6}-?\d{6}-?\d\b",
        0.5,
        validator="stdnum.imei",
        checksum=True,
        context=r"imei|phone|handset|device|mobile|serial",
        context_required=True,
        standalone=True,
        citation="3GPP TS 23.003, Luhn",
        examples=("IMEI 49-015420-323751-8", "phone with imei 490154203237518"),
    ),
    Pattern(
        "imei-labelled",
        "device",
        r"(?i)\bimei(?: (?:no\.?|nr\.?|number|n[o°]))?[ :#.]{1,3}((?:\d[ \-]?){13,15}\d)\b",
        0.75,
        citation="as imei, in whatever groups",
        examples=("numéro IMEI 35 332911 884170 5",),
    ),
    Pattern(
        "iccid",
        "device",
        r"\b89\d{17,18}\b",
        0.7,
        validator="luhn",
        checksum=True,
        standalone=True,
        citation="ITU-T E.118",
        examples=("8944110068256270054",),
    ),
    Pattern(
        "udi",
        "device",
        r"\(01\)\d{14}(?:\((?:10|11|13|17|21)\)[A-Z0-9./\-]{1,20}){0,5}",
        0.95,
        citation="21 CFR 830; GS1 General Specifications",
        examples=("(01)00643169001763(17)141120(10)7654321D(21)10987654D321",),
    ),
    Pattern(
        "device-labelled",
        "device",
        marked(_DEVICE, CODE),
        0.8,
        validator="long-code",
        examples=("serial number SN-88213-B", "pacemaker serial no: 5076-4512", "Lot #: 7654321D"),
    ),
    Pattern(
        "lot",
        "device",
        r"(?i)\blot (?:no\.? |number |# ?)?([A-Z]{0,4}-?\d[A-Z0-9\-]{3,14})\b",
        0.6,
        validator="long-code",
        examples=("implant of lot 882201",),
    ),
    Pattern(
        "serial",
        "device",
        r"(?i)\b(?:s/n|serial|imei|imsi|udi|iccid)[ :#]{1,3}([A-Z0-9][A-Z0-9\-]{4,24})\b",
        0.8,
        validator="code",
        examples=("s/n 7C-221094",),
    ),
)

"""Record, plan and licence numbers of health care: 45 CFR 164.514(b)(2)(i)(H), (I), (K)."""

from __future__ import annotations

from engine.methods.identifiers.pattern import (
    CODE,
    NUMBER_WORD,
    SPACED_CODE,
    Pattern,
    direct,
    labelled,
    marked,
)

_LETTER = r"[AC-HJKMNP-RT-Y]"
_EITHER = r"[AC-HJKMNP-RT-Y0-9]"
_MBI = rf"[1-9]{_LETTER}{_EITHER}\d-?{_LETTER}{_EITHER}\d-?{_LETTER}{{2}}\d{{2}}"
_RECORD = (
    r"m\.?r\.?n\.?|medical records?|health records?|med rec|mr ?#|hospital (?:no|number|id)|"
    r"unit record|u\.?r\.?n|uhid|csn|e\.?m\.?p\.?i|emr|ehr"
)
_ENCOUNTER = (
    r"patient|pt|hosp|visit|chart|encounter|accession|acc|specimen|requisition|rx|prescription|participant|"
    r"csn|biopsy"
)
_NUMBERED = (
    r"(?:subject|visit|admission|sample|study|donor|record|fin|har|lab|hospital|slide|unit|screening) "
    rf"{NUMBER_WORD}"
)
_MEMBER = (
    r"member(?:ship)?|subscriber|beneficiary|enrollee|insured|insurance|health ?(?:plan|card|insurance)|"
    r"policy|policy ?holder|group|payer|medi-?caid|medi-?care|medi-?cal|hicn?|mbi|ehic|krankenversicherung|"
    r"versicherten|mutuelle|plan"
)

HEALTH = (
    Pattern(
        "mrn",
        "mrn",
        labelled(_RECORD, SPACED_CODE),
        0.9,
        validator="code",
        examples=("MRN: 00-123-456", "medical record number is A1234567"),
    ),
    Pattern(
        "mrn-in-brackets",
        "mrn",
        r"(?i)\b(?:(?:h(?:is|er)|their|the|patient(?:'?s)?|as|see|with|into) (?:record|chart|file)|chart) "
        r"\(?(\d{6,10})\b",
        0.75,
        examples=("His record (00482913) was opened", "same as chart 00482913, merged"),
    ),
    Pattern(
        "mrn-next-line",
        "mrn",
        rf"(?i)\b(?:{_RECORD})[.:]? ?\n(?:> ?){{0,3}}([A-Z]{{0,3}}-?\d{{5,12}})\b",
        0.8,
        examples=("seen, MRN\n81070107, well", "> MRN:\n> 81070107"),
    ),
    Pattern("mrn-glued", "mrn", r"(?i)\bmrn\d{4,12}\b", 0.85, examples=("see MRN0012345.",)),
    Pattern(
        "mrn-mr",
        "mrn",
        r"\bM\.?R\.?(?: |: ?| ?# ?)(\d{5,10})\b",
        0.8,
        examples=("MR 448812, seen today", "(MR: 00482913)"),
    ),
    Pattern(
        "mrn-encounter",
        "mrn",
        marked(_ENCOUNTER, CODE),
        0.75,
        validator="long-code",
        examples=(
            "Patient ID: PT-004512",
            "chart # 88231",
            "accession number S21-1234",
            "Encounter #: 99120034",
        ),
    ),
    Pattern(
        "mrn-direct",
        "mrn",
        direct(r"specimen|accession|encounter|participant"),
        0.6,
        validator="long-code",
        examples=("specimen S-19-4451", "participant 22-107"),
    ),
    Pattern(
        "mrn-wristband",
        "mrn",
        labelled(r"wrist ?bands?|arm ?bands?|id bands?", SPACED_CODE),
        0.75,
        validator="long-code",
        examples=("Wristband 88120-77-A checked",),
    ),
    Pattern(
        "mrn-numbered",
        "mrn",
        labelled(_NUMBERED, SPACED_CODE),
        0.75,
        validator="long-code",
        examples=("Sample no.: 88-2201", "Unit number 445-98-12", "study ID S-00412"),
    ),
    Pattern(
        "health-plan",
        "health-plan",
        marked(_MEMBER, SPACED_CODE),
        0.8,
        validator="long-code",
        examples=("Member ID: XYZ123456789", "policy no. H-55012", "Medicaid #: 1234 5678"),
    ),
    Pattern(
        "health-plan-direct",
        "health-plan",
        direct(r"policy|member|subscriber|beneficiary|medicaid|medicare"),
        0.6,
        validator="long-code",
        examples=("under policy H-5501293",),
    ),
    Pattern(
        "health-plan-grouped",
        "health-plan",
        r"(?i)\b(?:policy|member|subscriber|beneficiary|medi-?caid|medi-?care) "
        r"((?-i:[A-Z]{1,4})\d{2,6}(?: \d{3,6}){1,3})\b",
        0.6,
        validator="long-code",
        examples=("Aetna policy W123 45678",),
    ),
    Pattern(
        "health-plan-group",
        "health-plan",
        r"(?i)\bg(?:rou)?p (?-i:([A-Z]{0,2}\d{4,10}))\b",
        0.4,
        context=r"insurance|insured|insurer|ppo|hmo|epo|plan|member|subscriber|payer|coverage|blue|aetna|cigna|humana",
        context_required=True,
        validator="long-code",
        examples=("Blue Cross PPO, group 55102",),
    ),
    Pattern(
        "medicare-mbi",
        "health-plan",
        rf"\b{_MBI}\b",
        0.9,
        validator="code",
        citation="CMS, Medicare Beneficiary Identifier format, 11 positions",
        examples=("1EG4-TE5-MK73", "card 1EG4TE5MK73"),
    ),
    Pattern(
        "medicare-hicn",
        "health-plan",
        labelled(r"hicn?|medicare|claim", r"\d{3}-?\d{2}-?\d{4}-?[A-Z]\d?"),
        0.85,
        examples=("Medicare 123-45-6789A",),
    ),
    Pattern(
        "dea",
        "license",
        r"\b[ABCDEFGHJKLMPRSTUX][A-Z9]\d{7}\b",
        0.7,
        validator="dea",
        checksum=True,
        citation="DEA registration number, check digit",
        examples=("AB1234563",),
    ),
    Pattern(
        "npi",
        "license",
        r"\b[12]\d{9}\b",
        0.4,
        validator="npi",
        checksum=True,
        context=r"npi|national provider|provider|prescriber|physician",
        context_required=True,
        standalone=True,
        citation="CMS, National Provider Identifier: Luhn over 80840 and the number",
        examples=("NPI 1234567893",),
    ),
    Pattern(
        "license-professional",
        "license",
        labelled(r"npi|dea|upin|clia|national provider identifier|state lic(?:ense)?", CODE),
        0.8,
        validator="code",
        examples=("NPI: 1234567890", "CLIA 05D2098841", "DEA# XX1234567"),
    ),
    Pattern(
        "license-driver",
        "license",
        labelled(
            r"driv(?:er|ing|ers)[' ]?s? {0,2}(?:licen[cs]e|lic\.?|permit)|d\.?l\.?n?|licen[cs]e plate and dl|"
            r"permis de conduire|fuhrerschein|patente di guida|permiso de conducir|rijbewijs",
            SPACED_CODE,
        ),
        0.85,
        validator="code",
        examples=(
            "My driver's license number is U62928788557186",
            "driver license, number 18824410",
            "DL: D123-4567-8901",
        ),
    ),
    Pattern(
        "license-direct",
        "license",
        direct(r"licen[cs]e|lic\.?|certificate|permit|badge"),
        0.6,
        validator="long-code",
        examples=("Nursing license RN-552190", "IL Lic. 036-112233"),
    ),
    Pattern(
        "license-labelled",
        "license",
        marked(
            r"licen[cs]es?|lic|certificates?|cert|certification|bar|registration|permit|credential|badge|"
            r"approbation",
            SPACED_CODE,
        ),
        0.75,
        validator="long-code",
        examples=(
            "License No. ME-104233",
            "certificate number 55-9913",
            "Bar No. 204411",
            "Lic. No. RN 448812",
        ),
    ),
)

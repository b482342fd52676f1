"""Codes of public lists, told by their form and check digit: they are nobody's number."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from stdnum import luhn, verhoeff


def is_concept(code: str) -> bool:
    """Whether a number is an identifier of SNOMED CT: its last digit is Verhoeff's, the third last a kind.

    Examples
    --------
    >>> is_concept("73211009"), is_concept("73211008")
    (True, False)
    """
    has_form = re.fullmatch(r"[1-9]\d{5,17}", code) is not None and code[-3] in "01"
    return has_form and bool(verhoeff.is_valid(code))


def is_test(code: str) -> bool:
    """Whether a code is one of LOINC: a number of up to six digits with a check digit (Luhn's).

    Examples
    --------
    >>> is_test("4548-4"), is_test("4548-5")
    (True, False)
    """
    return re.fullmatch(r"\d{1,6}-\d", code) is not None and bool(luhn.is_valid(code.replace("-", "")))


def is_of_loinc(code: str) -> bool:
    """Whether a code is one of LOINC: a test, or an answer, a list of answers, a part or a group.

    Examples
    --------
    >>> is_of_loinc("4548-4"), is_of_loinc("LA6576-8"), is_of_loinc("LB6576-8")
    (True, True, False)
    """
    return is_test(code) or re.fullmatch(r"L[ALPG]\d{1,6}-\d", code) is not None


def _form(pattern: str) -> Callable[[str], bool]:
    compiled = re.compile(pattern)
    return lambda code: compiled.fullmatch(code) is not None


_ICD_10 = _form(r"[A-TV-Z]\d[0-9A-Z](?:\.[0-9A-Z]{1,4})?")
_ICD_9 = _form(r"(?:V\d\d|E\d{3}|\d{3})(?:\.\d{1,2})?")
_DRUG, _VACCINE = _form(r"[1-9]\d{0,6}"), _form(r"\d{1,3}")
_ANATOMIC = _form(r"[A-V](?:\d\d(?:[A-Z](?:[A-Z](?:\d\d)?)?)?)?")
_ETHNIC_FORM = _form(r"[12]\d{3}-\d")
_PROCEDURE, _PROVIDER = _form(r"\d{4}[0-9A-Z]"), _form(r"[0-9A-Z]{9}X")
_MAKER, _INFORMATION, _THESAURUS = _form(r"[A-Z]{2,3}"), _form(r"\d\d"), _form(r"C\d{4,6}")
_REPORTED, _RELIGION = _form(r"[A-Z]{1,3}|\d\d"), _form(r"10[0-8]\d")
_IMAGES, _ANATOMY = _form(r"1[0-3]\d{4}"), _form(r"[A-Z]\d?-[0-9A-F]{4,6}")
_OF_TABLE = _form(r"[A-Z]{0,3}\d{0,2}")
_TABLE = re.compile(r"HL7\d{4,5}")


def is_ethnic_group(code: str) -> bool:
    """Whether a code is of the CDC's race and ethnicity set: four digits, and LOINC's check digit.

    Examples
    --------
    >>> is_ethnic_group("2135-2"), is_ethnic_group("2135-3")
    (True, False)
    """
    return _ETHNIC_FORM(code) and is_test(code)


_OID, _NCI = "urn:oid:2.16.840.1.113883.6", "urn:oid:2.16.840.1.113883.3"
_LISTS: Mapping[str, Callable[[str], bool]] = {
    **dict.fromkeys(("http://snomed.info/sct", f"{_OID}.96", "SCT"), is_concept),
    **dict.fromkeys(("http://loinc.org", f"{_OID}.1", "LN"), is_of_loinc),
    **dict.fromkeys(("http://www.nlm.nih.gov/research/umls/rxnorm", f"{_OID}.88", "RXNORM"), _DRUG),
    **dict.fromkeys(("http://hl7.org/fhir/sid/cvx", "urn:oid:2.16.840.1.113883.12.292", "CVX"), _VACCINE),
    **dict.fromkeys(("http://hl7.org/fhir/sid/icd-10", f"{_OID}.3", "I10"), _ICD_10),
    **dict.fromkeys(("http://hl7.org/fhir/sid/icd-10-cm", f"{_OID}.90", "I10C"), _ICD_10),
    **dict.fromkeys(("http://hl7.org/fhir/sid/icd-9-cm", f"{_OID}.103", "I9C"), _ICD_9),
    **dict.fromkeys(("http://www.whocc.no/atc", f"{_OID}.73", "WC"), _ANATOMIC),
    **dict.fromkeys(("http://www.ama-assn.org/go/cpt", f"{_OID}.12", "C4"), _PROCEDURE),
    **dict.fromkeys((f"{_OID}.238", "CDCREC"), is_ethnic_group),
    **dict.fromkeys(("MVX", "urn:oid:2.16.840.1.113883.12.227"), _MAKER),
    **dict.fromkeys((f"NIP00{number}" for number in (1, 2, 3)), _INFORMATION),
    **dict.fromkeys((f"NIP0{number:02}" for number in range(4, 11)), _REPORTED),
    **dict.fromkeys(
        (
            "http://terminology.hl7.org/CodeSystem/v3-ReligiousAffiliation",
            "urn:oid:2.16.840.1.113883.5.1076",
        ),
        _RELIGION,
    ),
    **dict.fromkeys(
        ("NCIT", "http://ncicb.nci.nih.gov/xml/owl/EVS/Thesaurus.owl", f"{_NCI}.26.1.1"), _THESAURUS
    ),
    **dict.fromkeys(("DCM", "http://dicom.nema.org/resources/ontology/DCM"), _IMAGES),
    "SRT": _ANATOMY,
    **dict.fromkeys(("http://nucc.org/provider-taxonomy", f"{_OID}.101"), _PROVIDER),
}
"""By what FHIR, CDA, DICOM and HL7 version 2 (table 0396) call a list, whether a code may be one of it."""


_CALLED: Mapping[str, Callable[[str], bool]] = {
    **dict.fromkeys(("snomed", "snomed ct", "snomedct", "snomed-ct"), is_concept),
    "loinc": is_of_loinc,
    **dict.fromkeys(("icd-10", "icd-10-cm", "icd10", "icd10cm"), _ICD_10),
    **dict.fromkeys(("icd-9", "icd-9-cm", "icd9", "icd9cm"), _ICD_9),
    "icd-10-pcs": _form(r"[0-9A-HJ-NP-Z]{7}"),
    **dict.fromkeys(("cpt", "cpt-4", "cpt4"), _PROCEDURE),
    "hcpcs": _form(r"[A-V]\d{4}|\d{4}[0-9A-Z]"),
    "ndc": _form(r"\d{4,5}-\d{3,4}-\d{1,2}|\d{11}"),
    "rxnorm": _DRUG,
    "cvx": _VACCINE,
    "mvx": _MAKER,
    "atc": _ANATOMIC,
    "cdcrec": is_ethnic_group,
    "cdt": _form(r"D\d{4}"),
    "unii": _form(r"[0-9A-Z]{10}"),
}
_CHECKED = frozenset({is_concept, is_of_loinc})
"""Lists whose codes a check digit tells: they may stand apart from the list's name."""
NAMES_OF_LISTS = (*_CALLED, "icd", "mesh", "omim", "ucum")
"""What people call the lists, in small letters."""


def is_called(name: str, code: str) -> bool:
    """Whether a code has the form, and the check digit, of the list that people call so.

    Examples
    --------
    >>> is_called("LOINC", "2345-7"), is_called("LOINC", "2345-8"), is_called("Ward", "2345-7")
    (True, False, False)
    """
    is_one = _CALLED.get(name.casefold())
    return is_one is not None and is_one(code)


def is_object(text: str, start: int, end: int) -> bool:
    """Whether what stands between `start` and `end` is part of an object identifier of a registry (X.660).

    It has five short numbers or more. What a machine makes for one thing, an image, is longer.

    Examples
    --------
    >>> text = "2.16.840.1.113883.6.96 and 1.2.840.113619.2.55.3.20230412.1182"
    >>> [is_object(text, text.index(one), text.index(one) + 4) for one in ("16.8", "6.96", "1136")]
    [True, True, False]
    """
    before = _ARCS_BEFORE.search(text, max(0, start - _LONGEST), start)
    after = _ARCS_AFTER.match(text, end, end + _LONGEST)
    if before is None or after is None:
        return False
    whole = text[before.start() : after.end()].rstrip(".")
    return len(whole) <= _LONGEST and _OBJECT.fullmatch(whole) is not None


_LONGEST = 32
_ARCS_BEFORE, _ARCS_AFTER = re.compile(r"(?<![\w.])[\d.]*\Z|\Z(?<![\w.])"), re.compile(r"[\d.]*(?!\w)")
_OBJECT = re.compile(r"[0-2](?:\.(?:0|[1-9]\d{0,5})){4,}")


def is_declared(text: str, start: int, end: int) -> bool:
    """Whether every code between `start` and `end` is of a list that its line names before it.

    A code with a check digit may stand anywhere behind the name; others directly, or behind others of the
    list.

    Examples
    --------
    >>> text = "LOINC 2345-7 (glucose), 718-7; CPT 99213 and 93000 at 60614"
    >>> places = [(at, at + 5) for at in map(text.index, ("718-7", "93000", "60614"))]
    >>> [is_declared(text, *place) for place in places]
    [True, True, False]
    """
    line = text.rfind("\n", 0, start) + 1
    codes = [place for place in _CODE.finditer(text, start, end) if any(map(str.isdigit, place[0]))]
    return bool(codes) and all(_is_declared(text[line : place.start()], place[0]) for place in codes)


def _is_declared(before: str, code: str) -> bool:
    names = list(_NAMED.finditer(before))
    if not names or not is_called(names[-1][0], code):
        return False
    name, between = names[-1][0], _GLOSS.sub("", before[names[-1].end() :])
    words = [word for word in _CODE.findall(between) if word.lower() not in _JOINS]
    return _CALLED[name.casefold()] in _CHECKED or all(is_called(name, word) for word in words)


_CODE = re.compile(r"\w+(?:[.\-]\w+)*")
_NAMED = re.compile(
    rf"(?i)(?<!\w)(?:{'|'.join(sorted(map(re.escape, _CALLED), key=len, reverse=True))})(?!\w)"
)
_GLOSS = re.compile(r"\([^()]*\)")
_JOINS = frozenset({"and", "or", "to", "code", "codes"})


def codes_around(text: str, start: int, end: int) -> tuple[str, str]:
    """What stands between `start` and `end`, and the code that it is a part of.

    Examples
    --------
    >>> codes_around("LOINC 30957-5.", 6, 11)
    ('30957', '30957-5')
    """
    before = _SIGNS_BEFORE.search(text, max(0, start - _LONGEST), start)
    after = _SIGNS_AFTER.match(text, end, end + _LONGEST)
    assert before is not None and after is not None  # both match nothing, too
    return text[start:end], text[before.start() : after.end()].strip(".-")


_SIGNS_BEFORE, _SIGNS_AFTER = re.compile(r"[\w.\-]*\Z"), re.compile(r"[\w.\-]*")


def is_list(name: str) -> bool:
    """Whether a public list whose codes are known is called so.

    Examples
    --------
    >>> is_list("urn:oid:2.16.840.1.113883.3.26.1.1"), is_list("urn:oid:2.16.840.1.113883.3.909")
    (True, False)
    """
    return name in _LISTS


def is_public(system: object, code: str) -> bool:
    """Whether a code has the form, and the check digit, of the public list that it says it is of."""
    name = str(system)
    is_one = _OF_TABLE if _TABLE.fullmatch(name) else _LISTS.get(name)
    return is_one is not None and (is_one(code) or (is_one is _OF_TABLE and is_ethnic_group(code)))

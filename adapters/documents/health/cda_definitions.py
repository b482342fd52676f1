"""What the schema of clinical documents (HL7 CDA R2) says of elements and attributes."""

# ruff: noqa: SIM905 (long lists of words read best as text)

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from adapters.documents.health.fhir_definitions import Reference, column_of

_PERSON, _ORGANISATION, _DATE = "person name", "organization name", "date"
TYPES = frozenset(
    "AD ADXP ANY BIN BL BN CD CE CO CR CS CV ED EIVL_TS EN ENXP GLIST_PQ GLIST_TS II INT IVL_INT "
    "IVL_PQ IVL_REAL IVL_TS IVXB_INT IVXB_PQ IVXB_REAL IVXB_TS MO ON PIVL_TS PN PQ PQR REAL RTO "
    "RTO_PQ_PQ SC SLIST_PQ SLIST_TS ST SXCM_PQ SXCM_TS SXPR_TS TEL TN TS URL UVP_TS".split()
)
"""Data types (HL7 version 3, release 1)."""
_WORDS = frozenset(
    # nullFlavor, use of names and addresses, qualifiers
    "NI OTH NINF PINF UNK ASKU NAV NASK TRC MSK NA NP QS DER INV UNC H HP HV WP DIR PUB BAD TMP PHYS "
    "PST AS EC MC PG L A ABC I IDE SYL C P SRCH SNDX AC AD BR CL IN LS NB PR SP TITLE VV "
    # class, mood, type and determiner codes
    "ACT OBS ENC PROC SBADM SPLY BATTERY CLUSTER ORGANIZER DOCCLIN DOCBODY DOCSECT DGIMG ROIBND "
    "ROIOVL REGION INCDNT CONS INFRM PCPR CONC CNTRCT ACCM ADJUD SPCOBS SPECCOLLECT TRNS INVSTG ALRT "
    "CTTEVENT EXTRACT LIST DRIV EVN INT RQO PRMS PRP DEF GOL EVN.CRT ARQ APT EXPEC OPT INSTANCE KIND "
    "QUANTIFIED_KIND PSN ORG MMAT DEV PLC ENT LIV ANM MAT FOOD CER RGRP STATE COUNTRY CITY COUNTY "
    "PROVINCE PAT ASSIGNED AGNT PRS NOK ECON GUARD CON CIT EMP STD MEMBER PART OWN SDLOC ISDLOC "
    "DSDLOC SERVLOC LOCE MANU THER SPEC BIRTHPL CAREGIVER GUAR COVPTY POLHOLD PAYOR UNDWRT COMPAR "
    "PROV QUAL RCT TPA AUT AUTHEN LA INF CST ENT IRCP PRCP TRC SBJ RCT AUTHEN LOC DST CSM DEV PPRF "
    "PRF SPRF CON REF REFB REFT RESP VRF ADM ATND CALLBCK CONS DIS ESC CSM PRD BBY BY COV HLD IND "
    "ELOC LOC ORG RML VIA COMP RSON SUBJ SPRT CAUS MFST GEVL REFR XCRPT RPLC APND XFRM DRIV ELNK "
    "MITGT AUTH FLFS OCCR OREF SAS SCH SUCC STEP ACTN ITEMSTORAGE OPTN PRCN TRIG UPDT VRXCRPT SUMM "
    "CIND START "
    # operators and flags of data types
    "E I H A P true false B64 TXT DF GZ ZL Z SHA-1 SHA-256 D W M MO J CW DW MY".split()
)
_CLOSED_WORDS = frozenset(
    "nullFlavor use qualifier classCode moodCode typeCode determinerCode contextControlCode "
    "contextConductionInd inversionInd negationInd independentInd operator inclusive "
    "institutionSpecified representation compression integrityCheckAlgorithm partType mediaType "
    "displayable preferenceInd isCriterionInd seperatableInd alignment".split()
)
_LAYOUT = re.compile(
    r"left|right|center|justify|char|top|middle|bottom|baseline|row|col|(?:row|col)group|\d{1,4}%?"
)
_LAYOUTS = frozenset(
    "align valign border cellpadding cellspacing colspan rowspan width span scope char listType".split()
)
_STYLES = re.compile(
    r"(?:Bold|Underline|Italics|Emphasis|[LRTB]rule|Toprule|Botrule|Arabic|LittleRoman|BigRoman|LittleAlpha|BigAlpha"
    r"|Disc|Circle|Square)(?: (?:Bold|Underline|Italics|Emphasis|[LRTB]rule))*"
)
_MEDIA = re.compile(
    r"(?:text|image|application|video|audio)/"
    r"(?:plain|html|rtf|xml|pdf|png|jpeg|gif|tiff|msword|x-hl7-text\+xml|dicom)"
)
_CHANGED = frozenset({"ordered", "unordered", "insert", "delete"})


def is_closed(name: str, value: str) -> bool | None:
    """Whether an attribute has one of the values that the schema gives it; None where any text may stand.

    Examples
    --------
    >>> is_closed("nullFlavor", "UNK"), is_closed("nullFlavor", "Jane"), is_closed("displayName", "Jane")
    (True, False, None)
    """
    if name == "mediaType":
        return _MEDIA.fullmatch(value) is not None
    if name in _CLOSED_WORDS:
        return all(word in _WORDS for word in value.split())
    if name in _LAYOUTS or name == "revised":
        return value in _CHANGED or _LAYOUT.fullmatch(value) is not None
    if name == "styleCode":
        return _STYLES.fullmatch(value) is not None
    return None


_VERSION = re.compile(r"(?:19|20)\d\d-\d\d-\d\d|POCD_[HR][DM]\d{6}")


def is_version(element: str, name: str, value: str) -> bool | None:
    """Whether an attribute says of which version the template of a document is; None where none does.

    Examples
    --------
    >>> is_version("templateId", "extension", "2015-08-01"), is_version("id", "extension", "2015-08-01")
    (True, None)
    """
    is_place = element in ("templateId", "typeId") and name == "extension"
    return _VERSION.fullmatch(value) is not None if is_place else None


_ADDRESS: Mapping[str, str] = {
    **dict.fromkeys(
        "addr streetAddressLine streetName streetNameBase streetNameType houseNumber "
        "houseNumberNumeric direction unitID unitType additionalLocator deliveryAddressLine "
        "buildingNumberSuffix postBox careOf censusTract precinct".split(),
        "street address",
    ),
    "city": "city", "county": "county", "state": "state", "postalCode": "postal code", "country": "country",
}  # fmt: skip
_ORGANISATIONS = re.compile(
    r".*(?:Organization|Custodian|Facility|Place|Location)|place|location|custodian|playingEntity"
)
_MATERIALS = frozenset({"manufacturedMaterial", "manufacturedLabeledDrug", "playingDevice"})
_CLASSES_OF_MATERIALS = frozenset({"MAT", "MMAT"})
DATES = frozenset(
    "birthTime time effectiveTime deceasedTime availabilityTime expirationTime activityTime existenceTime "
    "signatureTime recordedTime phase".split()
)
"""Elements that hold a point in time, or an interval of them."""
_BOUNDS = frozenset({"low", "high", "center"})


def text_column(path: Sequence[str], of_class: str | None = None) -> str:
    """What the header of a column of such texts would say; empty for text.

    Parameters
    ----------
    path : sequence of str
        Names of the elements from the root to the one that holds the text.
    of_class : str or None
        The class of the entity around it, by which a ``playingEntity`` may be a material.
    """
    name, above = path[-1], path[-2] if len(path) > 1 else ""
    if name in _ADDRESS:
        return _ADDRESS[name]
    if name in ("given", "family"):
        return _PERSON
    if name in ("prefix", "suffix", "delimiter"):
        return "type"
    if name != "name":
        return ""
    if above in _MATERIALS or (above == "playingEntity" and of_class in _CLASSES_OF_MATERIALS):
        return "medication"
    return _ORGANISATION if _ORGANISATIONS.fullmatch(above) else _PERSON


def is_date(path: Sequence[str]) -> bool:
    """Whether an element's value is a point in time."""
    return path[-1] in DATES or (path[-1] in _BOUNDS and len(path) > 1 and path[-2] in DATES)


def date_column(path: Sequence[str]) -> str:
    """Date of birth, of death, or any date."""
    return {"birthTime": "date of birth", "deceasedTime": "date of death"}.get(path[-1], _DATE)


def id_column(root: str, path: Sequence[str]) -> str:
    """Of which kind a number is, by the list that it is from and by whose it is."""
    kind = column_of("Identifier", "value", {"system": f"urn:oid:{root}"}, Reference())
    return "medical record number" if kind == "identifier" and path[-2:-1] == ["patientRole"] else kind


_SCHEMES = {"tel": "phone number", "sms": "phone number", "fax": "fax number", "mailto": "email"}


def telecom_column(scheme: str) -> str:
    """What an address of telecommunication is, by its scheme."""
    return _SCHEMES.get(scheme, "url" if scheme in ("http", "https", "ftp") else "phone number")

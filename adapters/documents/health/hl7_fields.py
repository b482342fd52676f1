"""Fields of HL7 version 2 segments by name: those that identify, and those that hold codes of medicine.

Data alone, after the segment definitions of HL7 version 2.8 (chapters 2 to 15). Fields in neither table
are searched as text; a time stamp is a date wherever it stands.
"""

from __future__ import annotations

from collections.abc import Mapping

_MRN, _PERSON, _PHONE = "medical record number", "person name", "phone number"
_ADDRESS, _DOCTOR, _ORDER = "street address", "provider name", "order number"
_BORN, _PLAN, _SSN, _ACCOUNT = "date of birth", "health plan number", "ssn", "account number"
_COMPANY, _VISIT, _DATE, _LICENCE = "employer name", "visit number", "date", "drivers license number"


def _each(name: str, *fields: int) -> dict[int, str]:
    return dict.fromkeys(fields, name)


FIELDS: Mapping[str, Mapping[int, str]] = {
    "MSH": _each("identifier", 10),
    "MSA": _each("identifier", 2),
    **dict.fromkeys(("BHS", "FHS"), _each("identifier", 11, 12)),
    "EVN": {**_each(_DATE, 2, 3, 6), **_each(_DOCTOR, 5)},
    "PID": {
        **_each(_MRN, 2, 3, 4, 21),
        **_each("patient name", 5, 9),
        **_each("mothers maiden name", 6),
        **_each(_BORN, 7),
        **_each(_ADDRESS, 11),
        **_each("county", 12),
        **_each("birth place", 23),
        **_each(_PHONE, 13, 14, 40),
        **_each(_ACCOUNT, 18),
        **_each(_SSN, 19),
        **_each(_LICENCE, 20),
        **_each("date of death", 29),
        **_each(_DATE, 33),
    },
    "PD1": {**_each(_DOCTOR, 4), **_each(_COMPANY, 3), **_each(_DATE, 13, 18)},
    "MRG": {**_each(_MRN, 1, 2, 4), **_each(_ACCOUNT, 3), **_each(_VISIT, 5, 6), **_each("patient name", 7)},
    "NK1": {
        **_each(_PERSON, 2, 26, 30),
        **_each(_ADDRESS, 4, 32),
        **_each(_PHONE, 5, 6, 31, 40, 41),
        **_each(_DATE, 8, 9),
        **_each(_ACCOUNT, 12, 33),
        **_each(_COMPANY, 13),
        **_each(_BORN, 16),
        **_each(_SSN, 37),
        **_each("birth place", 38),
    },
    "PV1": {
        **_each(_DOCTOR, 7, 8, 9, 17, 52),
        **_each(_VISIT, 5, 19, 50),
        **_each(_DATE, 25, 30, 34, 44, 45),
    },
    "PV2": {**_each(_DATE, 8, 9, 14, 17, 26, 28, 29, 33, 46, 48), **_each(_DOCTOR, 13)},
    "GT1": {
        **_each(_ACCOUNT, 2),
        **_each(_PERSON, 3, 4, 42, 45),
        **_each(_ADDRESS, 5, 17),
        **_each(_PHONE, 6, 7, 18, 46),
        **_each(_BORN, 8),
        **_each(_SSN, 12),
        **_each(_COMPANY, 16, 21, 51),
        **_each("employee id", 19),
        **_each(_DATE, 13, 14),
    },
    "IN1": {
        **_each(_COMPANY, 4, 11),
        **_each(_ADDRESS, 5, 19, 44),
        **_each(_PERSON, 6, 16),
        **_each(_PHONE, 7),
        **_each(_PLAN, 8, 10, 36, 49),
        **_each(_DATE, 12, 13, 24, 26, 29),
        **_each(_BORN, 18),
        **_each(_DOCTOR, 30),
    },
    "IN2": {
        **_each("employee id", 1),
        **_each(_SSN, 2),
        **_each(_COMPANY, 3, 70),
        **_each(_PERSON, 7, 9, 40, 49, 50, 52),
        **_each(_PLAN, 6, 8, 10, 25, 26, 61),
        **_each(_PHONE, 50, 53, 58, 63, 64),
    },
    "ORC": {
        **_each(_ORDER, 2, 3, 4, 8),
        **_each(_DATE, 7, 9, 15),
        **_each(_DOCTOR, 10, 11, 12, 19),
        **_each(_PHONE, 14, 23),
        **_each(_ADDRESS, 22, 24),
    },
    "OBR": {
        **_each(_ORDER, 2, 3, 29),
        **_each(_DATE, 6, 7, 8, 14, 22, 27, 36),
        **_each(_DOCTOR, 10, 16, 28, 32, 33, 34, 35),
        **_each(_PHONE, 17),
        **_each("accession number", 18, 19, 20, 21),
    },
    "OBX": {
        **_each(_DATE, 12, 14, 19),
        **_each(_DOCTOR, 16, 25),
        **_each("device serial number", 18),
        **_each("specimen id", 33),
        **_each(_ADDRESS, 24),
    },
    "SPM": {**_each("specimen id", 2, 3), **_each(_DATE, 17, 18, 19)},
    "SAC": {**_each("accession number", 2), **_each("specimen id", 3, 4), **_each(_DATE, 7)},
    "TXA": {
        **_each(_DATE, 4, 6, 7, 8),
        **_each(_DOCTOR, 5, 9, 10, 11, 15, 22, 23),
        **_each(_ORDER, 12, 13, 14, 15),
    },
    "DG1": {**_each(_DATE, 5, 19), **_each(_DOCTOR, 16)},
    "PR1": {**_each(_DATE, 5), **_each(_DOCTOR, 8, 11, 12)},
    "AL1": _each(_DATE, 6),
    "ROL": {**_each(_DOCTOR, 4), **_each(_DATE, 5, 6), **_each(_ADDRESS, 11), **_each(_PHONE, 12)},
    "FT1": {**_each(_DATE, 4, 5), **_each(_DOCTOR, 20, 21, 24), **_each(_ORDER, 2, 23)},
    "SCH": {**_each(_ORDER, 1, 2, 26, 27), **_each(_DOCTOR, 12, 16, 20), **_each(_PHONE, 13, 17, 21)},
    "AIP": {**_each(_DOCTOR, 3), **_each(_DATE, 6)},
    "RXA": {**_each(_DATE, 3, 4, 16, 22), **_each(_DOCTOR, 10), **_each("device serial number", 15)},
    "RXE": {**_each(_DOCTOR, 13, 14), **_each(_DATE, 18, 32), **_each(_ORDER, 15)},
    "ACC": {**_each(_DATE, 1), **_each(_PERSON, 7, 12)},
    "STF": {
        **_each(_PERSON, 3),
        **_each(_BORN, 6),
        **_each(_PHONE, 10),
        **_each(_ADDRESS, 11),
        **_each(_DATE, 12, 13),
        **_each(_LICENCE, 22),
    },
    "QPD": {
        **_each(_MRN, 3),
        **_each("patient name", 4),
        **_each("mothers maiden name", 5),
        **_each(_BORN, 6),
        **_each(_ADDRESS, 8),
    },
    "QRD": {**_each(_DATE, 1), **_each(_MRN, 8)},
}
"""By segment and number of the field; its name is one that headers of columns have too."""

_TYPE, _STATUS, _TEST, _RELATION, _SEX = "type", "status", "test name", "relationship", "sex"
CODED: Mapping[str, Mapping[int, str]] = {
    "MSH": {9: "message type", 11: _TYPE, 12: "version"},
    "MSA": {1: _TYPE},
    "EVN": {1: _TYPE},
    "PID": {8: _SEX, 10: "race", 16: _STATUS, 17: _TYPE, 22: "race"},
    "PV1": {2: _TYPE, 4: _TYPE, 10: "hospital service", 14: _TYPE, 18: _TYPE, 36: _TYPE},
    "NK1": {3: _RELATION, 7: _RELATION, 15: _SEX},
    "GT1": {9: _SEX, 10: _TYPE, 11: _RELATION},
    "IN1": {15: _TYPE, 17: _RELATION, 43: _SEX},
    "AL1": {2: _TYPE, 3: "allergen", 4: "severity", 5: "allergy"},
    "DG1": {3: "diagnosis", 4: "diagnosis", 6: _TYPE},
    "PR1": {3: "procedure code", 4: "procedure code"},
    "ORC": {1: _TYPE, 5: _STATUS},
    "OBR": {4: _TEST, 24: _TYPE, 25: _STATUS},
    "OBX": {2: _TYPE, 3: _TEST, 6: "unit", 7: "reference range", 8: "flag", 11: _STATUS},
    "SPM": {4: _TYPE},
    "TXA": {2: _TYPE, 17: _STATUS, 19: _STATUS},
    "QPD": {1: "message type", 7: _SEX},
    "RXA": {5: "drug", 7: "unit"},
    "RXE": {2: "drug", 5: "unit"},
    "FT1": {6: _TYPE, 7: "procedure code"},
}
"""Fields of codes, units and terms of medicine; a value that identifies is removed from them too."""
SHOWN = frozenset({"allergen", "allergy", "diagnosis", "drug", "procedure code", _TEST})
"""What fields are called that show a concept beside its code."""

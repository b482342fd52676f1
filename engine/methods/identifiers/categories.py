"""The categories of identifiers: what each means and what replaces it when a policy says nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from engine.catalog.measured import MEASURED, Measured


@dataclass(frozen=True, slots=True)
class CategoryInfo:
    """A category of identifiers.

    Parameters
    ----------
    description : str
        One line for a policy's author.
    law : str
        The clause that names it most precisely, for the policy author's page.
    measured : Measured or None
        Precision and recall; None where no annotated data exists: the report says "not measured".
    """

    description: str
    law: str = ""
    measured: Measured | None = None


_HIPAA = "45 CFR 164.514(b)(2)(i)"

CATEGORIES: Mapping[str, CategoryInfo] = MappingProxyType(
    {
        "ssn": CategoryInfo("US social security numbers", law=f"{_HIPAA}(G)", measured=MEASURED["ssn"]),
        "taxpayer-id": CategoryInfo(
            "US taxpayer numbers: ITIN, ATIN, EIN, PTIN", law="Fed. R. Civ. P. 5.2(a)(1)"
        ),
        "phone": CategoryInfo(
            "Telephone numbers, national and international",
            law=f"{_HIPAA}(D)",
            measured=MEASURED["phone"],
        ),
        "fax": CategoryInfo("Fax numbers: telephone numbers labelled as fax", law=f"{_HIPAA}(E)"),
        "email": CategoryInfo("E-mail addresses", law=f"{_HIPAA}(F)", measured=MEASURED["email"]),
        "url": CategoryInfo(
            "Web addresses and bare host names", law=f"{_HIPAA}(N)", measured=MEASURED["url"]
        ),
        "ip": CategoryInfo("Internet addresses, versions 4 and 6", law=f"{_HIPAA}(O)"),
        "mrn": CategoryInfo("Medical record, patient, encounter and specimen numbers", law=f"{_HIPAA}(H)"),
        "health-plan": CategoryInfo(
            "Health plan beneficiary, member and Medicare numbers", law=f"{_HIPAA}(I)"
        ),
        "account": CategoryInfo("Financial and other account numbers", law=f"{_HIPAA}(J)"),
        "credit-card": CategoryInfo(
            "Payment card numbers", law=f"{_HIPAA}(J)", measured=MEASURED["credit-card"]
        ),
        "iban": CategoryInfo(
            "International bank account numbers", law=f"{_HIPAA}(J)", measured=MEASURED["iban"]
        ),
        "license": CategoryInfo("Licence and certificate numbers: driver, DEA, NPI, bar", law=f"{_HIPAA}(K)"),
        "quantity": CategoryInfo(
            "Sums of money; other quantities where a recogniser learned them", law="GDPR Art. 4(1)"
        ),
        "vehicle": CategoryInfo("Vehicle identification numbers", law=f"{_HIPAA}(L)"),
        "plate": CategoryInfo("Vehicle licence plates", law=f"{_HIPAA}(L)"),
        "device": CategoryInfo(
            "Device identifiers: UDI, IMEI, MAC address, serial numbers", law=f"{_HIPAA}(M)"
        ),
        "date": CategoryInfo("Dates more precise than a year", law=f"{_HIPAA}(C)", measured=MEASURED["date"]),
        "birth-date": CategoryInfo("Dates of birth", law=f"{_HIPAA}(C)"),
        "age-over-89": CategoryInfo("Ages over 89, and the years that show such an age", law=f"{_HIPAA}(C)"),
        "zip": CategoryInfo("ZIP and other postal codes", law=f"{_HIPAA}(B)"),
        "street-address": CategoryInfo(
            "Street addresses and post office boxes", law=f"{_HIPAA}(B)", measured=MEASURED["street-address"]
        ),
        "coordinates": CategoryInfo("Geographic coordinates and equivalent geocodes", law=f"{_HIPAA}(B)"),
        "national-id": CategoryInfo("National identification, tax and insurance numbers", law="GDPR Art. 87"),
        "passport": CategoryInfo("Passport numbers and machine-readable zones", law=f"{_HIPAA}(R)"),
        "unique-code": CategoryInfo(
            "Any other number or code that a label gives out",
            law=f"{_HIPAA}(R)",
            measured=MEASURED["unique-code"],
        ),
        "own-code": CategoryInfo(
            "Numbers and codes of your organisation, taught by examples", law=f"{_HIPAA}(R)"
        ),
    }
)
"""Every category the recogniser knows, in order of priority where findings overlap."""

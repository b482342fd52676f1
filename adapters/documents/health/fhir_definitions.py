"""What the definitions of FHIR say of elements: types, codes, and which hold what identifies somebody."""

from __future__ import annotations

import json
import mimetypes
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import NamedTuple


class Reference(NamedTuple):
    """What is known of a reference: the name of its element, and the type of its target."""

    element: str = ""
    target: str = ""


class Definitions(NamedTuple):
    """The elements of each type of a version, and the codes of all value sets that elements are bound to."""

    types: Mapping[str, Mapping[str, str]]
    codes: frozenset[str]
    resources: frozenset[str]


@cache
def versions() -> tuple[Definitions, Definitions]:
    """The tables of R4 and of STU3, read once.

    Examples
    --------
    >>> ["ReferralRequest" in version.resources for version in versions()]
    [False, True]
    """
    read = json.loads(files(__package__).joinpath("fhir_elements.json").read_text(encoding="utf-8"))
    new, old = read["R4"], read["STU3"]
    codes = {*new["codes"], *old["codes"]} | _MORE_CODES
    return _of_version(new["types"], codes), _of_version(new["types"] | old["types"], codes)


def _of_version(types: Mapping[str, Mapping[str, str]], codes: set[str]) -> Definitions:
    resources = frozenset(name for name, elements in types.items() if elements.get("id") == "id") - {
        "Resource"
    }
    return Definitions(types, frozenset(codes) | resources, resources)


def definitions() -> Definitions:
    """The table of R4.

    Examples
    --------
    >>> definitions().types["Patient"]["birthDate"]
    'date'
    """
    return versions()[0]


def all_resources() -> frozenset[str]:
    """Types of resources that any of the versions has."""
    return versions()[1].resources


@cache
def _all_elements() -> frozenset[str]:
    return frozenset(name for elements in versions()[1].types.values() for name in elements)


class NotDefinedError(Exception):
    """The version does not define such a resource or element.

    Parameters
    ----------
    kind : str
        The type of the resource, or of what the element stands in; as the document has it.
    element : str
        The element; empty for a resource.

    Examples
    --------
    >>> NotDefinedError("Condition", "participant"), NotDefinedError("Condition", "jane")
    (NotDefinedError('Condition.participant'), NotDefinedError('an element of Condition'))
    """

    def __init__(self, kind: str = "", element: str = "") -> None:
        """Say it in names of FHIR's own definitions: others may be text of the document."""
        if element and kind in versions()[1].types:
            known = element in _all_elements()
            super().__init__(f"{kind}.{element}" if known else f"an element of {kind}")
        else:
            is_known = kind in all_resources() or kind in OTHER_RESOURCES
            super().__init__(f"a resource {kind}" if is_known and not element else "others")


OTHER_RESOURCES = frozenset(
    {
        "Basic", "BiologicallyDerivedProductDispense", "CapabilityStatement", "ClinicalUseDefinition",
        "CodeSystem", "CompartmentDefinition", "ConceptMap", "Conformance", "DataElement",
        "DeviceAlert", "DeviceAssociation", "DeviceDispense", "DeviceUsage", "DiagnosticOrder",
        "EncounterHistory", "EventDefinition", "Evidence", "EvidenceVariable", "ExampleScenario",
        "ExpansionProfile", "FormularyItem", "GenomicStudy", "GraphDefinition",
        "ImagingObjectSelection", "ImagingSelection", "ImplementationGuide", "InventoryItem",
        "InventoryReport", "MedicationOrder", "MessageDefinition", "NamingSystem", "NutritionIntake",
        "NutritionProduct", "OperationDefinition", "Order", "OrderResponse", "Permission",
        "RequestOrchestration", "Requirements", "SearchParameter", "ServiceDefinition",
        "StructureDefinition", "StructureMap", "TestReport", "TestScript", "Transport", "ValueSet",
    }
)  # fmt: skip
"""Types of resources about systems, or of DSTU2 and R5 alone: not covered."""
_MORE_CODES = frozenset(
    [
        "C",
        "R",
        "U",
        "D",
        "E",
        "0",
        "1",
        "2",
        "3",
        "4",
        "5",
        "8",
        "12",
        "MORN",
        "AFT",
        "EVE",
        "NIGHT",
        "PHS",
        "HS",
        "WAKE",
        "C",
        "CM",
        "CD",
        "CV",
        "AC",
        "ACM",
        "ACD",
        "ACV",
        "PC",
        "PCM",
        "PCD",
        "PCV",
        "N",
        "V",
        "M",
        "cancelled",
        "corrected",
        "entered-in-error",
        "unknown",
        "masked",
        "<",
        ">",
        "<=",
        ">=",
        "public-domain",
    ]
)
"""Codes of value sets that the table cuts short."""
_MEDIA_TYPES = frozenset({*mimetypes.types_map.values(), "application/fhir+json", "application/fhir+xml"})
_ATOM = (
    r"(?:[munpfkdcM]?(?:g|mol|L|l|m|s|U|eq|osm|bar|Pa|J|W|V|Hz|\[iU\]|\[IU\]|kat|Cel|cal)|min|h|d|wk|mo|a|mm\[Hg\]|%|10\*\d{1,2}"
    r"|\[(?:lb_av|in_i|ft_i|oz_av|degF|pH|arb'U)\]|m2|cm2|m3|1|deg)"
)
UNIT = re.compile(rf"/?{_ATOM}(?:[./]{_ATOM}){{0,3}}")
"""Units of the UCUM that results have."""
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Z]{2})?")
_CURRENCY = re.compile("[A-Z]{3}")
_FREE_CODES = frozenset(
    {
        *(f"{kind}.code" for kind in ("Coding", "Quantity", "Age", "Count", "Distance", "Duration")),
        *(
            "Extension.valueCode",
            "ParametersParameter.valueCode",
            "TaskInput.valueCode",
            "TaskOutput.valueCode",
        ),
    }
)
"""Elements whose codes are of any system."""
REFERENCES = frozenset(
    {
        "Reference.reference", "BundleEntry.fullUrl", "BundleEntryRequest.url",
        "BundleEntryResponse.location", "Attachment.url",
    }
)  # fmt: skip
"""Elements that name a resource by its id."""
DROPPED = frozenset(
    {
        "Attachment.size", "Attachment.hash", "Meta.versionId", "Meta.source", "Bundle.link",
        "Signature.data",
        "BundleEntryRequest.ifNoneExist", "BundleEntryRequest.ifMatch", "BundleEntry.link",
        "BundleEntryRequest.ifNoneMatch", "BundleEntryRequest.ifModifiedSince", "BundleEntryResponse.etag",
        "implicitRules",
    }
)  # fmt: skip
"""Elements that describe the file as it was, or the server that it comes from."""

_PERSON, _ORGANISATION, _DEVICE, _LABEL = "person name", "organization name", "device serial number", "type"
_COLUMNS: Mapping[str, str] = {
    **dict.fromkeys(("HumanName.family", "HumanName.given", "HumanName.text"), _PERSON),
    **dict.fromkeys(("Address.text", "Address.line"), "street address"),
    "Address.city": "city",
    "Address.district": "county",
    "Address.postalCode": "postal code",
    "Address.state": "state",
    "Address.country": "country",
    **dict.fromkeys(("Annotation.authorString", "AuditEventAgent.name", "Contributor.name"), _PERSON),
    **dict.fromkeys(
        ("Organization.name", "Organization.alias", "Location.name", "Location.alias"), _ORGANISATION
    ),
    "Device.manufacturer": _ORGANISATION,
    **dict.fromkeys(("Device.serialNumber", "Device.lotNumber", "Device.distinctIdentifier"), _DEVICE),
    **dict.fromkeys(("DeviceUdiCarrier.deviceIdentifier", "DeviceUdiCarrier.carrierHRF"), _DEVICE),
    **dict.fromkeys(("DeviceUdi.deviceIdentifier", "DeviceUdi.carrierHRF"), _DEVICE),
    **dict.fromkeys(("Immunization.lotNumber", "MedicationBatch.lotNumber"), _DEVICE),
    "MedicationPackageBatch.lotNumber": _DEVICE,
    **dict.fromkeys(("Coverage.subscriberId", "CoverageClass.value"), "health plan number"),
    **dict.fromkeys(("CoverageGrouping.group", "CoverageGrouping.subGroup"), "health plan number"),
    "AuditEventAgentNetwork.address": "ip address",
    "AuditEventAgent.altId": "identifier",
    **dict.fromkeys(("LocationPosition.longitude", "LocationPosition.latitude"), "coordinates"),
    "Age.value": "age",
    **dict.fromkeys(("HumanName.prefix", "HumanName.suffix", "Coding.code"), _LABEL),
    **dict.fromkeys(("Coding.version", "Extension.valueCode"), _LABEL),
    **dict.fromkeys(("CodeableConcept.text", "Coding.display"), "diagnosis"),
    "Patient.birthDate": "date of birth",
    "Person.birthDate": "date of birth",
    "Practitioner.birthDate": "date of birth",
    "RelatedPerson.birthDate": "date of birth",
    "Patient.deceasedDateTime": "date of death",
}
_CONTACTS = {"phone": "phone number", "sms": "phone number", "pager": "phone number", "fax": "fax number"}
_EXTENSIONS = {
    "latitude": "coordinates",
    "longitude": "coordinates",
    "mothersMaidenName": _PERSON,
    "birthTime": "date of birth",
    "birthPlace": "city",
}
"""Ends of addresses of extensions."""
_IDENTIFIERS = (
    (re.compile(r"us-ssn|113883\.4\.1$|\bSS\b"), "ssn"),
    (re.compile(r"us-npi|113883\.4\.6$|\bNPI\b"), "npi number"),
    (re.compile(r"\bDL\b|113883\.4\.3\."), "drivers license number"),
    (re.compile(r"\bPPN\b|passport"), "passport number"),
    (re.compile(r"\b(?:MR|PI|PT)\b"), "medical record number"),
    (re.compile(r"\b(?:MB|SN|MC|MA)\b"), "health plan number"),
    (re.compile(r"\bAN\b"), "account number"),
)
_LABELS = frozenset({"unit", "code", "contentType", "language"})
_NAMED_PERSONS = frozenset(
    {
        "Patient", "Practitioner", "PractitionerRole", "RelatedPerson", "Person", "patient",
        "practitioner", "subject", "individual", "performer", "requester", "recorder", "asserter",
        "author", "generalPractitioner", "actor", "provider", "enterer", "beneficiary", "subscriber",
        "sender", "recipient", "informant", "who", "agent", "party", "collector", "operator", "attester",
        "verifier", "attendee", "policyHolder", "member",
    }
)  # fmt: skip
_NAMED_PLACES = frozenset(
    {
        "Organization", "Location", "HealthcareService", "organization", "managingOrganization",
        "serviceProvider", "location", "custodian", "insurer", "payor", "facility", "origin",
        "destination", "healthcareService", "requestor",
    }
)  # fmt: skip
"""Resources, and elements that refer to them."""


def is_known_code(path: str, code: str) -> bool | None:
    """Whether a code is one of those that an element may have; None where it may have any.

    Examples
    --------
    >>> is_known_code("Patient.gender", "female"), is_known_code("Patient.gender", "Jane")
    (True, False)
    """
    if code in versions()[1].codes or UNIT.fullmatch(code):
        return True
    if path in _FREE_CODES:
        return None
    name = path.partition(".")[2]
    if name == "language":
        return _LANGUAGE.fullmatch(code) is not None
    if name == "currency" or path == "Money.code":
        return _CURRENCY.fullmatch(code) is not None
    return name in ("contentType", "sigFormat", "payloadMimeType") and code in _MEDIA_TYPES


def column_of(type_name: str, key: str, beside: Mapping[str, object], reference: Reference) -> str:
    """What the header of a column of such values would say; empty for text.

    Parameters
    ----------
    type_name, key : str
        Type of the element's parent, and its name.
    beside : mapping
        The parent, for elements that another one beside them explains.
    reference : Reference
        What is known of the parent where it is a reference.
    """
    path = f"{type_name}.{key}"
    if path == "ContactPoint.value":
        system = str(beside.get("system"))
        return _CONTACTS.get(system, system if system in ("email", "url") else "phone number")
    if type_name == "Extension" and key.startswith("value"):
        return next((name for end, name in _EXTENSIONS.items() if str(beside.get("url")).endswith(end)), "")
    if path == "Identifier.value":
        said = json.dumps([beside.get("system"), beside.get("type")], default=str)
        return next((name for form, name in _IDENTIFIERS if form.search(said)), "identifier")
    if path == "Reference.display":
        return _of_reference(str(beside.get("type")), *reference)
    return _LABEL if key in _LABELS else _COLUMNS.get(path, "")


def _of_reference(*said: str) -> str:
    """What a reference shows: a person, an organisation, or text."""
    if any(word in _NAMED_PERSONS for word in said):
        return _PERSON
    return _ORGANISATION if any(word in _NAMED_PLACES for word in said) else ""

"""Ids and addresses of FHIR resources: each gets a number of the document, the same wherever it stands."""

from __future__ import annotations

import re
import uuid

from adapters.documents.health.fhir_definitions import all_resources

_UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_OF_RESOURCE = re.compile(r"(.*/)?([A-Z][A-Za-z]+)/([^/?#|]+)(?:/_history/[^/]+)?")
_NOT_IN_IDS = re.compile("[^A-Za-z0-9.-]")
_SPACE = uuid.UUID("6f1d3c1e-1f1a-5c0e-9d59-9c8f4e0d7a11")
BASE = "https://fhir.invalid/"
"""Stands for the address of every server."""
_PUBLIC = re.compile(
    r"(?:https?://(?:[a-z]+\.)*(?:hl7\.org|loinc\.org|snomed\.info|unitsofmeasure\.org|nucc\.org|ihe\.net|whocc\.no"
    r"|nlm\.nih\.gov|cdc\.gov|cms\.gov|nubc\.org|ama-assn\.org|iso\.org|synthetichealth\.github\.io|healthit\.gov)(?:/|\Z)"
    r"|urn:oid:2\.16\.840\.1\.113883\.(?=[3-6]\.\d)|urn:ietf:|urn:iso:)"
)
"""Owners of public definitions; nobody's own server is among them."""
_WORD = re.compile(r"[A-Za-z][\w-]{0,63}")
_PATH = re.compile(r"[\w./#|:~+-]*")


class Ids:
    """New ids of one document, numbered as they come up.

    Parameters
    ----------
    document_id : str
        The document's number in its release: ids of two documents are never the same.
    """

    def __init__(self, document_id: str) -> None:
        self._document = _NOT_IN_IDS.sub("-", document_id) or "r"
        self._numbers: dict[str, int] = {}

    def new(self, old: str) -> str:
        """The new id of a resource; a UUID for a UUID."""
        return self._uuid(old) if _UUID.fullmatch(old) else self._name(old)

    def _uuid(self, old: str) -> str:
        return str(uuid.uuid5(_SPACE, self._name(old)))

    def _name(self, old: str) -> str:
        return f"{self._document}-{self._numbers.setdefault(old.lower(), len(self._numbers) + 1)}"

    def reference(self, old: str) -> str:
        """What points to a resource, with its new id; empty for what is no such thing."""
        if old.startswith("#"):
            return f"#{self.new(old[1:])}" if len(old) > 1 else old
        if old.startswith("urn:uuid:"):
            return f"urn:uuid:{self._uuid(old[9:])}" if old[9:] else ""
        kind, _, query = old.partition("?")
        if kind in all_resources():
            return f"{kind}?identifier={self.new(query)}" if query else kind
        found = _OF_RESOURCE.fullmatch(old)
        if found is None or found[2] not in all_resources():
            return ""
        return f"{BASE if found[1] else ''}{found[2]}/{self.new(found[3])}"

    def address(self, old: str) -> str:
        """The number of an address that belongs to somebody."""
        return f"{BASE}{self.new(old)}"


def public_path(address: str) -> tuple[str, str] | None:
    """A public address in two: its owner, and what follows; None for any other address.

    Examples
    --------
    >>> public_path("http://loinc.org/vs/LL715-4"), public_path("ombCategory"), public_path("http://a.org/b")
    (('http://loinc.org/', 'vs/LL715-4'), ('', 'ombCategory'), None)
    """
    if _WORD.fullmatch(address):
        return "", address
    found = _PUBLIC.match(address)
    if found is None or not _PATH.fullmatch(address, found.end()):
        return None
    return found[0], address[found.end() :]


def is_of_hl7(owner: str) -> bool:
    """Whether the owner of a public address is HL7, whose addresses stand for concepts.

    Examples
    --------
    >>> is_of_hl7("http://terminology.hl7.org/"), is_of_hl7("http://loinc.org/"), is_of_hl7("")
    (True, False, False)
    """
    return owner.rstrip("/").endswith("hl7.org")


def tables_in(owner: str, path: str) -> set[str]:
    """The table of HL7 version 2 that an address of HL7 names, as a code.

    Examples
    --------
    >>> tables_in("http://terminology.hl7.org/", "CodeSystem/v2-0203"), tables_in("http://a.org/", "v2-0203")
    ({'v2-0203'}, set())
    """
    found = _OF_TABLE.search(path) if is_of_hl7(owner) else None
    return {found[1]} if found else set()


_OF_TABLE = re.compile(r"(?:\A|/)(v2-0\d{3})\Z")

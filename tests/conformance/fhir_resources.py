"""FHIR resources made for tests: with a marker in every element, and valid ones of invented people."""

from __future__ import annotations

import base64
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from fhir.resources.R4B import get_fhir_model_class

from tests.conformance.fhir_terms import TERMS, UNITS

ROOT = Path(__file__).parent.parent.parent
Types = dict[str, dict[str, str]]
_READ = json.loads((ROOT / "adapters" / "documents" / "health" / "fhir_elements.json").read_text())
TYPES: Types = _READ["R4"]["types"]
EARLIER_TYPES: Types = TYPES | _READ["STU3"]["types"]


def _resources(types: Types) -> list[str]:
    return sorted(
        name for name, elements in types.items() if elements.get("id") == "id" and name != "Resource"
    )


RESOURCES = _resources(TYPES)
EARLIER_RESOURCES = _resources(_READ["STU3"]["types"])
"""Resources that STU3 defines otherwise than R4, or alone."""
Mark = Callable[[], str]
_BASES = {
    "uri": "http://hl7.org/fhir/{}",
    "canonical": "http://loinc.org/{}|{}",
    "url": "https://{}.example.org/a?b={}",
}


def marked_resource(name: str, mark: Mark, foreign: bool = True, types: Types = TYPES) -> dict[str, object]:
    """A resource with a marker in each of its elements; if `foreign`, also where R4 defines none."""
    made = {"resourceType": name, **_marked(name, mark, 0, types)}
    return made | ({f"x{mark()}": mark(), "fhir_comments": [mark()]} if foreign else {})


def _marked(type_name: str, mark: Mark, depth: int, types: Types) -> dict[str, object]:
    made: dict[str, object] = {}
    for key, kind in types[type_name].items():
        if kind in types:
            if depth < 2 and not (kind == "Resource" or (kind == "Extension" and depth)):
                value: object = _marked(kind, mark, depth + 1, types)
                made[key] = [value] if depth == 0 else value
        else:
            made[key] = _marked_value(kind, mark)
            if depth == 0:
                made[f"_{key}"] = {"id": mark(), "extension": [{"url": mark(), "valueString": mark()}]}
    return made


def _marked_value(kind: str, mark: Mark) -> object:
    if kind == "xhtml":
        return (
            f'<div xmlns="http://www.w3.org/1999/xhtml" title="{mark()}" '
            f'class="{mark()}" id="{mark()}"><p>{mark()} <b>{mark()}</b></p>'
            f'<!--{mark()}--><a href="https://{mark()}.org">{mark()}</a>'
            f'<img src="#{mark()}" alt="{mark()}"/></div>'
        )
    if kind == "base64Binary":
        return base64.b64encode(f"plain text of {mark()}".encode()).decode()
    if kind in _BASES:
        return _BASES[kind].replace("{}", "{0}").format(mark())
    return {"boolean": mark(), "dateTime": mark(), "oid": f"urn:oid:{mark()}"}.get(kind, mark())


PEOPLE = (
    ("Harold", "Vance", "hvance@peoria.example", "(309) 555-0142", "1450 Larkspur Lane", "Peoria", "61604"),
    ("Yuki", "Nakagawa", "yuki@boise.example", "208-555-0199", "77 Elm Court", "Boise", "83702"),
    ("Torsten", "Lindqvist", "tl@duluth.example", "+1 218 555 0136", "12 Fjord Way", "Duluth", "55802"),
)
NUMBERS = ("00731942", "MRN-558231", "219-09-9999", "V520-3381-2046", "77120-A")
MOMENT = "2019-03-11T09:45:12.123-05:00"


class Maker:
    """Makes valid resources of invented people, after the models of fhir.resources.

    Parameters
    ----------
    seed : int
    """

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)
        self._person = self._rng.choice(PEOPLE)

    def resource(self, name: str) -> dict[str, Any]:
        """A resource of a type, with a third of its elements and all that it must have."""
        made = self._filled(get_fhir_model_class(name), 0)
        return {"resourceType": name, "id": f"{name.lower()}-{self._rng.randrange(1000)}", **made}

    def _filled(self, model: Any, depth: int) -> dict[str, Any]:
        made: dict[str, Any] = {}
        chosen: set[str] = set()
        for key, field in model.model_fields.items():
            said = field.json_schema_extra or {}
            group = said.get("one_of_many", "")
            must = said.get("element_required") or field.is_required() or said.get("one_of_many_required")
            if not said.get("element_property") or group in chosen or key == "id":
                continue
            if not must and self._rng.random() > (0.35 if depth < 2 else 0.1):
                continue
            value = self._value(model.__name__, field.alias or key, field, depth)
            if value is not None:
                chosen |= {group} - {""}
                made[field.alias or key] = value
        return made

    def _value(self, parent: str, key: str, field: Any, depth: int) -> Any:
        said = str(field.annotation)
        kind = TYPES.get(parent, {}).get(key)
        if kind is None or kind == "Resource" or key in ("contained", "implicitRules", "modifierExtension"):
            return None
        value = self._one(parent, key, kind, field.json_schema_extra, depth)
        return [value] if "List[" in said and value is not None else value

    def _one(self, parent: str, key: str, kind: str, said: dict[str, Any], depth: int) -> Any:
        first, last, mail, phone, street, city, code = self._person
        made = {
            "HumanName": {"use": "official", "family": last, "given": [first]},
            "Address": {"line": [street], "city": city, "state": "IL", "postalCode": code, "country": "US"},
            "ContactPoint": self._rng.choice(
                [{"system": "phone", "value": phone}, {"system": "email", "value": mail}]
            ),
            "Identifier": {"system": "http://clinic.example.org/ids", "value": self._rng.choice(NUMBERS)},
            "Reference": {"reference": f"Patient/{self._rng.randrange(9)}", "display": f"{first} {last}"},
            "Narrative": {
                "status": "generated",
                "div": f'<div xmlns="http://www.w3.org/1999/xhtml"><p>Seen: <b>{first}</b> {last}</p></div>',
            },
            "CodeableConcept": self._concept(),
            "Coding": self._coding(),
            "Extension": {"url": "http://hl7.org/fhir/StructureDefinition/event-basedOn", "valueCode": "RC"},
            "Meta": {"lastUpdated": MOMENT, "versionId": "7", "source": f"https://{last.lower()}.example.org"},
            "Attachment": {
                "contentType": "text/plain",
                "data": base64.b64encode(f"Call {first} {last} at {phone}.".encode()).decode(),
            },
        }  # fmt: skip
        if kind in made:
            return made[kind]
        if kind[0].isupper():
            return self._filled(get_fhir_model_class(kind), depth + 1) or None if depth < 3 else None
        if kind == "code" and said.get("enum_values"):
            return self._rng.choice([code for code in said["enum_values"] if code != "+"])
        return self._primitive(kind, key)

    def _coding(self) -> dict[str, Any]:
        return self._rng.choice(TERMS)._asdict()

    def _concept(self) -> dict[str, Any]:
        """A coding with no text, the same text, or text of one's own; one or two codings."""
        codings = [self._coding() for _ in range(self._rng.choice((1, 1, 2)))]
        first, last, *_ = self._person
        own = self._rng.choice(("as above", f"told by {first} {last}", "since childhood"))
        return {"coding": codings} | self._rng.choice(({}, {"text": codings[0]["display"]}, {"text": own}))

    def _primitive(self, kind: str, key: str) -> Any:
        first, last, *_ = self._person
        if key in ("unit", "status"):
            return self._rng.choice(UNITS) if key == "unit" else "201 Created"
        return {
            "boolean": True, "integer": 4, "positiveInt": 3, "unsignedInt": 2, "decimal": 7.5,
            "string": self._rng.choice([f"{first} {last} was called.", "No acute distress.", "With food."]),
            "markdown": f"Mr. {last} is *stable*.",
            "date": MOMENT[:10], "dateTime": MOMENT, "instant": MOMENT, "time": "09:45:12",
            "code": {"language": "en", "currency": "USD", "contentType": "text/plain"}.get(key, "active"),
            "uri": f"https://{last.lower()}.example.org/{key}", "url": f"https://{last.lower()}.example.org",
            "canonical": "http://hl7.org/fhir/StructureDefinition/Patient", "id": "a1",
            "oid": "urn:oid:1.2.3.4", "uuid": "urn:uuid:c809c579-2e8f-377c-a6c8-358d22454adb",
            "base64Binary": base64.b64encode(last.encode()).decode(), "xhtml": None,
        }[kind]  # fmt: skip


def is_valid(resource: dict[str, Any]) -> bool:
    """Whether the models of fhir.resources take it."""
    try:
        get_fhir_model_class(resource["resourceType"]).model_validate(resource)
    except ValueError:
        return False
    return True


def clinical(value: Any, path: str = "") -> list[tuple[str, str]]:
    """Codes, units, numbers and statuses of a resource, and what its codings show, by where they stand."""
    if isinstance(value, dict):
        return [found for key, item in value.items() for found in clinical(item, f"{path}.{key}")]
    if isinstance(value, list):
        return [found for item in value for found in clinical(item, path)]
    *_, above, name = ("", *path.split("."))
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    is_shown = name == "display" and above.lower().endswith("coding")
    on_map = above == "position"  # where a place lies identifies it
    return [(path, str(value))] if name in _CLINICAL or (is_number and not on_map) or is_shown else []


_CLINICAL = frozenset(
    {"code", "unit", "status", "gender", "resourceType", "intent", "severity", "criticality", "priority"}
)

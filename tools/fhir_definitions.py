"""Writes the elements of FHIR R4B and STU3 resources and their types, as formats know them.

Run ``python -m tools.fhir_definitions``. Only element names, types and codes are taken, from the models of
fhir.resources (BSD), which follow the definitions of HL7 (CC0). Of STU3 the table holds what R4 has not, or
has otherwise.
"""

from __future__ import annotations

import importlib
import inspect
import json
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

TARGET = Path(__file__).parent.parent / "adapters" / "documents" / "health" / "fhir_elements.json"
_PACKAGE = "fhir.resources"
_COMPLEX = re.compile(r"abc\.(\w+)Type\b")
_PRIMITIVE = re.compile(r"Annotated\[.*?(\w+)(?:\(| object)")
_OF_SYSTEMS = re.compile(
    "(?:StructureDefinition|StructureMap|ImplementationGuide|CapabilityStatement|Test(?:Script|Report)|Terminology"
    "|OperationDefinition|SearchParameter|MessageDefinition|GraphDefinition|CompartmentDefinition|ExampleScenario"
    "|ElementDefinition|CodeSystem|ValueSet|ConceptMap|NamingSystem|Substance(?:Protein|Polymer|Nucleic|Reference"
    "|Source)|Citation|Evidence|ResearchDef|ResearchElement|EffectEvidence|RiskEvidence|Ingredient|Manufactured"
    "|Packaged|FHIR|DomainResource$|DataElement|ExpansionProfile|ServiceDefinition|Administrable|Regulated|ClinicalUse|MedicinalProduct|SubscriptionTopic|EventDefinition|Basic$)"
)
"""Resources about systems and products: no document of a patient holds them."""


def definitions(version: str) -> dict[str, dict[str, str]]:
    """Types of the elements of each kind of resource and of data type in a version."""
    found = {}
    for name, model in _models(version):
        fields = model.model_fields.items()
        found[name] = {
            str(field.alias or key): _kind(field.annotation, str(field.annotation))
            for key, field in fields
            if not key.endswith("__ext") and key not in ("fhir_comments", "resource_type")
        }
    return found


def codes(version: str) -> list[str]:
    """The codes of all value sets that elements of a version must take theirs from."""
    found: set[str] = set()
    for _, model in _models(version):
        for field in model.model_fields.values():
            found |= set((field.json_schema_extra or {}).get("enum_values", ()))
    return sorted(code for code in found if code != "+")


def _models(version: str) -> Iterator[tuple[str, Any]]:
    package = importlib.import_module(f"{_PACKAGE}.{version}")
    base = importlib.import_module("fhir_core.fhirabstractmodel").FHIRAbstractModel
    for _, module_name, _ in pkgutil.iter_modules(package.__path__):
        module = importlib.import_module(f"{package.__name__}.{module_name}")
        for name, model in inspect.getmembers(module, inspect.isclass):
            is_own = issubclass(model, base) and model.__module__ == module.__name__
            if is_own and not _OF_SYSTEMS.match(name):
                yield name, model


def _kind(annotation: object, text: str) -> str:
    found = _COMPLEX.search(text) or _PRIMITIVE.search(text)
    if found is None:
        return "boolean"
    name = found[1]
    return {"EncodedBytes": "base64Binary", "UuidVersion": "uuid"}.get(
        name, name[0].lower() + name[1:] if found.re is _PRIMITIVE else name
    )


def main() -> None:
    """Write the table, a line a type."""
    new, old = definitions("R4B"), definitions("STU3")
    new_codes = codes("R4B")
    changed = {name: elements for name, elements in old.items() if elements != new.get(name)}
    more_codes = sorted(set(codes("STU3")) - set(new_codes))
    versions = {"R4": _table(new_codes, new), "STU3": _table(more_codes, changed)}
    shown = ",\n".join(f"{json.dumps(name)}: {table}" for name, table in versions.items())
    TARGET.write_text(f"{{{shown}}}\n", encoding="utf-8")


def _table(known: list[str], types: dict[str, dict[str, str]]) -> str:
    rows = ",\n".join(f"{json.dumps(name)}: {json.dumps(elements)}" for name, elements in types.items())
    return f'{{"codes": {json.dumps(known)},\n"types": {{\n{rows}\n}}}}'


if __name__ == "__main__":
    main()

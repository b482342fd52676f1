"""JSON Schema of the policy language, for editors: descriptions, examples, names to complete."""

from __future__ import annotations

import json
from typing import Any

from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode, JsonSchemaValue
from pydantic_core import core_schema

from engine.catalog.names import LEARNABLE, Catalog
from engine.policy.model import Policy

DIALECT = "https://json-schema.org/draft/2020-12/schema"


class _Generator(GenerateJsonSchema):
    """Leaves out generated titles, and null: a key without a value is a fault."""

    schema_dialect = DIALECT

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False

    def nullable_schema(self, schema: core_schema.NullableSchema) -> JsonSchemaValue:
        return self.generate_inner(schema["schema"])

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        inner = super().default_schema(schema)
        if inner.get("default", "") is None:
            del inner["default"]
        return inner


def policy_schema(catalog: Catalog, mode: JsonSchemaMode = "validation") -> dict[str, Any]:
    """The JSON Schema of policies.

    Parameters
    ----------
    catalog : Catalog
        Names that editors complete. Categories, operators, formats and censuses are closed
        lists; laws, knowledge and corpora are suggestions, since a user may add their own.
    mode : {"validation", "serialization"}
        As in pydantic.

    Returns
    -------
    dict
        Draft 2020-12; rules over several keys included.
    """
    schema = Policy.model_json_schema(by_alias=True, schema_generator=_Generator, mode=mode)
    definitions = schema["$defs"]
    _complete(definitions, schema, catalog)
    _rules(definitions, schema)
    return {"$schema": DIALECT, **schema, "title": "saferelease policy"}


def schema_text(catalog: Catalog) -> str:
    """The schema as ``policies/schema.json`` holds it."""
    return json.dumps(policy_schema(catalog), indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def _complete(definitions: dict[str, Any], schema: dict[str, Any], catalog: Catalog) -> None:
    """Put the catalog's names where they belong."""
    laws = _suggested(sorted(catalog.laws))
    for definition in definitions.values():
        if "law" in definition["properties"]:
            definition["properties"]["law"] |= laws
    identifier = definitions["IdentifierClause"]["properties"]
    identifier["find"]["items"] = {"enum": list(dict.fromkeys((*catalog.categories, *LEARNABLE)))}
    definitions["Learn"]["properties"]["recognizers"]["items"] |= _suggested(catalog.recognizers)
    definitions["Gate"]["properties"]["sensitive"]["items"] = {"enum": list(LEARNABLE)}
    operators = [name for name in catalog.operators if name != "zip3"]
    operator = {"anyOf": [{"enum": operators}, {"$ref": "#/$defs/Operator"}], "default": "placeholder"}
    identifier["replace_with"] = _without(identifier["replace_with"], "$ref", "allOf") | operator
    definitions["Operator"]["properties"]["census"]["enum"] = list(catalog.censuses)
    definitions["DocumentsClause"]["properties"]["formats"]["items"] = {"enum": list(catalog.formats)}
    definitions["ColumnRule"]["properties"]["category"]["enum"] = list(catalog.categories)
    schema["properties"]["knowledge"]["items"] |= _suggested(catalog.knowledge)
    schema["properties"]["counts"] |= _suggested(catalog.corpora)


def _suggested(names: Any) -> dict[str, Any]:
    return {"anyOf": [{"enum": list(names)}, {"type": "string"}]}


def _without(schema: dict[str, Any], *keys: str) -> dict[str, Any]:
    return {key: value for key, value in schema.items() if key not in keys}


def _rules(definitions: dict[str, Any], schema: dict[str, Any]) -> None:
    """The rules over several keys that a schema can express."""
    partly = {
        "if": {"properties": {"status": {"const": "partly"}}, "required": ["status"]},
        "then": {"required": ["note"]},
    }
    definitions["IdentifierClause"] |= partly
    definitions["ConceptClause"] |= partly
    definitions["AttributeClause"] |= partly
    definitions["HideClassClause"] |= partly
    definitions["TableClause"] |= partly
    definitions["ConceptClause"]["oneOf"] = [{"required": ["alpha"]}, {"required": ["disclose_at_most"]}]
    zip3 = {"properties": {"operator": {"const": "zip3"}}}
    definitions["Operator"] |= {
        "if": zip3,
        "then": {"required": ["census"]},
        "else": {"not": {"required": ["census"]}},
    }
    definitions["ColumnRule"] |= {
        "if": {"properties": {"then": {"const": "replace"}}},
        "then": {"required": ["category"]},
        "else": {"not": {"required": ["category"]}},
    }
    some = {"minItems": 1}
    schema["anyOf"] = [
        {"required": ["identifiers"], "properties": {"identifiers": some}},
        {"required": ["concepts", "counts"], "properties": {"concepts": some}},
        {"required": ["attributes"], "properties": {"attributes": some}},
        {"required": ["hide_class"]},
        {"required": ["tables"], "properties": {"tables": some}},
        {"required": ["extends"]},
        {"required": ["combines"], "properties": {"combines": some}},
    ]

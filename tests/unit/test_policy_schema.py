"""policies/schema.json: current, and in agreement with the check."""

from __future__ import annotations

import json
from typing import get_args

import jsonschema
import pytest

from adapters.documents.registry import FORMATS
from adapters.knowledge.registry import REGISTRY
from adapters.policies.files import load_policy, shipped_folder, shipped_policies
from adapters.policies.yaml_file import read_yaml
from engine.catalog.names import FACTS, LEARNED, OPERATORS, SHIPPED, OperatorName
from engine.catalog.zip3_2020 import ZIP3_TABLES
from engine.methods.identifiers.categories import CATEGORIES
from engine.policy.check import check
from engine.policy.pages.schema import policy_schema, schema_text
from tests.unit.test_policy_check import GOOD, changed


@pytest.fixture(scope="module")
def validator() -> jsonschema.Draft202012Validator:
    schema = json.loads((shipped_folder() / "schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def as_json(data: object) -> object:
    return json.loads(json.dumps(data, default=str))


def test_the_file_is_current() -> None:
    text = (shipped_folder() / "schema.json").read_text(encoding="utf-8")
    assert text == schema_text(SHIPPED), "run: make schema"


@pytest.mark.parametrize("name", sorted(shipped_policies()))
def test_shipped_policies_are_valid_and_say_where_the_schema_is(name, validator) -> None:
    path = shipped_policies()[name]
    assert path.read_text(encoding="utf-8").startswith("# yaml-language-server: $schema=./schema.json\n")
    validator.validate(as_json(read_yaml(path).data))
    assert load_policy(path, SHIPPED).policy.policy == name


def test_every_key_is_described(validator) -> None:
    schema = validator.schema
    for model in (schema, *schema["$defs"].values()):
        for key, entry in model["properties"].items():
            assert entry.get("description"), f"{model['title']}.{key}"
        assert model["additionalProperties"] is False


def test_names_are_there_to_complete(validator) -> None:
    definitions = validator.schema["$defs"]
    clause = definitions["IdentifierClause"]["properties"]
    assert "ssn" in clause["find"]["items"]["enum"]
    assert "pseudonym" in clause["replace_with"]["anyOf"][0]["enum"]
    for definition in definitions.values():
        if "law" in definition["properties"]:
            assert "GDPR Art. 10" in definition["properties"]["law"]["anyOf"][0]["enum"]


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("polcy",), "x"),
        (("version",), 1.0),
        (("version",), "1.0"),
        (("policy",), "My Policy"),
        (("identifiers",), "ssn"),
        (("identifiers", 0, "find"), ["ssnn"]),
        (("identifiers", 0, "find"), []),
        (("identifiers", 0, "replace_with"), "stars"),
        (("identifiers", 0, "replace_with"), "zip3"),
        (("identifiers", 0, "replace_with"), {"operator": "year", "census": 2020}),
        (("identifiers", 0, "status"), "partly"),
        (("identifiers", 0, "title"), None),
        (("concepts", 0, "alpha"), 0.4),
        (("concepts", 0, "alpha"), "1.5"),
        (("concepts", 0, "disclose_at_most"), "disease"),
        (("release",), {"form": "a"}),
    ],
)
def test_schema_and_check_reject_alike(path, value, validator) -> None:
    data = changed(path, value)
    assert not validator.is_valid(as_json(data))
    assert check(data, SHIPPED).problems


def test_schema_accepts_what_the_check_accepts(validator) -> None:
    assert validator.is_valid(GOOD)
    listed = changed(("identifiers", 0, "deny"), ["x", {"file": "names.txt"}])
    assert validator.is_valid(listed)
    assert policy_schema(SHIPPED)["title"] == "saferelease policy"


def test_formats_and_knowledge_bases_are_those_that_can_be_opened() -> None:
    assert set(SHIPPED.formats) == {row.name for row in FORMATS}
    assert set(SHIPPED.knowledge) == set(REGISTRY)
    assert set(SHIPPED.censuses) == set(ZIP3_TABLES)


def test_categories_are_those_that_are_found_and_the_authors_own_list() -> None:
    assert set(SHIPPED.categories) == {*CATEGORIES, *LEARNED, *FACTS, "listed-term"}
    assert not set(SHIPPED.to_come) & set(CATEGORIES)
    assert {name for name, fits in SHIPPED.operators.items() if fits is None} == {
        "placeholder",
        "pseudonym",
        "redact",
        "exemption",
    }


def test_every_operator_of_the_language_has_its_categories() -> None:
    assert set(get_args(OperatorName)) == set(OPERATORS)

"""HL7's operation `$de-identify`: what it answers, to whom, under which policy; what the ledger keeps."""

from __future__ import annotations

import copy
import json
import os
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from fhir.resources.R4B.bundle import Bundle
from fhir.resources.R4B.operationoutcome import OperationOutcome
from fhir.resources.R4B.parameters import Parameters
from fhir.resources.R4B.provenance import Provenance

from adapters.ledger import ledger_path
from adapters.ledger.store import read_ledger
from adapters.machine.locations import home
from service.app.settings import settings_from
from service.people.roles import Scope
from tests.documented import blocks, exchanged
from tests.service.cases import POLICY, approved_policy, person
from tests.service.listening import certificate, key_of, listening
from tests.service.people import Door
from tests.service.test_access import FHIR

ADDRESS = "/api/v1/fhir/clinic/$de-identify"
PATIENT = {
    "resourceType": "Patient",
    "id": "roe1",
    "name": [{"use": "official", "family": "Johnson", "given": ["Mary"]}],
    "telecom": [{"system": "email", "value": "mary.johnson@example.org"}],
}
WEIGHT = {
    "resourceType": "Observation",
    "status": "final",
    "code": {"coding": [{"system": "http://loinc.org", "code": "29463-7"}]},
    "subject": {"reference": "Patient/roe1"},
    "valueQuantity": {"value": "VALUE", "unit": "kg"},
    "note": [{"text": "Mary Johnson called from 212-555-0187."}],
}
BUNDLE = {
    "resourceType": "Bundle",
    "type": "collection",
    "entry": [{"resource": PATIENT}, {"resource": WEIGHT}],
}
SECRET = ("Johnson", "Mary", "555-0187", "roe1")


@pytest.fixture
def allowed(door: Door) -> Iterator[Door]:
    """The clinic may de-identify at once, and has approved a policy for it."""
    settings = replace(door.service.settings, fhir_groups=frozenset({"clinic"}))
    door.app.state.service = replace(door.service, settings=settings)
    approved_policy(door.service)
    yield door


def asked(resource: dict[str, Any] = BUNDLE, policy: str = "letters") -> str:
    """The request, with a decimal whose last digit counts."""
    given = copy.deepcopy(FHIR)
    given["parameter"][0]["valueString"] = policy  # type: ignore[index]
    given["parameter"][1]["resource"] = resource  # type: ignore[index]
    return json.dumps(given).replace('"VALUE"', "71.50")


def post(client: TestClient, content: str, address: str = ADDRESS) -> Any:
    return client.post(address, content=content, headers={"content-type": "application/fhir+json"})


def entries() -> list[dict[str, Any]]:
    path = ledger_path(home())
    found = read_ledger(path).entries if path.exists() else ()
    return [dict(one.body) for one in found if one.event == "de-identified"]


def test_a_bundle_comes_back_without_identifiers_and_with_its_provenance(allowed: Door) -> None:
    answer = post(allowed.program("operator.clinic"), asked())
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/fhir+json")
    assert not [word for word in SECRET if word in answer.text] and '"value":71.50' in answer.text
    Parameters.model_validate_json(answer.text)
    told = {one["name"]: one["resource"] for one in answer.json()["parameter"]}
    made = Bundle.model_validate(told["de-identifiedData"])
    assert [type(one.resource).__name__ for one in made.entry] == ["Patient", "Observation"]
    patient, weight = (one["resource"] for one in told["de-identifiedData"]["entry"])
    assert weight["subject"]["reference"].endswith(patient["id"])
    provenance = Provenance.model_validate(told["provenance"])
    assert provenance.activity.coding[0].code == "deidentify" and told["provenance"]["policy"]
    assert OperationOutcome.model_validate(told["outcome"]).issue[0].severity == "information"
    (entry,) = entries()
    assert (entry["outcome"], entry["codes"]) == ("released", []) and entry["count"] > 2 and entry["key"]
    assert not [word for word in SECRET if word in json.dumps(entry)]


@pytest.mark.needs("curl")
def test_the_lines_of_the_page_get_an_answer(allowed: Door, tmp_path: Path) -> None:
    request, command = blocks("service.md#fhir")
    (tmp_path / "request.json").write_text(request)
    service = allowed.app.state.service
    with listening(service, certificate(tmp_path)) as live:
        lines = exchanged(command, ("https://release.example.org", live.settings.address))
        more = {"KEY": key_of(live, "operator.clinic"), "CURL_CA_BUNDLE": str(tmp_path / "house.pem")}
        done = subprocess.run(
            ["bash", "-c", lines], cwd=tmp_path, env=os.environ | more, capture_output=True, text=True
        )
    assert done.returncode == 0, done.stderr
    told = {one["name"]: one["resource"] for one in json.loads(done.stdout)["parameter"]}
    assert told["de-identifiedData"]["entry"][0]["resource"]["resourceType"] == "Patient"
    assert "mary" not in done.stdout


def refused(answer: Any, status: int, code: str) -> None:
    assert answer.status_code == status and answer.headers["content-type"] == "application/fhir+json"
    (issue,) = OperationOutcome.model_validate_json(answer.text).issue
    assert issue.severity == "error" and issue.details.coding[0].code == code
    assert not [word for word in SECRET if word in answer.text]


def test_nobody_may_where_no_administrator_allowed_it(door: Door) -> None:
    approved_policy(door.service)
    assert not settings_from({}).fhir_groups
    assert settings_from({"SAFERELEASE_FHIR": "clinic, court"}).fhir_groups == {"clinic", "court"}
    refused(post(door.program("operator.clinic"), asked()), 422, "FHR001")
    assert entries() == []


@pytest.mark.parametrize(
    ("login", "status", "code"),
    [
        ("reviewer.clinic", 403, "SVC002"),
        ("approver.clinic", 403, "SVC002"),
        ("operator.court", 404, "SVC001"),
    ],
)
def test_others_than_operators_are_refused(allowed: Door, login: str, status: int, code: str) -> None:
    refused(post(allowed.program(login), asked()), status, code)


def test_a_key_needs_the_scope_and_nobody_goes_without(allowed: Door) -> None:
    from service.people.api_keys import make_key

    who = person(allowed.service, "operator.clinic")
    with allowed.service.database.begin() as state:
        key = make_key(state, allowed.service.keys, who, "reads", 1, [Scope.READ])
    refused(post(allowed.client(authorization=f"Bearer {key}"), asked()), 403, "PPL014")
    refused(post(allowed.client(), asked()), 401, "PPL009")


def test_shipped_and_unknown_policies_are_not_taken(allowed: Door) -> None:
    for policy in ("hipaa-safe-harbor", "HHS_SAFE_HARBOR_DETERMINISTIC_METHOD", "Letters"):
        refused(post(allowed.program("operator.clinic"), asked(policy=policy)), 422, "SVC004")


@pytest.mark.parametrize(
    "more", ["review: {sample: 5, all_above: 40}\n", "release: {from: a, to: b, require_approved: true}\n"]
)
def test_a_policy_that_asks_for_people_is_refused(door: Door, more: str) -> None:
    settings = replace(door.service.settings, fhir_groups=frozenset({"clinic"}))
    door.app.state.service = replace(door.service, settings=settings)
    approved_policy(door.service, POLICY + more)
    refused(post(door.program("operator.clinic"), asked()), 409, "PYT003")
    (entry,) = entries()
    assert (entry["outcome"], entry["codes"]) == ("refused", ["PYT003"])


def test_who_wrote_or_approved_the_policy_does_not_ask(allowed: Door) -> None:
    from sqlalchemy import select

    from service.state.tables import PolicyVersion

    with allowed.service.database.begin() as state:
        version = state.scalar(select(PolicyVersion))
        assert version is not None
        version.decided_by = person(allowed.service, "operator.clinic").id
    refused(post(allowed.program("operator.clinic"), asked()), 403, "FHR002")


WRONG: list[dict[str, Any]] = [
    {**FHIR, "resourceType": "parameters"},
    {**FHIR, "extra": 1},
    {**FHIR, "parameter": FHIR["parameter"][:1]},  # type: ignore[index]
    {**FHIR, "parameter": [FHIR["parameter"][0]] * 2},  # type: ignore[index]
    {**FHIR, "parameter": [*FHIR["parameter"], {"name": "salt", "valueString": "x"}]},  # type: ignore[misc]
    {**FHIR, "parameter": [{"name": "Policy", "valueString": "letters"}, FHIR["parameter"][1]]},  # type: ignore[index]
    {**FHIR, "parameter": [FHIR["parameter"][0], {"name": "identifiableDataFileUrls", "resource": FHIR}]},  # type: ignore[index]
    {**FHIR, "parameter": [FHIR["parameter"][0], {"name": "identifiableData", "resource": {"a": 1}}]},  # type: ignore[index]
]


@pytest.mark.parametrize("sent", WRONG)
def test_what_the_operation_does_not_declare_is_refused(allowed: Door, sent: dict[str, Any]) -> None:
    refused(post(allowed.program("operator.clinic"), json.dumps(sent)), 422, "SVC004")


def test_odd_bodies_are_outcomes_too(allowed: Door) -> None:
    client = allowed.program("operator.clinic")
    refused(post(client, "{"), 422, "SVC004")
    refused(post(client, asked().replace('"name"', '"name": "policy", "name"', 1)), 422, "SVC004")
    refused(post(client, asked(), f"{ADDRESS}?policy=letters"), 422, "SVC004")
    strange = {"resourceType": "Patient", "nothingLikeIt": "Mary Johnson"}
    refused(post(client, asked(strange)), 409, "DOC028")
    refused(client.post(ADDRESS, content="{}", headers={"content-length": "99999999999"}), 413, "SVC006")


def test_pseudonyms_of_two_answers_cannot_be_joined(door: Door) -> None:
    settings = replace(door.service.settings, fhir_groups=frozenset({"clinic"}))
    door.app.state.service = replace(door.service, settings=settings)
    approved_policy(door.service, POLICY.replace("placeholder", "pseudonym"))
    client = door.program("operator.clinic")
    first, second = (post(client, asked()).json()["parameter"][0]["resource"] for _ in range(2))
    assert first["entry"][0]["resource"]["name"] != second["entry"][0]["resource"]["name"]

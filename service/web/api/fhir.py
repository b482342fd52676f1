"""The operation ``$de-identify`` of HL7's guide DARTS, in the base ``/api/v1/fhir/GROUP``."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Request, Response
from pydantic import Field

from adapters.documents.health.fhir import is_resource
from adapters.documents.health.fhir_values import Number, written_json
from service.app.dependencies import Caller, Here
from service.app.message import Message
from service.refusals import invalid
from service.releases.open_documents.de_identifying import DeIdentified, de_identify
from service.web.api.people import Short
from service.web.api.problems import FHIR_PREFIX, FHIR_TYPE, OUTCOMES, operation_outcome

router = APIRouter(tags=["FHIR"], responses=OUTCOMES)
_UNSIGNED = (
    "Nobody signed this outcome, and no other document was searched for what it lost. It is no release: "
    "there is no bundle and no report."
)


class FhirResponse(Response):
    """A resource as JSON."""

    media_type = FHIR_TYPE


class Parameter(Message):
    """What is to be de-identified, or under which policy."""

    name: Literal["identifiableData", "policy"]
    valueString: Short | None = None
    resource: dict[str, Any] | None = None


class Parameters(Message):
    """What the operation takes: `policy` and `identifiableData`, each once; files by address are refused."""

    resourceType: Literal["Parameters"]
    parameter: Annotated[list[Parameter], Field(min_length=2, max_length=2)]


async def _written(request: Request) -> bytes:
    return await request.body()


@router.post(f"{FHIR_PREFIX}/{{slug}}/$de-identify", response_class=FhirResponse)
def de_identified(
    service: Here, who: Caller, slug: str, body: Parameters, written: Annotated[bytes, Depends(_written)]
) -> FhirResponse:
    """A resource or bundle as a policy of the group lets it leave, with its provenance; nothing is kept."""
    given = {one.name: one for one in body.parameter}
    policy, data = given.get("policy"), given.get("identifiableData")
    if not (policy and policy.valueString and data and data.resource) or policy.resource or data.valueString:
        raise invalid("parameter", "must be policy with a valueString, and identifiableData with a resource")
    if not is_resource(data.resource):
        raise invalid("identifiableData", "must be a resource of FHIR")
    made = de_identify(service, who, slug, policy.valueString, _as_written(written))
    return FhirResponse(_answer(made))


def _as_written(body: bytes) -> bytes:
    """The resource with its numbers digit by digit: 1.0 is not 1.00."""
    read = json.loads(body, parse_int=Number, parse_float=Number)
    (data,) = (one["resource"] for one in read["parameter"] if one["name"] == "identifiableData")
    return written_json(data, "").encode()


def _answer(made: DeIdentified) -> bytes:
    resources = {
        "de-identifiedData": json.loads(made.content, parse_int=Number, parse_float=Number),
        "provenance": _provenance(made),
        "outcome": operation_outcome("information", "informational", "", _UNSIGNED),
    }
    parameters = [{"name": name, "resource": one} for name, one in resources.items()]
    return written_json({"resourceType": "Parameters", "parameter": parameters}, "").encode()


def _provenance(made: DeIdentified) -> dict[str, Any]:
    """Who made it out of what, and under which policy; neither the caller nor the original is named."""
    system = "http://terminology.hl7.org/CodeSystem"
    assembler = {"system": f"{system}/provenance-participant-type", "code": "assembler"}
    return {
        "resourceType": "Provenance",
        "target": [{"display": "de-identifiedData"}],
        "recorded": datetime.now(UTC).isoformat(timespec="seconds"),
        "policy": [f"urn:saferelease:plan:{made.plan_id}"],
        "reason": [{"text": f"policy {made.policy}"}],
        "activity": {"coding": [{"system": f"{system}/iso-21089-lifecycle", "code": "deidentify"}]},
        "agent": [
            {"type": {"coding": [assembler]}, "who": {"display": f"saferelease {version('saferelease')}"}}
        ],
    }

"""What a program is told when a request is refused: RFC 9457, with a code of ours."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

PROBLEM_TYPE = "application/problem+json"
FHIR_TYPE, FHIR_PREFIX = "application/fhir+json", "/fhir"
_ISSUES: Mapping[int, str] = {
    400: "invalid", 401: "login", 403: "forbidden", 404: "not-found", 405: "not-supported",
    409: "business-rule", 413: "too-long", 422: "invalid", 429: "throttled", 503: "transient",
}  # fmt: skip
"""What FHIR calls a refusal, by status (IssueType)."""


class Problem(BaseModel):
    """A refusal.

    Parameters
    ----------
    type : str
        Always ``about:blank``; the code says more.
    title : str
        What happened, in a few words.
    status : int
        The HTTP status once more.
    code : str
        One of those in docs/errors.md.
    detail : str
        What must be otherwise, and what to do; never what was sent.
    """

    type: str
    title: str
    status: int
    code: str
    detail: str = ""


def operation_outcome(severity: str, issue: str, code: str, words: str) -> dict[str, Any]:
    """What FHIR tells of an operation, with a code of ours where there is one."""
    coding = {"coding": [{"system": "urn:saferelease:errors", "code": code}]} if code else {}
    told = {"severity": severity, "code": issue, "details": {**coding, "text": words}}
    return {"resourceType": "OperationOutcome", "issue": [told]}


def refusal(address: str, problem: Problem) -> tuple[bytes, str]:
    """The body of a refusal and its media type, as whoever asked at this address reads it."""
    if f"/api/v1{FHIR_PREFIX}/" not in address:
        return problem.model_dump_json().encode(), PROBLEM_TYPE
    issue = _ISSUES.get(problem.status, "exception")
    words = problem.detail or problem.title
    return json.dumps(operation_outcome("error", issue, problem.code, words)).encode(), FHIR_TYPE


OUTCOMES: dict[int | str, dict[str, Any]] = {
    "default": {"description": "Refused", "content": {FHIR_TYPE: {"schema": {"type": "object"}}}}
}
REFUSALS: dict[int | str, dict[str, Any]] = {
    "default": {
        "description": "Refused",
        "content": {PROBLEM_TYPE: {"schema": Problem.model_json_schema()}},
    }
}
"""How every operation declares its refusals."""

"""The page that says what a version of a policy would have changed in past releases."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from engine.errors import InvalidError
from service.app.dependencies import Here, Settled
from service.people.roles import Action
from service.policies import editing
from service.releases.originals import impacts
from service.web.pages.policies.bench import opened
from service.web.pages.rendering import render

router = APIRouter(include_in_schema=False, prefix="/policies")


@router.get("/{version}/impact")
def impact_page(request: Request, service: Here, session: Settled, version: str) -> Response:
    """Nothing is compared yet."""
    return _page(request, service, session, version)


@router.post("/{version}/impact")
def compare(request: Request, service: Here, session: Settled, version: str) -> Response:
    """Past releases, decided again under this version."""
    return _page(request, service, session, version, wanted=True)


def _page(
    request: Request, service: Here, session: Settled, version: str, *, wanted: bool = False
) -> Response:
    values, _ = opened(service, session, version)
    session.who.require(Action.COMPARE_RELEASES, values["book"].group_id)
    found = None
    try:
        found = impacts.impact_of(service, session.who, version) if wanted else None
    except InvalidError as error:
        values["faults"] = [editing.told(one) for one in error.faults]
    most = impacts.MOST_DOCUMENTS
    return render(request, "policies/policy_impact.html.j2", session, found=found, most=most, **values)

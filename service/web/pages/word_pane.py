"""The task pane for Word, off until an administrator turns it on: its page, and the manifest for Word."""

from __future__ import annotations

import uuid
from urllib.parse import urlsplit

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response

from service.app.context import Service
from service.app.dependencies import Here, Settled
from service.refusals import Refusal, not_found
from service.web.guard import CONTENT_POLICY
from service.web.pages.rendering import page_of, render

OFFICE = "https://appsforoffice.microsoft.com"
OFFICE_JS = f"{OFFICE}/lib/1/hosted/office.js"
"""Microsoft's script, which Word asks for at this address and no other."""
_POLICY = CONTENT_POLICY.replace("script-src 'self'", f"script-src 'self' {OFFICE}")


def _require_on(service: Here, _: Settled) -> None:
    if not service.settings.word_pane:
        raise not_found()


router = APIRouter(include_in_schema=False, prefix="/word", dependencies=[Depends(_require_on)])


@router.get("/pane")
def pane(request: Request, session: Settled) -> Response:
    """The pane: the one page that loads a script from elsewhere."""
    response = render(request, "word/pane.html.j2", session, office_js=OFFICE_JS)
    response.headers["Content-Security-Policy"] = _POLICY
    return response


@router.get("/manifest.xml")
def manifest(service: Here, session: Settled) -> Response:
    """What an administrator of Office uploads.

    Raises
    ------
    Refusal
        ``WPR002`` where browsers reach the service without TLS: Word loads no such pane.
    """
    address = service.settings.address
    if not service.settings.is_https:
        must = "must begin with https for the pane in Word"
        raise Refusal(409, "WPR002", "SAFERELEASE_ADDRESS", must, "", "Put a proxy with TLS in front of it.")
    values = {
        "address": address,
        "id": str(uuid.uuid5(uuid.NAMESPACE_URL, address)),
        "sign_in": _sign_in(service),
    }
    made = page_of("word/manifest.xml.j2", session, "", **values)
    return Response(made, media_type="application/xml")


def _sign_in(service: Service) -> str:
    """Where single sign-on leads inside the pane; empty without it."""
    provider = service.settings.provider
    return "{0.scheme}://{0.netloc}".format(urlsplit(provider.issuer)) if provider else ""

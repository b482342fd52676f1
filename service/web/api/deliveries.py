"""Bundles that go to object stores, for programs."""

from __future__ import annotations

from fastapi import APIRouter

from service.app.dependencies import Caller, Here
from service.people.roles import Action
from service.releases import deliveries, intake
from service.releases.deliveries import DeliveryOut
from service.web.api.releases import Made, Place

router = APIRouter(tags=["releases"])


@router.get("/releases/{release}/targets")
def list_targets(service: Here, who: Caller, release: str) -> list[str]:
    """Addresses of object stores below which its bundle may go."""
    with service.database.look() as state:
        found = intake.visible(state, who, release, Action.DOWNLOAD_BUNDLES)
        return deliveries.targets(service, state, who, found)


@router.get("/releases/{release}/deliveries")
def list_deliveries(service: Here, who: Caller, release: str) -> list[DeliveryOut]:
    """Where its bundle goes, and how far that is."""
    with service.database.look() as state:
        intake.visible(state, who, release)
        return deliveries.lines(service, state, release)


@router.post("/releases/{release}/deliveries", status_code=201)
def deliver(service: Here, who: Caller, release: str, body: Place) -> Made:
    """Its bundle goes to a folder of a store once it is sealed; the same address twice is one."""
    return Made(id=deliveries.ask(service, who, release, body.address))


@router.post("/releases/{release}/deliveries/{delivery}/retry", status_code=204)
def deliver_again(service: Here, who: Caller, release: str, delivery: str) -> None:
    """Once more, at once."""
    deliveries.try_again(service, who, release, delivery)


@router.delete("/releases/{release}/deliveries/{delivery}", status_code=204)
def end_delivery(service: Here, who: Caller, release: str, delivery: str) -> None:
    """It is not sent; what stands in the store stays there."""
    deliveries.cancel(service, who, release, delivery)

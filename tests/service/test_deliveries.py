"""Sealed bundles that go to object stores: only where it is allowed, after approval, whole, and once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import select
from sqlalchemy.exc import OperationalError

from adapters.machine.stores.address import address_of
from adapters.machine.stores.store import Store
from engine.errors import InvalidError, fault
from flows.audit.verification.bundle import verify_release
from flows.release.stores.publishing import CLAIM, fetch
from service.app.context import Service
from service.app.settings import settings_from
from service.people.accounts import group_named
from service.refusals import Refusal
from service.releases import approval, deliveries
from service.releases.bundles import zipped
from service.releases.intake import cancel as cancel_release
from service.releases.intake import new_release
from service.releases.review.finishing import finish
from service.releases.running import drain
from service.state.columns import now
from service.state.tables import Delivery
from service.web.build import create_app
from tests.object_store import running_store
from tests.patience import free_port
from tests.service.cases import LETTER, POLICY, approved_policy, documents, person, release_of, started
from tests.service.people import Door

TARGETS = "clinic=s3://bucket/bundles/clinic;court=s3://bucket/bundles/court"
PLACE = "s3://bucket/bundles/clinic"
ELSEWHERE = (
    "s3://bucket/bundles/court",
    "s3://bucket/bundles",
    "s3://bucket/bundles/clinical",
    "s3://other/bundles/clinic",
    "s3://bucket/bundles/clinic/../court",
    "s3://user:secret@bucket/bundles/clinic",
    "file:///tmp/x",
    "/tmp/x",
    "https://bucket/bundles/clinic",
)


@pytest.fixture
def store() -> Iterator[Store]:
    """A store with nothing in it."""
    with running_store() as connected:
        yield connected


@pytest.fixture
def house(furnished: Service) -> Service:
    """A service whose groups may send bundles."""
    allowed = settings_from({"SAFERELEASE_BUNDLE_STORES": TARGETS}).bundle_stores
    return replace(furnished, settings=replace(furnished.settings, bundle_stores=allowed))


def draft(service: Service) -> str:
    """A release that nobody started."""
    operator = person(service, "operator.clinic")
    with service.database.look() as state:
        group = group_named(state, "clinic").id
    return new_release(service, operator, group, "A case", "hipaa-safe-harbor").id


def waiting(service: Service, more: str = "") -> str:
    """A release of a letter that waits for approval."""
    policy = approved_policy(service, POLICY + more)
    return started(service, policy, {"letter.txt": LETTER})


def approved(service: Service, release: str) -> None:
    """It is approved and sealed."""
    approval.approve(service, person(service, "approver.clinic"), release, "")
    assert drain(service) == 1


def line(service: Service, release: str) -> deliveries.DeliveryOut:
    """The only delivery of a release."""
    with service.database.look() as state:
        (found,) = deliveries.lines(service, state, release)
        return found


def due(service: Service) -> None:
    """The time of the next try has come."""
    with service.database.begin() as state:
        for one in state.scalars(select(Delivery)):
            one.next_at = now() - timedelta(seconds=1)


def stored(store: Store, address: str = "s3://bucket/bundles") -> set[str]:
    """What stands there."""
    return {one.name for one in store.at(address_of(address)).objects()}


def test_a_bundle_goes_after_its_approval_and_stands_there_whole(
    store: Store, house: Service, tmp_path: Path
) -> None:
    release, operator = waiting(house), person(house, "operator.clinic")
    asked = deliveries.ask(house, operator, release, f"{PLACE}/2026")
    assert deliveries.ask(house, operator, release, f"{PLACE}/2026/") == asked
    assert deliveries.deliver(house) == 0 and not stored(store), "nothing leaves before"
    approved(house, release)
    assert deliveries.deliver(house) == 1
    assert line(house, release).state == "sent"
    name = f"release-{release_of(house, release).engine_id}"
    assert {one.partition("/")[0] for one in stored(store, f"{PLACE}/2026")} == {name}
    assert not any(one.endswith(CLAIM) for one in stored(store))
    fetch(address_of(f"{PLACE}/2026/{name}"), tmp_path / "there")
    assert verify_release(tmp_path / "there").faults == []
    assert deliveries.deliver(house) == 0, "once"
    told = Door(create_app(house), house, []).program("auditor.clinic").get("/api/v1/audit").json()
    said = [one["what"] for one in told if "deliver" in one["what"]]
    assert len(said) == 2 and "to delivered" in said[0] and "to delivery-asked" in said[1]
    assert "bucket" not in str(told)


def test_no_other_address(house: Service) -> None:
    release = draft(house)
    for address in ELSEWHERE:
        with pytest.raises((Refusal, InvalidError), match=r"STO00[18]") as refused:
            deliveries.ask(house, person(house, "operator.clinic"), release, address)
        assert "secret" not in str(refused.value)


def test_without_the_variable_nothing_is_offered_or_sent(furnished: Service) -> None:
    release, door = draft(furnished), Door(create_app(furnished), furnished, [])
    assert 'id="deliveries"' not in door.browser("operator.clinic").get(f"/releases/{release}").text
    answer = door.program("operator.clinic").post(
        f"/api/v1/releases/{release}/deliveries", json={"address": PLACE}
    )
    assert answer.json()["code"] == "STO008"


def test_an_address_that_is_no_longer_allowed_is_not_used(store: Store, house: Service) -> None:
    release = waiting(house)
    deliveries.ask(house, person(house, "operator.clinic"), release, PLACE)
    approved(house, release)
    closed = replace(house, settings=replace(house.settings, bundle_stores={}))
    assert deliveries.deliver(closed) == 0
    assert (line(house, release).state, line(house, release).code) == ("away", "STO008")
    assert not stored(store)


def test_a_store_that_is_away_is_tried_again_and_the_page_says_so(
    house: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    release, door = waiting(house), Door(create_app(house), house, [])
    operator = door.browser("operator.clinic")
    address = f"/releases/{release}"
    assert operator.post(f"{address}/deliveries", place=PLACE, below="").status_code == 303
    assert "once the release is approved" in operator.get(address).text
    approved(house, release)
    with running_store() as store, monkeypatch.context() as patch:
        patch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{free_port()}")
        patch.setattr("adapters.machine.stores.systems.RETRIES", 0)
        assert deliveries.deliver(house) == 0
        first = line(house, release)
        assert (first.state, first.code, first.tries) == ("away", "STO002", 1)
        assert first.next_at is not None and first.next_at > now()
        page = operator.get(address).text
        assert "not sent yet" in page and "Try again now" in page
        assert deliveries.deliver(house) == 0 and line(house, release).tries == 1, "not before its time"
        due(house)
        deliveries.deliver(house)
        second = line(house, release)
        assert second.tries == 2 and second.next_at is not None and second.next_at > first.next_at
        patch.undo()
        assert not stored(store)
        assert operator.post(f"{address}/deliveries/{first.id}/retry").status_code == 303
        assert deliveries.deliver(house) == 1
        assert line(house, release).state == "sent"
        assert "read back and signed" in operator.get(address).text


def test_after_any_fault_it_is_tried_again(
    store: Store, house: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the database, of a process that somebody killed, of the store: none of them is the last word."""
    release = waiting(house)
    deliveries.ask(house, person(house, "operator.clinic"), release, PLACE)
    approved(house, release)
    gone: list[Exception] = [
        OperationalError("", {}, Exception()),
        InvalidError(fault("RUN007", "a process", "must end with its result")),
        InvalidError(fault("STO004", "the store", "must hold what was sealed")),
    ]

    def fails(*given: object) -> None:
        raise gone.pop()

    with monkeypatch.context() as patch:
        patch.setattr(deliveries, "publish", fails)
        while gone:
            assert deliveries.deliver(house) == 0
            due(house)
    assert deliveries.deliver(house) == 1 and line(house, release).state == "sent"


def test_what_somebody_else_put_there_is_kept(store: Store, house: Service) -> None:
    release = waiting(house)
    deliveries.ask(house, person(house, "operator.clinic"), release, PLACE)
    approved(house, release)
    name = f"release-{release_of(house, release).engine_id}"
    place = store.at(address_of(f"{PLACE}/{name}"))
    place.create("report.json", b"another")
    assert deliveries.deliver(house) == 0
    assert (line(house, release).state, line(house, release).code) == ("away", "STO004")
    assert not any(one.endswith("manifest.dsse.json") for one in stored(store)), "no signature: no bundle"
    place.delete("report.json")
    deliveries.try_again(house, person(house, "operator.clinic"), release, line(house, release).id)
    assert deliveries.deliver(house) == 1


def test_a_process_that_died_in_the_middle_is_followed_by_another(
    store: Store, house: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    release = waiting(house)
    deliveries.ask(house, person(house, "operator.clinic"), release, PLACE)
    approved(house, release)

    class Killed(BaseException):
        """Nothing catches it."""

    def dies(*given: object) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(deliveries, "publish", dies)
        with pytest.raises(Killed):
            deliveries.deliver(house)
    assert any(one.endswith(CLAIM) for one in stored(store))
    assert deliveries.deliver(house) == 0, "it may still be at it"
    with pytest.raises(Refusal, match="SVC003"):
        deliveries.cancel(house, person(house, "operator.clinic"), release, line(house, release).id)
    due(house)
    assert deliveries.deliver(house) == 1 and line(house, release).state == "sent"


def test_a_bundle_that_owes_a_signature_waits_for_it(
    store: Store, house: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    release = waiting(house, "review: {own_signature: true, all_above: 100}\n")
    deliveries.ask(house, person(house, "operator.clinic"), release, PLACE)
    approved(house, release)
    assert deliveries.deliver(house) == 0 and not stored(store)
    assert (line(house, release).state, line(house, release).code) == ("asked", "RVW015")
    page = Door(create_app(house), house, []).browser("operator.clinic").get(f"/releases/{release}").text
    assert "waits for a signature" in page
    monkeypatch.setattr(deliveries, "signers_of", lambda bundle: ["A. Approver"])
    due(house)
    assert deliveries.deliver(house) == 1


def test_who_may_not_take_a_bundle_out_sends_none(house: Service) -> None:
    release = draft(house)
    for login in ("reviewer.clinic", "auditor.clinic", "author.clinic"):
        with pytest.raises(Refusal, match="SVC002"):
            deliveries.ask(house, person(house, login), release, PLACE)
    with pytest.raises(Refusal, match="SVC001"):
        deliveries.ask(house, person(house, "operator.court"), release, PLACE)
    page = Door(create_app(house), house, []).browser("reviewer.clinic").get(f"/releases/{release}").text
    assert "s3://" not in page


def test_it_is_called_off_and_asked_again(store: Store, house: Service) -> None:
    release, operator = waiting(house), person(house, "operator.clinic")
    first = deliveries.ask(house, operator, release, PLACE)
    deliveries.cancel(house, operator, release, first)
    approved(house, release)
    assert deliveries.deliver(house) == 0 and not stored(store)
    assert deliveries.ask(house, operator, release, PLACE) != first
    assert deliveries.deliver(house) == 1
    with pytest.raises(Refusal, match="SVC003"):
        deliveries.cancel(house, operator, release, line(house, release).id)


def test_a_release_that_ended_without_a_bundle_sends_none(house: Service) -> None:
    operator, release = person(house, "operator.clinic"), draft(house)
    cancel_release(house, operator, release)
    with pytest.raises(Refusal, match="SVC003"):
        deliveries.ask(house, operator, release, PLACE)


@pytest.mark.parametrize(
    ("sources", "bundles"),
    [
        ("", "clinic"),
        ("", "clinic=file:///x"),
        ("clinic=s3://bucket/in", "clinic=s3://bucket/in"),
        ("clinic=s3://bucket/in", "court=s3://bucket/in/bundles"),
        ("clinic=s3://bucket/in/letters", "clinic=s3://bucket/in"),
    ],
)
def test_a_fault_of_the_variable_ends_the_start(sources: str, bundles: str) -> None:
    with pytest.raises(InvalidError, match=r"SVC011.*BUNDLE_STORES"):
        settings_from({"SAFERELEASE_STORES": sources, "SAFERELEASE_BUNDLE_STORES": bundles})


@pytest.mark.parametrize("left", [0, 1])
def test_a_release_of_which_nothing_is_left_is_not_sealed_and_sends_none(
    store: Store, house: Service, left: int
) -> None:
    policy = approved_policy(house, POLICY + "review: {all_above: 0}\n")
    release = started(house, policy, {"a.txt": LETTER, "b.txt": LETTER + "More.\n"})
    deliveries.ask(house, person(house, "operator.clinic"), release, PLACE)
    for row in documents(house, release).values():
        finish(house, person(house, "reviewer.clinic"), row.id, withhold=row.number > left)
    approved(house, release)
    row = release_of(house, release)
    assert (row.state, row.reason) == (("sealed", "") if left else ("refused", "RVW022"))
    assert deliveries.deliver(house) == left and bool(stored(store)) == bool(left)
    if not left:
        with pytest.raises(Refusal, match="SVC003"):
            zipped(house, person(house, "operator.clinic"), release)
        page = Door(create_app(house), house, []).browser("operator.clinic").get(f"/releases/{release}").text
        assert "Nothing was released" in page and ">Sealed<" not in page and "not sent" in page

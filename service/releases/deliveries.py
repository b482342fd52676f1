"""Sealed bundles that go to object stores, where an administrator allowed it, tried until they are there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from sqlalchemy import select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from adapters.bundle.files import numbered_name
from adapters.machine.stores.address import Address
from engine.errors import SafereleaseError
from flows.release.stores.publishing import claim, publish
from service.app.context import Service
from service.app.message import Message
from service.app.settings import permitted
from service.people.roles import Action, Who
from service.refusals import Refusal, changed_meanwhile, not_found
from service.releases.approval import asks_own_signature
from service.releases.intake import bundle_path, visible
from service.releases.moves import ENDED, State, note_delivery, write_down
from service.releases.own_key import signers_of
from service.state.columns import new_id, now
from service.state.tables import Delivery, Group, Person, Release

VARIABLE = "SAFERELEASE_BUNDLE_STORES"
ASKED, AWAY, SENT = "asked", "away", "sent"
"""It waits for its turn; for what stood in the way to be gone; it stands there."""
UNSIGNED = "RVW015"
_LEASE = timedelta(minutes=10)
_UNSIGNED_PAUSE = timedelta(seconds=30)
_LONGEST_PAUSE = timedelta(hours=1)
_MARK = 12


class DeliveryOut(Message):
    """Where a bundle goes: ``asked`` waits for its turn or a signature, ``away`` is tried again by itself
    (``code`` says what was in the way), ``sent`` stands there."""

    id: str
    address: str
    state: str
    code: str
    tries: int
    next_at: datetime | None
    by: str  # who asked for it
    updated: datetime


def targets(service: Service, session: Session, who: Who, release: Release) -> list[str]:
    """Addresses below which a bundle of a release may go, for those who may take it out."""
    if not who.may(Action.DOWNLOAD_BUNDLES, release.group_id):
        return []
    return [str(one) for one in _allowed(service, session, release)]


def lines(service: Service, session: Session, release: str) -> list[DeliveryOut]:
    """Where the bundle of a release goes."""
    wanted = (
        select(Delivery, Person.display)
        .join(Person, Person.id == Delivery.asked_by)
        .where(Delivery.release_id == release)
        .order_by(Delivery.asked)
    )
    return [_line(service, one, by) for one, by in session.execute(wanted).tuples()]


def _line(service: Service, one: Delivery, by: str) -> DeliveryOut:
    again = one.next_at if one.state == AWAY else None
    address = service.vault.open(one.address_sealed, f"delivery {one.id}")
    return DeliveryOut(
        id=one.id, address=address, state=one.state, code=one.code, tries=one.tries, next_at=again, by=by,
        updated=one.updated,
    )  # fmt: skip


def ask(service: Service, who: Who, release: str, address: str) -> str:
    """Send the bundle of a release to a folder of a store once it is sealed; asked twice, it goes once.

    Parameters
    ----------
    address : str
        Of a folder; the bundle stands below it under the name of its release.

    Returns
    -------
    str
        Id of the delivery.

    Raises
    ------
    Refusal
        Who may not take it out; ``SVC003`` for a release that ended without a bundle; ``STO008`` for an
        address that no administrator allowed to the group.
    """
    with service.database.look() as session:
        found = _open(session, who, release)
        place = permitted(_allowed(service, session, found), address, VARIABLE)
    ident, mark = new_id(), service.vault.mark("deliveries", f"{release} {place}")
    sealed = service.vault.seal(str(place), f"delivery {ident}")
    try:
        with service.database.begin() as session:
            found = _open(session, who, release)
            session.add(
                Delivery(id=ident, release_id=release, address_sealed=sealed, mark=mark, asked_by=who.id)
            )
            note_delivery(session, found, "delivery asked", who, mark[:_MARK])
    except IntegrityError:
        with service.database.look() as session:
            known = select(Delivery.id).where(Delivery.release_id == release, Delivery.mark == mark)
            return session.scalars(known).one()
    write_down(service)
    return ident


def cancel(service: Service, who: Who, release: str, delivery: str) -> None:
    """Send it no more; what stands in the store stays there."""
    with service.database.begin() as session:
        found, row = _of(session, who, release, delivery)
        if row.state == SENT or _is_tried_now(row):
            raise changed_meanwhile("the delivery")
        session.delete(row)
        note_delivery(session, found, "delivery ended", who, row.mark[:_MARK])
    write_down(service)


def try_again(service: Service, who: Who, release: str, delivery: str) -> None:
    """Try at once what waits."""
    with service.database.begin() as session:
        _, row = _of(session, who, release, delivery)
        if row.state in (ASKED, SENT) or _is_tried_now(row):
            raise changed_meanwhile("the delivery")
        row.state, row.tries, row.next_at = ASKED, 0, now()


def address_of(service: Service, who: Who, release: str, delivery: str) -> str:
    """Where a bundle is to go, for those who may end it."""
    with service.database.look() as session:
        _, row = _of(session, who, release, delivery)
        return service.vault.open(row.address_sealed, f"delivery {row.id}")


def deliver(service: Service) -> int:
    """Try what is due, one after the other; returns how many bundles were sent."""
    n_sent = 0
    while (taken := _take(service)) is not None:
        n_sent += _try(service, taken)
    return n_sent


def _allowed(service: Service, session: Session, release: Release) -> Sequence[Address]:
    return service.settings.bundle_stores.get(session.get_one(Group, release.group_id).slug, ())


def _open(session: Session, who: Who, release: str) -> Release:
    found = visible(session, who, release, Action.DOWNLOAD_BUNDLES)
    if State(found.state) in ENDED - {State.SEALED}:
        raise Refusal(409, "SVC003", "the release", "must not have ended without a bundle")
    return found


def _of(session: Session, who: Who, release: str, delivery: str) -> tuple[Release, Delivery]:
    found = visible(session, who, release, Action.DOWNLOAD_BUNDLES)
    row = session.get(Delivery, delivery, with_for_update=True)
    if row is None or row.release_id != found.id:
        raise not_found()
    return found, row


def _is_tried_now(row: Delivery) -> bool:
    return row.state == ASKED and row.tries > 0 and row.next_at > now() and row.code != UNSIGNED


@dataclass(frozen=True)
class _Taken:
    """A delivery in the hands of this process, for as long as `_LEASE`."""

    id: str
    release: str
    address: str
    mark: str
    tries: int


def _take(service: Service) -> _Taken | None:
    with service.database.begin() as session:
        wanted = (
            select(Delivery)
            .join(Release, Release.id == Delivery.release_id)
            .where(Delivery.state != SENT, Delivery.next_at <= now())
            .where(Release.state == State.SEALED.value)
            .order_by(Delivery.next_at)
        )
        row = session.scalar(wanted.limit(1).with_for_update(skip_locked=True, of=Delivery))
        if row is None:
            return None
        row.state, row.next_at, row.tries = ASKED, now() + _LEASE, row.tries + 1
        address = service.vault.open(row.address_sealed, f"delivery {row.id}")
        return _Taken(row.id, row.release_id, address, row.mark, row.tries)


def _try(service: Service, taken: _Taken) -> bool:
    try:
        place = _place(service, taken)
        token = service.vault.mark("claims of deliveries", f"{taken.release} {taken.mark}")[:32]
        claim(place, token, pending=True)  # parts of it may stand there already
        publish(bundle_path(service, taken.release), place, token)
    except SafereleaseError as error:
        _not_sent(service, taken, error.faults[0].code)
        return False
    except Exception as error:  # noqa: BLE001  its message may hold an address: only its kind is kept
        _not_sent(service, taken, type(error).__name__)
        return False
    with service.database.begin() as session:
        sent = update(Delivery).where(Delivery.id == taken.id, Delivery.state != SENT)
        changed = session.execute(sent.values(state=SENT, code="", updated=now()))
        if changed.rowcount:  # type: ignore[attr-defined]
            release = session.get_one(Release, taken.release)
            note_delivery(session, release, "delivered", None, taken.mark[:_MARK])
    write_down(service)
    return True


def _place(service: Service, taken: _Taken) -> Address:
    """Where the bundle goes, if it still may: lists of addresses change, and some wait for a signature."""
    with service.database.look() as session:
        release = session.get_one(Release, taken.release)
        place = permitted(_allowed(service, session, release), taken.address, VARIABLE)
    if asks_own_signature(release) and not signers_of(bundle_path(service, taken.release)):
        must = "must be signed with an approver's own key"
        raise Refusal(409, UNSIGNED, "the bundle", must, "", "An approver signs it: the page says how.")
    return replace(place, key=f"{place.key}/{numbered_name(release.engine_id)}")


def _not_sent(service: Service, taken: _Taken, code: str) -> None:
    """Wait for the signature; longer each time for whatever else is in the way."""
    pause, state = min(_LONGEST_PAUSE, timedelta(minutes=1) * 2 ** min(taken.tries - 1, 8)), AWAY
    if code == UNSIGNED:
        pause, state = _UNSIGNED_PAUSE, ASKED
    with service.database.begin() as session:
        row = update(Delivery).where(Delivery.id == taken.id, Delivery.state != SENT)
        session.execute(row.values(state=state, code=code, next_at=now() + pause, updated=now()))

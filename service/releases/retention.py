"""Retention: the originals of a release that ended, or that nobody started, go when their time is over."""

from __future__ import annotations

import os
import shutil
from datetime import datetime, timedelta

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from service.app.context import Service
from service.releases.moves import ENDED, State, move
from service.releases.review import training
from service.state.columns import now
from service.state.tables import Release

GOING = b""
"""Stands in the place of a key that is gone, until the files that it opened are gone too."""
EXPIRED = "expired"
"""Why a draft was cancelled that nobody started: the code of its move."""


def clear(service: Service) -> int:
    """Remove originals, sheets and the key of every release whose time is over; returns how many.

    A draft that nobody started, and to which nothing was added for as long, is cancelled.

    Notes
    -----
    The key goes first: whatever a crash leaves of the files opens no more, and goes at the next clearing.
    """
    for ident in _over(service):
        with service.database.begin() as session:
            _forget(session, session.get_one(Release, ident))
    with service.database.look() as session:
        going = list(session.scalars(select(Release.id).where(Release.key_sealed == GOING)))
    gone = [ident for ident in going if _remove(service, ident)]
    for ident in gone:
        with service.database.begin() as session:
            session.get_one(Release, ident).key_sealed = None
    return len(gone)


def _over(service: Service) -> list[str]:
    """Releases whose time is over, and that have their key still."""
    ended = Release.state.in_([State.DRAFT.value, *(state.value for state in ENDED)])
    wanted = select(Release).where(
        Release.key_sealed.is_not(None), ended, or_(Release.keep_until.is_(None), Release.keep_until < now())
    )
    with service.database.look() as session:
        return [one.id for one in session.scalars(wanted) if one.key_sealed and _end(service, one) < now()]


def _remove(service: Service, release: str) -> bool:
    """Remove what its key opened; whether all is gone: a disk may refuse, another service be at it."""
    bundles = service.settings.folder / "bundles"
    folders = (
        service.settings.folder / "originals" / release,
        bundles / f"{release}.private" / "sheets",
        bundles / f"{release}.private" / "waiting",
        bundles / f"{release}.partial",
    )
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)
    return not any(map(os.path.lexists, folders))


def _end(service: Service, release: Release) -> datetime:
    """When its time is over: by the policy, once the machine has decided under it."""
    days = (release.review or {}).get("keep_days", service.settings.keep_days)
    return release.keep_until or release.updated + timedelta(days=int(days))


def _forget(session: Session, release: Release) -> None:
    """Remove its key, unless somebody just started it."""
    if release.state == State.DRAFT:
        move(session, release, State.CANCELLED, None, code=EXPIRED)
    elif State(release.state) not in ENDED:
        return
    release.key_sealed = GOING
    training.forget(session, release.id)

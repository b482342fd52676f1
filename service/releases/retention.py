"""Retention: the originals of a release that ended, or that nobody started, go when their time is over."""

from __future__ import annotations

import shutil
from datetime import datetime, timedelta

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from service.app.context import Service
from service.releases.moves import ENDED, State, move
from service.releases.review import training
from service.state.columns import now
from service.state.tables import Release

EXPIRED = "expired"
"""Why a draft was cancelled that nobody started: the code of its move."""


def clear(service: Service) -> int:
    """Remove originals, sheets and the key of every release whose time is over; returns how many.

    A draft that nobody started, and to which nothing was added for as long, is cancelled.

    Notes
    -----
    The key goes first: whatever a crash leaves of the files opens no more.
    """
    ended = Release.state.in_([State.DRAFT.value, *(state.value for state in ENDED)])
    wanted = select(Release).where(
        Release.key_sealed.is_not(None), ended, or_(Release.keep_until.is_(None), Release.keep_until < now())
    )
    with service.database.look() as session:
        found = [one.id for one in session.scalars(wanted) if _end(service, one) < now()]
    for ident in found:
        with service.database.begin() as session:
            if not _forget(session, session.get_one(Release, ident)):
                continue
        for folder in (
            service.settings.folder / "originals" / ident,
            service.settings.folder / "bundles" / f"{ident}.private" / "sheets",
            service.settings.folder / "bundles" / f"{ident}.private" / "waiting",
            service.settings.folder / "bundles" / f"{ident}.partial",
        ):
            shutil.rmtree(folder, ignore_errors=True)
    return len(found)


def _end(service: Service, release: Release) -> datetime:
    """When its time is over: by the policy, once the machine has decided under it."""
    days = (release.review or {}).get("keep_days", service.settings.keep_days)
    return release.keep_until or release.updated + timedelta(days=int(days))


def _forget(session: Session, release: Release) -> bool:
    """Remove its key; False where somebody just started it."""
    if release.state == State.DRAFT:
        move(session, release, State.CANCELLED, None, code=EXPIRED)
    elif State(release.state) not in ENDED:
        return False
    release.key_sealed = None
    training.forget(session, release.id)
    return True

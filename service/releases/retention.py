"""Retention: the originals of an ended release go when their time is over; the bundle stays."""

from __future__ import annotations

import shutil
from datetime import timedelta

from sqlalchemy import or_, select

from service.app.context import Service
from service.releases.moves import ENDED, State
from service.state.columns import now
from service.state.tables import Release


def clear(service: Service) -> int:
    """Remove originals, sheets and the key of every release whose time is over; returns how many.

    Notes
    -----
    The key goes first: whatever a crash leaves of the files opens no more.
    """
    ended = Release.state.in_([state.value for state in ENDED - {State.SEALED}])
    over = Release.updated < now() - timedelta(days=service.settings.keep_days)
    wanted = select(Release.id).where(
        Release.key_sealed.is_not(None), or_(Release.keep_until < now(), (ended & over))
    )
    with service.database.look() as session:
        found = list(session.scalars(wanted))
    for ident in found:
        with service.database.begin() as session:
            session.get_one(Release, ident).key_sealed = None
        for folder in (
            service.settings.folder / "originals" / ident,
            service.settings.folder / "bundles" / f"{ident}.private" / "sheets",
            service.settings.folder / "bundles" / f"{ident}.private" / "waiting",
            service.settings.folder / "bundles" / f"{ident}.partial",
        ):
            shutil.rmtree(folder, ignore_errors=True)
    return len(found)

"""What a reviewer was shown of a document: its whole text at once, or its pages one by one."""

from __future__ import annotations

from contextlib import suppress
from hashlib import sha256

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from service.people.roles import Who
from service.state.database import Database
from service.state.tables import Correction, Release, ReleaseDocument, Viewing

TEXT = 0
"""The page that stands for the whole text."""
UNOPENED = "unopened"
"""The code of a sign-off by somebody who was not shown the document whole."""


def version_of(session: Session, who: Who, release: Release, document: str) -> str:
    """What there is to look at for somebody: another thing once others changed what leaves."""
    wanted = select(Correction.id).where(
        Correction.document_id == document, Correction.undone.is_(None), Correction.by != who.id
    )
    others = "".join(sorted(session.scalars(wanted)))
    return f"{release.engine_id} {sha256(others.encode()).hexdigest()[:16]}" if others else release.engine_id


def remember(
    database: Database, who: Who, document: str, version: str, page: int = TEXT, n_pages: int = 0
) -> None:
    """Remember that somebody was shown a page, of so many."""
    key = {"document_id": document, "person_id": who.id, "version": version, "page": page}
    with suppress(IntegrityError), database.begin() as session:  # she looks twice at the same time
        if session.get(Viewing, key) is None:
            session.add(Viewing(**key, n_pages=n_pages))


def was_shown_whole(session: Session, who: Who, release: Release, document: ReleaseDocument) -> bool:
    """Whether somebody was shown this version of a document whole: the text, or each of its pages."""
    wanted = select(Viewing).where(
        Viewing.document_id == document.id,
        Viewing.person_id == who.id,
        Viewing.version == version_of(session, who, release, document.id),
    )
    seen = {one.page: one.n_pages for one in session.scalars(wanted)}
    return TEXT in seen or (bool(seen) and set(range(1, max(seen.values()) + 1)) <= set(seen))

"""Documents of an object store for a draft, from below the addresses that its group was allowed."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy.orm import Session

from adapters.documents.opening.sources import Source
from adapters.machine.files import make_folder
from adapters.machine.stores.address import Address
from flows.release.stores.staging import n_documents, staged
from service.app.context import Service
from service.app.settings import Settings, permitted
from service.app.turns import Turns
from service.people.roles import Action, Who
from service.refusals import Refusal, changed_meanwhile
from service.releases.intake import add_document, original_path, visible
from service.releases.moves import State
from service.state.tables import Group, Release

VARIABLE = "SAFERELEASE_STORES"
AT_ONCE = 500
"""Objects of one request: as many as files of one form."""
turns = Turns(at_once=1, waiting=3)


@dataclass(frozen=True)
class Fetched:
    """How many documents came, and how many objects were left out."""

    documents: int
    left_out: int


def allowed(service: Service, session: Session, who: Who, release: str) -> Sequence[str]:
    """The addresses below which the group of a release may read."""
    found = visible(session, who, release, Action.START_RELEASES)
    return [str(one) for one in _allowed(service.settings, session, found)]


def fetch(service: Service, who: Who, release: str, address: str) -> Fetched:
    """Take what lies at an address of an object store into a draft; asked twice, it comes once.

    Parameters
    ----------
    service : Service
    who : Who
    release : str
    address : str
        A folder or an object. Left out are hidden objects, those whose name no file could have, and those
        that are larger than an upload may be.

    Raises
    ------
    Refusal
        Not an operator; the release has started; ``STO008`` when no administrator allowed the address to the
        group, ``STO009`` when too much lies there; ``SVC014`` when others are served.
    InvalidError
        Faults of the address and of the store, and of an address where nothing is.
    """
    with service.database.look() as session:
        found = visible(session, who, release, Action.START_RELEASES)
        if found.state != State.DRAFT:
            raise changed_meanwhile("the release")
        place = permitted(_allowed(service.settings, session, found), address, VARIABLE)
        key = service.vault_of(found).key
    with turns.taken(who.id):
        if n_documents([place]) > AT_ONCE:
            must = f"must hold at most {AT_ONCE} objects"
            raise Refusal(422, "STO009", "the address", must, "", "Name the folders in it one by one.")
        originals = original_path(service, release, "").parent
        make_folder(originals, 0o700)
        with tempfile.TemporaryDirectory(dir=originals, prefix="staged-") as folder:
            sources = staged([place], Path(folder), key, service.settings.max_bytes)
            n = sum([_add(service, who, release, one) for one in sources])
    return Fetched(n, len(sources) - n)


def _allowed(settings: Settings, session: Session, release: Release) -> Sequence[Address]:
    return settings.stores.get(session.get_one(Group, release.group_id).slug, ())


def _add(service: Service, who: Who, release: str, source: Source) -> bool:
    """Take one object in; its staged name changes with its content, and is its ticket."""
    if source.barred:
        return False
    try:
        add_document(service, who, release, source.relative, source.read(), Path(source.path).name)
    except Refusal as refusal:
        if refusal.status != 422:
            raise
        return False
    return True

"""A document that could not be read is replaced by one that can, as long as nobody has reviewed anything."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from service.app.context import Service
from service.people.roles import Action, Who
from service.refusals import Refusal, changed_meanwhile
from service.releases.intake import documents_of, named, original_path, visible
from service.releases.moves import REPLACED, State, Step, move, note_step, sign_offs, write_down
from service.state.tables import Correction, Release, ReleaseDocument


def may_replace(session: Session, release: Release) -> bool:
    """Whether documents can still be replaced: all are decided anew, and nobody's work may be lost."""
    if release.state not in (State.REVIEW, State.APPROVAL):
        return False
    documents = documents_of(session, release.id)
    said = select(Correction.id).where(Correction.document_id.in_([one.id for one in documents]))
    return all(session.scalar(asked.limit(1)) is None for asked in (sign_offs(release.id), said))


def replace_document(
    service: Service, who: Who, release: str, document: str, name: str, content: bytes
) -> None:
    """Put another file in the place of one that was quarantined; the release is decided anew.

    Raises
    ------
    Refusal
        Not an operator; ``SVC003`` the document was not quarantined; ``RVW014`` (409) people have begun.
    """
    name = named(name)
    with service.database.begin() as session:
        found = visible(session, who, release, Action.START_RELEASES)
        row = session.get(ReleaseDocument, document)
        if row is None or row.release_id != found.id or row.outcome != "quarantined":
            raise changed_meanwhile("the document")
        if not may_replace(session, found):
            advice = "Release the new file as a release of its own."
            must = "must be one that nobody has begun to review"
            raise Refusal(409, "RVW014", "the release", must, "", advice)
        move(session, found, State.QUEUED, who, code=REPLACED)
        found.beat, found.done = None, 0
        note_step(session, row, Step.READ, who, REPLACED)
        vault = service.vault_of(found)
        row.name_sealed, row.n_bytes = vault.seal(name, f"name {row.id}"), len(content)
        row.outcome, row.reason = "", ""
        vault.save(original_path(service, release, row.id), content, f"original {row.id}")
    write_down(service)

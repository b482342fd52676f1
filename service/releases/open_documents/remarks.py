"""What a sender tells the reviewers of a document: what she refused in the word processor, and why."""

from __future__ import annotations

from service.app.context import Service
from service.people.roles import Action, Who
from service.refusals import changed_meanwhile, invalid, not_found
from service.releases.intake import visible
from service.releases.moves import State
from service.releases.review.correcting import MAX_WORDS
from service.state.columns import new_id
from service.state.tables import Note, ReleaseDocument


def add_remark(service: Service, who: Who, release: str, document: str, words: str) -> None:
    """A note for reviewers, before the release starts.

    Raises
    ------
    Refusal, InvalidError
        Not an operator there; a document of another release; ``SVC003`` once it has started.
    """
    if not words.strip() or len(words) > MAX_WORDS:
        raise invalid("words", f"must be 1 to {MAX_WORDS} characters")
    with service.database.begin() as session:
        row = visible(session, who, release, Action.START_RELEASES)
        found = session.get(ReleaseDocument, document)
        if found is None or found.release_id != row.id:
            raise not_found()
        if row.state != State.DRAFT:
            raise changed_meanwhile("the release")
        ident = new_id()
        sealed = service.vault_of(row).seal(words.strip(), f"note {ident}")
        session.add(Note(id=ident, document_id=found.id, by=who.id, words_sealed=sealed))

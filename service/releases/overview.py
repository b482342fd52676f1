"""Releases as pages and programs show them."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from service.app.context import Service
from service.people.roles import Action, Who
from service.releases import deliveries
from service.releases.approval import apart, asks_own_signature, live_corrections
from service.releases.bundles import stamp_of
from service.releases.intake import (
    bundle_path,
    documents_of,
    engine_number,
    name_of,
    plan_of,
    policies_for,
)
from service.releases.listing import case_of
from service.releases.moves import DELIVERY_WORDS, WORDS, State, Step
from service.releases.originals.replacing import may_replace
from service.releases.originals.reveals import readable, revealable
from service.releases.own_key import signers_of
from service.releases.review.assigning import assigned
from service.releases.review.choosing import statement
from service.releases.review.desks import may_decide, queue
from service.releases.review.overrides import override_words, overrides_of
from service.releases.review.sheets import CODES
from service.state.tables import Move, Person, Release, ReleaseDocument

_MOVED = {state.value: words for state, words in WORDS.items()} | DELIVERY_WORDS
_WHY = {
    "all": "the policy sends every document to people",
    "risk": "its risk",
    "sample": "drawn at random",
    "refused": "a check refused it",
    "bound": "the sample was not enough",
}


def case_view(service: Service, session: Session, who: Who, release: Release) -> dict[str, Any]:
    """Everything that the page of a release shows; names of files to those who work with it alone."""
    names = {person.id: person.display for person in session.scalars(select(Person))}
    documents = documents_of(session, release.id)
    replaces = who.may(Action.START_RELEASES, release.group_id) and may_replace(session, release)
    named = bool(release.key_sealed) and sees_names(who, release.group_id)
    waiting, theirs = queue(session, who, release.id), assigned(session, who, release.id)
    return {
        "case": case_of(service, session, who, release),
        "release": release,
        "plan": plan_of(service, who, release.id) if release.state == State.DRAFT else None,
        "policies": policies_for(session, release.group_id) if release.state == State.DRAFT else [],
        "documents": [_line(service, who, release, d, names, named, d.id in theirs) for d in documents],
        "queue": [d for d in waiting if may_decide(who, release, d)],
        "replaces": replaces,
        "n_left": sum(d.chosen != "" and d.state in (Step.TO_REVIEW, Step.ONCE) for d in documents),
        "overrides": _overrides(service, session, who, release, names),
        "statement": statement(documents),
        "moves": _moves(service, session, release, names, documents, who.audits_all),
        "numbered": who.audits_all,
        "corrections": len(live_corrections(session, release.id)),
        "apart": apart(session, who, release) if who.may(Action.APPROVE_RELEASES, release.group_id) else "",
        "may": {action.name: who.may(action, release.group_id) for action in Action},
        "stamp": stamp_of(service, release.id) if release.state == State.SEALED else None,
        "deliveries": deliveries.lines(service, session, release.id),
        "targets": deliveries.targets(service, session, who, release),
        "revealable": revealable(session, who, release),
        "readable": readable(session, who, release),
        "verified": [],
        "signers": signers_of(bundle_path(service, release.id)) if release.state == State.SEALED else [],
        "unsigned": asks_own_signature(release),
        "by": "",
        "State": State,
        "codes": CODES,
    }


def sees_names(who: Who, group: str) -> bool:
    """Whether somebody works with the releases of a group: auditors alone are shown no name of a file."""
    working = (Action.START_RELEASES, Action.SEE_ORIGINALS, Action.APPROVE_RELEASES)
    return any(who.may(action, group) for action in working)


def only_reviews(who: Who, group: str) -> bool:
    """Whether somebody works with the documents of a group that are assigned to her, and with no others."""
    return not any(who.may(one, group) for one in (Action.START_RELEASES, Action.APPROVE_RELEASES))


def _line(
    service: Service,
    who: Who,
    release: Release,
    document: ReleaseDocument,
    names: dict[str, str],
    named: bool,
    theirs: bool,
) -> dict[str, Any]:
    named = named and (theirs or not only_reviews(who, release.group_id))
    first, second = document.first_reviewer, document.second_reviewer
    return {
        "id": document.id,
        "number": engine_number(document),
        "name": name_of(service, release, document) if named else "",
        "state": document.state,
        "outcome": document.outcome,
        "reason": document.reason,
        "risk": document.risk,
        "parts": document.risk_parts or {},
        "findings": document.n_findings,
        "why": _WHY.get(document.chosen, ""),
        "mine": theirs and may_decide(who, release, document) and document.chosen != "",
        "reviewers": [names[one] for one in (first, second) if one],
    }


def _overrides(
    service: Service, session: Session, who: Who, release: Release, names: dict[str, str]
) -> list[dict[str, Any]]:
    made = []
    grants = who.may(Action.GRANT_OVERRIDES, release.group_id)
    theirs = assigned(session, who, release.id)
    for one in overrides_of(session, release.id):
        words = override_words(service, session, release, one) if release.key_sealed else None
        document = session.get_one(ReleaseDocument, one.document_id)
        made.append(
            {
                "id": one.id,
                "code": CODES[one.code],
                "state": one.state,
                "asked_by": names[one.asked_by],
                "decided_by": names.get(one.decided_by or "", ""),
                "document": engine_number(document),
                "category": one.category,
                "reason": words.reason if words and (grants or one.document_id in theirs) else "",
                "put": words.replacement if words and (grants or one.document_id in theirs) else "",
                "mine": grants and one.state == "asked" and one.asked_by != who.id,
            }
        )
    return made


def _moves(
    service: Service,
    session: Session,
    release: Release,
    names: dict[str, str],
    documents: list[ReleaseDocument],
    numbered: bool,
) -> list[dict[str, Any]]:
    numbers = {document.id: engine_number(document) for document in documents}
    found = session.scalars(select(Move).where(Move.release_id == release.id).order_by(Move.at))
    made = []
    for one in found:
        words = ""
        if one.words_sealed and release.key_sealed:
            words = service.vault_of(release).open(one.words_sealed, f"move {one.id}")
        target = one.target if one.document_id else _MOVED[one.target]
        made.append(
            {
                "at": one.at,
                "by": names.get(one.by or "", "the machine"),
                "what": target,
                "step": one.step,
                "document": numbers.get(one.document_id or "", ""),
                "code": one.code,
                "words": words,
                "entry": one.entry if numbered else None,
            }
        )
    return made

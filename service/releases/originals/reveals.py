"""What was removed from a document, or its original, is shown once, to who said why, after a second person
agreed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from adapters.ledger import Event
from engine.record.decisions import Revealed
from engine.record.trees.openings import Opening
from flows.audit.revealing import Wanted, chosen, opening_for, require_reader
from flows.release.records.private_record import Change, open_private_record
from flows.release.records.recording import record, seal_words
from service.app.context import Service
from service.app.message import Message
from service.people.roles import Action, Who
from service.refusals import Refusal, changed_meanwhile, invalid, not_found, require_seen
from service.releases.intake import bundle_path, documents_of, engine_number, visible
from service.releases.moves import State, Step
from service.releases.review.sheets import sheet_of
from service.state.columns import new_id, now
from service.state.tables import Person, Release, ReleaseDocument, Reveal

ASKED, GRANTED, REFUSED, SHOWN, OVER = "asked", "granted", "refused", "shown", "over"
ASKS = timedelta(days=7)
"""How long somebody may be asked to agree."""
SHOWS = timedelta(hours=24)
"""How long the values may be seen once somebody agreed."""
MAX_REASON = 500


class RevealOut(Message):
    """A request: ``asked``, ``granted``, ``refused``, ``shown``, or ``over`` when its time passed."""

    id: str
    release: str
    number: str  # what the bundle calls the release, and below the document
    document: str
    what: str
    state: str
    reason: str  # what was said is empty for auditors
    comment: str
    asked_by: str
    decided_by: str
    asked: datetime
    until: datetime
    grants: bool  # whether whoever looks may decide
    shows: bool  # whether they may see the values


def revealable(session: Session, who: Who, release: Release) -> list[ReleaseDocument]:
    """Documents of a sealed bundle whose values somebody may ask for."""
    if release.state != State.SEALED or not who.may(Action.ASK_REVEALS, release.group_id):
        return []
    found = documents_of(session, release.id)
    return [one for one in found if one.outcome == "released" and one.state != Step.WITHHELD]


def readable(session: Session, who: Who, release: Release) -> list[ReleaseDocument]:
    """Documents whose original somebody may ask for, as long as the release has its key."""
    held = release.state in (State.REVIEW, State.APPROVAL, State.SEALED) and bool(release.key_sealed)
    if not held or not who.may(Action.ASK_REVEALS, release.group_id):
        return []
    return [one for one in documents_of(session, release.id) if one.outcome in ("released", "refused")]


_OFFERED = {"values": revealable, "original": readable}


def ask(
    service: Service, who: Who, release: str, document: str, reason: str, what: Revealed = "values"
) -> str:
    """Ask that the values of one document, or its original, be shown; what waits is not asked twice.

    Returns
    -------
    str
        Id of the request.

    Raises
    ------
    Refusal
        Who may not ask; ``SVC003`` for values before the release is sealed; ``SVC004`` without a reason; 404
        for a document that the bundle does not hold, or whose original is none that anybody may read.
    """
    if not 0 < len(words := reason.strip()) <= MAX_REASON:
        raise invalid("reason", f"must be 1 to {MAX_REASON} characters")
    require_seen("reason", words, lines=True)
    with service.database.begin() as session:
        found = visible(session, who, release, Action.ASK_REVEALS)
        if what == "values" and found.state != State.SEALED:
            raise Refusal(409, "SVC003", "the release", "must be sealed", "", "Its bundle is made then.")
        if document not in {one.id for one in _OFFERED[what](session, who, found)}:
            raise not_found()
        if known := _open(session, who, document, what):
            return known
        ident = new_id()
        made = Reveal(
            id=ident, release_id=release, document_id=document, asked_by=who.id, what=what, state=ASKED,
            reason_sealed=service.vault.seal(words, f"reveal {ident}"), until=now() + ASKS,
        )  # fmt: skip
        session.add(made)
        session.flush()
        _write(service, session, made, who, words)
    return ident


def decide(service: Service, who: Who, reveal: str, *, grant: bool, words: str = "") -> None:
    """A second person agrees, or does not.

    Raises
    ------
    Refusal
        Who may not; ``RVW013`` (403) for whoever asked; ``SVC003`` when it was decided or is over.
    """
    if len(words) > MAX_REASON:
        raise invalid("comment", f"must be {MAX_REASON} characters at the most")
    with service.database.begin() as session:
        found = _of(session, who, reveal, Action.GRANT_REVEALS)
        if found.asked_by == who.id:
            must = "must be somebody else than who asked"
            raise Refusal(403, "RVW013", "the second person", must, "", "Somebody else decides.")
        if _state(found) != ASKED:
            raise changed_meanwhile("the request")
        found.state = GRANTED if grant else REFUSED
        found.decided_by, found.decided, found.until = who.id, now(), now() + SHOWS
        if words.strip():
            found.comment_sealed = service.vault.seal(words.strip(), f"reveal comment {found.id}")
        _write(service, session, found, who)


def values(service: Service, who: Who, reveal: str) -> list[Change]:
    """What was removed from the document, once; the ledger has it before anybody sees it.

    Raises
    ------
    Refusal
        ``RVW019`` (403) for somebody else than who asked; ``SVC003`` when nobody granted it, when it
        was shown, or when its time is over.
    InvalidError, RefusedError
        ``REV004``, ``REV007``, ``KEY004`` when the private record cannot be opened: nothing is used up.
    """
    with service.database.look() as session:
        found = _granted(session, who, reveal, "values")
        number = engine_number(session.get_one(ReleaseDocument, found.document_id))
    changes = open_private_record(bundle_path(service, found.release_id)).of(number)
    _used_up(service, who, reveal, "values", len(changes))
    return changes


def opening(service: Service, who: Who, reveal: str, reader: str, wanted: Wanted) -> Opening:
    """Some of these values as an opening, once, for a reader whom the reason of the request names.

    Raises
    ------
    Refusal
        As of `values`; ``SVC004`` for a reader of whom the second person did not read; 404 where nothing is
        removed in such a place.
    InvalidError, RefusedError
        As of `values`; ``REV008``, ``REV009``, ``BND011``: nothing is used up.
    """
    reader = require_reader(reader)
    with service.database.look() as session:
        found = _granted(session, who, reveal, "values")
        number = engine_number(session.get_one(ReleaseDocument, found.document_id))
        reason = service.vault.open(found.reason_sealed, f"reveal {found.id}")
        bundle = bundle_path(service, found.release_id)
    if reader not in reason:
        must = "must stand in the reason, which the second person read"
        raise invalid("reader", must, "Ask again, with it.")
    opened = open_private_record(bundle)
    changes = chosen(opened.of(number), wanted)
    if not changes:
        raise not_found()
    made = opening_for(reader, bundle, opened, changes)
    _used_up(service, who, reveal, "values", len(changes), reader)
    return made


def original(service: Service, who: Who, reveal: str) -> str:
    """The text of the original, once; the ledger has it before anybody sees it.

    Raises
    ------
    Refusal
        As of `values`; ``SVC005`` when the time of retention is over.
    InvalidError, RefusedError
        ``REV004``, ``KEY004`` when it cannot be opened: nothing is used up.
    """
    with service.database.look() as session:
        found = _granted(session, who, reveal, "original")
        release = session.get_one(Release, found.release_id)
        sheet = sheet_of(service, session, release, session.get_one(ReleaseDocument, found.document_id))
    _used_up(service, who, reveal, "original", 0)
    return sheet.text


def _used_up(service: Service, who: Who, reveal: str, what: Revealed, places: int, reader: str = "") -> None:
    with service.database.begin() as session:
        found = _granted(session, who, reveal, what)
        found.state, found.shown = SHOWN, now()
        reason = service.vault.open(found.reason_sealed, f"reveal {found.id}")
        _write(service, session, found, who, reason, places, reader)


def lines_for(service: Service, session: Session, who: Who) -> list[RevealOut]:
    """Requests that concern somebody, the newest first.

    Raises
    ------
    Refusal
        404 for who neither asks nor decides nor audits.
    """
    groups = _groups(who)
    if not groups:
        raise not_found()
    names = dict(session.execute(select(Person.id, Person.display)).tuples().all())
    wanted = (
        select(Reveal, Release, ReleaseDocument)
        .join(Release, Release.id == Reveal.release_id)
        .join(ReleaseDocument, ReleaseDocument.id == Reveal.document_id)
        .where(Release.group_id.in_(groups))
        .order_by(Reveal.asked.desc())
        .limit(500)
    )
    return [_line(service, who, names, *row) for row in session.execute(wanted).tuples()]


def waiting(session: Session, who: Who) -> tuple[int, int]:
    """How many requests wait for one's decision, and how many were granted to oneself."""
    asked = Reveal.state == ASKED, Reveal.asked_by != who.id
    groups = Release.group_id.in_(who.groups(Action.GRANT_REVEALS))
    mine = Reveal.state == GRANTED, Reveal.asked_by == who.id
    theirs = Release.group_id.in_(who.groups(Action.ASK_REVEALS))
    wanted = select(Reveal.state).join(Release, Release.id == Reveal.release_id).where(Reveal.until > now())
    found = list(session.scalars(wanted.where(or_(groups & asked[0] & asked[1], theirs & mine[0] & mine[1]))))
    return found.count(ASKED), found.count(GRANTED)


def _groups(who: Who) -> Sequence[str]:
    actions = (Action.ASK_REVEALS, Action.GRANT_REVEALS, Action.READ_AUDIT)
    return [group for group in who.roles if any(who.may(one, group) for one in actions)]


def _open(session: Session, who: Who, document: str, what: Revealed) -> str | None:
    """A request of the same person for the same document that waits, or may be seen."""
    mine = Reveal.document_id == document, Reveal.asked_by == who.id, Reveal.what == what
    live = Reveal.state.in_([ASKED, GRANTED]), Reveal.until > now()
    return session.scalar(select(Reveal.id).where(*mine, *live).limit(1))


def _of(session: Session, who: Who, reveal: str, action: Action) -> Reveal:
    found = session.get(Reveal, reveal, with_for_update=True)
    if found is None:
        raise not_found()
    who.require(action, session.get_one(Release, found.release_id).group_id)
    return found


def _granted(session: Session, who: Who, reveal: str, what: Revealed) -> Reveal:
    found = _of(session, who, reveal, Action.ASK_REVEALS)
    if found.what != what:
        raise not_found()
    if found.asked_by != who.id:
        raise Refusal(403, "RVW019", "the values", "must be looked at by who asked for them")
    if _state(found) != GRANTED:
        must, advice = "must be granted, not shown yet, and within its time", "Ask again, with the reason."
        raise Refusal(409, "SVC003", "the request", must, _state(found), advice)
    return found


def _state(reveal: Reveal) -> str:
    return OVER if reveal.state in (ASKED, GRANTED) and reveal.until <= now() else reveal.state


def _write(
    service: Service,
    session: Session,
    reveal: Reveal,
    who: Who,
    reason: str = "",
    places: int | None = None,
    reader: str = "",
) -> None:
    """Into the ledger, before it counts: an entry with a receipt."""
    event: Event = "reveal" if places is None else "revealed"
    said = {"reason": reason} | ({"reader": reader} if reader else {})
    body = {
        "case": reveal.release_id,
        "reveal": reveal.id,
        "what": reveal.what,
        "outcome": "revealed" if event == "revealed" else reveal.state,
        "document": engine_number(session.get_one(ReleaseDocument, reveal.document_id)),
        "asked": reveal.asked_by,
        "granted": (reveal.decided_by or "") if event == "revealed" else "",
        **who.named,
        "places": places or 0,
        **{name: seal_words(service.keys, event, words) if words else "" for name, words in said.items()},
    }
    record(event, session.get_one(Release, reveal.release_id).engine_id, body, service.keys)


def _line(
    service: Service,
    who: Who,
    names: dict[str, str],
    reveal: Reveal,
    release: Release,
    document: ReleaseDocument,
) -> RevealOut:
    asks, grants = (who.may(one, release.group_id) for one in (Action.ASK_REVEALS, Action.GRANT_REVEALS))
    reason = comment = ""
    if asks or grants:
        reason = service.vault.open(reveal.reason_sealed, f"reveal {reveal.id}")
        if reveal.comment_sealed:
            comment = service.vault.open(reveal.comment_sealed, f"reveal comment {reveal.id}")
    state, mine = _state(reveal), reveal.asked_by == who.id
    return RevealOut(
        id=reveal.id,
        release=release.id,
        number=release.engine_id or release.id[:12],
        document=engine_number(document),
        what=reveal.what,
        state=state,
        reason=reason,
        comment=comment,
        asked_by=names[reveal.asked_by],
        decided_by=names.get(reveal.decided_by or "", ""),
        asked=reveal.asked,
        until=reveal.until,
        grants=grants and not mine and state == ASKED,
        shows=asks and mine and state == GRANTED,
    )

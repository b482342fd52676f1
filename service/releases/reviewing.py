"""Review: corrections, each saved at once; undo; a document that is done is decided and checked again."""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from flows.orchestration.reviewing import Workbench, open_workbench
from flows.release.recording import record
from flows.release.sheets import Sheet
from service.app.context import Service
from service.people.roles import Action, Who
from service.refusals import Refusal, changed_meanwhile, invalid, not_found
from service.releases.choosing import widen
from service.releases.intake import documents_of, engine_number, job_of, visible
from service.releases.moves import State, Step, move, note_step, viewed, write_down
from service.releases.sheets import (
    CODES,
    WRONG,
    Finding,
    Said,
    changes_of,
    findings_of,
    said_of,
    sheet_of,
)
from service.state.columns import new_id, now
from service.state.tables import Correction, Note, Override, Release, ReleaseDocument

MAX_WORDS = 2000
KINDS = ("accept", "keep", "retype", "level", "add")
_OPEN = (Step.TO_REVIEW, Step.ONCE)


@dataclass(frozen=True)
class Asked:
    """One correction as a page or a program asks for it."""

    kind: str
    start: int
    end: int
    category: str = ""
    replacement: str = ""
    code: str = ""
    reason: str = ""
    everywhere: str = ""
    ticket: str = ""


@dataclass(frozen=True)
class Desk:
    """A document on a reviewer's desk."""

    release: Release
    document: ReleaseDocument
    sheet: Sheet
    said: list[Said]
    findings: list[Finding]
    todo: list[ReleaseDocument]


def queue(session: Session, release: str) -> list[ReleaseDocument]:
    """Documents that people look at, the riskiest first."""
    chosen = [document for document in documents_of(session, release) if document.chosen]
    return sorted(chosen, key=lambda document: (-document.risk, document.number))


def _found(session: Session, who: Who, document: str, action: Action) -> tuple[Release, ReleaseDocument]:
    found = session.get(ReleaseDocument, document)
    if found is None:
        raise not_found()
    return visible(session, who, found.release_id, action), found


def may_decide(who: Who, release: Release, document: ReleaseDocument) -> bool:
    """Whether somebody may decide about a document now: nobody is first and second reviewer of one."""
    if release.state != State.REVIEW or document.state not in _OPEN:
        return False
    if document.first_reviewer is None:
        return True
    first = document.first_reviewer == who.id
    return first if document.state == Step.TO_REVIEW else not first


def open_desk(service: Service, who: Who, document: str) -> Desk:
    """A document to look at; the ledger says so before it is shown.

    Raises
    ------
    Refusal
        Not a reviewer, or the document is not one that people look at.
    """
    with service.database.look() as session:
        release, found = _found(session, who, document, Action.SEE_ORIGINALS)
        if not found.chosen:
            raise not_found()
        viewed(service, who, release, engine_number(found))
        sheet = sheet_of(service, session, release, found)
        said = said_of(session, service.vault_of(release), found.id)
        todo = [d for d in queue(session, release.id) if may_decide(who, release, d)]
    return Desk(release, found, sheet, said, findings_of(sheet, said), todo)


def correct(service: Service, who: Who, document: str, asked: Asked) -> int:
    """Save one correction, and those like it; the same ticket twice is one.

    Returns
    -------
    int
        How many places it is about.

    Raises
    ------
    Refusal
        ``RVW011`` what is asked for makes no sense there; ``SVC003`` the document is not in these hands.
    """
    with service.database.look() as session:
        release, found = _found(session, who, document, Action.DECIDE_FINDINGS)
        if not may_decide(who, release, found):
            raise changed_meanwhile("the document")
        sheet = sheet_of(service, session, release, found)
        _require_sense(asked, sheet)
        if asked.kind == "keep":
            asked = replace(asked, category=_category(asked, sheet))
        wanted = sheet.text[asked.start : asked.end]
        places = [(found, list(_places(sheet, asked, wanted)))]
        if asked.everywhere == "release":
            for other in queue(session, release.id):
                if other.id != found.id and may_decide(who, release, other):
                    theirs = sheet_of(service, session, release, other)
                    places.append((other, list(_like(theirs, asked, wanted))))
    return _save(service, who, release, asked, places)


def _require_sense(asked: Asked, sheet: Sheet) -> None:
    found = any((d["start"], d["end"]) == (asked.start, asked.end) for d in sheet.decisions)
    wrong = ""
    if asked.kind not in KINDS or asked.everywhere not in ("", "document", "release"):
        wrong = "kind"
    elif (
        not 0 <= asked.start < asked.end <= len(sheet.text)
        or asked.end - asked.start > 500
        or (asked.kind not in ("add",) and not found)
    ):
        wrong = "place"
    elif asked.kind in ("add", "retype") and asked.category not in sheet.categories:
        wrong = "category"
    elif asked.kind == "keep" and (asked.code not in CODES or not asked.reason.strip()):
        wrong = "code and reason"
    elif asked.kind == "level" and not asked.replacement.strip():
        wrong = "replacement"
    if wrong or max(len(asked.reason), len(asked.replacement)) > MAX_WORDS:
        advice = "Choose it on the page."
        raise Refusal(422, "RVW011", wrong or "reason", "must fit the document and what is asked", "", advice)


def _category(asked: Asked, sheet: Sheet) -> str:
    places = {(d["start"], d["end"]): str(d["category"]) for d in sheet.decisions}
    return places[asked.start, asked.end]


def _places(sheet: Sheet, asked: Asked, wanted: str) -> Iterator[tuple[int, int]]:
    yield asked.start, asked.end
    if asked.everywhere:
        yield from (p for p in _like(sheet, asked, wanted) if p != (asked.start, asked.end))


def _like(sheet: Sheet, asked: Asked, wanted: str) -> Iterator[tuple[int, int]]:
    """Places like one: findings of the same words, or the same words as a whole in the text."""
    taken = [(d["start"], d["end"]) for d in sheet.decisions]
    if asked.kind != "add":
        yield from ((a, b) for a, b in taken if sheet.text[a:b].casefold() == wanted.casefold())
        return
    text, sought = sheet.text.casefold(), wanted.casefold()
    at = text.find(sought) if len(text) == len(sheet.text) else -1
    while at >= 0:
        end = at + len(sought)
        whole = not (text[at - 1 : at].isalnum() and at) and not text[end : end + 1].isalnum()
        if whole and not any(a < end and at < b for a, b in taken):
            yield at, end
        at = text.find(sought, end)


def _save(
    service: Service,
    who: Who,
    release: Release,
    asked: Asked,
    places: Sequence[tuple[ReleaseDocument, list[tuple[int, int]]]],
) -> int:
    batch, ticket, saved = new_id(), asked.ticket or new_id(), 0
    vault = service.vault_of(release)
    try:
        with service.database.begin() as session:
            for document, spans in places:
                row = session.get_one(ReleaseDocument, document.id)
                if not may_decide(who, session.get_one(Release, release.id), row):
                    raise changed_meanwhile("the document")
                row.updated = now()
                for start, end in spans:
                    one = _row(vault, who, asked, document.id, start, end, batch, f"{ticket} {start}")
                    session.add(one)
                    session.flush()
                    _ask_override(session, who, release, one, asked)
                    saved += 1
    except IntegrityError:  # the same ticket: it was saved before
        return 0
    return saved


def _row(
    vault: object, who: Who, asked: Asked, document: str, start: int, end: int, batch: str, ticket: str
) -> Correction:
    from service.state.vault import ReleaseVault

    assert isinstance(vault, ReleaseVault)
    ident = new_id()
    content = {
        "start": start,
        "end": end,
        "category": asked.category,
        "replacement": asked.replacement.strip(),
        "reason": asked.reason.strip(),
    }
    return Correction(
        id=ident,
        document_id=document,
        ticket=ticket[:64],
        batch=batch,
        kind=asked.kind,
        code=asked.code if asked.kind == "keep" else "",
        content_sealed=vault.seal(json.dumps(content), f"correction {ident}"),
        by=who.id,
    )


def _ask_override(session: Session, who: Who, release: Release, one: Correction, asked: Asked) -> None:
    """A true identifier that is to stay waits for a second person."""
    if asked.kind == "keep" and asked.code != WRONG:
        session.add(
            Override(
                release_id=release.id,
                document_id=one.document_id,
                correction_id=one.id,
                code=asked.code,
                category=asked.category,
                asked_by=who.id,
            )
        )


def undo(service: Service, who: Who, document: str) -> int:
    """Take back the newest that somebody said of a document, with all that was said with it."""
    with service.database.begin() as session:
        release, found = _found(session, who, document, Action.DECIDE_FINDINGS)
        if not may_decide(who, release, found):
            raise changed_meanwhile("the document")
        mine = select(Correction).where(
            Correction.document_id == found.id, Correction.by == who.id, Correction.undone.is_(None)
        )
        newest = session.scalar(mine.order_by(Correction.at.desc(), Correction.id.desc()).limit(1))
        if newest is None:
            return 0
        together = list(
            session.scalars(
                select(Correction).where(Correction.batch == newest.batch, Correction.undone.is_(None))
            )
        )
        for one in together:
            one.undone = now()
    return len(together)


def add_note(service: Service, who: Who, document: str, words: str) -> None:
    """A remark for the next who looks."""
    if not words.strip() or len(words) > MAX_WORDS:
        raise invalid("note", f"must be 1 to {MAX_WORDS} characters")
    with service.database.begin() as session:
        release, found = _found(session, who, document, Action.DECIDE_FINDINGS)
        ident = new_id()
        sealed = service.vault_of(release).seal(words.strip(), f"note {ident}")
        session.add(Note(id=ident, document_id=found.id, by=who.id, words_sealed=sealed))


def notes_of(service: Service, session: Session, release: Release, document: str) -> list[tuple[str, str]]:
    """Who said what of a document."""
    vault = service.vault_of(release)
    wanted = select(Note).where(Note.document_id == document).order_by(Note.at)
    return [(note.by, vault.open(note.words_sealed, f"note {note.id}")) for note in session.scalars(wanted)]


class Benches:
    """Workbenches that are open, the last used ones; opening one takes seconds."""

    def __init__(self, keep: int = 2) -> None:
        self._open: OrderedDict[str, Workbench] = OrderedDict()
        self._keep, self._lock = keep, threading.Lock()

    def of(self, service: Service, session: Session, release: Release) -> Workbench:
        """The workbench of a release."""
        with self._lock:
            if release.id not in self._open:
                self._open[release.id] = open_workbench(job_of(service, session, release))
            self._open.move_to_end(release.id)
            while len(self._open) > self._keep:
                self._open.popitem(last=False)[1].close()
            return self._open[release.id]

    def close(self) -> None:
        """Close them all."""
        with self._lock:
            for one in self._open.values():
                one.close()
            self._open.clear()


benches = Benches()


def finish(service: Service, who: Who, document: str, *, withhold: bool = False) -> str:
    """A reviewer is done with a document: it is decided again with what she said, and checked.

    Returns
    -------
    str
        Empty when it left her desk; else which check refused it, and it stays.

    Raises
    ------
    Refusal
        ``RVW012`` while an override waits for its second person; ``SVC003`` when it is not in these hands.
    """
    with service.database.look() as session:
        release, found = _found(session, who, document, Action.DECIDE_FINDINGS)
        if not may_decide(who, release, found):
            raise changed_meanwhile("the document")
        said = said_of(session, service.vault_of(release), found.id)
        if not withhold and any(one.override == "asked" for one in said):
            advice = "An approver grants or refuses it."
            raise Refusal(409, "RVW012", "the document", "must have no override that waits", "", advice)
        sheet = sheet_of(service, session, release, found)
        bench = benches.of(service, session, release)
    number = engine_number(found)
    new = bench.withhold(number) if withhold else bench.release(number, changes_of(sheet.text, said))
    if not withhold and new.outcome != "released":
        with service.database.begin() as session:
            session.get_one(ReleaseDocument, document).reason = new.reason
        return new.reason
    with service.database.begin() as session:
        row, case = session.get_one(ReleaseDocument, document), session.get_one(Release, release.id)
        if not may_decide(who, case, row):
            raise changed_meanwhile("the document")
        row.outcome, row.reason = new.outcome, new.reason
        row.sha256, row.output = new.sha256, new.output
        row.n_missed = sum(one.kind == "add" for one in said)
        _signed_off(session, who, case, row, withhold)
        session.flush()
        _maybe_done(session, case)
    write_down(service)
    return ""


def _signed_off(session: Session, who: Who, release: Release, row: ReleaseDocument, withhold: bool) -> None:
    two = (release.review or {}).get("reviewers", 1) == 2
    first = row.first_reviewer in (None, who.id) and row.state == Step.TO_REVIEW
    if first:
        row.first_reviewer = who.id
    else:
        row.second_reviewer = who.id
    done = Step.WITHHELD if withhold else Step.REVIEWED
    note_step(session, row, Step.ONCE if first and two else done, who, "RVW003" if withhold else "")


def _maybe_done(session: Session, release: Release) -> None:
    """When all chosen documents are done, and the sample says enough, the release waits for approval."""
    from engine.plan.steps import PlannedReview

    documents = documents_of(session, release.id)
    if any(d.chosen and d.state in _OPEN for d in documents):
        return
    review = PlannedReview.model_validate(release.review) if release.review else None
    if widen(documents, review):
        return
    move(session, release, State.APPROVAL, None)


def overrides_of(session: Session, release: str) -> list[Override]:
    """Overrides that were asked for in a release, the oldest first; those undone are left out."""
    wanted = (
        select(Override)
        .join(Correction, Correction.id == Override.correction_id)
        .where(Override.release_id == release, Correction.undone.is_(None))
    )
    return list(session.scalars(wanted.order_by(Override.asked)))


def decide_override(service: Service, who: Who, override: str, *, grant: bool, words: str = "") -> None:
    """A second person grants or refuses that a value stays; the ledger has it before it counts.

    Raises
    ------
    Refusal
        ``RVW013`` (403) for whoever asked; ``SVC003`` when it was decided.
    """
    with service.database.begin() as session:
        found = session.get(Override, override)
        if found is None:
            raise not_found()
        release = visible(session, who, found.release_id, Action.GRANT_OVERRIDES)
        if found.asked_by == who.id:
            must = "must be somebody else than who asked"
            raise Refusal(403, "RVW013", "the second person", must, "", "Somebody else decides.")
        if found.state != "asked" or release.state != State.REVIEW:
            raise changed_meanwhile("the override")
        found.state = "granted" if grant else "refused"
        found.decided_by, found.decided = who.id, now()
        if words.strip():
            vault = service.vault_of(release)
            found.comment_sealed = vault.seal(words.strip()[:MAX_WORDS], f"override {found.id}")
        document = session.get_one(ReleaseDocument, found.document_id)
        body = {
            "case": release.id,
            "override": found.id,
            "outcome": found.state,
            "document": engine_number(document),
            "code": found.code,
            "asked": found.asked_by,
            "person": who.id,
        }
        record("override", release.engine_id, body, service.keys)


def grants(outcome: str) -> bool:
    """Whether an override is granted, by the word for it."""
    if outcome not in ("grant", "refuse"):
        raise invalid("outcome", "must be grant or refuse")
    return outcome == "grant"


def override_words(service: Service, session: Session, release: Release, override: Override) -> Said:
    """What an approver sees of an override: the value, the code, the reason."""
    correction = session.get_one(Correction, override.correction_id)
    vault = service.vault_of(release)
    content = json.loads(vault.open(correction.content_sealed, f"correction {correction.id}"))
    return Said(
        correction.id,
        correction.batch,
        "keep",
        correction.code,
        correction.by,
        override=override.state,
        **content,
    )

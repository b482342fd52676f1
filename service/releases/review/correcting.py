"""Corrections: each saved at once, those like it too, and undone by who said them; notes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from engine.record.decisions import Code, CorrectionKind, Everywhere
from flows.release.records.sheets import Sheet
from service.app.context import Service
from service.people.roles import Action, Who
from service.refusals import Refusal, changed_meanwhile, invalid, require_seen
from service.releases.intake import documents_of
from service.releases.moves import State
from service.releases.review.assigning import OPEN
from service.releases.review.desks import found_document, may_decide, queue
from service.releases.review.sheets import WRONG, sheet_of
from service.state.columns import new_id, now
from service.state.tables import Correction, Note, Override, Person, Release, ReleaseDocument
from service.state.vault import ReleaseVault

MAX_WORDS = 2000


@dataclass(frozen=True)
class Asked:
    """One correction as a page or a program asks for it."""

    kind: CorrectionKind
    start: int
    end: int
    category: str = ""
    replacement: str = ""
    code: Code | Literal[""] = ""
    reason: str = ""
    everywhere: Everywhere | Literal[""] = ""
    ticket: str = ""


def correct(service: Service, who: Who, document: str, asked: Asked) -> int:
    """Save one correction, and those like it; the same ticket twice is one.

    What is added in the whole release is added also where nobody looks, or nobody looks any more: the
    machine removes it there when this document is done (`finishing.finish`).

    Returns
    -------
    int
        How many places it is about in documents that this person sees.

    Raises
    ------
    Refusal
        ``RVW011`` what is asked for makes no sense there; ``SVC003`` the document is not in these hands.
    """
    with service.database.look() as session:
        release, found = found_document(session, who, document, Action.DECIDE_FINDINGS)
        if not may_decide(who, release, found):
            raise changed_meanwhile("the document")
        sheet = sheet_of(service, session, release, found)
        _require_sense(asked, sheet)
        if asked.kind in ("keep", "level"):
            asked = replace(asked, category=_category(asked, sheet), code=_code(asked, sheet))
        wanted = sheet.text[asked.start : asked.end]
        places = [(found, list(_places(sheet, asked, wanted)))]
        others = _others(session, who, release, asked) if asked.everywhere == "release" else []
        for other in others:
            if other.id != found.id and (
                like := _like(sheet_of(service, session, release, other), asked, wanted)
            ):
                places.append((other, like))
    return _save(service, who, release, asked, places)


def _others(session: Session, who: Who, release: Release, asked: Asked) -> list[ReleaseDocument]:
    """Documents that a correction of the whole release is about."""
    hers = [one for one in queue(session, who, release.id) if may_decide(who, release, one)]
    return [*hers, *closed(session, release.id)] if asked.kind == "add" else hers


def closed(session: Session, release: str) -> list[ReleaseDocument]:
    """Documents that leave as they are: nobody looks at them, or nobody does any more."""
    return [d for d in documents_of(session, release) if d.outcome == "released" and d.state not in OPEN]


def _require_sense(asked: Asked, sheet: Sheet) -> None:
    found = any((d["start"], d["end"]) == (asked.start, asked.end) for d in sheet.decisions)
    wrong = ""
    if (
        not 0 <= asked.start < asked.end <= len(sheet.text)
        or asked.end - asked.start > 500
        or (asked.kind not in ("add",) and not found)
    ):
        wrong = "place"
    elif asked.kind in ("add", "retype") and asked.category not in sheet.categories:
        wrong = "category"
    elif asked.kind == "keep" and (not asked.code or not asked.reason.strip()):
        wrong = "code and reason"
    elif asked.kind == "level":
        wrong = _wrong_level(asked, sheet)
    if wrong or max(len(asked.reason), len(asked.replacement)) > MAX_WORDS:
        advice = "Choose it on the page."
        raise Refusal(422, "RVW011", wrong or "reason", "must fit the document and what is asked", "", advice)
    require_seen("reason", asked.reason, lines=True)
    require_seen("replacement", asked.replacement)


def _wrong_level(asked: Asked, sheet: Sheet) -> str:
    """What is wrong with a choice of words: more than the policy allows needs a code and a reason."""
    if not asked.replacement.strip():
        return "replacement"
    if not _tells_too_much(asked, sheet):
        return ""
    return "" if asked.code and asked.code != WRONG and asked.reason.strip() else "code and reason"


def _tells_too_much(asked: Asked, sheet: Sheet) -> bool:
    """Whether the words are a level of which the sheet says so; others are left to the checks."""
    offered = zip(sheet.decisions, sheet.levels, strict=False)
    here = (more for d, more in offered if (d["start"], d["end"]) == (asked.start, asked.end))
    wanted = asked.replacement.strip()
    return any(one.words == wanted and not one.within for one in next(here, ()))


def _code(asked: Asked, sheet: Sheet) -> Code | Literal[""]:
    """Why something is refused; a level that the policy allows needs no code, and no second person."""
    return asked.code if asked.kind == "keep" or _tells_too_much(asked, sheet) else ""


def _category(asked: Asked, sheet: Sheet) -> str:
    places = {(d["start"], d["end"]): str(d["category"]) for d in sheet.decisions}
    return places[asked.start, asked.end]


def _places(sheet: Sheet, asked: Asked, wanted: str) -> Iterator[tuple[int, int]]:
    yield asked.start, asked.end
    if asked.everywhere:
        yield from (p for p in _like(sheet, asked, wanted) if p != (asked.start, asked.end))


def _like(sheet: Sheet, asked: Asked, wanted: str) -> list[tuple[int, int]]:
    """Places like one: findings of the same words, or the same words as a whole in the text."""
    taken = [(d["start"], d["end"]) for d in sheet.decisions]
    if asked.kind != "add":
        return [(a, b) for a, b in taken if sheet.text[a:b].casefold() == wanted.casefold()]
    places = []
    text, sought = sheet.text.casefold(), wanted.casefold()
    at = text.find(sought) if len(text) == len(sheet.text) else -1
    while at >= 0:
        end = at + len(sought)
        whole = not (text[at - 1 : at].isalnum() and at) and not text[end : end + 1].isalnum()
        if whole and not any(a < end and at < b for a, b in taken):
            places.append((at, end))
        at = text.find(sought, end)
    return places


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
            case = session.get_one(Release, release.id, with_for_update=True)
            for document, spans in places:
                row = session.get_one(ReleaseDocument, document.id)
                is_open = document.state in OPEN
                if case.state != State.REVIEW or (is_open and not may_decide(who, case, row)):
                    raise changed_meanwhile("the document")
                row.updated = now()
                for start, end in spans:
                    one = _row(vault, who, asked, document.id, start, end, batch, f"{ticket} {start}")
                    session.add(one)
                    session.flush()
                    _ask_override(session, who, release, one, asked)
                    saved += is_open
    except IntegrityError:  # the same ticket: it was saved before
        return 0
    return saved


def _row(
    vault: ReleaseVault, who: Who, asked: Asked, document: str, start: int, end: int, batch: str, ticket: str
) -> Correction:
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
        code=asked.code if asked.kind in ("keep", "level") else "",
        content_sealed=vault.seal(json.dumps(content), f"correction {ident}"),
        by=who.id,
    )


def _ask_override(session: Session, who: Who, release: Release, one: Correction, asked: Asked) -> None:
    """A true identifier that is to stay, and a level that tells too much, wait for a second person."""
    if one.code and one.code != WRONG:
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
        release, found = found_document(session, who, document, Action.DECIDE_FINDINGS)
        session.refresh(release, with_for_update=True)
        session.refresh(found)
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
    require_seen("note", words, lines=True)
    with service.database.begin() as session:
        release, found = found_document(session, who, document, Action.DECIDE_FINDINGS)
        ident = new_id()
        sealed = service.vault_of(release).seal(words.strip(), f"note {ident}")
        session.add(Note(id=ident, document_id=found.id, by=who.id, words_sealed=sealed))


def shown_notes(service: Service, who: Who, document: str) -> list[tuple[str, str]]:
    """By name, who said what of a document, for its reviewers."""
    with service.database.look() as session:
        release, _ = found_document(session, who, document, Action.SEE_ORIGINALS)
        said = notes_of(service, session, release, document)
        return [(session.get_one(Person, by).display, words) for by, words in said]


def notes_of(service: Service, session: Session, release: Release, document: str) -> list[tuple[str, str]]:
    """Who said what of a document."""
    vault = service.vault_of(release)
    wanted = select(Note).where(Note.document_id == document).order_by(Note.at)
    return [(note.by, vault.open(note.words_sealed, f"note {note.id}")) for note in session.scalars(wanted)]

"""A reviewer is done with a document: it is decided again with what she said, and checked."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from engine.plan.steps import PlannedReview
from engine.record.report import DocumentRecord
from flows.orchestration.job import ReleaseJob
from flows.orchestration.reviewing import Workbench, open_workbench
from service.app.context import Service
from service.app.kept_open import KeptOpen
from service.people.roles import Action, Who
from service.refusals import Refusal, changed_meanwhile
from service.releases.intake import documents_of, engine_number, job_of
from service.releases.moves import State, Step, move, note_step, write_down
from service.releases.review.assigning import OPEN, assign
from service.releases.review.choosing import widen
from service.releases.review.correcting import closed
from service.releases.review.desks import found_document, may_decide
from service.releases.review.sheets import Said, changes_of, said_of, sheet_of
from service.releases.review.viewings import UNOPENED, was_shown_whole
from service.state.tables import Correction, Release, ReleaseDocument


class Benches:
    """Workbenches that are open, the last used ones; opening one takes seconds."""

    def __init__(self, keep: int = 2, waiting: int = 16) -> None:
        self._benches: KeptOpen[tuple[str, str], Workbench] = KeptOpen(keep, waiting)

    def of(self, service: Service, who: Who, release: Release) -> AbstractContextManager[Workbench]:
        """The workbench of a release, for a person."""
        key = release.id, release.engine_id  # another once a document was replaced
        return self._benches.used(who.id, key, lambda: open_workbench(_job(service, release.id)))

    def close(self) -> None:
        """Close them all."""
        self._benches.close()


benches = Benches()


def _job(service: Service, release: str) -> ReleaseJob:
    with service.database.look() as session:
        return job_of(service, session, session.get_one(Release, release))


def finish(service: Service, who: Who, document: str, *, withhold: bool = False, opened: bool = False) -> str:
    """A reviewer is done with a document: it is decided again with what she said, and checked.

    Parameters
    ----------
    service, who, document
    withhold : bool
        Whether it stays behind.
    opened : bool
        Whether she must have been shown it whole, as in a browser; else the ledger and the report say that
        she was not.

    Returns
    -------
    str
        Empty when it left her desk; else which check refused it, and it stays.

    Raises
    ------
    Refusal
        ``RVW020`` when she was not shown it whole and must have been;
        ``RVW012`` while an override waits for its second person; ``SVC003`` when it is not in these hands.
    """
    with service.database.look() as session:
        release, found = found_document(session, who, document, Action.DECIDE_FINDINGS)
        if not may_decide(who, release, found):
            raise changed_meanwhile("the document")
        shown = was_shown_whole(session, who, release, found)
        said = said_of(session, service.vault_of(release), found.id)
        if not withhold:
            _require_ready(said, shown=shown or not opened)
        sheet = sheet_of(service, session, release, found)
        others = _closed_with(service, session, release, document)
    number = engine_number(found)
    with benches.of(service, who, release) as bench:
        new = bench.withhold(number) if withhold else bench.release(number, changes_of(sheet.text, said))
        is_done = withhold or new.outcome == "released"
        elsewhere = [(one, one.done_again(bench)) for one in others if is_done]
    if not is_done:
        with service.database.begin() as session:
            session.get_one(ReleaseDocument, document).reason = new.reason
        return new.reason
    with service.database.begin() as session:
        case = session.get_one(Release, release.id, with_for_update=True)  # two at once: one is the last
        vault, row = service.vault_of(case), session.get_one(ReleaseDocument, document)
        is_as_read = all(said_of(session, vault, one.id) == one.said for one in others)
        if not (may_decide(who, case, row) and said_of(session, vault, document) == said and is_as_read):
            raise changed_meanwhile("the document")
        _take(row, new, said)
        for other, its in elsewhere:
            _take_closed(session, who, other, its)
        _signed_off(session, who, case, row, withhold, shown)
        session.flush()
        _maybe_done(session, case)
    write_down(service)
    return ""


def _require_ready(said: Sequence[Said], *, shown: bool) -> None:
    """Refuse what may not leave a desk yet: not shown whole, or an override waits."""
    if not shown:
        must, advice = "must have been shown to you whole", "Open its text, or each of its pages."
        raise Refusal(409, "RVW020", "the document", must, "", advice)
    if any(one.override == "asked" for one in said):
        advice = "An approver grants or refuses it."
        raise Refusal(409, "RVW012", "the document", "must have no override that waits", "", advice)


@dataclass
class _Closed:
    """A closed document from which the machine removes what was added with the corrections of another one."""

    id: str
    number: str
    text: str
    said: list[Said]

    def done_again(self, bench: Workbench) -> DocumentRecord:
        """Its record without what was added; kept back if a check refuses it: as it was it holds that."""
        record = bench.release(self.number, changes_of(self.text, self.said))
        return record if record.outcome == "released" else bench.withhold(self.number)


def _closed_with(service: Service, session: Session, release: Release, document: str) -> list[_Closed]:
    """Closed documents that corrections of `document` are about too, also those that were undone since."""
    batches = select(Correction.batch).where(Correction.document_id == document)
    concerned = set(session.scalars(select(Correction.document_id).where(Correction.batch.in_(batches))))
    found = (
        [one for one in closed(session, release.id) if one.id in concerned - {document}] if concerned else []
    )
    vault = service.vault_of(release)
    return [
        _Closed(
            one.id,
            engine_number(one),
            sheet_of(service, session, release, one).text,
            said_of(session, vault, one.id),
        )
        for one in found
    ]


def _take(row: ReleaseDocument, new: DocumentRecord, said: Sequence[Said]) -> None:
    row.n_missed = sum(one.kind == "add" for one in said)
    row.outcome, row.reason = new.outcome, new.reason
    row.sha256, row.output = new.sha256, new.output


def _take_closed(session: Session, who: Who, document: _Closed, new: DocumentRecord) -> None:
    row = session.get_one(ReleaseDocument, document.id)
    _take(row, new, document.said)
    if row.outcome != "released":
        note_step(session, row, Step.WITHHELD, who, "RVW003")


def _signed_off(
    session: Session, who: Who, release: Release, row: ReleaseDocument, withhold: bool, shown: bool
) -> None:
    two = (release.review or {}).get("reviewers", 1) == 2
    first = row.first_reviewer in (None, who.id) and row.state == Step.TO_REVIEW
    if first:
        row.first_reviewer = who.id
    else:
        row.second_reviewer = who.id
    done = Step.WITHHELD if withhold else Step.REVIEWED
    code = "RVW003" if withhold else "" if shown else UNOPENED
    note_step(session, row, Step.ONCE if first and two else done, who, code)


def _maybe_done(session: Session, release: Release) -> None:
    """When all chosen documents are done, and the sample says enough, the release waits for approval."""
    documents = documents_of(session, release.id)
    if any(d.chosen and d.state in OPEN for d in documents):
        return
    review = PlannedReview.model_validate(release.review) if release.review else None
    if widen(documents, review):
        session.flush()
        assign(session, release)
        return
    move(session, release, State.APPROVAL, None)

"""A reviewer is done with a document: it is decided again with what she said, and checked."""

from __future__ import annotations

from contextlib import AbstractContextManager

from sqlalchemy.orm import Session

from engine.plan.steps import PlannedReview
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
from service.releases.review.desks import found_document, may_decide
from service.releases.review.sheets import changes_of, said_of, sheet_of
from service.releases.review.viewings import UNOPENED, was_shown_whole
from service.state.tables import Release, ReleaseDocument


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
        if opened and not (withhold or shown):
            must, advice = "must have been shown to you whole", "Open its text, or each of its pages."
            raise Refusal(409, "RVW020", "the document", must, "", advice)
        said = said_of(session, service.vault_of(release), found.id)
        if not withhold and any(one.override == "asked" for one in said):
            advice = "An approver grants or refuses it."
            raise Refusal(409, "RVW012", "the document", "must have no override that waits", "", advice)
        sheet = sheet_of(service, session, release, found)
    number = engine_number(found)
    with benches.of(service, who, release) as bench:
        new = bench.withhold(number) if withhold else bench.release(number, changes_of(sheet.text, said))
    if not withhold and new.outcome != "released":
        with service.database.begin() as session:
            session.get_one(ReleaseDocument, document).reason = new.reason
        return new.reason
    with service.database.begin() as session:
        case = session.get_one(Release, release.id, with_for_update=True)  # two at once: one is the last
        row = session.get_one(ReleaseDocument, document)
        if not may_decide(who, case, row) or said_of(session, service.vault_of(case), document) != said:
            raise changed_meanwhile("the document")
        row.outcome, row.reason = new.outcome, new.reason
        row.sha256, row.output = new.sha256, new.output
        row.n_missed = sum(one.kind == "add" for one in said)
        _signed_off(session, who, case, row, withhold, shown)
        session.flush()
        _maybe_done(session, case)
    write_down(service)
    return ""


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

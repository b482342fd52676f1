"""What the machine does for a release: decide and check its documents, and seal what was approved."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from engine.errors import InvalidError, SafereleaseError
from engine.plan.steps import PlannedReview
from engine.record.report import report_from
from flows.orchestration.job import ReleaseJob, hold_job, run_job
from flows.orchestration.reviewing import records_of, release_id_of, review_of, sheet_for
from flows.release.state import ReleaseFolders
from service.app.context import Service
from service.refusals import Refusal
from service.releases.approval import record_of_review
from service.releases.bundles import stamp_of
from service.releases.intake import PAUSE, documents_of, engine_number, job_of
from service.releases.moves import State, Step, move, note_step, write_down
from service.releases.review import training
from service.releases.review.assigning import assign
from service.releases.review.choosing import choose
from service.state.columns import database_time, now
from service.state.tables import Release

_GONE = timedelta(seconds=90)
_BEAT_SECONDS = 15.0
EMPTY = "RVW022"
"""Why a release ends without a bundle that was approved: none of its documents was left."""


def worker_name() -> str:
    """This process, as the state names it."""
    return f"{socket.gethostname()[:40]}:{os.getpid()}"


def claim(service: Service) -> str | None:
    """Take the oldest release that waits for a machine, or whose machine is gone; None when there is none."""
    with service.database.begin() as session:
        time = database_time(session)
        stale = or_(Release.beat.is_(None), Release.beat < time - _GONE)
        waiting = select(Release).where(
            Release.state.in_([State.QUEUED, State.RUNNING, State.SEALING]), stale
        )
        found = session.scalar(waiting.order_by(Release.updated).limit(1).with_for_update(skip_locked=True))
        if found is None:
            return None
        rests = found.state == State.RUNNING and found.asked == PAUSE  # its machine ended before it could
        if rests:
            _rest(session, found)
        else:
            found.runner, found.beat = worker_name(), time
        if found.state == State.QUEUED:
            move(session, found, State.RUNNING, None)
        ident = found.id
    write_down(service)
    return claim(service) if rests else ident


class StoppedError(Exception):
    """A person paused or cancelled the release that the machine is at."""


def _rest(session: Session, release: Release) -> None:
    move(session, release, State.PAUSED, None)
    release.asked, release.beat = "", None


def _stopped(service: Service, release: str) -> None:
    with service.database.begin() as session:
        row = session.get_one(Release, release)
        if row.state == State.RUNNING:
            _rest(session, row)


def work(service: Service, release: str, workers: int | None = None) -> None:
    """Do what a claimed release waits for, to its end or to its next wait for people."""
    stop = threading.Event()
    beating = threading.Thread(target=_beat, args=(service, release, stop), daemon=True)
    beating.start()
    try:
        with service.database.look() as session:
            found = session.get_one(Release, release)
            job, sealing = job_of(service, session, found), found.state == State.SEALING
        _seal(service, release, job, workers) if sealing else _decide(service, release, job, workers)
    except StoppedError:
        _stopped(service, release)
    except SafereleaseError as error:
        _failed(service, release, error.faults[0].code)
    except Exception as error:  # noqa: BLE001  its message may hold text: only its kind is kept
        _failed(service, release, type(error).__name__)
    finally:
        stop.set()
        beating.join()
    write_down(service)


def _decide(service: Service, release: str, job: ReleaseJob, workers: int | None) -> None:
    def progress(done: int, total: int) -> None:
        with service.database.begin() as session:
            row = session.get_one(Release, release)
            row.done, row.total, row.engine_id = done, total, release_id_of(job)
            stopped = row.state != State.RUNNING or row.asked == PAUSE
        if stopped and done < total:
            raise StoppedError

    report = hold_job(replace(job, workers=workers, restart=True), progress)
    review = review_of(job.policy)
    with service.database.begin() as session:
        row = session.get_one(Release, release)
        row.engine_id, row.asked = release_id_of(job), ""
        row.review = review.model_dump() if review else None
        if report is not None:
            row.engine_id = report.release_id
            move(session, row, State.REFUSED, None, code="GRS001")
            return
        _enter(session, row, job, review)


def _enter(session: Session, row: Release, job: ReleaseJob, review: PlannedReview | None) -> None:
    """Write down what became of each document, and whom it waits for."""
    records = {record.id: record for record in records_of(job)}
    documents = documents_of(session, row.id)
    for document in documents:
        record = records[engine_number(document)]
        document.outcome, document.reason, document.sha256 = record.outcome, record.reason, record.sha256
        document.output = record.output
        with suppress(InvalidError):
            sheet = sheet_for(job, record.id)
            document.risk, document.n_findings = sheet.risk.score, len(sheet.decisions)
            document.risk_parts = sheet.risk.model_dump()
    row.done, row.total = len(documents), len(documents)
    choose(documents, review)
    session.flush()
    move(session, row, State.REVIEW, None)
    session.flush()
    assign(session, row)
    if not any(document.chosen for document in documents):
        move(session, row, State.APPROVAL, None, code="nobody-asked")


def _seal(service: Service, release: str, job: ReleaseJob, workers: int | None) -> None:
    if not job.out.exists():  # a machine that ended between sealing and saying so is not asked again
        with service.database.look() as session:
            row = session.get_one(Release, release)
            review = record_of_review(session, row)
            expected = {engine_number(d): d.sha256 for d in documents_of(session, release) if d.sha256}
        sealing = replace(job, review=review, expected=expected, workers=workers)
        run_job(sealing, lambda done, total: None)
    taught = training.taught_by(service, release)
    with service.database.begin() as session:
        row = session.get_one(Release, release)
        training.keep(service, session, row, taught)
        is_empty = not _enter_refused(session, row, job)
        days = (row.review or {}).get("keep_days", service.settings.keep_days)
        row.keep_until = now() + timedelta(days=int(days))
        stamp = stamp_of(service, release)
        if is_empty:
            move(session, row, State.REFUSED, None, code=EMPTY)
        else:
            move(session, row, State.SEALED, None, code=stamp.code if stamp else "")


def _enter_refused(session: Session, row: Release, job: ReleaseJob) -> bool:
    """Write down what a guard refused when the bundle was sealed: people had let it go.

    Returns
    -------
    bool
        Whether any document is released.
    """
    report = report_from((ReleaseFolders(job.out.resolve()).private / "report.json").read_bytes())
    records = {record.id: record for record in report.documents}
    for document in documents_of(session, row.id):
        record = records[engine_number(document)]
        if document.outcome == "released" != record.outcome:
            step = Step.REFUSED if record.outcome == "refused" else Step.QUARANTINED
            note_step(session, document, step, None, record.reason.partition("]")[0].lstrip("["))
            document.outcome, document.reason, document.output = record.outcome, record.reason, ""
    return any(record.outcome == "released" for record in report.documents)


def _failed(service: Service, release: str, code: str) -> None:
    with service.database.begin() as session:
        row = session.get_one(Release, release)
        row.asked = "seal" if row.state == State.SEALING else ""
        with suppress(Refusal):  # somebody cancelled it meanwhile
            move(session, row, State.FAILED, None, code=code)


def _beat(service: Service, release: str, stop: threading.Event) -> None:
    while not stop.wait(_BEAT_SECONDS):
        with suppress(Exception), service.database.begin() as session:
            session.get_one(Release, release).beat = database_time(session)


def drain(service: Service, until: Callable[[], bool] = lambda: False, workers: int = 1) -> int:
    """Do all that waits now, in this thread; returns how many releases were worked on."""
    done = 0
    while not until() and (found := claim(service)):
        work(service, found, workers)
        done += 1
    return done

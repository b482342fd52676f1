"""The flow of a deployment: a scheduled release of what lies in the policy's inbox."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from prefect import flow

from adapters.keys.installation import load_keys
from engine.errors import InvalidError, SafereleaseError, fault
from engine.record.report import ReleaseReport, report_from
from flows.audit.finished_stamp import stamping_of
from flows.compiling.compilation import load
from flows.compiling.matters import documents_of
from flows.orchestration.job import ReleaseJob, compile_job, new_identity, now, run_job
from flows.orchestration.release_flow import ReleaseFailedError
from flows.orchestration.schedules.inbox import new_in, register_of
from flows.orchestration.schedules.intake import Taken
from flows.orchestration.schedules.served import Served, matter_of, served_policy
from flows.release.state import ReleaseFolders


@flow(name="scheduled-release", flow_run_name="scheduled-{policy}", persist_result=False)
def scheduled_release(policy: str) -> str:
    """Release the documents of a served policy; returns the outcome in a word.

    Notes
    -----
    Which documents a run takes, `flows.orchestration.schedules.intake` says. A release that fails, is refused
    or leaves documents out ends this flow as failed.
    """
    try:
        return _release(served_policy(policy))
    except IncompleteReleaseError as error:
        told = str(error)
    except SafereleaseError as error:
        told = ", ".join(found.code for found in error.faults)
    except Exception as error:  # noqa: BLE001  Prefect stores messages, and this one may name a file
        told = type(error).__name__
    raise ReleaseFailedError(told)


def _release(served: Served) -> str:
    loaded = load(served.policy)
    settings = loaded.policy.release
    if settings is None or settings.from_ is None or settings.to is None:
        raise InvalidError(
            fault("SRV001", served.policy, "must say release: from, to and every", "", "Serve it again.")
        )
    job = ReleaseJob(
        served.policy,
        (Path(served.folder) / settings.from_,),
        Path(served.folder) / settings.to,
        require_approved=served.require_approved,
        trusted_keys=served.trusted_keys,
        matter=matter_of(loaded, served.folder),
    )
    version = f"{loaded.policy.policy} {loaded.policy.version}"
    register = register_of(load_keys())
    register.looked(loaded.policy.policy, now())
    taken = new_in(register, version, lambda: documents_of(job.sources, job.matter), now())
    if not taken.sources:
        return f"nothing new{_left(taken)}"
    job = replace(job, chosen=tuple(taken.sources))
    identity = new_identity(compile_job(job), list(taken.sources), load_keys())
    job = replace(job, out=job.out / f"{loaded.policy.policy}-{identity.release_id}")
    report = _finished(job) or run_job(job, lambda done, total: None)
    outcomes = {document.id: document.outcome for document in report.documents}
    register.record(version, taken, [outcomes[source.id] for source in taken.sources], now())
    told = _told(report, taken)
    stamping = stamping_of(ReleaseFolders(job.out.resolve()).private)
    unstamped = stamping is not None and not stamping.at
    if stamping is not None and unstamped:
        told += f"; not stamped: {stamping.code}"
    if unstamped or report.totals["released"] < report.totals["documents"]:
        raise IncompleteReleaseError(told)
    return told


def _finished(job: ReleaseJob) -> ReleaseReport | None:
    """The report of the release that an earlier run finished, and was killed before it wrote that down."""
    if not job.out.exists():
        return None
    return report_from((ReleaseFolders(job.out.resolve()).private / "report.json").read_bytes())


class IncompleteReleaseError(Exception):
    """A release that left documents out, or has no stamp: its words are counts and codes alone."""


def _told(report: ReleaseReport, taken: Taken) -> str:
    totals = report.totals
    changed = f", {taken.n_changed} of them new versions" if taken.n_changed else ""
    if totals["released"] == totals["documents"]:
        return f"released {totals['released']} documents{changed}{_left(taken)}"
    verdict = "partial" if totals["released"] else report.verdict
    left = f"{totals['refused']} refused, {totals['quarantined']} quarantined"
    released = f"released {totals['released']} of {totals['documents']}"
    return f"{verdict}: {released}, {left}{changed}{_left(taken)}"


def _left(taken: Taken) -> str:
    """What lies in the inbox and is no part of this run; said each time, lest it be forgotten there."""
    parts = (
        (taken.n_unsettled, "still being written"),
        (taken.n_stuck, "not released by an earlier run, still there"),
    )
    return "".join(f"; {n} {words}" for n, words in parts if n)

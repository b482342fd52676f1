"""The flow of a deployment: a scheduled release of what lies in the policy's inbox."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from prefect import flow

from adapters.keys import load_keys
from engine.errors import InvalidError, SafereleaseError, fault
from engine.record.report import outcome_of
from flows.compiling.compilation import load
from flows.compiling.matters import documents_of
from flows.orchestration.job import ReleaseJob, compile_job, new_identity, run_job
from flows.orchestration.release_flow import ReleaseFailedError
from flows.orchestration.served import Served, matter_of, served_policy


@flow(name="scheduled-release", flow_run_name="scheduled-{policy}", persist_result=False)
def scheduled_release(policy: str) -> str:
    """Release the documents of a served policy; returns the outcome in a word.

    Notes
    -----
    Documents that were released already under the same plan are not released again: a
    release of the same inputs has the same id, and its folder is there.
    """
    try:
        return _release(served_policy(policy))
    except SafereleaseError as error:
        told = ", ".join(found.code for found in error.faults)
    except Exception as error:  # noqa: BLE001  Prefect stores messages, and this one may name a file
        told = type(error).__name__
    raise ReleaseFailedError(told)


def _release(served: Served) -> str:
    loaded = load(served.policy)
    settings = loaded.policy.release
    if settings is None:
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
    compiled = compile_job(job)
    identity = new_identity(compiled, documents_of(job.sources, job.matter), load_keys())
    out = job.out / f"{compiled.plan.policy}-{identity.release_id}"
    if out.exists():
        return "nothing new"
    report = run_job(replace(job, out=out), lambda done, total: None)
    return outcome_of(report.documents, report.plan.quarantine).name.lower()

"""The flow of a deployment: a scheduled release of what lies in the policy's inbox."""

from __future__ import annotations

from pathlib import Path

from prefect import flow

from adapters.keys import load_keys
from engine.errors import SafereleaseError
from engine.report import outcome_of
from flows.compilation import compile_policy
from flows.job import ReleaseJob, new_identity, run_job
from flows.release import ReleaseFailedError
from flows.serving import served_policy
from flows.sources import find_sources


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
        codes = ", ".join(found.code for found in error.faults)
    raise ReleaseFailedError(codes)


def _release(path: str) -> str:
    compiled = compile_policy(path)
    settings = compiled.loaded.policy.release
    assert settings is not None
    sources = (Path(settings.from_),)
    identity = new_identity(compiled, find_sources(sources), load_keys())
    out = Path(settings.to) / f"{compiled.plan.policy}-{identity.release_id}"
    if out.exists():
        return "nothing new"
    report = run_job(ReleaseJob(path, sources, out), lambda done, total: None)
    return outcome_of(report.documents, report.plan.quarantine).name.lower()

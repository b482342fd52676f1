"""A release as a flow of your own Prefect: call it from a flow, serve it, deploy it to a work pool.

>>> from saferelease.prefect import release
>>> release.name
'saferelease-release'

The release runs in a process of its own, as `saferelease.release` does. Your server shows one flow run, its
progress and its numbers. Prefect stores parameters as they are given: they name a policy and places.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from prefect import flow, get_client
from prefect.artifacts import create_markdown_artifact, create_progress_artifact, update_progress_artifact
from prefect.client.schemas import State
from prefect.context import FlowRunContext
from prefect.states import Completed

import saferelease
from engine.record.report import report_from
from flows.orchestration.told import end_name, report_markdown, summary, tags_of, verdict_tag


class ReleaseFailedError(Exception):
    """A release ended early: Prefect stores its codes alone.

    Parameters
    ----------
    codes : str
    """

    error: saferelease.SafereleaseError | None = None
    """What happened, for a caller in the same process."""


# Prefect loads a served flow by its file and checks parameters without this module's names: builtins alone.
@flow(name="saferelease-release", persist_result=False, log_prints=False)
def release(
    policy: str,
    sources: list[str],
    out: str,
    workers: int | None = None,
    restart: bool = False,
    matter: str | None = None,
    require_approved: bool = False,
    trusted_keys: list[str] | None = None,
) -> State[saferelease.Release]:
    """Release documents under a policy.

    Parameters
    ----------
    policy : str
        File of a policy, or name of a shipped one.
    sources : list of str
        Files and folders, or addresses of stores.
    out : str
        Folder or address of the bundle; it must not exist.
    workers, restart, matter, require_approved, trusted_keys
        As of `saferelease.release`.

    Returns
    -------
    Release
        With its verdict as the name of the last state: ``Released``, ``ReleasedInPart``, ``Refused``; or
        ``NotStamped`` where the time stamp is missing that the installation asks for.

    Raises
    ------
    ReleaseFailedError
        With the codes of what ended it.
    """
    artifact = create_progress_artifact(progress=0.0, key="release-progress")

    def progress(done: int, total: int) -> None:
        update_progress_artifact(artifact_id=artifact, progress=100.0 * done / total)  # type: ignore[arg-type]

    try:
        made = saferelease.release(
            sources,
            policy,
            out,
            workers=workers,
            restart=restart,
            matter=Path(matter) if matter else None,
            require_approved=require_approved,
            trusted_keys=trusted_keys or (),
            progress=progress,
        )
    except saferelease.SafereleaseError as error:
        raise _failed(error) from None
    report = report_from((made.private / "report.json").read_bytes())
    create_markdown_artifact(report_markdown(report), key="release-report")
    _tag([*tags_of(report.plan), verdict_tag(report), f"release:{report.release_id}"])
    name, code = (
        ("NotStamped", f"; not stamped: {made.not_stamped}") if made.not_stamped else (end_name(report), "")
    )
    return Completed(name=name, message=f"{summary(report)}{code}", data=made)


def _failed(error: saferelease.SafereleaseError) -> ReleaseFailedError:
    failed = ReleaseFailedError(", ".join(one.code for one in error.faults))
    failed.error = error
    return failed


def _tag(tags: list[str]) -> None:
    context: Any = FlowRunContext.get()
    with get_client(sync_client=True) as client:
        client.update_flow_run(context.flow_run.id, tags=[*context.flow_run.tags, *tags])

"""The release flow: chunks of documents through worker processes, under Prefect.

Only opaque ids are parameters, results are not persisted, and an exception leaves a task
as its type and code alone: Prefect's database is readable text.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from prefect import Flow, get_client, task
from prefect.artifacts import create_markdown_artifact, create_progress_artifact, update_progress_artifact
from prefect.cache_policies import NO_CACHE
from prefect.client.schemas import State
from prefect.client.schemas.actions import LogCreate
from prefect.context import FlowRunContext
from prefect.events import emit_event
from prefect.futures import as_completed
from prefect.states import Completed
from prefect.task_runners import ThreadPoolTaskRunner

from adapters.bundle.timestamps import AuthorityAwayError
from engine.errors import SafereleaseError
from engine.record.report import ReleaseReport
from flows.audit.finished_stamp import authority_asked, stamp_finished, write_not_stamped
from flows.orchestration.server.prefect_settings import asks_server
from flows.orchestration.told import (
    end_name,
    outcomes,
    report_markdown,
    span_of,
    summary,
    tags_of,
    verdict_tag,
)
from flows.release.running import Running
from flows.release.state import load_chunk


class ReleaseFailedError(Exception):
    """A release ended early; Prefect sees this instead of the cause, which may name files."""


_running: dict[str, Running] = {}


@contextmanager
def _kept_apart(running: Running) -> Iterator[None]:
    """Keep the cause of a failure in this process; let only its kind reach Prefect."""
    try:
        yield
    except ReleaseFailedError:
        raise
    except BaseException as error:  # noqa: BLE001  kept, and raised again outside Prefect
        running.error = running.error or error
        codes = ", ".join(found.code for found in error.faults) if isinstance(error, SafereleaseError) else ""
        raise ReleaseFailedError(f"{type(error).__name__} {codes}".strip()) from None


@task(name="documents", task_run_name="documents-{span}", persist_result=False, cache_policy=NO_CACHE)
def release_chunk(release: str, index: int, span: str) -> State[int]:
    """Release one chunk of documents, unless an earlier run did; its state says what became of them."""
    running = _running[release]
    with _kept_apart(running):
        n_documents = running.do_chunk(index)
        return Completed(data=n_documents, message=outcomes(load_chunk(running.folders, index) or ()))


@task(name="gate", task_run_name="gate", persist_result=False, cache_policy=NO_CACHE)
def pass_gate(release: str) -> bool:
    """Attack the sample of the policy's gate; whether documents may be released."""
    running = _running[release]
    with _kept_apart(running):
        return running.try_gate()


@task(name="seal", task_run_name="report-and-seal", persist_result=False, cache_policy=NO_CACHE)
def complete_release(release: str) -> None:
    """Report, manifest, signature; the bundle appears under its name."""
    running = _running[release]
    with _kept_apart(running):
        running.finish()


class NotStampedError(Exception):
    """A release has no time stamp; `passing` when asking again may help."""

    def __init__(self, code: str, passing: bool = False) -> None:
        super().__init__(code)
        self.passing = passing


def _passes(task: object, run: object, state: State[Any]) -> bool:
    """Prefect asks whether a failed task is tried again."""
    error = state.result(raise_on_failure=False)
    return isinstance(error, NotStampedError) and error.passing


@task(
    name="stamp",
    task_run_name="time-stamp",
    retries=2,
    retry_delay_seconds=[2, 10],
    retry_condition_fn=_passes,
    persist_result=False,
    cache_policy=NO_CACHE,
)
def stamp_release(release: str) -> None:
    """Have the installation's authority stamp the finished release."""
    try:
        stamp_finished(_running[release].folders)
    except SafereleaseError as error:
        passing = isinstance(error, AuthorityAwayError)
        raise NotStampedError(error.faults[0].code, passing) from None


def _stamped(release: str) -> str:
    """Why a release that should be stamped is not; empty otherwise."""
    try:
        if authority_asked():
            stamp_release(release)
    except NotStampedError as error:
        write_not_stamped(_running[release].folders, str(error))
        return str(error)
    return ""


def _run_chunks(release: str) -> None:
    running = _running[release]
    total = sum(map(len, running.chunks))
    artifact: Any = create_progress_artifact(
        progress=0.0, key="release-progress", description=f"Release {release}: {total} documents"
    )
    futures = [
        release_chunk.submit(release, index, span_of(chunk)) for index, chunk in enumerate(running.chunks)
    ]
    shown = 0
    for future in as_completed(futures):
        n_documents: Any = future.result()
        running.done += n_documents
        running.progress(running.done, total)
        _log(f"{running.done} of {total} documents done")
        tenths = 10 * running.done // total
        if tenths > shown:
            shown = tenths
            update_progress_artifact(artifact_id=artifact, progress=10.0 * tenths)


def _tag(running: Running, *more: str) -> None:
    """Tag the flow run, and no task: Prefect asks its server for room before each task that has a tag."""
    context = FlowRunContext.get()
    if context is not None and context.flow_run is not None:
        with get_client(sync_client=True) as client:
            client.update_flow_run(context.flow_run.id, tags=[*tags_of(running.memory.plan), *more])


def _tell(running: Running, report: ReleaseReport | None) -> None:
    """The verdict as a tag; on the operator's own server also as a line of the log and as an event."""
    found = verdict_tag(report)
    _tag(running, found)
    _log(summary(report) if report else "people are asked")
    if asks_server():
        event = found.replace("verdict:", "saferelease.release.")
        emit_event(event, resource={"prefect.resource.id": f"saferelease.release.{running.release_id}"})


def _log(line: str) -> None:
    """One line of counts and codes; Prefect's own logs would hold messages of errors."""
    context = FlowRunContext.get()
    if not asks_server() or context is None or context.flow_run is None:
        return
    entry = LogCreate(
        name="saferelease",
        level=logging.INFO,
        message=line,
        timestamp=datetime.now(UTC),
        flow_run_id=context.flow_run.id,
    )
    with get_client(sync_client=True) as client:
        client.create_logs([entry])


def _runner_of(running: Running) -> type[ThreadPoolTaskRunner[Any]]:
    """Threads for the chunks of a release; where it ends early they wait for no worker, which may hang."""

    class Runner(ThreadPoolTaskRunner[Any]):
        def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
            running.pool.close()  # no chunk is left, or none is wanted any more
            super().__exit__(kind, error, trace)

    return Runner


def run_under_prefect(running: Running) -> ReleaseReport | None:
    """Run a prepared release as a Prefect flow; None when it waits for people.

    Raises
    ------
    BaseException
        Whatever ended the release, unchanged; Prefect has seen its kind and code only.
    """
    _running[running.release_id] = running
    runner = _runner_of(running)(max_workers=running.pool.n_workers + 1)
    try:
        _release_flow(runner)(running.release_id)
    except ReleaseFailedError:
        if running.error is None:
            raise
        raise running.error from None
    finally:
        del _running[running.release_id]
    assert running.report is not None or running.hold
    return running.report


class _FlowOfIds(Flow[[str], Any]):
    """A flow whose parameters are ids: nothing to convert, so no web framework to import for it (.1 s)."""

    def serialize_parameters(self, parameters: dict[str, Any]) -> dict[str, Any]:
        return dict(parameters)


def _release(release: str) -> State[None] | None:
    """Release the documents of one prepared release; one that people review ends as waiting for them."""
    running = _running[release]
    with _kept_apart(running):
        _tag(running)
        passed = pass_gate(release)
        if passed:
            _run_chunks(release)
        if passed and running.hold:
            running.settle()
            _tell(running, None)
            return Completed(name="Waiting", message="people are asked")
        complete_release(release)
        if running.report is not None:
            create_markdown_artifact(report_markdown(running.report), key="release-report")
            _tell(running, running.report)
    code = _stamped(release)
    return _ended(running.report, code)


def _release_flow(runner: Any) -> _FlowOfIds:
    return _FlowOfIds(
        _release,
        name="release",
        flow_run_name="release-{release}",
        task_runner=runner,
        persist_result=False,
        validate_parameters=False,
    )


def _ended(report: ReleaseReport | None, code: str) -> State[None] | None:
    """The last state of a release: its verdict, or that its time stamp is missing."""
    told = summary(report) if report is not None else ""
    if code:
        return Completed(name="NotStamped", message=f"{told}; not stamped: {code}")
    return Completed(name=end_name(report), message=told) if report is not None else None

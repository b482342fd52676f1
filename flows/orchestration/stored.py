"""A release whose documents come from an object store, or whose bundle goes to one."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from adapters.keys.installation import load_keys
from adapters.machine.stores.address import address_of, is_remote
from engine.errors import InvalidError, SafereleaseError, fault
from engine.record.report import ReleaseReport, report_from
from flows.compiling.matters import idle_for_facts
from flows.orchestration.job import (
    Progress,
    ReleaseJob,
    compile_job,
    new_identity,
    plan_release,
    require_people,
    run_job,
)
from flows.release.state import ReleaseFolders, held, read_identity, same_release
from flows.release.stores.place import Place
from flows.release.stores.publishing import claim, publish, release_claim
from flows.release.stores.staging import n_documents, staged

_PURPOSE = "staged documents"


def local_paths(places: Sequence[str]) -> tuple[Path, ...]:
    """Files and folders of this machine.

    Raises
    ------
    InvalidError
        ``STO006`` when one is an address of a store.
    """
    if any(map(is_remote, places)):
        must, advice = (
            "must be files and folders, or all of them in stores",
            "Copy them to this machine first.",
        )
        raise InvalidError(fault("STO006", "SOURCE", must, "an address", advice))
    return tuple(map(Path, places))


def plan_places(job: ReleaseJob, sources: Sequence[str]) -> dict[str, object]:
    """What `run_places` would do, without writing or fetching anything."""
    if not _all_remote(sources):
        return plan_release(replace(job, sources=local_paths(sources)))
    plan = compile_job(job).plan
    n = n_documents(list(map(address_of, sources)))
    return {"documents": n, "plan_id": plan.plan_id, "without_facts": idle_for_facts(plan)}


def run_places(job: ReleaseJob, sources: Sequence[str], place: Place, progress: Progress) -> ReleaseReport:
    """Release documents, wherever they and the bundle are.

    Parameters
    ----------
    job : ReleaseJob
        Without sources and with any folder.
    sources : sequence of str
        Files and folders, or addresses of stores.
    place : Place
        Of the bundle.

    Raises
    ------
    InvalidError
        As `run_job`; faults of the stores. The same command goes on where it was. ``STO007`` when the
        bundle would stand among the documents.
    """
    if not _all_remote(sources):
        job = replace(job, sources=local_paths(sources))
        if place.address is None:
            return run_job(replace(job, out=place.bundle), progress)
    require_people(compile_job(job), job)  # a fault of the policy is told before anything is fetched
    _require_beside(sources, place)
    with held(place.folder, place.out):
        sweep(place)
        if job.restart:
            discard(place, place.staged)
        with _claimed(place, job.restart):
            return _run(job, sources, place, progress)


def _run(job: ReleaseJob, sources: Sequence[str], place: Place, progress: Progress) -> ReleaseReport:
    job = replace(job, out=place.bundle)
    if _all_remote(sources):
        key = load_keys().derive(_PURPOSE)
        job = replace(job, chosen=tuple(staged(list(map(address_of, sources)), place.staged, key)))
    report = _finished(job, place) or run_job(job, progress)
    if place.address is not None:
        publish(place.bundle, place.address, place.token())
        discard(place, place.bundle)
    discard(place, place.staged)
    return report


@contextmanager
def _claimed(place: Place, restart: bool) -> Iterator[None]:
    """Hold the bundle's name in its store; it is free again unless there is something to go on with."""
    if place.address is None:
        yield
        return
    if restart:
        discard(place, place.bundle)
    claim(place.address, place.token(), pending=place.bundle.exists())
    try:
        yield
    except BaseException:
        if not (place.bundle.exists() or ReleaseFolders(place.bundle).partial.exists()):
            with suppress(SafereleaseError):
                release_claim(place.address, place.token())
        raise


def _finished(job: ReleaseJob, place: Place) -> ReleaseReport | None:
    """The report of a bundle that an earlier run finished and did not bring to its store; None without one.

    Raises
    ------
    InvalidError
        ``REL002`` when it is a release of something else.
    """
    if place.address is None or not place.bundle.exists():
        return None
    identity = read_identity(ReleaseFolders(job.out.resolve()))
    wanted = new_identity(compile_job(job), list(job.documents()), load_keys())
    if identity is None or not same_release(identity, wanted):
        must = "must be a release of the same policy and documents"
        got, advice = "a finished release of something else", "Choose another --out, or use --restart."
        raise InvalidError(fault("REL002", place.out, must, got, advice))
    return report_from((place.private / "report.json").read_bytes())


def _all_remote(sources: Sequence[str]) -> bool:
    return all(map(is_remote, sources))


def _require_beside(sources: Sequence[str], place: Place) -> None:
    """The claim of a bundle among the documents would be one of them, and so would the bundle next time."""
    if place.address is None or not _all_remote(sources):
        return
    if any(f"{place.address}/".startswith(f"{address_of(source)}/") for source in sources):
        must, advice = "must not lie in a folder that is released", "Choose another --out."
        raise InvalidError(fault("STO007", place.out, must, "", advice))


def discard(place: Place, folder: Path) -> None:
    """Remove a folder; a kill leaves all of it or nothing, never half a bundle that would be sent again."""
    sweep(place)
    if folder.exists():
        folder.rename(place.discarded)
        sweep(place)


def sweep(place: Place) -> None:
    """Remove what a run that was killed had begun to remove."""
    if place.discarded.exists():
        shutil.rmtree(place.discarded)

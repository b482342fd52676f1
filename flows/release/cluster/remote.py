"""What a worker of a Dask cluster does: it hands its chunks to hardened processes of its own."""

from __future__ import annotations

import hashlib
import multiprocessing
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from adapters.documents.opening.sources import Source
from engine.errors import InvalidError, SafereleaseError, fault
from engine.record.report import DocumentRecord
from flows.release.cluster.sealed import WorkerKey
from flows.release.cluster.settings import worker_secret
from flows.release.state import WORKER_SETTINGS
from flows.release.workers.pool import WorkerPool
from flows.release.workers.worker import lost, release_documents, start_worker

UNOPENED = b""
"""The answer of a worker that cannot open what it is sent."""


@dataclass(frozen=True)
class Work:
    """A chunk of a release.

    Parameters
    ----------
    private : Path
        The private folder of the release, which all machines see under this path.
    session : str
        Of the run; processes of an earlier run of the same release are not used.
    sources : list of Source
    """

    private: Path
    session: str
    sources: list[Source]

    def __repr__(self) -> str:
        return f"Work({len(self.sources)} documents)"


@dataclass(frozen=True)
class Failed:
    """An error whose message may hold anything: of it only the kind leaves a worker.

    Parameters
    ----------
    kind : str
    number : int
        Of an error of the operating system; 0: it is none.
    """

    kind: str
    number: int = 0


Answer = list[DocumentRecord] | SafereleaseError | Failed
_pools: dict[str, tuple[str, WorkerPool[Source, DocumentRecord]]] = {}
_lock = threading.Lock()


def release_chunk(release_id: str, sealed: bytes) -> bytes:
    """Release the documents of a chunk; runs in a worker of the cluster, and raises nothing there.

    Parameters
    ----------
    release_id : str
    sealed : bytes
        A `Work`.

    Returns
    -------
    bytes
        The sealed records, or the sealed error that a process of this machine would have raised.
    """
    try:
        key = WorkerKey(worker_secret(), release_id)
        work = key.open("work", sealed)
    except SafereleaseError:
        return UNOPENED
    return key.seal(answer_to(sealed), _answer(key, work))


def answer_to(sealed: bytes) -> str:
    """The purpose that binds an answer to the chunk that it answers."""
    return f"answer {hashlib.sha256(sealed).hexdigest()}"


def forget(release_id: str) -> None:
    """End the processes of a release, and with them the keys that they hold."""
    with _lock:
        _, pool = _pools.pop(release_id, ("", None))
    if pool is not None:
        pool.close()


def _answer(key: WorkerKey, work: Work) -> Answer:
    try:
        return _pool(key, work).run(work.sources)
    except SafereleaseError as error:
        return error
    except OSError as error:  # too little room or too few handles, as a rule
        return Failed(type(error).__name__, error.errno or 0)
    except Exception as error:  # noqa: BLE001  told by its kind alone
        return Failed(type(error).__name__)


def _pool(key: WorkerKey, work: Work) -> WorkerPool[Source, DocumentRecord]:
    """The processes of a release on this machine, one per thread of the worker."""
    from distributed import get_worker

    n_processes = get_worker().state.nthreads
    with _lock:
        session, pool = _pools.get(key.release_id, ("", None))
        if pool is not None and session == work.session:
            return pool
        if pool is not None:
            pool.close()
        made = WorkerPool(release_documents, start_worker, (_settings(key, work),), lost, n_processes)
        _pools[key.release_id] = work.session, made
        return made


def _settings(key: WorkerKey, work: Work) -> Any:
    if multiprocessing.current_process().daemon:
        must, advice = "must let its workers start processes", "Set DASK_DISTRIBUTED__WORKER__DAEMON=False."
        raise InvalidError(fault("CLU004", "the cluster", must, "", advice))
    try:
        sealed = (work.private / WORKER_SETTINGS).read_bytes()
    except OSError:
        must = "must see the folders of releases and documents under the paths that they have here"
        advice = "Mount them on every machine of the cluster."
        raise InvalidError(fault("CLU005", "a worker of the cluster", must, "", advice)) from None
    return key.open(f"settings {work.session}", sealed)

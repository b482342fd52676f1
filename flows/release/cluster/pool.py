"""The workers of a Dask cluster, as a release uses them."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from concurrent.futures import CancelledError
from contextlib import suppress
from typing import Any

from adapters.documents.opening.sources import Source
from adapters.machine.files import write_atomically
from adapters.machine.processes.shortages import shortage
from engine.errors import InvalidError, SafereleaseError, fault
from engine.record.report import DocumentRecord
from flows.release.cluster.remote import (
    UNOPENED,
    Failed,
    Work,
    answer_to,
    forget,
    release_chunk,
)
from flows.release.cluster.sealed import WorkerKey
from flows.release.cluster.settings import ADDRESS, ClusterSettings
from flows.release.state import WORKER_SETTINGS
from flows.release.workers.pool import PoolClosed
from flows.release.workers.worker import WorkerSettings

_CONNECT_SECONDS = 30


class ClusterPool:
    """Releases chunks of documents on a cluster; what `flows.release.workers.pool.WorkerPool` does here.

    Parameters
    ----------
    cluster : ClusterSettings
    settings : WorkerSettings
        Left in the private folder of the release, sealed for the workers.

    Raises
    ------
    InvalidError
        ``CLU002`` when the cluster does not answer or has no worker.
    """

    def __init__(self, cluster: ClusterSettings, settings: WorkerSettings) -> None:
        self._client = connected(cluster)
        self.n_workers: int = sum(self._client.nthreads().values())
        self._key = WorkerKey(cluster.secret, settings.release_id)
        self._private, self._session = settings.private, secrets.token_hex(8)
        self._closed = False
        sealed = self._key.seal(f"settings {self._session}", settings)
        write_atomically(settings.private / WORKER_SETTINGS, sealed, mode=0o600)

    def run(self, items: Sequence[Source]) -> list[DocumentRecord]:
        """Records of documents, in order. A chunk whose machine is lost goes to another one.

        Raises
        ------
        PoolClosed
            The pool was closed meanwhile.
        InvalidError
            ``CLU002`` when machines were lost again and again, ``CLU003`` when one cannot open its work, or
            what a worker of this machine would raise.
        """
        if self._closed:
            raise PoolClosed
        sealed = self._key.seal("work", Work(self._private, self._session, list(items)))
        answer = self._asked(sealed, f"saferelease-{self._key.release_id}-{items[0].id}")
        if answer == UNOPENED:
            must = "must have the same key file, saferelease and Python as this machine"
            raise InvalidError(
                fault("CLU003", "a worker of the cluster", must, "", "See Scale, Many machines.")
            )
        return records_of(self._key.open(answer_to(sealed), answer))

    def _asked(self, sealed: bytes, name: str) -> bytes:
        from distributed import KilledWorker

        try:
            task = f"{name}-{secrets.token_hex(4)}"
            future = self._client.submit(release_chunk, self._key.release_id, sealed, key=task, pure=False)
            answer: bytes = future.result()
        except KilledWorker:
            raise away("machines that were lost again and again") from None
        except (CancelledError, OSError, RuntimeError):
            raise PoolClosed if self._closed else away("a connection that broke") from None
        return answer

    def pids(self) -> list[int]:
        """Processes of the workers on this machine: none."""
        return []

    def close(self) -> None:
        """End the work; the processes on the cluster end, and what they were sent is removed."""
        if self._closed:
            return
        self._closed = True
        (self._private / WORKER_SETTINGS).unlink(missing_ok=True)
        with suppress(Exception):  # a cluster that is gone holds nothing
            self._client.run(forget, self._key.release_id)
        self._client.close(timeout=_CONNECT_SECONDS)


def connected(cluster: ClusterSettings) -> Any:  # distributed has no types for it
    """A client of the cluster.

    Raises
    ------
    InvalidError
        ``CLU002`` when it does not answer or has no worker.
    """
    import distributed

    connect: Any = distributed.Client
    make: Any = distributed.Security
    try:
        security = make(require_encryption=cluster.address.startswith("tls:"))
        client: Any = connect(
            cluster.address, timeout=_CONNECT_SECONDS, security=security, set_as_default=False
        )
    except (OSError, TypeError, ValueError) as error:  # no answer; certificates that are missing or wrong
        raise away(type(error).__name__) from None
    if not client.nthreads():
        client.close()
        raise away("no worker")
    return client


def away(got: str) -> InvalidError:
    """What is told of a cluster that is not there."""
    must, advice = "must answer and have workers", "Start them, then give the same command: it goes on."
    return InvalidError(fault("CLU002", ADDRESS, must, got, advice))


def records_of(answer: Any) -> list[DocumentRecord]:
    """The records that a worker answered with, or the error that a process of this machine would raise."""
    if isinstance(answer, SafereleaseError):
        raise answer
    if isinstance(answer, Failed):
        raise shortage(answer.number) if answer.number else RuntimeError(answer.kind)
    records: list[DocumentRecord] = answer
    return records

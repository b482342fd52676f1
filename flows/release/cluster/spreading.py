"""Calls of a function on the workers of a Dask cluster, each in a process of its own."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager
from typing import Any

from adapters.counts.shards import HERE, Spread
from adapters.machine.processes.apart import run_apart
from flows.release.cluster.pool import away, connected
from flows.release.cluster.settings import ClusterSettings, cluster_asked

_SHARDS_A_THREAD = 2
"""So that a machine that is slow, or lost, keeps the others waiting for half of its share at most."""


class ClusterSpread:
    """What `adapters.counts.shards.Here` does in one process.

    Parameters
    ----------
    client : distributed.Client
        Connected to a cluster whose workers reach the folders of the tasks.

    Notes
    -----
    A task whose machine is lost goes to another one, so it must leave the same when it is done twice.
    Messages hold paths, settings and numbers; what is read and counted lies in the folder.
    """

    def __init__(self, client: Any) -> None:
        self._client = client
        self.n_shards: int = _SHARDS_A_THREAD * sum(client.nthreads().values())

    def __call__(self, function: Callable[..., Any], tasks: Sequence[tuple[Any, ...]]) -> Iterator[Any]:
        """Results in the order of the tasks.

        Raises
        ------
        InvalidError
            ``CLU002`` when machines were lost again and again, or what the function raises.
        """
        from distributed import KilledWorker

        name = f"saferelease-{secrets.token_hex(4)}"
        futures = [
            self._client.submit(run_apart, function, *task, key=f"{name}-{number}", pure=False)
            for number, task in enumerate(tasks)
        ]
        try:
            for future in futures:
                yield future.result()
        except KilledWorker:
            raise away("machines that were lost again and again") from None
        except (CancelledError, OSError, RuntimeError):
            raise away("a connection that broke") from None
        finally:
            self._client.cancel(futures)


@contextmanager
def spread_asked() -> Iterator[Spread]:
    """The cluster that the environment names; this process where it names none."""
    cluster = cluster_asked()
    if cluster is None:
        yield HERE
        return
    with spread_on(cluster) as spread:
        yield spread


@contextmanager
def spread_on(cluster: ClusterSettings) -> Iterator[ClusterSpread]:
    """The workers of a cluster."""
    client = connected(cluster)
    try:
        yield ClusterSpread(client)
    finally:
        client.close()

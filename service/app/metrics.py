"""What is counted while the service runs: requests and how long they took, never who asked or for what."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Histogram

_SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)


class Metrics:
    """Counters of one application, and whether its machine works.

    Parameters
    ----------
    machine_works : callable
        Whether the threads of the machine are alive.
    """

    def __init__(self, machine_works: Callable[[], bool] = lambda: True) -> None:
        self.machine_works = machine_works
        self.registry = CollectorRegistry()
        self._requests = Counter(
            "saferelease_requests", "Requests", ("method", "route", "status"), registry=self.registry
        )
        self._seconds = Histogram(
            "saferelease_request_seconds",
            "Time to answer",
            ("route",),
            buckets=_SECONDS,
            registry=self.registry,
        )

    def count(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count one request; `route` is its pattern, which holds nothing that people typed."""
        self._requests.labels(method, route, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

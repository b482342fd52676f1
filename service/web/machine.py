"""The machine of the service: one thread works on releases, one writes down what a dead process did not,
one looks at the clock, one tells people, one sends bundles to stores, one checks the ledger, one finds
reviewers."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable

from service.app.context import Service
from service.notices.post import Post
from service.releases.deliveries import deliver
from service.releases.moves import write_down
from service.releases.retention import clear
from service.releases.review.assigning import assign_all
from service.releases.running import claim, work
from service.schedules.runs import turn

log = logging.getLogger("saferelease.machine")
_LOOK_SECONDS = 0.5
_CLOCK_SECONDS = 2.0
_CHECK_SECONDS = 60.0


class Machine:
    """Does what releases wait for, one after the other, and what is due.

    Parameters
    ----------
    service : Service
    workers : int or None
        Worker processes per release.
    """

    def __init__(self, service: Service, workers: int | None = None) -> None:
        self._service, self._workers, self._post = service, workers, Post(service)
        self._stop = threading.Event()
        jobs: tuple[tuple[Callable[[], None], float], ...] = (
            (self._release, _LOOK_SECONDS),
            (self._write_down, _LOOK_SECONDS),
            (self._look_at_the_clock, _CLOCK_SECONDS),
            (self._tell, _CLOCK_SECONDS),
            (self._deliver, _CLOCK_SECONDS),
            (self._check_the_ledger, _CHECK_SECONDS),
            (self._assign, _CHECK_SECONDS),
        )
        self._threads = [threading.Thread(target=self._again, args=job, daemon=True) for job in jobs]

    def start(self) -> None:
        """Begin."""
        for thread in self._threads:
            thread.start()

    def works(self) -> bool:
        """Whether all its threads are alive."""
        return all(thread.is_alive() for thread in self._threads)

    def stop(self) -> None:
        """End after what is being done."""
        self._stop.set()
        for thread in self._threads:
            thread.join(timeout=60)

    def _again(self, job: Callable[[], None], seconds: float) -> None:
        while not self._stop.wait(seconds):
            try:
                job()
            except Exception as error:  # noqa: BLE001  its message may hold text: only its kind is kept
                log.error(json.dumps({"fault": type(error).__name__, "job": job.__name__.strip("_")}))

    def _write_down(self) -> None:
        write_down(self._service)

    def _release(self) -> None:
        clear(self._service)
        while not self._stop.is_set() and (found := claim(self._service)):
            work(self._service, found, self._workers)

    def _look_at_the_clock(self) -> None:
        turn(self._service)

    def _tell(self) -> None:
        self._post.turn()

    def _deliver(self) -> None:
        deliver(self._service)

    def _assign(self) -> None:
        assign_all(self._service)

    def _check_the_ledger(self) -> None:
        self._service.watch.whole_if_due()

"""Work in turns: a queue with an end, and things that stay open while somebody has them."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager

import pytest

from service.app.kept_open import KeptOpen
from service.app.turns import Turns
from service.policies import trying
from service.refusals import Refusal
from tests.service.people import Door

PATIENCE = 60.0


class Thing:
    """Something that is open until it is closed."""

    def __init__(self, key: str) -> None:
        self.key, self.closed = key, False

    def close(self) -> None:
        """Used no more."""
        self.closed = True


@contextmanager
def taken(turns: Turns, who: str) -> Iterator[Future[None]]:
    """A turn that somebody has, until the block ends."""
    inside, leave = threading.Event(), threading.Event()

    def work() -> None:
        with turns.taken(who):
            inside.set()
            leave.wait(PATIENCE)

    with ThreadPoolExecutor(1) as others:
        done = others.submit(work)
        assert inside.wait(PATIENCE)
        try:
            yield done
        finally:
            leave.set()


def test_whoever_comes_to_a_full_queue_is_told_so_and_comes_again() -> None:
    turns = Turns(at_once=1, waiting=0)
    with taken(turns, "ann"), pytest.raises(Refusal, match="SVC014") as refused, turns.taken("bea"):
        pass
    assert refused.value.status == 503
    with turns.taken("bea"):
        pass


def test_one_person_leaves_half_of_the_places_to_others() -> None:
    turns = Turns(at_once=4, waiting=0)
    with taken(turns, "ann"), taken(turns, "ann"):
        with pytest.raises(Refusal, match="SVC014"), turns.taken("ann"):
            pass
        with turns.taken("bea"), turns.taken("bea"):
            pass
    with turns.taken("ann"), turns.taken("ann"):
        pass


def test_what_is_open_stays_open_and_the_one_unused_for_longest_is_closed() -> None:
    kept: KeptOpen[str, Thing] = KeptOpen(2, 0)
    seen: dict[str, Thing] = {}
    for key in ("a", "b", "a", "c"):
        with kept.used("ann", key, lambda key=key: Thing(key)) as thing:  # type: ignore[misc]
            assert seen.setdefault(key, thing) is thing
    assert [key for key, thing in seen.items() if thing.closed] == ["b"]
    kept.close()
    assert all(thing.closed for thing in seen.values())


def test_nothing_is_closed_while_somebody_has_it() -> None:
    """A bench closed under a reviewer who signs off would be an error of the service."""
    kept: KeptOpen[str, Thing] = KeptOpen(2, 0)
    with kept.used("ann", "a", lambda: Thing("a")) as held:
        for key in "bcd":
            with kept.used("bea", key, lambda key=key: Thing(key)):  # type: ignore[misc]
                assert not held.closed
    with kept.used("ann", "a", lambda: Thing("another")) as again:
        assert again is held


def test_what_cannot_be_closed_takes_no_place_and_is_nobody_elses_error() -> None:
    class Stuck(Thing):
        def close(self) -> None:
            super().close()
            raise OSError

    kept: KeptOpen[str, Thing] = KeptOpen(1, 0)
    seen: list[Thing] = []
    for key in "abc":
        with kept.used("ann", key, lambda key=key: Stuck(key)) as thing:  # type: ignore[misc]
            seen.append(thing)
    assert [thing.closed for thing in seen] == [True, True, False]
    kept.close()
    assert seen[2].closed


def test_what_could_not_be_opened_is_tried_again() -> None:
    kept: KeptOpen[str, Thing] = KeptOpen(1, 0)

    def broken() -> Thing:
        raise OSError

    with pytest.raises(OSError), kept.used("ann", "a", broken):
        pass
    with kept.used("ann", "a", lambda: Thing("a")) as thing:
        assert not thing.closed


def test_waiting_inspections_leave_the_pages_alone(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    """Forty at once, more than the threads that answer: some wait, the others are told, pages are served."""
    begun, over = threading.Event(), threading.Event()

    class Slow:
        """A policy on trial whose document takes as long as the test."""

        def look(self, name: str, content: bytes, *, advise: bool = False) -> None:
            begun.set()
            over.wait(PATIENCE)
            raise Refusal(409, "SVC003", "it", "must end")

        def close(self) -> None:
            """Nothing."""

    monkeypatch.setattr(trying, "Trial", lambda policy: Slow())
    monkeypatch.setattr(trying, "trials", trying.Trials(1, 4))
    monkeypatch.setattr("service.releases.open_documents.inspecting.trials", trying.trials)
    program = door.program("operator.clinic")
    asked = {"policy": "hipaa-safe-harbor", "paragraphs": ["A word."]}
    with ThreadPoolExecutor(40) as others, program:
        answers = [
            others.submit(program.post, "/api/v1/desks/clinic/inspections", json=asked) for _ in range(40)
        ]
        assert begun.wait(PATIENCE)
        refused = []
        while len(refused) < 37:
            refused = [one.result() for one in answers if one.done()]
        assert {(one.status_code, one.json()["code"]) for one in refused} == {(503, "SVC014")}
        assert {one.headers["retry-after"] for one in refused} == {"5"}
        assert program.get("/api/v1/releases").status_code == 200
        over.set()
        assert sorted(one.result().status_code for one in answers) == [409] * 3 + [503] * 37

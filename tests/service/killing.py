"""The service killed at random points while people review: ``python -m tests.service.killing 50``.

The service, a worker, Prefect or the database is ended by SIGKILL, while a reviewer's program enters
corrections and signs documents off, an operator's starts further releases, and an approver's approves.
Whatever has no answer is asked again, with the same ticket. With ``postgresql`` as a further word the state
is there; with ``prefect`` its server runs beside the service, and is killed too. A number after these is the
first seed.
"""

from __future__ import annotations

import itertools
import os
import random
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

from sqlalchemy import select

from adapters.keys.installation import load_keys
from service.app.context import Service
from service.app.settings import Settings
from service.client import RemoteRefusal, ServiceClient, UnreachableError
from service.state.database import open_database
from service.state.tables import Correction, Move, Release, ReleaseDocument
from service.web.api.review import NewCorrection
from tests.patience import PATIENCE, free_port
from tests.service.cases import LETTER, POLICY, approved_policy, documents, started
from tests.service.house import House
from tests.service.people import furnish
from tests.service.postgres import Cluster, running_cluster

N_DOCUMENTS, N_WORDS = 2, 40
AT_A_TIME = 6
"""Kills in one installation; then another one begins, so that each portion is told when it is done."""
YEARLY = 'release: {from: in, to: out, every: "0 0 1 1 *"}\n'
Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Work:
    """What people do: one release to review, one that is left to wait, a policy for further ones.

    Parameters
    ----------
    release, waiting, policy : str
    documents : mapping of str to int
        Of the release, with their numbers.
    """

    release: str
    waiting: str
    policy: str
    documents: Mapping[str, int]


def prepared(folder: Path, cluster: Cluster | None = None) -> tuple[House, Work]:
    """A house, and what is to be done in it."""
    database = open_database(cluster.address if cluster else f"sqlite:///{folder / 'state.sqlite'}")
    settings = Settings(folder / "service", database.address, f"http://127.0.0.1:{free_port()}")
    settings.folder.mkdir()
    service = Service(settings, database, load_keys())
    furnish(service)
    words = " ".join(f"Quorble{n:02d}" for n in range(N_WORDS))
    texts = {f"{n}.txt": f"{LETTER}{words} number {n}.\n" for n in range(N_DOCUMENTS)}
    policy = approved_policy(service, POLICY + "review: {all_above: 0}\n")
    release, waiting = started(service, policy, texts), started(service, policy, {"w.txt": LETTER})
    rows = {row.id: number for number, row in documents(service, release).items()}
    return House(service, cluster), Work(release, waiting, policy, rows)


def insisting(ask: Callable[[], Answer], done: Callable[[RemoteRefusal], bool] = lambda no: False) -> Answer:
    """Ask until there is an answer; None for a refusal that says that it was done before."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return ask()
        except UnreachableError:
            time.sleep(0.1)
        except RemoteRefusal as refusal:
            if done(refusal):
                return None  # type: ignore[return-value]
            if refusal.code != "SVC014":  # no place just now
                raise
            time.sleep(0.1)
        if time.monotonic() > deadline:
            raise TimeoutError


def went_on(refusal: RemoteRefusal) -> bool:
    """Whether it was done before its answer was lost."""
    return refusal.code == "SVC003"


def review(client: ServiceClient, work: Work) -> int:
    """Mark every word of every document as missed, and sign the documents off; how many corrections."""
    n = 0
    for document, number in work.documents.items():
        text = insisting(partial(client.desk, document)).text
        for word in range(N_WORDS):
            start = text.index(f"Quorble{word:02d}")
            wanted = NewCorrection(
                kind="add", start=start, end=start + 9, category="person", ticket=f"{number}-{word}"
            )
            insisting(partial(client.correct, document, wanted))
            n += 1
        insisting(partial(client.finish, document, "release"), went_on)
    return n


def submit_again_and_again(house: House, client: ServiceClient, work: Work, made: list[str]) -> None:
    """Further releases, as long as people are at work; each is asked for until it has started."""
    while not house.over.is_set():
        n = len(made)
        release = insisting(partial(client.new_release, "clinic", f"More {n}", work.policy, f"more {n}"))
        insisting(partial(client.add_document, release, "more.txt", LETTER.encode()))
        insisting(partial(client.start, release), went_on)
        made.append(release)
        arrived(client, release, {"review"})


def arrived(client: ServiceClient, release: str, states: set[str]) -> None:
    """Wait for a release; one that failed because something was killed is taken up again by its operator."""
    deadline = time.monotonic() + PATIENCE
    while (state := insisting(partial(client.progress, release)).state) not in states:
        if state == "failed":
            insisting(partial(client.retry, release), went_on)
        if time.monotonic() > deadline:
            raise TimeoutError(state)
        time.sleep(0.2)


def require_nothing_lost_or_doubled(house: House, work: Work, n: int, more: list[str]) -> None:
    """What the state holds at the end."""
    with house.service.database.look() as state:
        tickets = Counter(state.scalars(select(Correction.ticket)))
        moves = list(state.scalars(select(Move)))
        states = {row.id: row.state for row in state.scalars(select(Release))}
        documents_of = Counter(state.scalars(select(ReleaseDocument.release_id)))
    assert len(tickets) == n, f"{n - len(tickets)} of {n} decisions are lost"
    assert set(tickets.values()) == {1}, "a decision stands twice"
    signed = Counter(move.document_id for move in moves if move.target == "reviewed")
    assert signed == dict.fromkeys(work.documents, 1), "each document is signed off once"
    assert all(move.entry is not None for move in moves), "a move is not in the ledger"
    steps = Counter(m.target for m in moves if m.release_id == work.release and not m.document_id)
    assert (steps["approval"], steps["sealed"]) == (1, 1)
    assert more, "no further release was started meanwhile"
    assert {states[one] for one in (work.waiting, *more)} == {"review"}, "what waited still waits"
    assert set(states) == {work.release, work.waiting, *more}, "a release was made twice"
    assert {documents_of[one] for one in more} == {1}, "a document is lost, or there twice"


def until_written_down(house: House) -> None:
    """Wait until the service has told its ledger of every move: it does so after the move itself."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        with house.service.database.look() as state:
            if state.scalar(select(Move).where(Move.entry.is_(None)).limit(1)) is None:
                return
        time.sleep(0.2)


def survive(
    folder: Path, n_kills: int, seed: int, cluster: Cluster | None = None, *, with_prefect: bool = False
) -> Counter[str]:
    """Work through `n_kills` kills; what was killed how often."""
    house, work = prepared(folder, cluster)
    if with_prefect:
        yearly = folder / "yearly.yaml"
        yearly.write_text(POLICY.replace("policy: letters", "policy: yearly") + YEARLY)
        house.serve_schedules(yearly)
    people = [house.client(f"{who}.clinic") for who in ("operator", "approver", "reviewer", "operator")]
    operator, approver, reviewer, submitter = people
    made: list[str] = []
    house.serve()
    killer = threading.Thread(target=house.kill_again_and_again, args=(n_kills, random.Random(seed)))
    submitting = threading.Thread(target=submit_again_and_again, args=(house, submitter, work, made))
    killer.start()
    submitting.start()
    try:
        n = review(reviewer, work)
        insisting(partial(approver.decide, work.release, "approve"), went_on)
        arrived(operator, work.release, {"sealed"})
    finally:
        house.over.set()
        killer.join()
        submitting.join()
        until_written_down(house)
        house.kill()
        house.end_schedules()
        for one in people:
            one.__exit__(None, None, None)
    require_nothing_lost_or_doubled(house, work, n, made)
    house.service.database.engine.dispose()
    return house.kills


@contextmanager
def installation(on_postgres: bool) -> Iterator[tuple[Path, Cluster | None]]:
    """A folder with keys of its own, and a database server if asked."""
    with tempfile.TemporaryDirectory(prefix="saferelease-kills-") as folder:
        os.environ["SAFERELEASE_HOME"] = f"{folder}/home"
        if not on_postgres:
            yield Path(folder), None
            return
        with running_cluster() as cluster:
            yield Path(folder), cluster


def main() -> None:
    """As many kills as asked for, review after review."""
    wanted, words = int(sys.argv[1]), sys.argv[2:]
    seeds, done = itertools.count(int(words[-1]) if words and words[-1].isdigit() else 0), Counter[str]()
    while done.total() < wanted:
        seed, n_kills = next(seeds), min(AT_A_TIME, wanted - done.total())
        with installation("postgresql" in words) as (folder, cluster):
            done += survive(folder, n_kills, seed, cluster, with_prefect="prefect" in words)
        print(f"{dict(done)}, seed {seed}: no decision lost, none doubled, what waited waits", flush=True)


if __name__ == "__main__":
    main()

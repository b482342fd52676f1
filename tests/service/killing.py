"""The service killed at random points while people review: ``python -m tests.service.killing 50``.

A real ``saferelease serve`` on this machine, its processes ended by SIGKILL and started again, while a
reviewer's program enters corrections and signs documents off, and an approver's approves. Whatever has no
answer is asked again, with the same ticket.
"""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import httpx
from sqlalchemy import select

from adapters.keys.installation import load_keys
from service.app.context import Service
from service.app.settings import Settings
from service.client import RemoteRefusal, ServiceClient, UnreachableError
from service.people.api_keys import make_key
from service.state.database import open_database
from service.state.tables import Correction, Move
from service.web.api.releases import NewCorrection
from tests.conftest import ROOT
from tests.service.cases import LETTER, POLICY, approved_policy, documents, person, release_of, started
from tests.service.people import furnish

N_DOCUMENTS, N_WORDS = 2, 40
_PATIENCE = 240.0


@dataclass
class House:
    """An installation, and the process that serves it."""

    service: Service
    process: subprocess.Popen[bytes] | None = None
    kills: int = 0
    over: threading.Event = field(default_factory=threading.Event)

    def serve(self) -> None:
        """Start the service, and wait until it answers."""
        settings = self.service.settings
        environment = os.environ | {
            "SAFERELEASE_DATABASE": settings.database,
            "SAFERELEASE_SERVICE_FOLDER": str(settings.folder),
            "SAFERELEASE_ADDRESS": settings.address,
        }
        command = [sys.executable, "-m", "service.cli", "serve"]
        quiet = subprocess.DEVNULL
        self.process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=quiet, stderr=quiet)
        deadline = time.monotonic() + _PATIENCE
        while time.monotonic() < deadline and self.process.poll() is None:
            try:
                if httpx.get(f"{settings.address}/health", timeout=5).is_success:
                    return
            except httpx.TransportError:
                time.sleep(0.1)
        raise RuntimeError("the service did not start")

    def kill(self) -> None:
        """End it as nothing can catch."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def kill_again_and_again(self, n: int, chance: random.Random) -> None:
        """`n` times, at random moments, as long as people are at work."""
        while self.kills < n and not self.over.wait(chance.uniform(0.05, 1.5)):
            self.kill()
            self.kills += 1
            self.serve()

    def client(self, login: str) -> ServiceClient:
        """A program of somebody."""
        with self.service.database.begin() as state:
            key = make_key(state, person(self.service, login), "test", 1)
        return ServiceClient(self.service.settings.address, key)


def prepared(folder: Path) -> tuple[House, str]:
    """A house, and a release of it that waits for review."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{free.getsockname()[1]}"
    database = open_database(f"sqlite:///{folder / 'state.sqlite'}")
    settings = Settings(folder / "service", database.address, address)
    settings.folder.mkdir()
    service = Service(settings, database, load_keys())
    furnish(service)
    words = " ".join(f"Quorble{n:02d}" for n in range(N_WORDS))
    texts = {f"{n}.txt": f"{LETTER}{words} number {n}.\n" for n in range(N_DOCUMENTS)}
    policy = approved_policy(service, POLICY + "review: {all_above: 0}\n")
    return House(service), started(service, policy, texts)


def insisting(
    ask: Callable[[], object], done: Callable[[RemoteRefusal], bool] = lambda refusal: False
) -> None:
    """Ask until there is an answer."""
    deadline = time.monotonic() + _PATIENCE
    while True:
        try:
            ask()
            return
        except UnreachableError:
            time.sleep(0.1)
        except RemoteRefusal as refusal:
            if done(refusal):
                return
            raise
        if time.monotonic() > deadline:
            raise TimeoutError


def went_on(refusal: RemoteRefusal) -> bool:
    """Whether it was done before its answer was lost."""
    return refusal.code == "SVC003"


def review(house: House, release: str) -> int:
    """Mark every word of every document as missed, and sign the documents off; how many corrections."""
    n = 0
    with house.client("reviewer.clinic") as client:
        for number, document in documents(house.service, release).items():
            text = client_text(client, document.id)
            for word in range(N_WORDS):
                start = text.index(f"Quorble{word:02d}")
                wanted = NewCorrection(
                    kind="add", start=start, end=start + 9, category="person", ticket=f"{number}-{word}"
                )
                insisting(partial(client.correct, document.id, wanted))
                n += 1
            insisting(partial(client.finish, document.id), went_on)
    return n


def client_text(client: ServiceClient, document: str) -> str:
    """The original of a document."""
    found: list[str] = []
    insisting(lambda: found.append(client.desk(document).text))
    return found[-1]


def require_nothing_lost_or_doubled(house: House, release: str, n: int) -> None:
    """What the state holds at the end."""
    with house.service.database.look() as state:
        tickets = Counter(state.scalars(select(Correction.ticket)))
        moves = list(state.scalars(select(Move).where(Move.release_id == release)))
    assert len(tickets) == n, f"{n - len(tickets)} of {n} decisions are lost"
    assert set(tickets.values()) == {1}, "a decision stands twice"
    signed = Counter(move.document_id for move in moves if move.target == "reviewed")
    assert len(signed) == N_DOCUMENTS
    assert set(signed.values()) == {1}, "a document was signed off twice"
    assert all(move.entry is not None for move in moves), "a move is not in the ledger"
    steps = Counter(move.target for move in moves if not move.document_id)
    assert (steps["approval"], steps["sealing"], steps["sealed"]) == (1, 1, 1)


def survive(folder: Path, n_kills: int, seed: int) -> int:
    """A review and an approval through `n_kills` kills; how many there were."""
    house, release = prepared(folder)
    chance = random.Random(seed)
    house.serve()
    killer = threading.Thread(target=house.kill_again_and_again, args=(n_kills, chance))
    killer.start()
    try:
        n = review(house, release)
        with house.client("approver.clinic") as approver:
            insisting(partial(approver.decide, release, "approve"), went_on)
        deadline = time.monotonic() + _PATIENCE
        while release_of(house.service, release).state != "sealed" and time.monotonic() < deadline:
            time.sleep(0.5)
    finally:
        house.over.set()
        killer.join()
        house.kill()
    require_nothing_lost_or_doubled(house, release, n)
    house.service.database.engine.dispose()
    return house.kills


def main() -> None:
    """As many kills as asked for, review after review."""
    wanted, seed, done = int(sys.argv[1]), 0, 0
    while done < wanted:
        with tempfile.TemporaryDirectory(prefix="saferelease-kills-") as folder:
            os.environ["SAFERELEASE_HOME"] = f"{folder}/home"
            done += survive(Path(folder), wanted - done, seed)
            seed += 1
        print(f"{done} kills, {seed} reviews: no decision lost, none doubled", flush=True)


if __name__ == "__main__":
    main()

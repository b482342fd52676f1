"""What programs of people do in an installation that is killed, until everything in it has ended."""

from __future__ import annotations

import os
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import func, select

from flows.release.records.recording import receipts_folder
from service.client import RemoteRefusal, ServiceClient, UnreachableError
from service.releases.moves import ENDED
from service.state.tables import Move, Release
from service.web.api.review import NewCorrection
from tests.attacks.benches import POLICY as SMALL
from tests.e2e.conftest import environment
from tests.patience import wait_until
from tests.service.house import PATIENCE, House

N_WORDS, AT_ONCE, N_COMMANDS_DOCUMENTS = 2, 6, 6
SECRET = "Quorble"
"""Begins the words that a reviewer marks as missed: none may stand in what leaves."""
BROKEN = b"PK\x03\x04 no document of Word"
_NOUNS = (
    "garden window kitchen table letter river bridge morning picture station teacher corner ladder engine "
    "basket candle village market forest pencil blanket bottle cabinet carpet church cottage drawer fence"
)
_VERBS = "opened carried painted repaired followed covered missed reached crossed cleaned needed showed"
_LOOK_SECONDS = 0.3
_STILL_SECONDS = 200.0
"""Of the processors, between two receipts: a busy machine gives a long release little of them."""
_N_FAILURES = 20
Answer = TypeVar("Answer")


def letter(n: str) -> bytes:
    """A document with words that a person must find, and nothing that another one says, too.

    Of two releases with one text that overlap in time, the later one is refused (MEM004).
    """
    chance = random.Random(n)
    told = " ".join(_sentence(chance) for _ in range(15))
    secrets = " ".join(f"{SECRET}{word:02d}" for word in range(N_WORDS))
    return f"{told} {secrets} wrote to {n}@example.org.\n".encode()


def _sentence(chance: random.Random) -> str:
    who, what = chance.sample(_NOUNS.split(), 2)
    return f"The {who} {chance.choice(_VERBS.split())} a {what}."


@dataclass
class Labour:
    """What is done, by programs of four people.

    Parameters
    ----------
    house : House
    folder : Path
    policy : str
        Id of its version: originals go as soon as a release under it ends.
    """

    house: House
    folder: Path
    policy: str
    releases: list[str] = field(default_factory=list)
    files: list[bytes] = field(default_factory=list)
    bundles: list[Path] = field(default_factory=list)
    delivered: set[str] = field(default_factory=set)
    asked_to_see: Counter[str] = field(default_factory=Counter)
    saw: Counter[str] = field(default_factory=Counter)
    said: Counter[str] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)
    faults: list[BaseException] = field(default_factory=list)
    killing_is_over: threading.Event = field(default_factory=threading.Event)
    all_has_ended: threading.Event = field(default_factory=threading.Event)

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Everybody works inside."""
        operator, reviewer, approver, other = (
            self.house.client(f"{who}.clinic") for who in ("operator", "reviewer", "approver", "operator")
        )
        jobs = (
            partial(self._submit, operator),
            partial(self._again, reviewer, self._review),
            partial(self._again, approver, self._approve),
            partial(self._again, other, self._retry),
            self._drop,
            self._command,
        )
        threads = [threading.Thread(target=self._watched, args=(job,), daemon=True) for job in jobs]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            self.killing_is_over.set()
            self.all_has_ended.set()
            for thread in threads:
                thread.join(60)
            for one in (operator, reviewer, approver, other):
                one.__exit__(None, None, None)
        if self.faults:
            raise AssertionError(f"{self.faults[0]!r}") from self.faults[0]

    def until_one_is_sealed(self) -> None:
        """Then there are releases at every stage."""
        sealed = select(func.count()).where(Release.state == "sealed")

        def is_one() -> bool:
            assert not self.faults, f"{self.faults[0]!r}"
            with self.house.service.database.look() as state:
                return bool(state.scalar(sealed))

        wait_until(is_one)

    def until_all_has_ended(self) -> None:
        """No more is begun; wait for the end of what was, as long as something happens."""
        self.killing_is_over.set()
        before, ends = -1, 0.0
        with self.house.client("operator.clinic") as client:
            while left := self._left(client):
                assert not self.faults, f"{self.faults[0]!r}"
                spent = self.house.processor_seconds()
                if (done := sum(1 for _ in receipts_folder().iterdir())) != before:
                    before, ends = done, spent + _STILL_SECONDS
                assert spent < ends, f"it does not end: {left}; refused: {dict(self.said)}"
                time.sleep(_LOOK_SECONDS)

    def _left(self, client: ServiceClient) -> Counter[str]:
        """What has not ended."""
        found = self.insisting(client.releases)
        left = Counter(one.state for one in found if one.state not in ENDED)
        taken = sum(one.documents for one in found if one.id not in self.releases and one.state == "sealed")
        sealed = [one.id for one in found if one.id in self.releases and one.state == "sealed"]
        for release in sealed:
            left["not delivered"] += sum(
                one.state != "sent" for one in self.insisting(partial(client.deliveries, release))
            )
        left["files not released"] = len(self.files) - taken
        left["a command"] = int(self.house.command is not None)
        with self.house.service.database.look() as state:
            unwritten = select(func.count()).where(Move.entry.is_(None))
            left["moves not written down"] = state.scalar(unwritten) or 0
        return +left

    def insisting(self, ask: Callable[[], Answer], *done: str) -> Answer | None:
        """Ask until there is an answer; none where a code in `done` says that it came about before."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                return ask()
            except UnreachableError:
                pass
            except RemoteRefusal as refusal:
                if refusal.code in done:
                    return None
                self.said[refusal.code] += 1
                if refusal.status != 503:  # no place just now
                    raise
            assert time.monotonic() < deadline, "no answer"
            time.sleep(0.1)

    def _watched(self, job: Callable[[], None]) -> None:
        try:
            job()
        except Exception as fault:  # noqa: BLE001  told at the end
            self.faults.append(fault)

    def _again(self, client: ServiceClient, work: Callable[[ServiceClient], None]) -> None:
        while not self.all_has_ended.wait(_LOOK_SECONDS):
            work(client)

    def _submit(self, client: ServiceClient) -> None:
        """Releases of which some wait for the machine, so that a kill finds them queued."""
        while not self.killing_is_over.is_set():
            found = self.insisting(client.releases) or ()
            if sum(one.state not in ENDED for one in found) >= AT_ONCE:
                self.killing_is_over.wait(_LOOK_SECONDS)
            else:
                self.submit(client)

    def submit(self, client: ServiceClient) -> None:
        """One release, handed to the machine; every second one is to be delivered."""
        n = len(self.releases)
        release = self.insisting(partial(client.new_release, "clinic", f"Case {n}", self.policy, f"case {n}"))
        assert release
        self.releases.append(release)
        documents = {"a.txt": letter(f"case{n}a")}
        documents |= {"b.html": letter(f"case{n}b")} if n % 4 == 0 else {}
        documents |= {"broken.docx": BROKEN} if n % 8 == 1 else {}
        for name, content in documents.items():
            self.insisting(partial(client.add_document, release, name, content, name))
        self.insisting(partial(client.start, release), "SVC003")
        if n % 2 == 0:
            self.insisting(partial(client.deliver, release, "s3://bucket/bundles"), "SVC003")
            self.delivered.add(release)

    def _review(self, client: ServiceClient) -> None:
        """Mark every word that was missed, and sign off."""
        for release in self.insisting(client.releases) or ():
            if release.state != "review":
                continue
            whole = self.insisting(partial(client.show, release.id))
            for document in whole.documents if whole else ():
                if document.state == "to review":
                    self._one(client, document.id)

    def _one(self, client: ServiceClient, document: str) -> None:
        desk = self.insisting(partial(self._look, client, document), "SVC003", "SVC001")
        self.saw[document] += desk is not None
        for word in range(N_WORDS) if desk else ():
            start = desk.text.index(f"{SECRET}{word:02d}")
            end = start + len(SECRET) + 2
            wanted = NewCorrection(kind="add", start=start, end=end, category="person", ticket=f"word {word}")
            self.insisting(partial(client.correct, document, wanted), "SVC003")
        checked = self.insisting(partial(client.finish, document, "release"), "SVC003")
        if checked is not None and not checked.passed:
            self.said["not passed"] += 1

    def _look(self, client: ServiceClient, document: str) -> Any:
        self.asked_to_see[document] += 1
        return client.desk(document)

    def _approve(self, client: ServiceClient) -> None:
        for one in self.insisting(client.releases) or ():
            if one.state == "approval":
                outcome = "reject" if one.title.endswith("7") else "approve"
                self.insisting(partial(client.decide, one.id, outcome, "seen"), "SVC003")  # type: ignore[arg-type]

    def _retry(self, client: ServiceClient) -> None:
        for one in self.insisting(client.releases) or ():
            if one.state == "failed":
                self.said["failed"] += 1
                self.failed[one.id] += 1
                assert self.failed[one.id] < _N_FAILURES, f"a release fails for ever: {one.reason}"
                self.insisting(partial(client.retry, one.id), "SVC003")

    def _drop(self) -> None:
        """Files for the schedule, each under a name of its own."""
        while not self.killing_is_over.wait(4):
            content = letter(f"file{len(self.files)}")
            (self.folder / "inbox" / "clinic" / f"{len(self.files):04d}.txt").write_bytes(content)
            self.files.append(content)

    def _command(self) -> None:
        """`saferelease run`, given until it has ended well, then with the next bundle."""
        policy, source = self.folder / "small.yaml", self.folder / "given"
        policy.write_text(SMALL)
        source.mkdir()
        for n in range(N_COMMANDS_DOCUMENTS):
            (source / f"{n}.txt").write_text(f"Mr. Smith {n}, SSN 219-09-{9000 + n}. " + "Nothing. " * 400)
        while not self.killing_is_over.is_set():
            place = self.folder / "runs" / str(len(self.bundles))
            place.mkdir(parents=True)
            arguments = ("run", str(policy), str(source), "--workers", "2", "--out", str(place / "bundle"))
            while not (place / "bundle").exists() and not self.all_has_ended.is_set():
                variables = environment(self.folder / "home") | {"TMPDIR": os.environ["TMPDIR"]}
                self.house.command = self.house.start(*arguments, variables=variables)
                self.said[f"run: {self.house.command.wait()}"] += 1
            self.bundles.append(place / "bundle")
            self.house.command = None

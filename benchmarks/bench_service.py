"""The service under load: releases, reviewers and schedules by script; memory over time, seconds per page.

    python -m benchmarks.bench_service            # 200 releases, 20 reviewers: at most 8 minutes
    python -m benchmarks.bench_service --short    # whether it works: about a minute

A real `saferelease serve` on SQLite. Before it starts some releases wait for review (`--made`), and some are
drafts; an operator's program submits more. Each reviewer signs in as a browser does, looks at the home page,
the list, a release and a document, corrects and signs off, with a pause before each (`--pause` seconds in the
mean); an approver approves; schedules look every minute, and a file arrives every ten seconds.
Memory is that of the service and all processes below it (PSS). Pages are timed on the reviewers' side. When
all of that is over, each page is asked for again, alone, and the processor time of the service is read:
so much a page costs, whatever else the machine does.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import httpx
from sqlalchemy import select

from service.app.context import Service, open_service
from service.app.settings import settings_from
from service.client import RemoteRefusal, ServiceClient
from service.people.accounts import (
    add_group,
    add_person,
    first_administrator,
    give_roles,
    group_named,
    who_is,
)
from service.people.api_keys import make_key
from service.people.roles import Role, Scope
from service.policies.books import add_policy, approve_policy, submit_policy
from service.releases.intake import add_document, new_release, start
from service.releases.running import drain
from service.schedules.timetable import Wish, new_schedule
from service.state.tables import Person
from service.web.api.review import NewCorrection

ROOT = Path(__file__).resolve().parent.parent
POLICY = (
    "policy: load\nversion: 1.0.0\ntitle: Load\nlaws: [{cite: R, title: House rule}]\n"
    "identifiers: [{find: [ssn, email, phone], law: R}]\nreview: {all_above: 0}\n"
)
LETTER = (
    "Patient {n} has SSN 219-09-9999 and phone 212-555-0187.\n" + "Nothing of note was said. " * 40 + "\n"
)
PASSWORD = "four unlike words here"
N_SCHEDULES = 3
_SIGN_IN_SECONDS = 20.0
"""Within so many seconds all reviewers come in: passwords cost time on purpose."""


@dataclass
class Load:
    """What is measured, by all threads."""

    service: Service
    keys: dict[str, str]
    policy: str
    pause: float
    over: threading.Event = field(default_factory=threading.Event)
    pages: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    memory: list[int] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)

    @contextmanager
    def telling(self) -> Iterator[None]:
        """What the service refuses is told by its code: a colleague is faster, or nothing works."""
        try:
            yield
        except RemoteRefusal as refusal:
            self.refused[refusal.code] += 1

    def client(self, login: str) -> ServiceClient:
        """A program of somebody."""
        return ServiceClient(self.service.settings.address, self.keys[login])


def furnished(folder: Path, n_reviewers: int, pause: float) -> Load:
    """A service with people, an approved policy and schedules."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    (folder / "inbox" / "clinic").mkdir(parents=True)
    os.environ |= {
        "SAFERELEASE_HOME": str(folder / "home"),
        "SAFERELEASE_ADDRESS": f"http://127.0.0.1:{port}",
        "SAFERELEASE_INBOX": str(folder / "inbox"),
    }
    service, keys = open_service(settings_from()), dict[str, str]()
    roles = {"author": Role.AUTHOR, "operator": Role.OPERATOR, "approver": Role.APPROVER}
    roles |= {"auditor": Role.AUDITOR, "lead": Role.REVIEWER}
    roles |= {f"reviewer{n}": Role.REVIEWER for n in range(n_reviewers)}
    people = {}
    with service.database.begin() as state:
        first_administrator(state, "root", "Root", PASSWORD)
        group = add_group(state, "clinic", "The clinic")
        for login, role in roles.items():
            person, _ = add_person(state, login, login.title(), password=PASSWORD)
            give_roles(state, person, group, [role])
            state.flush()
            people[login] = who_is(state, person)
            keys[login] = make_key(state, service.keys, people[login], "load", 1, list(Scope))
    version = add_policy(service, people["author"], group.id, POLICY)
    submit_policy(service, people["author"], version)
    approve_policy(service, people["approver"], version, "")
    for n in range(N_SCHEDULES):
        (folder / "inbox" / "clinic" / str(n)).mkdir()
        wish = Wish(title=f"Schedule {n}", policy=version, source=str(n), every="* * * * *")
        new_schedule(service, people["operator"], group.id, wish)
    return Load(service, keys, version, pause)


def make_beforehand(load: Load, n_waiting: int, n_drafts: int) -> None:
    """Releases of one document each that wait for review, and drafts."""
    with load.service.database.look() as state:
        group = group_named(state, "clinic").id
        operator = who_is(state, state.scalars(select(Person).where(Person.login == "operator")).one())
    for n in range(n_waiting + n_drafts):
        made = new_release(load.service, operator, group, f"Made {n}", load.policy)
        add_document(load.service, operator, made.id, f"{n}.txt", LETTER.format(n=n).encode(), "")
        if n < n_waiting:
            start(load.service, operator, made.id)
            drain(load.service)


@contextmanager
def serving(load: Load) -> Iterator[int]:
    """The service as a process; its number."""
    command, quiet = [sys.executable, "-m", "service.cli", "serve"], subprocess.DEVNULL
    process = subprocess.Popen(command, cwd=ROOT, stdout=quiet, stderr=quiet)
    try:
        while process.poll() is None:
            with suppress(httpx.TransportError):
                if httpx.get(f"{load.service.settings.address}/health").is_success:
                    break
            time.sleep(0.1)
        yield process.pid
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(timeout=60)
        except subprocess.TimeoutExpired:
            process.kill()


def submit(load: Load, n_releases: int) -> None:
    """Releases of one document each, one after the other."""
    with load.client("operator") as client:
        for n in range(n_releases):
            if load.over.is_set():
                return
            release = client.new_release("clinic", f"Release {n}", load.policy, f"release {n}")
            client.add_document(release, f"{n}.txt", LETTER.format(n=n).encode())
            client.start(release)


def drop(load: Load) -> None:
    """A file for one of the schedules every ten seconds."""
    n, inbox = 0, load.service.settings.inbox
    assert inbox is not None
    while not load.over.wait(10):
        (inbox / "clinic" / str(n % N_SCHEDULES) / f"{n}.txt").write_text(LETTER.format(n=n))
        n += 1


@contextmanager
def browsing(load: Load, login: str) -> Iterator[httpx.Client]:
    """Somebody's browser, signed in."""
    with httpx.Client(base_url=load.service.settings.address, headers={"accept": "text/html"}) as browser:
        door = re.search(r'name="door" value="([^"]+)"', browser.get("/sign-in").text)
        assert door
        browser.post("/sign-in", data={"login": login, "password": PASSWORD, "door": door[1]}, timeout=120)
        yield browser


def look_at_pages(load: Load, login: str) -> None:
    """A reviewer's browser, page after page, with the pauses of somebody who clicks fast."""
    chance = random.Random(login)
    load.over.wait(chance.uniform(0, _SIGN_IN_SECONDS))
    with browsing(load, login) as browser:
        while True:
            _look_around(load, browser, chance, login)
            if load.over.is_set():
                return


def _look_around(load: Load, browser: httpx.Client, chance: random.Random, login: str) -> None:
    """Home, the list, one of its releases, a document of it, and done with that."""

    def looked(name: str, address: str) -> str:
        load.over.wait(chance.uniform(0.5, 1.5) * load.pause)
        return "" if load.over.is_set() else _timed(load, browser, name, address)

    looked("/", "/")
    releases = re.findall(r'href="(/releases/[0-9a-f]{32})"', looked("/releases", "/releases"))
    page = looked("/releases/{release}", chance.choice(releases)) if releases else ""
    for document in re.findall(r'href="(/review/[0-9a-f]{32})"', page)[:1]:
        looked("/review/{document}", document)
        _sign_off(load, login, document.rpartition("/")[2])


def _timed(load: Load, browser: httpx.Client, name: str, address: str) -> str:
    begun = time.monotonic()
    answer = browser.get(address, timeout=120)
    if answer.is_success:
        load.pages[name].append(time.monotonic() - begun)
    elif answer.status_code not in (404, 409):
        load.faults.append(f"{name}: {answer.status_code}")
    return answer.text


def _sign_off(load: Load, login: str, document: str) -> None:
    with load.client(login) as client, load.telling():
        start = client.desk(document).text.index("Nothing of note")
        wanted = NewCorrection(kind="add", start=start, end=start + 7, category="phone", ticket="load")
        begun = time.monotonic()
        client.correct(document, wanted)
        load.pages["correct"].append(time.monotonic() - begun)
        load.over.wait(load.pause)
        begun = time.monotonic()
        client.finish(document, "release")
        load.pages["sign off"].append(time.monotonic() - begun)


def approve(load: Load) -> None:
    """Whatever waits for it."""
    with load.client("approver") as client:
        while not load.over.wait(2):
            for one in client.releases():
                if one.state == "approval":
                    with load.telling():
                        client.decide(one.id, "approve")


def measure(load: Load, process: int) -> None:
    """Memory every five seconds, from before the first reviewer comes."""
    while True:
        load.memory.append(memory_of(process))
        if load.over.wait(5):
            return


def processor_times(load: Load, process: int, times: int) -> Iterator[tuple[str, float]]:
    """Milliseconds of processor time that the service needs for each page, with nobody else there."""
    with browsing(load, "lead") as browser, browsing(load, "auditor") as auditor:
        page = browser.get("/releases?state=review").text
        release = next(iter(re.findall(r'href="(/releases/[0-9a-f]{32})"', page)), "")
        document = re.search(r'href="(/review/[0-9a-f]{32})"', browser.get(release).text if release else "")
        pages = [(browser, "/", "/"), (browser, "/releases", "/releases")]
        pages += [(browser, "/releases/{release}", release)] if release else []
        pages += [(browser, "/review/{document}", document[1])] if document else []
        pages += [(auditor, "/audit", "/audit"), (auditor, "/audit/period", "/audit/period")]
        for who, name, address in pages:
            who.get(address, timeout=120)
            before = processor_seconds(process)
            for _ in range(times):
                who.get(address, timeout=120)
            yield name, 1000 * (processor_seconds(process) - before) / times


def processor_seconds(process: int) -> float:
    """User and system time of a process."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_of(process: int) -> int:
    """Bytes of a process and those below it; what several share is divided among them."""
    below, parents = {process}, sorted(_parents())
    for pid, parent in parents:
        if parent in below:
            below.add(pid)
    return sum(map(_proportional, below))


def _parents() -> Iterator[tuple[int, int]]:
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            yield int(folder.name), int((folder / "stat").read_text().rpartition(")")[2].split()[1])


def _proportional(pid: int) -> int:
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    return 0


def run(load: Load, jobs: list[Callable[[], None]], seconds: float) -> None:
    """All at once, for so many seconds."""
    threads = [threading.Thread(target=_watched, args=(load, job), daemon=True) for job in jobs]
    for thread in threads:
        thread.start()
    time.sleep(seconds)
    load.over.set()
    for thread in threads:
        thread.join(timeout=130)


def _watched(load: Load, job: Callable[[], None]) -> None:
    try:
        job()
    except Exception as error:  # noqa: BLE001  counted and told at the end
        load.faults.append(f"{type(error).__name__}: {error}"[:200])


def told(load: Load, costs: dict[str, float]) -> Iterator[str]:
    """The figures."""
    with load.client("approver") as client:
        states = [one.state for one in client.releases()]
    yield f"releases {len(states)}: " + ", ".join(f"{n} {s}" for s, n in sorted(_counted(states).items()))
    for name, seconds in sorted(load.pages.items()):
        ordered = sorted(seconds)
        median, most = (1000 * ordered[int(share * (len(ordered) - 1))] for share in (0.5, 0.95))
        yield f"{name:<24} {len(seconds):>6} times, median {median:.0f} ms, 95 % {most:.0f} ms"
    for name, milliseconds in costs.items():
        yield f"{name:<24} {milliseconds:.0f} ms of processor time, alone"
    memory_by_minute = [load.memory[n] / 1e6 for n in range(0, len(load.memory), 12)]
    yield "memory, minute by minute: " + ", ".join(f"{mega:.0f}" for mega in memory_by_minute) + " MB"
    third = max(1, len(load.memory) // 3)
    parts = {"start": load.memory[:1], "middle": load.memory[third:-third], "end": load.memory[-third:]}
    for word, some in parts.items():
        yield f"memory, {word}: {statistics.median(some or load.memory) / 1e6:.0f} MB"
    yield f"memory, at the most: {max(load.memory) / 1e6:.0f} MB"
    yield "refused: " + (", ".join(f"{n} {code}" for code, n in sorted(load.refused.items())) or "nothing")
    yield f"faults: {len(load.faults)} {sorted(set(load.faults))[:5]}"


_SHORT = {"made": 2, "drafts": 4, "releases": 1, "reviewers": 2, "seconds": 20, "pause": 1, "times": 5}


def _counted(words: list[str]) -> dict[str, int]:
    return {word: words.count(word) for word in set(words)}


def main() -> None:
    """Run and tell."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--made", type=int, default=40)
    parser.add_argument("--drafts", type=int, default=150)
    parser.add_argument("--releases", type=int, default=10)
    parser.add_argument("--reviewers", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=240)
    parser.add_argument("--pause", type=float, default=5)
    parser.add_argument("--times", type=int, default=20, help="of each page, for its processor time")
    parser.add_argument("--short", action="store_true", help="a small form of it all")
    given = parser.parse_args()
    if given.short:
        vars(given).update(_SHORT)
    with tempfile.TemporaryDirectory(prefix="saferelease-load-") as folder:
        load = furnished(Path(folder), given.reviewers, given.pause)
        make_beforehand(load, given.made, given.drafts)
        with serving(load) as process:
            jobs: list[Callable[[], None]] = [
                lambda: submit(load, given.releases),
                lambda: drop(load),
                lambda: approve(load),
                lambda: measure(load, process),
            ]
            jobs += [lambda n=n: look_at_pages(load, f"reviewer{n}") for n in range(given.reviewers)]  # type: ignore[misc]
            run(load, jobs, given.seconds)
            costs = dict(processor_times(load, process, given.times))
            for line in told(load, costs):
                print(line, flush=True)


if __name__ == "__main__":
    main()

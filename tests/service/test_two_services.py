"""Two processes of the service beside each other on one state: nothing is done twice, nothing is hidden."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from datetime import timedelta

import httpx
import pytest
from sqlalchemy import select

from adapters.keys.installation import load_keys
from service.app.context import Service
from service.app.settings import Settings
from service.client import RemoteRefusal, ServiceClient
from service.people.accounts import group_named
from service.schedules.timetable import Wish, new_schedule
from service.state.columns import now
from service.state.database import open_database
from service.state.tables import Move, Schedule, ScheduledRun
from service.web.api.schedules import ScheduleOut
from tests.patience import PATIENCE, free_port, wait_until
from tests.service.cases import LETTER, POLICY, approved_policy, documents, person, release_of
from tests.service.house import House
from tests.service.people import PASSWORD, furnish
from tests.service.postgres import running_cluster

pytestmark = pytest.mark.slow

N_SCHEDULES, N_RELEASES, N_DOCUMENTS = 6, 4, 4


@dataclass(frozen=True)
class Pair:
    """Two services on one state, and what people use."""

    service: Service
    houses: tuple[House, House]
    policy: str

    @property
    def addresses(self) -> list[str]:
        """Where they answer."""
        return [house.service.settings.address for house in self.houses]

    @contextmanager
    def clients(self, login: str) -> Iterator[tuple[ServiceClient, ServiceClient]]:
        """A program of somebody at each of them."""
        with ExitStack() as open_ones:
            one, two = (open_ones.enter_context(house.client(login)) for house in self.houses)
            yield one, two


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def pair(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    """Both run, with people, an approved policy, and schedules of which each is due."""
    folder = tmp_path_factory.mktemp(f"pair-{request.param}")
    with ExitStack() as ending:
        patch = ending.enter_context(pytest.MonkeyPatch.context())
        patch.setenv("SAFERELEASE_HOME", str(folder / "home"))
        patch.setenv("SAFERELEASE_INBOX", str(folder / "inbox"))
        address = f"sqlite:///{folder / 'state.sqlite'}"
        if request.param == "postgresql":
            address = ending.enter_context(running_cluster()).address
        database = open_database(address)
        ending.callback(database.engine.dispose)
        settings = Settings(folder / "service", address, inbox=folder / "inbox")
        settings.folder.mkdir()
        service = Service(settings, database, load_keys())
        furnish(service)
        policy = approved_policy(service, POLICY + "review: {all_above: 0}\n")
        schedules_that_are_due(service)
        one, two = (House(at_another_port(service)) for _ in range(2))
        for house in (one, two):
            ending.callback(house.kill)
            house.serve()
        yield Pair(service, (one, two), policy)


def at_another_port(service: Service) -> Service:
    """The same with an address of its own."""
    address = f"http://127.0.0.1:{free_port()}"
    return replace(service, settings=replace(service.settings, address=address))


def schedules_that_are_due(service: Service) -> None:
    """Some, each at the same time."""
    assert service.settings.inbox is not None
    (service.settings.inbox / "clinic").mkdir(parents=True)
    with service.database.look() as state:
        group = group_named(state, "clinic").id
    for n in range(N_SCHEDULES):
        wish = Wish(f"Schedule {n}", "hipaa-safe-harbor", "", "0 * * * *")
        new_schedule(service, person(service, "operator.clinic"), group, wish)
    with service.database.begin() as state:
        for row in state.scalars(select(Schedule)):
            row.next_at = now().replace(minute=0, second=0, microsecond=0) - timedelta(hours=1)


def test_a_session_is_one_in_both(pair: Pair) -> None:
    with ExitStack() as open_ones:
        html = {"accept": "text/html"}
        one, two = (
            open_ones.enter_context(httpx.Client(base_url=address, headers=html, timeout=PATIENCE))
            for address in pair.addresses
        )
        door = re.search(r'name="door" value="([^"]+)"', one.get("/sign-in").text)
        assert door
        one.post("/sign-in", data={"login": "operator.clinic", "password": PASSWORD, "door": door[1]})
        two.cookies = one.cookies
        account = two.get("/account")
        csrf = re.search(r'name="csrf" value="([^"]+)"', account.text)
        assert csrf and "Operator" in account.text
        assert two.post("/sign-out", data={"csrf": csrf[1]}).status_code == 303
        assert one.get("/account").headers["location"].startswith("/sign-in"), "signed out in both"


def test_what_is_due_fires_once(pair: Pair) -> None:
    """Both look at the same clock; each due time of each schedule has one run."""
    with pair.clients("operator.clinic") as (one, two):
        wait_until(lambda: not any(still_to_run(row) for client in (one, two) for row in client.schedules()))
    with pair.service.database.look() as state:
        runs = Counter((run.schedule_id, run.due) for run in state.scalars(select(ScheduledRun)))
    assert len({schedule for schedule, _ in runs}) == N_SCHEDULES
    assert set(runs.values()) == {1}


def still_to_run(line: ScheduleOut) -> bool:
    """Whether a schedule that is due has not run to its end."""
    return line.last is None or line.last.outcome == "running"


def test_each_release_is_done_once_and_seen_from_both(pair: Pair) -> None:
    with pair.clients("operator.clinic") as (one, two):
        made = []
        for n in range(N_RELEASES):
            begun, ended = (one, two) if n % 2 else (two, one)
            made.append(begun.new_release("clinic", f"Release {n}", pair.policy, f"ticket {n}"))
            assert ended.new_release("clinic", f"Release {n}", pair.policy, f"ticket {n}") == made[n]
            ended.add_document(made[n], "letter.txt", LETTER.encode(), "letter")
            begun.add_document(made[n], "letter.txt", LETTER.encode(), "letter")
            begun.start(made[n])
        for release in made:
            for client in (one, two):
                assert client.wait(release, {"review"}, PATIENCE).state == "review"
            told = [client.progress(release) for client in (one, two)]
            assert told[0] == told[1] and (told[0].done, told[0].total) == (1, 1)
    moves = moves_of(pair, made)
    assert {moves[release, state] for release in made for state in ("queued", "running", "review")} == {1}


def moves_of(pair: Pair, releases: list[str]) -> Counter[tuple[str, str]]:
    """How often each of them came into each state."""
    with pair.service.database.look() as state:
        found = state.scalars(select(Move).where(Move.document_id.is_(None)))
        return Counter((move.release_id, move.target) for move in found if move.release_id in releases)


def test_reviewers_at_both_sign_off_the_same_release(pair: Pair) -> None:
    """Each document twice, at the same time, by one reviewer here and one there: once it counts."""
    with pair.clients("operator.clinic") as (one, _):
        release = one.new_release("clinic", "Together", pair.policy)
        for n in range(N_DOCUMENTS):
            one.add_document(release, f"{n}.txt", f"{LETTER} {n}".encode())
        one.start(release)
        one.wait(release, {"review"}, PATIENCE)
    rows = [row.id for row in documents(pair.service, release).values()]
    people = [pair.houses[0].client("reviewer.clinic"), pair.houses[1].client("reviewer2.clinic")]
    with ThreadPoolExecutor(2 * N_DOCUMENTS) as threads:
        asked = [threads.submit(signed_off, client, row) for row in rows for client in people]
        answers = Counter(one.result() for one in asked)
    for client in people:
        client.__exit__(None, None, None)
    assert answers == {"done": N_DOCUMENTS, "SVC003": N_DOCUMENTS}
    assert {row.state for row in documents(pair.service, release).values()} == {"reviewed"}
    with pair.clients("approver.clinic") as (one, two):
        assert two.progress(release).state == "approval"
        one.decide(release, "approve")
        two.wait(release, {"sealed"}, PATIENCE)
    assert release_of(pair.service, release).state == "sealed"
    moves = moves_of(pair, [release])
    assert {moves[release, state] for state in ("approval", "sealing", "sealed")} == {1}


def signed_off(client: ServiceClient, document: str) -> str:
    """What became of it."""
    try:
        return "done" if client.finish(document, "release").passed else "refused"
    except RemoteRefusal as refusal:
        return refusal.code

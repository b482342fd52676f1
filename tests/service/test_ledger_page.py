"""The ledger's page: page by page, by filters, and whether it is as written; its cost does not rise."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from adapters.ledger import Draft, Entry, Ledger, ledger_path, ledger_place
from adapters.ledger.chain import check_ledger
from adapters.ledger.parts import Mine, Part, newest
from adapters.ledger.place import ADDRESS, Tables
from adapters.machine.locations import home
from flows.audit.reading import own_content
from flows.audit.watching import NOT_WHOLE, OFTEN_ENOUGH, LedgerWatch, Standing, with_shown
from service.app.context import Service
from service.audit.reading import PAGE
from service.people.accounts import give_roles, group_named
from service.people.roles import Role
from service.state.tables import Person
from tests.conformance.ledgers import KINDS, place_for
from tests.service.cases import person, started
from tests.service.people import Browser, Door


def written(service: Service, n: int, **body: object) -> None:
    """More entries."""
    drafts = [Draft("moved", release=f"r{i % 7}", body={"person": "p", "n": i, **body}) for i in range(n)]
    Ledger(ledger_place(home()), service.keys).append(drafts)


def tampered(wanted: str, *values: object) -> None:
    """Change the file as somebody may who owns the machine."""
    with closing(sqlite3.connect(ledger_path(home()))) as database, database:
        for name in ("entries_no_UPDATE", "entries_no_DELETE", "checkpoints_no_UPDATE"):
            database.execute(f"DROP TRIGGER IF EXISTS {name}")
        database.execute(wanted, values)


def numbers(page: str) -> list[int]:
    """Entries that a page shows."""
    return [int(found) for found in re.findall(r'<tr><td class="number">(\d+)</td>', page)]


def auditor_of_all(service: Service, door: Door) -> Browser:
    """Who reads the whole ledger."""
    with service.database.begin() as state:
        root = state.get_one(Person, person(service, "root").id)
        give_roles(state, root, group_named(state, "house"), [Role.ADMINISTRATOR, Role.AUDITOR])
    return door.browser("root")


def test_pages_lead_through_all_entries_once(service: Service, furnished: Service, door: Door) -> None:
    written(furnished, 2 * PAGE + 20)
    browser, seen, address = auditor_of_all(furnished, door), list[int](), "/audit"
    while address:
        page = browser.get(address).text
        assert len(numbers(page)) <= PAGE
        seen += numbers(page)
        older = re.search(r'href="(/audit\?[^"]*before=[^"]+)">Older', page)
        address = older[1].replace("&amp;", "&") if older else ""
    assert seen == sorted(seen, reverse=True)
    assert seen == [entry.seq for entry in reversed(own_content().entries) if entry.event != "document"]


def test_filters_show_what_one_may_read(furnished: Service, door: Door) -> None:
    mine, theirs = (
        started(furnished, "hipaa-safe-harbor"),
        started(furnished, "hipaa-safe-harbor", group="court"),
    )
    written(furnished, 5, case=theirs)
    program = door.program("auditor.clinic")

    def asked(**wanted: str) -> list[dict[str, Any]]:
        return list(program.get("/api/v1/audit", params=wanted).json())

    whole = asked()
    assert whole and all(one["release"] or one["event"] in ("moved", "identity") for one in whole)
    for name, value in (("event", "moved"), ("person", "operator.clinic"), ("release", mine)):
        found = asked(**{name: value})
        assert found and found == [one for one in whole if one in found]
    by = {one["person"] for one in asked(person="operator.clinic")}
    assert by == {"Operator Of Clinic"}
    assert asked(release=theirs) == asked(person="operator.court") == []
    refused = program.get("/api/v1/audit", params={"event": "document"})
    assert refused.status_code == 422, "no such filter: entries of single documents are never shown"
    assert asked(limit="2", before=whole[1]["place"]) == whole[2:4]


def test_an_auditor_of_a_group_learns_nothing_of_the_rest(furnished: Service, door: Door) -> None:
    mine = started(furnished, "hipaa-safe-harbor")
    theirs = started(furnished, "hipaa-safe-harbor", group="court")
    program, browser = door.program("auditor.clinic"), door.browser("auditor.clinic")

    def told() -> list[str]:
        own = ("/api/v1/audit", "/api/v1/audit/period", f"/api/v1/releases/{mine}")
        pages = ("/audit", "/audit/period", f"/releases/{mine}", "/reveals", "/")
        answers = [*map(program.get, own), *map(browser.get, pages)]
        assert {one.status_code for one in answers} == {200}
        return [one.text for one in answers]

    told()  # from here on, the key was used
    before = told()
    written(furnished, 300, case=theirs)
    assert told() == before
    assert {one["seq"] for one in json.loads(before[0])} == {0}
    for place in ("5", "-1", "zz", json.loads(before[0])[0]["place"][:-1]):
        assert program.get("/api/v1/audit", params={"before": place}).status_code == 422
        assert browser.get(f"/audit?before={place}").status_code == 422


@pytest.mark.parametrize("kind", KINDS)
def test_parts_are_what_reading_all_of_it_gives(
    request: pytest.FixtureRequest, service: Service, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    for place in place_for(request, home(), kind):
        if isinstance(place, Tables):
            monkeypatch.setenv(ADDRESS, place.address)
        for n in range(6):
            written(service, 40, case=f"case{n}")
        assert_parts_are_those_of(list(reversed(own_content().entries)))


def assert_parts_are_those_of(everything: list[Entry]) -> None:
    at = everything[-1].at
    later = (datetime.fromisoformat(at) + timedelta(hours=1)).isoformat()

    def same(part: Part, fits: Callable[[Any], bool]) -> None:
        wanted = [one for one in everything if fits(one)]
        assert newest(ledger_place(home()), part) == (wanted[: part.limit] if part.limit > 0 else wanted)

    same(Part(), lambda one: True)
    same(Part(limit=7, before=100), lambda one: one.seq < 100)
    same(Part(mine=Mine(["case2"], ["r1"]), limit=3), lambda one: one.body.get("case") == "case2")
    same(Part(mine=Mine(["case0"], ["r1"]), limit=3), lambda one: one.body.get("case") == "case0")
    same(
        Part(mine=Mine(["case0"], []), release="r1"),
        lambda one: (one.body.get("case"), one.release) == ("case0", "r1"),
    )
    same(Part(release="case3"), lambda one: one.body.get("case") == "case3")
    same(Part(first=later), lambda one: False)
    same(Part(first=at, last=later, mine=Mine(["case5"], [])), lambda one: one.body.get("case") == "case5")
    same(Part(mine=Mine([], [])), lambda one: False)


def steps_of(wanted: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> int:
    """How much SQLite works for something, in hundreds of its instructions."""
    import adapters.ledger.parts as parts

    n, reading = [0], parts.reading

    def count() -> int:
        n[0] += 1
        return 0

    @contextmanager
    def counting(place: Any) -> Iterator[Any]:
        with reading(place) as rows:
            rows._database.conn.set_progress_handler(count, 100)
            yield rows

    with monkeypatch.context() as patch:
        patch.setattr("adapters.ledger.parts.reading", counting)
        wanted()
    return n[0]


def test_a_page_costs_the_same_however_long_the_ledger_is(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, watch = ledger_path(home()), LedgerWatch()
    parts = (
        Part(limit=PAGE),
        Part(event="viewed", limit=PAGE),
        Part(person="nobody", limit=PAGE),
        Part(mine=Mine(["case"], []), limit=PAGE),
        Part(mine=Mine(["few"], []), limit=PAGE),
        Part(first="2020", last="2021"),
        Part(release="few", limit=PAGE),
    )
    written(service, 10, case="few")
    written(service, 3000, case="case")
    watch.look()

    def all_of_it() -> None:
        for part in parts:
            newest(path, part)
        watch.look()

    short = steps_of(all_of_it, monkeypatch)
    written(service, 30_000, case="case")
    watch.look()
    assert steps_of(all_of_it, monkeypatch) < 1.3 * short


def test_what_was_added_is_checked_at_each_look_and_the_rest_on_request(
    furnished: Service, door: Door
) -> None:
    release = started(furnished, "hipaa-safe-harbor")
    auditor = auditor_of_all(furnished, door)
    first = auditor.get("/audit").text
    assert "all as written at" in first and "added since" not in first
    written(furnished, 3, case=release)
    assert "the 3 added since follow them" in auditor.get("/audit").text
    tampered("UPDATE entries SET who = 'nobody' WHERE seq = 2")
    assert auditor.post("/audit/check").status_code == 303
    assert NOT_WHOLE in auditor.get("/audit").text
    assert NOT_WHOLE in auditor.get("/audit/period").text
    assert NOT_WHOLE in door.program("auditor.clinic").post("/api/v1/audit/check").json()["sentence"]


@pytest.mark.parametrize(
    ("wanted", "values"),
    [
        ("UPDATE entries SET body = '{}' WHERE seq = (SELECT max(seq) FROM entries)", ()),
        ("UPDATE entries SET previous = ? WHERE seq = 8", ("0" * 64,)),
        ("DELETE FROM entries WHERE seq = 7", ()),
        ("DELETE FROM entries WHERE seq > 6", ()),
        ("DELETE FROM entries WHERE seq > 4", ()),
        ("UPDATE checkpoints SET signature = ? WHERE seq > 5", ("0" * 128,)),
        ("UPDATE entries SET seq = 99 WHERE seq = 8", ()),
    ],
)
def test_a_look_finds_what_was_done_to_new_entries(
    service: Service, wanted: str, values: tuple[object, ...]
) -> None:
    written(service, 4)
    watch = LedgerWatch()
    assert NOT_WHOLE not in with_shown(watch.look(), [])
    written(service, 4)
    tampered(wanted, *values)
    assert NOT_WHOLE in with_shown(watch.look(), [])
    assert check_ledger(own_content(), (service.keys.public_hex(),)), "the whole check says the same"


def test_a_shown_entry_that_was_changed_is_told(furnished: Service, door: Door) -> None:
    started(furnished, "hipaa-safe-harbor")
    auditor = door.browser("auditor.clinic")
    auditor.get("/audit")
    tampered("UPDATE entries SET who = 'nobody' WHERE seq = 2")
    assert NOT_WHOLE in auditor.get("/audit").text


def test_all_of_it_is_checked_once_a_day_and_after_keys_were_exchanged(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(service, 3)
    watch = LedgerWatch()
    watch.whole_if_due()
    first = watch.look()
    watch.whole_if_due()
    same = watch.look()
    assert first and same and same.at == first.at
    old = Standing(first.check, datetime.now(UTC) - OFTEN_ENOUGH - timedelta(seconds=1))
    monkeypatch.setattr(watch, "_standing", old)
    watch.whole_if_due()
    again = watch.look()
    assert again and again.at > first.at
    written(service, 1)
    Ledger(ledger_path(home()), service.keys).append([Draft("rotated", body={"from": "a", "to": "b"})])
    last = watch.look()
    assert last and last.n_since == 0 and last.check.n_entries == 6

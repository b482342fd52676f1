"""What somebody tries who has read docs/service.md and nothing else: sign-off, sign-in, roles, pages."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import select

from service.app.context import Service
from service.people.roles import Role
from service.releases.review.viewings import UNOPENED
from service.state.tables import Move
from service.web.serving import folder_for_demo
from tests.service.cases import LETTER, POLICY, approved_policy, documents, person, started
from tests.service.people import HOST, PASSWORD, Browser, Door, csrf_of, login_of

REVIEWED = POLICY + "review: {all_above: 0}\n"
TWICE = POLICY + "review: {all_above: 0, reviewers: 2}\n"


def waiting(service: Service, policy: str = REVIEWED) -> str:
    """A letter that waits for a reviewer."""
    return documents(service, started(service, approved_policy(service, policy), {"a.txt": LETTER}))[1].id


def signs_off(browser: Browser, document: str) -> int:
    return int(browser.post(f"/review/{document}/finish", outcome="release").status_code)


# Sign-off by somebody who did not look


def test_asking_for_the_head_of_a_page_is_no_look(furnished: Service, door: Door) -> None:
    document, browser = waiting(furnished), door.browser("reviewer.clinic")
    assert browser.client.head(f"/review/{document}").status_code == 405
    assert door.client().head("/health").status_code == 200
    assert signs_off(browser, document) == 409


def test_what_another_reviewer_saw_counts_for_her_alone(furnished: Service, door: Door) -> None:
    document, other = waiting(furnished), door.browser("reviewer2.clinic")
    assert other.get(f"/review/{document}").status_code == 200
    assert signs_off(door.browser("reviewer.clinic"), document) == 409


def test_the_second_reviewer_looks_herself(furnished: Service, door: Door) -> None:
    document, first, second = (
        waiting(furnished, TWICE),
        *map(door.browser, ("reviewer.clinic", "reviewer2.clinic")),
    )
    assert first.get(f"/review/{document}").status_code == 200
    assert signs_off(first, document) == 303
    assert signs_off(second, document) == 409


@pytest.mark.parametrize("page", [0, 2, -1, 999_999_999_999])
def test_a_page_that_is_not_there_is_no_look(furnished: Service, door: Door, page: int) -> None:
    document, browser = waiting(furnished), door.browser("reviewer.clinic")
    asked = browser.client.get(f"/api/v1/documents/{document}/pages/{page}/original")
    assert 400 <= asked.status_code < 500
    assert signs_off(browser, document) == 409


def test_notes_weighing_and_corrections_are_no_look(furnished: Service, door: Door) -> None:
    document, browser = waiting(furnished), door.browser("reviewer.clinic")
    browser.get(f"/api/v1/documents/{document}/notes")
    browser.post(f"/review/{document}/notes", words="seen")
    browser.post(f"/review/{document}/corrections", kind="accept", start=0, end=1)
    assert signs_off(browser, document) == 409


def test_a_part_of_a_page_is_all_of_it_or_no_look(furnished: Service, door: Door) -> None:
    document, browser = waiting(furnished), door.browser("reviewer.clinic")
    answer = browser.client.get(f"/review/{document}", headers={"Range": "bytes=0-20"})
    assert answer.status_code == 200 and "John Miller" in answer.text


def test_a_browser_that_uses_the_address_of_programs_is_named(furnished: Service, door: Door) -> None:
    """It is refused, or the ledger and the report say that nothing was opened."""
    document, browser = waiting(furnished), door.browser("reviewer.clinic")
    csrf = csrf_of(browser.get("/account").text)
    address = f"/api/v1/documents/{document}/finish"
    answer = browser.client.post(address, json={"outcome": "release"}, headers={"X-CSRF-Token": csrf})
    with furnished.database.look() as state:
        codes = set(state.scalars(select(Move.code).where(Move.document_id == document)))
    assert answer.status_code >= 400 or UNOPENED in codes


def test_a_word_beside_the_form_opens_nothing(furnished: Service, door: Door) -> None:
    document, browser = waiting(furnished), door.browser("reviewer.clinic")
    for extra in ({"opened": "true"}, {"shown": "1"}, {"outcome": ["withhold", "release"]}):
        answer = browser.post(f"/review/{document}/finish", **{"outcome": "release"} | extra)
        assert answer.status_code in (409, 422), extra


# Sign-in: closing somebody out, and getting in


def tries(door: Door, login: str, password: str, address: str = "10.0.0.1", **headers: str) -> int:
    return attempt(machine(door, address), login, password, **headers)


def machine(door: Door, address: str) -> TestClient:
    """A browser on another machine."""
    made = TestClient(door.app, base_url=f"http://{HOST}", follow_redirects=False, client=(address, 5000))
    made.headers["accept"] = "text/html"
    door.made.append(made)
    return made


def attempt(client: TestClient, login: str, password: str, **headers: str) -> int:
    word = re.search(r'name="door" value="([^"]+)"', client.get("/sign-in", headers=headers).text)
    assert word
    form = {"login": login, "password": password, "door": word[1]}
    return int(client.post("/sign-in", data=form, headers=headers).status_code)


VICTIM = "reviewer.clinic"


def test_a_stranger_closes_nobody_out_from_another_address(door: Door) -> None:
    for _ in range(12):
        tries(door, VICTIM, "wrong")
    assert tries(door, VICTIM, PASSWORD) != 303, "closed from there"
    assert tries(door, VICTIM, PASSWORD, "10.0.0.2") == 303


def test_a_known_browser_gets_in_where_the_stranger_sits(door: Door) -> None:
    mine = machine(door, "10.0.0.1")
    assert attempt(mine, VICTIM, PASSWORD) == 303
    mine.post("/sign-out", data={"csrf": csrf_of(mine.get("/account").text)})
    for _ in range(12):
        tries(door, VICTIM, "wrong")
    assert attempt(mine, VICTIM, PASSWORD) == 303


def test_a_known_browser_gets_in_when_its_address_is_closed_to_everybody(door: Door) -> None:
    mine = machine(door, "10.0.0.1")
    assert attempt(mine, VICTIM, PASSWORD) == 303
    mine.post("/sign-out", data={"csrf": csrf_of(mine.get("/account").text)})
    for n in range(65):
        tries(door, f"nobody{n}", "wrong")
    assert tries(door, "author.clinic", PASSWORD) != 303, "closed"
    assert attempt(mine, VICTIM, PASSWORD) == 303


def test_a_known_browser_gets_in_when_the_account_is_closed_everywhere(door: Door) -> None:
    mine = machine(door, "10.0.0.1")
    assert attempt(mine, VICTIM, PASSWORD) == 303
    mine.post("/sign-out", data={"csrf": csrf_of(mine.get("/account").text)})
    for n in range(105):
        tries(door, VICTIM, "wrong", f"10.0.{1 + n // 9}.1")
    assert tries(door, VICTIM, PASSWORD, "10.9.9.9") != 303, "closed everywhere"
    assert attempt(mine, VICTIM, PASSWORD) == 303


def test_a_header_gives_no_new_address(door: Door) -> None:
    for n in range(10):
        tries(door, VICTIM, "wrong", **{"X-Forwarded-For": f"203.0.113.{n}", "X-Real-IP": f"203.0.113.{n}"})
    assert tries(door, VICTIM, PASSWORD, **{"X-Forwarded-For": "203.0.113.99"}) != 303


def test_other_ways_to_write_a_login_are_the_same_login(door: Door) -> None:
    for n in range(10):
        tries(door, (VICTIM.upper(), f" {VICTIM}", f"{VICTIM} ", VICTIM.title())[n % 4], "wrong")
    assert tries(door, VICTIM, PASSWORD) != 303


def test_ones_own_right_password_buys_no_tries_at_others(door: Door) -> None:
    for _ in range(10):
        tries(door, VICTIM, "wrong")
        tries(door, "author.clinic", PASSWORD)
    assert tries(door, VICTIM, PASSWORD) != 303


def test_a_browser_known_to_one_account_is_a_stranger_to_others(door: Door) -> None:
    mine = machine(door, "10.0.0.1")
    assert attempt(mine, "author.clinic", PASSWORD) == 303
    for _ in range(10):
        attempt(mine, VICTIM, "wrong")
    assert attempt(mine, VICTIM, PASSWORD) != 303


def test_whether_a_login_exists_is_not_told_by_its_being_closed(door: Door) -> None:
    told = []
    for login, address in ((VICTIM, "10.0.0.1"), ("no.such.login", "10.0.0.2")):
        told.append([tries(door, login, "wrong", address) for _ in range(12)])
    assert told[0] == told[1]


def test_a_session_is_no_place_to_guess_the_password(door: Door) -> None:
    """Somebody at an open browser wants the password, or the codes off."""
    browser = door.browser(VICTIM)
    for n in range(12):
        wrong = {"old": f"wrong {n}", "new": "four other words here"}
        assert browser.client.post("/account/password", data=wrong | _csrf(browser)).status_code != 303
    right = {"old": PASSWORD, "new": "four other words here"}
    assert browser.client.post("/account/password", data=right | _csrf(browser)).status_code != 303


def _csrf(browser: Browser) -> dict[str, str]:
    found = re.search(r'name="csrf" value="([^"]+)"', browser.get("/account").text)
    return {"csrf": found[1]} if found else {}


def test_the_owner_is_told_of_wrong_passwords(door: Door) -> None:
    for _ in range(4):
        tries(door, VICTIM, "wrong")
    mine = machine(door, "10.0.0.3")
    assert attempt(mine, VICTIM, PASSWORD) == 303
    assert re.search(r"\b4\b[^<]*wrong password", mine.get("/").text)


# What a demonstration leaves


def test_a_link_that_looks_like_a_leftover_takes_nobody_elses_files(
    tmp_path,
    monkeypatch: pytest.MonkeyPatch,  # type: ignore[no-untyped-def]
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with folder_for_demo() as folder:
        prefix = folder.name[:-8]
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("mine")
    (tmp_path / f"{prefix}abcdefgh").symlink_to(tmp_path / "mine")
    left = tmp_path / f"{prefix}leftover"
    left.mkdir()
    (left / "inner").symlink_to(tmp_path / "mine")
    with folder_for_demo() as folder:
        assert folder.is_dir()
    assert (tmp_path / "mine" / "letter.txt").read_text() == "mine"
    assert not left.exists()


# Pages, for somebody without a mouse or a picture


class Page(HTMLParser):
    """Links, fields without a name, buttons without words, and headings of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.labels: set[str] = set()
        self.fields: list[dict[str, str | None]] = []
        self.main: list[str] = []
        self.tags: list[str] = []
        self._in_main = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.tags.append(tag)
        self._in_main |= tag == "main"
        if tag == "a" and found.get("href"):
            self.links.append(str(found["href"]))
        if tag == "label" and found.get("for"):
            self.labels.add(str(found["for"]))
        if tag in ("input", "select", "textarea") and found.get("type") not in ("hidden", "submit"):
            self.fields.append(found)
        if self._in_main and (tag == "button" or (tag == "a" and "button" in (found.get("class") or ""))):
            self.main.append(tag)

    def handle_endtag(self, tag: str) -> None:
        self._in_main &= tag != "main"

    def unnamed(self) -> list[object]:
        """Fields that a screen reader has no name for; those inside a label have one."""
        told = {"aria-label", "aria-labelledby"}
        apart = (f for f in self.fields if f.get("type") not in ("checkbox", "radio"))
        return [f for f in apart if told.isdisjoint(f) and f.get("id") not in self.labels]


EVERYBODY = [*(login_of(role) for role in Role), "stranger", "root"]


@pytest.mark.parametrize("login", EVERYBODY)
def test_a_home_says_what_to_do_next(door: Door, login: str) -> None:
    page = Page(door.browser(login).get("/").text)
    assert page.main or login == "stranger"
    assert page.tags.count("h1") == 1


@pytest.mark.parametrize("login", EVERYBODY)
def test_no_link_leads_where_one_may_not_go(furnished: Service, door: Door, login: str) -> None:
    waiting(furnished)
    browser, seen, left = door.browser(login), set[str](), ["/"]
    while left:
        address = left.pop(0).split("#")[0]
        kind = re.sub(r"[0-9a-f]{32}|shipped/.*|\?.*", "*", address)  # one page of each kind
        if not address.startswith("/") or kind in seen or address.endswith((".pdf", ".css", ".svg", ".xml")):
            continue
        seen.add(kind)
        answer = browser.client.get(address, follow_redirects=True)
        assert answer.status_code == 200, (login, address)
        if "html" in answer.headers["content-type"]:
            page = Page(answer.text)
            assert page.unnamed() == [], (login, address)
            left += [one for one in page.links if "/static" not in one]
    assert len(seen) >= 2


def test_nobody_reviews_by_a_key_that_only_reads(furnished: Service, door: Door) -> None:
    document, program = waiting(furnished), door.program("reviewer.clinic")
    made = door.browser("reviewer.clinic").post("/account/keys", title="r", days=1, scopes="read")
    found = re.search(r'class="secret"[^>]*>([^<]+)<', made.text)
    assert found and program.get("/api/v1/me").status_code == 200
    reader = door.client(authorization=f"Bearer {found[1].strip()}")
    assert reader.get("/api/v1/me").status_code == 200
    assert reader.get(f"/api/v1/documents/{document}").status_code == 403
    assert (
        reader.post(f"/api/v1/documents/{document}/finish", json={"outcome": "withhold"}).status_code == 403
    )
    assert person(furnished, "reviewer.clinic").login == "reviewer.clinic"

"""Accounts, sign-in, sessions, one-time codes, keys, limits, and attacks on all of them."""

from __future__ import annotations

import re
import time
from datetime import timedelta

import pyotp
import pytest
from sqlalchemy import select, update

from service.app.context import Service
from service.people import sign_in as signing
from service.people.accounts import add_person, set_password
from service.people.limits import PER_ADDRESS, PER_LOGIN, count
from service.people.passwords import hashed, matches
from service.refusals import Refusal
from service.state.columns import now
from service.state.tables import ApiKey, Person, SignIn
from tests.service.people import PASSWORD, Door, csrf_of


def person_of(service: Service, login: str) -> Person:
    with service.database.look() as state:
        found = state.scalar(select(Person).where(Person.login == login))
    assert found is not None
    return found


def test_passwords_are_argon2id_and_long() -> None:
    stored = hashed(PASSWORD)
    assert stored.startswith("$argon2id$")
    assert matches(stored, PASSWORD)
    assert not matches(stored, PASSWORD + "x")
    assert not matches(None, "nobody has this password")
    for weak in ("short", "a" * 30, "ada.lovelace12", "x" * 300):
        with pytest.raises(Refusal):
            hashed(weak, "ada.lovelace")


def test_sign_in_and_out(door: Door) -> None:
    browser = door.browser("reviewer.clinic")
    assert "Reviewer Of Clinic" in browser.get("/").text
    token = browser.client.cookies["saferelease"]
    assert browser.post("/sign-out").status_code == 303
    again = door.client(accept="text/html", cookie=f"saferelease={token}")
    answer = again.get("/")
    assert (answer.status_code, answer.headers["location"]) == (303, "/sign-in?next=/")


def test_a_wrong_name_and_a_wrong_password_are_told_alike(door: Door) -> None:
    told = []
    for login in ("reviewer.clinic", "nobody.at.all"):
        client = door.client(accept="text/html")
        word = re.search(r'name="door" value="([^"]+)"', client.get("/sign-in").text)
        assert word
        fields = {"login": login, "password": "not the right words", "door": word[1]}
        answer = client.post("/sign-in", data=fields)
        told.append((answer.status_code, re.findall(r'role="alert".*?</div>', answer.text, re.DOTALL)))
        assert "saferelease" not in client.cookies
    assert told[0] == told[1]
    assert told[0][0] == 401


def test_a_sign_in_form_of_somebody_else_is_refused(door: Door) -> None:
    fields = {"login": "reviewer.clinic", "password": PASSWORD, "door": "guessed"}
    assert door.client().post("/sign-in", data=fields).status_code == 403


def test_a_session_is_new_after_each_sign_in_and_stored_as_a_hash(door: Door, furnished: Service) -> None:
    one, two = door.browser("reviewer.clinic"), door.browser("reviewer.clinic")
    tokens = [browser.client.cookies["saferelease"] for browser in (one, two)]
    assert tokens[0] != tokens[1]
    with furnished.database.look() as state:
        stored = set(state.scalars(select(SignIn.token_hash)))
    assert not set(tokens) & stored
    assert {signing.token_hash(token) for token in tokens} <= stored


def test_a_session_ends_when_idle_and_when_old(door: Door, furnished: Service) -> None:
    for column, ago in (("seen", signing.IDLE), ("created", signing.LONGEST)):
        browser = door.browser("reviewer.clinic")
        assert browser.get("/").status_code == 200
        with furnished.database.begin() as state:
            state.execute(update(SignIn).values({column: now() - ago - timedelta(seconds=1)}))
        assert browser.get("/").status_code == 303


def test_a_form_without_our_word_is_refused(door: Door) -> None:
    browser, other = door.browser("root"), door.browser("root")
    fields = {"slug": "evil", "title": "Evil"}
    assert browser.client.post("/people/groups", data=fields).status_code == 403
    others = csrf_of(other.get("/account").text)
    assert browser.client.post("/people/groups", data={"csrf": others, **fields}).status_code == 403
    assert browser.post("/people/groups", **fields).status_code == 303


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_a_request_from_elsewhere_is_refused_even_with_our_word(door: Door, headers: dict[str, str]) -> None:
    browser = door.browser("root")
    fields = {"csrf": csrf_of(browser.get("/account").text), "slug": "evil", "title": "Evil"}
    answer = browser.client.post("/people/groups", data=fields, headers=headers)
    assert answer.status_code == 403 and "SVC008" in answer.text


def test_another_host_is_not_answered(door: Door) -> None:
    answer = door.client().get("/sign-in", headers={"host": "evil.example"})
    assert (answer.status_code, answer.json()["code"]) == (400, "SVC007")


def test_every_answer_carries_the_headers(door: Door) -> None:
    browser = door.browser("root")
    for address in ("/", "/people", "/nothing", "/static/app.css", "/health", "/api/v1/me"):
        headers = browser.get(address).headers
        assert "default-src 'none'" in headers["content-security-policy"], address
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
    assert browser.get("/").headers["cache-control"] == "no-store"


def test_the_cookie_is_out_of_reach_of_scripts(door: Door) -> None:
    client = door.client(accept="text/html")
    word = re.search(r'name="door" value="([^"]+)"', client.get("/sign-in").text)
    assert word
    fields = {"login": "root", "password": PASSWORD, "door": word[1]}
    cookie = client.post("/sign-in", data=fields).headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie


def test_after_sign_in_nobody_is_sent_elsewhere(door: Door) -> None:
    for bad in ("//evil.example", "https://evil.example", "/\\evil.example", "/a\r\nset-cookie: x"):
        client = door.client(accept="text/html")
        word = re.search(r'name="door" value="([^"]+)"', client.get("/sign-in").text)
        assert word
        fields = {"login": "root", "password": PASSWORD, "door": word[1], "next": bad}
        assert client.post("/sign-in", data=fields).headers["location"] == "/"


def test_guessing_is_slowed_down(door: Door, furnished: Service) -> None:
    def guess(login: str, password: str) -> int:
        try:
            signing.sign_in(furnished.database, furnished.vault, login, password, "10.0.0.1")
        except Refusal as error:
            return error.status
        return 200

    answers = [guess("author.clinic", "not the right words") for _ in range(PER_LOGIN.times)]
    assert set(answers) == {401}
    assert guess("author.clinic", PASSWORD) == 429
    assert guess("operator.clinic", PASSWORD) == 200


def test_a_house_behind_one_address_signs_in(furnished: Service) -> None:
    def sign_in(password: str) -> int:
        try:
            signing.sign_in(furnished.database, furnished.vault, "author.clinic", password, "10.0.0.2")
        except Refusal as error:
            return error.status
        return 200

    assert {sign_in(PASSWORD) for _ in range(PER_ADDRESS.times + 5)} == {200}
    with furnished.database.begin() as session:
        for _ in range(PER_ADDRESS.times - 1):
            count(session, furnished.vault, PER_ADDRESS, "10.0.0.2")
    assert sign_in("not the right words") == 401
    assert sign_in(PASSWORD) == 429


def test_a_first_password_opens_nothing_but_its_change(door: Door, furnished: Service) -> None:
    page = door.browser("root").post("/people/accounts", login="ada", display="Ada", email="").text
    first = re.search(r'id="first-password">([^<]+)<', page)
    assert first
    browser = door.browser("ada", first[1])
    assert browser.get("/people").headers["location"] == "/account"
    assert browser.client.get("/api/v1/me").json()["code"] == "PPL010"
    old = browser.client.cookies["saferelease"]
    assert browser.post("/account/password", old=first[1], new=PASSWORD).status_code == 303
    assert browser.get("/").status_code == 200
    assert door.client(accept="text/html", cookie=f"saferelease={old}").get("/").status_code == 303


def test_one_time_codes_are_asked_for_and_work_once(door: Door, furnished: Service) -> None:
    browser = door.browser("approver.clinic")
    page = browser.post("/account/one-time").text
    secret = re.search(r'class="secret">([A-Z2-7]+)<', page)
    assert secret
    assert secret[1].encode() not in (person_of(furnished, "approver.clinic").totp_sealed or b"")
    assert browser.post("/account/one-time/on", code="000000").status_code == 422
    code = pyotp.TOTP(secret[1]).now()
    assert browser.post("/account/one-time/on", code=code).status_code == 303
    token, asked = signing.sign_in(
        furnished.database, furnished.vault, "approver.clinic", PASSWORD, "10.0.0.1"
    )
    assert asked
    assert signing.find_session(furnished.database, token) is None
    with pytest.raises(Refusal):  # used already, by turning the codes on
        signing.second_step(furnished.database, furnished.vault, token, code, "10.0.0.1")
    later = pyotp.TOTP(secret[1]).at(int(time.time()) + 30)
    whole = signing.second_step(furnished.database, furnished.vault, token, later, "10.0.0.1")
    assert signing.find_session(furnished.database, whole) is not None
    assert signing.find_session(furnished.database, token) is None


def test_a_key_is_shown_once_and_has_its_owners_rights(door: Door, furnished: Service) -> None:
    program = door.program("auditor.clinic")
    assert program.get("/api/v1/me").json()["roles"] == {"clinic": ["auditor"]}
    assert program.post("/api/v1/groups", json={"slug": "mine", "title": "Mine"}).status_code == 403
    shown = program.post("/api/v1/keys", json={"title": "second", "days": 1, "scopes": ["read"]}).json()[
        "key"
    ]
    with furnished.database.look() as state:
        stored = state.scalars(select(ApiKey.secret_hash)).all()
    assert not any(secret in shown for secret in stored)
    listed = program.get("/api/v1/keys").text
    assert shown.rsplit("_", 1)[-1] not in listed
    ident = shown.split("_")[1]
    assert program.delete(f"/api/v1/keys/{ident}").status_code == 204
    other = door.client(authorization=f"Bearer {shown}")
    assert other.get("/api/v1/me").json()["code"] == "PPL006"


def test_a_key_of_somebody_else_cannot_be_ended(door: Door, furnished: Service) -> None:
    door.program("auditor.clinic")
    with furnished.database.look() as state:
        ident = state.scalars(select(ApiKey.id)).one()
    assert door.program("reviewer.clinic").delete(f"/api/v1/keys/{ident}").status_code == 404
    assert door.program("root").delete(f"/api/v1/keys/{ident}").status_code == 204


@pytest.mark.parametrize("shown", ["", "srk", "srk_x_y", "srk__", "other_1_2", "srk_\x00_x"])
def test_what_is_no_key_opens_nothing(door: Door, shown: str) -> None:
    answer = door.client().get("/api/v1/me", headers={"authorization": f"Bearer {shown}"})
    assert answer.status_code == 401


def test_a_closed_account_is_closed_at_once(door: Door, furnished: Service) -> None:
    browser, program = door.browser("reviewer.clinic"), door.program("reviewer.clinic")
    ident = person_of(furnished, "reviewer.clinic").id
    assert door.program("root").delete(f"/api/v1/people/{ident}").status_code == 204
    assert browser.get("/").status_code == 303
    assert program.get("/api/v1/me").status_code == 401


def test_the_house_keeps_an_administrator(door: Door, furnished: Service) -> None:
    ident = person_of(furnished, "root").id
    program = door.program("root")
    assert program.delete(f"/api/v1/people/{ident}").json()["code"] == "PPL004"
    answer = program.put(f"/api/v1/groups/house/members/{ident}", json={"roles": ["auditor"]})
    assert answer.json()["code"] == "PPL004"
    assert door.browser("root").get("/people").status_code == 200


def test_who_is_outside_a_group_does_not_learn_of_it(door: Door) -> None:
    page = door.browser("administrator.clinic").get("/people").text
    assert "Matters of the clinic" in page
    assert "court" not in page.casefold()
    program = door.program("administrator.clinic")
    body = {"roles": ["auditor"]}
    there = program.put("/api/v1/groups/court/members/x", json=body)
    nowhere = program.put("/api/v1/groups/not-there/members/x", json=body)
    assert (there.status_code, there.json()) == (nowhere.status_code, nowhere.json())


def test_too_large_a_request_is_refused_before_it_is_read(door: Door) -> None:
    answer = door.client().post("/sign-in", content=b"x" * 10, headers={"content-length": str(1 << 40)})
    assert (answer.status_code, answer.json()["code"]) == (413, "SVC006")

    def endless():  # type: ignore[no-untyped-def]
        for _ in range(70):
            yield b"x" * (1 << 20)

    form = {"content-type": "application/x-www-form-urlencoded"}
    assert door.client().post("/sign-in", content=endless(), headers=form).status_code == 413


def test_what_was_sent_is_not_repeated_in_an_error(door: Door) -> None:
    answer = door.program("root").post("/api/v1/groups", json={"slug": 7, "title": ["secretword"]})
    assert answer.status_code == 422
    assert "secretword" not in answer.text
    assert answer.json()["code"] == "SVC004"


def test_a_new_password_ends_other_sessions(furnished: Service) -> None:
    with furnished.database.begin() as state:
        person, _ = add_person(state, "ada", "Ada", password=PASSWORD)
    token, _ = signing.sign_in(furnished.database, furnished.vault, "ada", PASSWORD, "10.0.0.1")
    with furnished.database.begin() as state:
        set_password(state, state.get_one(Person, person.id), "other four unlike words")
    assert signing.find_session(furnished.database, token) is None


def test_it_says_that_it_lives_and_is_ready(door: Door) -> None:
    assert door.client().get("/health").json() == {"status": "alive"}
    assert door.client().get("/ready").status_code == 200
    door.service.database.downgrade("base")
    assert door.client().get("/ready").status_code == 503

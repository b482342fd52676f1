"""The administrator's story: what she could do alone is refused, or named in ledger, manifest and report."""

from __future__ import annotations

import json
import re
import time

import pyotp
import pytest
from fastapi.testclient import TestClient

from flows.audit.reading import entries_of
from service.app.context import Service
from service.people.accounts import add_person, give_roles, group_named
from service.people.directory import person_named
from service.people.roles import Role, Scope
from service.releases.approval import approve
from service.releases.intake import bundle_path
from service.releases.review.desks import queue
from service.releases.review.finishing import finish
from service.releases.running import drain
from tests.service.cases import POLICY, approved_policy, person, started
from tests.service.people import PASSWORD, Browser, Door


def steps(subject: str = "") -> list[str]:
    """What the ledger says happened to accounts, or to one."""
    found = entries_of(None, "", "identity", False)
    return [str(one.body["step"]) for one in found if subject in ("", one.body["subject"])]


def second_administrator(service: Service) -> None:
    with service.database.begin() as state:
        found, _ = add_person(state, "second.root", "Second Head", password=PASSWORD)
        give_roles(state, found, group_named(state, "house"), [Role.ADMINISTRATOR])


def members(login: str, service: Service) -> str:
    return f"/api/v1/groups/clinic/members/{person(service, login).id}"


def test_nobody_gives_herself_a_role_that_decides(furnished: Service, door: Door) -> None:
    for login in ("root", "administrator.clinic"):
        program, own = door.program(login), members(login, furnished)
        for role in ("reviewer", "approver"):
            answer = program.put(own, json={"roles": ["administrator", role]})
            assert (answer.status_code, answer.json()["code"]) == (403, "PPL011")
    given = door.program("root").put(
        members("administrator.clinic", furnished), json={"roles": ["administrator", "approver"]}
    )
    assert given.status_code == 204
    assert Role.APPROVER in person(furnished, "administrator.clinic").roles[_clinic(furnished)]


def _clinic(service: Service) -> str:
    with service.database.look() as state:
        return group_named(state, "clinic").id


def test_a_role_that_nobody_else_gave_decides_nothing(furnished: Service) -> None:
    """As in a home from before this was asked, and as somebody who becomes administrator afterwards."""
    with furnished.database.begin() as state:
        root = person_named(state, "root")
        give_roles(state, root, group_named(state, "clinic"), [Role.APPROVER])
    assert person(furnished, "root").roles[_clinic(furnished)] == frozenset()


def test_a_reset_of_who_decides_takes_two_and_each_knows_one_half(furnished: Service, door: Door) -> None:
    second_administrator(furnished)
    approver, program = person(furnished, "approver.clinic"), door.program("approver.clinic")
    reset = f"/api/v1/people/{approver.id}/password"
    first = door.program("root").post(reset).json()
    assert first["state"] == "first half"
    assert door.browser("approver.clinic").get("/").status_code == 200, "nothing has changed yet"
    again = door.program("root").post(reset)
    assert (again.status_code, again.json()["code"]) == (403, "PPL012")
    other = door.program("second.root").post(reset).json()
    assert other["state"] == "second half"
    assert program.get("/api/v1/me").status_code == 401, "her keys have ended"
    for half in (first["first_password"], other["first_password"]):
        assert not _signs_in(door, half)
    whole = f"{first['first_password']}-{other['first_password']}"
    browser = door.browser("approver.clinic", whole)
    assert browser.post("/account/password", old=whole, new=PASSWORD).status_code == 303
    barred = browser.client.get("/api/v1/releases/x/telling")
    assert barred.status_code == 404
    assert person(furnished, "approver.clinic").barred
    _codes_on(browser)
    assert not person(furnished, "approver.clinic").barred
    assert steps(approver.id) == [
        "key-made",
        "reset-asked",
        "key-ended",
        "reset",
        "password-changed",
        "codes-on",
    ]


def _signs_in(door: Door, password: str) -> bool:
    try:
        door.browser("approver.clinic", password)
    except AssertionError:
        return False
    return True


def _codes_on(browser: Browser) -> None:
    secret = re.search(r'class="secret">([A-Z2-7]+)<', browser.post("/account/one-time").text)
    assert secret
    code = pyotp.TOTP(secret[1]).at(int(time.time()))
    assert browser.post("/account/one-time/on", code=code).status_code == 303


def test_a_reset_without_the_role_does_not_get_it_back_from_who_knows_the_password(
    furnished: Service, door: Door
) -> None:
    second_administrator(furnished)
    root, own = door.program("root"), members("approver.clinic", furnished)
    assert root.put(own, json={"roles": []}).status_code == 204
    reset = root.post(f"/api/v1/people/{person(furnished, 'approver.clinic').id}/password").json()
    assert reset["state"] == "made"
    again = root.put(own, json={"roles": ["approver"]})
    assert (again.status_code, again.json()["code"]) == (403, "PPL011")
    assert door.program("second.root").put(own, json={"roles": ["approver"]}).status_code == 204


def test_a_key_ends_no_other_key(furnished: Service, door: Door) -> None:
    reads = key_with(door, "author.clinic", "read")
    first, second = (one["id"] for one in reads.get("/api/v1/keys").json())
    other = reads.delete(f"/api/v1/keys/{second}")
    assert (other.status_code, other.json()["code"]) == (403, "PPL014")
    assert reads.delete(f"/api/v1/keys/{first}").status_code == 204


def test_a_barred_account_decides_nothing(furnished: Service, door: Door) -> None:
    with furnished.database.begin() as state:
        person_named(state, "approver.clinic").barred = True
    from tests.service.things import there

    there(furnished, "clinic")
    answer = door.program("approver.clinic").post(
        "/api/v1/releases/rele-clinic/decision", json={"outcome": "approve"}
    )
    assert (answer.status_code, answer.json()["code"]) == (403, "PPL013")


def test_a_decision_soon_after_is_named_in_ledger_manifest_report_and_period(
    furnished: Service, door: Door
) -> None:
    """She makes an account, gives it the role, and signs in as it: nothing of it is refused, all is named."""
    root = door.program("root")
    made = root.post("/api/v1/people", json={"login": "puppet", "display": "Puppet Of Root"}).json()
    assert root.put(members("puppet", furnished), json={"roles": ["approver"]}).status_code == 204
    release = started(
        furnished, approved_policy(furnished, POLICY + "review: {all_above: 0}\n"), {"a.txt": "Nothing.\n"}
    )
    with furnished.database.look() as state:
        documents = queue(state, person(furnished, "reviewer.clinic"), release)
    for one in documents:
        assert finish(furnished, person(furnished, "reviewer.clinic"), one.id) == ""
    with furnished.database.begin() as state:
        person_named(state, "puppet").must_change = False
    approve(furnished, person(furnished, "puppet"), release, "")
    assert drain(furnished) == 1
    manifest = json.loads((bundle_path(furnished, release) / "manifest.json").read_text())
    named = [(one["person"], one["event"], one["by"]) for one in manifest["review"]["near_events"]]
    wanted = [
        ("Puppet Of Root", "the account was made", "Head of the House"),
        ("Puppet Of Root", "a role was given", "Head of the House"),
    ]
    assert named == wanted
    report = (bundle_path(furnished, release) / "report.html").read_text()
    assert "Puppet Of Root" in report and "a role was given" in report
    period = door.program("auditor.clinic").get("/api/v1/audit/period").json()
    assert [(one["person"], one["event"], one["by"]) for one in period["near_events"]] == wanted
    assert {one["what"] for one in period["identity"]} >= {"the account was made", "a role was given"}
    assert steps(made["id"]) == ["account-made", "roles-given"]
    assert "Puppet Of Root" in door.browser("auditor.clinic").get("/audit?event=identity").text


@pytest.mark.parametrize("how", ["role", "closed", "reset", "must change"])
def test_keys_end_with_what_they_stand_on(furnished: Service, door: Door, how: str) -> None:
    second_administrator(furnished)
    program, root = door.program("reviewer.clinic"), door.program("root")
    assert program.get("/api/v1/me").status_code == 200
    ident = person(furnished, "reviewer.clinic").id
    if how == "role":
        assert root.put(f"/api/v1/groups/clinic/members/{ident}", json={"roles": []}).status_code == 204
    elif how == "closed":
        assert root.delete(f"/api/v1/people/{ident}").status_code == 204
    elif how == "reset":
        for one in (root, door.program("second.root")):
            assert one.post(f"/api/v1/people/{ident}/password").status_code == 200
    else:
        with furnished.database.begin() as state:
            person_named(state, "reviewer.clinic").must_change = True
    assert program.get("/api/v1/me").status_code == (403 if how == "must change" else 401)


def key_with(door: Door, login: str, *scopes: str) -> TestClient:
    """A program whose key is good for `scopes`."""
    body = {"title": "x", "days": 1, "scopes": list(scopes)}
    shown = door.program(login).post("/api/v1/keys", json=body).json()["key"]
    return door.client(authorization=f"Bearer {shown}")


def test_a_key_is_good_for_its_scopes_alone(furnished: Service, door: Door) -> None:
    from tests.service.things import there

    there(furnished, "clinic")
    decision = "/api/v1/releases/rele-clinic/decision"
    reads = key_with(door, "approver.clinic", "read")
    assert reads.get("/api/v1/releases/rele-clinic").status_code == 200
    refused = reads.post(decision, json={"outcome": "reject", "words": "no"})
    assert (refused.status_code, refused.json()["code"]) == (403, "PPL014")
    approves = key_with(door, "approver.clinic", "approve")
    assert approves.post(decision, json={"outcome": "reject", "words": "no"}).status_code == 409
    wider = reads.post("/api/v1/keys", json={"title": "x", "days": 300, "scopes": ["read", "approve"]})
    assert (wider.status_code, wider.json()["code"]) == (403, "PPL014")
    without = door.program("root").post("/api/v1/keys", json={"title": "x", "days": 1})
    assert without.status_code == 422
    assert key_with(door, "root", "read").get("/api/v1/groups").status_code == 200
    assert (
        key_with(door, "root", "read").post("/api/v1/people", json={"login": "p", "display": "P"}).status_code
        == 403
    )


def test_there_is_an_end_to_keys(furnished: Service, door: Door) -> None:
    program = door.program("author.clinic")
    body = {"title": "x", "days": 1, "scopes": ["read"]}
    answers = [program.post("/api/v1/keys", json=body).status_code for _ in range(25)]
    assert answers.count(201) == 19
    assert set(answers[19:]) == {409}
    listed = door.program("root").get(f"/api/v1/people/{person(furnished, 'author.clinic').id}/keys").json()
    assert len(listed) == 20
    assert door.program("administrator.clinic").delete(f"/api/v1/keys/{listed[0]['id']}").status_code == 404
    assert door.program("root").delete(f"/api/v1/keys/{listed[0]['id']}").status_code == 204


def test_entries_name_the_key(furnished: Service, door: Door) -> None:
    root = door.program("root")
    root.post("/api/v1/people", json={"login": "newcomer", "display": "New"})
    made = [one for one in entries_of(None, "", "identity", False) if one.body["step"] == "account-made"]
    used = [one for one in entries_of(None, "", "identity", False) if one.body["step"] == "key-used"]
    assert made[0].body["key"] == used[0].body["subject_key"]
    assert len(Scope) == 6


def test_signed_off_without_being_opened_is_named_and_refused_in_a_browser(
    furnished: Service, door: Door
) -> None:
    policy = approved_policy(furnished, POLICY + "review: {all_above: 0}\n")
    release = started(furnished, policy, {"a.txt": "Nothing.\n", "b.txt": "Nothing at all.\n"})
    with furnished.database.look() as state:
        one, two = (found.id for found in queue(state, person(furnished, "reviewer.clinic"), release))
    browser, program = door.browser("reviewer.clinic"), door.program("reviewer.clinic")
    unseen = browser.post(f"/review/{one}/finish", outcome="release")
    assert unseen.status_code == 409 and "RVW020" in unseen.text
    browser.get(f"/review/{one}")
    assert browser.post(f"/review/{one}/finish", outcome="release").status_code == 303
    assert program.post(f"/api/v1/documents/{two}/finish", json={"outcome": "release"}).json()["passed"]
    program.get(f"/api/v1/documents/{two}")  # too late
    approve(furnished, person(furnished, "approver.clinic"), release, "")
    assert drain(furnished) == 1
    manifest = json.loads((bundle_path(furnished, release) / "manifest.json").read_text())
    wanted = [{"document": "000002", "reviewer": "Reviewer Of Clinic"}]
    assert manifest["review"]["unopened"] == wanted
    report = (bundle_path(furnished, release) / "report.html").read_text()
    assert "Signed off without being opened" in report


def test_failures_are_told_in_sums_and_to_the_owner(furnished: Service, door: Door) -> None:
    for _ in range(3):
        client = door.client(accept="text/html")
        word = re.search(r'name="door" value="([^"]+)"', client.get("/sign-in").text)
        assert word
        client.post("/sign-in", data={"login": "author.clinic", "password": "wrong", "door": word[1]})
    browser = door.browser("author.clinic")
    assert "3 wrong passwords were tried" in browser.get("/").text
    assert "wrong password" not in door.browser("author.clinic").get("/").text


def test_a_new_password_of_ones_own_is_an_entry(furnished: Service, door: Door) -> None:
    browser = door.browser("reviewer.clinic")
    wrong = browser.post("/account/password", old="wrong", new="five other unlike words")
    assert wrong.status_code != 303
    assert browser.post("/account/password", old=PASSWORD, new="five other unlike words").status_code == 303
    entries = door.program("auditor.clinic").get("/api/v1/audit?event=identity").json()
    assert [one["person"] for one in entries if "password-changed" in one["what"]] == ["Reviewer Of Clinic"]


def test_strangers_lock_nobody_out_and_a_known_browser_gets_in(furnished: Service, door: Door) -> None:
    from service.people import sign_in as signing
    from service.people.limits import EVERYWHERE, PER_PLACE, count
    from service.refusals import Refusal

    def tried(address: str, password: str = "wrong words", device: str = "") -> int:
        try:
            signing.sign_in(furnished.database, furnished.vault, "author.clinic", password, address, device)
        except Refusal as error:
            return error.status
        return 200

    browser = door.browser("author.clinic")
    device = browser.client.cookies["saferelease-browser"]
    assert {tried("10.0.0.0") for _ in range(PER_PLACE.times)} == {401}
    assert tried("10.0.0.0", PASSWORD) == 429
    assert tried("10.0.0.0", PASSWORD, device) == 200
    assert tried("10.0.0.0", PASSWORD, "another browser") == 429
    assert tried("10.1.0.1", PASSWORD) == 200, "another address"
    with furnished.database.begin() as session:
        for _ in range(EVERYWHERE.times - PER_PLACE.times):
            count(session, furnished.vault, EVERYWHERE, "author.clinic")
    assert tried("10.1.0.1", PASSWORD) == 429, "from everywhere at once"
    assert tried("10.1.0.1", PASSWORD, device) == 200

"""Removed values are shown once, to who asked with a reason, after somebody else agreed."""

from __future__ import annotations

import logging
import tempfile
import threading
from datetime import timedelta
from pathlib import Path

import pytest

from adapters.ledger import Entry, ledger_path
from adapters.ledger.parts import Part, newest
from adapters.machine.locations import home
from engine.errors import InvalidError
from flows.audit.verification.answers import Asked
from flows.audit.verification.bundle import verify_release
from flows.release.records.recording import open_words
from service.app.context import Service
from service.app.settings import Settings
from service.people.accounts import give_roles, group_named
from service.people.roles import Role
from service.refusals import Refusal
from service.releases import approval
from service.releases.intake import bundle_path
from service.releases.originals import reveals
from service.releases.retention import clear
from service.releases.running import drain
from service.state.columns import now
from service.state.tables import Person, Release, Reveal
from tests.service.browsers import browsing, send, signed_in, violations
from tests.service.cases import LETTER, POLICY, approved_policy, documents, person, release_of, started
from tests.service.people import Door
from tests.service.test_canary_service import CANARY, TEXT, holders

REASON = "court order 12/345"
REMOVED = ["John Miller", "219-09-9999", "jm@example.org"]


def sealed(service: Service, text: str = LETTER) -> tuple[str, str]:
    """A sealed release of one letter, and the id of the letter."""
    release = started(service, approved_policy(service), {"letter.txt": text})
    approval.approve(service, person(service, "approver.clinic"), release, "")
    assert drain(service) == 1 and release_of(service, release).state == "sealed"
    return release, documents(service, release)[1].id


def asked(service: Service, text: str = LETTER) -> str:
    """A reviewer asks for the values of a letter."""
    return reveals.ask(service, person(service, "reviewer.clinic"), *sealed(service, text), REASON)


def granted(service: Service, text: str = LETTER) -> str:
    """The same, and an approver agreed."""
    reveal = asked(service, text)
    reveals.decide(service, person(service, "approver.clinic"), reveal, grant=True, words="seen the order")
    return reveal


def entries() -> list[Entry]:
    """The ledger's entries of it, the oldest first."""
    return [one for one in newest(ledger_path(home()), Part())[::-1] if "reveal" in one.body]


def told() -> list[tuple[str, str]]:
    """What the ledger says of it, in order: event and outcome, each with its receipt."""
    found = entries()
    assert all((home() / "receipts" / f"{one.seq:08d}.json").is_file() for one in found)
    return [(one.event, str(one.body["outcome"])) for one in found]


def over(service: Service, reveal: str) -> None:
    """Its time has passed."""
    with service.database.begin() as state:
        state.get_one(Reveal, reveal).until = now() - timedelta(seconds=1)


def test_a_second_person_agrees_and_the_values_are_seen_once(furnished: Service, door: Door) -> None:
    release, letter = sealed(furnished)
    reviewer, approver = door.browser("reviewer.clinic"), door.browser("approver.clinic")
    page = reviewer.get(f"/releases/{release}").text
    assert 'id="reveal"' in page and "John Miller" not in page
    asking = {"document": letter, "reason": REASON}
    assert reviewer.post(f"/releases/{release}/reveals", **asking).status_code == 303
    assert "Somebody asks to see" in approver.get("/").text
    assert "Somebody asks to see" not in reviewer.get("/").text
    (line,) = door.program("reviewer.clinic").get("/api/v1/reveals").json()
    address = f"/reveals/{line['id']}"
    assert reviewer.post(f"{address}/values").status_code == 409, "nobody agreed yet"
    assert reviewer.post(f"{address}/decision", outcome="grant").status_code == 403
    shown = approver.get("/reveals").text
    assert REASON in shown and "Grant" in shown
    assert approver.post(f"{address}/decision", outcome="grant", words="seen the order").status_code == 303
    assert approver.post(f"{address}/values").status_code == 403, "who agreed is not who asked"
    assert "You may look once" in reviewer.get("/").text
    answer = reviewer.post(f"{address}/values")
    assert answer.status_code == 200 and all(one in answer.text for one in REMOVED)
    assert answer.headers["cache-control"] == "no-store"
    again = reviewer.post(f"{address}/values")
    assert again.status_code == 409 and "John Miller" not in again.text
    assert told() == [("reveal", "asked"), ("reveal", "granted"), ("revealed", "revealed")]


def test_programs_get_the_same(furnished: Service, door: Door) -> None:
    release, letter = sealed(furnished)
    asker, second = door.program("reviewer.clinic"), door.program("administrator.clinic")
    body = {"document": letter, "reason": REASON}
    made = asker.post(f"/api/v1/releases/{release}/reveals", json=body).json()["id"]
    assert asker.post(f"/api/v1/releases/{release}/reveals", json=body).json()["id"] == made, "once"
    assert second.get("/api/v1/reveals").json()[0]["grants"]
    decided = second.post(f"/api/v1/reveals/{made}/decision", json={"outcome": "grant"})
    assert decided.status_code == 204
    found = asker.post(f"/api/v1/reveals/{made}/values").json()
    assert [one["original"] for one in found] == REMOVED
    assert [LETTER[one["start"] : one["end"]] for one in found] == REMOVED
    assert asker.post(f"/api/v1/reveals/{made}/values").json()["code"] == "SVC003"


def test_a_refusal_shows_nothing(furnished: Service) -> None:
    reveal, reviewer = asked(furnished), person(furnished, "reviewer.clinic")
    reveals.decide(furnished, person(furnished, "approver.clinic"), reveal, grant=False)
    with pytest.raises(Refusal, match="SVC003"):
        reveals.values(furnished, reviewer, reveal)
    with pytest.raises(Refusal, match="SVC003"):
        reveals.decide(furnished, person(furnished, "administrator.clinic"), reveal, grant=True)
    assert told() == [("reveal", "asked"), ("reveal", "refused")]


def test_who_asked_never_agrees_whatever_the_roles(furnished: Service) -> None:
    with furnished.database.begin() as state:
        found = state.get_one(Person, person(furnished, "approver.clinic").id)
        give_roles(
            state,
            found,
            group_named(state, "clinic"),
            [Role.APPROVER, Role.ADMINISTRATOR, Role.REVIEWER],
            person(furnished, "root").id,
        )
    both, (release, letter) = person(furnished, "approver.clinic"), sealed(furnished)
    reveal = reveals.ask(furnished, both, release, letter, REASON)
    with pytest.raises(Refusal, match="RVW013"):
        reveals.decide(furnished, both, reveal, grant=True)


def test_its_time_passes(furnished: Service) -> None:
    reveal, reviewer = granted(furnished), person(furnished, "reviewer.clinic")
    over(furnished, reveal)
    with pytest.raises(Refusal, match="SVC003"):
        reveals.values(furnished, reviewer, reveal)
    with furnished.database.look() as state:
        (line,) = reveals.lines_for(furnished, state, reviewer)
        assert (line.state, line.shows) == ("over", False)
        assert reveals.waiting(state, reviewer) == (0, 0)


def test_a_request_that_nobody_answered_cannot_be_granted_later(furnished: Service) -> None:
    reveal = asked(furnished)
    over(furnished, reveal)
    with pytest.raises(Refusal, match="SVC003"):
        reveals.decide(furnished, person(furnished, "approver.clinic"), reveal, grant=True)


def test_who_lost_the_role_sees_nothing(furnished: Service) -> None:
    reveal = granted(furnished)
    with furnished.database.begin() as state:
        found = state.get_one(Person, person(furnished, "reviewer.clinic").id)
        give_roles(state, found, group_named(state, "clinic"), [Role.AUDITOR])
    with pytest.raises(Refusal, match="SVC002"):
        reveals.values(furnished, person(furnished, "reviewer.clinic"), reveal)


def test_outsiders_learn_nothing_and_auditors_no_words(furnished: Service, door: Door) -> None:
    reveal = granted(furnished)
    for role in ("reviewer", "approver", "administrator", "auditor"):
        program = door.program(f"{role}.court")
        assert program.get("/api/v1/reveals").json() == []
        assert program.post(f"/api/v1/reveals/{reveal}/values").status_code == 404
        assert program.get("/api/v1/audit").status_code in (200, 403, 404)
    assert door.program("auditor.court").get("/api/v1/audit", params={"event": "reveal"}).json() == []
    (line,) = door.program("auditor.clinic").get("/api/v1/reveals").json()
    assert (line["reason"], line["comment"], line["shows"], line["grants"]) == ("", "", False, False)
    assert len(door.program("auditor.clinic").get("/api/v1/audit", params={"event": "reveal"}).json()) == 2


def test_of_two_at_once_one_sees_them(furnished: Service) -> None:
    reveal, reviewer = granted(furnished), person(furnished, "reviewer.clinic")
    seen: list[int] = []

    def look() -> None:
        try:
            seen.append(len(reveals.values(furnished, reviewer, reveal)))
        except Refusal:
            seen.append(0)

    threads = [threading.Thread(target=look) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(seen) == [0, 0, 0, 3]
    assert told().count(("revealed", "revealed")) == 1


def test_without_the_ledger_nothing_is_shown(furnished: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    reveal, reviewer = granted(furnished), person(furnished, "reviewer.clinic")

    def closed(*given: object) -> None:
        raise InvalidError

    with monkeypatch.context() as patch:
        patch.setattr(reveals, "record", closed)
        with pytest.raises(InvalidError):
            reveals.values(furnished, reviewer, reveal)
    assert len(reveals.values(furnished, reviewer, reveal)) == 3, "nothing was used up"


def test_a_private_record_that_is_gone_uses_nothing_up(furnished: Service) -> None:
    reveal, reviewer = granted(furnished), person(furnished, "reviewer.clinic")
    with furnished.database.look() as state:
        release = state.get_one(Reveal, reveal).release_id
    private = bundle_path(furnished, release).with_name(f"{release}.private") / "decisions"
    aside = private.rename(private.with_name("aside"))
    with pytest.raises(InvalidError, match="REV004"):
        reveals.values(furnished, reviewer, reveal)
    aside.rename(private)
    assert len(reveals.values(furnished, reviewer, reveal)) == 3


def test_it_needs_a_sealed_release_a_document_of_it_and_a_reason(furnished: Service) -> None:
    reviewer, (release, letter) = person(furnished, "reviewer.clinic"), sealed(furnished)
    for reason in ("", "  ", "x" * 501):
        with pytest.raises(Refusal, match="SVC004"):
            reveals.ask(furnished, reviewer, release, letter, reason)
    with pytest.raises(Refusal, match="SVC001"):
        reveals.ask(furnished, reviewer, release, "0" * 32, REASON)
    assert told() == []


def test_after_the_originals_are_gone_the_private_record_still_opens(furnished: Service) -> None:
    reveal, reviewer = granted(furnished), person(furnished, "reviewer.clinic")
    with furnished.database.begin() as state:
        found = state.get_one(Reveal, reveal)
        release_row = release_of(furnished, found.release_id)
        state.merge(release_row).keep_until = now() - timedelta(seconds=1)
    at_once = Settings(furnished.settings.folder, furnished.database.address, keep_days=0)
    assert clear(Service(at_once, furnished.database, furnished.keys)) == 1
    assert len(reveals.values(furnished, reviewer, reveal)) == 3


def test_the_reason_and_both_people_stand_in_ledger_and_report(furnished: Service, door: Door) -> None:
    reveal = granted(furnished)
    reveals.values(furnished, person(furnished, "reviewer.clinic"), reveal)
    asked_for, _, seen = entries()
    for entry in (asked_for, seen):
        assert open_words(furnished.keys, entry.event, str(entry.body["reason"])) == REASON
    (line,) = door.program("auditor.clinic").get("/api/v1/audit/period").json()["reveals"]
    assert line["by"] == "Reviewer Of Clinic, granted by Approver Of Clinic"


def test_no_text_is_left_behind(
    furnished: Service, door: Door, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    caplog.set_level(logging.DEBUG)
    release, letter = sealed(furnished, TEXT)
    reviewer, approver = door.browser("reviewer.clinic"), door.browser("approver.clinic")
    said = {"document": letter, "reason": f"{CANARY} reason"}
    assert reviewer.post(f"/releases/{release}/reveals", **said).status_code == 303
    (line,) = door.program("approver.clinic").get("/api/v1/reveals").json()
    address = f"/reveals/{line['id']}"
    approver.post(f"{address}/decision", outcome="grant", words=f"{CANARY} comment")
    assert f"{CANARY} comment" in reviewer.get("/reveals").text
    assert f"{CANARY}two@example.org" in reviewer.post(f"{address}/values").text
    assert reviewer.post(f"{address}/values").status_code == 409
    furnished.database.engine.dispose()
    assert holders(tmp_path, sealed=release) == [] and holders(home()) == []
    assert CANARY not in caplog.text


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_in_a_browser(live: Service) -> None:
    from playwright.sync_api import expect

    release, _ = sealed(live)
    base, found = live.settings.address, []
    with browsing() as browser:
        reviewer = signed_in(browser, base, "reviewer.clinic")
        reviewer.goto(f"{base}/releases/{release}")
        reviewer.get_by_text("Ask to see what was removed").click()
        reviewer.fill("#reveal-reason", REASON)
        found += violations(reviewer, "light")
        send(reviewer, "Ask for what was removed")
        found += violations(reviewer, "dark")
        second = signed_in(browser, base, "administrator.clinic")
        second.goto(f"{base}/reveals")
        found += violations(second, "light")
        send(second, "Grant")
        reviewer.goto(f"{base}/reveals")
        found += violations(reviewer, "light")
        send(reviewer, "Show the values now")
        expect(reviewer.locator("#values")).to_contain_text("John Miller")
        found += violations(reviewer, "dark")
    assert found == []


def test_an_approver_sees_an_original_on_request_alone(furnished: Service, door: Door) -> None:
    """With a reason, a second person and an entry; before the release is sealed."""
    policy = approved_policy(furnished, POLICY + "review: {all_above: 0}\n")
    release = started(furnished, policy, {"letter.txt": LETTER})
    letter = documents(furnished, release)[1].id
    approver, other = door.program("approver.clinic"), door.program("administrator.clinic")
    assert approver.get(f"/api/v1/documents/{letter}").status_code == 403
    assert "Miller" not in door.browser("approver.clinic").get(f"/releases/{release}").text
    address, body = f"/api/v1/releases/{release}/reveals", {"document": letter, "what": "original"}
    assert approver.post(address, json=body).status_code == 422, "a reason is asked for"
    assert approver.post(address, json=body | {"what": "whole", "reason": REASON}).status_code == 422
    assert approver.post(address, json=body | {"what": "values", "reason": REASON}).status_code == 409
    made = approver.post(address, json=body | {"reason": REASON}).json()["id"]
    shown, decision = f"/api/v1/reveals/{made}/original", f"/api/v1/reveals/{made}/decision"
    assert approver.post(shown).status_code == 409, "nobody agreed yet"
    assert approver.post(decision, json={"outcome": "grant"}).json()["code"] == "RVW013"
    assert other.post(decision, json={"outcome": "grant"}).status_code == 204
    assert other.post(shown).status_code == 403, "who agreed is not who asked"
    assert approver.post(f"/api/v1/reveals/{made}/values").status_code == 404, (
        "it was granted for another thing"
    )
    assert approver.post(shown).json() == {"text": LETTER}
    assert approver.post(shown).status_code == 409, "once"
    assert told() == [("reveal", "asked"), ("reveal", "granted"), ("revealed", "revealed")]
    assert {one.body["what"] for one in entries()} == {"original"}
    assert REASON not in str([one.body for one in entries()])


def test_a_reviewer_asks_in_a_browser_for_a_document_of_others(furnished: Service, door: Door) -> None:
    release, letter = sealed(furnished)
    with furnished.database.begin() as state:
        group_named(state, "clinic").shared = False
    reviewer, approver = door.browser("reviewer.clinic"), door.browser("approver.clinic")
    page = reviewer.get(f"/releases/{release}").text
    assert 'value="original"' in page and 'value="values"' in page
    asking = {"document": letter, "reason": REASON, "what": "original"}
    assert reviewer.post(f"/releases/{release}/reveals", **asking).status_code == 303
    (line,) = door.program("reviewer.clinic").get("/api/v1/reveals").json()
    assert line["what"] == "original"
    assert approver.post(f"/reveals/{line['id']}/decision", outcome="grant").status_code == 303
    assert f"/reveals/{line['id']}/original" in reviewer.get("/reveals").text
    answer = reviewer.post(f"/reveals/{line['id']}/original")
    assert "John Miller" in answer.text and answer.headers["cache-control"] == "no-store"
    report = door.program("auditor.clinic").get("/api/v1/audit/period").json()
    assert [one["outcome"] for one in report["reveals"]] == ["original shown"]


def test_no_original_is_asked_for_once_its_key_is_gone(furnished: Service) -> None:
    release, letter = sealed(furnished)
    with furnished.database.begin() as state:
        state.get_one(Release, release).key_sealed = None
    with pytest.raises(Refusal) as refused:
        reveals.ask(furnished, person(furnished, "approver.clinic"), release, letter, REASON, "original")
    assert refused.value.status == 404


def test_an_opening_is_for_the_reader_whom_the_second_person_read_of(
    furnished: Service, door: Door, tmp_path: Path
) -> None:
    release, letter = sealed(furnished)
    asker, second = door.program("reviewer.clinic"), door.program("approver.clinic")
    body = {"document": letter, "reason": "court order 7, for Dr. Ruiz"}
    made = asker.post(f"/api/v1/releases/{release}/reveals", json=body).json()["id"]
    address, wish = f"/api/v1/reveals/{made}/opening", {"reader": "Dr. Ruiz", "replacement": "[EMAIL]"}
    assert asker.post(address, json=wish).status_code == 409, "nobody agreed yet"
    assert second.post(f"/api/v1/reveals/{made}/decision", json={"outcome": "grant"}).status_code == 204
    assert second.post(address, json=wish).status_code == 403, "who agreed is not who asked"
    for other, status in (({"reader": "Dr. Reed"}, 422), ({"replacement": "[IBAN]"}, 404)):
        refused = asker.post(address, json=wish | other)
        assert (refused.status_code, "jm@example" in refused.text) == (status, False)
    answer = asker.post(address, json=wish)
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store"), answer.text
    file = tmp_path / "opening.json"
    file.write_bytes(answer.content)
    found = verify_release(bundle_path(furnished, release), Asked(search=False, openings=(file,)))
    [opening] = found.openings
    assert ([span.value for span in opening.spans], opening.reader) == (["jm@example.org"], "Dr. Ruiz")
    assert not [one for one in REMOVED[:2] if one in answer.text]
    assert asker.post(address, json=wish).json()["code"] == "SVC003", "once"
    last = entries()[-1]
    assert (last.event, last.body["places"], "Ruiz" in str(last.body)) == ("revealed", 1, False)
    assert open_words(furnished.keys, last.event, str(last.body["reader"])) == "Dr. Ruiz"


def test_the_page_hands_out_the_same_file(furnished: Service, door: Door) -> None:
    release, letter = sealed(furnished)
    reviewer, approver = door.browser("reviewer.clinic"), door.browser("approver.clinic")
    asking = {"document": letter, "reason": "for Dr. Ruiz"}
    assert reviewer.post(f"/releases/{release}/reveals", **asking).status_code == 303
    (line,) = door.program("reviewer.clinic").get("/api/v1/reveals").json()
    assert approver.post(f"/reveals/{line['id']}/decision", outcome="grant").status_code == 303
    assert f'action="/reveals/{line["id"]}/opening"' in reviewer.get("/reveals").text
    answer = reviewer.post(f"/reveals/{line['id']}/opening", reader="Dr. Ruiz")
    assert answer.headers["content-disposition"] == 'attachment; filename="opening.json"'
    assert [span["value"] for span in answer.json()["spans"]] == REMOVED

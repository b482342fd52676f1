"""What cannot be taken back is asked once more, on a page that works by key and without a script."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from service.app.context import Service
from service.people.accounts import group_named
from service.people.api_keys import make_key
from service.people.roles import Scope
from service.releases.intake import new_release
from service.releases.moves import State
from service.state.columns import now
from service.state.tables import ApiKey, Person, PolicyVersion, Release, Schedule, TrainingPermission
from service.web.pages.rendering import FOLDER
from tests.service.browsers import answered, browsing, signed_in, violations
from tests.service.cases import POLICY, approved_policy, person
from tests.service.people import Door

if TYPE_CHECKING:
    from playwright.sync_api import Page

DANGER = re.compile(
    r'<form method="post"(?:(?!</form>).)*?<button class="danger"(?:(?!</form>).)*?</form>', re.DOTALL
)
SAID = re.compile(r'<(?:input|textarea|select) (?!type="hidden")')
TAKEN_BACK = ("/cases/{{ one.id }}/remove", "/form/{{ screen }}", "/finish")
"""A case and an answer of a draft are given again, an approver sends a document back, the question itself."""


def group_id(service: Service, slug: str) -> str:
    with service.database.look() as state:
        return group_named(state, slug).id


def draft(service: Service) -> str:
    operator = person(service, "operator.clinic")
    return new_release(service, operator, group_id(service, "clinic"), "Old letters", "hipaa-safe-harbor").id


def test_no_page_ends_anything_at_one_click() -> None:
    forms = [
        form for path in sorted(FOLDER.rglob("*.j2")) for form in DANGER.findall(path.read_text("utf-8"))
    ]
    assert len(forms) >= 5, "the forms are not found any more"
    at_once = [f for f in forms if not SAID.search(f) and not any(word in f for word in TAKEN_BACK)]
    assert at_once == []


def test_a_draft_is_discarded_after_a_question(furnished: Service, door: Door) -> None:
    release = draft(furnished)
    operator = door.browser("operator.clinic")
    page = operator.get(f"/releases/{release}").text
    assert f'href="/releases/{release}/cancel">Discard</a>' in page
    assert f'action="/releases/{release}/cancel"' not in page
    asked = operator.get(f"/releases/{release}/cancel")
    assert "Discard Old letters?" in asked.text and "its documents are deleted" in asked.text
    with furnished.database.look() as state:
        assert state.get_one(Release, release).state == State.DRAFT
    assert operator.post(f"/releases/{release}/cancel").status_code == 303
    with furnished.database.look() as state:
        assert state.get_one(Release, release).state == State.CANCELLED


def test_programs_are_not_asked(furnished: Service, door: Door) -> None:
    release = draft(furnished)
    assert door.program("operator.clinic").post(f"/api/v1/releases/{release}/cancel").status_code == 204


def _account(service: Service) -> str:
    return f"/people/accounts/{person(service, 'stranger').id}/close"


def _key(service: Service) -> str:
    with service.database.begin() as state:
        shown = make_key(state, service.keys, person(service, "root"), "the nightly program", 9, list(Scope))
    return f"/account/keys/{shown.split('_')[1]}/end"


def _training(service: Service) -> str:
    with service.database.begin() as state:
        state.add(TrainingPermission(group_id=group_id(service, "clinic"), by=person(service, "root").id))
    return "/people/clinic/training"


def _standing(service: Service) -> tuple[object, ...]:
    with service.database.look() as state:
        return (
            state.scalar(select(Person.active).where(Person.login == "stranger")),
            list(state.scalars(select(ApiKey.revoked))),
            len(list(state.scalars(select(TrainingPermission)))),
        )


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (_account, "Close the account of In No Group (stranger)?"),
        (_key, "End the key for the nightly program?"),
        (_training, "Withdraw the permission in Matters of the clinic?"),
    ],
)
def test_looking_at_the_question_ends_nothing_and_its_form_does(
    furnished: Service, door: Door, made: Callable[[Service], str], words: str
) -> None:
    address, root = made(furnished), door.browser("root")
    before = _standing(furnished)
    page = root.get(address).text
    assert words in page and "No, go back</a>" in page
    assert _standing(furnished) == before
    fields = dict(
        re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page.partition("<main")[2])
    )
    assert root.client.post(address, data=fields).status_code == 303
    assert _standing(furnished) != before


def test_a_schedule_is_deleted_after_a_question(furnished: Service, door: Door) -> None:
    with furnished.database.begin() as state:
        group, who = group_id(furnished, "clinic"), person(furnished, "operator.clinic")
        made = Schedule(
            id="s" * 32, group_id=group, created_by=who.id, policy="hipaa-safe-harbor", every="",
            title_sealed=furnished.vault.seal("Every night", f"schedule title {'s' * 32}"),
            source_sealed=furnished.vault.seal("", f"schedule folder {'s' * 32}"),
            next_at=now() + timedelta(days=1),
        )  # fmt: skip
        state.add(made)
    operator = door.browser("operator.clinic")
    assert f'href="/schedules/{"s" * 32}/end">Delete</a>' in operator.get(f"/schedules/{'s' * 32}").text
    assert "Delete Every night?" in operator.get(f"/schedules/{'s' * 32}/end").text


def _by_key(page: Page, name: str) -> None:
    page.get_by_role("link", name=name, exact=True).focus()
    with answered(page):
        page.keyboard.press("Enter")


def test_by_keyboard_and_without_a_script(live: Service) -> None:
    release = draft(live)
    with browsing() as browser:
        page = signed_in(browser, live.settings.address, "operator.clinic")
        page.goto(f"{live.settings.address}/releases/{release}")
        _by_key(page, "Discard")
        assert page.get_by_role("heading", level=1).inner_text() == "Discard Old letters?"
        assert violations(page) + violations(page, "dark") == []
        _by_key(page, "No, go back")
        assert page.locator("#state").inner_text() == "Draft"
        kept = page.context.storage_state()
        bare = browser.new_context(java_script_enabled=False, storage_state=kept).new_page()
        bare.goto(f"{live.settings.address}/releases/{release}/cancel")
        bare.get_by_role("button", name="Discard the draft").focus()
        bare.keyboard.press("Enter")
        bare.wait_for_url(f"**/releases/{release}")
        assert bare.locator("#state").inner_text() == "Cancelled"


def test_a_policy_under_a_name_that_is_taken_is_asked_about(furnished: Service, door: Door) -> None:
    """It became the next version without a word; what it was to stand on was lost."""
    version, author = approved_policy(furnished), door.browser("author.clinic")
    fields = {"group": group_id(furnished, "clinic"), "base": "gdpr-special-categories", "slug": "letters"}
    page = author.post("/policies", **fields)
    assert page.status_code == 200 and "A policy letters is there already" in page.text
    assert f'href="/policies/{version}">Look at version 1' in page.text and "Write version 2" in page.text
    assert versions(furnished) == 1
    refused = door.program("author.clinic").post("/api/v1/policies", json={"group": "clinic", "text": POLICY})
    assert (refused.status_code, refused.json()["code"]) == (409, "PLB004")
    assert f"/policies/{version}" in refused.json()["detail"]
    assert versions(furnished) == 1
    (action,) = re.findall(rf'action="(/policies/{version}/next)"', page.text)
    assert author.post(action).status_code == 303
    assert versions(furnished) == 2
    again = author.post("/policies", **fields).text
    assert (
        "version 2 is still open (draft)" in again
        and ">Open it</a>" in again
        and "<button" not in again.partition("<main")[2]
    )
    assert versions(furnished) == 2
    assert author.post("/policies", **{**fields, "slug": "others"}).status_code == 303
    assert versions(furnished) == 3


def versions(service: Service) -> int:
    with service.database.look() as state:
        return len(list(state.scalars(select(PolicyVersion))))

"""The review page by keyboard alone in a real Chromium; axe looks at it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from service.app.context import Service
from service.state.tables import Override
from tests.service.browsers import answered, browsing, signed_in, violations
from tests.service.cases import approved_policy, documents, started
from tests.service.test_levels import LETTER, PROTECTED
from tests.service.test_pictures import PAGES, begun

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::DeprecationWarning")]


def test_a_level_is_chosen_by_key_and_the_risk_moves(live: Service) -> None:
    from playwright.sync_api import expect

    release = started(live, approved_policy(live, PROTECTED), {"a.txt": LETTER})
    document = documents(live, release)[1].id
    with browsing() as browser:
        page = signed_in(browser, live.settings.address, "reviewer.clinic")
        page.goto(f"{live.settings.address}/review/{document}")
        first = page.locator("#finding-0")
        expect(first.locator("details").first).to_have_attribute("open", "")
        page.keyboard.press("e")
        expect(first.locator("input[type=radio]:focus")).to_have_value("A drug")
        page.keyboard.press("ArrowUp")
        page.keyboard.press("ArrowUp")  # what tells more, and too much
        expect(first.locator(".weighed")).to_contain_text("With “An antiviral”")
        expect(first.locator(".above")).to_be_visible()
        assert violations(page) + violations(page, "dark") == []
        page.keyboard.press("Tab")
        expect(first.locator(".above select")).to_be_focused()
        page.keyboard.press("Tab")
        page.keyboard.type("She agreed in writing")
        with answered(page):
            page.keyboard.press("Enter")
        expect(first.locator("summary .tag")).to_have_text("override asked")
        with answered(page):
            page.keyboard.press("u")
        expect(first.locator("summary .tag")).to_have_text("open")
        _within_the_limit(page)
        _enter_sends_what_its_field_belongs_to(page)
    with live.database.look() as state:
        assert [one.code for one in state.scalars(select(Override))] == ["public-official"]


def test_pages_are_looked_through_by_key(live: Service) -> None:
    from playwright.sync_api import expect

    (document,) = begun(live, a_pdf=PAGES)
    with browsing() as browser:
        page = signed_in(browser, live.settings.address, "reviewer.clinic")
        page.goto(f"{live.settings.address}/review/{document}")
        with answered(page):
            page.keyboard.press("v")
        picture = page.get_by_role("img", name="Page 1 of 2 of the original. 2 findings on it")
        expect(picture).to_be_visible()
        assert page.evaluate("[...document.images].every((one) => one.complete && one.naturalWidth > 900)")
        expect(page.locator("rect.on")).to_have_attribute("data-index", "0")
        page.keyboard.press("j")
        expect(page.locator("rect.on")).to_have_attribute("data-index", "1")
        with answered(page):
            page.keyboard.press("a")
        expect(page.locator("#finding-1 summary .tag")).to_have_text("accepted")
        expect(picture).to_be_visible()
        assert violations(page) + violations(page, "dark") == []
        with answered(page):
            page.keyboard.press(".")
        expect(page.get_by_role("img", name="Page 2 of 2 of the original. No finding on it.")).to_be_visible()
        with answered(page):
            page.keyboard.press("k")  # its finding stands on the first page
        expect(picture).to_be_visible()
        with answered(page):
            page.keyboard.press("v")
        expect(page.locator("#original")).to_contain_text("I saw John Miller in Albany")


def _within_the_limit(page: Page) -> None:
    from playwright.sync_api import expect

    first = page.locator("#finding-0")
    page.keyboard.press("e")
    page.keyboard.press("ArrowDown")
    expect(first.locator(".weighed")).to_contain_text("With “A substance”")
    expect(first.locator(".above")).to_be_hidden()
    with answered(page):
        page.keyboard.press("Enter")
    expect(first.locator("summary .tag")).to_have_text("changed")
    expect(page.locator("#released")).to_contain_text("A substance was given")


def _enter_sends_what_its_field_belongs_to(page: Page) -> None:
    """A reason that ends with Enter refuses; it never accepts."""
    from playwright.sync_api import expect

    second = page.locator("#finding-1")
    page.keyboard.press("j")
    page.keyboard.press("r")
    page.keyboard.press("Tab")
    page.keyboard.type("It is a word")
    with answered(page):
        page.keyboard.press("Enter")
    expect(second.locator("summary .tag")).to_have_text("refused")

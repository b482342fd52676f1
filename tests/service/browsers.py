"""The Chromium that tests look at pages with: required in CI, skipped with a plain message elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tests.patience import PATIENCE
from tests.programs import need
from tests.service.people import PASSWORD

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


def chromium() -> str:
    """Its path."""
    found = need("chromium")
    _be_patient()
    return found


def _be_patient() -> None:
    from playwright.sync_api import expect

    expect.set_options(timeout=PATIENCE * 1000)


@contextmanager
def browsing() -> Iterator[Browser]:
    """A browser; each page that it opens is somebody else's."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        yield browser
        browser.close()


def signed_in(browser: Browser, base: str, login: str) -> Page:
    """A page of somebody who is signed in."""
    from playwright.sync_api import expect

    page = browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
    page.set_default_timeout(PATIENCE * 1000)
    page.goto(f"{base}/sign-in")
    page.fill("#login", login)
    page.fill("#password", PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="What waits for you")).to_be_visible()
    return page


@contextmanager
def answered(page: Page) -> Iterator[None]:
    """What is done inside sends a form; outside, the page that answers is there, and its scripts ran."""
    from playwright.sync_api import expect

    page.evaluate("document.documentElement.dataset.before = ''")
    yield
    expect(page.locator("html:not([data-before])")).to_be_attached()
    page.wait_for_load_state()


def send(page: Page, name: str, *, exact: bool = False) -> None:
    """Press a button that sends a form, and wait for the answer."""
    with answered(page):
        page.get_by_role("button", name=name, exact=exact).click()


def violations(page: Page, scheme: str = "light") -> list[str]:
    """What axe says against a page."""
    from axe_playwright_python.sync_playwright import Axe
    from playwright.sync_api import Error

    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    try:
        found = Axe().run(page).response["violations"]
    except Error as gone:  # a page that tells of progress went on to the next meanwhile
        if "context was destroyed" not in str(gone):
            raise
        page.wait_for_load_state()
        found = Axe().run(page).response["violations"]
    return [f"{page.url} {one['id']} {one['nodes'][0]['html'][:120]}" for one in found]

"""Every page on a desk, a tablet and a phone: nothing is cut off, nothing needs scrolling sideways."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from service.app.context import Service
from service.people.roles import Role
from service.releases.review.finishing import finish
from tests.service.browsers import browsing, signed_in
from tests.service.cases import DOCUMENTS, POLICY, approved_policy, documents, person, started

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::DeprecationWarning")]

WIDTHS = (1280, 800, 390)
TOUCH = 44
"""Pixels that a finger needs."""
TOO_WIDE = """() => [...document.querySelectorAll("body *")].filter((one) => {
  const box = one.getBoundingClientRect();
  const scrolls = one.closest(".table, .text, pre, svg, .skip, .visually-hidden, .lined");
  return box.width && box.right > innerWidth + 1 && !scrolls;
}).slice(0, 3).map((one) => `${one.tagName} ${one.className} ${one.textContent.trim().slice(0, 40)}`)"""
MENU = """() => [...document.querySelectorAll("header.top nav a")].map((one) => one.getBoundingClientRect())
  .map((box) => [box.left, box.right, box.top, box.bottom])"""


def in_use(service: Service) -> None:
    """Releases in several states, under a policy of the group."""
    policy = approved_policy(service, POLICY + "review: {all_above: 0}\n")
    started(service, policy, {"letter.txt": DOCUMENTS["letter.txt"], "broken.docx": "PK\x03\x04 no document"})
    release = started(service, policy, {"letter.txt": DOCUMENTS["letter.txt"] + "And again.\n"})
    for one in documents(service, release).values():
        assert finish(service, person(service, "reviewer.clinic"), one.id) == ""


def pages_of(page: Page, base: str) -> Iterator[str]:
    """Addresses of pages that one reaches from the menu: one of each kind."""
    page.goto(base)
    seen, left = set[str](), ["/"]
    while left:
        address = left.pop(0)
        kind = re.sub(r"[0-9a-f]{32}", "ID", re.sub(r"shipped/[^/]+", "shipped/ID", address)).partition("?")[
            0
        ]
        if kind in seen or re.search(
            r"/(download|bundle|report|export|static|api)\b|\.(zip|csv|json|pdf)$", kind
        ):
            continue
        seen.add(kind)
        yield address
        links = page.locator("a[href^='/']:not([download])").evaluate_all(
            "all => all.map((one) => one.getAttribute('href'))"
        )
        left += [one.partition("#")[0] for one in links]


def faults_of(page: Page, width: int) -> list[str]:
    """What does not fit a page at a width."""
    page.set_viewport_size({"width": width, "height": 900})
    where = f"{page.url} at {width}"
    found = [f"{where}: {one}" for one in page.evaluate(TOO_WIDE)]
    if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
        found.append(f"{where} scrolls sideways")
    menu = page.evaluate(MENU)
    if any(left < 0 or right > width for left, right, _, _ in menu):
        found.append(f"{where}: an entry of the menu is out of sight")
    if menu and max(end for *_, end in menu) - min(top for *_, top, _ in menu) > 2 * TOUCH + 4:
        found.append(f"{where}: the menu has more than two lines")
    return found


@pytest.mark.parametrize("role", [*Role, "root"])
def test_every_page_fits(live: Service, role: str) -> None:
    in_use(live)
    wrong, n_pages = list[str](), 0
    with browsing() as browser:
        page = signed_in(browser, live.settings.address, role if role == "root" else f"{role}.clinic")
        assert page.locator("main .button.first").count() == 1, "the home says one thing to do next"
        for address in pages_of(page, live.settings.address):
            page.goto(live.settings.address + address)
            n_pages += 1
            for width in WIDTHS:
                wrong += faults_of(page, width)
    assert wrong == []
    assert n_pages >= 4

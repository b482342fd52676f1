"""A release by keyboard alone, from the first page of each person to the bundle in her hands."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from flows.audit.verification.bundle import verify_release
from service.app.context import Service
from service.releases.intake import bundle_path
from service.releases.running import drain
from tests.service.browsers import answered, browsing, signed_in
from tests.service.cases import LETTER, POLICY, approved_policy, release_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::DeprecationWarning")]

MOST_STEPS = 80
FOCUSED = """() => { const one = document.activeElement, label = one.labels && one.labels[0];
  return [(label || one).textContent.trim(), getComputedStyle(one).outlineStyle]; }"""


def tab_to(page: Page, words: str) -> None:
    """Press Tab until what is named `words` has the focus, and shows it."""
    seen = []
    for _ in range(MOST_STEPS):
        page.keyboard.press("Tab")
        name, outline = page.evaluate(FOCUSED)
        if f"{name} ".startswith(f"{words} "):  # a label may go on with a hint
            assert outline != "none", f"{words} has the focus, and does not show it"
            return
        seen.append(name[:20])
    raise AssertionError(f"no key leads to {words!r}: {seen}")


def press(page: Page, words: str) -> None:
    """Go to a link or a button, and press it."""
    tab_to(page, words)
    with answered(page):
        page.keyboard.press("Enter")


def test_a_release_is_carried_through_by_keyboard_alone(live: Service, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    base, text = live.settings.address, LETTER + "Also there: Quorble.\n"
    approved_policy(live, POLICY + "review: {all_above: 0}\n")
    (tmp_path / "letter.txt").write_text(text)
    with browsing() as browser:
        operator = signed_in(browser, base, "operator.clinic")
        press(operator, "New release")
        operator.keyboard.type("Letters of May")  # the field has the focus
        tab_to(operator, "Policy")
        operator.keyboard.type("letters")
        press(operator, "Go on")
        tab_to(operator, "Choose files")
        with operator.expect_file_chooser(timeout=90_000) as chooser:
            operator.keyboard.press("Space")  # Enter opens no chooser in Chromium 150
        chooser.value.set_files(tmp_path / "letter.txt")
        press(operator, "Add them")
        press(operator, "Start")
        release = operator.url.rsplit("/", 1)[-1]
        drain(live)

        reviewer = signed_in(browser, base, "reviewer.clinic")
        press(reviewer, "Review")
        with answered(reviewer):
            reviewer.keyboard.press("a")
        start = text.index("Quorble")
        tab_to(reviewer, "From")
        reviewer.keyboard.type(str(start))
        tab_to(reviewer, "To")
        reviewer.keyboard.type(str(start + len("Quorble")))
        press(reviewer, "Mark it as missed")
        expect(reviewer.locator("#released")).not_to_contain_text("Quorble")
        press(reviewer, "Done, check it")

        approver = signed_in(browser, base, "approver.clinic")
        press(approver, "Look at it")
        tab_to(approver, "Comment")
        approver.keyboard.type("as it should be")
        press(approver, "Approve")
        drain(live)
        expect(approver.locator("#state")).to_have_text("Sealed")
        tab_to(approver, "Download the bundle")
        with approver.expect_download() as download:
            approver.keyboard.press("Enter")
        assert download.value.suggested_filename.endswith(".zip")
    assert release_of(live, release).state == "sealed"
    assert verify_release(bundle_path(live, release)).faults == []
    released = [one.read_text() for one in (bundle_path(live, release) / "documents").iterdir()]
    assert len(released) == 1 and "Quorble" not in released[0] and "219-09-9999" not in released[0]

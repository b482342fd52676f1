"""The form of a policy in a real Chromium: an answer shows in the text at once; axe on each screen."""

from __future__ import annotations

import pytest

from service.app.context import Service
from service.policies.form_fields import SCREENS
from tests.service.browsers import browsing, send, signed_in, violations
from tests.service.test_policy_bench import draft_of
from tests.service.test_policy_form import TEXT, text_of

pytestmark = pytest.mark.slow


def test_an_answer_shows_in_the_text_at_once(live: Service) -> None:
    from playwright.sync_api import expect

    version, found = draft_of(live, TEXT), list[str]()
    with browsing() as browser:
        author = signed_in(browser, live.settings.address, "author.clinic")
        for screen in SCREENS:
            author.goto(f"{live.settings.address}/policies/{version}/form/{screen}")
            for width in (1280, 390):
                author.set_viewport_size({"width": width, "height": 800})
                assert author.evaluate("document.documentElement.scrollWidth") == width
            found += violations(author)
        author.check("input[value=nobody]")
        expect(author.locator("#beside .gone").first).to_contain_text("review")
        expect(author.locator("#beside")).to_contain_text("Nobody looks.")
        assert text_of(live, version) == TEXT
        author.check("input[value=risk]")
        author.fill("[name='review.all_above']", "40")
        expect(author.locator("#beside .new")).to_contain_text("all_above: 40")
        send(author, "Save")
    assert found == []
    assert text_of(live, version) == TEXT.replace("0  # all", "40  # all")

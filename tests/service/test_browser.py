"""The service in a real Chromium: a policy, a release, review by keyboard, approval; axe on each page."""

from __future__ import annotations

import pytest

from flows.audit.verification.bundle import verify_release
from service.app.context import Service
from service.releases.intake import bundle_path
from service.releases.running import drain
from tests.patience import PATIENCE
from tests.service.browsers import answered, browsing, send, signed_in, violations
from tests.service.cases import LETTER, release_of

pytestmark = pytest.mark.slow


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_from_a_policy_to_a_signed_bundle_in_a_browser(live: Service) -> None:
    from playwright.sync_api import Page, expect

    base, found = live.settings.address, []

    def look(page: Page, scheme: str = "light") -> None:
        found.extend(violations(page, scheme))

    with browsing() as browser:
        author = signed_in(browser, base, "author.clinic")
        author.goto(f"{base}/policies")
        author.fill("#slug", "letters")
        send(author, "Begin a draft")
        author.fill("#text", author.input_value("#text").replace("version: 1.0.0", "version: one"))
        expect(author.locator("#faults")).to_contain_text("Line 2")  # told while she types
        expect(author.locator("#lines .faulty")).to_have_text("! 2")
        expect(author.locator("#submit")).to_be_disabled()
        author.keyboard.press("Control+Space")
        expect(author.locator("#offers button").first).to_be_focused()
        send(author, "Save and check")
        expect(author.get_by_role("heading", name="Faults")).to_be_visible()
        look(author)
        author.fill("#text", author.input_value("#text").replace("version: one", "version: 1.0.0"))
        send(author, "Save and check")
        address = author.url.partition("?")[0]
        for tab in ("words", "cases", "changes", "try"):
            author.goto(f"{address}/{tab}")
            look(author)
        author.fill("#sample", "She wrote to jm@example.org.")
        send(author, "Try it")
        expect(author.locator("#released")).to_have_text("She wrote to [EMAIL].")
        look(author, "dark")
        send(author, "Keep jm@example.org as a case")
        expect(author.locator("#result")).to_contain_text("All passed")
        look(author)
        author.goto(address)
        send(author, "Submit for approval")

        approver = signed_in(browser, base, "approver.clinic")
        approver.goto(address)
        look(approver)
        send(approver, "Approve and sign")
        expect(approver.locator("h1 .tag")).to_have_text("approved")

        operator = signed_in(browser, base, "operator.clinic")
        operator.goto(f"{base}/releases/new")
        look(operator)
        operator.fill("#title", "Letters of May")
        operator.select_option("#policy", label="letters 1 (approved)")
        send(operator, "Go on")
        text = LETTER + "Also there: Quorble.\n"
        letter = {"name": "letter.txt", "mimeType": "text/plain", "buffer": text.encode()}
        operator.set_input_files("#documents", [letter])  # type: ignore[list-item]
        send(operator, "Add them")
        look(operator)
        send(operator, "Start")
        release = operator.url.rsplit("/", 1)[-1]
        drain(live)
        assert release_of(live, release).state == "review"

        reviewer = signed_in(browser, base, "reviewer.clinic")
        look(reviewer, "dark")
        reviewer.get_by_role("link", name="Review").last.focus()
        with answered(reviewer):
            reviewer.keyboard.press("Enter")
        expect(reviewer.locator("#findings li").first).to_be_visible()
        look(reviewer)
        look(reviewer, "dark")
        with answered(reviewer):
            reviewer.keyboard.press("a")  # accepted, by key
        expect(reviewer.locator("#finding-0 .tag")).to_have_text("accepted")
        with answered(reviewer):
            reviewer.keyboard.press("u")
        expect(reviewer.locator("#finding-0 .tag")).to_have_text("open")
        start = text.index("Quorble")
        reviewer.fill("#missed-start", str(start))
        reviewer.fill("#missed-end", str(start + len("Quorble")))
        reviewer.locator("#missed-category").select_option("person")
        reviewer.get_by_role("button", name="Mark it as missed").focus()
        with answered(reviewer):
            reviewer.keyboard.press("Enter")
        expect(reviewer.locator("#findings .tag", has_text="added")).to_be_visible()
        expect(reviewer.locator("#released")).not_to_contain_text("Quorble")
        reviewer.get_by_role("button", name="Done, check it").focus()
        reviewer.keyboard.press("Enter")
        expect(reviewer.locator("#state")).to_have_text("Waits for approval", timeout=PATIENCE * 1000)
        look(reviewer)

        approver.goto(f"{base}/releases/{release}")
        approver.fill("#words", "as it should be")
        look(approver, "dark")
        send(approver, "Approve", exact=True)
        drain(live)
        expect(approver.locator("#state")).to_have_text("Sealed")  # loaded anew by itself
        with approver.expect_download() as download:
            approver.get_by_role("link", name="Download the bundle").click()
        assert download.value.suggested_filename.endswith(".zip")
        send(approver, "Verify it")
        expect(approver.get_by_role("status")).to_contain_text("Complete")

        auditor = signed_in(browser, base, "auditor.clinic")
        for path in (
            "/audit",
            f"/releases/{release}",
            "/releases",
            "/schedules",
            "/people",
            "/account",
            "/policies",
        ):
            auditor.goto(base + path)
            look(auditor)
        expect(auditor.locator("textarea, #documents")).to_have_count(0)
        signed_out = browser.new_page()
        signed_out.goto(f"{base}/sign-in")
        look(signed_out)
    assert found == []
    assert verify_release(bundle_path(live, release)).faults == []

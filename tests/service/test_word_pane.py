"""The pane for Word in a real Chromium, against a stand-in of Office.js: it is not tried in Word itself."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import docx
import pytest
from fastapi.testclient import TestClient
from lxml import etree

from service.app.context import Service
from service.app.settings import settings_from
from service.people.sign_in import Present
from service.people.single_sign_on import Provider
from service.policies.trying import trials
from service.releases.intake import original_path
from service.releases.review import finishing
from service.releases.review.correcting import notes_of
from service.releases.running import drain
from service.web.build import create_app
from service.web.guard import CONTENT_POLICY
from service.web.pages.word_pane import OFFICE, OFFICE_JS, manifest
from tests.patience import PATIENCE
from tests.service.browsers import chromium
from tests.service.cases import approved_policy, documents, person, release_of
from tests.service.listening import listening
from tests.service.people import PASSWORD, Door
from tests.service.test_telling import CONCEPT

if TYPE_CHECKING:
    from playwright.sync_api import Page

STAND_IN = Path(__file__).with_name("office_stand_in.js").read_text(encoding="utf-8")
PARAGRAPHS = [
    "Dear colleague, I saw John Miller today, and John Miller\u2019s number is 219-09-9999.",
    "",
    "\U0001d518 Write to jm@example.org, not to him.",
    "Antiretroviral drugs were given in the infectious ward.",
]


@dataclass
class Desk:
    """A pane beside an open document, and what went out of it."""

    page: Page
    elsewhere: list[str]
    told: list[str]

    def document(self, what: str) -> Any:
        """Something of the open document."""
        return self.page.evaluate(f"() => window.standIn.{what}")

    def row(self, words: str) -> Any:
        """The finding of some words, the first that is open."""
        return self.page.locator("li.finding", has_text=words).filter(has=self.page.locator(".choices")).first

    def look(self) -> None:
        """Note what axe says against the pane, light and dark, and whether it fits in its width."""
        from axe_playwright_python.sync_playwright import Axe

        for scheme in ("light", "dark"):
            self.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            found = Axe().run(self.page).response["violations"]
            self.told += [f"{scheme} {one['id']} {one['nodes'][0]['html'][:120]}" for one in found]
        if self.page.evaluate("document.documentElement.scrollWidth") > 350:
            self.told.append("wider than the pane")


def file_of(paragraphs: list[str], n_controls: int) -> list[int]:
    """The open document as Word would save it; marks that are left show."""
    made, content = docx.Document(), io.BytesIO()
    for one in paragraphs:
        made.add_paragraph(one)
    if n_controls:
        made.add_paragraph(f"{n_controls} marks are left")
    made.save(content)
    return list(content.getvalue())


@contextmanager
def desk_of(service: Service, login: str, version: float = 1.4, **opened: Any) -> Iterator[Desk]:
    """Somebody's pane, 350 pixels wide."""
    from playwright.sync_api import sync_playwright

    given = {"paragraphs": PARAGRAPHS, "changeTrackingMode": "TrackAll", "version": version, **opened}
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        page = browser.new_context(viewport={"width": 350, "height": 900}).new_page()
        page.set_default_timeout(PATIENCE * 1000)
        desk = Desk(page, [], [])

        def answer(route: Any) -> None:
            address = route.request.url
            if address.startswith(service.settings.address):
                route.continue_()
            elif address == OFFICE_JS:
                route.fulfill(body=STAND_IN, content_type="text/javascript")
            else:
                desk.elsewhere.append(address)
                route.abort()

        page.route("**/*", answer)
        page.on("console", lambda one: desk.told.append(one.text) if one.type == "error" else None)
        page.expose_function("fileOf", file_of)
        page.add_init_script(f"window.opened = {given!r};".replace("True", "true"))
        page.goto(f"{service.settings.address}/word/pane?_host_Info=Word$Win32$16.01$en-US")
        page.fill("#login", login)
        page.fill("#password", PASSWORD)
        page.keyboard.press("Enter")
        page.wait_for_url("**/word/pane?_host_Info=Word$Win32$16.01$en-US")
        yield desk
        browser.close()


@pytest.fixture
def live(furnished: Service) -> Iterator[Service]:
    """The service with the pane turned on, and an approved policy."""
    chromium()
    approved_policy(furnished, CONCEPT)
    with listening(replace(furnished, settings=replace(furnished.settings, word_pane=True))) as found:
        yield found
    trials.close()
    finishing.benches.close()


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_from_an_open_document_to_review_by_keyboard(live: Service) -> None:
    from playwright.sync_api import expect

    with desk_of(live, "operator.clinic") as desk:
        page, press = desk.page, desk.page.keyboard.press
        expect(page.locator("#policy option").first).to_have_text("letters 1 (approved)")
        expect(page.locator("#policy")).to_be_enabled()
        page.locator("#policy").focus()
        expect(page.locator("#policy")).to_be_focused()
        desk.look()
        press("Tab")
        press("Enter")
        expect(page.locator("#told")).to_contain_text("5 findings, 5 open.")
        marked = [PARAGRAPHS[c["paragraph"]][c["start"] : c["end"]] for c in desk.document("controls")[:3]]
        assert marked == ["John Miller", "John Miller", "219-09-9999"]
        assert desk.document("controls")[0]["start"] < desk.document("controls")[1]["start"]
        desk.look()
        _decided(desk)
        _suggested(desk)
        page.fill("#title", "Letter of May")
        press("Enter")
        expect(page.locator("#told")).to_contain_text("Sent to review")
        expect(page.get_by_role("link", name="See the release")).to_be_focused()
        desk.look()
        assert desk.document("controls") == []
        assert desk.document("files") == 0, "the file is closed"
        assert (desk.elsewhere, desk.told) == ([], [])
        release = page.get_by_role("link", name="See the release").get_attribute("href").rsplit("/", 1)[1]
    _reaches_reviewers(live, release)


def _decided(desk: Desk) -> None:
    from playwright.sync_api import expect

    page, press = desk.page, desk.page.keyboard.press
    first = desk.row("John Miller")
    expect(first.locator(".why")).to_contain_text("learned recogniser")
    first.get_by_role("button", name="Show: John Miller").focus()
    press("Enter")
    page.wait_for_function("() => window.standIn.selected === 'John Miller'")
    first.get_by_role("button", name="Accept: John Miller").focus()
    press("Enter")
    expect(page.locator("#told")).to_contain_text("4 open.")
    expect(page.locator("li.finding").nth(1)).to_be_focused()
    press("Tab")  # what stands in its place
    press("Tab")
    press("Tab")
    press("Enter")  # the second one is accepted too
    expect(page.locator("#told")).to_contain_text("3 open.")
    assert desk.document("paragraphs[0]") == (
        "Dear colleague, I saw [PERSON] today, and [PERSON]\u2019s number is 219-09-9999."
    )
    assert (desk.document("changeTrackingMode"), desk.document("tracked")) == ("Off", None)
    drugs = desk.row("Antiretroviral drugs")
    expect(drugs.locator(".why")).to_contain_text("right about HIV")
    drugs.locator("select").select_option("Substances")
    drugs.get_by_role("button", name="Accept").press("Enter")
    mail = desk.row("jm@example.org")
    mail.locator("input").fill("The court's own address")
    mail.get_by_role("button", name="Refuse").press("Enter")
    expect(page.locator("#told")).to_contain_text("1 open.")
    desk.look()


def _suggested(desk: Desk) -> None:
    from playwright.sync_api import expect

    page = desk.page
    sheet = page.locator("#suppressions .sheet")
    expect(sheet.locator(".told")).to_contain_text("As the policy leaves it")
    before = sheet.locator(".told").inner_text()
    sheet.locator("input").press("ArrowRight")
    expect(sheet.locator("output")).to_have_text("1 of 3")
    expect(sheet.locator(".told")).to_contain_text("Without this word")
    assert sheet.locator(".told").inner_text() != before
    sheet.get_by_role("button", name="Suggest these").press("Enter")
    expect(page.locator("#told")).to_contain_text("6 findings, 2 open.")
    sheet.get_by_role("button", name="Suggest these").press("Enter")  # what is a finding already is not added
    expect(page.locator("#told")).to_contain_text("6 findings, 2 open.")
    desk.row("infectious").get_by_role("button", name="Accept").press("Enter")
    expect(page.locator("#told")).to_contain_text("1 open.")
    assert desk.document("paragraphs[3]") == "Substances were given in the [REMOVED] ward."


def _reaches_reviewers(service: Service, release: str) -> None:
    assert drain(service) == 1
    row = release_of(service, release)
    assert row.state == "review"
    (document,) = documents(service, release).values()
    path = original_path(service, release, document.id)
    vault = service.vault_of(row)
    sent = vault.load(path, f"original {document.id}")
    texts = [one.text for one in docx.Document(io.BytesIO(sent)).paragraphs]
    assert texts[0].endswith("[PERSON]\u2019s number is 219-09-9999."), "what is open goes as it is"
    assert texts[3] == "Substances were given in the [REMOVED] ward."
    assert len(texts) == 4
    assert vault.open(document.name_sealed, f"name {document.id}") == "Letter of May.docx"
    with service.database.look() as state:
        ((_, note),) = notes_of(service, state, row, document.id)
    assert note == 'Refused in the word processor:\nemail: "jm@example.org": The court\'s own address.'


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_what_cannot_be_done_is_said_and_nothing_else_happens(live: Service) -> None:
    from playwright.sync_api import expect

    long = (
        "Mail x@"
        + "a" * 60
        + "."
        + "b" * 60
        + "."
        + "c" * 60
        + "."
        + "d" * 60
        + "."
        + "e" * 20
        + ".example.org now."
    )
    with desk_of(live, "reviewer.clinic", paragraphs=["It is 219-09-9999, call 219-09-9999.", long]) as desk:
        page = desk.page
        page.get_by_role("button", name="Inspect").click()
        expect(page.locator("#told")).to_contain_text("open.")
        expect(page.locator("#send")).to_be_hidden()
        expect(page.locator("#may-not-send")).to_be_visible()
        unmarked = page.locator("li.finding").last
        expect(unmarked.locator(".unmarked")).to_be_visible()
        expect(unmarked.get_by_role("button", name="Accept")).to_be_disabled()
        page.evaluate("() => { standIn.paragraphs[0] = 'It is 119-09-9999, call 219-09-9999.'; }")
        desk.row("219-09-9999").get_by_role("button", name="Accept").click()
        expect(page.locator("#fault")).to_contain_text("Inspect the document again")
        assert desk.document("paragraphs[0]") == "It is 119-09-9999, call 219-09-9999."
        desk.look()
        page.evaluate("() => { standIn.paragraphs = ['']; }")
        page.get_by_role("button", name="Inspect").click()
        expect(page.locator("#fault")).to_contain_text("SVC004")
        assert desk.document("controls") == [], "marks of before are gone"
        assert [one for one in desk.told if "422" not in one] == []
    with desk_of(live, "operator.clinic", version=1.3) as desk:
        expect(desk.page.locator("#fault")).to_contain_text("lacks WordApi 1.4")


def test_it_is_off_until_an_administrator_turns_it_on(furnished: Service, door: Door) -> None:
    assert not furnished.settings.word_pane
    for page in ("/word/pane", "/word/manifest.xml"):
        assert door.browser("operator.clinic").get(page).status_code == 404
    assert not settings_from({}).word_pane
    assert settings_from({"SAFERELEASE_WORD_PANE": "on"}).word_pane
    with pytest.raises(Exception, match="SAFERELEASE_WORD_PANE"):
        settings_from({"SAFERELEASE_WORD_PANE": "yes"})


def _browser(service: Service, **changes: Any) -> TestClient:
    settings = replace(service.settings, word_pane=True, **changes)
    door = Door(create_app(replace(service, settings=settings)), service, [])
    return door.browser("operator.clinic").client


def test_one_page_loads_one_script_from_one_other_host(furnished: Service) -> None:
    browser = _browser(furnished)
    allowed = browser.get("/word/pane").headers["content-security-policy"]
    assert allowed == CONTENT_POLICY.replace("script-src 'self'", f"script-src 'self' {OFFICE}")
    assert "frame-ancestors 'none'" in allowed
    assert browser.get("/").headers["content-security-policy"] == CONTENT_POLICY
    refused = browser.get("/word/manifest.xml")
    assert refused.status_code == 409
    assert "WPR002" in refused.text


def test_the_manifest_names_this_service(furnished: Service) -> None:
    settings = replace(furnished.settings, address="https://release.example.org", word_pane=True)
    settings = replace(settings, provider=Provider("https://login.example.org/tenant", "id", "secret"))
    session = Present(person(furnished, "root"), "word", "")
    made = manifest(replace(furnished, settings=settings), session)
    root = etree.fromstring(bytes(made.body))
    space = {"o": "http://schemas.microsoft.com/office/appforoffice/1.1"}
    address = {one.get("DefaultValue") for one in root.findall(".//o:SourceLocation", space)}
    assert address == {"https://release.example.org/word/pane"}
    assert root.findtext("o:AppDomains/o:AppDomain", namespaces=space) == "https://login.example.org"
    assert root.findtext("o:Permissions", namespaces=space) == "ReadWriteDocument"
    assert len(root.findtext("o:Id", namespaces=space)) == 36

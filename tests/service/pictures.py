"""Pictures of the service's pages for the docs, taken in Chromium: ``python -m tests.service.pictures``.

With a folder as argument, pictures at 1280 and 800 pixels, light and dark, go there: of all pages or of those
that are named after it. axe looks at each page.
"""

from __future__ import annotations

import os
import sys
import tempfile
import threading
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import uvicorn
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright

from adapters.keys.installation import load_keys
from service.app.context import Service
from service.app.settings import Settings
from service.policies.trying import trials
from service.releases.review import finishing
from service.state.database import open_database
from service.web.build import create_app
from tests.conftest import ROOT
from tests.patience import PATIENCE
from tests.service.browsers import chromium
from tests.service.cases import LETTER, approved_policy, documents, started
from tests.service.people import PASSWORD, furnish
from tests.service.test_curves import CURVED
from tests.service.test_curves import TEXT as CURVE_TEXT
from tests.service.test_past_impact import WITHOUT_EMAIL, draft
from tests.service.test_period import sealed
from tests.service.test_telling import LETTER as TELLING

DOCS = ROOT / "docs" / "images"
PORT = 4299
WIDTHS = (1280, 800, 390)


@dataclass(frozen=True)
class Shot:
    """A page, whose, what its sample gets before it is sent, and whether its first button is pressed."""

    name: str
    login: str
    path: str
    sample: str = ""
    press: bool = False


@contextmanager
def serving(*, word_pane: bool = False) -> Iterator[Service]:
    """A service with people in two groups."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["SAFERELEASE_HOME"] = f"{folder}/home"
        database = open_database(f"sqlite:///{folder}/state.sqlite")
        settings = Settings(
            Path(folder) / "service", database.address, f"http://127.0.0.1:{PORT}", word_pane=word_pane
        )
        settings.folder.mkdir()
        service = Service(settings, database, load_keys())
        furnish(service)
        config = uvicorn.Config(create_app(service), port=PORT, log_level="critical", access_log=False)
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.05)
        yield service
        server.should_exit = True
        thread.join(timeout=PATIENCE)
        finishing.benches.close()
        trials.close()


def filled(service: Service) -> list[Shot]:
    """Releases in several states, and the pages that show them."""
    finished = sealed(service)
    texts = {"letter.txt": LETTER, "ward.txt": TELLING, "plain.txt": "Nothing at all is here.\n"}
    version = approved_policy(service, CURVED + "review: {all_above: 0}\n", group="court")
    release = started(service, version, texts, group="court")
    first = documents(service, release)[1].id
    finishing.benches.close()
    weaker = draft(service, WITHOUT_EMAIL)
    reviewer, approver, author = (f"{role}.court" for role in ("reviewer", "approver", "author"))
    operator, auditor, signer = "operator.court", "auditor.clinic", "approver.clinic"
    return [
        Shot("sign-in", "", "/sign-in"),
        Shot("home", reviewer, "/"),
        Shot("releases", approver, "/releases"),
        Shot("release", approver, f"/releases/{release}"),
        Shot("sealed", signer, f"/releases/{finished}"),
        Shot("telling", approver, f"/releases/{release}/telling"),
        Shot("review", reviewer, f"/review/{first}"),
        Shot("new-release", operator, "/releases/new"),
        Shot("policies", author, "/policies"),
        Shot("policy", author, f"/policies/{version}"),
        Shot("words", author, f"/policies/{version}/words"),
        Shot("try", author, f"/policies/{version}/try"),
        Shot("cases", author, f"/policies/{version}/cases"),
        Shot("curves", author, f"/policies/{version}/curves", CURVE_TEXT),
        Shot("impact", signer, f"/policies/{weaker}/impact", press=True),
        Shot("changes", author, f"/policies/{version}/changes"),
        Shot("schedules", operator, "/schedules"),
        Shot("audit", auditor, "/audit"),
        Shot("period", auditor, "/audit/period"),
        Shot("people", "root", "/people"),
        Shot("account", approver, "/account"),
    ]


def page_of(browser: Browser, login: str) -> Page:
    """A browser with somebody signed in."""
    page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
    page.set_default_timeout(PATIENCE * 1000)
    page.goto(f"http://127.0.0.1:{PORT}/sign-in")
    if login:
        page.fill("#login", login)
        page.fill("#password", PASSWORD)
        page.keyboard.press("Enter")
        page.wait_for_url(f"http://127.0.0.1:{PORT}/")
    return page


def take(page: Page, shot: Shot, folder: Path, width: int, scheme: str) -> list[str]:
    """A picture of a page, and what axe and its width say against it."""
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.goto(f"http://127.0.0.1:{PORT}{shot.path}")
    if shot.sample:
        page.fill("#sample", shot.sample)
    if shot.sample or shot.press:
        page.click("main button.first")
        page.wait_for_selector("#result")
    page.screenshot(path=folder / f"service-{shot.name}-{width}-{scheme}.png", full_page=True)
    found = Axe().run(page).response["violations"]
    faults = [f"{one['id']} {one['nodes'][0]['html'][:120]}" for one in found]
    if page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"):
        faults.append("is wider than the window")
    return [f"{shot.name} {width} {scheme} {fault}" for fault in faults]


def main(folder: Path, everything: bool, only: Collection[str] = ()) -> list[str]:
    """Take the pictures, of some pages or of all; returns what axe found."""
    violations: list[str] = []
    looks = [(w, s) for w in WIDTHS for s in ("light", "dark")] if everything else [(1280, "light")]
    with serving() as service, sync_playwright() as started_:
        browser = started_.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        pages: dict[str, Page] = {}
        for shot in filled(service):
            if only and shot.name not in only:
                continue
            page = pages.setdefault(shot.login, page_of(browser, shot.login))
            for width, scheme in looks:
                violations += take(page, shot, folder, width, scheme)
        browser.close()
    return violations


if __name__ == "__main__":
    given = sys.argv[1:]
    for one in main(Path(given[0]) if given else DOCS, bool(given), given[1:]):
        print(one)

"""An officer's first session in a browser, as ``docs/newcomer-session.md`` tells it."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import dedent
from typing import TYPE_CHECKING

import pytest

from flows.audit.verification.bundle import verify_release
from tests.conftest import ROOT
from tests.patience import PATIENCE
from tests.service.browsers import answered, browsing, violations
from tests.service.people import PASSWORD

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PAGE = (ROOT / "docs" / "newcomer-session.md").read_text(encoding="utf-8")
TOLD = PAGE.partition("## The same in a browser\n")[2].partition("\n## ")[0]
LETTERS = dict(re.findall(r"File `letters/([a-z.]+)`:\n\n```text\n(.*?)```", PAGE, re.DOTALL))
CLAUSE = dedent(re.findall(r"```yaml\n(.*?)```", TOLD, re.DOTALL)[0])
PEOPLE = {"olga": ["author", "operator"], "rita": ["reviewer"], "anna": ["approver"]}


@contextmanager
def served(folder: Path) -> Iterator[tuple[str, str]]:
    """Address of a service in a home of its own, and the password that its one command printed."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{free.getsockname()[1]}"
    environment = os.environ | {"SAFERELEASE_HOME": str(folder / "home"), "SAFERELEASE_ADDRESS": address}
    started = [sys.executable, "-m", "service.cli", "serve"]
    with subprocess.Popen(
        started, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, bufsize=1
    ) as process:
        try:
            assert process.stdout is not None
            first = next(line for line in process.stdout if line.startswith("First sign-in: "))
            next(line for line in process.stdout if line.startswith("Service: "))
            yield address, first.split("password ")[1].split()[0]
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(PATIENCE)


@dataclass
class Session:
    """What people press, in the words of the pages."""

    browser: Browser
    base: str
    pressed: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def enter(self, login: str, first: str) -> Page:
        """Sign in with a first password, and choose one of one's own."""
        page = self.browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
        page.set_default_timeout(PATIENCE * 1000)
        _arrive(page, f"{self.base}/sign-in")
        page.fill("#login", login)
        page.fill("#password", first)
        self.press(page, "Sign in")
        page.fill("#old", first)
        page.fill("#new", PASSWORD)
        self.press(page, "Change it")
        return page

    def press(self, page: Page, name: str, within: str = "main") -> None:
        """Press a button that sends a form; axe looks at the page that answers."""
        with answered(page):
            page.locator(within).get_by_role("button", name=name, exact=True).click()
        self.pressed.append(name)
        self.faults.extend(violations(page))

    def follow(self, page: Page, name: str) -> None:
        """Follow a link."""
        with answered(page):
            page.get_by_role("link", name=name, exact=True).first.click()
        self.pressed.append(name)
        self.faults.extend(violations(page))


def _arrive(page: Page, address: str) -> None:
    """The service answers a moment after it said its address."""
    from playwright.sync_api import Error

    for _ in range(int(PATIENCE * 2)):
        try:
            page.goto(address)
        except Error as fault:
            if "ERR_CONNECTION" not in fault.message:
                raise
            page.wait_for_timeout(500)
        else:
            return
    pytest.fail("the service did not answer")


def people(session: Session, first: str) -> dict[str, Page]:
    """The administrator makes a group and three accounts; each of the three signs in."""
    root = session.enter("admin", first)
    session.follow(root, "People")
    root.fill("#slug", "clinic")
    root.fill("#title", "Letters of the clinic")
    session.press(root, "Add", "section[aria-labelledby=new-group]")
    passwords = dict[str, str]()
    for login, roles in PEOPLE.items():
        root.fill("#login", login)
        root.fill("#display", login.title())
        session.press(root, "Add", "section[aria-labelledby=new-person]")
        passwords[login] = root.locator("#first-password").inner_text().strip()
        root.select_option("#add-clinic", value=login)
        session.press(root, "Choose roles", "section[aria-labelledby=group-clinic]")
        for role in roles:
            root.get_by_label(role, exact=True).check()
        session.press(root, "Save")
    return {login: session.enter(login, passwords[login]) for login in PEOPLE}


def policy(session: Session, author: Page, approver: Page) -> None:
    """It is written, tried, kept as a case, submitted, and approved by somebody else."""
    session.follow(author, "Policies")
    author.fill("#slug", "clinic-letters")
    session.press(author, "Begin a draft")
    author.fill("#text", author.input_value("#text").rstrip() + "\n" + CLAUSE)
    session.press(author, "Save and check")
    session.follow(author, "Try")
    author.fill("#sample", LETTERS["visit.txt"])
    session.press(author, "Try it")
    shown = author.locator("#released").inner_text()
    assert not [name for name in ("Mercy", "Keller", "00482913", "blue annex") if name in shown]
    session.press(author, "Keep blue annex as a case that must go")
    session.follow(author, "Text")
    session.press(author, "Submit for approval")
    session.follow(approver, "saferelease")
    session.follow(approver, "Look at it")
    session.press(approver, "Approve and sign")


def released(session: Session, hands: dict[str, Page]) -> Path:
    """Two documents are added, started, reviewed and approved; the bundle, as it was downloaded."""
    operator, reviewer, approver = hands["olga"], hands["rita"], hands["anna"]
    session.follow(operator, "Releases")
    session.follow(operator, "New release")
    operator.fill("#title", "Letters of March")
    operator.select_option("#policy", label="clinic-letters 1 (approved)")
    session.press(operator, "Go on")
    files = [
        {"name": name, "mimeType": "text/plain", "buffer": text.encode()} for name, text in LETTERS.items()
    ]
    operator.set_input_files("#documents", files)  # type: ignore[arg-type]
    session.press(operator, "Add them")
    session.press(operator, "Start")
    operator.wait_for_selector("#state:has-text('review')")
    for _ in LETTERS:
        session.follow(reviewer, "saferelease")
        session.follow(reviewer, "Review")
        reviewer.locator("#findings li").first.wait_for()
        session.press(reviewer, "Done, check it")
    session.follow(approver, "saferelease")
    session.follow(approver, "Look at it")
    session.press(approver, "Approve")
    approver.wait_for_selector("text=The bundle is being sealed.", state="detached")
    session.press(approver, "Verify it")
    assert "Complete" in approver.get_by_role("status").inner_text()
    with approver.expect_download() as download:
        approver.get_by_role("link", name="Download the bundle").click()
    session.pressed.append("Download the bundle")
    return Path(download.value.path())


def test_a_first_session_in_a_browser(tmp_path: Path) -> None:
    with served(tmp_path) as (base, first), browsing() as browser:
        session = Session(browser, base)
        hands = people(session, first)
        policy(session, hands["olga"], hands["anna"])
        bundle = tmp_path / "bundle"
        with zipfile.ZipFile(released(session, hands)) as packed:
            packed.extractall(bundle)
    assert session.faults == []
    told = dict.fromkeys(re.findall(r"\*\*([^*.]+)\*\*", TOLD))
    shown = ("Keep as a case" if name.startswith("Keep ") else name for name in session.pressed)
    assert list(told) == [name for name in dict.fromkeys(shown) if name != "saferelease"]
    text = "\n".join(path.read_text(encoding="utf-8") for path in bundle.rglob("document-*"))
    assert "[LISTED-TERM]" in text
    assert not [name for name in ("Mercy", "Keller", "00482913", "blue annex") if name in text]
    assert verify_release(next(bundle.rglob("manifest*")).parent).faults == []

"""Prefect's pages under ``serve --port``: a browser shows a release there, and asks nobody else."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from flows.orchestration.server.starting import ServerProcess
from tests.conftest import ROOT
from tests.e2e.conftest import COMMAND, environment
from tests.patience import PATIENCE, free_port, wait_until
from tests.service.browsers import browsing

pytestmark = pytest.mark.slow


def test_a_browser_shows_a_release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a PREFECT_HOME of its own: the command and the server mean the same folder by it."""
    from playwright.sync_api import expect

    home, prefect = tmp_path / "home", tmp_path / "prefect"
    monkeypatch.setenv("PREFECT_HOME", str(prefect))
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_text("SSN 219-09-9999")
    command = [*COMMAND, "run", "hipaa-safe-harbor", str(tmp_path / "in"), "--out", str(tmp_path / "out")]
    env = environment(home, PREFECT_HOME=str(prefect))
    subprocess.run(command, env=env, cwd=ROOT, check=True, capture_output=True, timeout=PATIENCE)
    others, refused = list[str](), list[str]()
    with ServerProcess(home, free_port()) as server, browsing() as browser:
        wait_until(lambda: not list((prefect / "journal").glob("*.jsonl")), "the journal was not taken over")
        page = browser.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.on("response", lambda one: others.append(one.url) if server.pages not in one.url else None)
        page.on("console", lambda one: refused.append(one.text) if "Content Security" in one.text else None)
        page.goto(server.pages)
        page.locator("input").first.fill(server.server.secret)
        page.keyboard.press("Enter")
        page.wait_for_url("**/dashboard*")
        page.goto(f"{server.pages}/runs")
        expect(page.get_by_role("link", name=re.compile("^release-")).first).to_be_visible()
        expect(page.get_by_text("Released", exact=True).first).to_be_visible()
    assert [url for url in others if not url.startswith(("data:", "blob:"))] == []
    assert refused, "Prefect's pages ask nobody else any more: the policy of content could go"
    assert list(prefect.glob("*.db")) and not (home / "prefect").exists()

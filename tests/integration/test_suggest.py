"""`saferelease suggest`: the list, JSON, the page in a browser, and what it refuses."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from typer.testing import CliRunner

from service.commands.start.line import app
from tests.conftest import ROOT
from tests.patience import PATIENCE
from tests.programs import need

POLICY = ROOT / "examples" / "clients" / "client-projects.yaml"
INBOX = ROOT / "examples" / "clients" / "inbox"
DOCUMENT = INBOX / "Halvorsen Market" / "pricing-review.md"


def run(*arguments: object) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["suggest", *map(str, arguments)])
    return done.exit_code, done.output


def test_the_list_goes_from_the_client_to_the_industry() -> None:
    code, said = run(POLICY, DOCUMENT, "--steps", 5)
    assert code == 0
    assert "class Halvorsen Market, one of 12, to keep: retail" in said
    assert "the policy asks for place 3" in said
    assert "a.delacourt@example.org (email)" in said
    assert "VertVie (proper-name)" in said


def test_json_holds_every_step_and_the_position_for_each_k() -> None:
    code, said = run(POLICY, DOCUMENT, "--json")
    found = json.loads(said)
    assert code == 0
    assert found["steps"][0]["word"] == "Halvorsen"
    level = found["level_for_k"]["3"]
    assert found["steps"][level - 1]["k"] >= 3 > found["steps"][level - 2]["k"]
    assert {"email", "phone"} == {each["category"] for each in found["personal"]}
    assert "Suppliers" not in [each["word"] for each in found["client"]]
    assert not found["policy"]["refused"]
    assert {"Halvorsen", "hypermarkets", "VertVie"} <= set(found["policy"]["suppressed"])
    left = found["policy"]["still_points"]
    assert left
    assert all(nats > 0 for nats in left.values())
    assert not set(left) & {word.casefold() for word in found["policy"]["suppressed"]}


def test_another_class_can_be_asked_for_and_must_exist() -> None:
    assert json.loads(run(POLICY, DOCUMENT, "--class", "Solwind", "--json")[1])["class"] == "Solwind"
    code, said = run(POLICY, DOCUMENT, "--class", "Nobody")
    assert (code, "KCF006" in said) == (2, True)


def test_what_cannot_be_reviewed_is_said(tmp_path: Path) -> None:
    assert "KCF030" in run("client-confidential", DOCUMENT)[1]
    assert "KCF031" in run(POLICY, INBOX)[1]
    stray = tmp_path / "note.txt"
    stray.write_text("Solwind crews sail.")
    code, said = run(POLICY, stray)
    assert (code, "KCF012" in said) == (1, True)


def test_the_slider_of_the_page_works_in_a_browser(tmp_path: Path) -> None:
    browser = need("chromium")
    page = tmp_path / "review.html"
    assert run(POLICY, DOCUMENT, "--page", page)[0] == 0
    shown = dumped(browser, page)
    assert "What a release under the policy suppresses." in shown
    assert 'class="t gone" data-level="1" data-policy' in shown
    moved = page.read_text().replace(
        'getElementById("policy")) policy();', 'getElementById("none")) policy();'
    )
    page.write_text(moved)
    assert "The true class comes in place 3: enough for the policy (k = 3)." in dumped(browser, page)


def dumped(browser: str, page: Path) -> str:
    """The page as the browser shows it once its script has run."""
    options = ["--headless", "--no-sandbox", f"--user-data-dir={page.parent}/browser", "--dump-dom"]
    done = subprocess.run(
        [browser, *options, page.as_uri()], capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    return done.stdout

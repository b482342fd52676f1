"""Pictures of the pane for Word, for the docs: ``python -m tests.service.word_pictures [FOLDER]``."""

from __future__ import annotations

import sys
from pathlib import Path

from service.policies.trying import trials
from tests.patience import PATIENCE
from tests.service.cases import approved_policy
from tests.service.pictures import DOCS, serving
from tests.service.test_telling import CONCEPT
from tests.service.test_word_pane import Desk, desk_of


def take(desk: Desk, folder: Path) -> None:
    """Light and dark, inspected, with a finding accepted, one refused and the slider moved."""
    page = desk.page
    page.get_by_role("button", name="Inspect").click()
    page.wait_for_selector("li.finding", timeout=PATIENCE * 1000)
    desk.row("John Miller").get_by_role("button", name="Accept").click()
    desk.row("jm@example.org").get_by_role("button", name="Refuse").click()
    page.locator("#suppressions input").press("ArrowRight")
    page.locator("#title").fill("Letter of May")
    page.wait_for_selector("text=refused")
    page.set_viewport_size({"width": 350, "height": 1500})
    page.evaluate("scrollTo(0, 500)")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.screenshot(path=folder / f"word-pane-350-{scheme}.png")


if __name__ == "__main__":
    with serving(word_pane=True) as service:
        approved_policy(service, CONCEPT)
        with desk_of(service, "operator.clinic") as opened:
            take(opened, Path(sys.argv[1]) if sys.argv[1:] else DOCS)
        trials.close()

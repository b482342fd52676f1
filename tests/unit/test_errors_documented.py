"""Every error code, event, suffix and form that a page lists exists, and the pages list all of them."""

from __future__ import annotations

import re
from typing import get_args

from adapters.documents.registry import FORMATS
from adapters.ledger.entries import Event
from engine.checks.identifiers import _CHECKS
from tests.conftest import ROOT

_CODE = re.compile(r"""["\[]([A-Z]{3}\d{3})["\]]""")
_NAMED = re.compile(r"\*\*([A-Z]{3}\d{3})\*\*")


def test_codes_and_their_page_agree() -> None:
    raised = {
        code
        for room in ("engine", "adapters", "flows", "service", "research", "saferelease")
        for path in (ROOT / room).rglob("*.py")
        for code in _CODE.findall(path.read_text())
    }
    documented = _NAMED.findall((ROOT / "docs" / "errors.md").read_text())
    assert sorted(set(documented)) == sorted(documented), "a code stands twice"
    assert raised - set(documented) == set(), "codes that docs/errors.md does not explain"
    assert set(documented) - raised == set(), "codes that no code raises"


def test_every_event_of_the_ledger_has_a_place_in_the_auditors_guide() -> None:
    page = (ROOT / "docs" / "auditors-guide.md").read_text()
    listed = page.partition("`show` decrypts them at the installation.\n\n")[2].partition("\n\n")[0]
    rows = re.findall(r"^- ([a-z, -]+): ", listed, re.MULTILINE)
    assert sorted(name for row in rows for name in row.split(", ")) == sorted(get_args(Event))


def test_every_suffix_has_a_place_in_the_page_of_formats() -> None:
    page = (ROOT / "docs" / "documents.md").read_text()
    listed = page.partition("what opens it / reads it back:\n\n")[2].partition("\n\n")[0]
    assert sorted(re.findall(r"`(\.\w+)`", listed)) == sorted(one for row in FORMATS for one in row.suffixes)


def test_every_form_that_the_check_knows_is_named() -> None:
    page = (ROOT / "docs" / "release-checks.md").read_text().partition("- **VER002** knows forms of ")[2]
    assert set(re.findall(r"`([a-z0-9-]+)`", page.partition(". ")[0])) == {one.category for one in _CHECKS}

"""Every error code is documented, and every documented one exists."""

from __future__ import annotations

import re

from tests.conftest import ROOT

_CODE = re.compile(r"""["\[]([A-Z]{3}\d{3})["\]]""")
_ROW = re.compile(r"^\| ([A-Z]{3}\d{3}) \|", re.MULTILINE)


def test_codes_and_their_page_agree() -> None:
    raised = {
        code
        for room in ("engine", "adapters", "flows", "service", "saferelease")
        for path in (ROOT / room).rglob("*.py")
        for code in _CODE.findall(path.read_text())
    }
    documented = _ROW.findall((ROOT / "docs" / "errors.md").read_text())
    assert sorted(set(documented)) == sorted(documented), "a code stands twice"
    assert raised - set(documented) == set(), "codes that docs/errors.md does not explain"
    assert set(documented) - raised == set(), "codes that no code raises"

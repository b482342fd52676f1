"""Lines that a page shows, as a test takes them from there."""

from __future__ import annotations

import re

from tests.conftest import ROOT

_FENCED = re.compile(r"^```\w*\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def blocks(where: str) -> list[str]:
    """The blocks of code of a section: ``python.md#texts``."""
    page, _, anchor = where.partition("#")
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    for section in re.split(r"^(?=#{2,3} )", text, flags=re.MULTILINE):
        title = section.partition("\n")[0].lstrip("# ")
        if re.sub(r"[^\w -]", "", title).lower().replace(" ", "-") == anchor:
            return _FENCED.findall(section)
    raise AssertionError(f"no section {where}")


def exchanged(text: str, *others: tuple[str, object]) -> str:
    """Lines with some words exchanged, each of which stands in them."""
    for word, other in others:
        assert word in text, word
        text = text.replace(word, str(other))
    return text

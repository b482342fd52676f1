"""The catalogue of laws."""

from __future__ import annotations

import datetime as dt
import re

import pytest

from engine.catalog.laws import LAWS, provisions

SAFE_HARBOR = "45 CFR 164.514(b)(2)(i)"


def test_the_eighteen_identifiers_are_there() -> None:
    assert provisions(f"{SAFE_HARBOR}(A)-(R)") == tuple(f"{SAFE_HARBOR}({x})" for x in "ABCDEFGHIJKLMNOPQR")


def test_ranges_and_lists() -> None:
    assert provisions(f"{SAFE_HARBOR}(D)-(F)") == tuple(f"{SAFE_HARBOR}({x})" for x in "DEF")
    assert provisions("GDPR Art. 9(1); CJEU C-184/20") == ("GDPR Art. 9(1)", "CJEU C-184/20")
    assert len(provisions("45 CFR 164.514(e)(2)(i)-(xvi)")) == 16


@pytest.mark.parametrize(
    "citation", ["", "GDPR", f"{SAFE_HARBOR}(F)-(D)", f"{SAFE_HARBOR}(D)-(Z)", "GDPR Art. 10; nothing", ";"]
)
def test_what_is_not_known(citation: str) -> None:
    assert provisions(citation) == ()


def test_entries_are_complete() -> None:
    for citation, law in LAWS.items():
        assert law.citation == citation
        assert law.title
        assert re.fullmatch(r"US|EU|GB|BR|AU|CH|IN|JP|CA|US-[A-Z]{2}|CA-(?:ON|QC)", law.jurisdiction)
        assert not law.effective or dt.date.fromisoformat(law.effective)


def test_what_was_not_read_is_not_confirmed() -> None:
    for citation in ("410 ILCS 305/9", "42 CFR 2.16", "35 P.S. § 7607", "Fla. Stat. § 397.501(7)"):
        assert not LAWS[citation].confirmed
    for citation in ("NY Pub. Health Law § 2782", f"{SAFE_HARBOR}(G)", "Fed. R. Civ. P. 5.2(a)(1)"):
        assert LAWS[citation].confirmed

"""What belongs to findings though nothing found it: middles of names and addresses, ends of codes."""

from __future__ import annotations

import pytest

from engine.stages.identifiers.gaps import gaps
from engine.text import Span


def filled(text: str, **found: str) -> set[str]:
    """What follows from values of the given categories."""
    spans = []
    for category, values in found.items():
        for value in values.split("|"):
            start = text.index(value)
            spans.append(Span(start, start + len(value), category.replace("_", "-")))
    return {text[span.start : span.end] for span in gaps(text, spans)}


@pytest.mark.parametrize(
    ("text", "found", "more"),
    [
        (
            "mamá, Elvira Schneider de Bevilacqua.",
            {"person": "Elvira|Bevilacqua"},
            "Elvira Schneider de Bevilacqua",
        ),
        ("Ordering: Novak, S.   Loc: x", {"person": "Novak"}, "Novak, S."),
        ("Enfant : RAKOTO / Elio\nNé", {"person": "RAKOTO"}, "RAKOTO / Elio"),
        ("veuve LE GOUËZEC vend", {"person": "GOUËZEC"}, "LE GOUËZEC"),
        ("Frau von der Heyde kam", {"person": "Heyde"}, "von der Heyde"),
        ("Larkhill Road, Wexcombe WX4 7TD", {"location": "Larkhill Road", "zip": "WX4 7TD"}, "Wexcombe"),
        ("str 8, 38440 wolfsburg", {"street_address": "str 8", "location": "wolfsburg"}, "38440"),
        ("whft. 9500 Villach", {"location": "Villach"}, "9500 Villach"),
        ("whft. 9500 Villach", {"code": "00", "location": "Villach"}, "9500 Villach"),
        ("in Langnau i. E. wohnt", {"location": "Langnau"}, "Langnau i. E."),
        ("the Copper Ladle on Wharf St bleeding", {"location": "Wharf"}, "Wharf St"),
        ("Straße 88/2/11 in", {"street_address": "Straße 88"}, "Straße 88/2/11"),
        ("Póliza 027-2796830-H", {"phone": "027-2796830"}, "027-2796830-H"),
        ("Meldung S-24.118.902 an", {"unique_code": "24.118.902"}, "S-24.118.902"),
        ("Standblatt 1093/24.", {"code": "1093"}, "1093/24"),
    ],
)
def test_what_stands_between_or_beside_findings_goes_with_them(
    text: str, found: dict[str, str], more: str
) -> None:
    assert more in filled(text, **found)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Anna met Bob", {"person": "Anna|Bob"}),
        ("Paris, and then Rome", {"location": "Paris|Rome"}),
        ("in 2019 London grew", {"location": "London"}),
        ("Keller, S is the sign", {"person": "Keller"}),
        ("on 12.03.-14.03. only", {"date": "12.03."}),
        ("code 4471-based", {"code": "4471"}),
        ("CP: 28045 Madrid", {"zip": "28045", "location": "Madrid"}),
    ],
)
def test_other_words_beside_findings_stay(text: str, found: dict[str, str]) -> None:
    assert not filled(text, **found)

"""What the release-wide search says stands in a document is found there, and gone once it is removed."""

from __future__ import annotations

import base64
from urllib.parse import quote

from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.record.everywhere import direct_value
from engine.record.fingerprints import SearchText
from engine.stages.repeats.elsewhere import standing_here

FIXED = settings(derandomize=True, deadline=None, max_examples=300)
VALUES = st.sampled_from(
    [
        ("person", "Ming Dynasty"),
        ("person", "Zoë Strauß-Müller"),
        ("person", "Mr. Ole O’Neil, Jr."),
        ("person", "Mac­ Fiﬁeld"),
        ("mrn", "00884410"),
        ("phone", "(212) 555-0147"),
        ("code", "STD-188"),
        ("plate", "KLM 4821"),
        ("email", "h.vance@example.org"),
    ]
)
SPELLINGS = st.sampled_from(
    [
        str,
        str.upper,
        str.lower,
        str.title,
        lambda v: v.replace(" ", "\n   "),
        lambda v: v.replace(" ", " "),
        lambda v: v.replace("-", "–"),
        lambda v: v.replace("-", " / "),
        lambda v: "​".join(v),
        lambda v: v.replace("ß", "ss").replace("ë", "ë"),
        lambda v: "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in v),
        lambda v: quote(v, safe=""),
        lambda v: base64.b64encode(f"signed by {v} today".encode()).decode(),
    ]
)
AROUND = st.sampled_from(["", " ", "x", "7", "é", "́", "™", "-", "(", "​", ". ", "\n", "ß", "½ "])


@FIXED
@example(("person", "Ming Dynasty"), str.lower, "The ", " fell.")
@example(("person", "Ming Dynasty"), str.upper, "™", "́")
@given(VALUES, SPELLINGS, AROUND, AROUND)
def test_what_the_search_finds_is_found_and_removed(
    value: tuple[str, str], spelling: object, before: str, after: str
) -> None:
    assert callable(spelling)
    text = f"One {before}{spelling(value[1])}{after} two, {spelling(value[1])}. The end."
    looked_for = direct_value(*value)
    assert looked_for is not None
    left = text
    for span in reversed(standing_here(text, [], [value])):
        left = f"{left[: span.start]}[GONE]{left[span.end :]}"
    assert SearchText(left).standing([looked_for]) == set()
    assert left.startswith("One ") and left.endswith("The end.")
    assert ("[GONE]" in left) is bool(SearchText(text).standing([looked_for]))

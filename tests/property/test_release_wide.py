"""What the release-wide search says stands in a document is found there, and gone once it is removed."""

from __future__ import annotations

import base64
from urllib.parse import quote

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.record.everywhere import Everywhere, direct_value
from engine.record.fingerprints import SearchText, Value, value_of, with_joints
from engine.stages.repeats.elsewhere import standing_here
from tests.drawn_cases import number_of_cases

FIXED = settings(derandomize=True, deadline=None, max_examples=number_of_cases(300))
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
        ("unique-code", "ZC7R41Q"),
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
        lambda v: f"scan_of_{v.replace(' ', '_')}_2",
        lambda v: v.replace(" ", "·"),
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


WORDS = st.sampled_from(
    [
        *[
            "Ming",
            "Minga",
            "Dynasty",
            "Mingus",
            "dyn",
            "x",
            "7",
            "88",
            "0088",
            "4410",
            "(212)",
            "555-0147",
            "é",
            "ß",
            "½",
            "ﬁ",
            "İ",
            "😀",
            "™",
            "-",
            "/",
            ".",
        ],
        "\n",
    ]
)
LISTS = st.lists(WORDS, min_size=1, max_size=7)
PHRASES = LISTS.map("".join) | LISTS.map(" ".join)
CATEGORIES = st.sampled_from(["person", "mrn", "phone", "email"])
TAKEN = st.sets(st.builds(value_of, CATEGORIES, PHRASES), max_size=40)


@settings(derandomize=True, deadline=None, max_examples=number_of_cases(1000))
@given(TAKEN, st.lists(PHRASES, max_size=12))
def test_rows_of_digests_find_what_an_automaton_of_the_values_finds(
    taken: set[Value | None], texts: list[str]
) -> None:
    values = {value for value in taken if value is not None}
    some, everywhere = sorted(values)[::2], Everywhere([*values, *values])
    assert everywhere.standing(texts) == SearchText("\n\n".join(texts)).standing(values)
    assert len(everywhere) == len(values)
    assert Everywhere(some).among(values) == set(some)


def test_values_of_a_long_text_are_found_in_all_its_parts() -> None:
    """It is looked through piece by piece, and a value may stand across two of them."""
    value = value_of("person", "Oluwaseun Bakare-Finch")
    assert value is not None
    text = "lorem ipsum dolor " * 20_000
    for at in range(0, len(text), 40_009):
        start = text.index(" ", at) + 1
        assert Everywhere([value]).standing([text[:start] + "oluwaseun BAKARE-FINCH " + text[start:]]) == {
            value
        }
    assert Everywhere([value]).standing([text]) == set()


def test_of_a_path_only_the_name_with_the_value_goes() -> None:
    text = "/var/spool/patients/scan_of_Jane_Roe_2.tif, once more: jane%20roe. The end."
    spans = standing_here(text, [], [("person", "Jane Roe")])
    assert [text[s.start : s.end] for s in spans] == ["scan_of_Jane_Roe_2.tif", "jane%20roe."]


@pytest.mark.parametrize(
    "text",
    [
        "https://x.org/Jane_Roe?q=Jane%20Roe",
        "Jane_Roe/Jane%20Roe.pdf",
        "AB_12345?x=AB%2D12345 and AB_12345",
        "jane+roe, Jane Roe and scans/of_Jane_Roe-2",
    ],
)
def test_a_value_goes_from_a_name_and_from_the_code_beside_it(text: str) -> None:
    values = [("person", "Jane Roe"), ("account", "AB 12345")]
    left = text
    for span in reversed(standing_here(text, [], values)):
        left = f"{left[: span.start]}[GONE]{left[span.end :]}"
    looked_for = [value for one in values if (value := direct_value(*one)) is not None]
    assert SearchText(text).standing(looked_for) != set() == SearchText(left).standing(looked_for)


def test_a_long_run_without_joints_is_read_once() -> None:
    """Where each of its letters is a start, this does not end."""
    run = "acgt0123" * 40_000
    assert list(with_joints(f"a_b {run} c+d.e {run}")) != []
    assert [found[0] for found in with_joints(f"a_b {run} c+d.e")] == ["a_b", "c+d.e"]


def test_no_value_stands_across_two_runs_that_are_read_apart() -> None:
    text = "See a_Jane there, and Roewinter_b too; 88_44 and 10_b."
    values = [direct_value("person", "Jane Roewinter"), direct_value("mrn", "884410")]
    assert SearchText(text).standing([value for value in values if value is not None]) == set()


def test_a_row_of_marks_that_is_cut_is_not_looked_for() -> None:
    assert value_of("account", "12" + " ." * 200 + "34567") is None
    assert value_of("account", "12345" + " ." * 200 + "67") == Value("joined", "12345")

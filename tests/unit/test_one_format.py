"""What most of a format, or of a list, is found as: the others are of its kind."""

from __future__ import annotations

import pytest

from engine.methods.identifiers.across.one_format import of_one_format
from engine.text import Span


def _more(text: str, category: str, found: str) -> set[str]:
    """What follows from values, parted by bars, of a category; each is found wherever it stands."""
    values = found.split("|")
    spans = [
        Span(at, at + len(value), category, 0.6)
        for value in values
        for at in range(len(text))
        if text.startswith(value, at)
    ]
    more = [*of_one_format(text, spans)]
    assert {span.category for span in more} <= {category}
    return {text[span.start : span.end] for span in more}


_ROWS = (
    "ROJAS 27.083.460 $ 10.000,00\nLUNA 25.348.547 $ 5.000,00\nSOSA 25.028.246 $ 7.500,00\nVEGA 21.386.299"
)


def test_a_number_of_the_format_of_most_goes_with_them() -> None:
    assert _more(_ROWS, "code", "27.083.460|25.348.547|25.028.246") == {"21.386.299"}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (_ROWS, "27.083.460|25.348.547"),
        ("A-10442 B-20993 C-30871 and D-40117 E-51882 F-60002", "A-10442|B-20993|C-30871"),
        ("A-10442 B-20993 C-30871 at 12.5 mg, page 4, 2024", "A-10442|B-20993|C-30871"),
        ("A-10442 B-20993 C-30871, see LOINC 30955-9", "A-10442|B-20993|C-30871"),
    ],
)
def test_few_half_or_other_formats_say_nothing(text: str, found: str) -> None:
    assert _more(text, "code", found) == set()


def test_a_handle_goes_where_most_handles_are_found() -> None:
    text = "ask @miraholt, then @joshpell; @miraholt decides. @tessv and mail@example.org help @joshpell"
    assert _more(text, "person", "@miraholt|@joshpell") == {"@tessv"}
    assert _more(text, "person", "@miraholt") == set()


_AUTHORS = (
    "* `Mira Holt <https://a.example>`_\n* `Josh Pell <https://b.example>`_\n* `Tess Vorn <https://c.example>`_\n"
    "* `Oskar de Brie <https://d.example>`_\n* `castorf <https://e.example>`_\n"
)


def test_one_of_a_list_of_people_goes_with_them() -> None:
    four = _AUTHORS.replace("* `castorf <https://e.example>`_\n", "")
    assert _more(four, "person", "Mira Holt|Josh Pell|Tess Vorn") == {"Oskar de Brie"}
    assert _more(_AUTHORS, "person", "Mira Holt|Josh Pell|Tess Vorn") == set()


def test_one_of_a_quoted_list_of_places_goes_with_them() -> None:
    text = "where county in ('HOLT', 'CLAY', 'CASS', 'PLATTE') and state in ('MO', 'KS')"
    assert _more(text, "location", "HOLT|CLAY|CASS") == {"PLATTE"}


def test_what_is_no_name_stays_in_a_list_of_names() -> None:
    text = "- Mira Holt: notes\n- Josh Pell: minutes\n- Tess Vorn: room\n- next week: all of it\n"
    assert _more(text, "person", "Mira Holt|Josh Pell|Tess Vorn") == set()


def test_names_that_people_and_places_share_are_one_list() -> None:
    text = "counties = ('ALLEN', 'CLAY', 'BUTLER', 'SALINE')"
    spans = [Span(text.index(each), text.index(each) + len(each), kind) for each, kind in _SHARED.items()]
    assert {text[span.start : span.end] for span in of_one_format(text, spans)} == {"SALINE"}


_SHARED = {"ALLEN": "person", "CLAY": "location", "BUTLER": "person"}

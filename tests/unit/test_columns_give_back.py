"""What a column shows by all its values: places of a list, numbers of places, numbers with a fraction."""

from __future__ import annotations

import json

from adapters.documents.text.delimited import Delimited
from adapters.documents.text.json_text import Json
from engine.methods.columns.typing import typed_tables
from engine.text import Document, Span

_TOWNS = ("Orrin", "Kestwell", "Dunmarrow", "Pellgate", "Sarnford", "Wexholm")


def _table(header: str, rows: list[str]) -> Document:
    return Delimited().open("d", "\n".join((header, *rows)).encode()).document


def _kinds(document: Document, spans: tuple[Span, ...] = ()) -> dict[str, str]:
    return {each.column.header: each.kind.name for each in typed_tables(document, spans).columns}


def test_counties_of_one_list_are_places_and_no_labels() -> None:
    counties = [f"{town} County" for town in _TOWNS[:5]]
    document = Json().open("d", json.dumps({"serves": counties}).encode()).document
    text = document.text.reveal()
    found = tuple(Span(at, at + len(each), "location", 0.9) for each in counties for at in [text.index(each)])
    assert _kinds(document, found) == {"serves.[]": "location"}


def test_a_form_that_nobody_filled_in_still_holds_labels() -> None:
    labels = ["Date of birth", "Patient name", "Phone number", "Postal code"]
    document = Json().open("d", json.dumps({"shows": labels}).encode()).document
    assert _kinds(document) == {"shows.[]": "label"}


def test_a_number_of_its_own_for_each_place_gives_the_place_back() -> None:
    rows = [f"{_TOWNS[n % 6]},{31001 + 2 * (n % 6)},{n % 4},{'NE' if n % 2 else 'IA'}" for n in range(24)]
    kinds = _kinds(_table("city,category code,quantity,state", rows))
    assert kinds == {"city": "location", "category code": "location", "quantity": "measure", "state": "state"}


def test_what_several_places_share_gives_none_back() -> None:
    rows = [f"{_TOWNS[n % 6]},{31001 + n % 5},{'ABCDEF'[n % 6]}{n % 4}" for n in range(30)]
    kinds = _kinds(_table("city,category code,class", rows))
    assert "location" not in (kinds["category code"], kinds["class"])


def test_whole_numbers_that_a_program_wrote_with_a_fraction_are_numbers_given_out() -> None:
    numbers = [4471902, 5120338, 6090417, 7733105, 8102264]
    plain, written = ([f"{n}{end},{n % 7}" for n in numbers] for end in ("", ".0"))
    assert _kinds(_table("F1,dose", written)) == _kinds(_table("F1,dose", plain))
    assert _kinds(_table("F1,dose", written))["F1"] == "unknown code"

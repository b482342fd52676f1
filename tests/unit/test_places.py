"""Which places are smaller than a State."""

from __future__ import annotations

import pytest

from engine.catalog.regions import STATES
from engine.methods.names.entities.place_forms import address_below_state, below_state, is_large


@pytest.mark.parametrize(
    ("before", "place", "after", "smaller"),
    [
        ("lives in ", "Springfield, Illinois", ".", ["Springfield"]),
        ("lives in ", "Springfield", ", Illinois.", ["Springfield"]),
        ("lives in ", "Springfield IL", ".", ["Springfield"]),
        ("from ", "Illinois", ".", []),
        ("Rootstown, OH ", "442 USA", ".", []),
        ("from the ", "State of Illinois", ".", []),
        ("from southern ", "Illinois", ".", ["southern Illinois"]),
        ("from ", "New York", ".", ["New York"]),
        ("from Albany, ", "New York", ".", []),
        ("from the State of ", "New York", ".", []),
        ("from ", "New York", " State.", []),
        ("from ", "New York, NY", ".", ["New York"]),
        ("in ", "Washington, D.C.", "", ["Washington"]),
        ("in ", "Washington", " County.", ["Washington County"]),
        ("in ", "Kansas City, Kansas", ".", ["Kansas City"]),
        ("in ", "Kansas", " City.", ["Kansas City"]),
        ("on ", "Lake Michigan", ".", ["Lake Michigan"]),
        ("on Lake ", "Michigan", ".", ["Lake Michigan"]),
        ("from ", "Paris, France", ".", ["Paris"]),
        ("from ", "Bosnia and Herzegovina", ".", []),
        ("from ", "Dayton, Ohio and Boise, Idaho", ".", ["Dayton", "Boise"]),
        ("", "Salem, OR 97301", ".", ["Salem"]),
        ("", "ZIP 02139", ".", []),
    ],
)
def test_what_is_smaller_than_a_state_goes(before: str, place: str, after: str, smaller: list[str]) -> None:
    text = before + place + after
    found = below_state(text, len(before), len(before) + len(place))
    assert [text[start:end] for start, end in found] == smaller


@pytest.mark.parametrize("name", [*STATES, *STATES.values(), "the United States", "Bosnia and Herzegovina"])
def test_states_and_countries_are_large(name: str) -> None:
    assert is_large(name)


@pytest.mark.parametrize("name", ["Springfield", "Cook County", "Kansas City", "Lake Michigan", ""])
def test_cities_and_counties_are_not(name: str) -> None:
    assert not is_large(name)


@pytest.mark.parametrize("street", ["Calle Urquiza al 1400", "Lindenstraße 12", "rue Blanche 4"])
def test_a_street_of_another_language_ends_in_its_number(street: str) -> None:
    assert below_state(street, 0, len(street)) == [(0, len(street))]
    assert below_state("HR 72", 0, 5) == []


@pytest.mark.parametrize(
    ("address", "removed"),
    [
        ("812 Caliche Dr, Socorro, Texas", "812 Caliche Dr, Socorro"),
        ("12 Oak Lane, Elko, NV.", "12 Oak Lane, Elko"),
        ("12 Elm Ct, Springfield IL", "12 Elm Ct, Springfield"),
        ("12 Oak Lane, Albany, New York", "12 Oak Lane, Albany"),
        ("12 Oak Lane, New York", "12 Oak Lane, New York"),
        ("12 Oak Lane, Lake Washington", "12 Oak Lane, Lake Washington"),
        ("12 Virginia Street", "12 Virginia Street"),
        ("12 Oak Lane, Elko, Nevada 89801", "12 Oak Lane, Elko, Nevada 89801"),
        ("12 Oak Lane, Elko, Nevada, 89801, USA", "12 Oak Lane, Elko, Nevada, 89801"),
        (";;12 Oak Lane;Elko;Nevada;89801;USA", ";;12 Oak Lane;Elko;Nevada;89801"),
    ],
)
def test_an_address_ends_before_its_state(address: str, removed: str) -> None:
    text = f"Lives at {address}"
    start, end = address_below_state(text, len("Lives at "), len(text))
    assert text[start:end] == removed

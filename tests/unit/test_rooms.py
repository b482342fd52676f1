"""The rooms of the architecture: no circles, and a drawing that shows them all."""

from __future__ import annotations

import pytest

from tools.rooms import DRAWING, House, drawing, houses


@pytest.fixture(scope="module")
def found() -> dict[str, House]:
    return {house.package: house for house in houses()}


MOST = {"service": 14, "flows": 12, "adapters": 14, "engine": 14}
"""How many entries the fullest folder of each package may have: the goal is about twelve."""


@pytest.mark.parametrize("package", MOST)
def test_no_room_imports_itself_by_a_detour(package: str, found: dict[str, House]) -> None:
    assert found[package].circle == []


@pytest.mark.parametrize("package", MOST)
def test_a_folder_can_be_looked_over(package: str, found: dict[str, House]) -> None:
    entries, folder = found[package].most_entries()
    assert entries <= MOST[package], f"{folder}: divide it into rooms of one thing each"


def test_the_checks_stand_beside_the_methods(found: dict[str, House]) -> None:
    rooms = found["engine"].imports
    assert "engine.text" not in rooms, "a module is no room"
    assert "engine.policy" in rooms["engine.plan"]
    assert "engine.methods" not in rooms["engine.checks"]


def test_the_drawing_is_that_of_the_code(found: dict[str, House]) -> None:
    assert DRAWING.read_text(encoding="utf-8") == drawing([*found.values()]), "make drawing"


def test_floors_arrows_and_circles() -> None:
    nothing = frozenset[str]()
    house = House("h", {"h.a": frozenset({"h.b", "h.c"}), "h.b": frozenset({"h.c"}), "h.c": nothing})
    assert house.floors() == [["h.c"], ["h.b"], ["h.a"]]
    assert (house.n_arrows, house.circle) == (3, [])
    round_house = House("h", {"h.a": frozenset({"h.b"}), "h.b": frozenset({"h.a"}), "h.c": nothing})
    assert {"h.a", "h.b"} == set(round_house.circle)
    assert round_house.floors() == [["h.c"], ["h.a", "h.b"]]

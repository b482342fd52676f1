"""Every rule has a line in the ledger of rules, and is off when it is switched off."""

from __future__ import annotations

import importlib

import pytest

from engine.catalog.rules import RULES, nothing, rule, switched_off
from engine.methods.identifiers import IdentifierRecognizer
from engine.text import Document, SensitiveText
from tests.conftest import ROOT
from tools.ledger import PAGE, entry, lines
from tools.ledger_texts import HEALTH, Marked

ROOMS = (
    "engine/stages/identifiers",
    "engine/stages/repeats",
    "engine/methods/identifiers/across",
    "engine/methods/names/entities",
    "engine/methods/names/languages",
    "engine/methods/names/medicine",
)
"""Where names, dates and codes are found and decided about."""
NO_RULES = {
    "engine/stages/identifiers": {
        "columns",
        "names_of_columns",
        "replacements",
        "same_person",
        "stage",
    },
    "engine/stages/repeats": {"as_before", "as_released", "earlier_releases", "elsewhere", "normalized"},
    "engine/methods/names/entities": {"decoding", "entity_judge", "place_forms"},
    "engine/methods/names/languages": {"borders", "vocabulary", "small_words"},
    "engine/methods/names/medicine": {"notation", "surroundings", "vocabulary", "word_lists"},
}
"""Modules that only serve the rules of others, that learned, or that write."""


def test_the_ledger_has_every_rule_and_no_other() -> None:
    rows = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    assert sorted(row.split("\t")[0] for row in rows[1:]) == lines()


@pytest.mark.parametrize("room", ROOMS)
def test_every_module_that_decides_names_its_rules(room: str) -> None:
    modules = {path.stem for path in (ROOT / room).glob("*.py")} - {"__init__"}
    for name in modules:
        importlib.import_module(f"{room.replace('/', '.')}.{name}")
    without = modules - {row.module.rpartition(".")[2] for row in RULES.values()}
    assert without == NO_RULES.get(room, set())


def test_a_row_of_the_patterns_is_off_when_it_is_switched_off() -> None:
    recognizer, document = IdentifierRecognizer(["ssn"]), Document("", SensitiveText("SSN 219-09-1234"))
    found = recognizer.find(document)
    assert len(found) == 1
    with switched_off({f"pattern:{row}" for row in (found[0].why["pattern"],)}):
        assert recognizer.find(document) != found
    assert recognizer.find(document) == found


def test_two_rules_have_two_names() -> None:
    with pytest.raises(ValueError, match="two rules"):
        rule(next(iter(RULES)), without=nothing)(list)


@pytest.mark.parametrize(("marks", "counted"), [([(14, 16)], "saved"), ([], "made")])
def test_what_a_rule_saves_and_makes_is_counted(marks: list[tuple[int, int]], counted: str) -> None:
    text = "At the age of 94 he fell."
    found = entry(Marked("made up", HEALTH, text, marks, looked_for=frozenset({"age"})))
    assert found is not None
    ages = found.rules["patterns of ages"]
    assert {column for column in ("saved", "lost", "made", "prevented") if ages[column]} == {counted}

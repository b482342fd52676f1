"""How labels are compared and their inflection undone."""

from __future__ import annotations

from wn import morphy

from adapters.knowledge.labels import DETACHMENT_RULES, base_forms


def test_the_rules_of_detachment_are_morphys() -> None:
    theirs = {pos: tuple((rule[0], rule[1]) for rule in morphy.DETACHMENT_RULES[pos]) for pos in "nva"}
    assert theirs == DETACHMENT_RULES


def test_base_forms_are_morphys() -> None:
    assert set(base_forms("studies")) == {
        ("studie", "n"),
        ("study", "n"),
        ("studie", "v"),
        ("study", "v"),
    } | {("studi", "v")}
    assert ("woman", "n") in base_forms("women")
    assert list(base_forms("")) == []

"""What a clause does with learned findings: thresholds, allow lists, parts of places, every occurrence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from engine.plan.steps import IdentifierStep
from engine.stages.identifiers.stage import IdentifierStage
from engine.text import Document, SensitiveText, Span, carried_out


class Told:
    """Finds what it was told, once each."""

    name, fingerprint = "told", ""
    why: Mapping[str, object] = {}

    def __init__(self, **terms: tuple[str, float]) -> None:
        self.terms = terms
        self.categories: Sequence[str] = tuple({category for category, _ in terms.values()})

    def find(self, document: Document) -> Sequence[Span]:
        text = document.text.reveal()
        return [
            Span(
                text.index(term.replace("_", " ")),
                text.index(term.replace("_", " ")) + len(term),
                c,
                s,
                self.why,
            )
            for term, (c, s) in self.terms.items()
        ]


def released(text: str, recognizer: Told, **changes: object) -> str:
    values = {"operator": "placeholder", "census": None, "threshold": 0.5, "allow": (), "deny": ()}
    step = IdentifierStep(id="x", find=tuple(recognizer.categories), **{**values, **changes})
    stage = IdentifierStage([step], b"k" * 32, 2024, learned=[recognizer])
    return carried_out(text, stage.decide(Document("d", SensitiveText(text))))


def test_the_threshold_is_the_clauses_own() -> None:
    told = Told(Kroll=("person", 0.6))
    assert released("Then Kroll came.", told) == "Then [PERSON] came."
    assert released("Then Kroll came.", told, threshold=0.7) == "Then Kroll came."
    assert released("Mr Kroll came.", told, threshold=0.7) == "Mr [PERSON] came.", "a title tells a name"


def test_an_allowed_term_stays_but_a_longer_name_that_holds_it_goes() -> None:
    told = Told(Kroll=("person", 0.9))
    assert released("Mr Kroll came.", told, allow=("kroll",)) == "Mr Kroll came."
    longer = Told(Anton_Kroll=("person", 0.9))
    assert released("Mr Anton Kroll came.", longer, allow=("kroll",)) == "Mr [PERSON] came."


def test_a_denied_term_goes_though_nobody_finds_it() -> None:
    told = Told(Kroll=("person", 0.9))
    assert released("Kroll likes BASALT.", told, deny=("basalt",)) == "[PERSON] likes [PERSON]."


def test_what_is_removed_once_is_removed_everywhere() -> None:
    told = Told(Granite=("organisation", 0.9))
    assert (
        released("Granite paid. He left Granite. Granites stay.", told)
        == "[ORGANISATION] paid. He left [ORGANISATION]. Granites stay."
    )


def test_short_names_are_looked_for_where_the_recogniser_saw_no_whole_document() -> None:
    told = Told(Kim=("person", 0.9))
    assert (
        released("Mr Kim paid. Then Kim left. Kimono.", told)
        == "Mr [PERSON] paid. Then [PERSON] left. Kimono."
    )
    told.why = {"mentions": 1}
    assert released("Mr Kim paid. Then Kim left.", told) == "Mr [PERSON] paid. Then Kim left."


@pytest.mark.parametrize(
    ("text", "place", "expected"),
    [
        ("lives in Dayton, Ohio", "Dayton,_Ohio", "lives in [LOCATION], Ohio"),
        ("lives in Ohio", "Ohio", "lives in Ohio"),
        ("lives in northern Ohio", "Ohio", "lives in [LOCATION]"),
    ],
)
def test_the_state_of_a_place_stays(text: str, place: str, expected: str) -> None:
    assert released(text, Told(**{place: ("location", 0.9)}), operator="state") == expected

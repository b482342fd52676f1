"""Names written with digits for letters are read whole, in running text and as keys of JSON."""

from __future__ import annotations

import pytest

from adapters.documents.text.json_text import Json
from adapters.recognizers.learned import default_recognizer
from engine.methods.disguises.letters import with_letters
from engine.methods.disguises.spelling import stretches
from engine.plan.steps import IdentifierStep
from engine.stages.identifiers.stage import IdentifierStage
from engine.text import carried_out

_PERSON = IdentifierStep(
    id="person", find=("person",), operator="placeholder", census=None, threshold=0.5, allow=(), deny=()
)


@pytest.fixture(scope="module")
def stage() -> IdentifierStage:
    return IdentifierStage([_PERSON], b"k" * 16, 2025, [default_recognizer()])


def _released(content: str, stage: IdentifierStage) -> str:
    document = Json().open("d", content.encode()).document
    return carried_out(document.text.reveal(), stage.decide(document))


@pytest.mark.parametrize(
    "written",
    ["Wa1ter Kow1er", "Mary E11is", "Phi11ipa De1acourt", "C1ementine Bi11ings1ey", "R0sa1ind Abercr0mbie"],
)
def test_a_name_with_digits_for_letters_goes_from_values_and_keys(
    written: str, stage: IdentifierStage
) -> None:
    value = _released(f'{{"note": "Patient {written}, seen on the ward"}}', stage)
    key = _released(f'{{"{written}": {{"dx": "gout"}}}}', stage)
    for word in written.split():
        assert word not in value
        assert word not in key


def test_words_side_by_side_are_one_stretch_read_with_letters() -> None:
    assert "Mary Ellis" in {stretch.plain for stretch in stretches("said Mary E11is today")}
    assert [with_letters(word) for word in ("Wa1ter", "T4N0", "2024", "Ward")] == [
        "Walter",
        "T4N0",
        "2024",
        "Ward",
    ]


def test_keys_that_are_no_names_stay(stage: IdentifierStage) -> None:
    keys = '{"HbA1c Level": 6, "Vitamin B12": 3, "Ward 3": 1, "Item4a": 2}'
    assert _released(keys, stage) == Json().open("d", keys.encode()).document.text.reveal()

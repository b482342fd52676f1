"""Bundles put together: what one hides and another shows is counted, and never printed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.errors import InvalidError
from engine.methods.overlaps.together import compared
from flows.audit.verification.answers import Asked
from flows.audit.verification.bundle import verify_release
from service.commands.display.verification import answer_line, show_verification, verification_json
from tests.e2e.test_earlier_releases import DATES, LETTER, NUMBERS, Release
from tests.e2e.test_earlier_releases import release as _release
from tests.e2e.test_tables_beside_texts import POLICY, TABLE

release = _release
ALLOW = {"then": "allow"}
OTHER = (
    "Quite another text about bread, soup and the weather, of which nobody had ever heard anything before."
)


@pytest.fixture
def bundles(release: Release, tmp_path: Path) -> Path:
    release("numbers", {"a.txt": LETTER}, identifiers=NUMBERS)
    release("dates", {"a.txt": OTHER, "b.txt": LETTER}, identifiers=DATES, earlier_releases=ALLOW)
    return tmp_path


def test_two_bundles_that_show_what_the_other_hides(bundles: Path) -> None:
    found = verify_release(bundles / "numbers", Asked(against=(bundles / "dates",)))
    [against] = found.against
    [pair] = against.pairs
    assert (against.here[pair.one], against.there[pair.other]) == ("000001", "000002")
    assert (pair.shown_there, pair.shown_here) == (3, 3)
    assert (found.answer, [one.code for one in found.faults]) == ("FAILED", ["BND026"])
    said = json.dumps(verification_json(str(bundles / "numbers"), found)) + str(found.faults)
    assert answer_line(found).startswith("FAILED: as it was signed")
    assert not any(word in said for word in ("219-09", "-9999", "3 May", "Petrova"))
    assert verify_release(bundles / "numbers").faults == []


def test_bundles_that_hide_the_same_pass_and_a_broken_one_is_named(bundles: Path) -> None:
    alone = verify_release(bundles / "dates", Asked(against=(bundles / "dates",)))
    assert (alone.faults, [(p.shown_there, p.shown_here) for p in alone.against[0].pairs]) == (
        [],
        [(0, 0)] * 2,
    )
    (bundles / "dates" / "report.json").write_text("{}")
    with pytest.raises(InvalidError, match="BND027"):
        verify_release(bundles / "numbers", Asked(against=(bundles / "dates",)))


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("He lives in [LOCATION] now.", "He lives in Rome now.", (1, 0, 0)),
        ("He lives in ___ now.", "He lives in ___ now.", (0, 0, 0)),
        ("He has a disease now.", "He has hepatitis now.", (0, 0, 1)),
        ("[DATE] it rained.", "On [DATE] it rained.", (0, 0, 0)),
        ("", "Rome", (0, 0, 0)),
    ],
)
def test_places_of_two_texts(one: str, other: str, expected: tuple[int, int, int]) -> None:
    assert compared(one, other) == expected


def test_tables_are_said_not_to_be_compared(
    release: Release, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    release("table", {"visits.csv": TABLE}, **POLICY)
    release("letters", {"a.txt": OTHER}, identifiers=NUMBERS)
    found = verify_release(tmp_path / "letters", Asked(against=(tmp_path / "table",)))
    show_verification(found)
    assert "1 table of the two releases was not compared" in " ".join(capsys.readouterr().out.split())

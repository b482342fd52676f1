"""A table and texts about the same people: what a row hides, no text tells, and the other way round."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.test_earlier_releases import LAW, Release, release, shown

__all__ = ["release"]

PEOPLE = (
    "Ada Lund", "Ben Ortiz", "Cora Weiss", "Dan Iyer", "Eve Novak", "Finn Moreau", "Gus Tanaka", "Hal Brandt",
    "Ivo Castell", "Jana Quist",
)  # fmt: skip
HEAD = "patient,age,ward,smoker,employer,illness,again\n"
ROWS = [
    f"{name},{41 + place},{('north', 'south')[place % 2]},{('yes', 'no')[place % 2]},"
    f"{('Halvorsen', 'Ostrava', 'Pemberton', 'Zelenka', 'Kirkwall')[place // 2]} Ltd,"
    f"{('asthma', 'gout', 'anaemia', 'eczema', 'migraine')[place % 5]},{('yes', 'no')[place % 2]}\n"
    for place, name in enumerate(PEOPLE)
]
TABLE = HEAD + "".join(ROWS)
CLAUSE = {
    "id": "visits",
    "law": LAW,
    "files": ["visits*.csv"],
    "k": 3,
    "choose": "suppress-cells",
    "columns": {
        "patient": {"kind": "entity"},
        "age": {"kind": "interval", "edges": [40, 60]},
        "ward": {"kind": "category"},
        "smoker": {"kind": "binary", "ones": ["yes"]},
        "again": {"kind": "label", "positive": ["yes"]},
    },
}
NAMES = [{"find": ["person"], "law": LAW}]
LETTER = (
    "Dear colleague, I saw Ada Lund of the north ward today. She is 41 years old, works for Halvorsen and "
    "has asthma since her childhood. We agreed on another visit after the summer.\n"
)
OTHER = (
    "Dear colleague, I saw Olga Petrenko of the north ward today. She is 41 years old and has asthma. "
    "We agreed on another visit after the summer.\n"
)
UNNAMED = (
    "The patient of the north ward is 41 years old, a smoker, works for Halvorsen Ltd and has asthma. "
    "We agreed on another visit after the summer.\n"
)
POLICY = {"identifiers": NAMES, "tables": [CLAUSE]}


def test_a_text_tells_nothing_that_the_row_of_its_person_hides(release: Release, tmp_path: Path) -> None:
    table = release("table", {"visits.csv": TABLE}, **POLICY)
    assert table.documents[0].outcome == "released"
    report = release("letters", {"a.txt": LETTER, "b.txt": OTHER}, identifiers=NAMES)
    ada, olga = report.documents
    first, second = ((tmp_path / "letters" / "documents" / one.output).read_text() for one in (ada, olga))
    assert not [word for word in ("Lund", "41", "Halvorsen", "asthma") if word in first]
    assert "north ward" in first, "the row shows the ward"
    assert "another visit after the summer" in first
    assert ada.earlier is not None
    assert (ada.earlier.releases, ada.earlier.rows, ada.earlier.hidden) == ((table.release_id,), 1, 3)
    assert olga.earlier is None
    assert "41 years old and has asthma" in second


def test_a_text_that_names_nobody_is_known_by_what_it_says(release: Release, tmp_path: Path) -> None:
    release("table", {"visits.csv": TABLE}, **POLICY)
    report = release("letters", {"a.txt": UNNAMED}, identifiers=NAMES)
    assert report.documents[0].earlier is not None
    assert not [word for word in ("41", "Halvorsen", "asthma") if word in shown(tmp_path, "letters")]


@pytest.mark.parametrize(
    ("then", "outcome"), [("refuse", "refused"), ("repeat", "refused"), ("allow", "released")]
)
def test_the_policy_says_what_becomes_of_such_a_text(
    release: Release, tmp_path: Path, then: str, outcome: str
) -> None:
    release("table", {"visits.csv": TABLE}, **POLICY)
    report = release("letters", {"a.txt": LETTER}, identifiers=NAMES, earlier_releases={"then": then})
    [record] = report.documents
    assert record.outcome == outcome
    if then == "allow":
        assert "asthma" in shown(tmp_path, "letters")
        assert record.earlier is not None
        assert record.earlier.rows == 1
    else:
        assert record.reason.startswith("[MEM007]")


def test_a_table_hides_nothing_that_an_earlier_text_told(release: Release, tmp_path: Path) -> None:
    release("letters", {"a.txt": LETTER, "b.txt": OTHER}, identifiers=NAMES)
    report = release("table", {"visits.csv": TABLE}, **POLICY)
    assert report.documents[0].reason.startswith("[MEM008]")
    assert "1 such rows (1)" in report.documents[0].reason
    assert not list((tmp_path / "table" / "documents").iterdir())
    left = release("without-her", {"visits.csv": HEAD + "".join(ROWS[1:])}, **POLICY)
    assert left.documents[0].outcome == "released"
    allowed = release("allowed", {"visits.csv": TABLE}, **POLICY, earlier_releases={"then": "allow"})
    assert allowed.documents[0].outcome == "released"


def test_within_one_release_the_text_is_refused_and_hidden_when_released_again(
    release: Release, tmp_path: Path
) -> None:
    files = {"visits.csv": TABLE, "a.txt": LETTER, "b.txt": OTHER}
    outcomes = {one.output: one for one in release("both", files, **POLICY).documents}
    assert sorted(one.reason[:8] for one in outcomes.values()) == ["", "", "[MEM007]"]
    again = release("again", files, **POLICY)
    assert {one.outcome for one in again.documents} == {"released"}
    assert "Halvorsen" not in shown(tmp_path, "again")


@pytest.mark.usefixtures("inheriting_workers")
def test_the_check_refuses_a_text_that_the_stage_let_pass(
    release: Release, monkeypatch: pytest.MonkeyPatch
) -> None:
    release("table", {"visits.csv": TABLE}, **POLICY)
    monkeypatch.setattr(
        "engine.stages.repeats.earlier_releases.EarlierReleasesStage.extend",
        lambda self, document, found: list(found),
    )
    report = release("letters", {"a.txt": LETTER}, identifiers=NAMES)
    assert report.documents[0].reason.startswith("[MEM007]")

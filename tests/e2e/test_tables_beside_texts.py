"""A table and texts about the same people: what a row hides, no text tells, and the other way round."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from flows.authoring.comparing import measure_impact
from service.commands.display.policy import show_impact
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
    "measure": False,
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
    "Dear colleague, I saw Ada Lund of the north ward today. She is 41 years old, works at Halvorsen and "
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


@pytest.fixture
def impact(tmp_path: Path) -> Callable[..., dict[str, Any]]:
    """``impact((then, then), {file: text}, policy...)`` measures two policies that differ in `then`."""

    def measured(
        rules: tuple[str, str], files: dict[str, str], alone: bool = False, **policy: object
    ) -> dict[str, Any]:
        inbox = tmp_path / "inbox"
        inbox.mkdir()
        for name, text in files.items():
            (inbox / name).write_text(text)
        head = {"version": "1.0.0", "title": "T", "laws": [{"cite": LAW, "title": "House"}]}
        paths = [tmp_path / f"impact-{place}.yaml" for place in range(2)]
        for path, then in zip(paths, rules, strict=True):
            said = head | {"policy": path.stem, "earlier_releases": {"then": then}} | policy
            with path.open("w") as stream:
                YAML(typ="safe").dump(said, stream)
        return measure_impact(*map(str, paths), [inbox], lambda *_: None, alone=alone)

    return measured


Impact = Callable[..., dict[str, Any]]
TWO = {"a.txt": LETTER, "b.txt": OTHER}


def test_impact_counts_texts_that_tell_what_an_earlier_table_hides(release: Release, impact: Impact) -> None:
    release("table", {"visits.csv": TABLE}, **POLICY)
    mail = [{"find": ["person", "email"], "law": LAW}]
    texts = {"a.txt": f"{LETTER}Write to halvorsen@example.org.\n", "b.txt": OTHER}
    people = impact(("refuse", "hide_both"), texts, identifiers=mail)["people"]
    assert (people["texts"], people["tables"]) == (1, 0)
    assert people["refused"] == (1, 0)
    assert people["hidden"] == (0, 3), "the address leaves for itself"
    assert people["told"] == people["together"] == people["tables_refused"] == (0, 0)


def test_impact_counts_texts_that_are_allowed_to_tell_it(release: Release, impact: Impact) -> None:
    release("table", {"visits.csv": TABLE}, **POLICY)
    people = impact(("allow", "repeat"), TWO, identifiers=NAMES)["people"]
    assert (people["texts"], people["told"], people["refused"]) == (1, (1, 0), (0, 1))


def test_impact_as_if_nothing_had_been_released_knows_no_table(release: Release, impact: Impact) -> None:
    release("table", {"visits.csv": TABLE}, **POLICY)
    people = impact(("allow", "refuse"), TWO, alone=True, identifiers=NAMES)["people"]
    assert not any((people["texts"], people["told"][0], people["refused"][1]))


def test_impact_counts_tables_that_hide_what_an_earlier_text_tells(
    release: Release, impact: Impact, capsys: pytest.CaptureFixture[str]
) -> None:
    release("letters", TWO, identifiers=NAMES)
    found = impact(("allow", "hide_both"), {"visits.csv": TABLE, "a.txt": LETTER}, **POLICY)
    people = found["people"]
    assert (people["texts"], people["tables"]) == (1, 1)
    assert people["tables_refused"] == (0, 1)
    assert people["told"] == (2, 0)
    assert people["together"] == (0, 0), "the table is refused, so the text leaves without it"
    show_impact(found)
    shown = capsys.readouterr().out
    assert "1 text and 1 table at hand tell what a row hides" in shown
    assert "tables refused, for an earlier text" in shown
    assert not any(word in shown for word in ("Lund", "asthma", "Halvorsen", "visits.csv", "a.txt"))


def test_impact_counts_texts_beside_a_table_at_hand(impact: Impact, release: Release) -> None:
    assert release
    files = {"visits.csv": TABLE, "a.txt": LETTER, "b.txt": OTHER}
    people = impact(("allow", "hide_both"), files, **POLICY)["people"]
    assert (people["texts"], people["tables"]) == (1, 0)
    assert people["together"] == (0, 1)
    assert people["told"] == (1, 0)

"""The evaluation of clinical fidelity: its counts by hand, its files, its shipped notes."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import InvalidError
from engine.text import Decision
from research.display.fidelity import show_fidelity
from research.fidelity.measuring import Looked, evaluate, measured
from research.fidelity.notes import read_notes
from tests.conftest import ROOT

NOTES = """
notes:
  - id: 1
    text: >-
      Dr. {person: Ann Keller} gave {drug: Metformin} {dose: 5 mg}
      on {date: 3 May 2024} and in {date: 2019}.
"""


def _removed(text: str, words: str, category: str) -> Decision:
    start = text.index(words)
    return Decision(start, start + len(words), "identifiers", category, "redact", "[X]", "A", {})


def test_marks_are_read_and_removals_counted_by_hand(tmp_path: Path) -> None:
    (tmp_path / "notes.yaml").write_text(NOTES)
    note = read_notes(tmp_path / "notes.yaml")[0]
    assert note.text == "Dr. Ann Keller gave Metformin 5 mg on 3 May 2024 and in 2019."
    assert [note.text[m.start : m.end] for m in note.marks] == [
        "Ann Keller",
        "Metformin",
        "5 mg",
        "3 May 2024",
        "2019",
    ]
    decisions = [
        _removed(note.text, "Keller", "person"),
        _removed(note.text, "Metformin", "location"),
        _removed(note.text, "3 May", "date"),
        _removed(note.text, "Dr.", "code"),
    ]
    result = measured([Looked(note, decisions, False)], "p")
    assert (result["name_removals_wrong"]["n"], result["name_removals_wrong"]["of"]) == (1, 2)
    assert (result["removals_wrong"]["n"], result["removals_wrong"]["of"]) == (2, 4)
    assert (result["hidden"]["person"]["n"], result["hidden"]["person"]["of"]) == (0, 1)
    assert (result["hidden"]["date"]["n"], result["hidden"]["date"]["of"]) == (1, 1)
    assert (result["kept"]["drug"]["n"], result["kept"]["dose"]["n"]) == (0, 1)
    assert result["meaning_kept"]["share"] == 0.5


@pytest.mark.parametrize(
    "text",
    ["people: []\n", "notes:\n  - id: 1\n", 'notes:\n  - {id: 1, text: "{planet: Mars}"}\n'],
)
def test_a_file_of_another_form_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "notes.yaml").write_text(text)
    with pytest.raises(InvalidError) as error:
        read_notes(tmp_path / "notes.yaml")
    assert error.value.faults[0].code == "EVA008"


def test_the_shipped_notes_keep_their_medicine_and_lose_their_people() -> None:
    """Development data: the figures hold what was reached, they show nothing about other notes."""
    result = evaluate([ROOT / "benchmarks/notes/clinical.yaml"], "hipaa-safe-harbor")
    assert result["refused"] == 0
    assert result["name_removals_wrong"]["share"] <= 0.10
    assert result["meaning_kept"]["share"] >= 0.97
    assert result["hidden"]["person"]["share"] >= 0.97
    lines: list[str] = []
    show_fidelity(result, lines.append)
    assert any(line.startswith("medicine kept 0.9") for line in lines)

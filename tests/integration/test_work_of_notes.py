"""What a short note costs, counted in calls of Python functions: a count does not depend on the machine.

The counts guard the hot paths: a step that is done for each sentence, word or value in place of each
document shows here at once, as does anything whose cost grows faster than the number of documents.
"""

from __future__ import annotations

import cProfile
import os
import random
from pathlib import Path
from unittest import mock

import pytest

from benchmarks.in_process import release_here

NAMES = ("Anna Keller", "John Roe", "Mary Stone", "Peter Blau", "Linda Marsh")
SENTENCES = (
    "Dr. {name} saw the patient on {day} May 2021 in Albany.",
    "The record number is MRN {number}, and the family called 217-555-{digits}.",
    "She slept well, ate breakfast and walked along the corridor without help.",
    "Treatment goes on as before; the next visit is planned for the {day}th of June.",
    "{name} works at Northside Clinic and lives near Lake George with two brothers.",
)
CALLS_OF_A_NOTE = 17_000
"""Of Python functions; 13,900 were counted in November 2026."""
GROWTH = 1.15
"""What a note may cost in a release of many, beside what it costs in one of few."""


def note(chooser: random.Random) -> str:
    filled = [
        sentence.format(
            name=chooser.choice(NAMES),
            day=chooser.randrange(4, 21),
            number=chooser.randrange(10**7, 10**8),
            digits=chooser.randrange(1000, 10_000),
        )
        for sentence in SENTENCES * 3
    ]
    return " ".join(filled)


def calls(folder: Path, n: int) -> int:
    """Calls of Python functions in a release of `n` notes, its start and its end among them."""
    chooser = random.Random(n)
    (folder / f"in-{n}").mkdir()
    for i in range(n):
        (folder / f"in-{n}" / f"{i:04d}.txt").write_text(note(chooser))
    profile = cProfile.Profile(builtins=False)
    with mock.patch.dict(os.environ, {"SAFERELEASE_HOME": str(folder / f"home-{n}")}), profile:
        report = release_here("hipaa-safe-harbor", folder / f"in-{n}", folder / f"out-{n}")
    assert report is not None and report.totals["released"] == n
    return sum(entry.callcount for entry in profile.getstats())


@pytest.fixture(scope="module")
def counted(tmp_path_factory: pytest.TempPathFactory) -> dict[int, int]:
    folder = tmp_path_factory.mktemp("notes")
    calls(folder, 5)  # what is made on first use
    return {n: calls(folder, n) for n in (10, 30, 90)}


def test_a_note_costs_no_more_calls_than_it_did(counted: dict[int, int]) -> None:
    assert (counted[90] - counted[30]) / 60 < CALLS_OF_A_NOTE


def test_a_note_among_many_costs_what_it_does_among_few(counted: dict[int, int]) -> None:
    few, many = (counted[30] - counted[10]) / 20, (counted[90] - counted[30]) / 60
    assert many < GROWTH * few

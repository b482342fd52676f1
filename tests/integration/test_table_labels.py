"""l-diversity and t-closeness of released tables, counted by hand in their files."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.checks.containment import labels_hold
from engine.errors import InvalidError, RefusedError
from engine.methods.k_containment.selection.label_limits import LabelLimits
from tests.integration.test_table_proofs import Bundle, codes
from tests.integration.test_tables_stage import VISITS, Desk, compiled, write_csv

Table = list[tuple[frozenset[int], bool]]


def _table(path: Path) -> Table:
    """Rows of a released file: the places of their ones, and the label, which stands last."""
    lines = [line.split(",") for line in path.read_text().splitlines()[1:]]
    return [
        (frozenset(i for i, cell in enumerate(line[:-1]) if cell == "1"), line[-1] == "1") for line in lines
    ]


def _alike(table: Table, zeros: bool) -> list[list[bool]]:
    """For each row the labels of the rows that a reader cannot tell from it."""
    return [
        [label for other, label in table if (other == row if zeros else other >= row)] for row, _ in table
    ]


def _diversity(table: Table, zeros: bool) -> int:
    return min(len(set(labels)) for labels in _alike(table, zeros))


def _closeness(table: Table) -> float:
    share = sum(label for _, label in table) / len(table)
    return max(abs(sum(labels) / len(labels) - share) for labels in _alike(table, True))


@pytest.mark.parametrize("n_files", [2, pytest.param(6, marks=pytest.mark.slow)])
@pytest.mark.parametrize("choose", ["greedy-distcnt", "greedy-information", "greedy-hamdist", "greedy-ones"])
@pytest.mark.parametrize(
    ("keys", "zeros", "breaks"),
    [
        ("l_diversity: 2", False, lambda table: _diversity(table, False) < 2),
        ("l_diversity: 2\n    protect_zeros: true", True, lambda table: _diversity(table, True) < 2),
        ("t_closeness: 0.15\n    protect_zeros: true", True, lambda table: _closeness(table) > 0.15 + 1e-9),
    ],
)
def test_rows_that_look_alike_do_not_tell_their_label(
    tmp_path: Path, choose: str, n_files: int, keys: str, zeros: bool, breaks: Callable[[Table], bool]
) -> None:
    """In files of random tables the limit holds; without the key some of them break it."""
    draw, broken, kept = random.Random(choose), 0, 0
    columns = "".join(f"      c{n}: {{kind: binary}}\n" for n in range(5))
    for number in range(n_files):
        rows = [{f"c{n}": int(draw.random() < 0.5) for n in range(5)} for _ in range(60)]
        # the label follows two of the features, so that classes of few rows tell it
        rows = [
            row | {"again": "y" if draw.random() < 0.1 + 0.8 * row["c0"] * row["c1"] else "n"} for row in rows
        ]
        for limited in (False, True):
            head = VISITS.split("columns:")[0].format(k=3, choose=choose)
            asked = keys if limited else f"protect_zeros: {str(zeros).lower()}"
            clause = f"{head}{asked}\n    measure: false\n    columns:\n{columns}"
            folder = tmp_path / f"{number}{limited}"
            folder.mkdir()
            desk = Desk(folder, f"{clause}      again: {{kind: label, positive: [y]}}\n")
            made = desk.release(write_csv(folder / "visits.csv", rows))
            table = _table(desk.documents / made.output)
            broken += not limited and breaks(table)
            kept += limited and len(table[0]) > 0
            assert not (limited and breaks(table))
            assert made.table is not None
            assert made.table.achieved_k >= 3
    assert broken, "the key would change nothing"
    assert kept


@pytest.mark.parametrize("zeros", [False, True])
def test_the_check_counts_as_by_hand(zeros: bool) -> None:
    draw = random.Random(7)
    told = {True: 0, False: 0}
    for _ in range(300):
        n = draw.randint(1, 4)
        rows = [tuple(i for i in range(n) if draw.random() < 0.5) for _ in range(draw.randint(1, 12))]
        labels = [draw.random() < 0.5 for _ in rows]
        table = [(frozenset(row), label) for row, label in zip(rows, labels, strict=True)]
        holds = labels_hold(rows, labels, n, 2, zeros=zeros)
        told[holds] += 1
        assert holds == (_diversity(table, zeros) == 2)
        t = draw.choice([0.1, 0.25, 0.5])
        assert labels_hold(rows, labels, n, 1, t, zeros=True) == (_closeness(table) <= t + 1e-9)
    assert min(told.values()) > 10


def test_labels_that_are_changed_in_a_bundle_are_found(tmp_path: Path) -> None:
    """All hashes and the signature hold; a recipient's `verify` counts the labels again."""
    bundle = Bundle(tmp_path, choose="greedy-ones\n    l_diversity: 2")
    assert codes(bundle.verify()) == []
    lines = bundle.table.read_text().splitlines()
    bundle.table.write_text("\n".join([lines[0], *(line[:-1] + "1" for line in lines[1:])]) + "\n")
    bundle.sign()
    assert codes(bundle.verify()) == ["BND013"]


def test_a_search_that_lets_a_label_through_is_stopped_by_the_check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LabelLimits, "allow", lambda *_: True)
    desk = Desk(tmp_path, VISITS.format(k=5, choose="greedy-ones\n    l_diversity: 2"))
    rows = [{"age": 30, "smoker": "yes", "ward": "a", "note": "", "again": "n"}] * 10
    rows += [{"age": 70, "smoker": "no", "ward": "b", "note": "", "again": "y"}] * 10
    with pytest.raises(RefusedError, match="TAB007"):
        desk.release(write_csv(tmp_path / "visits.csv", rows))


@pytest.mark.parametrize(
    ("choose", "key"),
    [
        ("suppress-cells\n    l_diversity: 2", "l_diversity"),
        ("maximal\n    protect_zeros: false\n    l_diversity: 2", "l_diversity"),
        ("greedy-ones\n    t_closeness: 0.2", "protect_zeros"),
    ],
)
def test_what_cannot_be_kept_is_no_policy(tmp_path: Path, choose: str, key: str) -> None:
    with pytest.raises(InvalidError, match=key):
        compiled(tmp_path, VISITS.format(k=5, choose=choose))

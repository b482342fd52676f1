"""The evaluation of style: two writers who differ in nothing else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.errors import InvalidError
from research.style.attackers import style_pieces
from research.style.measuring import evaluate

POLICY = """
policy: p
version: 1.0.0
title: T
laws: [{cite: House rule, title: T}]
identifiers: [{law: House rule, find: [ssn]}]
"""
STYLE = "style: [punctuation, contractions, spelling, function-words]\n"
SAID = (
    "the bread was good",
    "they had to go home",
    "it was the last train",
    "she is not well",
    "we were late",
)
FORMS = "I think that {} and do not know why!", "I think that {} and don't know why!!!"


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    """Two authors say the same; one contracts and shouts."""
    rows = [
        {"author": f"writer {i}", "text": form.format(said)} for i, form in enumerate(FORMS) for said in SAID
    ]
    path = tmp_path / "posts.jsonl"
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return path


def _policy(folder: Path, more: str) -> str:
    (folder / "p.yaml").write_text(POLICY + more)
    return str(folder / "p.yaml")


def test_writers_who_differ_in_style_alone_are_one_afterwards(texts: Path, tmp_path: Path) -> None:
    result = evaluate(texts, _policy(tmp_path, STYLE))
    assert (result["authors"], result["texts"], result["refused"], result["chance"]) == (2, 10, 0, 0.5)
    for attacked in result["attacks"].values():
        assert attacked["without_style"]["share"] == 1
        assert attacked["plain_taught_by_others"]["share"] == 0.5
        assert attacked["plain_taught_alike"]["share"] <= 0.6
    assert set(result["changes_by_habit"]) == {"contractions", "punctuation"}
    n_words = sum(len(form.format(said).split()) for form in FORMS for said in SAID)
    assert (result["words_changed"]["n"], result["words_changed"]["of"]) == (len(SAID), n_words)
    assert len(result["measured_with"]["plan_id"]) == 64


def test_nothing_is_measured_without_style_or_with_too_few_texts(texts: Path, tmp_path: Path) -> None:
    with pytest.raises(InvalidError, match="EVA010"):
        evaluate(texts, _policy(tmp_path, ""))
    few = tmp_path / "few.jsonl"
    few.write_text("\n".join(texts.read_text().splitlines()[:8]))
    with pytest.raises(InvalidError, match="EVA009"):
        evaluate(few, _policy(tmp_path, STYLE))


def test_the_reader_of_style_sees_no_subject() -> None:
    found = style_pieces("But Anna's 3 cats don't\n  LIKE it...")
    assert "|".join(found) == "But| |Aa| |0| |a| |don't|\n  |AA| |it|..."

"""A reader attacks letters: what it learns, what it guesses, what is said of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import InvalidError
from research.concepts.reader_attack import evaluate_reader, read_letters
from research.display.evaluation import show_reader
from tests.reader_letters import ATTACKED, encyclopedia


@pytest.fixture
def letters(tmp_path: Path) -> Path:
    (tmp_path / "letters.jsonl").write_text(ATTACKED)
    (tmp_path / "wiki").mkdir()
    (tmp_path / "wiki/a.jsonl").write_text(encyclopedia(40))
    return tmp_path


def test_both_readers_are_right_before_and_fooled_after(letters: Path) -> None:
    found = read_letters(letters / "letters.jsonl", alpha=4.0)
    result = evaluate_reader(found, letters / "wiki", "wikipedia", ["wordnet"])
    assert result["concepts"] == 30
    for reader in result["readers"].values():
        sensitive, harmless = reader["sensitive"], reader["harmless"]
        assert (sensitive["letters"], harmless["letters"]) == (2, 1)
        assert sensitive["before"]["guessed"] == 2 > sensitive["after"]["guessed"]
        low, high = sensitive["before"]["interval"]
        assert low < 1 <= high
    assert result["readers"]["counts"]["by_concept"]["HIV"]["sensitive"]["before"] == 1
    assert result["words_changed"]["sensitive"] > 0.2 > result["words_changed"]["harmless"]
    lines: list[str] = []
    show_reader(result, lines.append)
    assert any("before 100.0%" in line for line in lines)
    assert not any("receiver" in line for line in lines)


def test_what_cannot_be_read_or_teaches_nothing_is_named(letters: Path) -> None:
    found = read_letters(letters / "letters.jsonl", alpha=1.5)
    with pytest.raises(InvalidError, match="EVA006"):
        evaluate_reader(found, letters, "wikipedia", ["wordnet"])
    (letters / "bad.jsonl").write_text(ATTACKED + "\n{}")
    with pytest.raises(InvalidError, match=r"EVA005.*bad\.jsonl:4"):
        read_letters(letters / "bad.jsonl", alpha=1.5)

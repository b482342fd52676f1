"""The evaluation of personal attributes: its counts by hand, its attackers, its files."""

from __future__ import annotations

from itertools import compress
from pathlib import Path
from types import SimpleNamespace

import pytest

from engine.errors import InvalidError
from research.attribute_attackers import learned_guesses, looked_up, word_lists
from research.attributes.measuring import evaluate
from research.attributes.perfect import fewest_words
from research.attributes.posts import read_posts
from research.attributes.telling_words import TellingWords
from tests.conftest import ROOT

POSTS = """
people:
  - id: a
    is: {age: 34, occupation: nurse}
    posts:
      - text: My husband sleeps late. The bread is warm.
        clues: {relationship: ["My husband"], occupation: ["The bread is warm"]}
  - id: b
    is: {age: 58, occupation: welder}
    posts:
      - text: I am 58 and a welder.
        clues: {age: ["58"]}
"""
POLICY = """
policy: p
version: 1.0.0
title: T
laws: [{cite: House rule, title: T}]
attributes:
  - law: House rule
    hide: [age, relationship, occupation]
"""


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, str]:
    (tmp_path / "posts.yaml").write_text(POSTS)
    (tmp_path / "p.yaml").write_text(POLICY)
    return tmp_path / "posts.yaml", str(tmp_path / "p.yaml")


def test_clues_words_and_look_ups_are_counted(files: tuple[Path, str]) -> None:
    result = evaluate([files[0]], files[1])
    assert (result["posts"], result["people"], result["refused"]) == (2, 2, 0)
    assert (result["clues_left"]["n"], result["clues_left"]["of"]) == (1, 3)
    assert (result["clue_words_left"]["n"], result["clue_words_left"]["of"]) == (5, 7)
    assert (result["clues_telling_left"]["n"], result["clues_telling_left"]["of"]) == (1, 3)
    assert (result["telling_words_left"]["n"], result["telling_words_left"]["of"]) == (2, 4)
    assert (result["words_unchanged"]["n"], result["words_unchanged"]["of"]) == (11, 14)
    perfect = result["words_unchanged_by_perfect_finder"]
    assert (perfect["n"], perfect["of"]) == (10, 14), "husband, bread, warm and 58: no clue of three may stay"
    age = result["attacks"]["age"]
    assert (age["chance"], age["looked_up_before"]["n"], age["looked_up_after"]["n"]) == (0.5, 1, 0)


def test_a_clue_that_is_changed_in_part_still_tells(tmp_path: Path) -> None:
    clue = "My husband runs the foundry at night"
    (tmp_path / "p.yaml").write_text(POLICY)
    (tmp_path / "posts.yaml").write_text(
        f"people: [{{id: a, is: {{occupation: founder}}, posts: [{{text: {clue}, "
        f"clues: {{occupation: [{clue}]}}}}]}}]"
    )
    result = evaluate([tmp_path / "posts.yaml"], str(tmp_path / "p.yaml"), attack=False)
    assert result["clues_left"]["n"] == 0
    assert result["clues_telling_left"]["n"] == 1
    assert result["telling_words_left"]["of"] == 4


@pytest.mark.parametrize(
    ("clue", "telling"),
    [
        ("on the ward", "ward"),
        ("we said it", "said"),
        ("said the heifers", "heifers"),
        ("of the", "of the"),
    ],
)
def test_common_words_tell_nothing_beside_rarer_ones(clue: str, telling: str) -> None:
    counts = {"ward": 900, "like": 30_000, "said": 20_000, "heifer": 3}
    known = SimpleNamespace(n_contexts=1_000_000, count=lambda key: counts.get(key, 0))
    words = clue.split()
    chosen = TellingWords(known).among(words)  # type: ignore[arg-type]
    assert " ".join(compress(words, chosen)) == telling


def test_the_learned_attacker_knows_a_word_and_loses_it_with_the_word() -> None:
    originals = [f"{word} number {i}" for i in range(10) for word in ("oboe", "lathe")]
    values = ["musician", "machinist"] * 10
    before, after = learned_guesses(originals, ["work number 1"] * 20, values, seed=1)
    assert all(before)
    assert sum(after) <= 15


def test_the_list_of_a_value_holds_its_words_and_its_number_in_words() -> None:
    lists = word_lists(["74000 USD", "34", "bus driver"])
    assert looked_up("I turned thirty-four.", "34", lists)
    assert looked_up("a driver", "bus driver", lists)
    assert not looked_up("I turned forty.", "34", lists)


def test_a_perfect_finder_leaves_the_clues_that_need_most_words() -> None:
    assert fewest_words([{1}, {2, 3}, {3}, {4, 5, 6}], left=0.25) == 3
    assert fewest_words([{1}, {2, 3}, {3}, {4, 5, 6}], left=0.0) == 6
    assert fewest_words([], left=0.2) == 0


@pytest.mark.parametrize("broken", ["people: []", "people: [{id: a, is: {shoe: 9}, posts: [{text: x}]}]",
                                    POSTS.replace('["58"]', '["59"]')])  # fmt: skip
def test_eva007_a_file_of_another_form(broken: str, tmp_path: Path) -> None:
    (tmp_path / "posts.yaml").write_text(broken)
    with pytest.raises(InvalidError, match="EVA007"):
        read_posts(tmp_path / "posts.yaml")


def test_the_posts_of_the_benchmarks_are_read() -> None:
    names = ("development", "second", "third", "fourth")
    people = [p for name in names for p in read_posts(ROOT / f"benchmarks/posts/{name}.yaml")]
    assert (len(people), sum(len(person.posts) for person in people)) == (38, 228)

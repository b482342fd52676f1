"""A policy from a stranger neither hangs the machine nor reads what is not the policy's."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from engine.errors import InvalidError
from engine.methods.c_sanitized import scanner
from engine.methods.names.tagger.features import tokenize
from engine.policy.clauses.tables import word_pattern
from flows.compiling.compilation import load
from tests.patience import PATIENCE, within

POLICY = """\
policy: letters
version: 1.0.0
title: T
identifiers:
  - {find: [ssn], law: R, deny: [{file: terms.txt}]}
laws: [{cite: R, title: Rule}]
"""
HIDING = """\
policy: letters
version: 1.0.0
title: T
identifiers:
  - {find: [ssn], law: R}
hide_class: {law: R, corpus: {from: %s, text: text, class: client, keep: industry}, k: 3}
laws: [{cite: R, title: Rule}]
"""


def codes(path: Path) -> set[str]:
    try:
        load(str(path))
    except InvalidError as error:
        return {found.code for found in error.faults}
    return set()


def test_a_list_is_no_link_out_of_the_folder(tmp_path: Path) -> None:
    folder = tmp_path / "policies"
    folder.mkdir()
    (folder / "letters.yaml").write_text(POLICY)
    (tmp_path / "secret").write_text("somebody else's line\n")
    (folder / "terms.txt").symlink_to(tmp_path / "secret")
    assert codes(folder / "letters.yaml") == {"POL030"}
    (folder / "terms.txt").unlink()
    (folder / "own.txt").write_text("a line of ours\n")
    (folder / "terms.txt").symlink_to(folder / "own.txt")
    assert codes(folder / "letters.yaml") == set()


def test_labelled_documents_lie_beside_the_policy_or_where_the_administrator_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, elsewhere = tmp_path / "policies", tmp_path / "elsewhere"
    folder.mkdir()
    elsewhere.mkdir()
    (elsewhere / "past.jsonl").write_text(json.dumps({"text": "x", "client": "a", "industry": "b"}) + "\n")
    (folder / "linked.jsonl").symlink_to(elsewhere / "past.jsonl")
    policy = folder / "letters.yaml"
    for source in (elsewhere / "past.jsonl", "../elsewhere/past.jsonl", "linked.jsonl", "/etc/passwd"):
        policy.write_text(HIDING % source)
        assert codes(policy) == {"LAB005"}, source
    monkeypatch.setenv("SAFERELEASE_CORPORA", str(elsewhere))
    policy.write_text(HIDING % (elsewhere / "past.jsonl"))
    assert codes(policy) == set()


def test_a_corpus_of_counts_lies_beside_the_policy_or_where_the_administrator_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, elsewhere = tmp_path / "policies", tmp_path / "elsewhere"
    for one in (folder, elsewhere / "index"):
        one.mkdir(parents=True)
    (folder / "linked").symlink_to(elsewhere)
    policy = folder / "letters.yaml"
    (folder / "terms.txt").write_text("a line of ours\n")
    for source in (elsewhere / "index", "../elsewhere/index", "linked/index"):
        policy.write_text(f"{POLICY}counts: {source}\n")
        assert codes(policy) == {"CRP006"}, source
    monkeypatch.setenv("SAFERELEASE_CORPORA", str(elsewhere))
    assert "CRP006" not in codes(policy)


@pytest.mark.parametrize("pattern", ["(?:a+)+b", "(?:a|aa)+$", "(?:a|a?)+b", r"(?:\w*)*b"])
def test_a_word_of_a_table_is_found_in_linear_time(pattern: str) -> None:
    start = time.process_time()
    with within(PATIENCE):
        word_pattern(pattern).findall("a" * 20_000 + "!")
    assert time.process_time() - start < 5


def test_words_are_those_of_every_script() -> None:
    assert word_pattern(r"\w\w+").findall("été à 12 日本語 x a_b ½") == ["été", "12", "日本語", "a_b"]
    assert word_pattern(r"[\w-]+").findall("été-1 b") == ["été-1", "b"]
    assert word_pattern(r"[^\W]+|\d").findall("ab 1") == ["ab", "1"]
    assert word_pattern(r"\W").findall("é!") == ["!"]


@pytest.mark.parametrize("blank", [" ", "\t", "\u00a0", " \t"])
def test_blanks_cost_their_length_and_no_more(blank: str) -> None:
    """400 kB of them; squared, they took minutes."""
    text = "Patient John Smith." + blank * (400_000 // len(blank)) + "Seen.\n \n Home."
    start = time.process_time()
    tokens = tokenize(text)
    assert time.process_time() - start < 5
    assert tokens.paragraphs.tolist() == [0, 0, 0, 0, 0, 0, 1, 1]


def test_stops_in_a_row_cost_their_number_and_no_more() -> None:
    start = time.process_time()
    found = scanner._STARTS_SENTENCE.findall(b". " * 200_000)
    assert time.process_time() - start < 5
    assert found == []
    assert [m.end() for m in scanner._STARTS_SENTENCE.finditer(b" |n n./ ~n-n n")] == [3, 10]

"""The corpus index: units, phrases, determinism, interruption and damage."""

from __future__ import annotations

import json
import lzma
import multiprocessing
import os
import pickle
import re
import signal
import sqlite3
from itertools import islice, product
from pathlib import Path

import numpy as np
import pytest

from adapters.counts import build as index_build
from adapters.counts.build import PhraseSettings, Progress, build_index
from adapters.counts.local import LocalCounts
from adapters.counts.phrases import Corpus, find_grams, find_labels
from engine.errors import InvalidError
from engine.language.terms import term_keys
from engine.language.word_lists.stop_words import STOP_WORDS
from tests.conformance.counts_suite import CONTEXTS, TERMS, as_text, mentions

TEXT = """
HIV was first seen in Los Angeles. Dr. Smith met people in Los Angeles. They live there!

The city of Los Angeles (in California), is a city; HIV is known. Antiretroviral therapy helps.

 \t
People of Los Angeles: quality of life. Western blot, a test. Los Angeles.
"""


def build(folder: Path, text: str = TEXT, **options: object) -> LocalCounts:
    folder.mkdir(exist_ok=True)
    (folder / "text.txt").write_text(text, encoding="utf-8")
    build_index([folder / "text.txt"], folder / "index", **({"min_words": 1} | options))
    return LocalCounts(folder / "index")


def code_of(caught: pytest.ExceptionInfo[InvalidError]) -> str:
    return caught.value.faults[0].code


@pytest.mark.parametrize(
    ("unit", "n_contexts", "n_los_angeles", "n_city_and_hiv", "n_city_and_therapy"),
    [
        ("document", 1, 1, 1, 1),
        ("paragraph", 3, 3, 1, 1),
        ("sentence", 8, 5, 1, 0),
        ("window:10", 5, 5, 1, 0),
    ],
)
def test_unit_decides_what_is_counted(
    tmp_path: Path,
    unit: str,
    n_contexts: int,
    n_los_angeles: int,
    n_city_and_hiv: int,
    n_city_and_therapy: int,
) -> None:
    counts = build(tmp_path, unit=unit)
    assert counts.unit == counts.info().unit == unit
    assert counts.n_contexts() == n_contexts
    assert counts.count(["Los Angeles"]) == n_los_angeles
    assert counts.count_joint(["city"], ["HIV"]) == n_city_and_hiv
    assert counts.count_joint(["city"], ["antiretroviral therapy"]) == n_city_and_therapy


@pytest.mark.parametrize("unit", ["paragraphs", "window:1", "window:0", "window:x", "window:1000000", ""])
def test_unknown_unit_is_refused(tmp_path: Path, unit: str) -> None:
    with pytest.raises(InvalidError) as caught:
        build(tmp_path, unit=unit)
    assert code_of(caught) == "CNT011"
    assert not (tmp_path / "index").exists()


def test_no_phrase_spans_two_contexts(tmp_path: Path) -> None:
    counts = build(tmp_path, unit="sentence")
    assert counts.count(["Los Angeles Dr"]) == 0
    assert counts.count(["Los Angeles in California"]) == 1  # punctuation alone does not separate


def test_short_contexts_are_left_out(tmp_path: Path) -> None:
    counts = build(tmp_path, "History\n\nOne two three four five.\n\nzebra stripes", min_words=3)
    info = counts.info()
    assert (info.n_contexts, info.n_left_out, info.n_words, info.n_tokens) == (1, 2, 5, 5)
    assert counts.count(["zebra"]) == 0


def test_phrases_are_frequent_sequences_without_function_words_at_their_ends(tmp_path: Path) -> None:
    counts = build(tmp_path, as_text(CONTEXTS), phrases=PhraseSettings(max_words=4, min_contexts=3))
    phrases = _phrases(counts)
    contexts = [_unbroken(part) for part in as_text(CONTEXTS).split("\n\n")]
    words = sorted({word for context in contexts for run in context for word in run})
    expected = set()
    for size in (2, 3, 4):
        for sequence in product(words, repeat=size) if size == 2 else _seen(contexts, size):
            n = sum(any(mentions(run, " ".join(sequence)) for run in context) for context in contexts)
            if n >= 3 and sequence[0] not in STOP_WORDS and sequence[-1] not in STOP_WORDS:
                expected.add(" ".join(sequence))
    assert phrases == expected
    assert any(phrase.count(" ") == 2 for phrase in phrases)


def _unbroken(paragraph: str) -> list[list[str]]:
    return [term_keys(run) for run in re.split(r"[,.]", paragraph)]


def _seen(contexts: list[list[list[str]]], size: int) -> set[tuple[str, ...]]:
    return {tuple(run[i : i + size]) for c in contexts for run in c for i in range(len(run) - size + 1)}


def _phrases(counts: LocalCounts) -> set[str]:
    lines = (counts._files.folder / "terms").read_text(encoding="utf-8").split("\n")[:-1]
    assert lines == sorted(lines[: counts.info().n_words]) + sorted(lines[counts.info().n_words :])
    return set(lines[counts.info().n_words :])


def test_labels_are_terms_however_rare(tmp_path: Path) -> None:
    labels = [
        "Western Blots",
        "Quality of life",
        "of Los Angeles quality of life western blot",
        "HIV",
        "Not There",
    ]
    counts = build(tmp_path, labels=labels)
    keys = {"western blot", "quality of life", "of los angele quality of life western blot"}
    assert keys <= _phrases(counts)
    assert counts.info().n_labels == 3
    table = counts.disclosure_table("blot", ["Western blot"])
    assert table.counts("quality of life") == (1, 1)


@pytest.mark.parametrize("few", [0, 2000], ids=["counted", "sorted"])
def test_table_is_that_of_counting_by_hand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, few: int) -> None:
    monkeypatch.setattr("adapters.counts.local._FEW_CONTEXTS", few)
    counts = build(tmp_path, as_text(CONTEXTS))
    for concept in (["aids", "kaposi"], ["hiv", "virus", "blood"]):  # rare; in most contexts
        table = counts.disclosure_table("c", concept)
        about = [words for words in CONTEXTS if any(mentions(words, term) for term in concept)]
        assert table.n_concept == len(about) == counts.count(concept)
        seen = {
            key
            for key in _phrases(counts) | set(counts.vocabulary().keys)
            if any(mentions(w, key) for w in about)
        }
        assert set(table.keys) == seen
        for key in table.keys:
            n_t = sum(mentions(words, key) for words in CONTEXTS)
            assert table.counts(key) == (n_t, sum(mentions(words, key) for words in about)), key
        for term in TERMS:
            if " " not in term and term != "never":
                assert table.counts(term) == (counts.count([term]), counts.count_joint(concept, [term]))


@pytest.mark.parametrize("min_joint", [1, 2, 3])
@pytest.mark.parametrize("only_positive", [False, True])
def test_weak_phrases_are_left_out_and_no_word(tmp_path: Path, min_joint: int, only_positive: bool) -> None:
    counts = build(tmp_path, as_text(CONTEXTS))
    full = counts.disclosure_table("c", ["aids"])
    less = counts.disclosure_table("c", ["aids"], min_joint=min_joint, only_positive=only_positive)

    def stays(key: str) -> bool:
        n_t, n_ct = full.counts(key)
        above_chance = n_ct * full.n_contexts > full.n_concept * n_t
        return " " not in key or (n_ct >= min_joint and (above_chance or not only_positive))

    assert less.keys == tuple(key for key in full.keys if stays(key))
    assert all(less.counts(key) == full.counts(key) for key in less.keys)
    assert (less.min_joint, less.only_positive) == (min_joint, only_positive)
    assert (less.keys == full.keys) == (min_joint == 1 and not only_positive)


def test_vocabulary_leaves_out_rare_words(tmp_path: Path) -> None:
    counts = build(tmp_path)
    assert counts.vocabulary(2).keys == tuple(
        key for key in counts.vocabulary().keys if counts.count([key]) >= 2
    )
    assert counts.vocabulary(2).count("los") == 3
    assert counts.vocabulary(2).count("therapy") == 0


def test_concept_that_is_never_mentioned_is_refused(tmp_path: Path) -> None:
    counts = build(tmp_path)
    with pytest.raises(InvalidError) as caught:
        counts.disclosure_table("malaria", ["malaria", "marsh fever"])
    assert code_of(caught) == "CNT015"


def test_same_input_same_bytes_other_input_other_fingerprint(tmp_path: Path) -> None:
    one = build(tmp_path / "one", name="corpus")
    two = build(tmp_path / "two", name="corpus")
    assert one.fingerprint == two.fingerprint
    files = sorted(path.name for path in (tmp_path / "one/index").iterdir())
    assert files == sorted(path.name for path in (tmp_path / "two/index").iterdir())
    for name in files:
        assert (tmp_path / "one/index" / name).read_bytes() == (tmp_path / "two/index" / name).read_bytes(), (
            name
        )
    others = [
        build(tmp_path / "text", TEXT + "more words here"),
        build(tmp_path / "unit", unit="sentence"),
        build(tmp_path / "min", min_words=2),
        build(tmp_path / "phrases", phrases=PhraseSettings(max_words=3)),
        build(tmp_path / "labels", labels=["western blot"]),
    ]
    assert len({one.fingerprint, *(other.fingerprint for other in others)}) == 6


def test_info_describes_the_index(tmp_path: Path) -> None:
    info = build(tmp_path).info()
    assert (info.name, info.n_documents, info.n_contexts) == ("index", 1, 3)
    assert info.n_tokens == len(term_keys(TEXT))
    assert info.n_words == len(set(term_keys(TEXT)))
    assert info.sources[0]["name"] == "text.txt"
    assert info.n_bytes == sum(
        f.stat().st_size for f in (tmp_path / "index").iterdir() if f.name != "index.db"
    )


def test_progress_is_told_to_the_end_of_each_stage(tmp_path: Path) -> None:
    told: list[Progress] = []
    build(tmp_path, progress=told.append)
    for stage in ("read", "phrases", "rows", "postings"):
        steps = [state for state in told if state.stage == stage]
        assert steps[-1].done == steps[-1].total > 0
        assert [state.done for state in steps] == sorted(state.done for state in steps)


def test_failed_build_leaves_nothing_and_the_old_index_in_place(tmp_path: Path) -> None:
    before = build(tmp_path).fingerprint
    bad = tmp_path / "bad.jsonl"
    bad.write_text('{"text": "fine words"}\nnot json\n')
    with pytest.raises(InvalidError) as caught:
        build_index([bad], tmp_path / "index", replace=True)
    assert code_of(caught) == "CNT020"
    assert "bad.jsonl:2" in str(caught.value)
    assert LocalCounts(tmp_path / "index").fingerprint == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.jsonl", "index", "text.txt"]


@pytest.mark.parametrize("stage", ["read", "phrases", "rows", "postings"])
def test_killed_build_is_never_an_index_and_does_not_hinder_the_next(tmp_path: Path, stage: str) -> None:
    (tmp_path / "text.txt").write_text(TEXT)
    context = multiprocessing.get_context("fork")
    child = context.Process(target=_build_and_die, args=(tmp_path, stage))
    child.start()
    child.join(30)
    assert child.exitcode == -signal.SIGKILL
    assert (tmp_path / "index.building").exists()
    with pytest.raises(InvalidError) as caught:
        LocalCounts(tmp_path / "index")
    assert code_of(caught) == "CNT010"
    with pytest.raises(InvalidError):
        LocalCounts(tmp_path / "index.building")
    counts = build(tmp_path)
    counts.verify()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["index", "text.txt"]


def _build_and_die(folder: Path, stage: str) -> None:
    def die(state: Progress) -> None:
        if state.stage == stage:
            os.kill(os.getpid(), signal.SIGKILL)

    build_index([folder / "text.txt"], folder / "index", progress=die)


def test_two_builds_of_one_index_are_refused(tmp_path: Path) -> None:
    build(tmp_path)
    refused: list[str] = []

    def build_again(state: Progress) -> None:
        with pytest.raises(InvalidError) as caught:
            build_index([tmp_path / "text.txt"], tmp_path / "index", replace=True)
        refused.append(code_of(caught))

    build_index([tmp_path / "text.txt"], tmp_path / "index", replace=True, progress=build_again)
    assert set(refused) == {"CNT013"}
    LocalCounts(tmp_path / "index").verify()


def test_what_is_no_index_is_not_overwritten(tmp_path: Path) -> None:
    build(tmp_path)
    with pytest.raises(InvalidError) as caught:
        build_index([tmp_path / "text.txt"], tmp_path / "index")
    assert code_of(caught) == "CNT012"
    with pytest.raises(InvalidError) as caught:
        build_index([tmp_path / "text.txt"], tmp_path, replace=True)
    assert code_of(caught) == "CNT012"
    assert (tmp_path / "text.txt").exists()


def test_reader_of_a_replaced_index_goes_on(tmp_path: Path) -> None:
    counts = build(tmp_path)
    before = counts.count(["city"])
    build_index([tmp_path / "text.txt"], tmp_path / "index", unit="sentence", replace=True)
    assert counts.count(["city"]) == before
    assert LocalCounts(tmp_path / "index").unit == "sentence"


ARRAYS = ["sequence", "sequence_offsets", "forward", "forward_offsets", "postings", "postings_offsets"]


@pytest.mark.parametrize("name", [*ARRAYS, "terms", "terms_offsets", "index.db"])
def test_missing_or_cut_file_is_noticed_at_once(tmp_path: Path, name: str) -> None:
    build(tmp_path)
    path = tmp_path / "index" / name
    cut = path.stat().st_size // 2 if name == "index.db" else path.stat().st_size - 1
    for damage in (lambda: os.truncate(path, cut), path.unlink):
        damage()
        with pytest.raises(InvalidError) as caught:
            counts = LocalCounts(tmp_path / "index")
            counts.count(["city"])
        assert code_of(caught) == "CNT010"


@pytest.mark.parametrize("name", [*ARRAYS, "terms", "terms_offsets"])
def test_changed_byte_is_noticed_by_verify(tmp_path: Path, name: str) -> None:
    counts = build(tmp_path)
    counts.verify()
    path = tmp_path / "index" / name
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    with pytest.raises(InvalidError) as caught:
        LocalCounts(tmp_path / "index").verify()
    assert code_of(caught) == "CNT010"


def test_another_process_opens_the_files_again(tmp_path: Path) -> None:
    counts = build(tmp_path)
    counts.vocabulary()
    sent = pickle.dumps(counts)
    assert len(sent) < 500
    assert pickle.loads(sent).count(["city"]) == counts.count(["city"])  # noqa: S301


def test_changed_setting_is_noticed_at_once(tmp_path: Path) -> None:
    build(tmp_path)
    with sqlite3.connect(tmp_path / "index" / "index.db") as database:
        database.execute("update settings set value = '4' where name = 'n_contexts'")
    with pytest.raises(InvalidError) as caught:
        LocalCounts(tmp_path / "index")
    assert code_of(caught) == "CNT010"


def test_index_of_other_rules_is_refused(tmp_path: Path) -> None:
    build(tmp_path)
    with sqlite3.connect(tmp_path / "index" / "index.db") as database:
        database.execute("update settings set value = ? where name = 'format'", [json.dumps("1, keys 0")])
    with pytest.raises(InvalidError) as caught:
        LocalCounts(tmp_path / "index")
    assert code_of(caught) == "CNT010"


def test_sources_without_words_are_refused(tmp_path: Path) -> None:
    for text in ("", " … \n\n --"):
        with pytest.raises(InvalidError) as caught:
            build(tmp_path, text)
        assert code_of(caught) == "CNT021"


@pytest.mark.parametrize("settings", [(0, 3), (7, 3), (4, 1)])
def test_phrase_settings_have_ranges(settings: tuple[int, int]) -> None:
    with pytest.raises(InvalidError) as caught:
        PhraseSettings(*settings)
    assert code_of(caught) == "CNT014"


def test_parts_and_blocks_do_not_change_the_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = build(tmp_path / "whole", as_text(CONTEXTS), labels=["blood of the", "people hiv"])
    monkeypatch.setattr("adapters.counts.phrases._PART", 37)
    monkeypatch.setattr("adapters.counts.build._ROWS_AT_ONCE", 41)
    monkeypatch.setattr("adapters.counts.build._PHRASES_AT_ONCE", 3)
    monkeypatch.setattr("adapters.counts.local._CONTEXTS_AT_ONCE", 7)
    monkeypatch.setattr("adapters.counts.local._SCAN_SHARE", 1)
    parts = build(tmp_path / "parts", as_text(CONTEXTS), labels=["blood of the", "people hiv"])
    for name in (*ARRAYS, "terms", "terms_offsets"):
        assert (tmp_path / "whole/index" / name).read_bytes() == (
            tmp_path / "parts/index" / name
        ).read_bytes()
    for term in TERMS:
        assert whole.count([term]) == parts.count([term])
    for concept in (["hiv"], ["kaposi"], ["hiv", "virus", "blood", "test"]):
        one, other = (counts.disclosure_table("c", concept) for counts in (whole, parts))
        assert one.fingerprint == other.fingerprint


@pytest.mark.parametrize("at_once", [1, 2, 3, 100])
def test_rows_that_are_equal_over_the_borders_of_parts_are_one(
    at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index_build, "_PHRASES_AT_ONCE", at_once)
    table = np.random.default_rng(3).integers(-1, 3, (60, 3)).astype(np.int32)
    distinct = np.empty_like(table)
    number, place = index_build._unique_rows(table, distinct)
    rows, inverse = np.unique(table, axis=0, return_inverse=True)
    assert distinct[:number].tolist() == rows.tolist()
    assert place.tolist() == inverse.reshape(-1).tolist()


def test_grams_and_labels_of_a_tiny_corpus(tmp_path: Path) -> None:
    words = np.array([0, 1, 2, 0, 1, 0, 1, 2, 1, 2, 0], np.int32)
    breaks = np.array([1, 0, 0, 1, 0, 1, 0, 0, 1, 1, 0], bool)
    context_of = np.array([0, 0, 0, 1, 1, 2, 2, 2, 3, 3, 3], np.int32)
    corpus = Corpus(words, breaks, context_of, 3)
    two, three = find_grams(corpus, 3, 2, tmp_path)
    # 0 1 in three contexts; 1 2 in two, and where it is broken it counts as well
    assert [(int(row), int(words[i]), int(words[i + 1])) for i, row in enumerate(two.at) if row] == [
        (two.at[0], 0, 1),
        (two.at[1], 1, 2),
        (two.at[0], 0, 1),
        (two.at[0], 0, 1),
        (two.at[1], 1, 2),
        (two.at[1], 1, 2),
    ]
    assert np.flatnonzero(three.at).tolist() == [0, 5]
    hits = find_labels(corpus, [(0, 1), (0, 1, 2), (1, 2, 0)])
    assert list(zip(hits.start.tolist(), hits.label.tolist(), strict=True)) == [
        (0, 0), (0, 1), (3, 0), (5, 0), (5, 1), (8, 2),
    ]  # fmt: skip


@pytest.mark.data
def test_encyclopedia_sample_tells_what_discloses_hiv(data: Path, tmp_path: Path) -> None:
    source = sorted((data / "wikipedia").glob("*.jsonl.xz"))[0]
    sample = tmp_path / "sample.jsonl"
    with lzma.open(source, "rt", encoding="utf-8") as lines:
        sample.write_text("".join(islice(lines, 1100)), encoding="utf-8")  # the 1,059th is AIDS
    build_index([sample], tmp_path / "index")
    counts = LocalCounts(tmp_path / "index")
    table = counts.disclosure_table("HIV", ["HIV", "human immunodeficiency virus"])
    assert counts.n_contexts() > 8_000
    assert table.n_concept > 50

    def probability(term: str) -> float:
        n_t, n_ct = table.counts(term)
        return n_ct / n_t

    assert probability("antiretroviral") > 0.5 > 0.1 > probability("city")
    assert probability("opportunistic infection") > 0.2 > probability("people")

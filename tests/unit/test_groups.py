"""Groups of terms, by a count written from the paper alone (eq. 3, Definition 6), through real releases."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, combinations
from pathlib import Path
from typing import Any

import pytest

from adapters.counts.build import build_index
from adapters.counts.compacting import CompactSettings, compact_index
from adapters.counts.local import LocalCounts
from adapters.documents.opening.sources import Source
from engine.errors import InvalidError, RefusedError
from engine.methods.combinations.choice import least_hitting_set
from engine.methods.combinations.groups import GroupBreaker
from engine.record.counted import GroupCount
from engine.text import PLACEHOLDER
from flows.compiling.reference_corpora import ShippedTables, open_corpus, ship_index, ship_tables
from flows.document.document import DocumentPipeline
from tests.guards.policy_key_trials import GROUP, HIV
from tests.guards.policy_keys import pipeline, write

_NOUNS = "hammer basket bridge quiet river candle garden ladder window pencil engine forest infection"
NOUNS = _NOUNS.split()
EXAMPLE = "Quiet bridge - hammer, a / basket infection."
ALPHA = 1.25

Corpus = Sequence[Sequence[str]]
Flow = Callable[..., DocumentPipeline]


def example() -> Corpus:
    """150 contexts, 20 with malaria; basket and hammer stand together in 7, all of them with malaria."""
    pair = [["basket", "hammer", "malaria"]] * 7
    concept = [["malaria", "river", NOUNS[5 + n % 7]] for n in range(13)]
    alone = [
        [word, "window", *NOUNS[6 + n % 5 : 8 + n % 5]] for n in range(30) for word in ("basket", "hammer")
    ]
    rest = [["quiet", "bridge", "infection", NOUNS[5 + n % 7]] for n in range(150 - 20 - len(alone))]
    return [*pair, *concept, *alone, *rest]


def drawn(draw: random.Random) -> Corpus:
    """150 contexts in which some words are seldom together but beside malaria."""
    planted = [["malaria", *draw.sample(NOUNS, 3)] for _ in range(4)]
    beside = [["malaria", *draw.sample(NOUNS, draw.randint(1, 4))] for _ in range(10)]
    rest = [draw.sample(NOUNS, draw.randint(1, 4)) for _ in range(120)]
    return [*planted * 3, *beside, *rest]


def document(draw: random.Random) -> str:
    sentences = (" ".join(draw.choices(NOUNS, k=draw.randint(3, 9))) for _ in range(draw.randint(1, 3)))
    return "\n\n".join(f"{sentence.capitalize()}." for sentence in sentences)


def disclosing(corpus: Corpus, text: str, size: int) -> list[tuple[str, ...]]:
    """Sets of up to `size` words of a paragraph with PMI(c; T) >= IC(c)/alpha, each of them tried."""
    holding = {
        word: frozenset(n for n, words in enumerate(corpus) if word in words) for word in ("malaria", *NOUNS)
    }
    concept, n = holding["malaria"], len(corpus)
    found = []
    for paragraph in text.replace(PLACEHOLDER, " ").lower().split("\n\n"):
        words = sorted(set(re.findall("[a-z]+", paragraph)).intersection(NOUNS))
        for group in chain.from_iterable(combinations(words, n) for n in range(1, size + 1)):
            held = frozenset.intersection(*map(holding.__getitem__, group))
            if joint := held & concept:
                bits = math.log2((len(joint) / n) / (len(concept) / n * len(held) / n))
                found += [group] if bits >= -math.log2(len(concept) / n) / ALPHA - 1e-9 else []
    return found


def policy(counts: str, size: int | None, **settings: object) -> Mapping[str, Any]:
    raw = {"evidence": {"z": 0.0, "min_joint": 1}, "counting": "string", "unseen": "keep"}
    concept = {
        "id": "m",
        "protect": "malaria",
        "law": HIV["laws"][0]["cite"],
        "alpha": ALPHA,
        **raw,
        **settings,
    }
    return {**HIV, "counts": counts, "concepts": [concept | ({"groups": size} if size else {})]}


@pytest.fixture
def flow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Flow:
    """The pipeline of a policy, with a corpus of its own."""
    monkeypatch.setenv("SAFERELEASE_HOME", str(tmp_path / "home"))

    def made(corpus: Corpus, size: int | None, name: str = "c", **settings: object) -> DocumentPipeline:
        if not (tmp_path / name).exists():
            (tmp_path / f"{name}.txt").write_text("\n\n".join(map(" ".join, corpus)))
            build_index([tmp_path / f"{name}.txt"], tmp_path / name, name=name, min_words=1)
        return pipeline(write(tmp_path, policy(f"./{name}", size, **settings)))

    return made


def released(flow: DocumentPipeline, text: str) -> str:
    return flow.release(Source("000001", "", "a.txt"), text.encode()).content.decode()


def test_two_harmless_words_that_disclose_together_do_not_leave_together(flow: Flow) -> None:
    assert disclosing(example(), EXAMPLE, 2) == [("basket", "hammer")]
    assert released(flow(example(), None), EXAMPLE) == EXAMPLE
    left = released(flow(example(), 2), EXAMPLE)
    assert left != EXAMPLE
    assert disclosing(example(), left, 2) == []
    assert ("basket" in left) != ("hammer" in left), "one of both is enough"


def test_a_reader_who_adds_up_single_terms_is_no_count_of_groups(flow: Flow) -> None:
    """What docs/methods/combinations.md says of `combinations`."""
    assert released(flow(example(), None, combinations=0.85), EXAMPLE) == EXAMPLE


@pytest.mark.parametrize(
    "seeds", [range(3), pytest.param(range(3, 24), marks=pytest.mark.slow)], ids=["few", "many"]
)
def test_no_set_of_words_of_a_released_document_discloses(flow: Flow, seeds: range) -> None:
    """Counted by code that shares nothing with the product, written from the paper."""
    n_disclosing = 0
    for seed in seeds:
        draw, size = random.Random(seed), 2 + seed % 3
        corpus = drawn(draw)
        release = flow(corpus, size, f"c{seed}", replace_with=("generalize", "redact")[seed % 2])
        for text in [document(draw) for _ in range(36)]:
            n_disclosing += bool(disclosing(corpus, text, size))
            assert disclosing(corpus, released(release, text), size) == [], (seed, text)
    assert n_disclosing > 10 * len(seeds), "the trial would show nothing"


def least_loss(corpus: Corpus, text: str) -> float:
    """The least information whose words break every pair of a paragraph, by trying all sets of words."""
    pairs = disclosing(corpus, text, 2)
    words = sorted(set(chain.from_iterable(pairs)))
    n = {word: text.lower().split().count(word) for word in words}
    seen = {word: sum(word in context for context in corpus) for word in words}
    bits = {word: n[word] * math.log2(len(corpus) / seen[word]) for word in words}
    sets = chain.from_iterable(combinations(words, size) for size in range(len(words) + 1))
    return min(sum(map(bits.__getitem__, each)) for each in sets if all(set(each) & set(p) for p in pairs))


def test_the_words_that_go_carry_the_least_information_and_the_record_says_so(flow: Flow) -> None:
    draw = random.Random(8)
    corpus = drawn(draw)
    release = flow(corpus, 2, replace_with="redact")
    n_pairs = 0
    for _ in range(40):
        text = " the ".join(draw.sample(NOUNS, 7))
        if disclosing(corpus, text, 1):
            continue
        counts = release.release(Source("000001", "", "a.txt"), text.encode()).record.concepts
        pairs = len(disclosing(corpus, text, 2))
        n_pairs += pairs
        if pairs:
            groups = counts["m"].groups
            assert groups is not None
            assert groups.groups == pairs
            assert groups.bits == groups.bits_at_least == pytest.approx(least_loss(corpus, text), abs=0.01)
    assert n_pairs > 10


def test_the_check_counts_groups_by_itself(flow: Flow, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a method that sees no group, every document that holds one is refused, and no other."""
    monkeypatch.setattr(GroupBreaker, "extend", lambda self, text, decisions, reword: list(decisions))
    draw = random.Random(3)
    corpus = drawn(draw)
    release = flow(corpus, 3)
    n_refused = 0
    for text in [document(draw) for _ in range(40)]:
        try:
            left = released(release, text)
        except RefusedError as error:
            assert [found.code for found in error.faults] == ["VER007"]
            n_refused += 1
        else:
            assert disclosing(corpus, left, 3) == []
    assert n_refused > 5


@pytest.mark.parametrize(("unit", "left"), [("paragraph", True), ("document", False)])
def test_a_group_is_one_of_its_unit(flow: Flow, unit: str, left: bool) -> None:
    """What stands in two paragraphs is no group where paragraphs are counted."""
    text = "The basket was quiet.\n\nA hammer lay on the bridge."
    finder = flow(example(), 2).stages.combiner._breaker._finders[0]  # type: ignore[union-attr]
    object.__setattr__(finder.concept.rule, "unit", unit)
    made = GroupBreaker([finder]).extend(text, [], None)
    assert (made == []) is left


def test_small_counts_are_no_evidence_of_a_group(flow: Flow) -> None:
    settings = {"evidence": {"z": 0.0, "min_joint": 8}}
    assert released(flow(example(), 2, **settings), EXAMPLE) == EXAMPLE, "7 contexts, 8 asked for"


def test_a_compact_index_counts_groups_as_the_whole_one_does(flow: Flow, tmp_path: Path) -> None:
    flow(example(), 2)
    whole = LocalCounts(tmp_path / "c")
    everything = CompactSettings(1, 1, 3, 0.0, 10**6, 10**6)
    ship_index(
        tmp_path / "shipped", compact_index(whole, ["malaria"], everything), {"title": "t", "licence": "l"}
    )
    ours = ShippedTables(tmp_path / "shipped").contexts("malaria", ["malaria"])
    theirs = open_corpus(str(tmp_path / "c")).contexts("malaria", ["malaria"])
    assert ours.concept.tolist() == theirs.concept.tolist()
    for word in (*NOUNS, "zorbleflax"):
        assert ours.of_term(word).tolist() == theirs.of_term(word).tolist()


def test_a_sampled_concept_is_counted_in_its_sample(flow: Flow, tmp_path: Path) -> None:
    flow([["malaria", *words] for words in example()], 2)
    sampled = CompactSettings(1, 1, 3, 0.0, 10**6, 30)
    index = compact_index(LocalCounts(tmp_path / "c"), ["malaria"], sampled)
    ship_index(tmp_path / "shipped", index, {"title": "t", "licence": "l"})
    found = ShippedTables(tmp_path / "shipped").contexts("malaria", ["malaria"])
    assert found.level > 0
    assert set(found.of_term("window").tolist()) < set(index.contexts_of("window").tolist())
    assert set(found.of_term("window").tolist()) <= set(found.concept.tolist())


def test_tables_without_contexts_count_no_groups(flow: Flow, tmp_path: Path) -> None:
    flow(example(), 2)
    table = open_corpus(str(tmp_path / "c")).table("malaria", ["malaria"], ["malaria"])
    ship_tables(tmp_path / "tables", table.vocabulary, [table], {"title": "t", "licence": "l"})
    with pytest.raises(InvalidError, match="CRP013"):
        ShippedTables(tmp_path / "tables").contexts("malaria", ["malaria"])


@pytest.fixture(scope="module")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DocumentPipeline]:
    concept = {**HIV["concepts"][0], "unseen": "keep", "groups": 2}
    yield pipeline(write(tmp_path_factory.mktemp("p"), {**HIV, "concepts": [concept]}))


def test_the_shipped_corpus_knows_groups(shipped: DocumentPipeline) -> None:
    made = shipped.release(Source("000001", "", "a.txt"), GROUP.encode())
    assert [one.why["rule"] for one in made.decisions] == ["discloses in a group"]
    assert made.record.concepts["hiv"].groups is not None
    assert made.record.concepts["hiv"].highest is None, "no single term disclosed"


def test_reasons_hold_no_word_of_the_document(shipped: DocumentPipeline) -> None:
    for decision in shipped.release(Source("000001", "", "a.txt"), GROUP.encode()).decisions:
        assert not {"contracted", "diagnosed"}.intersection(str(dict(decision.why)).split("'"))


def test_the_least_hitting_set_is_found_by_trying_all() -> None:
    draw = random.Random(5)
    for _ in range(60):
        costs = {name: float(draw.randint(0, 9)) for name in "abcdefg"}
        sets = {frozenset(draw.sample("abcdefg", draw.randint(1, 3))) for _ in range(draw.randint(1, 7))}
        chosen, at_least = least_hitting_set({k: costs[k] for k in set().union(*sets)}, sets)
        every = chain.from_iterable(combinations("abcdefg", n) for n in range(8))
        least = min(sum(costs[k] for k in each) for each in every if all(set(each) & one for one in sets))
        assert all(chosen & one for one in sets)
        assert sum(costs[k] for k in chosen) == at_least == least


def test_counts_of_groups_add_up() -> None:
    one = GroupCount(documents=1, groups=2, bits=3.5, bits_at_least=3.0)
    assert one + one == GroupCount(documents=2, groups=4, bits=7.0, bits_at_least=6.0)

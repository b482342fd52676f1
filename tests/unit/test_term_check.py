"""Definition 6 by the raw counts: verdicts at their borders, names, thresholds."""

from __future__ import annotations

from dataclasses import replace
from math import log2

import numpy as np
import pytest

from engine.checks.concepts import ProtectedConcept, TermCheck, residual_terms
from engine.counts.disclosure import DisclosureTable, Vocabulary
from tests.c_sanitized_corpus import but, concept_rule

N, N_CONCEPT = 10_000, 100
"""p(c) is 1/100; alpha 2 allows p(c | t) below 1/10."""
COUNTS = {
    "concept": (100, 100),
    "cobalt": (101, 10),
    "border": (100, 10),
    "nickel": (20, 3),
    "xenon": (3, 3),
    "pair": (2, 2),
    "iron": (1000, 1),
    "copper": (4000, 40),
    "copper pair": (30, 20),
    "copper tin": (30, 20),
    "the pair": (30, 20),
    "pair copper pair": (30, 20),
    "iron copper pair iron": (30, 20),
    "metal": (2500, 100),
}
COUNTS |= {"tie": (20, 2), "axe": (5, 5), "copper the": (30, 20), "iron copper the": (30, 20)}
SINGLE = {
    "argons": 1,
    "axis": 900,
    "argon": 50,
    "radium": 2,
    "thrice": 3,
    "tin": 900,
    "harmless": 900,
    "the": 9000,
}


def concept(**changes: object) -> ProtectedConcept:
    words = {key: n for key, (n, _) in COUNTS.items() if " " not in key} | SINGLE
    vocabulary = Vocabulary(
        "c", "0" * 64, "paragraph", N, 1, tuple(sorted(words)), np.array([words[w] for w in sorted(words)])
    )
    keys = sorted(COUNTS)
    table = DisclosureTable(
        "concept",
        ("concept",),
        vocabulary,
        N_CONCEPT,
        tuple(keys),
        np.array([COUNTS[key][0] for key in keys]),
        np.array([COUNTS[key][1] for key in keys]),
    )
    plain = concept_rule("Concept", alpha=2.0, z=0.0, clause="c1")
    return ProtectedConcept(but(plain, **changes), table)


def verdicts(text: str, **changes: object) -> list[str]:
    return [left.verdict for left in residual_terms(text, [concept(**changes)])]


@pytest.mark.parametrize(
    ("word", "verdict"),
    [
        ("concept", ["names"]),
        ("Concepts", ["names"]),
        ("cobalt", []),
        ("border", ["discloses"]),
        ("nickel", ["discloses"]),
        ("xenon", ["discloses"]),
        ("pair", ["unproven"]),
        ("iron", []),
        ("argon", []),
        ("radium", []),
        ("thrice", []),
        ("zyzzyva", ["unseen"]),
        ("2zyzzyva", []),
        ("the", []),
    ],
)
def test_verdicts_on_raw_counts(word: str, verdict: list[str]) -> None:
    assert verdicts(word) == verdict


def test_a_line_end_written_before_a_number_is_no_letter() -> None:
    assert verdicts("the tin\\n1955 argon") == []
    assert verdicts("the tin\\nzyzzyva") == ["unseen"]
    assert verdicts("tin n1955") == ["unseen"]


@pytest.mark.parametrize(
    ("word", "z", "verdict"),
    [
        ("border", 1.0, ["unproven"]),
        ("cobalt", 1.0, ["unproven"]),
        ("nickel", 1.0, ["unproven"]),
        ("nickel", 0.1, ["discloses"]),
        ("xenon", 3.0, ["discloses"]),
        ("iron", 1.0, []),
        ("radium", 1.0, ["unseen"]),
        ("thrice", 1.0, []),
    ],
)
def test_bounds_ask_for_evidence(word: str, z: float, verdict: list[str]) -> None:
    assert verdicts(word, z=z) == verdict


def test_a_word_seen_too_rarely_to_clear_but_never_with_the_concept_may_stay() -> None:
    assert verdicts("argon", z=3.0) == []
    assert verdicts("thrice", z=3.0, min_joint=4) == ["unseen"]
    assert verdicts("thrice", z=0.0, min_joint=4) == []


@pytest.mark.parametrize("word", ["pair", "radium", "zyzzyva"])
def test_keep_and_known_excuse_what_is_unknown(word: str) -> None:
    assert verdicts(word, z=1.0, unseen="keep") == []
    assert verdicts(word, z=1.0, known=(f"some {word}s",)) == []
    assert verdicts(word, z=1.0, known=("another",)) != []


def test_a_word_that_was_counted_is_itself_and_another_its_commonest_form() -> None:
    assert verdicts("argons", z=1.0) == ["unseen"]
    assert verdicts("axes") == []
    assert verdicts("axe") == ["discloses"]
    assert verdicts("tie") == ["unproven"]


def test_equal_paragraphs_are_two_places() -> None:
    left = residual_terms("A concept.\n\nA concept.", [concept()])
    assert [each.start for each in left] == [2, 14]


def test_keep_and_known_excuse_nothing_that_discloses() -> None:
    for word in ("concept", "border"):
        assert verdicts(word, unseen="keep", known=(word,)) != []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("copper pair", ["discloses"]),
        ("Copper pairs", ["discloses"]),
        ("copper copper pair", ["discloses"]),
        ("copper, pair", []),
        ("pair copper", []),
        ("copper tin", ["discloses"]),
        ("the pair", []),
        ("copper the", []),
        ("iron copper the", []),
        ("pair copper pair", ["discloses", "discloses"]),
        ("iron copper pair iron", ["discloses"]),
    ],
)
def test_phrases_of_two_or_three_words_without_small_words_at_their_ends(text: str, found: list[str]) -> None:
    assert verdicts(text, unseen="keep") == found


def test_names_may_be_longer_and_are_the_policy_s_too() -> None:
    named = concept(also=("iron copper tin harmless",), unseen="keep")
    found = residual_terms("An iron copper tin harmless thing.", [named])
    assert [left.verdict for left in found] == ["names", "discloses"]
    counted = replace(named.table, lexicalizations=("concept", "harmless tin"))
    assert [r.verdict for r in residual_terms("harmless tin", [replace(named, table=counted)])] == ["names"]
    assert verdicts("Unheardofs", protect="unheardof", unseen="keep") == []


def test_words_of_counted_names_are_read_in_the_singular() -> None:
    plain = concept(unseen="keep")
    table = replace(plain.table, lexicalizations=("unheardof", "unheardof copper"))
    check = TermCheck([replace(plain, table=table)])
    assert [left.verdict for left in check.residual("unheardofs")] == ["names"]
    assert len(check.residual("unheardofs copper")) == 2


def test_bits_and_thresholds() -> None:
    (border,) = residual_terms("border", [concept()])
    assert border.pmi_bits == pytest.approx(log2((10 / N) / (100 / N * 100 / N)))
    assert border.threshold_bits == pytest.approx(log2(100) / 2)
    (name,) = residual_terms("concept", [concept()])
    assert name.pmi_bits == pytest.approx(log2(100))
    (unseen,) = residual_terms("zyzzyva", [concept()])
    assert unseen.pmi_bits is None
    assert {left.clause for left in (border, name, unseen)} == {"c1"}


def test_disclose_at_most_is_a_threshold_in_bits() -> None:
    limit = {"alpha": None, "disclose_at_most": "Metals"}  # 2 bits: p(c | t) below 4/100
    (left,) = residual_terms("cobalt", [concept(**limit)])
    assert left.threshold_bits == pytest.approx(2.0)
    assert verdicts("cobalt", **limit) == ["discloses"]
    assert verdicts("iron copper", **limit) == verdicts("cobalt") == []


def test_several_concepts_are_looked_for_at_once_and_faults_are_in_order() -> None:
    other = concept(clause="c2", alpha=1.0)
    left = residual_terms("border and concept, then\n\nzyzzyva", [concept(), other])
    assert [(each.start, each.clause, each.verdict) for each in left] == [
        (0, "c1", "discloses"),
        (11, "c1", "names"),
        (11, "c2", "names"),
        (26, "c1", "unseen"),
        (26, "c2", "unseen"),
    ]
    assert [each.end - each.start for each in left] == [6, 8, 8, 7, 7]


def test_a_placeholder_divides_and_is_no_term() -> None:
    assert verdicts("[REDACTED] harmless", unseen="generalize") == []
    assert verdicts("copper [REDACTED] pair", unseen="keep") == []

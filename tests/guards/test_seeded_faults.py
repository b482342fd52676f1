"""Faults put into the methods: tokeniser, list of small words, compiler, patterns, validators, projection.

Each document below leaves clean while the method is whole, and is refused by the release checks when the
method has the fault: the second reader does not repeat it.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.language import terms
from engine.language.word_lists import function_words
from engine.methods.c_sanitized import compiling, scanner, verdicts
from engine.methods.c_sanitized.concept import CompiledConcept
from engine.methods.c_sanitized.sanitizer import Sanitizer
from engine.methods.identifiers import evidence, recognizer
from engine.methods.k_containment import projection
from engine.methods.k_containment.containment import Certificate
from tests.guards.desk import codes, compile_now
from tests.integration.test_tables_stage import VISITS, Desk, refused, write_csv

Seed = Callable[[pytest.MonkeyPatch], None]

NAME, WORD, PHRASE = "He has HIV.", "He takes antiretrovirals now.", "The adult prevalence fell."
UNKNOWN = "The zyzzyvax was there."


def _pieces_without_their_first_word(patch: pytest.MonkeyPatch) -> None:
    honest = scanner.Scanner._piece
    patch.setattr(
        scanner.Scanner,
        "_piece",
        lambda self, text: (
            piece._replace(code=b"s" + piece.code[1:])
            if (piece := honest(self, text)).code[:1].isalpha()
            else piece
        ),
    )


def _words_of_letters_a_to_m(patch: pytest.MonkeyPatch) -> None:
    pattern = re.compile(r"([a-mA-M]+)")
    patch.setattr(terms, "_WORD", pattern)
    patch.setattr(terms, "_folded", terms._FoldedWords())


def _every_word_spelt_alike(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(terms, "_one_spelling", lambda word: "patient")
    patch.setattr(terms, "_folded", terms._FoldedWords())
    patch.setattr(scanner, "fold", terms.fold)


def _wrong_singular(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(terms, "singular", lambda word: "patient" if word.endswith("s") else word)
    patch.setattr(terms, "_folded", terms._FoldedWords())


def _everything_is_small(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(scanner, "is_content_word", lambda word: False)


def _a_term_among_the_small_words(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(function_words, "_NO_TERMS", function_words._NO_TERMS | {"zyzzyvax"})


def _phrases_dropped(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(scanner, "_phrases", lambda concepts: {})


def _verdict_inverted(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(verdicts.Verdicts, "of", lambda self, key: b"s")


def _runs_lost(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(scanner, "_RISKY", frozenset(b"upq"))


SCANNER: dict[str, tuple[Seed, str]] = {
    "tokeniser: first word of a piece": (_pieces_without_their_first_word, NAME),
    "tokeniser: half the alphabet": (_words_of_letters_a_to_m, "The qrstuz-vwxyz was there."),
    "spelling: one for all": (_every_word_spelt_alike, WORD),
    "plurals: the wrong word": (_wrong_singular, WORD),
    "small words: all": (_everything_is_small, UNKNOWN),
    "small words: one too many": (_a_term_among_the_small_words, UNKNOWN),
    "scanner: no phrase": (_phrases_dropped, PHRASE),
    "scanner: all safe": (_verdict_inverted, WORD),
    "scanner: a code lost": (_runs_lost, NAME),
}


@pytest.mark.parametrize("fault", SCANNER)
def test_a_fault_of_the_scanner_is_caught(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seed, text = SCANNER[fault]
    assert codes(text) == []
    seed(monkeypatch)
    assert codes(text) == ["VER003"]


def _compiled_with(**changes: Any) -> Seed:
    """A compiler whose concepts come out with other fields."""

    def seed(patch: pytest.MonkeyPatch) -> None:
        honest = compiling.compile_concept

        def faulty(*arguments: Any) -> CompiledConcept:
            return dataclasses.replace(honest(*arguments), **changes)

        patch.setattr("flows.compiling.compilation.compile_concept", faulty)

    return seed


def _threshold_raised(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(compiling, "allowed_probability", lambda p, alpha: 0.999999)


def _bounds_at_zero(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(compiling, "_bounds", lambda n_ct, n_t, z: (0.0 * n_t, 0.0 * n_t))


def _phrases_are_no_terms(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(compiling, "_is_term", lambda key: " " not in key)


COMPILER: dict[str, tuple[Seed, str]] = {
    "names forgotten": (_compiled_with(lexicalizations=(), disclosing={}, unproven={}), NAME),
    "disclosing words forgotten": (_compiled_with(disclosing={}, unproven={}), WORD),
    "phrases forgotten": (_phrases_are_no_terms, PHRASE),
    "allowed probability too high": (_threshold_raised, WORD),
    "evidence bounds at zero": (_bounds_at_zero, WORD),
    "too little needed": (_compiled_with(n_needed=0), UNKNOWN),
}


@pytest.mark.parametrize("fault", COMPILER)
def test_a_fault_of_the_compiler_is_caught(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seed, text = COMPILER[fault]
    assert codes(text) == []
    seed(monkeypatch)
    assert codes(text, compile_now()) == ["VER003"]


def _patterns_without(*categories: str) -> Seed:
    def seed(patch: pytest.MonkeyPatch) -> None:
        left = tuple(row for row in recognizer.PATTERNS if row.category not in categories)
        patch.setattr(recognizer, "PATTERNS", left)
        patch.setattr(Sanitizer, "sanitize", lambda self, *read: ())  # unknown words go too

    return seed


@pytest.mark.parametrize(
    ("category", "text"),
    [
        ("ssn", "His number is 304-33-4965."),
        ("email", "Write to jane@example.org."),
        ("phone", "Ring (212) 555-0182 now."),
        ("credit-card", "It was 4111 1111 1111 1111 then."),
        ("iban", "Pay to GB82 WEST 1234 5698 7654 32 soon."),
        ("date", "He left on March 4, 2021."),
    ],
)
def test_a_pattern_that_is_lost_is_caught(category: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert codes(text) == []
    _patterns_without(category, "url")(monkeypatch)  # what follows an @ is a host too
    assert "VER002" in codes(text, compile_now())


@pytest.mark.parametrize(
    "text",
    ["It was 4111 1111 1111 1111 then.", "His number is 304-33-4965.", "Pay to GB82 WEST 1234 5698 7654 32."],
)
def test_a_validator_that_denies_everything_is_caught(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert codes(text) == []
    monkeypatch.setattr(evidence.Evidence, "weigh", lambda self, data, start, end: None)
    monkeypatch.setattr(Sanitizer, "sanitize", lambda self, *read: ())  # unknown words go too
    assert "VER002" in codes(text)


@pytest.mark.parametrize("choose", ["suppress-cells", "greedy-ones"])
def test_a_projection_that_lies_about_k_is_caught(
    choose: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table leaves as it is, and a certificate is made up for it."""

    def lie(matrix: Any, k: int) -> tuple[int, Certificate]:
        return k, Certificate(k, [list(range(k))] * matrix.shape[0])

    monkeypatch.setattr(projection, "_release", lambda table, policy: (table, {}, 0))
    monkeypatch.setattr(projection, "certified_level", lie)
    desk = Desk(tmp_path, VISITS.format(k=5, choose=choose))
    assert "TAB007" in str(refused(desk, write_csv(tmp_path / "visits.csv")))

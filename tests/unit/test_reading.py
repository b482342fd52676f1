"""The second reader's words: cut, spelt and brought to base forms without the methods' code."""

from __future__ import annotations

from math import log2

import pytest

from engine.checks.concepts import TermCheck, wilson
from engine.checks.line_ends import without_line_ends
from engine.checks.listed import ListCheck
from engine.checks.reading import BREAK, base_forms, words_in
from engine.checks.small_words import is_small
from engine.counts.information import lower_bound, upper_bound
from engine.language.layout.wrapped_lines import unwrapped
from tests.unit.test_term_check import concept


@pytest.mark.parametrize(
    ("piece", "words"),
    [
        ("word", ["word"]),
        ("Word,", ["word", BREAK]),
        ("(word)", [BREAK, "word", BREAK]),
        ("HIV-positive", ["hiv", "positive"]),
        ("HIV--positive", ["hiv", BREAK, "positive"]),
        ("HIV/AIDS", ["hiv", BREAK, "aids"]),
        ("-x", [BREAK, "x"]),
        ("x-", ["x", BREAK]),
        ("HIV-1", ["hiv-1"]),
        ("HIV-12,", ["hiv-12", BREAK]),
        ("HIV-1,", ["hiv-1", BREAK]),
        ("HIV-1_", ["hiv", "1", BREAK]),
        ("HIV-12_", ["hiv", "12", BREAK]),
        ("_a.b", [BREAK, "a", BREAK, "b"]),
        ("x,a.b", ["x", BREAK, "a.b"]),
        ("a.b_", ["a", BREAK, "b", BREAK]),
        ("HIV-123", ["hiv", "123"]),
        ("HIV-1a", ["hiv", "1a"]),
        ("HIV-12a", ["hiv", "12a"]),
        ("1-2", ["1", "2"]),
        ("COVID‑19", ["covid-19"]),
        ("1,200.50", ["1,200.50"]),
        ("1,a", ["1", BREAK, "a"]),
        ("a,1", ["a", BREAK, "1"]),
        ("Kaposi’s", ["kaposi's"]),
        ("O'Brien'", ["o'brien", BREAK]),
        ("U.S", ["u.s"]),
        ("U.S.A", ["u.s.a"]),
        ("e.gx", ["e", BREAK, "gx"]),
        ("it.is", ["it", BREAK, "is"]),
        ("anti\u00adretro\u200bviral", ["antiretroviral"]),
        ("café", ["café"]),
        ("cafe\u0301", ["café"]),
        ("ＨＩＶ", ["hiv"]),
        ("Aspirin™", ["aspirin", BREAK]),
        ("x_y", ["x", BREAK, "y"]),
        ("...", [BREAK]),
        ("", [BREAK]),
    ],
)
def test_pieces_are_cut_as_the_guide_says(piece: str, words: list[str]) -> None:
    assert words_in(piece) == words


@pytest.mark.parametrize(
    ("word", "base"),
    [
        ("viruses", "virus"),
        ("diseases", "disease"),
        ("antibodies", "antibody"),
        ("wives", "wife"),
        ("leaves", "leaf"),
        ("diagnoses", "diagnosis"),
        ("boxes", "box"),
        ("axes", "axis"),
        ("churches", "church"),
        ("caches", "cache"),
        ("rashes", "rash"),
        ("heroes", "hero"),
        ("policemen", "policeman"),
        ("Siemens".lower(), "sieman"),
        ("bacteria", "bacterium"),
        ("criteria", "criterion"),
        ("fungi", "fungus"),
        ("vertebrae", "vertebra"),
        ("genera", "genus"),
        ("matrices", "matrix"),
        ("indices", "index"),
        ("children", "child"),
        ("men", "man"),
        ("virus", "virus"),
    ],
)
def test_the_singular_is_among_the_base_forms(word: str, base: str) -> None:
    assert base in base_forms(word)


def test_short_words_have_no_other_form() -> None:
    assert list(base_forms("gas")) == ["gas"]
    assert list(base_forms("gass")) == ["gass", "gas"]
    assert list(base_forms("era")) == ["era"]


@pytest.mark.parametrize(
    "word",
    [
        "the",
        "of",
        "use",
        "x",
        "quickly",
        "gave",
        "stopped",
        "stopping",
        "carries",
        "carried",
        "making",
        "made",
        "sadly",
        "goes",
        "going",
        "arrived",
        "getting",
        "submitted",
        "tries",
        "relies",
    ],
)
def test_small_words(word: str) -> None:
    assert is_small(word)


@pytest.mark.parametrize(
    "word",
    [
        "virus",
        "family",
        "italy",
        "july",
        "goting",
        "goted",
        "thing's",
        "fly",
        "wing",
        "red",
        "ss",
        "syphilis",
        "gonorrhea",
        "sales",
    ],
)
def test_words_that_are_terms(word: str) -> None:
    assert not is_small(word)


@pytest.mark.parametrize("z", [0.0, 1.0, 1.64])
@pytest.mark.parametrize(("joint", "n"), [(0, 5), (1, 3), (3, 3), (40, 900)])
def test_wilson_by_the_plain_equation(joint: int, n: int, z: float) -> None:
    assert wilson(joint / n, n, -z) == pytest.approx(lower_bound(joint, n, z), abs=1e-12)
    assert wilson(joint / n, n, z) == pytest.approx(upper_bound(joint, n, z), abs=1e-12)


def test_a_word_is_looked_up_by_its_most_counted_form() -> None:
    check = TermCheck([concept(unseen="keep")])
    (left,) = check.residual("Two nickels’ effect.")
    assert (left.verdict, left.start, left.end) == ("discloses", 4, 12)
    (left,) = check.residual("The nickel's effect.")
    assert left.verdict == "discloses"


def test_offsets_are_of_the_text_also_behind_empty_lines() -> None:
    text = "The harmless.\n\nThe harmless.\n \nConcept here."
    (left,) = TermCheck([concept(unseen="keep")]).residual(text)
    assert text[left.start : left.end] == "Concept"


def test_a_phrase_ends_at_an_empty_line_and_at_a_sign() -> None:
    check = TermCheck([concept(unseen="keep")])
    for text in ("copper pair", "Copper\npairs", "copper-pair", "copper \t pair"):
        (left,) = check.residual(f"An {text}.")
        assert (left.verdict, left.pmi_bits) == ("discloses", pytest.approx(log2(200 / 3)))
        assert (left.start, left.end) == (3, 4 + len(text))
    for text in ("copper, pair", "copper\n\npair", "copper\n \t\npair", "copper [REDACTED] pair"):
        assert not check.residual(f"An {text}.")


def test_unknown_words_count_unless_they_are_small_known_numbers_or_kept() -> None:
    check = TermCheck([concept(known=("Quux",))])
    assert [left.verdict for left in check.residual("The zyzzyva of 2021.")] == ["unseen"]
    assert not check.residual("They quickly gave quux.")
    assert not TermCheck([concept(unseen="keep")]).residual("The zyzzyva.")


def test_it_forgets_words_before_memory_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.checks.concepts._MAX_CACHED", 2)
    check = TermCheck([concept()])
    for _ in range(3):
        assert len(check.residual("the harmless concept and zyzzyva")) == 2


def test_no_concept_no_fault() -> None:
    assert not TermCheck([]).residual("HIV")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Project  BLUE\u00a0heron", 1),
        ("project blue heron, Project Blue\nHeron", 2),
        ("pro\u00adject blue\u200b heron", 1),
        ("project blue herons", 0),
        ("subproject blue heron", 0),
        ("project, blue heron", 0),
        ("project blue herons there", 0),
        ("a bproject blue heron", 0),
        ("bproject blue heron", 0),
        ("project blue heron's", 1),
        ("project blue heron project blue heron", 2),
        ("bproject blue heron project", 0),
        ("a bproject blue heron project", 0),
        ("nothing", 0),
    ],
)
def test_listed_terms_are_found_as_whole_words(text: str, found: int) -> None:
    check = ListCheck([("organisation", "Project Blue Heron"), ("organisation", "@@")])
    assert len(list(check.residual(text))) == found


def test_listed_terms_without_a_letter_and_no_terms() -> None:
    assert [found[1:] for found in ListCheck([("organisation", "@@")]).residual("a @@ b")] == [(2, 4)]
    assert [found[1:] for found in ListCheck([("organisation", "@@")]).residual("@@@")] == [(0, 2), (1, 3)]
    assert not list(ListCheck([("organisation", "x-1")]).residual("x-12"))
    assert not list(ListCheck([]).residual("a @@ b"))


LONG = "four words of thirty charact"


@pytest.mark.parametrize(
    ("first", "following", "joined"),
    [
        (LONG + "er", "second", True),
        (LONG + "e", "second", False),
        ("twowordsonly ofmorethanthirtycharacters", "second", False),
        ("three words ofmorethanthirtycharacters", "second", False),
        ("four words a ofmorethanthirtycharacters", "second", True),
        (LONG + "er", " second", True),
        ("> " + LONG + "er", "> second", True),
        ("> " + LONG + "er", "second", True),
        (LONG + "er", "> second", True),
        (LONG + "er", "", False),
    ],
)
def test_which_line_ends_are_of_running_text(first: str, following: str, joined: bool) -> None:
    text = f"{first}\n{following}"
    found = without_line_ends(text)
    assert len(found) == len(text)
    assert ("\n" not in found) == joined
    assert found == unwrapped(text)


@pytest.mark.parametrize(("last", "joined"), [("x" * 10, True), ("x" * 9, False), ("x" * 8, False)])
def test_a_line_is_full_when_the_next_word_makes_it_longer_than_most_of_the_longest(
    last: str, joined: bool
) -> None:
    """The longest of the lines has 60 characters: 51 are no more than 85 % of it, 52 are more."""
    line = "four words a " + "y" * 28  # 41, a blank, and the word
    text = f"{line}\n{last} z\n{'w' * 60}"
    assert len(line) == 41
    assert (without_line_ends(text)[len(line)] == " ") == joined
    assert without_line_ends(text) == unwrapped(text)


@pytest.mark.parametrize(
    "text",
    [
        "no line end",
        "short\nlines\nonly",
        "The patient was seen again in April\n2, 2024 for his results, which were normal and fine.",
        "The patient can be reached at 555-\n0119 on weekdays, or by mail to his home address here.",
        "The patient can be reached by telephone at 555-\n0119 on weekdays, or by mail to his house.",
        "The patient was seen by the doctors of the day/\nnight service, who sent him home again soon.",
        "> He was seen again in the hospital on April\n> 2, 2024 and went home on the next day.\n\nOne\ntwo",
        "> He was seen again in the hospital on April\n2, 2024 and went home again on the next day.",
        "He was seen again in the hospital on April   \n   2, 2024 and went home again on the next day.",
        "He was seen again in the hospital on a Monday\n\n\nThen he left the house again and went to work.",
        "A full line of text that is long enough to be wrapped here\n\tindented next line of the text\n",
    ],
)
def test_line_ends_of_running_text_are_blanks_as_the_methods_read_them(text: str) -> None:
    """Two programs, one rule: what one reads as running text, so does the other."""
    assert without_line_ends(text) == unwrapped(text)

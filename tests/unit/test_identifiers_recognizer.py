"""The recogniser: settings, lists, columns, repeats, overlaps, offsets."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from stdnum.cn import ric

from engine.catalog.laws import provisions
from engine.errors import InvalidError
from engine.methods.identifiers import CATEGORIES, IdentifierRecognizer
from engine.methods.identifiers.folding import LETTER, OTHER, fold
from engine.methods.identifiers.patterns.national import NUMBERS
from engine.methods.identifiers.resolve import resolve
from engine.methods.identifiers.scan import OVERLAP, WINDOW, PatternScanner, windows
from engine.methods.identifiers.terms import TermFinder
from engine.ports import Recognizer
from engine.text import Document, Part, SensitiveText, Span


def spans_of(text: str, *categories: str, **settings) -> list[tuple[str, str]]:
    recognizer = IdentifierRecognizer(categories or ("ssn", "phone", "email", "date", "mrn"), **settings)
    return [(s.category, text[s.start : s.end]) for s in recognizer.find(Document("d", SensitiveText(text)))]


def test_it_implements_the_port() -> None:
    recognizer: Recognizer = IdentifierRecognizer(["ssn"])
    assert recognizer.name == "identifiers"
    assert list(recognizer.categories) == ["ssn"]


@pytest.mark.parametrize(
    "before",
    [
        "😀😀 ",
        "e\u0301te\u0301 ",
        "مرحبا ",
        "電話番号は、",
        "\u200b\u200b",
        "🏳️‍🌈 Ünïcödé ",
        "\U0001d7d9 ",
        "\ud800 ",
        "Ωμέγα ",
    ],
)
def test_offsets_are_right_after_any_script(before: str) -> None:
    text = f"{before}304-33-4965 und jane@example.org {before}"
    assert spans_of(text) == [("ssn", "304-33-4965"), ("email", "jane@example.org")]


def test_hidden_characters_inside_an_identifier_do_not_hide_it() -> None:
    assert spans_of("SSN 304\u00ad-33\u200b-4965!") == [("ssn", "304\u00ad-33\u200b-4965")]
    assert spans_of("SSN ٣٠٤-٣٣-٤٩٦٥") == [("ssn", "٣٠٤-٣٣-٤٩٦٥")]
    assert spans_of("on 4\u00a0March\u202f2021 he") == [("date", "4\u00a0March\u202f2021")]
    assert spans_of("304‑33–4965") == [("ssn", "304‑33–4965")]


def test_folding_gives_one_byte_per_kept_character() -> None:
    folded = fold("Straße № 5 ａ１ 日 😀 _")
    assert folded.data == b"Strase # 5 a1 " + bytes([LETTER]) + b" " + bytes([OTHER]) + b" \x83"
    assert len(folded.dropped) == 0
    marked = fold("e\u0301a")
    assert marked.data == b"ea"
    assert marked.span(1, 2) == (2, 3)
    hidden = fold("\u200b\u200ba\u200bb\u200b")
    assert [hidden.span(0, 1), hidden.span(1, 2), hidden.span(0, 2)] == [(2, 3), (4, 5), (2, 5)]
    assert [hidden.folded_span(2, 3), hidden.folded_span(4, 5)] == [(0, 1), (1, 2)]


def test_only_wanted_categories_are_found() -> None:
    text = "SSN 304-33-4965, jane@example.org"
    assert spans_of(text, "email") == [("email", "jane@example.org")]
    assert spans_of("Fax: 212-555-0182, phone: 212-555-0183", "fax") == [("fax", "212-555-0182")]
    assert spans_of("Fax: 212-555-0182", "phone") == [("phone", "212-555-0182")]
    assert spans_of("born 3/4/1980, seen 5/6/2020", "birth-date") == [("birth-date", "3/4/1980")]


def test_context_words_count_on_both_sides_and_only_as_whole_words() -> None:
    bare = "the number 304334965"
    assert spans_of(f"{bare} is his social security one", "ssn")
    assert spans_of(f"social: {bare}", "ssn")
    assert not spans_of(f"antisocialism {bare}", "ssn")
    assert not spans_of(f"social\n\n{bare}", "ssn")


def test_scores_can_be_set_per_category() -> None:
    assert not spans_of("we meet Monday", "date")
    assert spans_of("we meet Monday", "date", minimum_scores={"date": 0.3}) == [("date", "Monday")]
    assert not spans_of("on 3/4/21", "date", minimum_score=0.9)
    assert spans_of("304-33-4965 and 3/4/21", "ssn", "date", minimum_scores={"date": 1.0}) == [
        ("ssn", "304-33-4965")
    ]


def test_phone_regions_decide_what_a_national_number_is() -> None:
    text = "at 020 7946 0018 daily"
    assert not spans_of(text, "phone", phone_regions=("US",))
    assert spans_of(text, "phone", phone_regions=("GB",)) == [("phone", "020 7946 0018")]


def test_a_birth_year_shows_an_age_only_against_the_reference_year() -> None:
    assert spans_of("born in 1931", "age-over-89", reference_year=2024) == [("age-over-89", "1931")]
    assert spans_of("born in 1934", "age-over-89", reference_year=2024) == [("age-over-89", "1934")]
    assert not spans_of("born in 1935", "age-over-89", reference_year=2024)
    assert not spans_of("born in 1931", "age-over-89", reference_year=2015)


def test_deny_terms_are_always_found_and_allowed_ones_never() -> None:
    text = "Project Falcon, project  falcon, Falconry; write to help@example.org or jane@example.org"
    found = spans_of(
        text, "email", deny={"codename": ["project falcon"]}, allow={"email": ["HELP@example.org"]}
    )
    assert ("codename", "Project Falcon") in found
    assert ("codename", "project  falcon") in found
    assert ("email", "jane@example.org") in found
    assert len(found) == 3


def test_a_mark_that_prints_nothing_joins_a_word_or_parts_two() -> None:
    finder = TermFinder({"person": ["Wanda"]})
    text = "Wan\u200bda met Wanda\ufeffName: Wanda\u200b; Wandas"
    found = sorted((span.start, text[span.start : span.end]) for span in finder.find(text, "deny-list"))
    assert found == [(0, "Wan\u200bda"), (11, "Wanda"), (23, "Wanda")]


def test_a_denied_term_is_a_whole_word_in_any_script() -> None:
    finder = TermFinder({"person": ["Иван", "Ann", "李"]})
    text = "Иван, Ивана, ann, Anna, O'Ann, 李 さん"
    assert [text[s.start : s.end] for s in finder.find(text, "deny-list")] == ["Иван", "ann", "Ann", "李"]


def test_allow_does_not_reach_other_categories() -> None:
    assert spans_of("304-33-4965", "ssn", allow={"phone": ["304-33-4965"]}) == [("ssn", "304-33-4965")]


def test_columns_names_are_labels_of_their_cells() -> None:
    cells = [("patient_mrn", "0012345"), ("dateOfBirth", "3/4/1980"), ("note", "fine"), ("zip", "62704")]
    text, parts = "", []
    for name, value in cells:
        parts.append(Part("cell", len(text), len(text) + len(value), name))
        text += value + "\n\n"
    recognizer = IdentifierRecognizer(["mrn", "birth-date", "date", "zip"])
    found = recognizer.find(Document("d", SensitiveText(text), tuple(parts)))
    assert [(s.category, text[s.start : s.end]) for s in found] == [
        ("mrn", "0012345"),
        ("birth-date", "3/4/1980"),
        ("zip", "62704"),
    ]


def test_a_labelled_value_is_found_again_in_another_spelling() -> None:
    text = "MRN: 00-123-456. Later on, 00123456 was seen; 900123456 was not."
    assert spans_of(text, "mrn") == [("mrn", "00-123-456"), ("mrn", "00123456")]


def test_overlaps_become_their_union_under_the_longest_category() -> None:
    spans = [
        Span(0, 10, "phone", 0.6),
        Span(4, 20, "iban", 1.0),
        Span(20, 22, "zip", 0.9),
        Span(30, 35, "ssn"),
    ]
    assert [(s.start, s.end, s.category) for s in resolve(spans)] == [
        (0, 20, "iban"),
        (20, 22, "zip"),
        (30, 35, "ssn"),
    ]
    dates = [Span(0, 12, "date", 0.9), Span(2, 10, "birth-date", 0.9)]
    assert [(s.start, s.end, s.category) for s in resolve(dates)] == [(0, 12, "birth-date")]


def test_windows_cover_everything_and_matches_at_their_edges_are_whole() -> None:
    data = (b"word " * 2000)[:-1]
    pieces = [*windows(data)]
    assert pieces[0][0] == 0 and pieces[-1][1] == len(data)
    assert all(a[1] >= b[0] for a, b in pairwise(pieces))
    assert all(end - start <= 2 * WINDOW + OVERLAP for start, end, _ in pieces)


@pytest.mark.parametrize("shift", range(0, 2 * WINDOW + 600, 37))
def test_an_identifier_is_whole_wherever_a_window_ends(shift: int) -> None:
    value = "4111 1111 1111 1111"
    text = "x " * (shift // 2) + value + " y" * 3000
    assert ("credit-card", value) in spans_of(text, "credit-card")


def test_an_endless_word_is_scanned_and_a_long_address_followed() -> None:
    url = "https://example.org/" + "a" * 5000
    assert spans_of("x" * 10_000 + " " + url + " " + "y" * 3000, "url") == [("url", url)]


def test_reasons_name_the_pattern_and_hold_no_text() -> None:
    recognizer = IdentifierRecognizer(["ssn"])
    (span,) = recognizer.find(Document("d", SensitiveText("304-33-4965")))
    assert span.why["pattern"] == "ssn"
    assert span.score == 1.0
    assert "304" not in str(span.why)


def test_all_faults_of_the_settings_are_told_at_once() -> None:
    with pytest.raises(InvalidError) as error:
        IdentifierRecognizer(["snn", "age-over-89"], phone_regions=["XX"], minimum_scores={"ssn": 2.0})
    assert {f.code for f in error.value.faults} == {"IDN001", "IDN002", "IDN003", "IDN007"}
    assert "Did you mean ssn?" in str(error.value)
    with pytest.raises(InvalidError, match="IDN003"):
        IdentifierRecognizer(["ssn"], reference_year=24)
    with pytest.raises(InvalidError, match="IDN006"):
        IdentifierRecognizer(["ssn"], deny={"x": [" "]})


def test_a_pattern_that_re2_refuses_or_an_unknown_validator_is_an_error() -> None:
    from engine.methods.identifiers.pattern import Pattern
    from engine.methods.identifiers.validators import validator

    with pytest.raises(InvalidError, match="IDN005"):
        PatternScanner([Pattern("x", "ssn", r"(?=a)")])
    with pytest.raises(InvalidError, match="IDN004"):
        validator("no-such-check")


def test_every_category_tells_what_it_is() -> None:
    assert all(info.description and provisions(info.law) for info in CATEGORIES.values())


def test_the_page_of_the_method_names_every_category() -> None:
    page = (Path(__file__).parents[2] / "docs" / "methods" / "identifiers.md").read_text(encoding="utf-8")
    hipaa = "45 CFR 164.514(b)(2)(i)"
    for category, info in CATEGORIES.items():
        law = info.law.removeprefix(hipaa) if info.law.startswith(hipaa) else f"({info.law})"
        assert f"\n- `{category}` {law}: {info.description}" in page
    assert all(f"`{number.id}`" in page for number in NUMBERS)
    for info in CATEGORIES.values():
        if info.measured:
            assert f"recall {info.measured.recall:.3f}" in page


def test_a_number_that_breaks_the_library_which_checks_it_goes() -> None:
    """python-stdnum knows no county for some codes of provinces, and raises a KeyError."""
    number = "110700198001011239"
    with pytest.raises(KeyError):
        ric.is_valid(number)
    found = IdentifierRecognizer(["national-id"]).find(
        Document("1", SensitiveText(f"Resident no. {number}."))
    )
    assert [(span.start, span.end) for span in found] == [(13, 31)]

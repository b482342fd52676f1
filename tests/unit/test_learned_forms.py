"""What a learned finding must look like, and which fractions are readings and no dates."""

from __future__ import annotations

import pytest

from engine.stages.identifiers.learned_forms import (
    beside_patterns,
    has_form,
    is_look_alike,
    is_measure,
    is_no_day,
    whole_words,
)
from engine.text import Span


def measured(text: str, found: str) -> bool:
    start = text.index(found)
    return is_measure(text, start, start + len(found))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("BP 142/76 today", "142/76"),
        ("pain 8/10", "8/10"),
        ("rates pain at 7/10 now", "7/10"),
        ("3/6 systolic murmur", "3/6"),
        ("strength 5/5 RUE", "5/5"),
        ("RUE 2/5 in LUE", "2/5"),
        ("MMSE 26/30", "26/30"),
        ("Apgars 8/9", "8/9"),
        ("20/40 OD", "20/40"),
        ("1/2 tab", "1/2"),
        ("The score fell from 7/10 to 3/10.", "7/10"),
        ("The score fell from 7/10 to 3/10.", "3/10"),
    ],
)
def test_a_reading_is_no_date(text: str, found: str) -> None:
    assert measured(text, found)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("seen 8/16 for pain", "8/16"),
        ("pain since 3/5", "3/5"),
        ("6/20 R knee XR", "6/20"),
        ("f/u 12/1", "12/1"),
        ("CXR 10/4: clear", "10/4"),
        ("14/6 BP fine", "14/6"),
        ("8/16/2021", "8/16/2021"),
        ("March 4", "March 4"),
    ],
)
def test_a_day_and_month_is_no_reading(text: str, found: str) -> None:
    assert not measured(text, found)


@pytest.mark.parametrize(
    "found",
    ["8/16", "Tuesday", "May 4", "the 15th", "14.06.21", "3-11-2020", "12.03.", "4. Okt", "3 de mayo"],
)
def test_more_than_a_year_goes_where_the_year_stays(found: str) -> None:
    assert has_form("date", found, "year")


@pytest.mark.parametrize("found", ["2016", "two weeks", "three years later", "mayor", "sunny", "2-4", "14.6"])
def test_a_year_or_a_duration_stays_where_the_year_stays(found: str) -> None:
    assert not has_form("date", found, "year")


@pytest.mark.parametrize(
    ("text", "found"),
    [("ICD-10 code E11.9", "11"), ("410 U.S. 113", "410")],
)
def test_a_number_of_a_public_classification_is_no_code(text: str, found: str) -> None:
    start = text.index(found)
    assert is_look_alike(text, start, start + len(found))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Diagnosis Code 2: 7393", "7393"),
        ("Claim 4\nProcedure Code/Description:  98941 - manipulation", "98941"),
        ("Revenue Code: 0250", "0250"),
        ("Copyright 2008-2010, 2014", "2008-2010"),
        ('Pages="438--447"', "438--447"),
    ],
)
def test_a_code_whose_label_names_a_thing_and_a_range_are_no_numbers_of_anybody(
    text: str, found: str
) -> None:
    start = text.index(found)
    assert is_look_alike(text, start, start + len(found))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("MRN 4417085-02", "4417085-02"),
        ("badge J-118-204", "J-118-204"),
        ("Case no.: 884410", "884410"),
        ("Patient code: 98941", "98941"),
        ("Access code: 7741-A", "7741-A"),
        ("Diagnosis code 7393 of chart 88441", "88441"),
        ("claim 2010-2008", "2010-2008"),
        ("call 555--143", "555--143"),
    ],
)
def test_a_number_that_was_given_to_somebody_is_a_code(text: str, found: str) -> None:
    start = text.index(found)
    assert not is_look_alike(text, start, start + len(found))


@pytest.mark.parametrize(
    ("text", "found", "whole"),
    [
        ("CD8 330, sodium", "8 330", "CD8 330"),
        ("policy QQ778812A", "QQ778812", "QQ778812A"),
        ("from XK7PLQ on", "7", "XK7PLQ"),
        ("see B-22/4 there", "22", "22"),
        ("Ødegård44.", "Ødegård", "Ødegård44"),
        ("at the end: 44x", "44", "44x"),
    ],
)
def test_a_learned_finding_holds_the_whole_of_the_words_at_its_edges(
    text: str, found: str, whole: str
) -> None:
    start = text.index(found)
    span = whole_words(Span(start, start + len(found), "code"), text)
    assert text[span.start : span.end] == whole


@pytest.mark.parametrize(
    "text", ["CD8 330, sodium", "CD4 count 210.", "free T4 14.2", "HbA1c 7.9%", "at L4-5."]
)
def test_a_marker_and_its_value_are_no_code(text: str) -> None:
    assert is_look_alike(text, 0 if text[:2] != "at" else 3, len(text.rstrip(".").removesuffix(", sodium")))


def test_a_number_of_a_law_or_a_course_is_no_day() -> None:
    assert is_no_day("de la Ley 50/1980, abonaremos", 9, 16)
    assert is_no_day("CURSO 2024/2025", 6, 15)
    assert not is_no_day("kommt Fr. 12.04. wieder", 6, 16)


@pytest.mark.parametrize(
    ("text", "found", "whole"),
    [
        ("Bah\u00e1'u'll\u00e1h died", "Bah\u00e1", "Bah\u00e1'u'll\u00e1h"),
        ("by Nurse Ta\u2019ala today", "Ta", "Ta\u2019ala"),
        ("Ask Baha'u'llah Karimi now", "llah Karimi", "Baha'u'llah Karimi"),
        ("Mr. O'Shea came", "Shea", "O'Shea"),
        ("and Sha'Quan'da's bag", "Sha'Quan", "Sha'Quan'da"),
        ("Keller's wife", "Keller", "Keller"),
        ("Anna'll come", "Anna", "Anna"),
        ("l'H\u00f4pital Nord", "H\u00f4pital Nord", "H\u00f4pital Nord"),
        ("qu'Anna dit", "Anna", "Anna"),
        ("the 'Keller' file", "Keller", "Keller"),
        ("James' house", "James", "James"),
    ],
)
def test_a_name_goes_with_what_apostrophes_join_to_it(text: str, found: str, whole: str) -> None:
    start = text.index(found)
    span = whole_words(Span(start, start + len(found), "person"), text)
    assert text[span.start : span.end] == whole


def test_a_name_in_a_long_chain_reaches_no_further_than_a_few_parts() -> None:
    text = "'".join(["Anna"] * 10_000)
    whole = whole_words(Span(25_000, 25_004, "person"), text)
    assert whole.end - whole.start < 100


def test_a_code_that_patterns_know_whole_leaves_its_label() -> None:
    text = "SSN 219-09-9999 and MRN 88214 x 7"
    known = [Span(4, 15, "ssn"), Span(24, 29, "mrn")]
    label, more = Span(0, 15, "code"), Span(24, 33, "code")
    assert beside_patterns([label, more], known, text) == [more]
    assert beside_patterns([label], [], text) == [label]


@pytest.mark.parametrize(("category", "left"), [("license", 0), ("zip", 1)])
def test_initials_before_a_number_that_a_pattern_knows_stay_and_a_town_goes(category: str, left: int) -> None:
    text = "RENO 89501"
    assert len(beside_patterns([Span(0, 10, "location")], [Span(5, 10, category)], text)) == left
    assert beside_patterns([Span(0, 10, "location")], [], text) == [Span(0, 10, "location")]


CODES = (
    ("LOINC 2345-7 (glucose), 718-7 (hemoglobin) and 4548-4.", "718-7"),
    ("LOINC answers LA6576-8 or LA13863-8", "LA13863-8"),
    ("SNOMED CT 22298006 (infarction); 73211009 diabetes", "73211009"),
    ("CPT 99213, 93000 and 36415", "36415"),
    ("HCPCS J1885 and G0439", "J1885 and G0439"),
    ("CDT D0120 (evaluation), D1110", "D1110"),
    ("the root 2.16.840.1.113883.6.96 of", "1.113883.6"),
    ("see urn:oid:2.16.840.1.113883.4.642.3.1", "840.1.113883"),
    ("class 1.2.840.10008.5.1.4.1.1.2 for", "10008"),
)


@pytest.mark.parametrize(("text", "code"), CODES)
def test_a_code_of_a_list_that_its_line_names_is_nobodys(text: str, code: str) -> None:
    start = text.index(code)
    assert is_look_alike(text, start, start + len(code))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("LOINC 2345-7, chart 718-8", "718-8"),
        ("SNOMED 73211009; chart 73211008", "73211008"),
        ("CPT 99213 for Mr Roe, chart 48213", "48213"),
        ("LOINC 2345-7\nchart 718-7", "718-7"),
        ("image 1.2.840.113619.2.55.3.20230412.1182.14", "113619.2.55"),
        ("number 1.2.840.1136.2.55.3.2797.1182.1190.14.9", "2797.1182"),
        ("from 10.4.31.7 on", "10.4.31.7"),
    ],
)
def test_another_number_behind_the_name_of_a_list_may_be_somebodys(text: str, code: str) -> None:
    start = text.index(code)
    assert not is_look_alike(text, start, start + len(code))

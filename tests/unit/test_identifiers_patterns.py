"""Every pattern finds its examples; every trap keeps its own; forms and look-alikes by category."""

from __future__ import annotations

import pytest

from engine.methods.identifiers import CATEGORIES, PATTERNS, TRAPS, IdentifierRecognizer
from engine.methods.identifiers.folding import fold
from engine.methods.identifiers.scan import compiled
from engine.text import Document, SensitiveText

RECOGNIZER = IdentifierRecognizer([*CATEGORIES], reference_year=2024, phone_regions=("US", "GB", "DE"))


def found(text: str) -> list[tuple[str, str]]:
    return [(s.category, text[s.start : s.end]) for s in RECOGNIZER.find(Document("d", SensitiveText(text)))]


def identifying(text: str) -> list[tuple[str, str]]:
    """What is found besides sums of money, which identify in combination only."""
    return [one for one in found(text) if one[0] != "quantity"]


EXAMPLES = [(row, text) for row in PATTERNS for text in row.examples]


def test_a_pattern_matches_its_examples_and_they_are_found() -> None:
    not_matched = [(row.id, t) for row, t in EXAMPLES if not compiled(row.regex).search(fold(t).data)]
    missed = [(row.id, t) for row, t in EXAMPLES if row.category not in [c for c, _ in found(t)]]
    assert (not_matched, missed) == ([], [])


@pytest.mark.parametrize("row", TRAPS, ids=lambda row: row.id)
def test_a_trap_matches_its_examples_and_nothing_is_found_in_them(row) -> None:
    assert row.examples
    for text in row.examples:
        assert compiled(row.regex).search(fold(text).data)
        assert identifying(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Fever of 106F, with vomiting.",
        "Patient admitted. Temp: 99F, HR 88.",
        "pt with HR 92, T 101F on the ward",
        "Vitals: T 97F, patient stable",
        "Tmax 103F with chills",
        "Temperature was 95 F in the patient",
    ],
)
def test_a_temperature_is_told_by_the_measure_before_and_is_no_age(text: str) -> None:
    assert identifying(text) == []


@pytest.mark.parametrize(
    ("text", "age"),
    [
        ("pt with fever, 93F lives alone", "93"),
        ("No temp. 93F with cough", "93"),
        ("History of fever. 99F with hip fracture", "99"),
        ("Pt 101F with cough", "101"),
        ("patient Smith, T 91F with cough", "91"),
        ("Temp 98.6, pt is a 94F with cough", "94"),
        ("temp 99 patient 91 y F with cough", "91 y"),
        ("Client: Jo Pinto | M | 91 years", "91 years"),
        ("fever 93F patient", "93"),
    ],
)
def test_an_age_beside_a_temperature_goes(text: str, age: str) -> None:
    assert ("age-over-89", age) in found(text)


@pytest.mark.parametrize("text", ["see 884410 per note", "account 77120934 per Anna", "884410 per chart"])
def test_a_number_before_who_told_it_is_no_measure(text: str) -> None:
    """A trap drops what is found inside it: "per" alone makes no measure."""
    assert not any(compiled(row.regex).search(fold(text).data) for row in TRAPS if row.id == "measure")


def test_ids_are_unique_and_categories_known_and_all_covered() -> None:
    ids = [row.id for row in (*PATTERNS, *TRAPS)]
    assert len(ids) == len(set(ids))
    general = {"birth-date": "date", "fax": "phone"}
    taught = {"own-code"}
    assert {row.category for row in PATTERNS} | general.keys() | taught == CATEGORIES.keys()
    assert all(row.examples for row in PATTERNS if row.score >= 0.5)
    assert all(0 < row.score <= 1 for row in PATTERNS)


@pytest.mark.parametrize(
    ("text", "category", "value"),
    [
        ("His SSN is 304-33-4965.", "ssn", "304-33-4965"),
        ("SSN 304 33 4965", "ssn", "304 33 4965"),
        ("SSN: 304334965", "ssn", "304334965"),
        ("SSN：３０４－３３－４９６５", "ssn", "３０４－３３－４９６５"),
        ("social security no. 000-00-1234", "ssn", "000-00-1234"),
        ("ITIN 912-70-1234", "taxpayer-id", "912-70-1234"),
        ("Call (212) 555-0182 today", "phone", "(212) 555-0182"),
        ("Tel.: +49 (0)30 901820", "phone", "+49 (0)30 901820"),
        ("020 7946 0018 rings", "phone", "020 7946 0018"),
        ("Fax: 212-555-0182", "fax", "212-555-0182"),
        ("212-555-0182 (fax)", "fax", "212-555-0182"),
        ("mail jane.o'neil@example.org,", "email", "jane.o'neil@example.org"),
        ("see https://example.org/a_(b)?q=1.", "url", "https://example.org/a_(b)?q=1"),
        ("from 2001:db8::1 and", "ip", "2001:db8::1"),
        ("MRN#00123456", "mrn", "00123456"),
        ("The mother's MRN, 6610293, is linked.", "mrn", "6610293"),
        ("Member ID: XYZ 123 456 789", "health-plan", "XYZ 123 456 789"),
        ("Acct # 55-12345", "account", "55-12345"),
        ("card 4111-1111-1111-1111 ok", "credit-card", "4111-1111-1111-1111"),
        ("IBAN DE89 3704 0044 0532 0130 00", "iban", "DE89 3704 0044 0532 0130 00"),
        ("driver's license D123-4567-8901", "license", "D123-4567-8901"),
        ("VIN 1HGCM82633A004352", "vehicle", "1HGCM82633A004352"),
        ("license plate 7ABC123", "plate", "7ABC123"),
        ("MAC 00:1B:44:11:3A:B7", "device", "00:1B:44:11:3A:B7"),
        ("Serial number: SN-88213-B", "device", "SN-88213-B"),
        ("on 2021-03-04 he", "date", "2021-03-04"),
        ("on 3/4/21 he", "date", "3/4/21"),
        ("am 4. März 2021 kam", "date", "4. März 2021"),
        ("le 14 février 2020", "date", "14 février 2020"),
        ("Thu, 04 Mar 2021 12:40:13 +0000", "date", "Thu, 04 Mar 2021 12:40:13 +0000"),
        ("on March 4 she", "date", "March 4"),
        ("in March 2021", "date", "March 2021"),
        ("DOB: 03/04/1980", "birth-date", "03/04/1980"),
        ("born on 4 March 1980", "birth-date", "4 March 1980"),
        ("aged 92", "age-over-89", "92"),
        ("a 92-year-old", "age-over-89", "92-year-old"),
        ("her 95th birthday", "age-over-89", "95th"),
        ("born in 1931", "age-over-89", "1931"),
        ("ninety-three years old", "age-over-89", "ninety-three years old"),
        ("Springfield, IL 62704-1234", "zip", "62704-1234"),
        ("NHS number 943 476 5870", "national-id", "943 476 5870"),
        ("NINO AB 12 34 56 C", "national-id", "AB 12 34 56 C"),
        ("PESEL 44051401359", "national-id", "44051401359"),
        ("codice fiscale RCCMNL83S18D969H", "national-id", "RCCMNL83S18D969H"),
        ("passport no. C01X00T47", "passport", "C01X00T47"),
        ("Case No. 2:19-cv-04512", "unique-code", "2:19-cv-04512"),
        ("at 40.71280, -74.00600", "coordinates", "40.71280, -74.00600"),
    ],
)
def test_forms(text: str, category: str, value: str) -> None:
    hits = found(text)
    assert category in [c for c, _ in hits]
    covered = "".join(v for _, v in hits)
    assert all(part in covered for part in value.split(" "))


@pytest.mark.parametrize(
    "text",
    [
        "In 2019 the clinic moved; the 1990s were better.",
        "Take 1/2 tablet, 500 mg, at 120/80 mmHg.",
        "Vision is 20/20 and the score fell from 7/10 to 3/10.",
        "See version 1.2.3.4 of the manual and firmware 10.2.0.1.",
        "ISBN 978-3-16-148410-0 and ISSN 0378-5955",
        "45 CFR 164.514(b)(2)(i) and Section 164.514 and 42 U.S.C. 1320d",
        "Roe v. Wade, 410 U.S. 113, and 123 F.3d 1234",
        "It costs $1,234,567.89 or EUR 3.500 in all.",
        "ICD-10 E11.9, CPT code 99213",
        "pp. 123-145, see pages 100-200",
        "The war of 1914–1918 and the season 2010-11",
        "He may march on, and so may she.",
        "A child of 9, a man of 45, aged 71.",
        "Patients aged 90 or older were grouped.",
        "born in 1985",
        "She weighs 92 kg, 92% of the mean.",
        "It turned 90 degrees.",
        "A ratio of 3.14159 and 2.71828 and 1.41421",
        "The 1989 Tiananmen Square protests; a 5-4 Supreme Court decision",
        "std::vector<int> a::b 12:40:13",
        "Room 12, chapter 3, table 4.2",
        "The chart shows 14 entries; account of 1998",
        "[SSN] [PHONE-BDFGH-JKLMN-PQRST] [ACCOUNT XXXX-XXXX-6789] and MRN: [MRN]",
        "e.g. Node.js and i.e. end.It was",
        "100,000 people, 12 345 678 inhabitants",
        "n = 12345678, p < 0.05",
        "certified to ISO 9001 and ISO 27001, lighting to BS EN 12464-1",
        "seen at approximately 2215 hours and again at 1542",
        "Van: mileage 64,310. The odometer read 218,440 and 219,002 on return",
        "RxBIN: 004336 RxPCN: ADV. Error 0x80070035, KB5022282 installed, NM_007294.4",
        "on the 7th floor and after the ninth attempt, between the 13th and 15th centuries",
        "sugar C12H22O11 weighs little, 120x4 pieces, a 4K60 film",
        "The U.S. won 3-2 on penalties, 4-3 after 90 minutes.",
        "install the package 0.1.0.2 or 0.12.3.1",
    ],
)
def test_look_alikes_stay(text: str) -> None:
    assert identifying(text) == []


def test_plain_numbers_that_begin_alike_are_of_one_series() -> None:
    text = "Rx number: 6617720 was filled. What about the 6617721, or the 7717721?"
    assert [value for _, value in found(text)] == ["6617720", "6617721"]


def test_a_code_before_a_word_that_counts_it_is_still_a_code() -> None:
    """A comma ends an amount: "1173, unit 4B12" is a badge, and no number of units."""
    assert "unique-code" in [c for c, _ in found("the officer, badge 1173, unit 4B12, was sent")]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("HR case HRC0041187. Reference follows.", ["HRC0041187"]),
        ("Your operator T614, said so", ["T614"]),
        ("Employee P00417, payroll", ["P00417"]),
    ],
)
def test_a_finding_ends_before_the_mark_of_its_sentence(text: str, values: list[str]) -> None:
    assert [value for _, value in found(text)] == values


def test_one_address_is_one_finding_up_to_its_postal_code() -> None:
    text = "Lives at 123 N. Main St, Apt 4B, Springfield, IL 62704."
    assert found(text) == [
        ("street-address", "123 N. Main St, Apt 4B, Springfield, IL"),
        ("zip", "62704"),
    ]
    alone = IdentifierRecognizer(["street-address"])
    spans = alone.find(Document("d", SensitiveText(text)))
    assert [text[s.start : s.end] for s in spans] == ["123 N. Main St, Apt 4B, Springfield, IL 62704"]


def test_a_prefilter_occurs_wherever_its_pattern_does() -> None:
    """All examples of all rows, with line breaks and doubled blanks where they may be, are texts to try."""
    texts = {fold(variant).data for _, text in EXAMPLES for variant in variants(text)}
    rows = [row for row in PATTERNS if row.prefilter]
    matched = {
        row.id: [(data, m) for data in texts for m in compiled(row.regex).finditer(data)] for row in rows
    }
    assert [name for name, found_ones in matched.items() if not found_ones] == [], "nothing to try"
    assert [
        (row.id, m[0])
        for row in rows
        for data, m in matched[row.id]
        if not compiled(row.prefilter).search(data[max(0, m.start() - 1) : m.end() + 1])
    ] == []


def variants(text: str) -> tuple[str, ...]:
    return (
        text,
        text.replace(", ", ",\n"),
        text.replace(" ", "\n", 1),
        text.replace(" ", "  "),
        text.upper(),
    )


@pytest.mark.parametrize(
    "text",
    [
        "We met on the main road.",
        "Go down the road and on county road.",
        "They live at a busy street.",
        "A bridge connects the two cities by rail and road.",
        "To keep the road clear, by far the road to take.",
    ],
)
def test_a_road_without_a_name_stays(text: str) -> None:
    assert found(text) == []


def test_a_street_in_capitals_goes_with_its_unit() -> None:
    text = "9407 SADDLEHORN TRL UNIT B"
    assert found(text) == [("street-address", text)]

"""The second look at a released text: removed values in any spelling, and identifiers by form and check."""

from __future__ import annotations

import ast
import random
from pathlib import Path
from types import ModuleType

import pytest

from engine.checks import identifiers as residual
from engine.checks import many_values
from engine.checks.identifiers import allowed_terms, residual_identifiers
from engine.methods.identifiers import CATEGORIES


def left(text: str, *removed: tuple[str, str], categories=CATEGORIES, **settings) -> list[tuple[str, str]]:
    return [(r.category, r.reason) for r in residual_identifiers(text, categories, removed, **settings)]


def test_neighbouring_cells_make_no_short_number_and_the_same_cell_and_long_numbers_do() -> None:
    assert left("837\n\n38.5", ("zip", "83738")) == []
    assert left("837\n38", ("zip", "83738")) == [("zip", "removed-value")]
    assert left("0012\n\n3456", ("mrn", "00123456")) == [("mrn", "removed-value")]
    assert left("0012\n\n345", ("mrn", "0012345")) == [("mrn", "removed-value")]


@pytest.mark.parametrize("others", [0, 200])
def test_places_are_those_of_the_text_behind_letters_that_are_longer_when_small(others: int) -> None:
    text = "İİİ İzmir, on 2001-02-03 at İ.example.org and ٢٠٠١-٠٢-٠٤"
    removed = [
        ("date", "2001-02-03"),
        ("url", "İ.EXAMPLE.org"),
        *(("date", f"1/{n}/2001") for n in range(others)),
    ]
    found = residual_identifiers(text, ("date",), removed)
    assert {text[one.start : one.end] for one in found} == {"2001-02-03", "İ.example.org", "٢٠٠١-٠٢-٠٤"}


@pytest.mark.parametrize("others", [0, 200])
def test_values_are_seen_among_few_and_among_many_and_where_they_overlap(others: int) -> None:
    more = [("person", f"Nobody{n}") for n in range(others)]
    removed = [("person", "Magnus Vance"), ("person", "Bo Bo"), *more]
    assert left("so xBo Bo Bo and Magnus Vance", *removed, categories=()) == [("person", "removed-value")] * 2
    assert left("so xBo Bo and Magnus Vanced", *removed, categories=()) == []


@pytest.mark.parametrize(
    ("text", "category", "value"),
    [
        ("the number 00123456 is", "mrn", "00-123-456"),
        ("the number 00 123\n456 is", "mrn", "00-123-456"),
        ("００１２３４５６", "mrn", "00123456"),
        ("00\u200b12\u00ad3456", "mrn", "00123456"),
        ("ab-12.34", "account", "AB1234"),
        ("found at 1040 downing street", "street-address", "1040 Downing Street"),
        ("(JANE@Example.org)", "email", "jane@example.org"),
        ("call 2125550182", "phone", "(212) 555-0182"),
        ("[08:15] drpatel88: hold", "unique-code", "drpatel88"),
        ("and deb.marchetti said", "unique-code", "deb.marchetti"),
        ("so 12345", "mrn", "12345"),
        ("so A1B2C3", "mrn", "a1-b2-c3"),
        ("so abcd1", "unique-code", "abcd1"),
        ("so Vance", "person", "Vance"),
        ("Magnus wrote", "person", "Magnus"),
        ("to jane@example.org", "email", "Jane@Example.org"),
        ("to JANE@EXAMPLE.ORG", "email", "jane@example.org"),
        ("on March 4, 2021", "date", "march 4, 2021"),
    ],
)
def test_a_removed_value_is_seen_in_any_spelling(text: str, category: str, value: str) -> None:
    assert left(text, (category, value), categories=()) == [(category, "removed-value")]


@pytest.mark.parametrize(
    ("text", "category", "value"),
    [
        ("900123456", "mrn", "00123456"),
        ("say 900123456 x", "mrn", "00123456"),
        ("say 001234567 x", "mrn", "00123456"),
        ("say xMagnus", "person", "Magnus"),
        ("say Magnusson went", "person", "Magnus"),
        ("say magnus", "person", "Magnus"),
        ("say Vanc", "person", "Vanc"),
        ("so 1234", "mrn", "1234"),
        ("so ab12cd", "mrn", "ab12cd"),
        ("so abc1", "unique-code", "abc1"),
        ("in 4/2021", "date", "4/20"),
        ("001234567", "mrn", "00123456"),
        ("123", "mrn", "123"),
        ("92 patients", "age-over-89", "92"),
        ("in 2021", "date", "2021"),
        ("5,551,234 people", "phone", "555-1234"),
        ("[MRN]", "mrn", "00123456"),
        ("the patient said", "unique-code", "patient"),
    ],
)
def test_another_number_or_a_value_that_says_nothing_alone_is_no_fault(
    text: str, category: str, value: str
) -> None:
    assert left(text, (category, value), categories=()) == []


@pytest.mark.parametrize(
    ("category", "text"),
    [
        ("ssn", "his 304-33-4965."),
        ("email", "to jane@example.org"),
        ("url", "see https://example.org/x"),
        ("ip", "from 192.0.2.17"),
        ("phone", "at (212) 555-0182"),
        ("phone", "at 212-736-5000."),
        ("phone", "at 212.736.5000"),
        ("phone", "at 212 736 5000"),
        ("phone", "at +44 20 7946 0018."),
        ("phone", "at +49-30-901820"),
        ("credit-card", "4111 1111 1111 1111"),
        ("credit-card", "378282246310005"),
        ("credit-card", "4111111111111111"),
        ("credit-card", "4111-1111-1111-1111"),
        ("credit-card", "5500 0000 0000 0004"),
        ("credit-card", "2221 0000 0000 0009"),
        ("credit-card", "6011 0000 0000 0004"),
        ("iban", "GB82 WEST 1234 5698 7654 32"),
        ("vehicle", "1HGCM82633A004352"),
        ("vehicle", "5GZCZ43D13S812715"),
        ("vehicle", "1M8GDM9AXKP042788"),
        ("iban", "NO9386011117947"),
        ("ssn", "café 304-33-4965"),
        ("ip", "host 255.0.10.1"),
        ("device", "00:1B:44:11:3A:B7"),
        ("mrn", "MRN 0012345"),
        ("date", "2021-03-04"),
        ("date", "March 4, 2021"),
        ("date", "4 March 2021"),
        ("age-over-89", "92-year-old"),
        ("zip", "IL 62704"),
        ("national-id", "AB 12 34 56 C"),
        ("ssn", "SSN ٣٠٤-٣٣-٤٩٦٥ on file"),
        ("date", "left on 31 Dec. 1999"),
    ],
)
def test_an_identifier_that_was_overlooked_is_seen(category: str, text: str) -> None:
    assert left(text, categories=[category]) == [(category, "identifier")]
    assert left(text, categories=[]) == []
    assert left(text, categories=[category], minimum_scores={category: 1.01}) == []


@pytest.mark.parametrize(
    "text",
    [
        "000-33-4965",
        "666-33-4965",
        "900-33-4965",
        "304-00-4965",
        "304-33-0000",
        "7111111111111114",
        "4444 4444 4444 4444 4",
        "11111111111111111",
        "GB82 WEST 1234",
        "from 192.0.02.17",
        "from 256.0.2.17",
        "from 0.12.200.17",
        "4111 1111 1111 1112",
        "GB82 WEST 1234 5698 7654 33",
        "1HGCM82633A004353",
        "from 192.0.2.317",
        "71-year-old",
        "version 1.2.3.4",
        "part 212-736-50001",
        "part 212-736.5000",
        "part 999-736-5000",
        "x+44 20 7946 0018",
        "+44 20 7946 001",
        "[SSN XXX-XX-4965] in 2021, ZIP 627, aged 90 or older",
    ],
)
def test_what_fails_its_check_is_no_fault(text: str) -> None:
    assert left(text) == []


def test_allowed_terms_are_no_fault_and_offsets_are_those_of_the_text() -> None:
    text = "a Help@example.org b jane@example.org"
    found = residual_identifiers(text, ["email"], [], allowed=allowed_terms({"email": ["help@example.org"]}))
    assert [text[r.start : r.end] for r in found] == ["jane@example.org"]


@pytest.mark.parametrize("module", [residual, many_values])
def test_it_shares_no_code_with_the_first_path(module: ModuleType) -> None:
    tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
    imported = {n.module for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)}
    imported |= {a.name for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names}
    assert imported <= {
        "__future__",
        "collections.abc",
        "dataclasses",
        "typing",
        "re",
        "unicodedata",
        "phonenumbers",
        "engine.checks.many_values",
        "engine.catalog.disease_names",  # the rule of repeats that both paths state, a closed list
    }


@pytest.mark.parametrize(
    ("text", "is_left"),
    [
        ("[PERSON] treats Parkinson's disease", False),
        ("PARKINSON'S DISEASE and Parkinson\ndisease", False),
        ("Morbus Parkinson, maladie de Parkinson, Parkinson-Syndrom", False),
        ("Wolff-Parkinson-White since 2019", False),
        ("[PERSON] asked Parkinson", True),
        ("the Parkinson car", True),
        ("Parkinson's disease, says Parkinson", True),
        ("Parkinson diseased trees", True),
        ("A history of Parkinson's Disease. Parkinson's disease is stable", False),
        ("Signed, M. Parkinson, RN", True),
        ("Mr. Parkinson's disease has progressed", True),
        ("J. Parkinson's disease has progressed", True),
        ("Frau Parkinson-Syndrom", True),
        ("his son Tom Parkinson's tremor", True),
        ("Smith-Parkinson's disease", True),
        ("Surname: Parkinson\nDisease: asthma", True),
        ("Name: Parkinson Disease: asthma", True),
    ],
)
def test_a_removed_name_may_stand_in_the_name_of_a_disease_alone(text: str, is_left: bool) -> None:
    found = residual_identifiers(text, [], [("person", "Parkinson")])
    assert bool(found) is is_left


def test_a_code_that_reads_as_a_disease_is_left() -> None:
    assert residual_identifiers("Parkinson's disease", [], [("url", "Parkinson")])


def test_many_values_are_looked_for_where_a_word_may_begin() -> None:
    text = "Magnus, my MEarch of \u00e9Mar. 10 1-2 [a]b[a] a[b"
    begin = sorted(many_values._first_signs(text, set(text), {"Ma", "1-", "[a"}, many_values.EXACTLY))
    assert [text[at:][:3] for at in begin] == ["Mag", "Mar", "1-2", "[a]", "[a]"]


def test_of_codes_the_signs_are_looked_up_whatever_separates_them() -> None:
    text = "No. 4" + 40 * "-" + "17-\uff210(\u00df)9"
    assert many_values._signs(text, 4, 6, many_values.squeezed) == "417\uff410s"
    assert many_values._signs(text, len(text) - 1, 6, many_values.squeezed) == "9"


@pytest.mark.parametrize("seed", range(40))
def test_many_values_are_found_as_few_are(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    chooser = random.Random(seed)
    words = ["Anna", "Keller", "217-555", "(217) 555-1234", "2 1 7 5", "AB 123 45", "ab-12345", "\u00df12345"]
    words += ["12.3.1999", "9 May 2019", "http://a.b/c", "strasse9", "_4417-22", "@keller", "\u0130zmir99"]
    text = "".join(chooser.choice(words) + chooser.choice([" ", "", ", ", ".1", "-"]) for _ in range(60))
    starts = [chooser.randrange(len(text)) for _ in range(60)]
    removed = {
        (
            chooser.choice(["person", "account", "plate", "date", "url"]),
            text[at : at + chooser.randint(3, 14)],
        )
        for at in starts
    }
    removed |= {(category, value.replace("-", " ")) for category, value in removed}
    few = residual_identifiers(text, (), removed)
    monkeypatch.setattr(residual, "_FEW_VALUES", 0)
    assert few and residual_identifiers(text, (), removed) == few


def test_of_codes_only_places_that_go_on_like_one_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def counted(text: str) -> str:
        read.append(text)
        return many_values.squeezed(text)

    reading = many_values.SQUEEZED._replace(read=counted)
    text = ("many more men made maps " * 10 + "in March with 1200 others, 1-2\u00df 77, 4-1 79. ") * 20
    found = many_values.beginnings(text, ["41799", "4179", "12ss7", "m4179"], reading)
    assert sorted(found) == ["12ss7", "4179"] and [len(places) for places in found.values()] == [20, 20]
    assert sum(len(one) > 1 for one in read) < 300


def test_a_code_of_a_thousand_signs_is_seen() -> None:
    code = "4417" * 250
    assert left(f"No. {code[:500]}-{code[500:]}.", ("unique-code", code), categories=()) == [
        ("unique-code", "removed-value")
    ]


@pytest.mark.parametrize(
    ("category", "removed", "left", "is_found"),
    [
        ("mrn", "004-418-27", "see 00441827", True),
        ("mrn", "AB 004418", "see ab004418", True),
        ("phone", "(212) 555-0147", "call 212.555 0147", True),
        ("phone", "2125550147", "call 12125550147", False),
        ("date", "3 May 1931", "on 3 MAY 1931", True),
        ("date", "3 May 1931", "on 3/5/1931", False),
        ("email", "anna@example.org", "to ANNA@example.org", True),
        ("person", "Anna Petrova", "saw Anna Petrova", True),
        ("person", "Anna Petrova", "saw \uff21nna Petro\u200bva", True),
        ("person", "Anna Petrova", "saw ANNA PETROVA", False),
        ("person", "Anna Petrova", "saw Petrova, Anna", False),
        ("person", "Anna Petrova", "saw Anna  Petrova", False),
    ],
)
def test_what_is_found_of_a_removed_value_is_what_the_page_says(
    category: str, removed: str, left: str, is_found: bool
) -> None:
    """Numbers without their signs, dates and addresses in any case, all else as it was written."""
    found = residual_identifiers(left, [], [(category, removed)])
    assert bool(found) is is_found
    assert {one.reason for one in found} <= {"removed-value"}

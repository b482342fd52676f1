"""Replacement operators: what stays, what never does."""

from __future__ import annotations

import math
import re
from collections import Counter

import pytest

from engine.errors import InvalidError
from engine.methods.identifiers import CATEGORIES, IdentifierRecognizer
from engine.stages.identifiers.replacements import (
    ReplacementContext,
    normalized,
    placeholder,
    replacement_for,
    year_in_sentence,
)
from engine.text import Document, SensitiveText, Span

CONTEXT = ReplacementContext(release_key=b"k" * 32, reference_year=2024)


def replaced(
    operator: str, category: str, text: str, context: ReplacementContext = CONTEXT, **settings
) -> str:
    return replacement_for(operator, Span(0, len(text), category), text, context, **settings)


def test_placeholder_and_redact() -> None:
    assert replaced("placeholder", "ssn", "304-33-4965") == "[SSN]"
    assert replaced("placeholder", "age-over-89", "92") == "[AGE-OVER]"
    assert replaced("redact", "ssn", "304-33-4965") == "[REDACTED]"


@pytest.mark.parametrize("category", CATEGORIES)
def test_a_token_is_no_finding_and_holds_no_digit(category: str) -> None:
    recognizer = IdentifierRecognizer([*CATEGORIES], reference_year=2024)
    for token in (placeholder(category), replaced("pseudonym", category, "12345678")):
        assert not any(c.isdigit() for c in token)
        for text in (token, f"{category}: {token}", f"SSN {token} MRN: {token}, phone {token}"):
            assert not recognizer.find(Document("d", SensitiveText(text)))


def a_phone() -> str:
    return replaced("pseudonym", "phone", "212-555-0182")


def test_a_pseudonym_is_the_same_for_the_same_value_in_one_release_only() -> None:
    one = replaced("pseudonym", "phone", "212-555-0182")
    assert one == replaced("pseudonym", "phone", "(212) 555 0182")
    assert one != replaced("pseudonym", "phone", "212-555-0183")
    assert one != replaced("pseudonym", "fax", "212-555-0182").replace("FAX", "PHONE")
    assert one != replaced("pseudonym", "phone", "212-555-0182", ReplacementContext(b"j" * 32))
    assert replaced("pseudonym", "person", "José Peña") == replaced("pseudonym", "person", "JOSE PENA")
    assert replaced("pseudonym", "person", "Иван") != replaced("pseudonym", "person", "Олег")


def test_a_pseudonym_is_readable_and_has_64_bits_at_least() -> None:
    found = re.fullmatch(r"\[PHONE-([B-DF-HJ-NP-TV-XZ]{5}(?:-[B-DF-HJ-NP-TV-XZ]{5}){2})\]", a_phone())
    assert found, "three groups of consonants: no word, no digit"
    assert math.log2(len(set("BCDFGHJKLMNPQRSTVWXZ")) ** len(found[1].replace("-", ""))) > 64


def test_50_000_values_have_as_many_pseudonyms() -> None:
    """Codes of 26 binary digits have some 19 collisions here; every letter of a code counts alike."""
    codes = [replaced("pseudonym", "phone", f"{n:010}") for n in range(50_000)]
    assert len(set(codes)) == len(codes)
    for place in (7, 13, 19):
        counted = Counter(code[place] for code in codes)
        assert len(counted) == 20
        assert max(counted.values()) < 1.1 * len(codes) / 20, "5 standard deviations are 10 %"


def test_a_pseudonym_needs_a_key_or_a_register() -> None:
    with pytest.raises(InvalidError, match="RPL001"):
        replaced("pseudonym", "phone", "1", ReplacementContext(b"short"))
    register: dict[tuple[str, str], str] = {}
    context = ReplacementContext(
        code_of=lambda c, v: register.setdefault((c, v), "ABCDEF"[len(register)] * 4)
    )
    assert replaced("pseudonym", "phone", "555", context) == "[PHONE-AAAA]"
    assert replaced("pseudonym", "phone", "556", context) == "[PHONE-BBBB]"
    assert "k" * 8 not in repr(CONTEXT)


@pytest.mark.parametrize(
    ("category", "text", "expected"),
    [
        ("ssn", "304-33-4965", "[SSN XXX-XX-4965]"),
        ("account", "AB 0012345678", "[ACCOUNT XX XXXXXX5678]"),
        ("credit-card", "４１１１ 1111 1111 1111", "[CREDIT-CARD XXXX XXXX XXXX 1111]"),
        ("account", "1234567", "[ACCOUNT]"),
        ("account", "12345678", "[ACCOUNT XXXX5678]"),
        ("unique-code", "4821", "[UNIQUE-CODE]"),
        ("account", "ABCDEFGH1234", "[ACCOUNT]"),
        ("license", "1234567AB", "[LICENSE]"),
        ("account", "XXXX5123AB", "[ACCOUNT]"),
    ],
)
def test_last_four_only_where_four_digits_stay_hidden(category: str, text: str, expected: str) -> None:
    assert replaced("last-4", category, text) == expected


@pytest.mark.parametrize(
    ("category", "text", "expected"),
    [
        ("date", "March 4, 2021", "2021"),
        ("date", "2021-03-04T12:30:05Z", "2021"),
        ("date", "3/4/21", "2021"),
        ("date", "3/4/98", "1998"),
        ("date", "04-Mar-98 10:00", "1998"),
        ("date", "20210304", "2021"),
        ("date", "20210304T123005Z", "2021"),
        ("date", "March 4", "[DATE]"),
        ("date", "on 3/14", "[DATE]"),
        ("date", "Dec 1999 - Jan 2000", "[DATE]"),
        ("date", "４ March ２０２１", "2021"),
        ("birth-date", "4 March 1980", "1980"),
        ("birth-date", "4 March 1934", "1934 or earlier"),
        ("birth-date", "3/4/31", "1934 or earlier"),
        ("date", "1 May 1930", "1934 or earlier"),
    ],
)
def test_year(category: str, text: str, expected: str) -> None:
    assert replaced("year", category, text) == expected


def test_without_a_reference_year_no_year_of_birth_is_shown() -> None:
    assert replaced("year", "birth-date", "4 March 1980", ReplacementContext()) == "[BIRTH-DATE]"
    assert replaced("year", "date", "4 March 1980", ReplacementContext()) == "1980"
    assert replaced("year", "date", "3/4/80", ReplacementContext()) == "[DATE]"
    assert replaced("age-band", "age-over-89", "1931", ReplacementContext()) == "[AGE-OVER]"


@pytest.mark.parametrize(
    ("text", "year", "expected"),
    [
        ("02139", 2020, "021"),
        ("02139-4307", 2020, "021"),
        ("03601", 2020, "000"),
        ("06390", 2020, "063"),
        ("06390", 2000, "000"),
        ("SW1A 1AA", 2020, "[ZIP]"),
        ("K1A 0B1", 2020, "[ZIP]"),
        ("１０１１５", 2020, "101"),
    ],
)
def test_zip3(text: str, year: int, expected: str) -> None:
    assert replaced("zip3", "zip", text, census=year) == expected


def test_zip3_needs_a_census_that_is_known() -> None:
    with pytest.raises(InvalidError, match="RPL003"):
        replaced("zip3", "zip", "02139")
    with pytest.raises(InvalidError, match="ZIP001"):
        replaced("zip3", "zip", "02139", census=1990)
    with pytest.raises(InvalidError, match="RPL002"):
        replaced("hash", "zip", "02139")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("92", "90 or older"),
        ("92-year-old", "90-or-older"),
        ("92 years old", "90 or older"),
        ("95th", "90th or later"),
        ("ninety-fifth", "90th or later"),
        ("mid-nineties", "90s or later"),
        ("centenarian", "person aged 90 or older"),
        ("1931", "1934 or earlier"),
        ("1921-2015", "90 or older"),
        ("ninety-three years old", "90 or older"),
        ("92yo", "90 or older"),
    ],
)
def test_age_band(text: str, expected: str) -> None:
    assert replaced("age-band", "age-over-89", text) == expected


def test_initials_and_city_state() -> None:
    assert replaced("initials", "person", "Jane Q. O'Neil-Smith") == "J. Q. O. S."
    assert replaced("initials", "person", "123") == "[PERSON]"
    assert replaced("city-state", "street-address", "123 Main St, Apt 4, Springfield, IL 62704") == (
        "[STREET-ADDRESS], Springfield, IL"
    )
    assert replaced("city-state", "street-address", "Salt Lake City, Utah 84102") == "Salt Lake City, Utah"
    assert replaced("city-state", "street-address", "97 Carroll Road, Suite J San Diego, CA") == (
        "[STREET-ADDRESS], San Diego, CA"
    )
    assert replaced("city-state", "street-address", "Lot 2, Oak Street Springfield, IL") == "[STREET-ADDRESS]"
    assert replaced("city-state", "street-address", "10 Downing Street") == "[STREET-ADDRESS]"


def test_normalized_ignores_case_accents_and_separators() -> None:
    assert normalized("(212) 555-0182") == normalized("212.555.0182") == "2125550182"
    assert normalized("ÉCOLE") == normalized("école")


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("Seen on ", "a day in 2024"),
        ("(On ", "a day in 2024"),
        ("between ", "days in 2024"),
        ("upon ", "2024"),
        ("since ", "2024"),
        ("", "2024"),
    ],
)
def test_a_year_fits_the_preposition_before_it(before: str, expected: str) -> None:
    assert year_in_sentence(before, "2024") == expected
    assert year_in_sentence(before, "1936 or earlier") == "1936 or earlier"


@pytest.mark.parametrize(
    ("code", "area"),
    [
        ("M5G 1X8", "M5G"),
        ("k1a-0b1", "K1A"),
        ("SW1A 1AA", "SW1A"),
        ("M1 4BT", "M1"),
        ("EH12NG", "EH1"),
        ("62704", "[ZIP]"),
        ("D-10115", "[ZIP]"),
        ("1234 AB", "[ZIP]"),
    ],
)
def test_the_area_of_a_postal_code_is_all_that_stays(code: str, area: str) -> None:
    assert replaced("postal-area", "zip", code) == area


def test_an_exemption_shows_its_code_and_the_amount() -> None:
    assert replaced("exemption", "person", "Ann  Lee\nOsei", code="(b)(6)") == "[(b)(6): 3 words]"
    assert replaced("exemption", "ssn", "219-09-1234", code="(b)(7)(C)") == "[(b)(7)(C): 1 word]"


def test_the_token_of_an_exemption_is_no_finding_and_hides_none() -> None:
    recognizer = IdentifierRecognizer([*CATEGORIES], reference_year=2024)
    for code in ("(b)(6)", "(b)(7)(C)", "s. 21(1)", "Art. 9(2)(a)"):
        token = replaced("exemption", "person", "Ann Lee", code=code)
        assert not recognizer.find(Document("d", SensitiveText(f"SSN {token}, MRN: {token}")))
    for hidden in ("[219-09-1234: 2 words]", "[SSN 219-09-1234 (b)(6): 2 words]"):
        assert recognizer.find(Document("d", SensitiveText(hidden)))


def test_a_number_of_a_house_has_one_code_whatever_the_word_beside_it() -> None:
    codes = [
        replacement_for("pseudonym", Span(0, 8, kind), "104-0023", CONTEXT)[1:-1].removeprefix(kind.upper())
        for kind in ("mrn", "unique-code", "own-code", "account")
    ]
    assert codes[0] == codes[1] == codes[2] != codes[3]

"""Words, their offsets and the keys under which terms are counted."""

from __future__ import annotations

import pytest

from engine.language.plurals import singular
from engine.language.terms import fold, term_key, term_keys, token_columns, tokenize
from engine.language.word_lists.stop_words import STOP_WORDS


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("Kaposi's sarcoma, Kaposi’s SARCOMAS", "kaposi sarcoma kaposi sarcoma"),
        ("HIV-1 HIV‑2 HIV-positive COVID-19", "hiv-1 hiv-2 hiv positive covid-19"),
        ("a 16-year-old in 1990-1995, 555-0199", "a 16 year old in 1990 1995 555 0199"),
        ("U.S. troops, e.g. J.K. Rowling", "u.s troop e.g j.k rowling"),
        ("1,200 of 3.5% (2.)", "1,200 of 3.5 2"),
        ("end.Begin a.b.", "end begin a.b"),
        ("don't O’Brien's rock 'n' roll", "don't o'brien rock n roll"),
        ("Kaposi\u02bcs \u02bc Kaposi＇s", "kaposi \u02bc kaposi"),
        ("Los\xa0Angeles\u2009County", "los angele county"),
        ("ﬁve ＨＩＶ Straße", "five hiv strasse"),
        ("cafe\u0301 café", "café café"),
        ("H\u00adI\u200bV", "hiv"),
        ("field_name__HIV", "field name hiv"),
        ("हिन्दी עִבְרִית العربية 日本", "हिन्दी עִבְרִית العربية 日本"),
        ("… — '' - ._", ""),
        ("", ""),
    ],
)
def test_keys_of_a_text(text: str, keys: str) -> None:
    assert " ".join(term_keys(text)) == keys


def test_offsets_are_code_points_of_the_text() -> None:
    text = "𝐇𝐈𝐕 (naïve)\u00a0Kaposi’s x\U0001f600y"
    tokens = tokenize(text)
    assert [text[t.start : t.end] for t in tokens] == ["𝐇𝐈𝐕", "naïve", "Kaposi’s", "x", "y"]
    assert [t.key for t in tokens] == ["hiv", "naïve", "kaposi", "x", "y"]
    assert token_columns(text) == tuple(map(list, zip(*tokens, strict=True)))


def test_no_words_no_columns() -> None:
    assert token_columns("...") == ([], [], [])
    assert tokenize("") == []


@pytest.mark.parametrize(
    ("plural", "word"),
    [
        ("diseases", "disease"),
        ("antibodies", "antibody"),
        ("viruses", "virus"),
        ("virus", "virus"),
        ("syphilis", "syphilis"),
        ("AIDS", "aids"),
        ("infections", "infection"),
        ("abscesses", "abscess"),
        ("diagnoses", "diagnosis"),
        ("hypotheses", "hypothesis"),
        ("analyses", "analysis"),
        ("metastases", "metastasis"),
        ("neuroses", "neurosis"),
        ("doses", "dose"),
        ("causes", "cause"),
        ("houses", "house"),
        ("uses", "use"),
        ("churches", "church"),
        ("headaches", "headache"),
        ("boxes", "box"),
        ("heroes", "hero"),
        ("shoes", "shoe"),
        ("movies", "movie"),
        ("dies", "die"),
        ("women", "woman"),
        ("policemen", "policeman"),
        ("specimen", "specimen"),
        ("abdomen", "abdomen"),
        ("children", "child"),
        ("bacteria", "bacterium"),
        ("wives", "wife"),
        ("lesbians", "lesbian"),
        ("species", "species"),
        ("rabies", "rabies"),
        ("lenses", "lens"),
        ("lens", "lens"),
        ("gas", "gas"),
        ("1980s", "1980s"),
        ("gps", "gps"),
        ("Jesus", "jesus"),
    ],
)
def test_inflections_share_one_key(plural: str, word: str) -> None:
    assert fold(plural) == word == fold(word)


def test_singular_of_its_own_exceptions_is_stable() -> None:
    from engine.language import plurals

    for word in [*plurals._IRREGULAR, *plurals._IRREGULAR.values(), *plurals._UNCHANGED]:
        assert singular(singular(word)) == singular(word)
    assert set(plurals._IRREGULAR) & plurals._UNCHANGED == set()


def test_term_key_joins_the_words() -> None:
    assert term_key(" Opportunistic\n infections ") == "opportunistic infection"
    assert term_key("HIV-positive") == term_key("HIV positive")
    assert term_key("—") == ""


def test_stop_words_are_keys() -> None:
    assert {"the", "of", "was", "it"} <= STOP_WORDS
    assert all(fold(word) == word for word in STOP_WORDS)
    assert "us" in STOP_WORDS
    assert "u.s" not in STOP_WORDS

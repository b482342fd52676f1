"""Names in German, Spanish and French read again: ordinary words, titles, institutions, turns of a talk."""

from __future__ import annotations

import pytest

from adapters.recognizers.gazetteers import ordinary_words
from engine.methods.names.languages.address_parts import address_parts
from engine.methods.names.languages.reading import read_again
from engine.methods.names.languages.small_chats import of_handles
from engine.methods.names.languages.vocabulary import Vocabulary
from engine.text import Span

VOCABULARIES = {language: Vocabulary(language, ordinary_words(language)) for language in ("de", "es", "fr")}


def read(language: str, text: str, name: str, category: str = "person", score: float = 0.5) -> list[str]:
    start = text.index(name)
    span = Span(start, start + len(name), category, score)
    return [text[s.start : s.end] for s in read_again(text, [span], VOCABULARIES[language])]


@pytest.mark.parametrize(
    ("language", "words", "names"),
    [
        (
            "de",
            ["Atemnot", "Gewicht", "Vorname", "Unterschrift"],
            ["Brockhausen", "Möllers", "Hinterwimmer"],
        ),
        ("es", ["Póliza", "avisado", "Domicilio"], ["Villaescusa", "Fuentes", "Etxebarria"]),
        ("fr", ["Sinistre", "Bises", "Confrère"], ["Garnier", "Perrin", "Quéméneur"]),
    ],
)
def test_the_shipped_lists_tell_words_from_names(language: str, words: list[str], names: list[str]) -> None:
    vocabulary = VOCABULARIES[language]
    assert [word for word in words if not vocabulary.is_ordinary(word)] == []
    assert [name for name in names if vocabulary.is_ordinary(name)] == []


def test_an_unsure_ordinary_word_is_no_name_and_a_sure_one_or_one_after_a_title_is() -> None:
    assert read("de", "mit zunehmender Atemnot gebracht", "Atemnot") == []
    assert read("de", "wie Richter sagte", "Richter", score=0.99) == ["Richter"]
    assert read("de", "Herr Richter kam", "Richter") == ["Richter"]
    assert read("de", "Wundkontrolle heute", "Wundkontrolle", "location", 0.2) == []
    assert read("de", "Siebenlist kam", "Siebenlist", score=0.6) == ["Siebenlist"]


def test_titles_and_small_words_are_cut_off() -> None:
    assert read("fr", "vu M. Thibault Garnier hier", "M. Thibault Garnier") == ["Thibault Garnier"]
    assert read("fr", "des nouvelles de Farid ?", "nouvelles de Farid") == ["Farid"]
    assert read("fr", "leur fils Didier habite ici", "Didier habite") == ["Didier"]
    assert read("es", "vio a don Anselmo Carrasco ayer", "don Anselmo Carrasco") == ["Anselmo Carrasco"]
    assert read("es", "Teresa de la Cruz vino", "de la Cruz") == ["de la Cruz"]


def test_a_name_in_small_letters_stays_part_of_it() -> None:
    assert read("de", "Hanna schröderling kam", "Hanna schröderling") == ["Hanna schröderling"]
    assert read("fr", "leïlana Bensalem vient", "leïlana Bensalem") == ["leïlana Bensalem"]


def test_a_line_of_ordinary_words_below_a_name_is_none() -> None:
    assert read("fr", "Éric Vandenbossche\nSecrétariat : 12", "Éric Vandenbossche\nSecrétariat") == [
        "Éric Vandenbossche"
    ]


def test_the_word_for_an_institution_goes_with_its_name() -> None:
    assert read("fr", "sorti de l'hôpital Edouard-Herriot lundi", "Edouard-Herriot") == [
        "hôpital Edouard-Herriot"
    ]


def test_diseases_and_doses_are_no_names() -> None:
    assert read("fr", "maladie de Horton traitée", "Horton", "location") == []
    assert read("de", "Morbus Basedow bekannt", "Basedow") == []
    assert read("fr", "Loxapac 10 gouttes le soir", "Loxapac 10 gouttes", "location") == []


def test_an_address_and_a_date_keep_their_numbers() -> None:
    assert read("es", "Ctra. de Orón, s/n", "Ctra. de Orón, s/n", "location") == ["Ctra. de Orón, s/n"]
    assert read("de", "vom 05.02. bis morgen", "vom 05.02. bis", "date") == ["05.02."]


@pytest.mark.parametrize(
    ("text", "found", "parts"),
    [
        ("Calle Mayor 3, 28040 Madrid", [(0, 27)], ["Calle Mayor 3", "28040", "Madrid"]),
        ("28040 - Madrid", [(0, 14)], ["28040", "Madrid"]),
        ("C/ Sol, s/n. 14004", [(0, 18)], ["C/ Sol, s/n", "14004"]),
        ("Avda. Estrella, 66", [(0, 4), (6, 18)], ["Avda. Estrella, 66"]),
        ("Madrid. Sevilla", [(0, 6), (8, 15)], ["Madrid", "Sevilla"]),
        ("26500 Calahorra (La Rioja", [(0, 25)], ["26500", "Calahorra", "La Rioja"]),
        ("Manises, Valencia España", [(0, 24)], ["Manises", "Valencia", "España"]),
        ("A1 28040123", [(0, 11)], ["A1 28040123"]),
    ],
)
def test_an_address_is_street_code_and_town(
    text: str, found: list[tuple[int, int]], parts: list[str]
) -> None:
    spans = [Span(a, b, "location", 0.9) for a, b in found]
    assert [text[s.start : s.end] for s in address_parts(text, spans)] == parts


@pytest.mark.parametrize(
    ("language", "text", "named"),
    [
        ("fr", "Le signe de Lantier est absent.", "Lantier"),
        ("es", "Aguja de Morales en su sitio.", "Morales"),
        ("de", "Naht nach Ossmann ohne Zug.", "Ossmann"),
    ],
)
def test_what_a_sign_or_a_probe_is_called_after_is_nobody(language: str, text: str, named: str) -> None:
    assert read(language, text, named, score=0.99) == []
    assert read(language, f"{named} est venu, {named} kam", named, score=0.99) == [named]


@pytest.mark.parametrize(("language", "word"), [("de", "PDL"), ("es", "TCAE"), ("fr", "ECBU")])
def test_an_abbreviation_of_a_note_is_no_name_unless_the_model_is_sure(language: str, word: str) -> None:
    assert read(language, f"{word} xx", word, "organisation") == []
    assert read(language, f"{word} xx", word, "organisation", 0.95) == [word]


@pytest.mark.parametrize(
    ("language", "text", "names"),
    [
        ("de", "svenja_k: hast du das von silke\nmehmet: ja, mail an brockmann.silke@x.example", {"silke"}),
        ("es", "javi_sist: hola, el usuario jpalomar no entra\nnuri: javi, dile que vale", {"javi"}),
        ("fr", "kev_rh : il manque le dossier de sow\nlolo : ok, fatou.sow94@x.example", {"sow"}),
    ],
)
def test_a_handle_tells_the_names_that_it_is_made_of(language: str, text: str, names: set[str]) -> None:
    found = {text[s.start : s.end] for s in of_handles(text, VOCABULARIES[language])}
    assert names <= found
    assert not {"dossier", "usuario", "mail", "hast"} & found


def test_half_a_sentence_in_small_letters_leaves_its_strange_words() -> None:
    sentence = "al final tu usuario sigue siendo jpalomar en el portatil"
    assert read("es", sentence, sentence, score=0.98) == ["jpalomar"]
    assert read("es", "los hermanos goñi", "los hermanos goñi", score=0.98) == ["hermanos goñi"]


def test_words_for_women_and_words_without_their_accents_are_ordinary() -> None:
    spanish = VOCABULARIES["es"]
    assert spanish.is_ordinary("Clienta") and spanish.is_unaccented("portatil")
    assert not any(map(spanish.is_ordinary, ("Estrada", "Herrera", "Reyes", "Aurora", "Zamora")))
    assert VOCABULARIES["de"].is_ordinary("Grüsse")
    assert not any(map(VOCABULARIES["de"].is_ordinary, ("Martin", "Augustin", "Valentin")))

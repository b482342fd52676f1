"""Names end where an institution, a street or a label begins; fields, chats and forms give names away."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from adapters.recognizers.gazetteers import ordinary_words
from engine.methods.names.languages.address_parts import address_parts
from engine.methods.names.languages.borders import all_divided
from engine.methods.names.languages.by_form import titled
from engine.methods.names.languages.fields import fields
from engine.methods.names.languages.institutions import institutions
from engine.methods.names.languages.reading import read_again
from engine.methods.names.languages.small_chats import is_small_chat, small_names
from engine.methods.names.languages.vocabulary import Vocabulary
from engine.stages.identifiers.field_labels import without_labels
from engine.text import Span

VOCABULARIES = {language: Vocabulary(language, ordinary_words(language)) for language in ("de", "es", "fr")}


def lists_of(word: str) -> Sequence[str]:
    return {"sophie": ["first"], "noemie": ["first"], "leo": ["first"], "rennes": ["city"]}.get(word, [])


def shown(text: str, spans: Sequence[Span]) -> list[tuple[str, str]]:
    return [(text[span.start : span.end], span.category) for span in spans]


@pytest.mark.parametrize(
    ("text", "category", "parts"),
    [
        (
            "Itziar Coloma Hospital San Telmo Ctra. de Olmedo, s/n",
            "person",
            [
                ("Itziar Coloma", "person"),
                ("Hospital San Telmo", "organisation"),
                ("Ctra. de Olmedo, s/n", "location"),
            ],
        ),
        (
            "Hospital Regional Arcos Hayedo. Avda. Arcos Hayedo, 12",
            "organisation",
            [("Hospital Regional Arcos Hayedo", "organisation"), ("Avda. Arcos Hayedo, 12", "location")],
        ),
        (
            "Hospital San Rafael. Sevilla. E-mail",
            "organisation",
            [("Hospital San Rafael", "organisation"), ("Sevilla", "location")],
        ),
        ("Urología Hospital La Merced", "organisation", [("Hospital La Merced", "organisation")]),
        (
            "Fundación Hospital de Calahorra",
            "organisation",
            [("Fundación Hospital de Calahorra", "organisation")],
        ),
        ("Hospital Dr. Peset", "organisation", [("Hospital Dr. Peset", "organisation")]),
        ("María Plaza Rambla", "person", [("María Plaza Rambla", "person")]),
    ],
)
def test_a_finding_that_runs_on_is_cut_at_its_borders(
    text: str, category: str, parts: list[tuple[str, str]]
) -> None:
    found = all_divided(text, [Span(0, len(text), category, 0.9)], VOCABULARIES["es"])
    assert shown(text, found) == parts


@pytest.mark.parametrize(
    ("text", "found", "whole"),
    [
        ("en C/. Camino Sur, 18 de", "Camino Sur, 18", "C/. Camino Sur, 18"),
        ("Paseo Marañón, 14, 3.º C 20009", "Paseo Marañón, 14", "Paseo Marañón, 14, 3.º C"),
        ("Paseo Marañón, 14 y", "Paseo Marañón, 14", "Paseo Marañón, 14"),
        ("Calle Alameda Tercera, Bajo A", "Calle Alameda Tercera, Bajo A", "Calle Alameda Tercera, Bajo A"),
    ],
)
def test_a_street_is_whole_with_its_word_and_floor(text: str, found: str, whole: str) -> None:
    start = text.index(found)
    spans = address_parts(text, [Span(start, start + len(found), "location", 0.9)])
    assert [text[s.start : s.end] for s in spans] == [whole]


@pytest.mark.parametrize(
    ("language", "text", "found"),
    [
        ("es", "Domicilio: Calle Osa, 1 F.\nNHC: 12\n", [("Calle Osa, 1 F", "location")]),
        ("es", "Localidad/ Provincia: Cdad. Real.\n", [("Cdad. Real", "location")]),
        ("fr", "Nom : Delpuech  Prénom : Raymonde\n", [("Delpuech", "person"), ("Raymonde", "person")]),
        ("fr", "Ville : non renseignée\n", []),
        ("de", "Geburtsname: Kreuzpaintner\n", [("Kreuzpaintner", "person")]),
        ("es", "Apellidos del alumno/a\tEl Amrani Soto\n", [("El Amrani Soto", "person")]),
        ("es", "Paciente: SOTO VEGA, EULALIO     F. nac.\n", [("SOTO VEGA, EULALIO", "person")]),
        ("es", "Paciente: Varón de 65 años\n", []),
        ("es", "CP y localidad\t24008 León\n", [("24008 León", "location")]),
        ("de", "Patientin: Anna Roloff, klagt seit Tagen\n", []),
        ("fr", "Locataire 2 : Amaury de Kerguen\n", [("Amaury de Kerguen", "person")]),
    ],
)
def test_a_labelled_field_goes_to_its_end(language: str, text: str, found: list[tuple[str, str]]) -> None:
    assert shown(text, sorted(fields(text, VOCABULARIES[language]), key=lambda s: s.start)) == found


def test_a_floor_is_no_age_and_sex() -> None:
    text = "Calle Osa, 1 F"
    by_pattern = Span(0, len(text), "location", 0.9, {"pattern": "field"})
    learned = Span(0, len(text), "location", 0.9)
    left = without_labels([by_pattern, learned], text)
    assert [text[span.start : span.end] for span in left] == [text, "Calle Osa"]


CHAT = "coucou sophie ça va ?\nnon je suis à rennes avec noémie\nelle sort de la clinique lapeyrolle\nbises\n"


def test_a_chat_written_small_has_its_names_found() -> None:
    assert is_small_chat(CHAT)
    found = set(shown(CHAT, list(small_names(CHAT, VOCABULARIES["fr"], lists_of))))
    assert found == {
        ("sophie", "person"),
        ("rennes", "location"),
        ("noémie", "person"),
        ("clinique lapeyrolle", "organisation"),
    }


def test_other_texts_are_no_such_chat() -> None:
    letter = "Chère Madame,\nje vous remercie, sophie comprise.\nCordialement,\nDupont"
    assert not is_small_chat(letter)
    assert list(small_names(letter, VOCABULARIES["fr"], lists_of)) == []


def test_a_particle_with_a_capital_joins_a_name() -> None:
    text = "vio a Ahmed El Amrani ayer"
    spans = [Span(6, 11, "person", 0.9), Span(15, 21, "person", 0.9)]
    assert shown(text, read_again(text, spans, VOCABULARIES["es"])) == [("Ahmed El Amrani", "person")]


@pytest.mark.parametrize(
    ("language", "text", "found"),
    [
        ("fr", "à l'école maternelle Jean Moulinet hier", ["école maternelle Jean Moulinet"]),
        ("fr", "suivie par l'EPSMR de longue date", ["EPSMR"]),
        ("fr", "l'indication de l'IRM est posée", []),
        ("fr", "Bilan du CMP de Seynod", ["CMP de Seynod"]),
        ("es", "en el hospital comarcal de Grausal", ["hospital comarcal de Grausal"]),
    ],
)
def test_institutions_with_small_words_and_by_initials(language: str, text: str, found: list[str]) -> None:
    assert [text[s.start : s.end] for s in institutions(text, VOCABULARIES[language])] == found


@pytest.mark.parametrize(
    ("language", "text", "names"),
    [
        ("fr", "sa nièce Bernadette et la nounou, Kaczmarek", ["Bernadette", "Kaczmarek"]),
        ("es", "la familia Echeverría y su compañero Iván", ["Echeverría", "Iván"]),
        ("de", "Eheleute Pfannkuch, Betreuerin Asmus", ["Pfannkuch", "Asmus"]),
    ],
)
def test_relatives_and_helpers_tell_a_name(language: str, text: str, names: list[str]) -> None:
    assert [text[s.start : s.end] for s in titled(text, VOCABULARIES[language])] == names

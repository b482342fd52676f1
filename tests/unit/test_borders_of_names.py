"""Names end where an institution, a street or a label begins; chats in small letters give names away."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from adapters.recognizers.gazetteers import ordinary_words
from engine.methods.names.languages.address_parts import address_parts
from engine.methods.names.languages.borders import divided
from engine.methods.names.languages.reading import read_again
from engine.methods.names.languages.small_chats import is_small_chat, small_names
from engine.methods.names.languages.vocabulary import Vocabulary
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
    found = list(divided(text, Span(0, len(text), category, 0.9), VOCABULARIES["es"]))
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

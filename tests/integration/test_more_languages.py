"""A policy that names German, Spanish or French has recognisers of these languages look at such passages."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from adapters.documents.opening.sources import Source
from adapters.recognizers.shipped import SHIPPED_MODEL
from engine.record.standing import ENGLISH_CONCEPTS, MORE_LANGUAGES, OTHER_LANGUAGES, ReleaseFacts, standings
from flows.compiling.compilation import Compiled, compile_policy
from flows.document.document import DocumentPipeline

POLICY = """
policy: p
version: 1.0.0
title: Letters in four languages
identifiers:
  - id: names
    law: 45 CFR 164.514(b)(2)(i)(A)
    find: [person, location, organisation]
    learn: {loss_ratio: 10}
documents: {more_languages: [de, es, fr]}
"""

GERMAN = (
    "Sehr geehrter Herr Dr. Brockhausen,\n\nvielen Dank für die Überweisung von Frau Annegret "
    "Möllers, die sich "
    "gestern in unserer Ambulanz vorgestellt hat. Die Patientin klagt seit drei Wochen über "
    "Schmerzen im Knie. "
    "Wir empfehlen eine Kontrolle in sechs Wochen und die Fortführung der Therapie mit Ibuprofen.\n\n"
    "Mit freundlichen Grüßen\nJochen Wedekind"
)
SPANISH = (
    "Estimada señora Villalobos:\n\nle escribimos porque don Anselmo Carrasco ha solicitado el "
    "traslado de su "
    "expediente a nuestra oficina de Salamanca. Puede pasar a firmarlo cuando quiera, de lunes a viernes. No "
    "olvide traer el contrato y la última factura.\n\nUn saludo,\nRemedios Ibarra"
)
FRENCH = (
    "Madame Chevallier,\n\nnous avons bien reçu votre demande et nous vous en remercions. Monsieur Thibault "
    "Garnier, qui suit votre dossier, vous appellera la semaine prochaine pour convenir d'un "
    "rendez-vous. Merci "
    "de préparer la facture et le contrat.\n\nCordialement,\nSolange Perrin"
)
LETTERS = {
    "de": (
        GERMAN,
        ["Brockhausen", "Möllers", "Wedekind"],
        ["Patientin", "Therapie", "Ibuprofen"],
    ),
    "es": (SPANISH, ["Villalobos", "Carrasco", "Ibarra"], ["contrato", "factura", "firmarlo"]),
    "fr": (FRENCH, ["Chevallier", "Garnier", "Perrin"], ["facture", "contrat", "semaine"]),
}


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Compiled:
    policy = tmp_path_factory.mktemp("policy") / "p.yaml"
    policy.write_text(POLICY)
    return compile_policy(str(policy))


@pytest.fixture(scope="module")
def pipeline(compiled: Compiled) -> DocumentPipeline:
    return DocumentPipeline(compiled, b"test" * 8, 2026)


def test_the_plan_names_the_models(compiled: Compiled) -> None:
    names = [model.name for model in compiled.plan.models]
    assert names == ["en-default", "de-default", "es-default", "fr-default"]


@pytest.mark.parametrize("language", LETTERS)
def test_names_go_and_ordinary_words_stay(pipeline: DocumentPipeline, language: str) -> None:
    letter, names, words = LETTERS[language]
    released = pipeline.release(Source("1", "a.txt", "a.txt"), letter.encode())
    text = released.content.decode()
    assert [name for name in names if name in text] == []
    assert [word for word in words if word not in text] == []
    assert list(released.record.other_languages) == [language]


@pytest.mark.parametrize("language", LETTERS)
def test_english_beside_it_is_read_as_english(pipeline: DocumentPipeline, language: str) -> None:
    english = (
        "Dear Ms. Whitcombe,\n\nplease find the letter of our colleague below. We will call you next week to "
        "arrange a meeting about the contract, and would like to hear what you think of it.\n\nHarold Vance"
    )
    content = "\n\n".join((english, LETTERS[language][0])).encode()
    text = pipeline.release(Source("1", "a.txt", "a.txt"), content).content.decode()
    assert [name for name in ("Whitcombe", "Vance", *LETTERS[language][1]) if name in text] == []
    assert "arrange a meeting about the contract" in text


def test_the_report_says_that_less_is_found(compiled: Compiled) -> None:
    def open_with(*languages: str) -> set[str]:
        facts = ReleaseFacts(languages=frozenset(languages))
        return {sentence for line in standings(compiled.plan, facts) for sentence in line.open}

    assert MORE_LANGUAGES in open_with("de", "fr")
    assert OTHER_LANGUAGES in open_with("de", "it")
    assert not {MORE_LANGUAGES, OTHER_LANGUAGES, ENGLISH_CONCEPTS} & open_with()


def test_phrases_in_small_letters_are_no_names(pipeline: DocumentPipeline) -> None:
    ruling = (
        "Le tribunal, statuant publiquement, déboute la société demanderesse de ses prétentions, la condamne "
        "à payer au salarié la somme demandée, et rappelle que l'exécution provisoire est de droit."
    )
    released = pipeline.release(Source("1", "a.txt", "a.txt"), ruling.encode())
    assert "la condamne à payer" in released.content.decode()
    assert "est de droit" in released.content.decode()


def test_a_clause_with_a_recogniser_of_its_own_gets_them_too(tmp_path: Path) -> None:
    shutil.copy(SHIPPED_MODEL, tmp_path / "own.model")
    policy = tmp_path / "p.yaml"
    policy.write_text(POLICY.replace("learn: {", "learn: {recognizers: [own.model], "))
    ready = DocumentPipeline(compile_policy(str(policy)), b"test" * 8, 2026)
    letter, names, _ = LETTERS["de"]
    text = ready.release(Source("1", "a.txt", "a.txt"), letter.encode()).content.decode()
    assert [name for name in names if name in text] == []
    assert ready.release(Source("1", "a.txt", "a.txt"), b"Dear Ms. Whitcombe, good morning.").decisions

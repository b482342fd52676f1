"""A class's name as documents write it: inside other words, at line ends, abbreviated."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.methods.k_redactor import ClassHider, Request, Settings, build_corpus, suggest
from engine.methods.k_redactor.class_names import ClassName
from engine.stages.hide_class.stage import HideClassStage
from engine.text import Document, SensitiveText, carried_out
from tests.unit.test_hide_class_stage import STEP, stage
from tests.unit.test_k_redactor import CORPUS, labelled


def found(name: str, text: str) -> list[str]:
    return [text[start:end] for start, end in ClassName(name).with_aliases_of(text).spans(text)]


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("Carrefour", "CarrefourBank, myCarrefour", ["CarrefourBank", "myCarrefour"]),
        ("Carrefour", "www.carrefourbank.com; @carrefourfr", ["carrefourbank", "carrefourfr"]),
        ("Carrefour", "of Carre-\nfour and carre-  \r\n  four", ["Carre", "four", "carre", "four"]),
        ("Carrefour", "carrefouresque, Carrefour's, carrefour-branded", ["carrefouresque"]),
        ("Danone", "danonesque, adanone", []),
        ("Intel", "intelligence, an intellectual", []),
        ("Procter & Gamble", "P&G, P & G, P. & G. and PGA", ["P&G", "P & G", "P. & G."]),
        ("Hewlett-Packard Co.", "by H.P. here", ["H.P."]),
        ("IBM", "I.B.M. and ibm", ["I.B.M."]),
        ("Apple Inc.", "A.I. in AppleTV", ["AppleTV"]),
        ("Ward", "WARDROBE wardrobe", []),
        ("Next plc", "Next sells more next year than NEXT did; Nextel", ["Next", "NEXT"]),
        ("next", "Next and next", ["Next"]),
        ("First Direct", "First Direct, first direct", ["First Direct"]),
        ("Bank of the West", "Bank of the West", []),
    ],
)  # fmt: skip
def test_mentions_that_are_no_words_of_their_own(name: str, text: str, expected: list[str]) -> None:
    assert found(name, text) == expected


@pytest.mark.parametrize(
    ("name", "yes", "no"),
    [
        ("Halvorsen Market", ["HM"], ["hm", "HMS"]),
        ("Hewlett-Packard Company", ["HP", "HPC", "H.P"], ["Hp"]),
        ("Bank of America Corp.", ["BoA", "BA"], ["B"]),
        ("Apple Inc.", [], ["AI", "A"]),
        ("Carrefour", [], ["C"]),
    ],
)
def test_abbreviations(name: str, yes: list[str], no: list[str]) -> None:
    assert [short for short in (*yes, *no) if ClassName(name).abbreviates(short)] == yes


def test_an_abbreviation_that_the_document_gives_itself() -> None:
    text = 'Carrefour S.A. ("CRF") met CRF staff. Tesco (TSC) did not.'
    name = ClassName("Carrefour").with_aliases_of(text)
    assert name.aliases == {"CRF"}
    assert name.features_in(text) == {"carrefour", "crf"}


TEXT = (
    "Carrefour (CRF) runs CarrefourBank at www.carrefourbank.com.\n"
    "Hypermarkets of Carre-\nfour sell. CRF staff."
)


def test_all_of_it_goes_and_what_is_left_is_refused() -> None:
    model = ClassHider(CORPUS, Settings(k=3))
    request = Request(Document("d", SensitiveText(TEXT)), "Carrefour", "retail", names=True)
    text = carried_out(TEXT, model.decide(request))
    assert not any(part in text for part in ("arrefour", "Carre", "four", "CRF"))
    assert "www.___.com" in text
    assert text.count("\n") == TEXT.count("\n")


def test_a_name_of_stop_words_goes_too_and_is_refused_where_it_is_left() -> None:
    """ "Next" is no feature, so neither the model nor the check met it as a word."""
    renamed = [replace(row, sensitive=row.sensitive.replace("Carrefour", "Next")) for row in labelled()]
    made = HideClassStage(STEP, ClassHider(build_corpus(renamed), Settings(k=3)))
    text = "Next runs hypermarkets in Paris. Their next sale at NEXT is in May."
    decided = made.decide(Document("d", SensitiveText(text)), [], ["Next"])
    assert "Next" not in decided.text
    assert "NEXT" not in decided.text
    assert made.faults(decided, [decided.text]) == []
    assert [fault.code for fault in made.faults(decided, [decided.text, "by Next"])] == ["KCF013"]


def test_the_check_finds_the_name_inside_other_words() -> None:
    decided = stage().decide(Document("d", SensitiveText(TEXT)), [], ["Carrefour"])
    assert stage().faults(decided, [decided.text]) == []
    for left in ("see CarrefourBank", "carre-\nfour", "the CRF board"):
        assert [fault.code for fault in stage().faults(decided, [decided.text, left])] == ["KCF013"], left


def test_suggestions_show_them() -> None:
    model = ClassHider(CORPUS, Settings(k=3))
    request = Request(Document("d", SensitiveText(TEXT)), "Carrefour", "retail")
    kinds = {TEXT[s.start : s.end]: s.kind for s in suggest(model, request)}
    assert kinds["CarrefourBank"] == kinds["carrefourbank"] == kinds["Carre"] == "name"
    assert kinds["CRF"] == "abbreviation"

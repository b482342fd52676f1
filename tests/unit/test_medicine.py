"""Words of medicine are no names; names are, whatever medicine calls after them."""

from __future__ import annotations

import pytest

from adapters.recognizers.learned import default_model
from adapters.recognizers.medicine import medical_vocabulary
from engine.methods.names.entities.decoding import Entity, Mention
from engine.methods.names.medicine.reading import without_medicine
from engine.methods.names.medicine.vocabulary import MedicalVocabulary
from engine.methods.names.recognizer import LearnedRecognizer
from engine.methods.names.tagger.features import Tokens, tokenize
from engine.text import Document, SensitiveText
from tools.medical_words import lists

_NOTE = (
    "Assessment: hypertension, dyslipidemia, osteoarthritis, neuropathy, thrombocytopenia, hyponatremia. "
    "Takes metformin, lisinopril, atorvastatin, omeprazole. {} Denies dyspnea, orthopnea, hematuria."
)


_MORE_TALK = (
    "Grandchildren visit weekends bringing groceries newspapers puzzles flowers cakes letters "
    "photographs. Upstairs windows overlook gardens orchards meadows villages railways bridges churches "
    "markets harbours. Neighbours borrow ladders buckets hammers and return jars honey eggs wool "
    "candles baskets. Painters carpenters plumbers repaired ceilings shelves taps doors before "
    "festivals. Singers dancers actors poets sculptors gather there each autumn evening sharing stories "
    "soup bread cheese. Sailors merchants pilots drivers cyclists travel abroad carrying maps compasses "
    "lanterns blankets tents. "
)


def _left(text: str, name: str, category: str = "person", p: float = 0.5) -> list[str]:
    """What is left as a name of the words `name`, taken for one in a text."""
    tokens = tokenize(text)
    first = text.index(name)
    inside = [
        i for i in range(len(tokens)) if tokens.starts[i] >= first and tokens.ends[i] <= first + len(name)
    ]
    entity = Entity(category, [Mention(inside[0], inside[-1] + 1, 0.5)])
    lexicon = default_model().tagger.lexicon
    found = without_medicine([(entity, p)], tokens, lexicon, medical_vocabulary())
    return [_shown(text, tokens, m) for one, _ in found for m in one.mentions]


def _shown(text: str, tokens: Tokens, mention: Mention) -> str:
    return text[tokens.starts[mention.first] : tokens.ends[mention.end - 1]]


@pytest.mark.parametrize(
    "name", ["Metformin", "Fenofibrate", "Lovaza", "Hypertriglyceridemia", "Klebsiella pneumoniae"]
)
def test_drugs_and_diseases_name_nobody_in_any_text(name: str) -> None:
    assert _left(f"We spoke of {name} at lunch.", name, "location", 0.85) == []


@pytest.mark.parametrize("said", ["Parkinson disease", "Foley catheter", "Bell's palsy"])
def test_a_surname_before_its_noun_is_medicine(said: str) -> None:
    name = said.split("'")[0].split()[0]
    assert _left(f"There was {said} last year.", name, p=0.95) == []


def test_said_of_a_sign_or_beside_a_number_it_is_medicine_in_a_clinical_note_alone() -> None:
    for said in ("Phalen negative.", "Braden 17.", "Holter sent."):
        name = said.split()[0]
        assert _left(_NOTE.format(said), name, p=0.95) == []
        assert _left(f"We met {said} At the pier we all sat down.", name, p=0.95) == [name]


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("Seen by Dr. Parkinson today.", "Parkinson"),
        ("Dr. Metformin signed.", "Metformin"),
        ("Daughter Ingrid called.", "Ingrid"),
        ("Attending: Okonkwo.", "Okonkwo"),
        ("Signed, Bell, MD.", "Bell"),
        ("Moved here from Kenosha.", "Kenosha"),
        ("Transfer to Mercy Hospital.", "Mercy Hospital"),
        ("Read by Tri Pathology Associates.", "Tri Pathology Associates"),
    ],
)
def test_a_title_a_relative_a_label_or_a_degree_make_a_name(said: str, name: str) -> None:
    category = {
        "Kenosha": "location",
        "Mercy Hospital": "organisation",
        "Tri Pathology Associates": "organisation",
    }.get(name, "person")
    assert _left(_NOTE.format(said), name, category, p=0.35) == [name]


def test_without_such_a_sign_a_clinical_note_asks_for_a_surer_model() -> None:
    said = "Continue Zorvexa twice."
    assert _left(_NOTE.format(said), "Zorvexa", p=0.5) == []
    assert _left(_NOTE.format(said), "Zorvexa", p=0.7) == ["Zorvexa"]
    assert _left(f"Dear all, {said} See you on the pier with the others.", "Zorvexa", p=0.2) == ["Zorvexa"]


def test_medicine_at_the_edge_of_a_name_is_cut_off_in_a_clinical_note() -> None:
    said = "Patient Yolanda Ferritin 6"
    assert _left(_NOTE.format(said), "Yolanda Ferritin") == ["Yolanda"]
    assert _left(f"We met {said} at the market by the old harbour.", "Yolanda Ferritin") == [
        "Yolanda Ferritin"
    ]


def test_the_vocabulary_holds_no_name_and_tells_clinical_text() -> None:
    vocabulary = medical_vocabulary()
    assert not vocabulary.holds("Keller") and not vocabulary.holds("Maria") and not vocabulary.holds("Boston")
    assert vocabulary.holds("HBsAg") and not vocabulary.holds("hbsag")
    common = default_model().tagger.lexicon["common"]
    assert vocabulary.is_clinical(tokenize(_NOTE), common)
    assert not vocabulary.is_clinical(
        tokenize("The committee met on Tuesday to vote on the road budget. " * 5), common
    )
    assert not MedicalVocabulary().is_clinical(tokenize(_NOTE), common)


def test_lists_are_built_without_names_and_with_eponyms() -> None:
    words, short, eponyms, frequent = lists(
        ["Crohn's disease", "Keller sign of Boston"], ["Zorvexa", "HBsAg", "DVT"], ["Foley"]
    )
    assert words == ["crohn", "disease", "sign", "zorvexa"]
    assert short == ["DVT", "HBsAg"]
    assert eponyms == ["foley", "keller"]
    assert frequent == ["disease", "sign"]


def test_capitals_throughout_may_be_a_firm_unless_the_text_is_a_note() -> None:
    assert _left("A concert by METFORMIN in the old hall.", "METFORMIN") == ["METFORMIN"]
    assert _left(_NOTE.format("Given METFORMIN."), "METFORMIN") == []


def test_the_line_of_a_drug_holds_no_name() -> None:
    line = "Medication: Simvastatin 10 MG Oral Tablet"
    assert _left(line, "Tablet", p=0.2) == []
    assert _left("The tribe signed the Tablet of peace.", "Tablet", p=0.2) == ["Tablet"]
    assert _left("Medication: Epoetin Alfa 4000 UNT/ML", "Epoetin Alfa", "organisation", p=0.3) == []


def test_a_full_name_in_no_list_needs_less_in_a_clinical_note() -> None:
    assert _left(_NOTE.format("Oluchi Nwosu doing well."), "Oluchi Nwosu", p=0.4) == ["Oluchi Nwosu"]
    assert _left(_NOTE.format("Nwosu doing well."), "Nwosu", p=0.4) == []


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("Her husband is Otto Lupus, a baker.", "Otto Lupus"),
        ("Roommate is Basil Kidney; he smokes.", "Basil Kidney"),
        ("Peter Valium phoned, wants refill.", "Peter Valium"),
        ("Nurse Januvia Brown will teach.", "Nurse Januvia Brown"),
        ("Ester Lesion wants her letter.", "Ester Lesion"),
        ("Ruby Stent drives her here.", "Ruby Stent"),
    ],
)
def test_a_surname_that_is_a_word_of_medicine_stays_with_its_given_name(said: str, name: str) -> None:
    assert _left(_NOTE.format(said), name, p=0.5) == [name]


def test_a_word_of_medicine_alone_is_a_surname_behind_a_given_name() -> None:
    assert _left(_NOTE.format("Her husband Otto Lupus came."), "Lupus", p=0.15) == ["Lupus"]
    assert _left(_NOTE.format("Lupus came."), "Lupus", p=0.15) == []
    assert _left(_NOTE.format("For Otto Insulin 10 units."), "Insulin", p=0.15) == []


def test_a_title_before_a_name_holds_for_all_of_it() -> None:
    assert _left(_NOTE.format("Nurse Januvia Brown will teach."), "Brown", p=0.2) == ["Brown"]
    assert _left(_NOTE.format("NURSE JANUVIA BROWN called."), "BROWN", p=0.2) == ["BROWN"]


@pytest.mark.parametrize(
    "said",
    [
        "Follow up with Cushing in 3 weeks.",
        "Graves came in today.",
        "Parkinson reports nothing new.",
        "Murphy will call.",
        "Bell, who lives alone, fell.",
    ],
)
def test_a_surname_that_medicine_bears_is_a_name_where_people_act(said: str) -> None:
    name = next(word for word in said.replace(",", "").split() if word[0].isupper() and word != "Follow")
    assert _left(_NOTE.format(said), name, p=0.5) == [name]


def test_a_device_in_place_is_none() -> None:
    assert _left(_NOTE.format("Foley in place."), "Foley", p=0.5) == []


def test_a_place_that_medicine_names_is_one_behind_moved_to() -> None:
    assert _left(_NOTE.format("Moved to Lupus last year."), "Lupus", "location") == ["Lupus"]
    assert _left(_NOTE.format("Due to Lupus flare."), "Lupus", "location") == []


def test_a_firm_that_medicine_names_is_one_before_its_form() -> None:
    said = "She worked for Bowel & Biopsy LLP."
    for name in ("Bowel & Biopsy", "Bowel & Biopsy LLP"):
        assert _left(_NOTE.format(said), name, "organisation") == [name]


@pytest.mark.parametrize(
    ("said", "name", "category"),
    [
        ("STE II, III, aVF.", "III", "location"),
        ("His HbA1c rose.", "HbA", "organisation"),
        ("Sent home w/ ref 4099.", "ref", "location"),
        ("Given ZQT twice.", "ZQT", "organisation"),
        ("Payer: Blue.", "Payer", "person"),
        ("Neighbor drives.", "Neighbor", "organisation"),
        ("Child-Pugh class.", "Pugh", "organisation"),
        ("Left with son. Tablet given.", "Tablet", "person"),
    ],
)
def test_the_notation_of_notes_names_nobody(said: str, name: str, category: str) -> None:
    assert _left(_NOTE.format(said), name, category, p=0.5) == []


@pytest.mark.parametrize(
    ("said", "name", "category"),
    [
        ("Attending: ZQT.", "ZQT", "person"),
        ("Works at ZQT.", "ZQT", "organisation"),
        ("Given to KIM by us.", "KIM", "person"),
        ("Granddaughter Faith came.", "Faith", "person"),
        ("Seen by RN Tamsin today.", "Tamsin", "person"),
        ("Anna: says fine.", "Anna", "person"),
    ],
)
def test_signs_of_people_guard_short_and_plain_words(said: str, name: str, category: str) -> None:
    assert _left(_NOTE.format(said), name, category, p=0.4) == [name]


def test_in_capitals_a_plain_word_is_a_name_where_people_act() -> None:
    note = _NOTE.upper()
    assert _left(note.format("SPOKE WITH WHITE TODAY"), "WHITE", p=0.6) == ["WHITE"]
    assert _left(note.format("DR WHITE"), "WHITE", p=0.6) == ["WHITE"]
    assert _left(note.format("STONES AND QUISENBERRY"), "QUISENBERRY", p=0.6) == ["QUISENBERRY"]


def _reached(said: str) -> list[str]:
    text = _NOTE.format(said)
    found = LearnedRecognizer(default_model(), categories=["person"], medicine=medical_vocabulary())
    return [text[s.start : s.end] for s in found.find(Document("d", SensitiveText(text)))]


def test_a_note_that_talks_of_home_is_one_by_its_shorthand() -> None:
    vocabulary, common = medical_vocabulary(), default_model().tagger.lexicon["common"]
    talk = "He walks the dog beside rivers every morning before breakfast and reads old books about trains. "
    for shorthand, clinical in (("Hx Rx Tx.", True), ("", False)):
        few = " ".join(_NOTE.split()[:9])
        tokens = tokenize(f"{few} {talk * 2}{_MORE_TALK}{shorthand}")
        assert vocabulary.is_clinical(tokens, common) is clinical


def test_a_letter_of_many_medical_words_is_clinical_though_it_says_much_else() -> None:
    vocabulary, common = medical_vocabulary(), default_model().tagger.lexicon["common"]
    talk = "He walks the dog beside rivers every morning before breakfast and reads old books about trains. "
    more = "Neighbours bring fresh bread on Fridays. They sing carols, fly kites, watch films, bake cakes. "
    home = "Grandchildren paint fences, mow lawns, repair bicycles, feed rabbits, gather apples."
    assert vocabulary.is_clinical(tokenize(_NOTE.format(talk + _MORE_TALK + more + home)), common)


@pytest.mark.parametrize("word", ["hinchey", "hoehn", "yahr", "sylvian", "norco"])
def test_names_of_stages_signs_and_brands_are_shipped(word: str) -> None:
    assert word in medical_vocabulary().eponyms


def test_clipped_words_are_no_names_though_lists_of_names_hold_them() -> None:
    assert _left(_NOTE.format("Advice: Tab. Ecosprin 75 OD."), "Tab", p=0.65) == []
    assert _left(_NOTE.format("Sats 94, Temp 38.2 today."), "Temp", p=0.65) == []


def test_a_clipped_word_behind_a_title_is_somebody_and_a_given_name_is_none() -> None:
    assert _left(_NOTE.format("Mrs. Tab is well."), "Tab", p=0.65) == ["Tab"]
    assert _left(_NOTE.format("Sig Olsen visited."), "Sig Olsen", p=0.65) == ["Sig Olsen"]


def test_eponyms_with_a_result_are_medicine_outside_notes_too() -> None:
    assert _left("He walks well, Romberg negative, and left.", "Romberg", p=0.28) == []
    assert _left("We met Romberg, who was late.", "Romberg", p=0.28) == ["Romberg"]


@pytest.mark.parametrize("said", ["Hinchey II", "Judkins", "Consultant Neurologist", "Dawson fingers"])
def test_stages_specialists_and_catheters_are_no_names(said: str) -> None:
    assert _left(_NOTE.format(f"Abscess ({said}) seen."), said) == []

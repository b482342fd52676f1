"""The shipped English model, on documents it was not trained on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from adapters.policies.files import shipped_policies
from adapters.recognizers.learned import default_model, default_recognizer
from adapters.recognizers.medicine import medical_vocabulary
from adapters.recognizers.model_file import read_model
from adapters.recognizers.shipped import SHIPPED_MODEL as SHIPPED
from adapters.recognizers.training.annotated_corpora import read_tab
from adapters.recognizers.training.recipe import SHIPPED_RECIPE, described, read_recipe
from adapters.recognizers.training.token_corpora import read_conll
from engine.catalog.measured import MEASURED_LEARNED
from engine.methods.names.model import Model
from engine.methods.names.recognizer import LearnedRecognizer
from engine.text import Document, SensitiveText
from flows.compiling.compilation import compile_loaded, compile_policy, load
from research.recognizer import evaluate_policy
from research.through_policy import inspected_texts, recognizer_policy

LETTER = (
    "Patient: Margaret O'Hara, seen by Dr. James Whitfield at St. Mary's Hospital in Springfield "
    "on March 3, 2019. Mrs. O'Hara lives in Dayton, Ohio with her husband Patrick.\n\n"
    "Dear Dr Patel, thank you for referring Mr Oluwaseun Adeyemi, a 43-year-old electrician from Leeds. "
    "Adeyemi takes metformin; Whitfield agrees."
)


def test_the_names_of_a_letter_are_found() -> None:
    spans = default_recognizer(categories=("person",)).find(Document("x", SensitiveText(LETTER)))
    persons = {LETTER[s.start : s.end] for s in spans}
    assert {
        "Margaret O'Hara",
        "James Whitfield",
        "O'Hara",
        "Patel",
        "Oluwaseun Adeyemi",
        "Adeyemi",
    } <= persons
    assert "Whitfield" in persons
    assert not {"metformin", "electrician"} & persons


def test_the_last_name_of_an_address_goes_from_every_line() -> None:
    """Somebody at the head of an address may be found as a place: the last name stays in no other line."""
    text = "Orville Hjelmstad, 1120 Dakota Spur.\nA heel Spur. Recert for Hjelmstad in July."
    assert text.count("Hjelmstad") == sum("Hjelmstad" in one for one in removed(text))
    assert "heel Spur" not in "|".join(removed(text))


def removed(text: str) -> list[str]:
    """What a release under HIPAA takes out of a text."""
    (read,) = inspected_texts(compile_policy("hipaa-safe-harbor"), [text])
    return [text[d.start : d.end] for d in read.decisions]


def test_places_dates_and_ages_are_found() -> None:
    spans = default_recognizer().find(Document("x", SensitiveText(LETTER)))
    found = {LETTER[s.start : s.end]: s.category for s in spans}
    assert found["March 3, 2019"] == "date"
    assert any(words.startswith("43-year-old") and kind == "age" for words, kind in found.items())
    assert found["Leeds"] == "location"


def test_the_model_is_small_and_says_what_it_is_made_of() -> None:
    card = default_model().card
    assert SHIPPED.stat().st_size < 7_000_000
    assert card["recipe"] == described(read_recipe(SHIPPED_RECIPE))
    notices = SHIPPED.with_name("NOTICE.md").read_text(encoding="utf-8")
    for owner in (
        "Norsk Regnesentral",
        "Microsoft",
        "Derczynski",
        "Balasuriya",
        "Dakle",
        "GeoNames",
        "Kantrowitz",
        "Wikipedia",
    ):
        assert owner in notices


def test_the_model_knows_the_class_of_frequent_words() -> None:
    classes = default_model().tagger.lexicon.classes
    assert len(classes) == 50_000
    assert classes.class_of("because", "cap") == 0
    assert classes.class_of("Monday", "cap") == 6
    assert classes.attributes_of("Monday")[:2] == classes.attributes_of("Tuesday")[:2]
    assert any(attribute.startswith("c1024=") for attribute in default_model().tagger.attributes)


@pytest.mark.data
def test_held_out_court_decisions_are_protected(data: Path) -> None:
    documents = read_tab(data / "tab" / "tab_dev.json")
    compiled = compile_loaded(recognizer_policy("en-default", 10))
    scores = evaluate_policy(compiled, documents)["corpora"]["tab"]
    recall = scores["protection"]["recall"]
    assert recall["direct"]["recall"] == 1.0
    assert recall["quasi"]["recall"] >= 0.88
    assert scores["protection"]["precision"] >= 0.70  # of the policy: a value found once goes everywhere
    assert scores["calibration"]["error"] <= 0.12


def _least_ratio_for_names() -> float:
    """The lowest loss ratio at which a shipped policy removes names or places: elsewhere no less is found."""
    policies = [load(name).policy for name in shipped_policies()]
    clauses = [clause for policy in policies for clause in policy.identifiers if clause.learn]
    return min(c.learn.loss_ratio for c in clauses if not MEASURED_LEARNED.keys().isdisjoint(c.find))


@pytest.mark.data
def test_the_recall_of_names_that_reports_state_is_current(data: Path) -> None:
    posts = read_conll(data / "ner" / "wnut17" / "emerging.dev.conll", "wnut17")
    ratio = _least_ratio_for_names()
    scores = evaluate_policy(compile_loaded(recognizer_policy("en-default", ratio)), posts)["corpora"][
        "wnut17"
    ]
    for category, stated in MEASURED_LEARNED.items():
        found = scores["protection"]["recall"][f"quasi/{category}"]
        assert (found["entities"], found["recall"]) == (stated.n_gold, stated.recall)
        assert stated.data.endswith(f"loss ratio {ratio:g}"), "reports state it under every shipped policy"
        assert round(scores["protection"]["precision"], 3) == stated.precision


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('We thank Mr. Oluwaseun "Shawn" Bakare for it.', 'Oluwaseun "Shawn" Bakare'),
        ("We met Deborah (Deb) Marchetti at noon.", "Deborah (Deb) Marchetti"),
        ("We met William “Bill” Hartnell at noon.", "William “Bill” Hartnell"),
    ],
)
def test_a_name_goes_with_its_nickname(text: str, name: str) -> None:
    gone = " ".join(removed(text))
    assert all(word.strip('()"“”') in gone for word in name.split())


SMALL = "rang wojtek about the fence. he says delphine paid him in leeds on tuesday, and rosie never did."


def test_a_text_in_small_letters_is_read_by_the_model_for_such_texts() -> None:
    document = Document("x", SensitiveText(SMALL))
    alone = replace(default_model(), small_letters=None)

    def persons(model: Model) -> set[str]:
        return {
            SMALL[s.start : s.end] for s in LearnedRecognizer(model, categories=["person"]).find(document)
        }

    assert "wojtek" in persons(default_model())
    assert "wojtek" not in persons(alone)


def test_the_model_for_small_letters_is_read_only_when_one_comes() -> None:
    model = read_model(SHIPPED)
    LearnedRecognizer(model).find(Document("x", SensitiveText(LETTER)))
    assert "twin" not in vars(model)
    LearnedRecognizer(model).find(Document("x", SensitiveText(SMALL)))
    assert vars(model)["twin"].tagger.lexicon is model.tagger.lexicon


def test_a_text_in_capitals_is_read_in_small_letters_too() -> None:
    text = (
        "LARS AND TOIVO CAME BY WITH UNCLE REZA. "
        "HE SAID RIVKA MOVED TO HULL AND WANTS THE KEYS BACK FROM MRS FENN"
    )
    document = Document("x", SensitiveText(text))

    def found(model: Model) -> dict[str, float]:
        spans = LearnedRecognizer(model, categories=["person", "location"]).find(document)
        return {text[s.start : s.end]: s.score for s in spans}

    alone = found(replace(default_model(), small_letters=None))
    assert found(default_model()) != alone
    assert any("REZA" in name for name in found(default_model()))


def test_in_capitals_a_small_word_is_nobody_s_initials() -> None:
    text = (
        "NOTICE TO ALL TENANTS. PLEASE CALL ANSELM TENNANT AT THE OFFICE BEFORE NOON. "
        "THE LIFT WILL BE CLOSED AT THE WEEKEND, AND A.T. WILL ANSWER QUESTIONS."
    )
    spans = LearnedRecognizer(default_model(), categories=["person"]).find(Document("x", SensitiveText(text)))
    found = [text[s.start : s.end] for s in spans]
    assert "ANSELM TENNANT" in found and "AT" not in found


def test_terms_of_a_contract_are_no_names_and_its_parties_are() -> None:
    text = (
        'This LOAN AGREEMENT is between Palisade Growth Bank ("Bank") and Nuvrion Therapeutics, Inc. '
        '("Borrower"). Borrower shall pay Bank each Credit Extension, and hereby promises Maria Kessler the '
        "Severance Payment."
    )
    kinds = ["person", "organisation", "location"]
    spans = LearnedRecognizer(default_model(), categories=kinds).find(Document("x", SensitiveText(text)))
    found = {text[s.start : s.end] for s in spans}
    assert {"Palisade Growth Bank", "Maria Kessler"} <= found
    assert any(one.startswith("Nuvrion Therapeutics") for one in found)
    assert not {"Bank", "Borrower", "LOAN", "Severance", "Severance Payment", "Credit Extension"} & found


def test_an_institution_by_its_form_may_be_a_term_of_a_contract() -> None:
    text = "Fenwick Ltd shall pay the Settlement Bank pursuant to clause 4 of this Agreement."

    def found(whole: str) -> set[str]:
        recognizer = LearnedRecognizer(
            default_model(), categories=["organisation", "location"], medicine=medical_vocabulary()
        )
        return {whole[s.start : s.end] for s in recognizer.find(Document("x", SensitiveText(whole)))}

    assert "Settlement Bank" not in found(text)
    assert "Settlement Bank" in found("Fenwick Ltd will pay the Settlement Bank.")


def test_no_learned_finding_begins_or_ends_inside_a_word() -> None:
    texts = [
        "CD8 330, sodium",
        "factura simplificada FS25-01930\n\nCliente",
    ]
    read = inspected_texts(compile_policy("hipaa-safe-harbor"), texts)
    removed = [[text[d.start : d.end] for d in one.decisions] for text, one in zip(texts, read, strict=True)]
    assert removed[0] == []
    assert any("FS25-01930" in one for one in removed[1])

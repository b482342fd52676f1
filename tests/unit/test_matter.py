"""Facts of a matter: every mention is found, what is not a mention stays, nothing is printed."""

from __future__ import annotations

import base64
import datetime as dt
import pickle

import pytest

from engine.methods.names.matter import Matter, MatterFinder, date_forms, spoken
from engine.plan.steps import IdentifierStep
from engine.stages.identifiers.stage import MATTER_CLAUSE, IdentifierStage
from engine.text import Document, SensitiveText, Span, carried_out

FACTS = {
    "subjects": [
        {
            "name": "Anna Maria Keller",
            "aliases": ["Annie Brandt-Šimić", "Кузнецова Анна"],
            "born": "1961-02-14",
            "accounts": ["4417-0032-91", "DE44X"],
            "employers": ["Mercy Hospital"],
            "relatives": [{"name": "Tim Keller", "minor": True, "born": dt.date(2012, 5, 3)}],
        },
        {"name": "Will May"},
    ],
    "organisations": ["Zeta & Sons GmbH"],
    "accounts": [778899],
}
MATTER = Matter.model_validate(FACTS)
FINDER = MatterFinder(MATTER)


def document(text: str) -> Document:
    return Document("000001", SensitiveText(text))


def found(text: str) -> list[tuple[str, str]]:
    return [(span.category, text[span.start : span.end]) for span in FINDER.find(document(text))]


@pytest.mark.parametrize(
    "mention",
    [
        "Anna Maria Keller", "ANNA MARIA KELLER", "anna maria keller", "Anna  Maria\nKeller",
        "Keller, Anna Maria",
        "Keller Anna Maria", "Anna Keller", "Keller, Anna", "A. M. Keller", "A. Keller", "Keller, A. M.",
        "Keller A.",
        "Anna M. Keller", "Keller, Anna M.", "Keller", "KELLER", "Anna", "Maria", "Annie Brandt-Šimić",
        "Simic",
        "annie brandt simic", "Brandt-Simic, Annie", "Kel\u00adler", "Kel\u200bler", "S\u030cimic\u0301",
        "Ｋｅｌｌｅｒ", "Кузнецова", "КУЗНЕЦОВА АННА", "Tim Keller", "Tim", "Will May", "MAY, WILL", "Will",
    ],
)  # fmt: skip
def test_a_person_is_found_however_written(mention: str) -> None:
    assert found(f"Then {mention}'s car; she left.") == [("person", mention)]


@pytest.mark.parametrize(
    "text",
    [
        "Timothy and Hannah stayed.",
        "Annapolis.",
        "You will, and you may.",
        "A. M. was there.",
        "kellers",
        "Simi",
    ],
)
def test_other_words_stay(text: str) -> None:
    assert found(text) == []


def test_a_name_inside_an_address_or_a_file_name_is_found() -> None:
    assert [text for _, text in found("see anna.keller@x.org, https://x.org/keller_tim.pdf")] == [
        "anna", "keller", "keller_tim",
    ]  # fmt: skip


def test_two_people_are_two_mentions_and_one_person_is_one() -> None:
    assert [text for _, text in found("Anna and Tim Keller, Will May")] == ["Anna", "Tim Keller", "Will May"]
    assert [text for _, text in found("Anna Keller\n\nKeller")] == ["Anna Keller", "Keller"]


@pytest.mark.parametrize(
    "form",
    [
        "1961-02-14", "1961/2/14", "19610214", "02141961", "02/14/1961", "2/14/61", "2-14-1961", "14.02.1961",
        "14.2.61", "14/02/1961", "14. 2. 1961", "February 14, 1961", "FEBRUARY 14 1961", "Feb. 14, 1961",
        "Feb 14th, 1961", "14 February 1961", "14th of February 1961", "14th day of February, 1961",
        "14-Feb-1961", "14-FEB-61", "1961 February 14", "February  14,\n1961", "２/14/1961",
    ],
)  # fmt: skip
def test_a_date_of_birth_is_found_however_written(form: str) -> None:
    assert found(f"born {form}.") == [("birth-date", form)]


@pytest.mark.parametrize("other", ["12/14/61", "February 14, 1962", "2/14/619", "February 1961", "1961"])
def test_other_dates_stay(other: str) -> None:
    assert found(f"on {other}.") == []


def test_forms_of_a_date_are_of_that_date() -> None:
    assert "11th" in " ".join(date_forms(dt.date(2000, 3, 11)))
    assert {"September 1st, 2001", "Sept. 1, 2001"} <= date_forms(dt.date(2001, 9, 1))
    assert not date_forms(dt.date(1961, 2, 14)) & date_forms(dt.date(1961, 2, 15))


@pytest.mark.parametrize(
    "number",
    [
        "4417003291", "4417 0032 91", "4417.0032.91", "4417-0032-\n91", "de44x", "778899", "4417_0032_91",
        "4417\u20130032\u201391", "4417\u20110032\u201191", "４４１７ 0032 91",
        "4417'0032'91",
    ],
)  # fmt: skip
def test_an_account_is_found_with_any_separators(number: str) -> None:
    assert found(f"acct {number}, closed") == [("account", number)]
    assert found(f"acct 1{number}2") == []


def test_an_account_is_found_however_the_file_writes_its_digits() -> None:
    wide = MatterFinder(Matter.model_validate({"accounts": ["\uff14\uff14\uff11\uff17\u20130032"]}))
    [span] = wide.find(document("acct 4417 0032"))
    assert (span.start, span.category) == (5, "account")


def test_organisations_are_found_in_any_case() -> None:
    assert found("MERCY  hospital and zeta & sons gmbh") == [
        ("organisation", "MERCY  hospital"),
        ("organisation", "zeta & sons gmbh"),
    ]


def step(category: str, operator: str) -> IdentifierStep:
    return IdentifierStep(
        id=category, find=(category,), operator=operator, census=None, threshold=0.5, allow=("Anna",), deny=()
    )


def released(text: str, *steps: IdentifierStep) -> str:
    stage = IdentifierStage(steps, b"k" * 32, 2024, matter=FINDER)
    return carried_out(text, stage.decide(document(text)))


TEXT = "Keller, Anna (14.2.61) and her son Tim K. of Mercy Hospital, acct 4417 0032 91."


def test_what_no_clause_asks_for_becomes_a_placeholder() -> None:
    assert released(TEXT) == "[PERSON] ([BIRTH-DATE]) and her son [PERSON] of [ORGANISATION], acct [ACCOUNT]."
    stage = IdentifierStage((), b"k" * 32, 2024, matter=FINDER)
    assert {decision.clause for decision in stage.decide(document(TEXT))} == {MATTER_CLAUSE}


def test_encoded_text_that_holds_a_fact_goes_where_it_is_only_searched() -> None:
    stage = IdentifierStage((), b"k" * 32, 2024, matter=FINDER, encoded_text="search")
    for said, kept in (("Mercy Hospital wrote in time", False), ("Other Hospital wrote in time", True)):
        text = f"see {base64.b64encode(said.encode()).decode()} there"
        assert (carried_out(text, stage.decide(document(text))) == text) is kept


def test_a_clause_about_the_category_decides() -> None:
    steps = step("person", "initials"), step("date", "year"), step("account", "last-4")
    assert (
        released(TEXT, *steps)
        == "A. K. (1961) and her son T. K. of [ORGANISATION], acct [ACCOUNT XXXX XX3291]."
    )


def test_minors_follow_the_clause_about_minors() -> None:
    kept = released(TEXT, step("minor", "initials"), step("person", "placeholder"))
    assert kept.startswith("[PERSON] (")
    assert "her son T. K. of" in kept
    assert "minor" not in str(MatterFinder(MATTER).find(document("Keller was there."))[0].why), (
        "who, is not said"
    )


def test_a_person_has_one_pseudonym_however_written() -> None:
    text = released("Keller, Anna; ANNA MARIA KELLER; A. M. Keller; Will May", step("person", "pseudonym"))
    names = text.split("; ")
    assert names[0] == names[1] == names[2] != names[3]


def test_a_learned_finding_around_a_fact_has_the_same_pseudonym() -> None:
    class Titles:
        name, categories = "titles", ("person",)

        def find(self, document: Document) -> list[Span]:
            start = document.text.reveal().find("Dr ")
            return [Span(start, start + 14, "person", 0.9, {"link": "found"})]

    stage = IdentifierStage([step("person", "pseudonym")], b"k" * 32, 2024, learned=[Titles()], matter=FINDER)
    one, two = stage.decide(document("Dr Anna Keller; Keller, Anna"))
    assert (one.start, one.end, one.replacement) == (0, 14, two.replacement)


def test_a_longer_finding_takes_the_name_with_it() -> None:
    assert released("to anna.keller@x.org now", step("email", "placeholder")) == "to [EMAIL] now"


def test_without_facts_nothing_changes() -> None:
    stage = IdentifierStage([step("email", "placeholder")], b"k" * 32, 2024)
    assert stage.decide(document("Anna Keller")) == []


def test_facts_print_nothing_and_reach_workers() -> None:
    shown = f"{MATTER!r} {MATTER} {MATTER.subjects} {MATTER.people[0]!r} {FINDER!r}"
    assert not any(word in shown for word in ("Anna", "Keller", "4417", "1961", "Zeta"))
    assert pickle.loads(pickle.dumps(MATTER)) == MATTER  # noqa: S301


def test_a_name_is_spoken_given_name_first() -> None:
    assert [spoken(name) for name in ("Doe, Jane", "Jane Doe", "Doe,")] == ["Jane Doe", "Jane Doe", "Doe,"]
